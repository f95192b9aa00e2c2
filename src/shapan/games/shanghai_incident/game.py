"""Shanghai Incident 1932: the game's front door, where the modules hang together."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Self

from shapan.ground.hexes import Mask, bits
from shapan.kernel import Action, Board, Difficulty, Finding, Game, Refusal, Side, Steps, View
from shapan.mechanics.fire_and_movement.advance import AdvanceAfterCombat
from shapan.mechanics.fire_and_movement.combat import CoverDefence
from shapan.mechanics.fire_and_movement.exchange import Exchange
from shapan.mechanics.fire_and_movement.position import ABSENT, READY
from shapan.mechanics.fire_and_movement.resistance import ResistanceRoll, Withdraw
from shapan.mechanics.fire_and_movement.ways import REGULAR, March
from shapan.mechanics.forces import OFF

from .actions import GRAMMAR
from .book import ShanghaiBook
from .calls import CallUp, Reveal
from .check import check
from .combat import ShanghaiCombat, ShanghaiEndBattle, ShanghaiJoin, ShanghaiStrike
from .fire_support import RubbleRoll
from .imagine import imagine
from .invariants import violations
from .logistics import Award
from .movement import ShanghaiMovement
from .pauses import Administration, ReadyMarkers, Refit
from .position import ShanghaiPosition
from .redeployment import PauseRedeployment
from .reinforcements import Arrivals, Land
from .sequence import ADMINISTRATION, TURN, misplaced
from .setup import SettingUp, SetUp
from .show import board, view
from .sides import CHINESE, JAPANESE


class Position(ShanghaiPosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    STEPS = Steps[Any](
        SetUp(),
        ShanghaiMovement(),
        ShanghaiCombat(),
        ShanghaiJoin(),
        CoverDefence(),
        ShanghaiStrike(),
        Exchange(),
        Withdraw(),
        ResistanceRoll(),
        AdvanceAfterCombat(),
        ShanghaiEndBattle(),
        RubbleRoll(),
        Administration(),
        Award(),
        ReadyMarkers(),
        CallUp(),
        Reveal(),
        Arrivals(),
        Land(),
        Refit(),
        PauseRedeployment(),
    )

    def reach_of(self, side: int) -> dict[int, Mask]:
        """5.1: where each unit that has not moved could go with a regular move."""
        walking = self.book.roster[side] & ~(self.moved | self.book.loose)
        return {unit: March(self, (unit,), REGULAR).destinations() for unit in bits(self.alive(walking))}

    def view(self, side: Side) -> View:
        return view.view(self, side)

    def glance(self, side: Side) -> View:
        return view.view(self, side, bare=True)

    def imagine(self, side: Side, rng: Random) -> Self:
        return imagine(self, side, rng)

    def violations(self) -> list[str]:
        return violations(self)

    def misplaced(self, action: Action) -> Refusal | None:
        return misplaced(self, action) or super().misplaced(action)

    def uncovered(self, side: Side) -> int:
        """13.1: the Japanese see what the Chinese call after they have sealed a call of their own."""
        return self.calls[CHINESE] if side == self.book.sides[JAPANESE] else 0


class ShanghaiIncident(Game):
    """The title."""

    id: ClassVar[str] = "shanghai_incident"
    title: ClassVar[str] = "Shanghai Incident 1932"
    summary: ClassVar[str] = "Five weeks from Chapei to the Yangtze: pauses, secret reinforcements, logistics"
    hours: ClassVar[str] = "2"
    difficulty: ClassVar[Difficulty] = "medium"
    sides: ClassVar[tuple[Side, ...]] = ("japanese", "chinese")
    grammar = GRAMMAR
    position = Position
    statuses: ClassVar[tuple[str, ...]] = view.STATUSES
    open_verbs: ClassVar[frozenset[str]] = frozenset({"move", "carry", "redeploy", "transfer", "retreat", "call"})
    capitulation_case: ClassVar[str] = "12.4"
    series: ClassVar[str] = "shapan.mechanics.fire_and_movement"

    def compile(self, scenario: str, switches: dict[str, Any]) -> ShanghaiBook:
        return ShanghaiBook(self, scenario, switches, ADMINISTRATION)

    def set_up(self, book: ShanghaiBook) -> Position:
        """11.0: everything waits off the map; first the Japanese set up, then the Chinese."""
        units = range(len(book.entries))
        historical = book.switches["historical_setup"]
        first = book.first_marker
        pos = Position(
            book=book,
            place=tuple(book.historical.get(unit, OFF) if historical else OFF for unit in units),
            steps=book.full_steps,
            pile=tuple(units),
            pause_marker=book.pauses,
            held=book.held_at_start,
            closed=book.closed_at_start,
            logistics=int(book.track["logistics_start"]),
            arrived=(0,) * len(book.called),
            support=tuple(READY if first + at in book.starting_markers else ABSENT for at in range(len(book.markers))),
            snipers=(OFF,) * book.sniper_count,
        )
        pos.then(SettingUp(JAPANESE), SettingUp(CHINESE))
        return pos

    def board(self, scenario: str | None = None) -> Board:
        return board.board(self, self.book(scenario))

    def check(self) -> list[Finding]:
        return check(self)
