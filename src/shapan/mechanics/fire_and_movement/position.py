"""The position of a Fire & Movement game, and the questions that a title's exclusive rules may answer differently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeVar

from shapan.ground.hexes import Costs, Mask, bits, mask_of
from shapan.kernel import Action, Refusal
from shapan.mechanics.forces import OFF, HexPosition
from shapan.mechanics.sides import other

from .book import LEG, MOBILE, FireAndMovementBook
from .misplaced import out_of_combat
from .terms import Battle, Term, Units

B = TypeVar("B", bound=FireAndMovementBook)

ABSENT: Final = -4
READY: Final = -3
USED: Final = -2
"""States of a support marker; a title may add others."""


class Trek(NamedTuple):
    """5.1: a stack that has just moved together: one member may go on alone."""

    members: Units
    spent: int
    """The points that all of them have spent."""


NO_TREK: Final = Trek(0, 0)
"""Nobody has just moved together, so nobody may go on."""


class FireAndMovementPosition(HexPosition[B], kw_only=True, eq=False):
    """Units on hexes and what the standard rules make players remember."""

    moved: Units = 0
    """5.1: units that have moved in this phase."""
    trek: Trek = NO_TREK
    rides: Units = 0
    """2.3.2: leg units stacked with a mobile support unit since before the mobile movement phase."""
    crowded: int = OFF
    """5.3: a hex that was entered beyond the stacking limit and has to be put right by the next moves."""
    attacked: Units = 0
    """7.1: units that have attacked in this phase."""
    struck: Mask = 0
    """7.1: hexes that have been attacked in this phase."""
    support: tuple[int, ...] = ()
    """8.0: the state of each support marker."""
    lost: Units = 0
    """7.7: units that can never come back."""

    # --- zones of control (6.0) ------------------------------------------------------------------

    def zone_of(self, side: int) -> Mask:
        """6.0: the playable hexes next to the units of a side; those of the side that does not move stay the same."""
        hexes, (asked, found) = self.occupied[side], self.book.zones[side]
        if asked is not hexes:
            found = self.book.grid.spread(hexes) & self.book.playable
            self.book.zones[side] = (hexes, found)
        return found

    # --- what exclusive rules may answer differently -----------------------------------------------

    def closed_to(self, side: int) -> Mask:
        """Hexes that this side may not enter at all."""
        return 0

    def shunned_by(self, side: int) -> Mask:
        """Hexes whose entry has a price: a move named by its end alone enters them only if it ends there."""
        return 0

    def sectors_shunned(self, side: int) -> tuple[Mask, ...]:
        """The same, apart by what the price is, the lowest first: to end in one is no leave to cross another."""
        return ()

    def garrisoned(self, side: int) -> Mask:
        """Hexes that this side holds without a unit: the enemy must attack them before he can enter."""
        return 0

    def held_against(self, side: int, here: int, case: str) -> Refusal:
        """Why units of this side may not enter a hex that the enemy holds; the case is that of their move."""
        return Refusal(case, "refusal.path_enemy", hex=here)

    def noteworthy(self, side: int) -> Mask:
        """Hexes in which an entry of this side changes something, so that a move has to tell its whole way."""
        return 0

    def held_by_staying(self, units: Units) -> bool:
        """Would the hex of these units be the enemy's again as soon as they leave it?"""
        return False

    def prizes(self, side: int) -> Mask:
        """Hexes that an entry of this side takes from the enemy."""
        return 0

    def costs_for(self, side: int, mover: str) -> Costs:
        """5.2: what steps cost units of this side."""
        return self.book.costs[mover]

    def hindrance(self, side: int) -> tuple[str, str] | None:
        """The case, and the text, of whatever makes steps of this side costlier than the terrain does."""
        return None

    def allowance(self, unit: int) -> int:
        """5.1: the movement points of a unit in this phase."""
        return self.book.ma[unit]

    def no_points(self, unit: int) -> Refusal:
        """5.1: why a unit that has no movement points left goes nowhere."""
        return Refusal("5.1", "refusal.no_points", unit=unit)

    def retreat_zone(self, side: int) -> Mask:
        """6.2: the enemy zones that a retreat of this side may not enter."""
        return self.zone_of(other(side))

    def exits(self, unit: int, here: int) -> tuple[int, ...]:
        """7.7, 7.9: the hexes next to this one that the ground lets the unit retreat or advance to."""
        return self.book.beside[here]

    def marker_reach(self, marker: int) -> Mask:
        """8.2: the hexes that a support marker reaches. The standard range has no limit."""
        return self.book.grid.all

    def terrain_term(self, battle: Battle) -> Term:
        """7.4, 7.5: what the defender's hex adds to the defence."""
        return self.book.terrain_term(battle.target)

    def garrison_terms(self, battle: Battle) -> list[Term]:
        """What defends the hex besides units."""
        return []

    def first_losses(self, units: Units) -> Units:
        """7.6: those of the units of one side in a battle that must take an exchange before all others."""
        return 0

    def resists_freely(self, battle: Battle) -> bool:
        """7.8: do the defenders of this battle hold without a die roll when they sacrifice a step?"""
        return False

    def sheltered(self, side: int, here: int) -> bool:
        """7.5: does whatever let the defenders of this hex resist so still stand, after some of them have gone?"""
        return True

    def enter(self, unit: int, hexes: Sequence[int]) -> None:
        """What it means that a unit enters these hexes one after the other."""

    # --- changing --------------------------------------------------------------------------------

    def arrive(self, unit: int, hexes: Sequence[int]) -> None:
        """The unit goes through these hexes and stands in the last one."""
        self.put(unit, hexes[-1])
        self.enter(unit, hexes)

    def kill(self, unit: int, forever: bool = False) -> None:
        """The unit leaves the map with all its steps; 7.7: for good, if it could not retreat."""
        self.lift(unit)
        self.steps = (*self.steps[:unit], 0, *self.steps[unit + 1 :])
        if forever:
            self.lost |= 1 << unit

    def set_support(self, marker: int, state: int) -> None:
        """8.0: this marker (a piece number) is now in that state."""
        at = marker - self.book.first_marker
        self.support = (*self.support[:at], state, *self.support[at + 1 :])

    # --- asking ----------------------------------------------------------------------------------

    def misplaced(self, action: Action) -> Refusal | None:
        """In the middle of a battle its own step says what comes first."""
        return None if isinstance(self.top, Battle) else out_of_combat(action)

    def not_of(self, side: int, unit: int, case: str) -> Refusal | None:
        """Orders go to one's own units: not to the enemy's, and not to markers."""
        if unit >= len(self.book.entries):
            return Refusal(case, "refusal.no_unit")
        return None if self.book.side_of[unit] == side else Refusal(case, "refusal.not_yours")

    def mates(self, unit: int) -> Units:
        """5.3: the stack of a unit: itself and the units with which it attacks, defends and retreats."""
        bit, loose, here = 1 << unit, self.book.loose, self.place[unit]
        if loose & bit or here == OFF or not self.shared >> here & 1:
            return bit
        return mask_of(self.units_in(here)) & ~loose

    def units_in(self, here: int) -> list[int]:
        """The units in a hex, in no particular order."""
        place = self.place
        if not self.shared >> here & 1:
            return [place.index(here)] if (self.occupied[0] | self.occupied[1]) >> here & 1 else []
        found, at = [], -1
        # tuple.index looks at the whole army in a microsecond; a comprehension takes ten.
        for _ in range(place.count(here)):
            at = place.index(here, at + 1)
            found.append(at)
        return found

    def fits(self, units: Units, here: int) -> bool:
        """5.3: may these units (of one side, arriving together) stop in this hex beside whoever stands there?"""
        return self.lawful((mask_of(self.units_in(here)) | units) & ~self.book.loose)

    def lawful(self, stack: Units) -> bool:
        """5.3: may these units share a hex?"""
        if stack.bit_count() <= 1:
            return True
        one = (stack & -stack).bit_length() - 1
        return stack.bit_count() == 2 and bool(self.book.partners[one] & stack)

    def room_for(self, units: Units, among: Mask) -> Mask:
        """5.3: those of some hexes in which these units find room: wherever no friends stand, and elsewhere perhaps."""
        friends = self.occupied[self.book.side_of[(units & -units).bit_length() - 1]]
        return among & ~self.full_for(units) if among & friends else among

    def full_for(self, units: Units) -> Mask:
        """5.3: the hexes in which these units find no room, as a set."""
        book = self.book
        if not units & ~book.loose:
            return 0
        first = (units & -units).bit_length() - 1
        side, place, mine = book.side_of[first], self.place, ~(book.loose | units)
        full = self.occupied[side]
        # Everybody's hex is full but for those in which none of the others stands, or one who may share it.
        for unit in bits(self.present & book.roster[side] & ~mine):
            here = place[unit]
            if not self.shared >> here & 1 or not mask_of(self.units_in(here)) & mine:
                full &= ~(1 << here)
        if units.bit_count() == 1:
            for mate in bits(self.present & book.partners[first] & mine):
                here = place[mate]
                if not self.shared >> here & 1 or mask_of(self.units_in(here)) & mine == 1 << mate:
                    full &= ~(1 << here)
        return full

    def mover(self, units: Units) -> str:
        """2.3.2: a mobile unit, and whoever travels with one, pays mobile costs."""
        return MOBILE if units & self.book.mobile else LEG

    def alive(self, units: Units) -> Units:
        """Those of a set of units that are on the map."""
        return units & self.present


FM = FireAndMovementPosition[Any]
P = TypeVar("P", bound=FireAndMovementPosition[Any])
"""The position of a title, in steps that its exclusive rules extend."""
