"""魔术师: each night may swap two numbers, each number once in the game (R 2.1 no 16)."""

from narrator.rules.nightwork import SWAP, Night, call, chosen, several
from narrator.rules.role import Role, Side, Step, When
from narrator.rules.script import Script

ID = "magician"


def _act(night: Night, seat: int) -> Script:
    table = night.table

    def fresh() -> list[int]:
        used = {number for deed in night.ever(SWAP, seat) for number in deed.called}
        return [n for n in table.living if n not in used and (n != seat or table.options.magician_self)]

    answer = yield from night.ask(f"{ID}.ask", ID, several(fresh, 2) if seat else lambda _: (), 2)
    pair = chosen(answer)
    if len(pair) == 2:
        night.record(SWAP, seat, *pair)
        night.swapped = pair


ROLE = Role(ID, side=Side.GOD, steps=(Step("N-12", 12, When.EVERY, lambda night: call(night, ID, _act), 20),))
