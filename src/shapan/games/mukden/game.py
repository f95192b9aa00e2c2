"""Mukden 1905: the game's front door. 3.0 set-up, options, and where the other modules hang together."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Self

from shapan.kernel import Board, Finding, Game, Side, Steps, View
from shapan.kernel import Position as AnyPosition

from . import view
from .actions import GRAMMAR
from .advance import AdvanceAfterCombat, Momentum
from .board import board
from .book import MukdenBook
from .check import check
from .combat import CombatActions, JoinAttack, Strike
from .fog import seen_by
from .imagine import imagine
from .losses import Aftermath, ApportionLosses
from .movement import MovementActions, army_destinations
from .position import MukdenPosition
from .sequence import TURN, ChooseCorpsHex, ChooseParalysed, DeclareOrder, RollParalysis
from .stacking import RESTACKING, overstacked


class Position(MukdenPosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    RESTACKING = RESTACKING
    STEPS = Steps(
        ChooseCorpsHex(),
        DeclareOrder(),
        RollParalysis(),
        ChooseParalysed(),
        MovementActions(),
        CombatActions(),
        JoinAttack(),
        Strike(),
        ApportionLosses(),
        Aftermath(),
        AdvanceAfterCombat(),
        Momentum(),
    )

    def view(self, side: Side) -> View:
        return view.view(self, side)

    def uncovered(self, side: Side) -> int:
        """6.2: recovery, a counter that moves away or a battle may turn up what lay hidden."""
        return seen_by(self, side)

    def imagine(self, side: Side, rng: Random) -> Self:
        return imagine(self, side, rng)

    def reach_of(self, side: int) -> dict[int, int]:
        return army_destinations(self, side)

    def violations(self) -> list[str]:
        return _violations(self)


def _violations(pos: Position) -> list[str]:
    """Invariants: stacking between actions, no hex shared, steps conserved, control only of critical hexes."""
    found = []
    book = pos.book
    if pos.outcome is None and (crowded := overstacked(pos)):
        found.append(f"6.1: overstacked: {', '.join(book.grid.name(here) for here in crowded)}")
    if pos.occupied[0] & pos.occupied[1]:
        found.append("6.0: opposing units share a hex")
    for side in range(2):
        gone = sum(book.start_steps[unit] - pos.steps[unit] for unit in book.units_of[side])
        returned = pos.corps_lost - (pos.steps[book.corps] == 0) if book.side_of[book.corps] == side else 0
        if gone + returned != pos.lost[side]:
            found.append(f"9.11: {book.sides[side]} steps lost {pos.lost[side]}, counted {gone + returned}")
    if any((pos.place[unit] < 0) != (pos.steps[unit] == 0) for unit in range(len(pos.place))):
        found.append("2.10: a unit without steps on the map, or one with steps off it")
    if pos.japanese_held & ~book.critical:
        found.append("3.3: control of a hex that is not critical")
    return found


class Mukden(Game):
    """The title."""

    id: ClassVar[str] = "mukden"
    title: ClassVar[str] = "Mukden 1905"
    summary: ClassVar[str] = "The last great land battle of the Russo-Japanese War: alternating actions, differentials"
    sides: ClassVar[tuple[Side, ...]] = ("japanese", "russian")
    grammar = GRAMMAR
    position = Position
    capitulation_case: ClassVar[str] = "4.5"
    takeback_case: ClassVar[str] = "5.0"
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
        """Units by their full names, towns by name and number: a bare "9" or "2310" says little in a log."""
        names: Mapping[str, str] = {} if pos is None else pos.book.names
        return names

    def check(self) -> list[Finding]:
        return check(self)
