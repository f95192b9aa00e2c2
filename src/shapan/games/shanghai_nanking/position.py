"""The position of a game of the Shanghai-Nanking Campaign: units on hexes, and what players have to remember."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from shapan.ground.hexes import bits
from shapan.mechanics.restack import RestackingPosition
from shapan.mechanics.sides import other

from .book import IN_PLAY, IN_POOL, CampaignBook
from .zones import Front

Hex: TypeAlias = int
Units: TypeAlias = int
"""A set of units, one bit each."""


class CampaignPosition(RestackingPosition[CampaignBook], kw_only=True, eq=False):
    """See the base class for units on hexes.

    ``steps`` is 2 for a full two-step unit, 1 for a reduced or one-step unit, 0 for an eliminated one.
    """

    due: tuple[int, ...]
    """8.0: the turn on which each unit arrives (earlier turns: delayed), or that it is in play, or in the pool."""
    japanese_held: int = 0
    """3.2: the hexes that the Japanese control; the Chinese control all others."""
    plan: str = ""
    """5.3: what the player whose turn it is has announced."""
    acted: Units = 0
    """9.0, 10.0: the units that have moved or attacked in this phase."""
    attacked: int = 0
    """10.0: the hexes that have been attacked in this phase."""
    owned: tuple[tuple[int, ...], ...] = ()
    """8.5: fire support markers received so far, by side and category."""
    ready: tuple[tuple[int, ...], ...] = ()
    """11.1: those of them that have not been used since the last Operations Phase began."""
    chinese_air: bool = True
    """11.3: Chinese air support has not been lost."""
    replaced: int = 0
    """8.3: replacement steps used this turn."""
    at_sea: tuple[tuple[int, int], ...] = ()
    """8.4: units off the coast and the landing hex of each."""
    sites: tuple[tuple[int, int], ...] = ()
    """8.4.1, 8.4.2: for a list of 13.0 that lands at one location, that location."""
    lost: tuple[int, int] = (0, 0)
    """Steps lost by each side, for the record only."""

    # --- asking ----------------------------------------------------------------------------------

    def front(self, side: int) -> Front:
        """What this side faces: enemy zones, ways, lines of communication."""
        return self.book.front(side, self.occupied[other(side)], self.occupied[side])

    def factor(self, unit: int) -> int:
        """2.2.1: the combat factor on the side of the counter that shows."""
        return self.book.factors[unit][self.steps[unit]]

    def strength(self, units: Iterable[int]) -> int:
        """The combat factors of these units together."""
        factors, steps = self.book.factors, self.steps
        return sum(factors[unit][steps[unit]] for unit in units)

    def movers(self, side: int) -> list[int]:
        """The mobile units of a side on the map that have not acted in this phase."""
        return bits(self.present & self.book.mobile[side] & ~self.acted)

    def waiting(self, side: int) -> list[int]:
        """8.0: reinforcements that may come this turn: scheduled, delayed or returning."""
        turn, due = self.turn, self.due
        return [unit for unit in self.book.units_of[side] if 0 < due[unit] <= turn]

    def pool(self) -> list[int]:
        """9.1: the Japanese garrisons that are off the map, the strongest first."""
        garrisons = [unit for unit in self.book.japanese_garrisons if self.due[unit] == IN_POOL]
        return sorted(garrisons, key=lambda unit: -self.book.factors[unit][-1])

    def owner(self, units: Units) -> int:
        """The side to which these units belong."""
        return self.book.side_of[bits(units)[0]]

    def alive(self, units: Units) -> Units:
        """Those of a set of units in play that have not been eliminated."""
        steps, due = self.steps, self.due
        return sum(1 << unit for unit in bits(units) if steps[unit] and due[unit] == IN_PLAY)

    # --- changing --------------------------------------------------------------------------------

    def set_due(self, unit: int, due: int) -> None:
        self.due = (*self.due[:unit], due, *self.due[unit + 1 :])

    def set_steps(self, unit: int, steps: int) -> None:
        self.steps = (*self.steps[:unit], steps, *self.steps[unit + 1 :])

    def place_in_play(self, unit: int) -> None:
        """The unit is no longer a reinforcement."""
        if self.due[unit] != IN_PLAY:
            self.set_due(unit, IN_PLAY)
