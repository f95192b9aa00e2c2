"""The data of Shanghai Incident, compiled: what the exclusive rules ask for besides the standard tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import msgspec

from shapan.ground.hexes import Hex, Mask, bits, fill, mask_of, shortest_line
from shapan.kernel import Game, Phase
from shapan.kernel.reading import read
from shapan.mechanics.fire_and_movement.book import FireAndMovementBook, MarkerEntry
from shapan.mechanics.fire_and_movement.sequence import game_turn

from .actions import FormationLexicon
from .sides import PHASE_MARKS

RUNS_KEPT: Final = 1 << 10
"""How many ways along the railroad are remembered."""


class Formation(msgspec.Struct, frozen=True):
    """A higher formation: 12.3, 13.2 to 13.4."""

    id: str
    name: str
    side: str
    provenance: str
    army: str = ""
    first_pause: int = 0
    """13.2: the pause from which it may be called; 0 for formations that are never called whole."""
    replacements: int = 0
    vp_per_pause_number: int = 0
    replaceable: bool = False


class VictoryLevel(msgspec.Struct, frozen=True):
    """12.4: a level of victory."""

    minimum: int
    level: str
    winner: str


class ShanghaiBook(FireAndMovementBook):
    """Everything that never changes during a game."""

    closed_case = "18.0"
    support_unit_case = "16.1"
    free_resistance_case = "17.2"
    first_loss_case = "16.5"
    support_case = "15.1"
    range_case = "15.2"

    def __init__(
        self, game: Game, scenario: str, switches: dict[str, Any], administration: Sequence[Phase[Any]]
    ) -> None:
        units, charts = game.data.table("units.toml"), game.data.table("charts.toml")
        markers = [read(row, MarkerEntry) for row in units["fire_support"]["markers"]]
        super().__init__(game, scenario, switches, units["snipers"]["ids"], markers)
        plan = game.data.table("scenario.toml")
        self.first_sniper = len(self.entries)
        self.sniper_defence = int(units["snipers"]["defence"])
        self.sniper_count = len(units["snipers"]["ids"])
        self.loose = self._kind("train")
        self.engineers = self._kind("engineer")
        self.cavalry = self._kind("cavalry")
        self._formations(units, plan)
        self._places(plan)
        self._numbers(charts)
        self._setup(plan)
        order = plan["sequence"]["mobile_first" if switches["mobile_phases_first"] else "player_turn"]
        self.phases = (*game_turn(order, PHASE_MARKS), *administration)
        self.bombardment = bool(switches["bombardment"])
        self.names = {
            **{entry.id: entry.name for entry in self.entries},
            **{marker.id: marker.label for marker in self.markers},
            **dict.fromkeys(units["snipers"]["ids"], units["snipers"]["label"]),
        }

    def _kind(self, kind: str) -> int:
        return sum(1 << unit for unit, entry in enumerate(self.entries) if entry.kind == kind)

    # --- 13.0 formations and brigades --------------------------------------------------------------

    def _formations(self, units: dict[str, Any], plan: dict[str, Any]) -> None:
        self.formations = {row["id"]: read(row, Formation) for row in units["formation"]}
        self.called = [entry for entry in self.formations.values() if entry.first_pause]
        """13.2: the Japanese formations that can be called, in order."""
        self.brigades = [(row["id"], self.formations[row["formation"]]) for row in units["brigade"]]
        """13.5: the Chinese brigades that can be called, with their divisions."""
        names = [*(entry.id for entry in self.called), *(name for name, _ in self.brigades)]
        lexicon = self.lexicon
        self.lexicon = FormationLexicon(lexicon.pieces, lexicon.places, self.sides, names)
        members = dict.fromkeys(names, 0)
        for unit, entry in enumerate(self.entries):
            for name in (entry.formation, entry.brigade):
                if name in members and not entry.start:
                    members[name] |= 1 << unit
        self.members = tuple(members[name] for name in names)
        """The units that come with each of them."""
        together = plan["reinforcements"]["called_together"]
        self.together = sum(1 << names.index(name) for name in together)
        self.committed_army = str(plan["reinforcements"]["committed_army"])
        self.commit_bit = 1 << len(names)
        self.first_brigade = len(self.called)
        kinds = [self.formations[entry.formation] for entry in self.entries]
        self.replaceable = sum(1 << unit for unit, of in enumerate(kinds) if of.replacements or of.replaceable)
        """13.3, 13.7: the units that can be replaced at all."""

    def name_of(self, name: int) -> str:
        """A formation or brigade that can be called, as texts show it."""
        return self.called[name].id if name < self.first_brigade else self.brigades[name - self.first_brigade][0]

    # --- 11.0, 12.0, 13.2, 13.6, 18.0 places -------------------------------------------------------

    def _places(self, plan: dict[str, Any]) -> None:
        sheet, grid, ground = self.map, self.grid, plan["ground"]
        self.shanghai: Mask = sheet.kind(*ground["shanghai"])
        self.settlements = tuple(sheet.kind(name) for name in ground["settlements"])
        self.settled: Mask = sheet.kind(*ground["settlements"])
        self.opened_with = sheet.kind(*ground["opened_with_them"])
        self.penalised = sheet.kind(ground["penalised"])
        places = [place for place in sheet.places if place.kind in ("city", "town")]
        self.cities = [place for place in places if place.kind == "city"]
        self.city_hexes: Mask = self.shanghai | sum(place.hexes for place in self.cities)
        self.urban: Mask = self.city_hexes | sum(place.hexes for place in places if place.kind == "town")
        self.fort_hexes: Mask = sum(place.hexes for place in sheet.places if place.kind == "fort")
        self.landmarks = self.urban | self.fort_hexes
        """The hexes whose control matters to any rule."""
        water = sheet.kind(ground["great_river"])
        self.banks: Mask = grid.spread(water) & self.playable
        self.entry: Mask = self.playable & (grid.edge(ground["entry_edges"][0]) | grid.edge(ground["entry_edges"][1]))
        self.rail = sheet.links("railroad")
        self.along_line = {here: tuple(bits(self.rail.across(1 << here))) for here in bits(self.playable)}
        """16.4: where the railroad leads from each hex."""
        self.railside = mask_of(here for here, exits in self.along_line.items() if exits)
        control = plan["control"]
        japanese, nobody = sheet.kind(*control["japanese"]), sheet.kind(*control["nobody"])
        self.held_at_start = (japanese, self.landmarks & ~(japanese | nobody))
        self.closed_at_start = self.settled | self.opened_with
        self._unsafe: tuple[Mask, Mask] = (0, 0)
        self._lines: dict[tuple[Hex, Hex], tuple[Hex, ...]] = {}
        self._by_rail: dict[tuple[Hex, Mask, Mask], Mask] = {}

    def line(self, start: Hex, end: Hex) -> tuple[Hex, ...]:
        """16.4: the way from here to there by rail, remembered: nothing that happens changes the line."""
        found = self._lines.get((start, end))
        if found is None:
            way = shortest_line(self.grid, start, 1 << end, self.playable, along=self.rail)
            assert way is not None
            found = self._lines[start, end] = way
        return found

    def by_rail(self, start: Hex, free: Mask, go: Mask = -1) -> Mask:
        """16.4: the hexes to which the railroad leads from here through free ones, those outside ``go`` not passed.

        What happens beside the line makes no difference, so that one answer serves for long.
        """
        line = self.rail.touching
        key = (start, free & line, go & line)
        found = self._by_rail.get(key)
        if found is None:
            if len(self._by_rail) >= RUNS_KEPT:
                self._by_rail.clear()
            reached = fill(self.grid, 1 << start, free, along=self.rail, go=go)
            found = self._by_rail[key] = reached & ~(1 << start)
        return found

    def unsafe(self, hostile: Mask) -> Mask:
        """14.0: the hexes in which a unit, or its zone, would touch the zone of what stands in these.

        The enemy stands still while one moves, so that the last answer is nearly always the next one.
        """
        asked, found = self._unsafe
        if asked != hostile:
            zone = (hostile | self.grid.spread(hostile)) & self.playable
            found = zone | self.grid.spread(zone)
            self._unsafe = (hostile, found)
        return found

    # --- the exclusive numbers ---------------------------------------------------------------------

    def _numbers(self, charts: dict[str, Any]) -> None:
        self.track = charts["track"]
        self.logistics = charts["logistics"]
        self.redeployment = int(charts["redeployment"]["multiplier"])
        self.replaced_divisor = int(charts["replacement"]["movement_divisor"])
        self.interdiction = charts["interdiction"]
        self.snipers = charts["snipers"]
        self.fort_defence = int(charts["forts"]["defence"])
        self.rubble_on = int(charts["forts"]["rubble_on"])
        self.victory = charts["victory"]
        self.levels = [read(row, VictoryLevel) for row in charts["victory"]["levels"]]
        self.days = int(self.track["days"])
        self.pauses = int(self.track["pause_marker"])
        reach = {marker.range for marker in self.markers if marker.reach == "river"}
        self.river_reach = {distance: self._within_of(self.banks, distance) for distance in reach}

    def _within_of(self, hexes: Mask, distance: int) -> Mask:
        found = 0
        for here in bits(hexes):
            found |= self.grid.within(here, distance)
        return found

    # --- 11.0 set-up -------------------------------------------------------------------------------

    def _setup(self, plan: dict[str, Any]) -> None:
        sheet, numbers, setup = self.map, self.lexicon.piece_numbers, plan["setup"]
        self.starting = sum(1 << unit for unit, entry in enumerate(self.entries) if entry.start)
        self.japanese_setup: Mask = sheet.kind(setup["japanese"]["sector"])
        kinds = setup["chinese"]["places"]
        self.setup_places = [sheet.kind(setup["chinese"]["sector"])]
        self.setup_places += [place.hexes for place in sheet.places if place.kind in kinds]
        self.chinese_setup: Mask = sum(self.setup_places)
        self.starting_markers = [numbers[name] for name in setup["japanese"]["markers"]]
        historical = {**setup["japanese"]["historical"], **setup["chinese"]["historical"]}
        self.historical = {numbers[name]: self.grid.index(here) for name, here in historical.items()}
        self.first_day = date.fromisoformat(plan["calendar"]["first_day"])
