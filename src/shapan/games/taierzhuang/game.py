"""Storm Over Taierzhuang: the game's front door: switches, set-up, and where the other modules hang together."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Self

from shapan.kernel import Action, Board, Difficulty, Finding, Game, Refusal, Side, Steps, View

from .actions import GRAMMAR
from .anti_tank import AntiTank, AntiTankFire
from .attack import AnnounceAttack, LaunchAssault
from .bombardment import ChooseHit, RollHit, RollRaid
from .book import TaierzhuangBook
from .check import check
from .chits import DiscardChits, Replenish
from .closing import CloseAction
from .combat import StandFast, Strike, WaveLosses
from .concentration import GatherUnits, GroupUnits
from .damage import ApplyDamage
from .deployment import Deploy, DrawUnits
from .imagine import imagine
from .impulse import CarryOutCommand, TakeImpulse
from .infiltration import DesignateStack, RollSlip
from .invariants import violations
from .misplaced import misplaced
from .movement import MarchGroup
from .position import TaierzhuangPosition
from .reinforcements import GeneralissimosOrder, Levy, RerollArrival, RerollQuantity, RollArrival, RollQuantity
from .sequence import TURN, EndTurn, RollEvent, RollInitiative
from .setup import RollLimits, SetUp
from .show import board, view
from .sides import CHINESE, JAPANESE
from .stacking import RemoveSurplus
from .supply import CallAirDrop, CallGuerrillas, RollAirDrop


class Position(TaierzhuangPosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    STEPS = Steps(
        RollLimits(),
        SetUp(),
        Replenish(),
        DiscardChits(),
        GeneralissimosOrder(),
        RollArrival(),
        RerollArrival(),
        RollQuantity(),
        RerollQuantity(),
        Levy(),
        DrawUnits(),
        Deploy(),
        RollEvent(),
        RollInitiative(),
        TakeImpulse(),
        CarryOutCommand(),
        MarchGroup(),
        AnnounceAttack(),
        LaunchAssault(),
        AntiTank(),
        AntiTankFire(),
        StandFast(),
        Strike(),
        WaveLosses(),
        ApplyDamage(),
        CloseAction(),
        RemoveSurplus(),
        RollRaid(),
        ChooseHit(),
        RollHit(),
        DesignateStack(),
        RollSlip(),
        GatherUnits(),
        GroupUnits(),
        CallGuerrillas(),
        CallAirDrop(),
        RollAirDrop(),
        EndTurn(),
    )

    def view(self, side: Side) -> View:
        return view.view(self, side)

    def glance(self, side: Side) -> View:
        return view.view(self, side, bare=True)

    def imagine(self, side: Side, rng: Random) -> Self:
        return imagine(self, side, rng)

    def misplaced(self, action: Action) -> Refusal | None:
        return misplaced(self, action)

    def violations(self) -> list[str]:
        return violations(self)


class Taierzhuang(Game):
    """The title."""

    id: ClassVar[str] = "taierzhuang"
    title: ClassVar[str] = "Storm Over Taierzhuang"
    summary: ClassVar[str] = (
        "The town on the Grand Canal, March 1938: areas, alternating impulses, hands of secret chits"
    )
    hours: ClassVar[str] = "2"
    difficulty: ClassVar[Difficulty] = "easy"
    sides: ClassVar[tuple[Side, ...]] = ("japanese", "chinese")
    grammar = GRAMMAR
    position = Position
    statuses: ClassVar[tuple[str, ...]] = ("spent",)
    capitulation_case: ClassVar[str] = "10.0"
    open_verbs: ClassVar[frozenset[str]] = frozenset(
        {"place", "move", "join", "go", "leave", "fire", "assault", "infiltrate", "gather"}
    )

    def compile(self, scenario: str, switches: dict[str, Any]) -> TaierzhuangBook:
        return TaierzhuangBook(self, scenario, switches)

    def set_up(self, book: TaierzhuangBook) -> Position:
        """3.0: the units that start wait to be placed, the others are in the pools, every chit is in its cup."""
        boxes = [0] * (book.muster + 1)
        boxes[book.muster] = book.start[JAPANESE] | book.start[CHINESE]
        for side in (JAPANESE, CHINESE):
            boxes[book.pool[side]] = book.roster[side] & ~book.start[side] & ~book.removed
        none = (0,) * len(book.chits)
        return Position(
            book=book,
            at=tuple(boxes),
            hands=none,
            cups=book.chit_counts,
            played=none,
            concentration=book.concentration_first if book.switches["concentration"] else -1,
        )

    def board(self, scenario: str | None = None) -> Board:
        return board.board(self, self.book(scenario))

    def check(self) -> list[Finding]:
        return check(self)
