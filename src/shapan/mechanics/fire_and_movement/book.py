"""Fire & Movement 2.0, 5.2, 7.4, 7.6: units, terrain and tables of a title, compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from shapan.ground.hexes import Costs, Fields, HexMap, Link, Mask, bits, read_map, terrain_costs
from shapan.kernel import Game, Lexicon, Phase
from shapan.kernel.reading import read
from shapan.mechanics.crt import ColumnTable
from shapan.mechanics.forces import HexBook

from .terms import Term

LEG: Final = "leg"
MOBILE: Final = "mobile"
COSTS_KEPT: Final = 256


class UnitEntry(msgspec.Struct, frozen=True):
    """2.3.1: what is printed on a counter."""

    id: str
    label: str
    name: str
    formation: str
    brigade: str
    kind: str
    full: tuple[int, int]
    ma: int
    size: str = ""
    reduced: tuple[int, int] | None = None
    support: str = ""
    """5.3: for support units the formation or brigade that they may stack with."""
    mobile: bool = False
    start: bool = False


class MarkerEntry(msgspec.Struct, frozen=True):
    """8.0: a support fire marker."""

    id: str
    label: str
    kind: str
    strength: int
    reach: str
    range: int = 0
    arrives_with: str = ""


class CombatResult(msgspec.Struct, frozen=True):
    """7.6: one result of the table: hexes of retreat, or an exchange of one step each."""

    code: str
    attacker: int = 0
    defender: int = 0
    exchange: bool = False


class FireAndMovementBook(HexBook):
    """The data of a title. Pieces are numbered units first, then whatever else an action can name, then markers."""

    closed_case = "5.1"
    """The case that closes hexes to a side."""
    phases: Sequence[Phase[Any]] = ()
    """4.1: the phases of a turn in order."""
    support_case = "8.1"
    range_case = "8.2"
    support_unit_case = "5.3"
    """The case that makes the support unit of a stack lose its step first."""
    free_resistance_case = "7.5"
    """The case that lets defenders resist without a die roll."""
    first_loss_case = "7.6"
    """The case that puts some units' losses before all others."""
    support_side = 0
    """8.1: the side that has support fire."""
    bombardment = True
    """8.4: may markers attack by themselves?"""

    def __init__(
        self,
        game: Game,
        scenario: str,
        switches: dict[str, Any],
        others: Sequence[str] = (),
        markers: Sequence[MarkerEntry] = (),
    ) -> None:
        data = game.data
        self.map: HexMap = read_map(data.text("map.toml"), f"{game.id}/data/map.toml")
        units, charts = data.table("units.toml"), data.table("charts.toml")
        tables = [units[side]["units"] for side in game.sides]
        self.entries = [read(row, UnitEntry) for table in tables for row in table]
        owners = [number for number, table in enumerate(tables) for _ in table]
        ids = [entry.id for entry in self.entries]
        super().__init__(game, scenario, switches, self.map.grid, ids, owners)
        self.markers = tuple(markers)
        self.first_marker = len(ids) + len(others)
        pieces = (*ids, *others, *(marker.id for marker in markers))
        self.lexicon = Lexicon(pieces, self.lexicon.places, game.sides)
        self._units()
        self._ground(charts)
        self._table(charts)
        self.fields = Fields()
        self._costlier: dict[tuple[Costs, Mask, int], Costs] = {}
        self.zones: list[tuple[Mask, Mask]] = [(0, 0), (0, 0)]
        """6.0: of each side the hexes that were asked about last, and its zones from there."""
        self.retreats: dict[Any, dict[int, tuple[int, ...]]] = {}
        """7.7: the retreats asked for last; see ``retreat``."""

    # --- 2.3 units, 5.3 who may stack with whom -------------------------------------------

    def _units(self) -> None:
        entries = self.entries
        self.full_steps = tuple(2 if entry.reduced else 1 for entry in entries)
        faces = [((0, 0), entry.reduced or entry.full, entry.full) for entry in entries]
        self.attack = tuple(tuple(face[0] for face in three) for three in faces)
        """Attack strength of each unit by the steps that it has left."""
        self.defence = tuple(tuple(face[1] for face in three) for three in faces)
        self.ma = tuple(entry.ma for entry in entries)
        self.mobile = sum(1 << unit for unit, entry in enumerate(entries) if entry.mobile)
        self.supports = sum(1 << unit for unit, entry in enumerate(entries) if entry.support)
        self.partners = tuple(self._partners(unit) for unit in range(len(entries)))
        """The units with which each unit may share a hex."""
        self.loose = 0
        """Units that exclusive rules keep outside the stack: they do not count, and fight and retreat by themselves."""

    def _partners(self, unit: int) -> int:
        return sum(1 << mate for mate in range(len(self.entries)) if mate != unit and self._stackable(unit, mate))

    def _stackable(self, unit: int, mate: int) -> bool:
        """5.3: one support unit and one other unit of the same formation, as far as the support unit's key allows."""
        one, two = self.entries[unit], self.entries[mate]
        if one.formation != two.formation:
            return False
        return any(
            support.support in (other.formation, other.brigade)
            for support, other in ((one, two), (two, one))
            if support.support
        )

    # --- 5.2 terrain, 7.4 terrain in combat --------------------------------------------------------

    def _ground(self, charts: Mapping[str, Any]) -> None:
        sheet, grid = self.map, self.grid
        chart = {kind: row for kind, row in charts["terrain"].items() if isinstance(row, dict)}
        self.playable: Mask = sheet.kind(*chart)
        sides = {name: row for name, row in charts["hexsides"].items() if isinstance(row, dict)}
        links = [
            Link(sheet.links(name), row.get("enter"), bool(row.get("bridge")))
            for name, row in charts["links"].items()
            if isinstance(row, dict)
        ]
        self.costs = {
            mover: terrain_costs(
                grid,
                [(sheet.kind(kind), int(row[mover])) for kind, row in chart.items()],
                [(sheet.sides(name), int(row[mover])) for name, row in sides.items()],
                links,
            )
            for mover in (LEG, MOBILE)
        }
        self.terrain_defence = {here: int(chart[sheet.terrain[here]]["defence"]) for here in bits(self.playable)}
        self.hexside_defence = tuple((name, sheet.sides(name), int(row["defence"])) for name, row in sides.items())
        self.around = {here: grid.spread(1 << here) & self.playable for here in bits(grid.all)}
        self.beside = {here: tuple(bits(around)) for here, around in self.around.items()}
        """The playable hexes next to each hex, as a set and one by one."""
        self._near: dict[tuple[int, int], Mask] = {}

    def terrain_term(self, target: int) -> Term:
        """7.4: what the ground adds to the defence of a hex."""
        return Term("factor.terrain", self.terrain_defence[target], "7.4")

    def near(self, here: int, distance: int) -> Mask:
        """Every hex within a distance, remembered."""
        found = self._near.get((here, distance))
        if found is None:
            found = self._near[here, distance] = self.grid.within(here, distance)
        return found

    def costlier(self, costs: Costs, hexes: Mask, factor: int) -> Costs:
        """The same costs, multiplied for steps into these hexes; remembered for all copies of all positions."""
        key = (costs, hexes, factor)
        found = self._costlier.get(key)
        if found is None:
            if len(self._costlier) >= COSTS_KEPT:
                self._costlier = {}
            found = self._costlier[key] = costs.times(hexes, factor)
        return found

    # --- 7.6 combat results ------------------------------------------------------------------------

    def _table(self, charts: Mapping[str, Any]) -> None:
        table = charts["crt"]
        results = {code: CombatResult(code, **row) for code, row in table["results"].items()}
        line = {"": table["minimum"]}
        self.crt = ColumnTable(line, {"": table["headings"]}, table["rows"], results.__getitem__)
        self.no_effect = next(code for code, row in table["results"].items() if not row)
        self.attacker_retreat_limit = int(charts["retreat"]["attacker_limit"])
