"""Fire & Movement 4.0 Sequence of play: the phases of a player turn come in the order that the data gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from shapan.kernel import Phase, Sequence

from .combat import Fighting
from .movement import Moving
from .position import FM
from .ways import MOBILE_PHASE, REGULAR, riders


class BookSequence(Sequence[Any]):
    """A sequence of play whose order each scenario's book spells out, because a switch may change it.

    The phases given here are the same ones in the order of the rulebook.
    """

    def advance(self, pos: FM) -> None:
        phases = pos.book.phases
        pos.phase = (pos.phase + 1) % len(phases)
        phase = phases[pos.phase]
        if phase.unless is None or not phase.unless(pos):
            phase.begin(pos)


def regular_movement(pos: FM, side: int) -> None:
    """4.1: all units of the side may move."""
    pos.then(Moving(side, REGULAR))


def regular_combat(pos: FM, side: int) -> None:
    """4.1: all units of the side may attack."""
    pos.then(Fighting(side, mobile=False))


def mobile_movement(pos: FM, side: int) -> None:
    """4.1: mobile units may move, and leg units that have been stacked with a mobile support unit (2.3.2)."""
    pos.rides = riders(pos, side)
    pos.then(Moving(side, MOBILE_PHASE))


def mobile_combat(pos: FM, side: int) -> None:
    """4.1: all units, leg units too, may attack once more; exchanges are void."""
    pos.then(Fighting(side, mobile=True))


PHASES = {begin.__name__: begin for begin in (regular_movement, regular_combat, mobile_movement, mobile_combat)}


def game_turn(order: Iterable[str], marks: str) -> list[Phase[FM]]:
    """The player turns of both sides, the first player's first; ``marks`` has a letter for each side."""
    names = list(order)
    return [phase for side, mark in enumerate(marks) for phase in player_turn(mark, side, names)]


def player_turn(number: str, side: int, order: Iterable[str]) -> list[Phase[FM]]:
    """The phases of one side's player turn, in the order of the data."""
    return [Phase(f"{number}{at}", "4.1", _begin(name, side)) for at, name in enumerate(order, 1)]


def _begin(name: str, side: int) -> Callable[[FM], None]:
    def begin(pos: FM) -> None:
        PHASES[name](pos, side)

    begin.__name__ = name
    return begin
