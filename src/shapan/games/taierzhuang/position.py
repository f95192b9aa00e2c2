"""The position of a game of Storm Over Taierzhuang: units in areas, chits in hands and cups."""

from __future__ import annotations

from shapan.kernel import Position, Side

from .book import TaierzhuangBook
from .sides import JAPANESE


class TaierzhuangPosition(Position[TaierzhuangBook], kw_only=True, eq=False):
    """Sets of units and of areas are integers with one bit each; chits are counted by kind."""

    at: tuple[int, ...]
    """The set of units in each place and box."""
    spent: int = 0
    """2.1: the units that lie with their Spent side up."""
    control: tuple[int, int] = (0, 0)
    """9.0: the areas that each side controls; frozen during an impulse."""
    hands: tuple[int, ...]
    """5.1: how many of each chit are held. Secret."""
    cups: tuple[int, ...]
    """5.1: how many of each chit are in the cup. Secret."""
    played: tuple[int, ...]
    """R-30: chits played and shown, back into the cup when the impulse or phase ends."""
    limits: tuple[int, ...] = ()
    """3.1: the D6 of each area whose set-up is limited."""
    retreated: int = 0
    """R-08: the units of the pools that retreated into a zone."""
    event: int = 0
    """4.0: the total rolled for this turn's Random Event."""
    eager: int = 0
    """Events 3 and 11: the sides whose first action does not flip its units, one bit each."""
    shift: tuple[int, int] = (0, 0)
    """5.1: what events have done to each side's TC maximum of this turn."""
    next_shift: tuple[int, int] = (0, 0)
    drm: int = 0
    """6.1: the modifier of this turn's first KMT reinforcement roll."""
    next_drm: int = 0
    initiative: int = JAPANESE
    cut: int = 0
    """Guerrillas: areas into and through which no supply is traced in this End Phase."""
    dropped: int = 0
    """Air Drop: areas that count as supplied in this End Phase."""
    concentration: int = -1
    """12.7: the side that holds the Concentration chit; -1 when nobody does."""

    # --- asking ----------------------------------------------------------------------------------

    def place_of(self, unit: int) -> int:
        """Where a unit is; -1 for chits and for units taken out of the game (12.3)."""
        bit = 1 << unit
        for place, units in enumerate(self.at):
            if units & bit:
                return place
        return -1

    def units_in(self, side: int, place: int) -> int:
        """The units of a side in a place."""
        return self.at[place] & self.book.roster[side]

    def ready_in(self, side: int, place: int) -> int:
        """2.1: those of them that can act."""
        return self.at[place] & self.book.roster[side] & ~self.spent

    def strength(self, side: int, place: int) -> int:
        """7.1.2: how many units of a side are in a place."""
        return (self.at[place] & self.book.roster[side]).bit_count()

    def occupied(self, side: int) -> int:
        """The areas that hold a unit of this side."""
        roster, found = self.book.roster[side], 0
        for area in range(self.book.area_count):
            if self.at[area] & roster:
                found |= 1 << area
        return found

    def best_defence(self, units: int) -> int:
        """7.2.2c: the highest current Defense Factor of these units."""
        halves = (self.book.by_ready_df, units & ~self.spent), (self.book.by_spent_df, units & self.spent)
        return max(value for table, half in halves for value, those in table if those & half)

    def allowance(self, units: int) -> int:
        """7.1.1: the Movement Allowance of the slowest of these units."""
        return next(value for value, those in self.book.by_movement if those & units)

    def factors(self, units: int) -> int:
        """7.2.2a: the Combat Factors together."""
        return self.book.factors(units)

    def name(self, side: int) -> Side:
        return self.book.sides[side]

    # --- 5.0 chits -------------------------------------------------------------------------------

    def held(self, side: int) -> int:
        """How many chits a side holds; the number is public."""
        hands = self.hands
        return sum(hands[chit] for chit in self.book.chits_of[side])

    def in_cup(self, side: int) -> int:
        cups = self.cups
        return sum(cups[chit] for chit in self.book.chits_of[side])

    def maximum(self, side: int, turn: int, shift: int) -> int:
        """5.1: the TC maximum of a turn with what an event did to it."""
        printed: int = self.book.maxima[side][turn - 1]
        return printed + shift

    def event_effect(self) -> str:
        """4.0: the effect of this turn's Random Event; Fuel Shortage is none under 12.3."""
        if not self.event:
            return "none"
        effect = self.book.events[self.event].effect
        return "none" if effect == "fuel" and self.book.switches["saving_face"] else effect

    # --- changing --------------------------------------------------------------------------------

    def put(self, units: int, here: int, there: int) -> None:
        """Units go from one place or box to another."""
        places = list(self.at)
        places[here] &= ~units
        places[there] |= units
        self.at = tuple(places)

    def remove(self, units: int, here: int, there: int) -> None:
        """Units leave play for a box: a pool or the losses. They lie there with their Ready side up."""
        self.put(units, here, there)
        self.spent &= ~units
