"""Everything spoken or shown as a sentence: phrase books (key -> phrase) and the words for numbers."""

from narrator.lines.book import Book
from narrator.lines.load import load_book
from narrator.lines.source import LineError

__all__ = ["Book", "LineError", "load_book"]
