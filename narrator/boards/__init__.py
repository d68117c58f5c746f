"""Boards as files and as people see them: the presets (YAML), loading and checking, describing, deals."""
