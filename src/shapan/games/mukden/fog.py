"""Mukden 6.2 Fog of war: which counters a player can see."""

from __future__ import annotations

from .frames import Battle
from .position import JAPANESE, RUSSIAN, MukdenPosition, Units


def seen_by(pos: MukdenPosition, side: str) -> Units:
    """6.2, R12: one's own units, the face-up top counters of enemy stacks, and whatever a battle has laid open.

    The spectator sees what both sides see.
    """
    if not pos.book.fog_of_war or pos.outcome:
        return pos.book.roster[JAPANESE] | pos.book.roster[RUSSIAN]
    seen = laid_open(pos)
    if side in pos.book.sides:
        seen |= pos.book.roster[pos.book.sides.index(side)]
    for _, stack in pos.stacks():
        if not pos.disrupted >> stack[0] & 1:
            seen |= 1 << stack[0]
    return seen


def laid_open(pos: MukdenPosition) -> Units:
    """6.2, R45: both sides' units of a battle from its resolution until its losses have been taken."""
    units = 0
    for frame in pos.frames():
        if isinstance(frame, Battle):
            units |= frame.units | sum(1 << unit for unit in pos.stack_in(frame.target))
    return units
