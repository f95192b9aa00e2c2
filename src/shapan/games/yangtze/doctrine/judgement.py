"""How the game stands: the points as they would be counted now, and what is likely to change them."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Any, Final

from ..position import FALLEN, YangtzePosition
from ..victory import holder, tally
from .picture import kill_rates, use_of

STEEP: Final = 0.55
"""How much one point of lead says about the outcome in the middle of a game; more towards the end."""
STRENGTH: Final = 0.35
"""What the use of the troops that are left counts against points."""
RIVAL: Final = 4000
"""Within this distance of a place troops can still contest it next turn."""


def chance(pos: YangtzePosition) -> float:
    """The first side's chance to win: a logistic of the lead that can be expected, surer as the end comes near."""
    done = (pos.turn - 1) / pos.book.turns
    lead = (points(pos, 0) - points(pos, 1)) + STRENGTH * (1 - done) * (strength(pos, 0) - strength(pos, 1))
    return 1 / (1 + exp(-STEEP * (0.6 + 1.4 * done * done) * lead))


def points(pos: YangtzePosition, side: int) -> float:
    """Points of a side now: places by who could hold them, casualties without the rounding."""
    special = {"hold", "casualties"}
    named = {entry["id"]: entry["kind"] for entry in pos.book.sheet["objectives"]}
    total = float(sum(value for key, value in tally(pos, side) if named.get(key) not in special))
    for entry in pos.book.sheet["objectives"]:
        if entry["kind"] == "hold":
            total += int(entry["vp"]) * grip(pos, entry, side)
    return total + kill_rates(pos.book)[side] * fallen(pos, 1 - side)


def fallen(pos: YangtzePosition, side: int) -> int:
    book = pos.book
    return sum(
        1
        for unit in book.units_of[side]
        if book.units[unit].kind != "civilian"
        for figure in book.men[unit]
        if pos.fate[figure] in FALLEN
    )


def grip(pos: YangtzePosition, entry: Mapping[str, Any], side: int) -> float:
    """How likely a side is to hold a place at the end: it holds it now, or its men are the nearer ones."""
    now = holder(pos, entry["zone"])
    corners = pos.book.table.zones[entry["zone"]]
    x, y = sum(p[0] for p in corners) // len(corners), sum(p[1] for p in corners) // len(corners)
    near = [0, 0]
    for unit, figures in enumerate(pos.standing):
        if figures and not pos.hidden >> unit & 1 and not pos.forced_now(unit):
            figure = figures[len(figures) // 2]
            if (pos.x[figure] - x) ** 2 + (pos.y[figure] - y) ** 2 <= RIVAL * RIVAL:
                near[pos.owner[unit]] += 1
    pressed = near[1 - side] / (near[0] + near[1]) if sum(near) else 0.0
    late = pos.turn / pos.book.turns
    if now == side:
        return 1.0 - (1 - late) * 0.6 * pressed
    return (1 - late) * 0.4 * (near[side] > 0)


def strength(pos: YangtzePosition, side: int) -> float:
    """The use of the troops that a side has left."""
    book = pos.book
    return sum(
        use_of(book, book.units[unit]) * sum(pos.fate[f] not in FALLEN for f in book.men[unit])
        for unit in book.units_of[side]
    )
