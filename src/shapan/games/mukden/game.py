"""Mukden 1905: the game's front door. 3.0 set-up, switches, and where the other modules hang together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Self

from shapan.kernel import Action, Board, Difficulty, Finding, Game, Refusal, Side, Steps, View
from shapan.kernel import Position as AnyPosition
from shapan.mechanics.out_of_place import out_of_place
from shapan.mechanics.verbs import CallOff

from .actions import GRAMMAR
from .advance import AdvanceAfterCombat, MomentumAttack
from .book import MukdenBook
from .check import check
from .combat import CombatActions, JoinAttack, ResolveCombat, call_off_refusal
from .fog import seen_by
from .imagine import imagine
from .invariants import violations
from .losses import ApportionLosses, EndBattle
from .movement import MovementActions, army_destinations
from .position import MukdenPosition
from .restacking import RESTACKING
from .sequence import ELSEWHERE, TURN, ArrangeStacks, ChooseCorpsHex, ChooseParalysed, DeclareOrder, RollParalysis
from .show.board import board
from .show.view import view


class Position(MukdenPosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    RESTACKING = RESTACKING
    STEPS = Steps(
        ChooseCorpsHex(),
        DeclareOrder(),
        ArrangeStacks(),
        RollParalysis(),
        ChooseParalysed(),
        MovementActions(),
        CombatActions(),
        JoinAttack(),
        ResolveCombat(),
        ApportionLosses(),
        EndBattle(),
        AdvanceAfterCombat(),
        MomentumAttack(),
    )

    def free_refusal(self, action: Action) -> Refusal | None:
        """6.2: a call-off that comes too late is refused for that reason, whoever is asked."""
        late = call_off_refusal(self) if isinstance(action, CallOff) else None
        return late or super().free_refusal(action)

    def misplaced(self, action: Action) -> Refusal | None:
        return out_of_place(self, ELSEWHERE, action)

    def view(self, side: Side) -> View:
        return view(self, side)

    def glance(self, side: Side) -> View:
        return view(self, side, bare=True)

    def uncovered(self, side: Side) -> int:
        """6.2: recovery, a counter that moves away or a battle may turn up what lay hidden."""
        return seen_by(self, side)

    def imagine(self, side: Side, rng: Random) -> Self:
        return imagine(self, side, rng)

    def reach_of(self, side: int) -> dict[int, int]:
        return army_destinations(self, side)

    def violations(self) -> list[str]:
        return violations(self)


class Mukden(Game):
    """The title."""

    id: ClassVar[str] = "mukden"
    title: ClassVar[str] = "Mukden 1905"
    summary: ClassVar[str] = "The last great land battle of the Russo-Japanese War: alternating actions, differentials"
    hours: ClassVar[str] = "2–3"
    difficulty: ClassVar[Difficulty] = "medium"
    sides: ClassVar[tuple[Side, ...]] = ("japanese", "russian")
    grammar = GRAMMAR
    position = Position
    statuses: ClassVar[tuple[str, ...]] = ("disrupted",)
    capitulation_case: ClassVar[str] = "4.5"
    takeback_case: ClassVar[str] = "5.0"
    takeback_switch: ClassVar[str] = "takebacks_by_consent"
    open_verbs: ClassVar[frozenset[str]] = frozenset({"move", "restack"})

    def compile(self, scenario: str, switches: dict[str, Any]) -> MukdenBook:
        return MukdenBook(self, scenario, switches)

    def set_up(self, book: MukdenBook) -> Position:
        """3.2, 3.3: every unit at full strength in its own hex, the Japanese in control of Liaoyang only."""
        units = range(len(book.entries))
        return Position(
            book=book,
            place=book.start_hexes,
            steps=book.start_steps,
            pile=tuple(units),
            japanese_held=book.japanese_start,
        )

    def board(self, scenario: str | None = None) -> Board:
        return board(self, self.book(scenario))

    def names(self, pos: AnyPosition[Any] | None) -> Mapping[str, str]:
        """What is said without a position, in a terminal for example, keeps the ids that are typed there."""
        return {} if pos is None else super().names(pos)

    def check(self) -> list[Finding]:
        return check(self)
