"""`narrator judge`: rule cases in YAML, played through the engine and compared with what they say."""
