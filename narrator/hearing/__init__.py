"""Hearing: from the judge's voice or keys to one of the answers that are possible now.

Knows nothing of roles or of the game: it is given a closed list of phrases and can return nothing else.
"""
