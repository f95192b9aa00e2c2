"""The data of a scenario, compiled: table, forces, charts and switches as the rules ask for them."""

from __future__ import annotations

from random import Random
from typing import Any

from shapan.ground.table import MoveRule, Pt, Raster, SightRule, Tabletop, area_of
from shapan.ground.table.patches import Patches
from shapan.kernel import BadData, Book, Game, Lexicon, Position
from shapan.kernel.reading import read

from .actions import Deploy, Ready, Wait
from .specs import LEADERS, SCALE, Alarm, Current, FigureSpec, MountSpec, Objective, UnitSpec, Weapon, weapon
from .who import Arm, ByFigure, ByMount, ByUnit, Figure, GunMount, Mounted, Piece, Shooter, Unit, numbered, numbers
from .works.barricades import barriers, load_ground

HANDS = "grenade"
AUTOMATIC_RIFLE = "bar"
SIDEARMS = {"rifle_grenade": "rifle"}


class YangtzeBook(Book):
    """Everything that never changes during a game. Pieces are numbered units first, then figures, then mounts."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any], tables: dict[str, Tabletop]) -> None:
        data = game.data
        self.sheet: dict[str, Any] = data.table(f"scenarios/{scenario}.toml")
        self.objectives: tuple[Objective, ...] = read(self.sheet["objectives"], tuple[Objective, ...])
        self.alarm: Alarm | None = read(self.sheet.get("alarm"), Alarm | None)
        self.current: Current | None = read(self.sheet.get("current"), Current | None)
        self.charts: dict[str, Any] = data.table("charts.toml")
        self.templates: dict[str, Any] = data.table("units.toml")
        self.weapons: dict[str, Weapon] = {
            name: weapon(name, entry) for name, entry in data.table("weapons.toml").items() if isinstance(entry, dict)
        }
        board = self.sheet["board"]
        if board not in tables:
            tables[board] = load_ground(data.table(f"boards/{board}.toml"), data.table("ground.toml"))
        self.table: Tabletop = tables[board]
        self.barriers: int = barriers(self.table, data.table("ground.toml"))
        self.side_ids: tuple[str, ...] = tuple(self.sheet["sides"])
        self.switches = switches
        self.nation: dict[str, Any] = data.table("nations.toml")[switches["other_nationalities"]]
        self._forces()
        names = [unit.id for unit in self.units]
        names += [
            f"{self.units[figure.unit].id}.{number}" for figure, number in zip(self.figures, self._numbers, strict=True)
        ]
        names += [
            f"{self.units[mount.unit].id}/{number}" for mount, number in zip(self.mounts, self._places, strict=True)
        ]
        super().__init__(game, scenario, switches, Lexicon(names, self._place_names(), self.side_ids))
        self._rules()
        self._muster()

    # --- 3.0 forces ------------------------------------------------------------------------------

    def _forces(self) -> None:
        self._units: list[UnitSpec] = []
        self._figures: list[FigureSpec] = []
        self._mounts: list[MountSpec] = []
        self._numbers: list[int] = []
        self._places: list[int] = []
        self._men: list[tuple[Figure, ...]] = []
        self._guns: list[tuple[GunMount, ...]] = []
        self.split: dict[Unit, tuple[int, ...]] = {}
        counts = [0] * len(self.side_ids)
        for entry in self.sheet["forces"]:
            for copy in range(int(entry.get("n", 1))):
                side = self.side_ids.index(entry["s"])
                counts[side] += 1
                self._unit(entry, copy, side, counts[side])
        self.units: ByUnit[UnitSpec] = tuple(self._units)
        self.figures: ByFigure[FigureSpec] = tuple(self._figures)
        self.mounts: ByMount[MountSpec] = tuple(self._mounts)
        self.men: ByUnit[tuple[Figure, ...]] = tuple(self._men)
        self.guns: ByUnit[tuple[GunMount, ...]] = tuple(self._guns)
        """The mounts of each unit."""
        self._sides()

    def _sides(self) -> None:
        """Who belongs to whom, and what."""
        self.units_of = tuple(
            tuple(number for number, unit in numbered(self.units) if unit.side == side) for side in range(2)
        )
        self.handles: dict[str, tuple[Unit, ...]] = {}
        for number, unit in numbered(self.units):
            if unit.handle:
                self.handles[unit.handle] = (*self.handles.get(unit.handle, ()), number)
        self.everyone = numbers(self.figures)
        self.every_unit = numbers(self.units)
        self.radii: ByFigure[int] = tuple(figure.radius for figure in self.figures)
        self.widest = max(*self.radii, *(unit.gun_radius for unit in self.units))
        """The radius of the widest base."""
        self.leaders = sum(1 << number for number, figure in numbered(self.figures) if figure.leader)
        """4.1: the leader figures, one bit each."""
        self.bits: ByUnit[int] = tuple(sum(1 << figure for figure in men) for men in self.men)
        """The figures of each unit, one bit each."""
        self.carriers = tuple(number for number, unit in numbered(self.units) if unit.carrier)
        self.gun_units = tuple(number for number, unit in numbered(self.units) if unit.gun_radius)
        """S2.1: the units with the model of a gun."""
        self.spans: ByUnit[int] = tuple(sum(unit.size) // 2 for unit in self.units)
        """How far from its middle a vehicle or hull can reach at most, whatever its heading."""
        self.modelled: ByUnit[bool] = tuple(unit.carrier or unit.aircraft for unit in self.units)
        """The units that are a model with people in it."""

    def _unit(self, entry: dict[str, Any], copy: int, side: int, count: int) -> None:
        template = entry.get("heavy", entry["u"]) if self.switches["heavy_guns"] else entry["u"]
        kind = self.templates[template]
        number = Unit(Piece(len(self._units)))
        labels = entry.get("name", ())
        at = entry.get("at")
        unit = UnitSpec(
            id=f"{self.side_ids[side]}{count}",
            side=side,
            name=labels[copy] if copy < len(labels) else self._called(kind["name"]),
            template=template,
            kind=kind["kind"],
            grade=kind["class"],
            lead=kind["lead"],
            move=kind["move"],
            controlled=kind.get("controlled", False),
            radius=int(kind.get("base", 0)) * SCALE // 2,
            gun_radius=int(kind.get("gun_base", 0)) * SCALE // 2,
            size=(int(kind.get("size", (0, 0))[0]) * SCALE, int(kind.get("size", (0, 0))[1]) * SCALE),
            armoured=kind.get("armoured", False),
            tracked=kind.get("tracked", False),
            tank=kind.get("tank", False),
            hull=kind.get("hull", ""),
            seats=int(kind.get("seats", 0)),
            bombs=int(kind.get("bombs", 0)),
            main=kind.get("main"),
            turn=int(entry["t"]),
            zone=entry.get("z", ""),
            at=(at[0] * SCALE, self.table.height - at[1] * SCALE) if at else None,
            heading=int(entry.get("h", 0)),
            edge=entry.get("edge", ""),
            handle=entry.get("id", ""),
            inside=entry.get("in", ""),
            hidden=entry.get("hid", False) and self.switches["hidden_setup"],
            asleep=int(entry.get("asleep", 0)),
            cargo=entry.get("cargo", ""),
            aground=entry.get("aground", False),
            charge=copy < int(entry.get("charges", 0)),
            leads=entry.get("leads", "") if not copy else "",
        )
        if "split" in entry:
            self.split[number] = tuple(entry["split"])
        self._units.append(unit)
        self._crew(number, unit, kind)

    def _crew(self, number: Unit, unit: UnitSpec, kind: dict[str, Any]) -> None:
        first = len(self._figures)
        for role, arm, count in kind["figs"]:
            for _ in range(count):
                self._numbers.append(len(self._figures) - first + 1)
                self._figures.append(
                    FigureSpec(number, role, self._arm(arm), unit.radius or SCALE, role in LEADERS, False)
                )
        members = tuple(map(Figure, range(first, len(self._figures))))
        bearers = sorted(members, key=lambda f: self._figures[f].leader)
        for figure in bearers[: int(kind.get("gren", 0))] if self.switches["grenades"] else ():
            self._figures[figure] = self._figures[figure]._replace(grenades=True)
        self._men.append(members)
        start = len(self._mounts)
        for place, (arm, half, bearing) in enumerate(kind.get("mounts", ()), 1):
            self._places.append(place)
            self._mounts.append(MountSpec(number, arm, half, bearing))
        self._guns.append(tuple(map(GunMount, range(start, len(self._mounts)))))

    def _called(self, name: str) -> str:
        """3.9: the services of the nation that stands in for the Americans."""
        for service, called in self.nation["services"].items():
            name = name.replace(service, called)
        return name

    def _arm(self, arm: str) -> str:
        """3.9, 11.0: weapons that a nation did not have, or that the players have agreed to leave out."""
        if arm == AUTOMATIC_RIFLE:
            return str(self.nation["bar"])
        if arm == HANDS and not self.switches["grenades"]:
            return "blade"
        if arm == "rifle_grenade" and not self.switches["rifle_grenades"]:
            return "rifle"
        return arm

    def _place_names(self) -> dict[int, str]:
        names = [*self.table.zones, *(building.id for building in self.table.buildings)]
        return dict(enumerate(dict.fromkeys(names)))

    # --- charts, in board units ------------------------------------------------------------------

    def _rules(self) -> None:
        charts, engine = self.charts, self.charts["engine"]
        self.turns = int(self.sheet["turns"])
        self.dark: dict[str, int] = self.sheet.get("limited_visibility", {})
        command = charts["command"]
        self.radius = int(command["radius"]) * SCALE
        self.radius_reduced = int(command["radius_reduced"]) * SCALE
        self.bodyguard_reach = int(command["bodyguard_substitute"]) * SCALE
        self.standoff = int(charts["standoff"]["distance"]) * SCALE
        self.contact_gap = int(engine["contact_gap_tenths"])
        self.casualty_band = int(engine["casualty_band"]) * SCALE
        self.line_cover_gap = int(engine["line_cover_gap"]) * SCALE
        self.opening_gap = int(engine["opening_gap"]) * SCALE
        self.opening_crew = int(engine["opening_crew"])
        self.stairs = int(engine["stairs_cost"]) * SCALE
        self.ticks = (int(engine["ticks_charge_minimum"]), int(engine["ticks_move"]), int(engine["ticks_move"]))
        """S7.1: of the charges' minimum, of the common movement, and of the last legs after it."""
        self.sight_rule = SightRule(int(engine["los_dead_ground"]) * SCALE, self.line_cover_gap)
        extra = charts["movement"]["extra"]
        self.embark = int(extra["embark"]) * SCALE
        self.alongside = int(extra["vessel_alongside"]) * SCALE
        self.ways = tuple(
            MoveRule(
                column,
                column == 0,
                int(engine["door_cost"]) * SCALE,
                int(engine["door_width"]) * SCALE,
                int(engine["window_cost"]) * SCALE,
                int(engine["window_width"]) * SCALE,
                int(extra["uphill_contour"]) * SCALE,
            )
            for column in range(4)
        )
        self.arms_length = self.ways[0]._replace(window=-1)
        """S9, R87: what hands reach through: doors and gates, and no windows."""
        self.ladder: dict[str, dict[str, str]] = {
            row: dict(zip(charts["cover_ladder"]["ground"], charts["cover_ladder"][row], strict=True))
            for row in charts["cover_ladder"]
            if row.isupper() or row[:2] in ("AB", "C_")
        }
        self.levels: list[str] = charts["cover_ladder"]["levels"]
        self.confirm: dict[str, int] = {level: charts["confirm"][level] for level in self.levels}

    def _muster(self) -> None:
        """What follows from the forces of the scenario under its charts and switches."""
        half = 2 if self.switches["beaten_zone_measure"] == "diameter" else 1
        if half > 1:
            self.weapons = {
                name: arm._replace(zone=arm.zone // half, he=arm.he // half, shrapnel=arm.shrapnel // half)
                for name, arm in self.weapons.items()
            }
        self.arms: ByFigure[Weapon] = tuple(
            self.weapons[SIDEARMS.get(figure.weapon, figure.weapon)] for figure in self.figures
        )
        """The weapon that each figure fires; a launcher is fixed to a rifle (R69)."""
        self.gunners = frozenset(
            f for unit, men in zip(self.units, self.men, strict=True) for f in men if unit.kind == "gun"
        )
        """9.1: the figures that serve a gun with a base of its own."""
        self.serves = frozenset(
            f for unit, men in zip(self.units, self.men, strict=True) for f in men if unit.kind in ("mg", "gun")
        )
        """The figures whose weapon is a machine gun or gun that the whole crew serves."""
        self.marksmen = frozenset(unit for unit, men in numbered(self.men) if any(self.arms[f].picks for f in men))
        """7.2: the units that have a sniper."""
        holing = frozenset(unit for unit, men in numbered(self.men) if any(self.arms[f].hurts_small_boats for f in men))
        self.holing = holing if any(unit.hull == "small_boat" for unit in self.units) else frozenset()
        """12.2: the units that have a weapon which can hole a small boat, where there is one."""
        self.spots: dict[tuple[str, MoveRule], Patches[tuple[str, str] | None]] = {}
        """S19.1: what keeps those off a point who are set up in a zone; see :mod:`.placing`."""
        self.rooms: dict[tuple[str | int, ...], bool] = {}
        """Where there are places enough for units about points; only those that options are made of are asked for."""
        self.opens: dict[tuple[str | int, ...], Any] = {}
        """How units on foot are set up about points where nobody is in their way, as far as somebody has asked."""
        self.watch: dict[tuple[Any, ...], Any] = {}
        """What watchers see from where they stand; see :mod:`.setup`."""
        per_figure = (int(self.charts["engine"]["room_per_figure"]) * SCALE) ** 2
        self.berths = tuple(area_of(building.points) // per_figure for building in self.table.buildings)
        """S16.1: how many figures each floor of a building holds."""
        self._razed: dict[int, Tabletop] = {}
        self.lairs: dict[Unit, tuple[tuple[Pt, ...], tuple[Pt, ...]]] = {}
        """Where units could lie hidden; see :mod:`.lairs`."""
        gates = self.sheet.get("gates_of", "")
        self.gate_side = self.side_ids.index(gates) if gates else None
        self.home = tuple(self.sheet["side"][side]["home_edge"] for side in self.side_ids)
        self.fcg = tuple(
            tuple(f for u in units if self.units[u].kind == "command" for f in self.men[u] if self.figures[f].leader)
            for units in self.units_of
        )
        if len(self.side_ids) != 2:
            raise BadData(f"yangtze/data/scenarios/{self.scenario}.toml: two sides are wanted")

    def prepare(self) -> None:
        """The rasters on which units find their ways, and what the ground says of the places where they are set up or
        could lie hidden: all of it takes longer than any move."""
        self._lay_rasters()
        pos: Position[Any] = self.game.start(self.scenario, self.switches)
        while isinstance((options := list(pos.options()))[0], Deploy | Wait | Ready):
            for side in self.sides:
                pos.imagine(side, Random(0))
            pos.apply(options[0])

    def _lay_rasters(self) -> None:
        units = self.every_unit
        movers = {(self.way(unit, afoot), self.units[unit].radius) for unit in units for afoot in (False, True)}
        for rule, radius in sorted(movers):
            Raster(self.table, rule, radius).lay()

    def allowance(self, move: str, card: str) -> tuple[int, int]:
        """5.1 to 5.3, S3.1: the least and the most of a line of the movement chart, in board units."""
        row = self.charts["movement"][move]
        low, high = row.get(card, (0, 0))
        return low * SCALE, high * SCALE

    def way(self, unit: Unit, afoot: bool = False) -> MoveRule:
        """S3.1: how the ground bears a unit."""
        spec = self.units[unit]
        if spec.kind == "mounted" and not afoot:
            return self.ways[1]
        if spec.carrier:
            return self.ways[3 if spec.tracked else 2]
        return self.ways[0]

    def razed(self, rubble: int) -> Tabletop:
        """S17.7: the table after these buildings have been blown up; made once."""
        if rubble not in self._razed:
            gone = [building.id for number, building in enumerate(self.table.buildings) if rubble >> number & 1]
            self._razed[rubble] = self.table.razed(gone)
        return self._razed[rubble]

    def piece_of_figure(self, figure: Figure) -> Piece:
        return Piece(len(self.units) + figure)

    def piece_of_mount(self, mount: GunMount) -> Piece:
        return Piece(len(self.units) + len(self.figures) + mount)

    def arm(self, shooter: Shooter) -> Arm:
        """The number under which a position keeps a shooter."""
        return Arm(len(self.figures) + shooter.mount if isinstance(shooter, Mounted) else shooter)

    def as_unit(self, piece: Piece) -> Unit | None:
        """The unit that a player names, if it is one."""
        return Unit(piece) if piece < len(self.units) else None

    def as_figure(self, piece: Piece) -> Figure | None:
        """The figure that a player names, if it is one."""
        number = piece - len(self.units)
        return Figure(number) if 0 <= number < len(self.figures) else None

    def as_mount(self, piece: Piece) -> GunMount | None:
        """The mount that a player names, if it is one."""
        number = piece - len(self.units) - len(self.figures)
        return GunMount(number) if number >= 0 else None

    def the_figure(self, piece: Piece) -> Figure:
        """The figure that a player has named, where it has been judged that it is one."""
        return Figure(piece - len(self.units))

    def unit_of(self, piece: Piece) -> Unit:
        """The unit that a piece is, or belongs to."""
        if (figure := self.as_figure(piece)) is not None:
            return self.figures[figure].unit
        if (mount := self.as_mount(piece)) is not None:
            return self.mounts[mount].unit
        return Unit(piece)
