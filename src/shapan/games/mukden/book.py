"""The data of Mukden, compiled: map, order of battle, charts and scenario as the rules ask for them."""

from __future__ import annotations

from typing import Any

from shapan.ground.hexes import Field, HexMap, HexSides, Link, bits, read_map, terrain_costs
from shapan.kernel import BadData, Game
from shapan.mechanics.concentric import Concentric, ConcentricRule
from shapan.mechanics.crt import DifferentialTable
from shapan.mechanics.forces import HexBook

from .zones import Front

FRONTS_KEPT = 128
"""How many dispositions of an enemy are remembered; beyond that the memory begins anew."""


class MukdenBook(HexBook):
    """Everything that never changes during a game."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any]) -> None:
        data = game.data
        self.map: HexMap = read_map(data.text("map.toml"), "mukden/data/map.toml")
        self.miles_per_hex: int = data.table("map.toml")["scale"]["miles_per_hex"]
        self.entries = [unit for side in game.sides for unit in data.table("units.toml")[side]["units"]]
        owners = [number for number, side in enumerate(game.sides) for _ in data.table("units.toml")[side]["units"]]
        ids = [entry["id"] for entry in self.entries]
        super().__init__(game, scenario, switches, self.map.grid, ids, owners)
        self.fog_of_war = bool(switches["fog_of_war"])
        self.hidden_losses = bool(switches["hidden_losses"])
        self._order_of_battle(data.table("units.toml"))
        self._charts(data.table("charts.toml"))
        self._scenario(data.table("scenario.toml"))
        self._ground(data.table("charts.toml"))
        self.names = self._names()
        self._fronts: dict[tuple[int, int], Front] = {}

    # --- 2.0 units, 6.1 stacking -----------------------------------------------------------------

    def _order_of_battle(self, units: dict[str, Any]) -> None:
        values = units["division_equivalents"]
        self.equivalents = tuple(int(values[entry["size"]]) for entry in self.entries)
        self.stacking_limit = int(values["limit"])
        self.movement_factor = int(units["meta"]["movement_factor"])
        self.forced_march_points = int(units["meta"]["forced_march_points"])
        self.start_steps = tuple(int(entry["steps"]) for entry in self.entries)
        self.start_hexes = tuple(self.grid.index(entry["hex"]) for entry in self.entries)

    def _names(self) -> dict[str, str]:
        """Units by their full names, towns by name and number: a bare "9" or "2310" says little in a log."""
        towns = [place for place in self.map.places if place.kind in ("town", "victory_town")]
        named = {name: f"{place.name} ({name})" for place in towns for name in self.grid.names(place.hexes)}
        return named | {entry["id"]: entry["name"] for entry in self.entries}

    # --- 9.0 charts ------------------------------------------------------------------------------

    def _charts(self, charts: dict[str, Any]) -> None:
        table = charts["crt"]
        sides = self.sides
        self.crt = DifferentialTable(
            {side: table[f"{side}_minimum"] for side in sides},
            {side: table[f"{side}_headings"] for side in sides},
            table["rows"],
        )
        self.shifts: dict[str, int] = {k: v for k, v in charts["shifts"].items() if isinstance(v, int)}
        self.paralysed_by_die = tuple(charts["paralysis"]["by_die"])
        bombardment = charts["bombardment"]
        self.markers = int(bombardment["markers"])
        self.factor_per_marker = int(bombardment["factor_each"])
        self.markers_per_factor = int(bombardment["max_ratio_to_unit_factors"])
        around = charts["concentric"]
        rule = ConcentricRule(around["opposite"], around["alternate"], around["more_than"])
        self.concentric = Concentric(rule)

    # --- 3.0 to 5.0, 7.6 scenario ----------------------------------------------------------------

    def _scenario(self, scenario: dict[str, Any]) -> None:
        grid = self.grid
        self.turns = int(scenario["game"]["turns"])
        self.dates = tuple(scenario["turn_track"]["dates"])
        self.japanese_sudden_death_turns = frozenset(scenario["turn_track"]["japanese_sudden_death_turns"])
        self.skip_phase_one_turns = frozenset(scenario["turn_track"]["skip_phase_I_turns"])
        self.railroad = self.map.links("railroad", critical=True).touching
        self.russian_sudden_death = grid.index(scenario["victory"]["russian_sudden_death_hex"])
        self.end_game_hex = grid.index(scenario["victory"]["end_game_hex"])
        self.loss_ratio = tuple(scenario["victory"]["loss_ratio"])
        self.critical = self.railroad | 1 << self.russian_sudden_death
        self.japanese_start = grid.hexes(scenario["control"]["japanese"])
        heads = scenario["supply_heads"]
        self.supply_heads = (grid.hexes(heads["japanese"]), self._edge(heads["russian_first"], heads["russian_last"]))
        corps = scenario["cavalry_corps"]
        self.corps = self.lexicon.piece_numbers[corps["unit"]]
        self.corps_first_choice = grid.index(corps["first_choice"])
        if len(self.dates) != self.turns:
            raise BadData("mukden/data/scenario.toml: [turn_track] dates should name every turn")

    def _edge(self, first: str, last: str) -> int:
        """7.6: the hexes of one row from the first to the last named."""
        grid = self.grid
        low, high = grid.column_of(grid.index(first)), grid.column_of(grid.index(last))
        row = grid.row(grid.row_of(grid.index(first)))
        return sum(1 << here for here in bits(grid.all) if row >> here & 1 and low <= grid.column_of(here) <= high)

    # --- 8.3 terrain, 9.6 terrain in combat ------------------------------------------------------

    def _ground(self, charts: dict[str, Any]) -> None:
        sheet, cost = self.map, charts["movement"]
        self.major_river, self.minor_river = sheet.sides("major_river"), sheet.sides("minor_river")
        self.trench = tuple(sheet.sides("trench", owner=side) for side in self.sides)
        enter = [(sheet.kind(kind), int(cost[kind])) for kind in ("clear", "town", "victory_town", "mountain")]
        enter.append((sheet.kind("pass"), int(cost["pass_from_elsewhere"])))
        cross = [(self.major_river, int(cost["major_river"])), (self.minor_river, int(cost["minor_river"]))]
        through = Link(HexSides.inside(self.grid, sheet.kind("pass")), enter=int(cost["pass_from_pass"]))
        self.costs = terrain_costs(self.grid, enter, cross, [through])
        self.open_field = Field(self.costs)
        """The map without enemies, to explain what keeps a unit from a hex."""
        self.terrain_shift = dict(sheet.terrain)
        self.around = {here: self.grid.spread(1 << here) for here in bits(self.grid.all)}
        self.inbound = {there: self._steps_into(there) for there in bits(self.grid.all)}
        """Where a step into a hex may come from, and what it costs."""

    def _steps_into(self, there: int) -> tuple[tuple[int, int], ...]:
        steps = ((here, self.costs.step(here, there)) for here in self.grid.neighbours(there))
        return tuple((here, cost) for here, cost in steps if cost is not None)

    def forget(self) -> None:
        self._fronts = {}

    def front(self, side: int, enemy: int) -> Front:
        """What a side faces when its enemy occupies these hexes; remembered for all copies of all positions."""
        found = self._fronts.get((side, enemy))
        if found is None:
            if len(self._fronts) >= FRONTS_KEPT:
                self._fronts = {}
            found = self._fronts[side, enemy] = Front(self.grid, self.costs, enemy, self.supply_heads[side])
        return found
