"""Judging a way that somebody else chose, step by step, against a field."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from .bits import Hex
from .field import Field, ZoneRule


class Snag(Enum):
    """Why a way cannot be walked; the game cites the case."""

    NOT_ADJACENT = "the next hex is not adjacent"
    CLOSED = "the ground allows no such step"
    ENEMY = "the hex is occupied by the enemy"
    FORBIDDEN = "the hex may not be entered"
    STOPPED = "the move must end in the first enemy zone of control it enters"
    ZONE_TO_ZONE = "a unit in an enemy zone of control must first enter a hex free of them"
    TOUCHES_ZONE = "the move may not touch an enemy zone of control"
    POINTS = "the points do not suffice"


@dataclass(frozen=True, slots=True)
class Walk:
    """How a way fares: the points spent, and what stops it at which hex, if anything does."""

    cost: int
    snag: Snag | None = None
    at: Hex | None = None


def walk(field: Field, path: Sequence[Hex], points: int) -> Walk:
    """Follow a way from its first hex. It may be any way, crooked and costly; a legal one has no snag.

    >>> from .costs import terrain_costs
    >>> from .grid import Grid
    >>> grid = Grid(1, 9, 1, 9, high="odd")
    >>> field = Field(terrain_costs(grid, [(grid.all, 1)]), zone=grid.hexes("0303"))
    >>> walk(field, [grid.index(name) for name in ("0301", "0302", "0303", "0304")], points=8).snag
    <Snag.STOPPED: 'the move must end in the first enemy zone of control it enters'>
    """
    spent = 0
    if field.rule is ZoneRule.SHUN and field.zone >> path[0] & 1:
        return Walk(0, Snag.TOUCHES_ZONE, path[0])
    for number, there in enumerate(path[1:]):
        here = path[number]
        snag = _step(field, here, there, first=number == 0)
        if snag is not None:
            return Walk(spent, snag, there)
        spent += field.step_cost(here, there) or 0
        if spent > points:
            return Walk(spent, Snag.POINTS, there)
    return Walk(spent)


def _step(field: Field, here: Hex, there: Hex, first: bool) -> Snag | None:
    if not field.costs.grid.adjacent(here, there):
        return Snag.NOT_ADJACENT
    if field.step_cost(here, there) is None:
        return Snag.CLOSED
    if field.enemy >> there & 1:
        return Snag.ENEMY
    if field.forbidden >> there & 1:
        return Snag.FORBIDDEN
    if field.rule is ZoneRule.STOP and field.zone >> here & 1:
        if not first:
            return Snag.STOPPED
        if field.zone >> there & 1:
            return Snag.ZONE_TO_ZONE
    if field.rule is ZoneRule.SHUN and field.zone >> there & 1:
        return Snag.TOUCHES_ZONE
    return None
