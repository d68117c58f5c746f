"""Reading a page as a person would: sections, tables, lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("meta", "br", "i", "link")


@dataclass
class Section:
    """What stands in one section of the page."""

    rows: list[list[str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)  # paragraphs and list items
    texts: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """`sections` by id, `tags` and `links` of the whole page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.sections: dict[str, Section] = {"": Section()}
        self.tags: list[str] = []
        self.links: list[str] = []
        self.classes: list[str] = []
        self._now = self.sections[""]
        self._cell: list[str] | None = None
        self._line: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.classes += (given.get("class") or "").split()
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "xlink:href")]
        if tag == "section":
            self._now = self.sections[given["id"] or ""] = Section()
        elif tag == "tr":
            self._now.rows.append([])
        elif tag in ("td", "th"):
            self._cell = []
        elif tag in ("p", "li", "h3", "strong"):
            self._line = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self._now.rows[-1].append(" ".join("".join(self._cell).split()))
            self._cell = None
        elif tag in ("p", "li", "h3", "strong") and self._line is not None:
            self._now.lines.append(" ".join("".join(self._line).split()))
            self._line = None
        elif tag == "section":
            self._now = self.sections[""]

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["style"]:
            return
        self._now.texts.append(data)
        for part in (self._cell, self._line):
            if part is not None:
                part.append(data)

    def text(self, *without: str) -> str:
        """All text but that of some sections."""
        return "\n".join("".join(part.texts) for name, part in self.sections.items() if name not in without)
