"""One game between bots: the loop that simulations and tournaments share, with a clock for each side."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from math import ceil, log
from random import Random
from typing import Any, Final

import msgspec

from shapan.bots import ask, bot
from shapan.kernel import DICE, Action, Game, Position

BIN: Final = 1.1
"""Thinking times are counted in bins, each so much wider than the one before: exact to a tenth, and small to keep."""
LEAST: Final = 1e-5
"""Seconds below which nobody cares."""


class Thinking(msgspec.Struct):
    """How long a player thought, in CPU seconds."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    longest_turn: float = 0.0
    """All its decisions of one game turn together, which is never less than one player turn."""
    bins: dict[int, int] = {}

    def count(self, spent: float) -> None:
        self.decisions += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        number = ceil(log(max(spent, LEAST) / LEAST, BIN))
        self.bins[number] = self.bins.get(number, 0) + 1

    def percentile(self, share: float) -> float:
        """The seconds within which this share of the decisions was taken.

        >>> thinking = Thinking()
        >>> for spent in (0.001, 0.001, 0.001, 0.5):
        ...     thinking.count(spent)
        >>> thinking.percentile(0.75) < 0.0011 < 0.5 <= thinking.percentile(1.0)
        True
        """
        left = share * self.decisions
        for number in sorted(self.bins):
            left -= self.bins[number]
            if left <= 0:
                return LEAST * BIN**number
        return 0.0


def together(clocks: Iterable[Thinking]) -> Thinking:
    """The clocks of many games as one."""
    total = Thinking()
    for clock in clocks:
        total.decisions += clock.decisions
        total.seconds += clock.seconds
        total.slowest = max(total.slowest, clock.slowest)
        total.longest_turn = max(total.longest_turn, clock.longest_turn)
        for number, count in clock.bins.items():
            total.bins[number] = total.bins.get(number, 0) + count
    return total


def play_game(
    game: Game,
    scenario: str | None,
    switches: Mapping[str, Any],
    bots: tuple[str, ...],
    seed: object,
    watch: Callable[[Position[Any], Action], None] | None = None,
) -> tuple[Position[Any], int, tuple[Thinking, ...]]:
    """Play one game: its end, how many decisions it took with the dice's, and the clock of each side.

    The same seed gives the same dice, whoever plays. Whoever watches is shown every action before it is taken.
    """
    dice, imagination = Random(f"dice {seed}"), Random(f"imagine {seed}")
    sides = game.sides_in(scenario)
    players = {side: bot(name, f"{side} {seed}") for side, name in zip(sides, bots, strict=True)}
    clocks = {side: Thinking() for side in sides}
    turns: dict[tuple[str, int], float] = {}
    pos = game.start(scenario, switches)
    decisions = 0
    while pos.outcome is None:
        side, turn = pos.actor, pos.turn
        decisions += 1
        if side == DICE:
            face = pos.chances().sample(dice)
            if watch is not None:
                watch(pos, face)
            pos.apply(face)
            continue
        started = time.process_time()
        action = ask(players[side], pos, imagination)
        spent = time.process_time() - started
        clocks[side].count(spent)
        turns[side, turn] = turns.get((side, turn), 0.0) + spent
        if watch is not None:
            watch(pos, action)
        pos.push(action)
    for (side, _), spent in turns.items():
        clocks[side].longest_turn = max(clocks[side].longest_turn, spent)
    return pos, decisions, tuple(clocks.values())
