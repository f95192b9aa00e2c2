"""The Shanghai-Nanking Campaign 1937: the game's front door, where the other modules hang together."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Self

from shapan.ground.hexes import Mask
from shapan.kernel import Action, Board, Difficulty, Finding, Game, Refusal, Side, Steps, View
from shapan.mechanics.out_of_place import out_of_place
from shapan.mechanics.verbs import CallOff

from . import invariants
from .actions import GRAMMAR
from .advance import AdvanceAfterCombat, AfterCombat
from .beaches import AdvanceInland, ComeAshore, OccupyInland, RetreatBeforeLanding
from .book import IN_PLAY, CampaignBook
from .check import check
from .combat import FightPhase, JoinAttack
from .fire_support import AttackerSupport, DefenderSupport, Dogfight, InterceptAir
from .fog import call_off_refusal, seen_by
from .imagine import imagine
from .interdiction import AirCover, ChooseInterdicted, RollCover, RollInterdiction
from .landings import ChooseBeach, PlaceLandings, Replacements
from .losses import ApportionLosses, RollReturn
from .move_phase import MovePhase
from .overrun import AfterOverrun, FormStack, MoveOn
from .position import CampaignPosition
from .reinforcements import ChineseArrivals
from .restacking import RESTACKING
from .sequence import ELSEWHERE, TURN, AnnouncePlan
from .setup import StationGarrisons, Stationing
from .show import view
from .show.board import board
from .stacking import CheckAfterCombat, TrimStacks
from .strike import Strike


class Position(CampaignPosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    RESTACKING = RESTACKING
    STEPS = Steps(
        StationGarrisons(),
        AnnouncePlan(),
        MovePhase(),
        FormStack(),
        AfterOverrun(),
        MoveOn(),
        FightPhase(),
        JoinAttack(),
        AttackerSupport(),
        InterceptAir(),
        Dogfight(),
        DefenderSupport(),
        Strike(),
        ApportionLosses(),
        RollReturn(),
        AfterCombat(),
        AdvanceAfterCombat(),
        CheckAfterCombat(),
        TrimStacks(),
        AirCover(),
        RollCover(),
        RollInterdiction(),
        ChooseInterdicted(),
        ChineseArrivals(),
        Replacements(),
        PlaceLandings(),
        ChooseBeach(),
        ComeAshore(),
        RetreatBeforeLanding(),
        AdvanceInland(),
        OccupyInland(),
    )

    def free_refusal(self, action: Action) -> Refusal | None:
        """6.3: a call-off that comes too late is refused for that reason, whoever is asked."""
        late = call_off_refusal(self) if isinstance(action, CallOff) else None
        return late or super().free_refusal(action)

    def misplaced(self, action: Action) -> Refusal | None:
        return out_of_place(self, ELSEWHERE, action)

    def reach_of(self, side: int) -> dict[int, Mask]:
        units = self.movers(side)
        hexes = [self.place[unit] for unit in units]
        reached = self.front(side).field.reach_all(hexes, self.book.movement_factor)
        return {unit: reached[here] for unit, here in zip(units, hexes, strict=True)}

    def view(self, side: Side) -> View:
        return view.view(self, side)

    def glance(self, side: Side) -> View:
        return view.view(self, side, bare=True)

    def uncovered(self, side: Side) -> int:
        """6.3: a counter that moves away, a battle or a forced retreat may lay open what was hidden."""
        return seen_by(self, side)

    def imagine(self, side: Side, rng: Random) -> Self:
        return imagine(self, side, rng)

    def violations(self) -> list[str]:
        return invariants.violations(self)


class ShanghaiNanking(Game):
    """The title."""

    id: ClassVar[str] = "shanghai_nanking"
    title: ClassVar[str] = "Shanghai-Nanking Campaign 1937"
    summary: ClassVar[str] = "From the landings at Wusong to the fall of Nanking: odds, zones, overruns, fire support"
    hours: ClassVar[str] = "4"
    difficulty: ClassVar[Difficulty] = "hard"
    sides: ClassVar[tuple[Side, ...]] = ("chinese", "japanese")
    grammar = GRAMMAR
    position = Position
    statuses: ClassVar[tuple[str, ...]] = ("reduced",)
    capitulation_case: ClassVar[str] = "5.2"
    takeback_case: ClassVar[str] = "5.0"
    takeback_switch: ClassVar[str] = "takebacks_by_consent"
    open_verbs: ClassVar[frozenset[str]] = frozenset({"move", "overrun", "arrive", "restack"})

    def compile(self, scenario: str, switches: dict[str, Any]) -> CampaignBook:
        return CampaignBook(self, scenario, switches)

    def set_up(self, book: CampaignBook) -> Position:
        """3.1, 13.0: at-start units on the map, reinforcements on the turn track, markers at hand."""
        markers = tuple(tuple(entry.get(0, 0) for entry in side) for side in book.markers)
        pos = Position(
            book=book,
            place=book.start_place,
            steps=tuple(
                0 if due < IN_PLAY else full for due, full in zip(book.start_due, book.full_steps, strict=True)
            ),
            pile=tuple(range(len(book.units))),
            due=book.start_due,
            japanese_held=book.japanese_start,
            owned=markers,
            ready=markers,
        )
        if book.set_up_by_hand:
            pos.then(Stationing())
        return pos

    def board(self, scenario: str | None = None) -> Board:
        return board(self, self.book(scenario))

    def check(self) -> list[Finding]:
        return check(self)
