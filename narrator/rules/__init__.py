"""The rules of the game: entries in, cues out.

Pure: no text, no clock, no input or output, no randomness but a seeded one. Nothing here imports the rest of narrator.
"""
