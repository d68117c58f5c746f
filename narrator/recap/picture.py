"""A game in one picture: a row for each seat, a column for each night and day; who acted on whom, who went out and
how, and the badge's way from seat to seat."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.recap.story import BadgeMove, Deed, Exit, Story
from narrator.recap.svg import Canvas
from narrator.recap.texts import RecapTexts
from narrator.rules import nightwork
from narrator.rules.role import GOOD, WOLF

ROW = 34
TOP = 46
STEP = 30
LEFT = 170
MARGIN = 110
"""Room for the words beside the last exit."""
LEAST = 74
"""Width of an empty column."""
FULL = 920
"""Width that a short game is spread over."""

HARM = frozenset({nightwork.KNIFE, nightwork.POISON, nightwork.HUNT, nightwork.CURSE, nightwork.SERVE, nightwork.STEAL})
HELP = frozenset(
    {nightwork.GUARD, nightwork.SAVE, nightwork.WARD, nightwork.SHELTER, nightwork.DREAM, nightwork.EMBRACE}
)


@dataclass(frozen=True)
class _Column:
    """One night or day: where it stands, and where its marks do."""

    number: int
    by_day: bool
    x: float
    width: float

    def at(self, place: int) -> float:
        return self.x + STEP * (place + 0.75)


def picture(story: Story, texts: RecapTexts) -> str:
    """The picture as SVG."""
    return _Picture(story, texts).draw()


class _Picture:
    def __init__(self, story: Story, texts: RecapTexts) -> None:
        self.story, self.texts = story, texts
        self.columns: list[_Column] = []
        x = float(LEFT)
        least = max(LEAST, (FULL - LEFT - MARGIN) / max(1, 2 * len(story.rounds)))
        for part in story.rounds:
            for by_day in (False, True):
                marks = len(self._marks(part.number, by_day))
                width = max(least, STEP * (marks + 0.5))
                self.columns.append(_Column(part.number, by_day, x, width))
                x += width
        self.right = x
        self.height = TOP + ROW * len(story.players) + 14
        self.canvas = Canvas(x + MARGIN, self.height, texts("head.picture"))

    def _marks(self, number: int, by_day: bool) -> list[Deed | Exit | BadgeMove]:
        """What is drawn in a column, in order of time."""
        story = self.story
        if not by_day:
            return [deed for deed in story.deeds if deed.round == number]
        found: list[Deed | Exit | BadgeMove] = [exit for exit in story.exits if exit.round == number]
        found += [move for move in story.badge if move.round == number and (move.before or move.after)]
        return sorted(found, key=lambda mark: mark.at)

    def draw(self) -> str:
        canvas, texts, story = self.canvas, self.texts, self.story
        for column in self.columns:
            kind = "day" if column.by_day else "night"
            canvas.rect(column.x, 0, column.width, self.height, f"column {kind}")
            name = texts(f"{kind}_short", n=column.number)
            canvas.text(column.x + column.width / 2, 18, name, f"when {kind}")
            part = next(part for part in story.rounds if part.number == column.number)
            lasted = texts.time(part.day if column.by_day else part.night)
            canvas.text(column.x + column.width / 2, 34, lasted, f"lasted {kind}")
        for player in story.players:
            self._life(player.seat)
        self._badge()
        for column in self.columns:
            for place, mark in enumerate(self._marks(column.number, column.by_day)):
                if isinstance(mark, Deed):
                    self._deed(column.at(place), mark)
                elif isinstance(mark, Exit):
                    self._exit(column.at(place), mark)
        return canvas.svg()

    def _y(self, seat: int) -> float:
        return TOP + ROW * (seat - 0.5)

    def _place(self, mark: Exit | BadgeMove) -> float:
        """Where an exit or a move of the badge stands."""
        for column in self.columns:
            if column.by_day and column.number == mark.round:
                return column.at(self._marks(mark.round, True).index(mark))
        return self.right

    def _life(self, seat: int) -> None:
        canvas, player, exit = self.canvas, self.story.player(seat), self.story.exit_of(seat)
        y = self._y(seat)
        end = self.right if exit is None else self._place(exit)
        camp = {GOOD: "good", WOLF: "wolf", "": "unknown"}.get(player.camp, "third")
        canvas.line(LEFT, y, end, y, f"life {camp}")
        if exit is not None:
            canvas.line(end, y, self.right, y, "gone")
        label = " ".join(part for part in (self.texts.seat(seat), _short(player.name, 8)) if part)
        canvas.text(6, y + 5, label, "who")
        canvas.text(LEFT - 8, y + 5, _short(self.texts.name("role", player.card), 14), f"card {camp}")

    def _badge(self) -> None:
        """A thick line along the row of whoever holds it."""
        holder, since = 0, 0.0
        for move in self.story.badge:
            if not (move.before or move.after):
                continue
            x = self._place(move)
            if holder:
                self._held(holder, since, x)
            if holder and move.after:
                self.canvas.line(x, self._y(holder) + 9, x, self._y(move.after) + 9, "badge")
            if move.after:
                self.canvas.circle(x, self._y(move.after) + 9, 4, "badge-mark")
            else:
                self.canvas.text(x, self._y(holder) + 14, "✕", "torn")
            holder, since = move.after, x
        if holder:
            self._held(holder, since, self.right)

    def _held(self, seat: int, start: float, end: float) -> None:
        self.canvas.line(start, self._y(seat) + 9, end, self._y(seat) + 9, "badge")

    def _deed(self, x: float, deed: Deed) -> None:
        canvas, texts = self.canvas, self.texts
        sort = "harm" if deed.kind in HARM else "help" if deed.kind in HELP else "other"
        y = self._y(deed.seat)
        for seat in deed.hit:
            if seat and seat != deed.seat:
                start = y + (11 if self._y(seat) > y else -11)
                end = self._y(seat) + (-6 if self._y(seat) > y else 6)
                canvas.path(f"M{x:g} {start:g}L{x:g} {end:g}", f"deed {sort}", sort)
            elif seat:
                canvas.path(
                    f"M{x + 9:g} {y - 6:g}C{x + 24:g} {y - 16:g} {x + 24:g} {y + 16:g} {x + 9:g} {y + 7:g}",
                    f"deed {sort}",
                    sort,
                )
        canvas.circle(x, y, 11, f"deed-mark {sort}")
        glyph = texts(f"glyph.{deed.kind}") if texts.has(f"glyph.{deed.kind}") else deed.kind[:2]
        title = f"{texts.seat(deed.seat)} {texts.deed(deed.kind)} {texts.seats(deed.called)}"
        canvas.text(x, y + 4, glyph, "glyph", title)
        shown = {"good": "good", "wolf": "wolf"}.get(str(deed.shown[0]) if deed.shown else "", "")
        if shown and deed.hit and deed.hit[0]:
            canvas.circle(x, self._y(deed.hit[0]), 5, f"seen {shown}")

    def _exit(self, x: float, exit: Exit) -> None:
        canvas, texts = self.canvas, self.texts
        y = self._y(exit.seat)
        if exit.way == "day" or not exit.night:
            for seat in exit.by if "vote" not in exit.causes else ():
                if seat != exit.seat:
                    start = self._y(seat)
                    end = y + (-9 if start < y else 9)
                    canvas.path(f"M{x:g} {start:g}L{x:g} {end:g}", "deed harm", "harm")
        canvas.text(x, y + 6, "✖", "out", way_of(exit, texts))
        canvas.text(x + 12, y + 4, _short(way_of(exit, texts), 24), "how")


def way_of(exit: Exit, texts: RecapTexts) -> str:
    """How a seat went out: by its causes where they are told, else as the table saw it."""
    if exit.causes:
        return texts.both(texts.cause(cause) for cause in exit.causes)
    return texts(f"way.{exit.way}")


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
