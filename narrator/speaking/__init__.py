"""Speaking: lines to sound, sound to the loudspeaker and the earpiece, night music under both.

Knows nothing of roles or of the game: it is given finished sentences and who may hear them.
"""
