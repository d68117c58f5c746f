"""`narrator doctor`: what works on this machine, and trying a judge's voice in this room."""
