"""Fire & Movement 4.1 Movement phases: the units of one side move one after the other (see ``ways`` for where to)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

from shapan.ground.hexes import bits
from shapan.kernel import Action, Group, Options, Param, Refusal, SideStep, one
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations

from .actions import Carry, Done, Move
from .position import FM, P
from .stacking import cures, note_crowd
from .ways import (
    REGULAR,
    destinations,
    field,
    levels,
    may_move,
    move_refusal,
    points,
    way_cost,
    way_matters,
    whole_way,
)

VERBS: Final[dict[int, type[Move | Carry]]] = {1: Move, 2: Carry}
"""By how many units go along."""


class MovementPhase(SideStep[P]):
    """4.1: the units of one side move one after the other; the frame holds the side and the kind of phase."""

    name: ClassVar[str] = "move"
    case: ClassVar[str] = "5.1"

    def settle(self, pos: P) -> bool:
        if self.anything_to_do(pos):
            return True
        self.finish(pos)
        return False

    def anything_to_do(self, pos: P) -> bool:
        side, kind = pos.frame
        able = pos.book.roster[side] if kind == REGULAR else pos.book.roster[side] & pos.book.mobile
        return bool(pos.present & able & ~pos.moved | pos.trek[0])

    def finish(self, pos: P) -> None:
        pos.done()
        pos.moved, pos.trek, pos.rides = 0, (0, 0), 0

    def options(self, pos: P) -> Options:
        kind = pos.frame[1]
        groups = [
            Group(
                VERBS[len(units)],
                *units,
                values=partial(_ways, pos, units, kind),
                costs=partial(_costs, pos, units),
                stops=partial(_stops, pos, units),
            )
            for units in self.movers(pos)
        ]
        return Options(*groups) if pos.crowded != OFF else Options(*groups, one(Done()))

    def movers(self, pos: P) -> list[tuple[int, ...]]:
        """The units, and in the mobile phase the stacks, that may move now."""
        side, kind = pos.frame
        book, moved = pos.book, pos.moved
        if pos.crowded != OFF:
            return [(unit,) for unit in cures(pos) if may_move(pos, side, kind, (unit,)) is None]
        ready = bits(pos.present & book.roster[side] & ~moved)
        found: list[tuple[int, ...]]
        if kind == REGULAR:
            found = [(unit,) for unit in ready if not book.loose >> unit & 1]
        else:
            found = [(unit,) for unit in ready if book.mobile >> unit & 1]
            found += [
                (unit, mate)
                for unit in ready
                if (book.mobile & book.supports) >> unit & 1
                for mate in bits(pos.mates(unit) & pos.rides & ~moved)
            ]
        if pos.trek[0]:
            found += [(unit,) for unit in bits(pos.trek[0]) if kind == REGULAR or book.mobile >> unit & 1]
        return found

    def refusal(self, pos: P, action: Action) -> Refusal | None:
        side, kind = pos.frame
        match action:
            case Done():
                return None if pos.crowded == OFF else Refusal("5.3", "refusal.crowded", hex=pos.crowded)
            case Move() | Carry():
                units = travellers(action)
                if pos.crowded != OFF and (len(units) > 1 or units[0] not in cures(pos)):
                    return Refusal("5.3", "refusal.crowded", hex=pos.crowded)
                return may_move(pos, side, kind, units) or move_refusal(pos, units, action.path, kind)
        return Refusal("4.1", "refusal.movement_phase")

    def apply(self, pos: P, action: Action) -> None:
        if isinstance(action, Move | Carry):
            march(pos, travellers(action), action.path, pos.frame[1])
        elif isinstance(action, Done):
            self.finish(pos)

    def prompt(self, pos: P) -> tuple[str, dict[str, Param]]:
        return f"prompt.move_{pos.frame[1]}", {}


def travellers(action: Move | Carry) -> tuple[int, ...]:
    """Who goes along."""
    return (action.unit, action.mate) if isinstance(action, Carry) else (action.unit,)


def _ways(pos: FM, units: tuple[int, ...], kind: str) -> Destinations:
    return Destinations(destinations(pos, sum(1 << unit for unit in units), kind))


def _stops(pos: FM, units: tuple[int, ...]) -> Destinations:
    return Destinations(field(pos, sum(1 << unit for unit in units), shy=False).stops)


def _costs(pos: FM, units: tuple[int, ...]) -> dict[tuple[int], int]:
    group = sum(1 << unit for unit in units)
    found = levels(pos, group, shy=True)
    loud = levels(pos, group, shy=False)
    spent = points(pos, group)
    ends = Destinations(destinations(pos, group, pos.frame[1]))
    return {end: found.cost(end[0]) or loud.cost(end[0]) or spent for end in ends}


def march(pos: FM, units: tuple[int, ...], path: tuple[int, ...], kind: str) -> None:
    """Carry out a move: everybody in the group goes the whole way."""
    group = sum(1 << unit for unit in units)
    side = pos.book.side_of[units[0]]
    origin = pos.place[units[0]]
    if len(path) == 1 and (pos.teller is not None or len(units) > 1 or way_matters(pos, group, path[0])):
        path = whole_way(pos, group, path[0])
    spent = way_cost(pos, group, path) if len(units) > 1 else 0
    if pos.teller is not None:
        pos.tell("5.1", "event.moved", side=pos.book.sides[side], units=units, origin=origin, path=path)
    pos.rides &= ~(pos.mates(units[0]) | group)
    pos.moved |= group
    pos.trek = (group, spent) if len(units) > 1 else (0, 0)
    entered = path[1:] if len(path) > 1 else path
    for unit in units:
        pos.put(unit, path[-1])
    for unit in units:
        pos.enter(unit, entered)
    note_crowd(pos, path[-1], group)
