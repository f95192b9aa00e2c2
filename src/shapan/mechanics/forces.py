"""Counters on a hex map: where each unit is, its steps, and the order within its stack.

A unit is a number, the index of its entry in the order of battle. ``place`` holds the hex of each unit, ``steps`` what
is left of it, and ``pile`` all units so that within any hex the upper one comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, TypeVar

from shapan.ground.hexes import Grid, Mask, bits
from shapan.kernel import Book, Game, Lexicon, Position

OFF: Final = -1
"""The place of a unit that is not on the map."""


class HexBook(Book):
    """Compiled data that every game of counters on hexes has."""

    fog_of_war: bool = True
    """Is only the top counter of a stack seen? A game with a switch for it says so."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        switches: dict[str, Any],
        grid: Grid,
        unit_ids: Sequence[str],
        unit_sides: Sequence[int],
    ) -> None:
        places = {index: grid.name(index) for index in bits(grid.all)}
        super().__init__(game, scenario, switches, Lexicon(unit_ids, places, game.sides))
        self.grid = grid
        self.side_of = tuple(unit_sides)
        """Number of the side that each unit belongs to."""
        self.units_of = tuple(
            tuple(unit for unit, owner in enumerate(self.side_of) if owner == side) for side in range(len(game.sides))
        )
        self.roster = tuple(sum(1 << unit for unit in units) for units in self.units_of)
        """All units of each side as a set of unit bits."""
        self.stacked: tuple[tuple[int, ...], tuple[int, ...], list[int]] = ((), (), [])
        """Of the position that was asked last who stands where, who lies above whom, and who shares a hex."""

    def forget(self) -> None:
        """Drop what has been worked out for earlier positions; only measurements need this."""


def changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """The same values but for one of them.

    >>> changed((1, 2, 3), 1, 9)
    (1, 9, 3)
    """
    found = list(values)
    found[at] = value
    return tuple(found)


B = TypeVar("B", bound=HexBook)


class HexPosition(Position[B], kw_only=True, eq=False):
    """A position of units on hexes. Opposing units never share a hex."""

    DERIVED: ClassVar[frozenset[str]] = frozenset({"occupied", "present", "shared"})

    place: tuple[int, ...]
    steps: tuple[int, ...]
    pile: tuple[int, ...]
    occupied: tuple[Mask, ...] = ()
    """The hexes that each side occupies."""
    present: int = 0
    """The units on the map, one bit each."""
    shared: Mask = 0
    """The hexes in which more than one unit stands."""

    def derive(self) -> None:
        hexes, shared = [0] * len(self.book.sides), 0
        if not len(self.place) == len(self.steps) == len(self.book.side_of):
            raise ValueError("every unit has a place and its steps")
        for unit, here in enumerate(self.place):
            if here != OFF:
                if here not in self.book.lexicon.places:
                    raise ValueError(f"unit {unit} is in no hex of the map")
                side = self.book.side_of[unit]
                shared |= hexes[side] & 1 << here
                hexes[side] |= 1 << here
        self.occupied = tuple(hexes)
        self.shared = shared
        self.present = sum(1 << unit for unit, here in enumerate(self.place) if here != OFF)

    def key(self) -> tuple[Any, ...]:
        """Equal stacks in equal order are equal, however the order came about."""
        place, stacked = self.place, self.stacked()
        values = list(self.key_values()(self))
        values[self.key_fields().index("pile")] = tuple(sorted(stacked, key=place.__getitem__))
        return (self.book.scenario, self.book.agreed, *values)

    # --- asking ----------------------------------------------------------------------------------

    def stacked(self) -> list[int]:
        """The units that share a hex with others, within any hex the upper one first. Nobody may change the list: it is
        the same as long as nobody goes anywhere, and whoever thinks of a position asks for it again and again."""
        if not self.shared:
            return []
        place, pile, (were, lay, found) = self.place, self.pile, self.book.stacked
        if were is not place or lay is not pile:
            full = set(bits(self.shared))
            found = [unit for unit in pile if place[unit] in full]
            self.book.stacked = (place, pile, found)
        return found

    def stack_in(self, here: int) -> tuple[int, ...]:
        """The units in a hex, the top one first."""
        place = self.place
        return tuple(unit for unit in self.pile if place[unit] == here) if here in place else ()

    def stacks(self) -> list[tuple[int, list[int]]]:
        """Every hex that holds units, in rising order, and its stack, the top one first: all of them in one go."""
        place = self.place
        found: dict[int, list[int]] = {}
        for unit in self.pile:
            if (here := place[unit]) != OFF:
                found.setdefault(here, []).append(unit)
        return sorted(found.items())

    def on_map(self, side: int) -> list[int]:
        """The units of a side that are on the map."""
        return bits(self.present & self.book.roster[side])

    def reach_of(self, side: int) -> dict[int, Mask]:
        """Where each unit of a side that can still move could end its move."""
        raise NotImplementedError

    def strength(self, units: Iterable[int]) -> int:
        """The steps of these units together."""
        steps = self.steps
        return sum(steps[unit] for unit in units)

    # --- changing --------------------------------------------------------------------------------

    def put(self, unit: int, here: int) -> None:
        """The unit arrives in a hex, on top of whatever stands there."""
        if self.place[unit] == here:
            self.lift(unit)
        before, side = self.place[unit], self.book.side_of[unit]
        self.place = changed(self.place, unit, here)
        at = self.pile.index(unit)
        if at:
            self.pile = (unit, *self.pile[:at], *self.pile[at + 1 :])
        self.present |= 1 << unit
        held = self.occupied[side] if before == OFF else self._held_without(side, before)
        self.shared |= held & 1 << here
        self.occupied = changed(self.occupied, side, held | 1 << here)
        if before != OFF:
            self.left(before, unit)

    def lift(self, unit: int) -> None:
        """The unit leaves its hex."""
        here, side = self.place[unit], self.book.side_of[unit]
        if here == OFF:
            return
        self.place = changed(self.place, unit, OFF)
        self.present ^= 1 << unit
        self.occupied = changed(self.occupied, side, self._held_without(side, here))
        self.left(here, unit)

    def _held_without(self, side: int, here: int) -> Mask:
        """What a side holds after a unit has gone from a hex."""
        if not self.shared >> here & 1:
            return self.occupied[side] ^ 1 << here
        if self.place.count(here) == 1:
            self.shared ^= 1 << here
        return self.occupied[side]

    def left(self, here: int, unit: int) -> None:
        """What it means that a unit has left a hex."""

    def lose_step(self, unit: int) -> bool:
        """The unit loses one step; True when that was its last and it left the map."""
        left = self.steps[unit] - 1
        self.steps = changed(self.steps, unit, left)
        if left == 0:
            self.lift(unit)
        return left == 0

    def restack(self, order: Sequence[int]) -> None:
        """Put the units of one stack into this order, top first. Nothing else in the pile tells that it was done."""
        among = iter(order)
        self.pile = tuple(next(among) if unit in order else unit for unit in self.pile)
