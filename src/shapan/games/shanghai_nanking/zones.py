"""Shanghai-Nanking Campaign 7.0 Zones of control, and the lines of communication that they cut (7.2, 8.2, 8.3)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from shapan.ground.hexes import Field, Mask, ZoneRule, communication, fill, zone

from .sides import JAPANESE

if TYPE_CHECKING:
    from .book import CampaignBook


class Front:
    """What one side faces, given where its enemy stands. A pure function of that, so it is shared and never stale."""

    def __init__(self, book: CampaignBook, side: int, enemy: Mask, held: Mask) -> None:
        self.book, self.side, self.enemy = book, side, enemy
        terrain = book.terrain
        self.reach: Mask = zone(book.grid, enemy, terrain.no_zone, terrain.zone_into)
        """7.0, 7.1: where enemy zones reach, cities, lakes and the navigable Huangpu aside."""
        self.zone: Mask = self.reach & ~held
        """7.1: the same without the gunfire coast that this side holds; what counts for lines of communication."""
        coast = terrain.gunfire_defence if side == JAPANESE and book.coastal_mover_counts else held
        self.field: Field = Field(book.costs[side], enemy, self.reach & ~coast)
        """7.2, R-12: a unit on the move does not hold the coastal hexes that it enters, unless the option says so."""

    @cached_property
    def adjacent(self) -> Mask:
        """Hexes next to an enemy unit, zone or not."""
        return self.book.grid.spread(self.enemy)

    @cached_property
    def arrivals(self) -> Field:
        """8.2: reinforcements on the move enter no hex next to an enemy unit (R-23)."""
        return Field(self.book.costs[self.side], self.enemy, self.adjacent, rule=ZoneRule.SHUN)

    @cached_property
    def communicating(self) -> Mask:
        """8.3, R-13: the hexes with a line of communication to a landing hex."""
        return self._line(self.book.terrain.landing)

    @cached_property
    def communicating_with_yangtze(self) -> Mask:
        """8.3: the same for naval infantry, to a landing hex on the Yangtze."""
        return self._line(self.book.terrain.yangtze_landing)

    def _line(self, heads: Mask) -> Mask:
        """R-48: who controls the hexes does not matter, only units, zones and ground that nobody crosses."""
        terrain = self.book.terrain
        open_ = terrain.enterable & ~(self.enemy | self.zone)
        return communication(self.book.grid, heads, open_, terrain.barred) & terrain.enterable

    @cached_property
    def railway(self) -> Mask:
        """8.2 b), 9.5.2: rail hexes with a line along the rails to the edge.

        R-06: from either edge the rails lead to Nanking or Hangzhou first and nowhere else, so that every line runs
        through one of them.
        """
        terrain = self.book.terrain
        open_ = terrain.rail.touching & ~(self.enemy | self.zone)
        served = fill(self.book.grid, terrain.rail_edge & open_, open_, along=terrain.rail)
        return served & ~self.adjacent
