"""Mukden 6.2 Fog of war: which counters a player can see."""

from __future__ import annotations

from shapan.ground.hexes import mask_of
from shapan.kernel.kept import follows_from

from .battle import Battle
from .position import MukdenPosition, Units
from .sides import JAPANESE, RUSSIAN


def seen_by(pos: MukdenPosition, side: str) -> Units:
    """6.2, R12: one's own units, the face-up top counters of enemy stacks, and whatever a battle has laid open.

    The spectator sees what both sides see.
    """
    if not pos.book.fog_of_war or pos.outcome:
        return pos.book.roster[JAPANESE] | pos.book.roster[RUSSIAN]
    seen = laid_open(pos)
    if side in pos.book.sides:
        seen |= pos.book.roster[pos.book.sides.index(side)]
    return seen | face_up_tops(pos)


@follows_from("place", "pile", "disrupted")
def face_up_tops(pos: MukdenPosition) -> Units:
    """6.2: the counters on top of their stacks, as far as they are face up."""
    return mask_of(stack[0] for _, stack in pos.stacks()) & ~pos.disrupted


def laid_open(pos: MukdenPosition) -> Units:
    """6.2, R45: both sides' units of a battle from its resolution until its losses have been taken."""
    units = 0
    for frame in pos.frames():
        if isinstance(frame, Battle):
            units |= frame.units | sum(1 << unit for unit in pos.stack_in(frame.target))
    return units
