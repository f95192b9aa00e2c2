"""The data of the Shanghai-Nanking Campaign, compiled: map, counters, charts and scenario as the rules ask for them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from shapan.ground.hexes import Field, Mask, bits, mask_of, read_map
from shapan.kernel import BadData, Game
from shapan.mechanics.concentric import Concentric, ConcentricRule
from shapan.mechanics.forces import OFF, HexBook
from shapan.mechanics.odds import OddsTable

from .actions import CATEGORIES
from .sides import JAPANESE
from .terrain import Terrain
from .zones import Front

FRONTS_KEPT: Final = 128
"""How many dispositions of an enemy are remembered; beyond that the memory begins anew."""

IN_PLAY: Final = 0
IN_POOL: Final = -1
"""Values of ``due`` besides turn numbers: on the map or dead; kept off the map until a city is taken (9.1)."""


class Unit(msgspec.Struct, frozen=True):
    """A counter as printed (2.2.1)."""

    id: str
    name: str
    label: str
    """What is printed on the counter."""
    side: int
    kind: str
    """``regular``, ``elite``, ``garrison``, or the Japanese type of troops."""
    size: str
    formation: str
    factors: tuple[int, ...]
    """Combat factor by steps left: (0, reduced, full), or (0, full) for a one-step unit."""
    equivalents: int
    static: bool
    arrival: int
    provenance: dict[str, str]


class Reinforcement(msgspec.Struct, frozen=True):
    """A line of the reinforcement lists (13.0)."""

    turn: int
    side: int
    units: tuple[int, ...]
    hexes: Mask
    landing: bool = False
    one_site: bool = False
    two_hex_advance: bool = False
    first_column: int = 0
    """8.4.1: no landing hex west of this column."""


class CampaignBook(HexBook):
    """Everything that never changes during a game."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any]) -> None:
        data = game.data
        sheet = read_map(data.text("map.toml"), "shanghai_nanking/data/map.toml")
        charts, campaign = data.table("charts.toml"), data.table("scenario.toml")
        self.units = read_units(data.table("units.toml"), game.sides, bool(switches["ppc_static"]))
        ids, owners = [unit.id for unit in self.units], [unit.side for unit in self.units]
        super().__init__(game, scenario, switches, sheet.grid, ids, owners)
        self.terrain = Terrain(sheet, charts, campaign, switches)
        self.fog_of_war = bool(switches["fog_of_war"])
        self.recycle = bool(switches["japanese_garrisons_recycle"])
        self.coastal_mover_counts = bool(switches["coastal_mover_counts"])
        self.overruns_by_several = bool(switches["overruns_by_several_stacks"])
        self.set_up_by_hand = bool(switches["set_up_by_hand"])
        self._counters(data.table("units.toml"))
        self._charts(charts)
        self._scenario(campaign)
        self._set_up(campaign["setup"])
        self._reinforcements(campaign["reinforcements"])
        self._fronts: dict[tuple[int, ...], Front] = {}

    # --- 2.2 counters ----------------------------------------------------------------------------

    def _counters(self, table: dict[str, Any]) -> None:
        units = self.units
        # A lake's name may be printed across the shore, where units stand that are not in the lake.
        land = [place for place in self.terrain.map.places if place.kind != "water"]
        places = [place for place in land if place.hexes & self.terrain.enterable]
        named = {name: f"{place.name} {name}" for place in places for name in self.grid.names(place.hexes)}
        self.names = named | {unit.id: unit.name for unit in units}
        self.factors = tuple(unit.factors for unit in units)
        self.full_steps = tuple(len(unit.factors) - 1 for unit in units)
        self.equivalents = tuple(unit.equivalents for unit in units)
        formations = sorted({unit.formation for unit in units})
        self.formation = tuple(formations.index(unit.formation) for unit in units)
        self.static = mask_of([at for at, unit in enumerate(units) if unit.static])
        self.mobile = tuple(own & ~self.static for own in self.roster)
        self.elite = mask_of([at for at, unit in enumerate(units) if unit.kind == "elite"])
        japanese = self.roster[JAPANESE]
        self.japanese_garrisons = tuple(bits(japanese & self.static))
        self.naval_infantry = mask_of([at for at, unit in enumerate(units) if unit.kind == "naval infantry"])
        self.markers = tuple(
            tuple(
                {int(turn): count for turn, count in table["markers"][side].get(category, {}).items()}
                for category in CATEGORIES
            )
            for side in self.sides
        )
        """13.0: by side and category, how many fire support markers arrive on which turn."""

    # --- charts ----------------------------------------------------------------------------------

    def _charts(self, charts: dict[str, Any]) -> None:
        self.crt = OddsTable(charts["crt"]["columns"], charts["crt"]["rows"])
        self.shifts: dict[str, int] = {k: v for k, v in charts["shifts"].items() if isinstance(v, int)}
        around = charts["concentric"]
        self.concentric = Concentric(ConcentricRule(around["opposite"], around["alternate"], around["more_than"]))
        self.stacking: dict[str, int] = {k: v for k, v in charts["stacking"].items() if isinstance(v, int)}
        self.supports: dict[str, dict[str, Any]] = {name: charts["fire_support"][name] for name in CATEGORIES}
        self.air_aborts, self.air_lost = int(charts["chinese_air"]["aborts_on"]), int(charts["chinese_air"]["lost_on"])
        self.interdiction_from = int(charts["interdiction"]["first_turn"])
        self.replacements = int(charts["replacements"]["per_turn"])
        self.replacements_from = int(charts["replacements"]["first_turn"])
        self.railway_from = int(charts["railway"]["first_turn"])
        self.movement_factor = int(charts["movement"]["factor"])
        self.overrun_points = int(charts["movement"]["overrun"])
        self.costs = tuple(self.terrain.costs(charts["movement"], side) for side in self.sides)
        self.open_fields = tuple(Field(costs) for costs in self.costs)

    # --- 3.0 to 5.0, 8.1 scenario ----------------------------------------------------------------

    def _scenario(self, campaign: dict[str, Any]) -> None:
        grid, victory = self.grid, campaign["victory"]
        self.turns = int(campaign["game"]["turns"])
        self.dates = tuple(campaign["turn_track"]["dates"])
        self.japanese_start = grid.hexes(campaign["control"]["japanese"])
        self.key_hex = grid.index(victory["key_hex"])
        self.key_area = 1 << self.key_hex | grid.spread(1 << self.key_hex)
        """4.1, 4.2: Shanghai and the hexes next to it."""
        self.adjacent_wins_from = int(victory["adjacent_wins_from"])
        self.absent_loses_until = int(victory["absent_loses_until"])
        home = grid.index(campaign["elites"]["home"])
        self.elite_return = (1 << home | grid.spread(1 << home)) & self.terrain.enterable
        if len(self.dates) != self.turns:
            raise BadData("shanghai_nanking/data/scenario.toml: [turn_track] dates should name every turn")

    # --- 3.1, 13.0 set-up ------------------------------------------------------------------------

    def _set_up(self, setup: dict[str, Any]) -> None:
        number = self.lexicon.piece_numbers
        place = [OFF] * len(self.units)
        for side in self.sides:
            for name, units in setup[side].items():
                for unit in units:
                    place[number[unit]] = self.grid.index(name)
        self.letters = tuple(
            (tuple(number[unit] for unit in block["units"]), self.grid.hexes(block["hexes"]))
            for block in setup["letters"]
        )
        if self.set_up_by_hand:
            for units, _ in self.letters:
                for unit in units:
                    place[unit] = OFF
        self.start_place = tuple(place)
        self.start_due = tuple(unit.arrival if unit.arrival else IN_PLAY for unit in self.units)

    # --- 13.0 reinforcements ---------------------------------------------------------------------

    def _reinforcements(self, lists: dict[str, Any]) -> None:
        found = []
        for side, name in enumerate(self.sides):
            for block in lists[name]:
                units = tuple(self.lexicon.piece_numbers[unit] for unit in block["units"])
                wrong = [self.units[unit].id for unit in units if self.units[unit].arrival != block["turn"]]
                if wrong:
                    raise BadData(f"shanghai_nanking/data: {', '.join(wrong)} arrive on another turn in units.toml")
                first = int(block.get("first_column", self.grid.first_column))
                hexes = self._arrival_hexes(block["hexes"], first)
                flags = (block.get("mode") == "landing", "one_site" in block, "two_hex_advance" in block)
                found.append(Reinforcement(block["turn"], side, units, hexes, *flags, first))
        self.lists = tuple(found)
        self.list_of = {unit: at for at, entry in enumerate(found) for unit in entry.units}
        """The line of 13.0 that brings each reinforcement."""

    def _arrival_hexes(self, named: Any, first: int) -> Mask:
        if named != "landing":
            return self.grid.hexes(named)
        return sum(1 << here for here in bits(self.terrain.landing) if self.grid.column_of(here) >= first)

    def forget(self) -> None:
        self._fronts = {}

    def front(self, side: int, enemy: Mask, own: Mask) -> Front:
        """What a side faces when its enemy occupies these hexes; remembered for all copies of all positions.

        7.1: what the side itself holds of the gunfire coast matters too, for Chinese zones do not reach there.
        """
        held = own & self.terrain.gunfire_defence if side == JAPANESE else 0
        found = self._fronts.get((side, enemy, held))
        if found is None:
            if len(self._fronts) >= FRONTS_KEPT:
                self._fronts = {}
            found = self._fronts[side, enemy, held] = Front(self, side, enemy, held)
        return found


def read_units(table: dict[str, Any], sides: tuple[str, ...], ppc_static: bool) -> tuple[Unit, ...]:
    """2.2.1: the counters in the order of units.toml, one entry each."""
    units = []
    for side, owner in enumerate(sides):
        for block in table[owner]:
            steps = (0, block["cf2"], block["cf"]) if block["cf2"] else (0, block["cf"])
            kind = block.get("class") or block["type"]
            for ident, name, label in block["units"]:
                static = bool(block.get("static", False)) or (ppc_static and bool(block.get("constabulary", False)))
                formation = block.get("formation", kind)
                units.append(
                    Unit(
                        ident, name, label, side, kind, block["size"], formation, steps, block.get("de", 0), static,
                        block["arrival"], {"who": block["who_provenance"], "cf": block["cf_provenance"]},
                    )
                )  # fmt: skip
    return tuple(units)
