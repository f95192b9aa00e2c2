"""Mukden 6.2 Fog of war: which counters a player can see."""

from __future__ import annotations

from typing import Any

from shapan.ground.hexes import bits

from .position import MukdenPosition


def seen_by(pos: MukdenPosition, side: str) -> int:
    """6.2, R12: one's own units, the face-up top counters of enemy stacks, and whatever a battle has laid open.

    The spectator sees what both sides see.
    """
    everything = sum(1 << unit for unit in range(len(pos.place)))
    if not pos.book.fog_of_war or pos.outcome:
        return everything
    seen = laid_open(pos)
    if side in pos.book.sides:
        seen |= pos.book.roster[pos.book.sides.index(side)]
    for here in bits(pos.occupied[0] | pos.occupied[1]):
        top = pos.stack_in(here)[0]
        if not pos.disrupted >> top & 1:
            seen |= 1 << top
    return seen


def laid_open(pos: MukdenPosition) -> int:
    """6.2, R45: both sides' units of a battle from its resolution until its losses have been taken."""
    units = 0
    for step, *values in frames(pos):
        if step in ("strike", "aftermath"):
            target, attackers = values[0], values[1]
            units |= attackers | sum(1 << unit for unit in pos.stack_in(target))
    return units


def engaged(pos: MukdenPosition) -> int:
    """All units that the frames of an action under way name or could name."""
    units = laid_open(pos)
    for step, *values in frames(pos):
        if step == "join":
            units |= values[2] | values[3] | values[4]
        elif step == "advance":
            units |= values[1] | values[3]
        elif step == "momentum":
            units |= values[0] | values[1]
    return units


def frames(pos: MukdenPosition) -> list[tuple[Any, ...]]:
    """The stack of frames as a list, top first."""
    found, rest = [], pos.stack
    while rest:
        found.append(rest[0])
        rest = rest[1]
    return found
