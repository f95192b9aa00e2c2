"""Shanghai-Nanking Campaign 9.2 to 9.5 Terrain, compiled, with what 7.1, 10.4.1 and 11.4 read from the map."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from shapan.ground.hexes import Costs, HexMap, HexSides, Link, Mask, bits, fill, terrain_costs
from shapan.mechanics.odds import Multipliers

WATER: Final = ("lake", "sea", "yangtze", "out_of_play")
"""9.4: kinds of hexes that nobody enters."""


class Terrain:
    """The map as the rules ask for it, for one choice of the switches that change it."""

    def __init__(
        self, sheet: HexMap, charts: dict[str, Any], scenario: dict[str, Any], switches: dict[str, Any]
    ) -> None:
        self.map, self.grid = sheet, sheet.grid
        self._settlements(scenario["victory"], switches["seventh_city"])
        self._hexsides()
        self._naval(int(switches["yangtze_navigable_from_column"]))
        self._shifts(charts["terrain_shifts"], bool(switches["town_adds_to_terrain"]))
        self._railway()
        self.shares = Multipliers(
            {name: Fraction(*pair) for name, pair in charts["multipliers"].items() if isinstance(pair, list)}
        )
        self._shares: dict[tuple[int, int], int] = {}
        for kind, sides in (("creek", self.creek), ("river", self.river)):
            for one, two in sides:
                self._shares[one, two] = self._shares[two, one] = self.shares[kind]

    # --- 9.5 cities and towns --------------------------------------------------------------------

    def _settlements(self, victory: dict[str, Any], seventh: str) -> None:
        """R-36: of the hexes that may be the seventh city, one is; the other is a town."""
        grid, sheet = self.grid, self.map
        self.neutral = sheet.region("neutral")
        self.enterable: Mask = grid.all & ~(sheet.kind(*WATER) | self.neutral)
        self.japanese_goal: Mask = grid.hexes(victory["certain_cities"]) | 1 << grid.index(seventh)
        """4.3: the cities that the Japanese must control; the neutral one follows by itself."""
        self.cities: Mask = self.japanese_goal | 1 << grid.index(victory["automatic_city"])
        self.towns: Mask = (sheet.places_of("town") | sheet.places_of("city")) & ~self.cities
        self.landing: Mask = sheet.region("landing")
        self.yangtze_landing: Mask = sheet.region("landing", water="yangtze")
        self.coastal: Mask = grid.spread(sheet.kind("sea", "yangtze")) & self.enterable
        """8.4.1: hexes next to the sea or the Yangtze."""

    # --- 9.3 water barriers ----------------------------------------------------------------------

    def _hexsides(self) -> None:
        sheet = self.map
        self.river, self.creek = sheet.sides("river"), sheet.sides("creek")
        self.barred: HexSides = sheet.sides("lake")
        """9.4, 10.4.1: nothing and nobody crosses."""
        self.no_zone: HexSides = self.barred | sheet.sides("navigable")
        self.zone_into: Mask = self.enterable & ~self.cities
        """7.1: zones reach into no city, and no hex that cannot be entered matters."""

        self.steps: dict[int, Mask] = {
            here: self.barred.around(1 << here) & self.enterable for here in bits(self.grid.all)
        }
        """The neighbours into which units of each hex can attack, advance or retreat."""
        self.near: dict[int, tuple[int, ...]] = {here: tuple(bits(there)) for here, there in self.steps.items()}
        """The same, listed."""

    # --- 11.4 naval gunfire ----------------------------------------------------------------------

    def _naval(self, first_column: int) -> None:
        grid = self.grid
        west = sum(grid.column(number) for number in range(grid.first_column, first_column))
        yangtze = self.map.kind("yangtze")
        self.navigation_line = HexSides.between(grid, yangtze & west, yangtze & ~west)
        shore = grid.spread(yangtze & ~west) & self.enterable
        banks = self.map.sides("navigable").touching & self.enterable
        self.gunfire_defence: Mask = shore | banks
        """11.4, and 7.1's coast within the gunfire line (R-12)."""
        self.gunfire_attack: Mask = shore | banks | grid.spread(shore) & self.enterable

    # --- 10.4.1 terrain in combat ----------------------------------------------------------------

    def _shifts(self, chart: dict[str, Any], town_adds: bool) -> None:
        """Columns (negative) for a Chinese and for a Japanese defender in each hex."""
        plain = {here: int(chart.get(kind, 0)) for here, kind in self.map.terrain.items()}
        chinese = dict(plain)
        for here in bits(self.towns):
            chinese[here] = plain[here] + int(chart["town"]) if town_adds else min(plain[here], int(chart["town"]))
        most = int(chart["most"])
        self.shift: tuple[dict[int, int], ...] = tuple(
            {here: max(columns, most) for here, columns in table.items()} for table in (chinese, plain)
        )
        for table in self.shift:
            table.update(dict.fromkeys(bits(self.cities), int(chart["city"])))

    # --- 9.5.2 railways --------------------------------------------------------------------------

    def _railway(self) -> None:
        sheet = self.map
        self.rail: HexSides = sheet.links("rail")
        self.rail_start: Mask = sheet.region("rail_start")
        net = fill(self.grid, self.rail_start, self.rail.touching, along=self.rail)
        self.rail_edge: Mask = sheet.region("rail_edge") & net
        """R-06: edge hexes of the net to which Nanking and Hangzhou belong; a spur without either gives no entry."""

    # --- 9.4 movement costs ----------------------------------------------------------------------

    def costs(self, movement: dict[str, Any], side: str) -> Costs:
        """The half points that each step costs a side's units."""
        enter = [
            (self.map.kind(kind) & self.enterable, int(prices[side]))
            for kind, prices in movement["enter"].items()
            if kind != "city"
        ]
        enter.append((self.cities & self.enterable, int(movement["enter"]["city"][side])))
        crossed = {"river": self.river, "creek": self.creek}
        cross = [(crossed[kind], int(prices[side])) for kind, prices in movement["cross"].items()]
        links = []
        if side in movement["road"]:
            roads = self.map.links("road") | self.rail
            links.append(Link(roads, enter=int(movement["road"][side])))
        return terrain_costs(self.grid, enter, cross, links, self.barred)

    def share(self, here: int, target: int) -> int:
        """10.4.1: in parts of ``shares.whole``, what counts of a unit that attacks across this hexside."""
        return self._shares.get((here, target), self.shares.whole)
