"""The data of Storm Over Taierzhuang, compiled: map, units, chits, events and track as the rules ask for them.

Places are numbers: areas first, then deployment zones, then the boxes off the map (pools, losses, units waiting to be
placed), which no action can name. Sets of places and sets of units are integers with one bit each.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import msgspec

from shapan.ground.areas import AreaMap, bits, fill, read_map
from shapan.ground.areas.slots import Space
from shapan.kernel import BadData, Book, Game, Lexicon
from shapan.kernel.reading import read

Units = int
"""A set of units, one bit each."""
Area = int
"""An area or a deployment zone, by its number."""
Areas = int
"""A set of areas and zones, one bit each."""


class Chit(msgspec.Struct, frozen=True):
    """5.0: one kind of Tactical Chit."""

    id: str
    side: str
    name: str
    short: str
    """What fits on the chit."""
    count: int
    action: bool
    effect: str
    after: str
    text: str
    provenance: str
    at: int = 0
    dt: int = 0
    air: bool = False
    observer: str = ""
    success: int = 0
    areas: int = 0
    tank_points: int = 0
    most_units: int = 0
    excluded: tuple[str, ...] = ()
    drm: int = 0

    @property
    def copies(self) -> tuple[str, ...]:
        """How boxes name equal chits, the first like their kind; whoever types any of these means the kind."""
        return (self.id, *(f"{self.id}.{number}" for number in range(2, self.count + 1)))


class RandomEvent(msgspec.Struct, frozen=True):
    """4.0: one line of the Random Events chart."""

    roll: int
    name: str
    effect: str
    side: str
    text: str
    provenance: str
    value: int = 0


class Detachment(msgspec.Struct, frozen=True):
    """12.8: so many units of these formations start in these areas."""

    units: int
    """The set of units concerned."""
    count: int
    areas: int


class TaierzhuangBook(Book):
    """Everything that never changes during a game."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any]) -> None:
        data = game.data
        self.map: AreaMap = read_map(data.text("map.toml"), "taierzhuang/data/map.toml")
        charts, setting = data.table("charts.toml"), data.table("scenario.toml")
        self.groups = data.table("units.toml")["group"]
        self.chits = tuple(read(entry, Chit) for entry in charts["chit"])
        ids = [f"{group['prefix']}{n}" for group in self.groups for n in range(1, _size(group) + 1)]
        places = dict(enumerate(self.map.ids))
        super().__init__(
            game, scenario, switches, Lexicon([*ids, *(chit.id for chit in self.chits)], places, game.sides)
        )
        numbers = self.lexicon.piece_numbers
        numbers |= {copy: numbers[chit.id] for chit in self.chits for copy in chit.copies}
        areas = {place.id: f"{place.name} ({place.id})" for place in self.map.places}
        self.names = areas | {chit.id: chit.name for chit in self.chits}
        self._units(len(ids))
        self._places(charts)
        self._charts(charts)
        self._chits(len(ids))
        self._scenario(setting)
        self._supplied: dict[int, int] = {}
        look = data.table("style.toml")["counters"]
        self.red_ink = str(look["red"])
        self.piece_size = float(look["size"])
        self.spaces: tuple[tuple[Space, Space], ...] = ()

    # --- 2.1 units -------------------------------------------------------------------------------

    def _units(self, count: int) -> None:
        self.side_of: list[int] = []
        self.cf, self.movement = [0] * count, [0] * count
        self.ready_df, self.spent_df = [0] * count, [0] * count
        self.roster, self.start = [0, 0], [0, 0]
        self.red = self.tanks = self.removed = 0
        self.formations: dict[str, int] = {}
        self.group_of: list[dict[str, Any]] = []
        unit = 0
        for group in self.groups:
            side = self.sides.index(group["side"])
            out = bool(self.switches["saving_face"]) and group.get("saving_face") == "remove"
            for number, cf, colour, ready, spent, allowance in group["stats"]:
                for _ in range(number):
                    bit = 1 << unit
                    self.side_of.append(side)
                    self.group_of.append(group)
                    self.cf[unit], self.movement[unit] = cf, allowance
                    self.ready_df[unit], self.spent_df[unit] = ready, spent
                    self.roster[side] |= bit
                    self.red |= bit if colour == "red" and cf else 0
                    self.tanks |= bit if group["type"] == "tank" else 0
                    self.removed |= bit if out else 0
                    self.start[side] |= bit if group["entry"] == "setup" and not out else 0
                    self.formations[group["formation"]] = self.formations.get(group["formation"], 0) | bit
                    unit += 1
        self.units = unit
        self.everyone = (1 << unit) - 1 & ~self.removed
        self.by_cf = _by_value(self.cf)
        self.by_ready_df = _by_value(self.ready_df)
        self.by_spent_df = _by_value(self.spent_df)
        self.by_movement = tuple(reversed(_by_value(self.movement)))

    # --- 2.3 map ---------------------------------------------------------------------------------

    def _places(self, charts: dict[str, Any]) -> None:
        sheet = self.map
        self.areas = sheet.areas
        self.area_count = sheet.areas.bit_count()
        self.place_count = len(sheet.ids)
        self.pool = (self.place_count, self.place_count + 1)
        self.lost = (self.place_count + 2, self.place_count + 3)
        self.muster = self.place_count + 4
        """Units that have been drawn, or not yet set up, and wait to be placed."""
        self.level = tuple(_whole(place.notes.get("level", 0)) for place in sheet.places)
        self.town = sum(1 << at for at, place in enumerate(sheet.places) if "close" in place.notes)
        links = charts["links"]
        self.zones = tuple(
            sum(1 << at for at, place in enumerate(sheet.places) if place.notes.get("side") == side)
            for side in self.sides
        )
        entry = sheet.neighbours(*links["zone"])
        self.zone_links = entry
        self.moves = tuple(
            tuple(
                (step | (entry[at] if self.zones[number] >> at & 1 else 0)) & self.areas
                for at, step in enumerate(sheet.neighbours(*links["move"][side]))
            )
            for number, side in enumerate(self.sides)
        )
        """7.1.1, 11.0: where each side may step to from each place; never into a zone (R-13)."""
        self.ways = tuple(tuple(tuple(bits(mask)) for mask in masks) for masks in self.moves)
        """The same as lists, for those who go through them."""
        self.fire = tuple(mask & self.areas for mask in sheet.neighbours(*links["fire"]))
        self.fire_ways = tuple(tuple(bits(mask)) for mask in self.fire)
        self.supply_links = sheet.neighbours(*links["supply"])
        self.observe = {
            "edge": sheet.neighbours(*links["observe_edge"]),
            "land": sheet.neighbours(*links["observe_land"]),
        }
        self.supply_sources = self.entries(0)

    def entries(self, side: int) -> int:
        """The areas that touch a zone of this side."""
        found = 0
        for at, mask in enumerate(self.zone_links):
            if self.zones[side] >> at & 1:
                found |= mask
        return found & self.areas

    # --- 5.0, 7.0 charts -------------------------------------------------------------------------

    def _charts(self, charts: dict[str, Any]) -> None:
        combat, movement = charts["combat"], charts["movement"]
        self.zero_cf = int(combat["all_zero_cf"])
        self.wave_units = int(combat["human_wave_units_per_point"])
        self.town_from_outside, self.town_from_inside = combat["town_from_outside"], combat["town_from_inside"]
        self.flip_cost, self.retreat_cost = int(combat["flip"]), int(combat["retreat"])
        self.eliminate_cost = int(combat["eliminate_spent"])
        self.enter, self.enter_enemy = int(movement["enter"]), int(movement["enter_enemy_controlled"])
        self.enter_contested = int(self.switches["contested_entry_cost"])
        self.surcharge = int(movement["tank_town_surcharge"])
        self.limit = int(movement["stacking_limit"])
        self.infiltration = charts["infiltration"]
        self.slip_value = tuple(int(self.infiltration["success"][side]) for side in self.sides)
        reinforcement = charts["reinforcement"]
        self.reinforcements_from = int(reinforcement["from_turn"])
        self.natural_success = int(reinforcement["natural_success"])
        self.natural_failure = int(reinforcement["natural_failure"])
        self.events = {row["roll"]: read(row, RandomEvent) for row in charts["events"]["rows"]}
        if set(self.events) != set(range(2, 13)):
            raise BadData("taierzhuang/data/charts.toml: [events] should have one row for each total from 2 to 12")

    def _chits(self, first: int) -> None:
        self.first_chit = first
        """The number of the first chit among the pieces; chits follow the units."""
        self.chit_side = tuple(self.sides.index(chit.side) for chit in self.chits)
        self.chits_of = tuple(
            tuple(at for at, owner in enumerate(self.chit_side) if owner == side) for side in range(len(self.sides))
        )
        self.own_chits = tuple(itemgetter(*own) for own in self.chits_of)
        """Of numbers for all kinds of chits, those for a side's own."""
        self.chit_counts = tuple(chit.count for chit in self.chits)
        self.by_effect = {chit.effect: at for at, chit in enumerate(self.chits) if chit.effect != "bombardment"}

    # --- 3.0, 4.0, 10.0, 12.0 scenario -----------------------------------------------------------

    def _scenario(self, setting: dict[str, Any]) -> None:
        track, sheet = setting["turn_track"], self.map
        self.turns, self.dates = int(track["turns"]), tuple(track["dates"])
        self.maxima = tuple(tuple(track[side]) for side in self.sides)
        if {len(self.dates), *map(len, self.maxima)} != {self.turns}:
            raise BadData("taierzhuang/data/scenario.toml: [turn_track] should have one entry for each turn")
        self.first_initiative = self.sides.index(track["first_initiative"])
        self.limited = tuple(sheet.index(name) for name in setting["setup"]["limited"])
        victory = setting["victory"]
        self.victory_town, self.victory_south = sheet.set_of(victory["town"]), sheet.set_of(victory["south"])
        self.supreme_from = int(victory["chinese_supreme_from"])
        self.concentration_first = self.sides.index(setting["concentration"]["first"])
        self.concentration_areas = int(setting["concentration"]["areas"])
        self.detachments = tuple(
            Detachment(
                sum(self.formations[name] for name in row["formations"]), row["units"], sheet.set_of(row["areas"])
            )
            for row in setting["historical_setup"]["rows"]
        )

    def factors(self, units: int) -> int:
        """7.2.2a: the Combat Factors of these units together."""
        return sum([value * (those & units).bit_count() for value, those in self.by_cf])

    # --- 6.3 supply ------------------------------------------------------------------------------

    def in_supply(self, occupied: int) -> int:
        """The areas among these that a chain of them joins to a Japanese zone (R-52); remembered."""
        found = self._supplied.get(occupied)
        if found is None:
            if len(self._supplied) >= SUPPLIES_KEPT:
                self._supplied = {}
            found = self._supplied[occupied] = fill(self.supply_links, self.supply_sources, occupied)
        return found


SUPPLIES_KEPT = 4096
"""How many dispositions are remembered; beyond that the memory begins anew."""


def _size(group: dict[str, Any]) -> int:
    return sum(int(row[0]) for row in group["stats"])


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _by_value(values: list[int]) -> tuple[tuple[int, int], ...]:
    """Each value that occurs, the highest first, with the set of units that have it."""
    sets: dict[int, int] = {}
    for unit, value in enumerate(values):
        sets[value] = sets.get(value, 0) | 1 << unit
    return tuple(sorted(sets.items(), reverse=True))
