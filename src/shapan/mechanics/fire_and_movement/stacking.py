"""Fire & Movement 5.3 Stacking: one support unit and one other unit of the same formation, judged when a phase ends.

During a move a hex may be passed, and even entered to stay, beyond the limit; but then the very next move has to take
somebody out of it, so that no phase can end with a hex too full.
"""

from __future__ import annotations

from shapan.mechanics.forces import OFF

from .position import FM
from .terms import Units


def overstacked(pos: FM) -> list[int]:
    """5.3: the hexes that hold more than they may."""
    stacks: dict[int, int] = {}
    for unit, here in enumerate(pos.place):
        if here != OFF:
            stacks[here] = stacks.get(here, 0) | 1 << unit
    return [here for here, units in stacks.items() if not pos.fits(units, here)]


def cures(pos: FM) -> list[int]:
    """5.3: the units in the crowded hex that have not moved and whose leaving would make it right again."""
    here = pos.crowded
    return [unit for unit in pos.units_in(here) if not pos.moved >> unit & 1 and _right_without(pos, unit, here)]


def _right_without(pos: FM, unit: int, here: int) -> bool:
    rest = [mate for mate in pos.units_in(here) if mate != unit and not pos.book.loose >> mate & 1]
    if pos.book.loose >> unit & 1 or len(rest) > 2:
        return False
    return len(rest) < 2 or bool(pos.book.partners[rest[0]] >> rest[1] & 1)


def note_crowd(pos: FM, here: int, group: Units) -> None:
    """After a move: remember a hex that has become too full, forget one that no longer is."""
    if not pos.fits(group, here):
        pos.crowded = here
    elif pos.crowded != OFF and pos.fits(0, pos.crowded):
        pos.crowded = OFF
