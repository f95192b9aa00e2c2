"""What a staff officer of the Shanghai-Nanking Campaign knows of the ground before the first shot, worked out once.

March costs are half points. Nothing here depends on a position except where the marches begin, and that is remembered
for as long as the units stand there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from shapan.ground.hexes import Costs, Mask, bits
from shapan.ground.hexes.flood import first_steps, flood_levels, marches_to

from ..book import CampaignBook
from ..sides import CHINESE, JAPANESE

FAR: Final = 160
"""Half points beyond which nobody looks."""
NO_WAY: Final = 99
"""Stands for the march from a hex from which there is none, where marches are added up."""
NEVER: Final = 199
"""The same where the nearest is looked for: farther than any march."""
KEPT: Final = 256
"""How many starting lines of a march are remembered."""


class Need(msgspec.Struct, frozen=True):
    """A hex that should be held, in how many halves of a division equivalent (6.2), and by whom rather."""

    hex: int
    room: int
    rank: int
    """``STRONG`` units rather, or ``WEAK`` ones."""
    reason: str


class Ground:
    """The map of one book as both staffs read it."""

    def __init__(self, book: CampaignBook) -> None:
        self.book = book
        terrain, grid = book.terrain, book.grid
        self.ring: Mask = book.key_area & ~(1 << book.key_hex) & terrain.enterable
        """4.1, 4.2: the hexes next to Shanghai that units can enter."""
        self.goals: tuple[int, ...] = tuple(bits(terrain.japanese_goal & ~book.japanese_start))
        """4.3: the cities that the Japanese have to take."""
        self.strongholds: Mask = terrain.cities | terrain.towns
        """9.6: hexes that cannot be overrun."""
        wanted = (*self.goals, *bits(self.ring))
        self.march = {goal: march_to(book.costs[JAPANESE], 1 << goal) for goal in wanted}
        """For each goal and each hex next to Shanghai, what the march costs from every hex of an empty map."""
        self.retreat = {goal: march_to(book.costs[CHINESE], 1 << goal) for goal in self.goals}
        """The same for the Chinese."""
        self.to_key = march_to(book.costs[JAPANESE], 1 << book.key_hex)
        self.distance = grid.distance
        self.last_goal = max(self.goals, key=lambda goal: self.to_key.get(goal, FAR))
        """The city that lies farthest from Shanghai: where the campaign is decided if it is decided late."""
        self._marches: dict[Mask, dict[int, int]] = {}
        self.country: dict[tuple[Mask, Mask, int, tuple[int, ...]], tuple[Need, ...]] = {}
        """What the Chinese have to hold of the country (see ``needs``), as far as it has been worked out."""
        self.shoulders: dict[tuple[Mask, Mask, int, int], tuple[Need, ...]] = {}
        """The same of the ground around the hexes next to Shanghai."""
        crt = book.crt
        self.results = {
            column: tuple((row[column - crt.lowest].attacker, row[column - crt.lowest].defender) for row in crt.rows)
            for column in range(crt.lowest, crt.highest + 1)
        }
        """10.5: for each column the six results as steps of attacker and defender."""

    def goals_outside(self, hexes: Mask) -> list[int]:
        """4.3: the cities that are not among these hexes."""
        return [goal for goal in self.goals if not hexes >> goal & 1]

    def from_japanese(self, sources: Mask) -> dict[int, int]:
        """What the march from the nearest Japanese unit to every hex costs, Chinese units aside."""
        found = self._marches.get(sources)
        if found is None:
            if len(self._marches) >= KEPT:
                self._marches = {}
            found = self._marches[sources] = self._spread(sources)
        return found

    def _spread(self, sources: Mask) -> dict[int, int]:
        costs = self.book.costs[JAPANESE]
        open_ = self.book.terrain.enterable
        seeds = first_steps(costs.grid.stride, costs.classes, sources, FAR, open_)
        levels = flood_levels(costs.grid.stride, costs.classes, seeds, FAR, open_ & ~sources, open_)
        found = dict.fromkeys(bits(sources), 0)
        for cost, level in enumerate(levels):
            if level:
                found.update(dict.fromkeys(bits(level), cost))
        return found


@lru_cache(maxsize=16)
def ground_of(book: CampaignBook) -> Ground:
    """The ground of a book; every position of that book shares it."""
    return Ground(book)


def march_to(costs: Costs, goals: Mask) -> dict[int, int]:
    """What the march to the nearest goal costs from every hex of an empty map."""
    levels = marches_to(costs, goals, FAR - 1)
    return {here: cost for cost, level in enumerate(levels) for here in bits(level)}
