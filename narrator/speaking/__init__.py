"""Speaking: from a line of text to sound on the table's loudspeaker or in the judge's ear.

Knows nothing of roles or of the game. Nothing said to the judge ever comes out of the table's device.
"""
