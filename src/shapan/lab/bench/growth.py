"""Growth: what the destinations of an army cost on larger and larger maps.

The maps are made up: the same ground and the same crowd everywhere, so that a unit reaches about as many hexes on each
of them. What a flood costs should then grow no faster than those hexes, whatever the size of the map.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from shapan.ground.hexes import Costs, Field, Grid, Hex, Mask, bits, terrain_costs

from .clock import cpu
from .measure import Measure, Say

MAPS: Final = ((36, 24, 60), (72, 48, 240), (144, 96, 960))
"""Columns, rows, and units a side."""
POINTS: Final = 8


class Grown(msgspec.Struct, frozen=True):
    """What one map costs: microseconds for each unit's destinations, and how many hexes they are."""

    hexes: int
    units: int
    reach: float
    single: float
    together: float


class Country:
    """A made-up map with two armies."""

    def __init__(self, columns: int, rows: int, units: int) -> None:
        rng = Random(columns)
        self.grid = Grid(1, columns, 1, rows, high="odd")
        hexes = list(bits(self.grid.all))
        self.costs: Costs = terrain_costs(
            self.grid, [(self.grid.all, 2), *(self._some(rng, hexes, c) for c in (3, 4, 6))]
        )
        self.enemy: Mask = sum(1 << here for here in rng.sample(hexes, units))
        free = [here for here in hexes if not self.enemy >> here & 1]
        self.own: list[Hex] = rng.sample(free, units)

    @staticmethod
    def _some(rng: Random, hexes: list[Hex], cost: int) -> tuple[Mask, int]:
        return sum(1 << here for here in rng.sample(hexes, len(hexes) // 6)), cost

    def field(self) -> Field:
        """As it is before anybody has asked anything."""
        return Field(self.costs, self.enemy, self.grid.spread(self.enemy))

    def single(self) -> int:
        field = self.field()
        return sum(field.reach(origin, POINTS).bit_count() for origin in self.own)

    def together(self) -> int:
        return sum(reach.bit_count() for reach in self.field().reach_all(self.own, POINTS).values())


def grown(columns: int, rows: int, units: int) -> Grown:
    """One map, measured; both ways must come to the same."""
    country = Country(columns, rows, units)
    reach = country.single()
    assert reach == country.together()
    each = 1e6 / units
    return Grown(columns * rows, units, reach / units, cpu(country.single) * each, cpu(country.together) * each)


def bench_growth(say: Say) -> list[Measure]:
    """Floods one by one and together on each map, and whether the largest keeps pace with the smallest."""
    say("floods on made-up maps")
    tables = [grown(*size) for size in MAPS]
    measures = []
    for table in tables:
        label = f"{table.hexes:,} hexes, {table.units} units"
        note = f"{table.reach:.1f} hexes in reach"
        measures.append(Measure(f"{label}: one by one", table.single, 0, "µs a unit", note=note))
        measures.append(Measure(f"{label}: together", table.together, 0, "µs a unit", note=note))
        measures.append(Measure(f"{label}: together faster by", table.single / table.together, 1, "x"))
    least, most = tables[0], tables[-1]
    pace = most.single / most.reach / (least.single / least.reach)
    joined = most.together / most.reach / (least.together / least.reach)
    return [
        *measures,
        Measure("a hex in reach on the largest map, one by one", pace, 1.5, "x the smallest", at_most=True),
        Measure("a hex in reach on the largest map, together", joined, 1.5, "x the smallest", at_most=True),
    ]
