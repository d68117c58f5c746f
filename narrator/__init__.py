"""narrator: a voice-driven judge for live Werewolf (狼人杀) tables, local and offline."""

__version__ = "0.1.0"
