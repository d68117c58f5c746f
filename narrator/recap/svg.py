"""A few shapes as inline SVG. Every text and attribute is escaped here."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr


class Canvas:
    """Collects shapes; `svg` is the finished picture, `label` what a screen reader says of it."""

    def __init__(self, width: float, height: float, label: str) -> None:
        self.width, self.height = width, height
        self._label = label
        self._parts: list[str] = []

    def rect(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        self._add("rect", kind, x=x, y=y, width=width, height=height)

    def line(self, x1: float, y1: float, x2: float, y2: float, kind: str) -> None:
        self._add("line", kind, x1=x1, y1=y1, x2=x2, y2=y2)

    def path(self, d: str, kind: str, end: str = "") -> None:
        """`end` names the arrow head."""
        more = f' marker-end="url(#{end})"' if end else ""
        self._parts.append(f"<path class={quoteattr(kind)} d={quoteattr(d)}{more}/>")

    def circle(self, x: float, y: float, r: float, kind: str) -> None:
        self._add("circle", kind, cx=x, cy=y, r=r)

    def text(self, x: float, y: float, text: str, kind: str, title: str = "") -> None:
        """`title` is shown by the mouse."""
        more = f"<title>{escape(title)}</title>" if title else ""
        where = f'x="{x:g}" y="{y:g}"'
        self._parts.append(f"<text class={quoteattr(kind)} {where}>{more}{escape(text)}</text>")

    def _add(self, tag: str, kind: str, **numbers: float) -> None:
        attributes = " ".join(f'{name}="{value:g}"' for name, value in numbers.items())
        self._parts.append(f"<{tag} class={quoteattr(kind)} {attributes}/>")

    def svg(self) -> str:
        heads = "".join(
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" '
            f'orient="auto"><path class="head {name}" d="M0 0L8 4L0 8z"/></marker>'
            for name in ("harm", "help", "other")
        )
        # Wide pictures are scrolled rather than shrunk beyond reading, short ones are not blown up.
        bounds = f"min-width:{self.width * 0.7:.0f}px;max-width:{self.width * 1.25:.0f}px"
        return (
            f'<svg class="picture" style="{bounds}" viewBox="0 0 {self.width:g} {self.height:g}" role="img" '
            f"aria-label={quoteattr(self._label)}><defs>{heads}</defs>{''.join(self._parts)}</svg>"
        )
