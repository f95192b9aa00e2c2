"""Fire & Movement 4.1 Movement phases: the units of one side move one after the other (see ``ways`` for where to)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, ClassVar, Final

from shapan.ground.hexes import bits, mask_of, nth_bit
from shapan.kernel import Action, Family, Group, Options, Param, Refusal, SideFrame, SideStep
from shapan.kernel.options import Members, Values
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations, Tolls, Way
from shapan.mechanics.verbs import Move

from .actions import DONE, Carry, Done
from .journeys import Exits, Journey
from .position import FM, NO_TREK, P
from .stacking import leavers, note_crowd, stacks
from .terms import Units
from .ways import REGULAR, March, any_free_beside, may_move

VERBS: Final[dict[int, type[Move | Carry]]] = {1: Move, 2: Carry}
"""By how many units go along."""


class Moving(SideFrame, step="move"):
    """4.1: a movement phase; the side moves its units."""

    kind: str
    """Regular movement, or mobile movement."""


class MovementPhase(SideStep[P, Moving]):
    """4.1: the units of one side move one after the other."""

    case: ClassVar[str] = "5.1"
    march: ClassVar[type[March]] = March
    """How units move; exclusive rules may know other ways out of a full hex."""

    def settle(self, pos: P, at: Moving) -> bool:
        if self.anything_to_do(pos, at):
            return True
        self.finish(pos)
        return False

    def anything_to_do(self, pos: P, at: Moving) -> bool:
        """Can anybody still move, or go on? Mostly somebody has free ground beside him, which is seen at a glance."""
        book = pos.book
        able = book.roster[at.side] if at.kind == REGULAR else book.roster[at.side] & book.mobile
        unmoved = pos.present & able & ~(pos.moved | book.loose)
        return any_free_beside(pos, at.side, at.kind, unmoved) or bool(Options(*self.parts(pos, at)))

    def finish(self, pos: P) -> None:
        pos.done()
        pos.moved, pos.trek, pos.rides = 0, NO_TREK, 0

    def options(self, pos: P, at: Moving) -> Options:
        parts = self.parts(pos, at)
        return Options(*parts) if pos.crowded != OFF else Options(*parts, DONE)

    def parts(self, pos: P, at: Moving) -> list[Group[Action] | Family[Action]]:
        """What may be done before one is done; a title may add to it."""
        return [Family(self.movers(pos, at), partial(self.moves, pos, at.kind, {}))]

    def moves(self, pos: P, kind: str, exits: Exits, units: tuple[int, ...]) -> Group[Action]:
        """The moves of a unit or stack."""
        return Group(
            VERBS[len(units)],
            *units,
            values=partial(_ends, self.march, pos, units, kind, exits),
            costs=partial(_costs, self.march, pos, units, kind),
            stops=partial(_stops, self.march, pos, units, kind),
        )

    def movers(self, pos: P, at: Moving) -> Members[tuple[int, ...]]:
        """The units and the stacks that may move now."""
        book = pos.book
        able = book.roster[at.side] if at.kind == REGULAR else book.mobile | pos.rides
        if pos.crowded != OFF:
            going = mask_of(leavers(pos)) & able
        else:
            going = pos.alive(book.roster[at.side] & able & ~(book.loose | pos.moved)) | pos.trek.members
        found = Parties(going, stacks(pos, going & ~pos.moved))
        if at.kind == REGULAR:
            return found
        return [units for units in found if may_move(pos, at.side, at.kind, units) is None]

    def refusal(self, pos: P, at: Moving, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None if pos.crowded == OFF else Refusal("5.3", "refusal.crowded", hex=pos.crowded)
            case Move() | Carry():
                units = travellers(action)
                refusal = may_move(pos, at.side, at.kind, units) or while_crowded(pos, action.unit)
                return refusal or self.march(pos, units, at.kind).refusal(action.path)
        return Refusal("4.1", "refusal.movement_phase")

    def apply(self, pos: P, at: Moving, action: Action) -> None:
        if isinstance(action, Move | Carry):
            carry_out(pos, self.march(pos, travellers(action), at.kind), action.path)
        elif isinstance(action, Done):
            self.finish(pos)

    def prompt(self, pos: P, at: Moving) -> tuple[str, dict[str, Param]]:
        return crowded_prompt(pos) or (f"prompt.move_{at.kind}", {})


class Parties:
    """Who may go: units one by one, and stacks behind them; whoever draws one lists none of them."""

    __slots__ = ("_alone", "_stacks")

    def __init__(self, alone: Units, together: Sequence[tuple[int, ...]]) -> None:
        self._alone, self._stacks = alone, together

    def __len__(self) -> int:
        return self._alone.bit_count() + len(self._stacks)

    def __getitem__(self, index: int) -> tuple[int, ...]:
        at = index - self._alone.bit_count()
        return self._stacks[at] if at >= 0 else (nth_bit(self._alone, index),)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return chain(zip(bits(self._alone), strict=True), self._stacks)


def travellers(action: Move | Carry) -> tuple[int, ...]:
    """Who goes along."""
    return (action.unit, action.mate) if isinstance(action, Carry) else (action.unit,)


def while_crowded(pos: FM, mover: int | None = None) -> Refusal | None:
    """5.3: as long as a hex is too full, only moves out of it are made."""
    if pos.crowded == OFF or (mover is not None and pos.place[mover] == pos.crowded):
        return None
    return Refusal("5.3", "refusal.crowded", hex=pos.crowded)


def crowded_prompt(pos: FM) -> tuple[str, dict[str, Param]] | None:
    """5.3: what is asked before everything else as long as a hex is too full."""
    return None if pos.crowded == OFF else ("prompt.crowded", {"hex": pos.crowded})


# What a group of options holds is worked out when somebody looks at it: a bot that samples one pays for one.


def _ends(march: type[March], pos: FM, units: tuple[int, ...], kind: str, exits: Exits) -> Values:
    return march(pos, units, kind).ends(exits)


def _costs(march: type[March], pos: FM, units: tuple[int, ...], kind: str) -> Tolls:
    return march(pos, units, kind).costs()


def _stops(march: type[March], pos: FM, units: tuple[int, ...], kind: str) -> Destinations:
    return Destinations(march(pos, units, kind).field().stops)


def carry_out(pos: FM, march: Journey[Any], path: Way) -> None:
    """Everybody in the group goes the whole way."""
    units, group = march.units, march.group
    path = march.way(path)
    trek = march.trek(path) if len(units) > 1 else NO_TREK
    if pos.teller is not None:
        side = pos.book.sides[march.side]
        pos.tell(*march.told, side=side, units=units, origin=march.here, path=path)
    pos.rides &= ~(pos.mates(units[0]) | group)
    pos.moved |= group
    pos.trek = trek
    for unit in units:
        pos.put(unit, path[-1])
    for unit in units:
        pos.enter(unit, path[1:])
    note_crowd(pos, path[-1])
