"""Yanks Up the Yangtze: the game's front door."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

from shapan.ground.table import OUTDOORS, Tabletop
from shapan.kernel import Board, Difficulty, Finding, Game, Scenario, Side, Steps, Switch, View
from shapan.kernel.view import Aid

from .actions import GRAMMAR
from .air.anti_air import ChooseEdge, FireFlak
from .book import YangtzeBook
from .check import check
from .dice import DrawFigure, RollDice
from .ending import CloseTurn
from .fire.firing import DeclareFire
from .fire.grenades import ThrowGrenades
from .fire.hits import ChooseGuard, RollVolley
from .fire.resolving import ResolveFire
from .fire.volley import Bury
from .imagine import imagine
from .invariants import violations
from .melee.bouts import FightMelee
from .melee.morale import PassVerdict, Reckon, RollMorale
from .movement.together import MoveTogether
from .noted import Rounds
from .orders.cards import GiveOrders
from .orders.plans import MakePlans
from .place import OFF_TABLE, Load
from .position import NOWHERE, TO_COME, YangtzePosition
from .promotion import NameLeader
from .sequence import TURN, EndRaids
from .setup import SettingUp, SetUp, Unmask, Unmasking
from .show.aids import aids
from .show.board import board
from .show.pieces import STATUSES
from .show.view import view
from .vessels.boarding import ComeAcross
from .vessels.damage import ChooseCrew
from .vessels.overruns import RunOver
from .vessels.swimming import Swim
from .who import numbered


class Position(YangtzePosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    STEPS = Steps(
        SetUp(),
        Unmask(),
        GiveOrders(),
        MakePlans(),
        RunOver(),
        ComeAcross(),
        MoveTogether(),
        DeclareFire(),
        ResolveFire(),
        RollVolley(),
        ThrowGrenades(),
        Bury(),
        ChooseGuard(),
        ChooseCrew(),
        FireFlak(),
        ChooseEdge(),
        EndRaids(),
        FightMelee(),
        Reckon(),
        PassVerdict(),
        RollMorale(),
        CloseTurn(),
        NameLeader(),
        Swim(),
        RollDice(),
        DrawFigure(),
    )

    def view(self, side: Side) -> View:
        return view(self, side)

    def glance(self, side: Side) -> View:
        return view(self, side, bare=True)

    def aids(self, side: Side, piece: str) -> list[Aid]:
        viewer = self.book.sides.index(side) if side in self.book.sides else None
        return aids(self, viewer, piece)

    def imagine(self, side: Side, rng: Random) -> Self:
        return imagine(self, side, rng)

    def violations(self) -> list[str]:
        return violations(self)


class Yangtze(Game):
    """The title."""

    id: ClassVar[str] = "yangtze"
    title: ClassVar[str] = "Yanks Up the Yangtze"
    summary: ClassVar[str] = (
        "Skirmishes on the river in the 1920s: miniatures on a table, hidden cards, eight scenarios"
    )
    hours: ClassVar[str] = "1"
    difficulty: ClassVar[Difficulty] = "easy"
    sides: ClassVar[tuple[Side, ...]] = ("us", "cn", "lu", "pao")
    grammar = GRAMMAR
    position = Position
    statuses: ClassVar[tuple[str, ...]] = STATUSES
    told: ClassVar[tuple[str, ...]] = ("people", "floor")
    capitulation_case: ClassVar[str] = "S19.5"
    capitulation_level: ClassVar[str] = "decisive"
    open_verbs: ClassVar[frozenset[str]] = frozenset(
        {
            *("deploy", "put", "land", "banish", "cover", "bomb", "strafe"),
            *("march", "pace", "form", "stairs", "drive", "sail", "fly"),
            *("card", "watch", "abet", "charge"),
        }
    )
    """Points, ways and distances; and what is legal but not worth listing, such as a charge at somebody far away."""

    def __init__(self) -> None:
        self._tables: dict[str, Tabletop] = {}
        super().__init__()

    def list_scenarios(self) -> Iterable[Scenario]:
        names = [name for name in self.data.names() if name.startswith("scenarios/")]
        sheets = sorted((self.data.table(name) for name in names), key=lambda sheet: int(sheet["no"]))
        for sheet in sheets:
            yield Scenario(sheet["id"], sheet["title"], sheet["story"], tuple(sheet["sides"]))

    def list_switches(self) -> Iterable[Switch]:
        for entry in self.data.table("switches.toml")["switch"]:
            values = tuple(entry.get("values", (False, True)))
            yield Switch(entry["id"], entry["title"], entry["case"], entry["default"], values, entry["summary"])

    def compile(self, scenario: str, switches: dict[str, Any]) -> YangtzeBook:
        """The scenario may change a switch that the players have left at its default."""
        chosen = dict(switches)
        for name, value in self.data.table(f"scenarios/{scenario}.toml").get("switches", {}).items():
            if chosen[name] == self.switches[name].default:
                chosen[name] = value
        return YangtzeBook(self, scenario, chosen, self._tables)

    def set_up(self, book: YangtzeBook) -> Position:
        """S19.1: nobody is on the table yet; the sides set up in the order that the scenario names."""
        figures, units = len(book.figures), len(book.units)
        each = int(book.charts["artillery"]["rounds_each"])
        pos = Position(
            book=book,
            x=(0,) * figures,
            y=(0,) * figures,
            floor=(0,) * figures,
            room=(OUTDOORS,) * figures,
            fate=(TO_COME,) * figures,
            aboard=(None,) * figures,
            at=(OFF_TABLE,) * units,
            card=("",) * units,
            forced=("",) * units,
            damage=(0,) * units,
            timer=(0,) * units,
            hits=(0,) * units,
            owner=tuple(unit.side for unit in book.units),
            bombs=tuple(unit.bombs for unit in book.units),
            rounds=(Rounds(each, each),) * (units + len(book.mounts)),
            plan=(None,) * units,
            track=((),) * figures,
            stairs=((),) * figures,
            spent=(0,) * figures,
            goal=(None,) * figures,
            sought=(NOWHERE,) * figures,
            asleep=sum(1 << number for number, unit in numbered(book.units) if unit.asleep),
            cargo=tuple(Load(unit.cargo, n, 0, 0, unit.side) for n, unit in numbered(book.units) if unit.cargo),
            shut=(1 << book.table.gates) - 1 if book.gate_side is not None else book.barriers,
        )
        pos.derive()
        pos.then(*(SettingUp(book.side_ids.index(side)) for side in book.sheet["setup_order"]), Unmasking())
        return pos

    def board(self, scenario: str | None = None) -> Board:
        return board(self, self.book(scenario))

    def check(self) -> list[Finding]:
        return check(self)
