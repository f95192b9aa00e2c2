"""Search: looks ahead from the staff officer's proposals, for any game that has a doctrine.

The candidates are what the staff thinks best. Each is tried in imagined worlds, with the same worlds and the same dice
for every candidate: both sides then play on as their staffs would, the dice fall as they may, and the doctrine judges
the position at the end of the look ahead. The staff's own first choice is overruled only by something clearly better.
"""

from __future__ import annotations

import time
from math import sqrt
from random import Random
from typing import Any

import msgspec

from shapan.kernel import DICE, Action, Position
from shapan.kernel.doctrine import Advice

from .staff import StaffBot


class Budget(msgspec.Struct, frozen=True):
    """How much a decision may cost: in positions (reproducible) and, if given, in seconds."""

    positions: int = 600
    seconds: float | None = None
    width: int = 4
    """How many candidates are tried."""
    depth: int = 40
    """How many decisions the look ahead goes on."""
    margin: float = 1.0
    """By how many standard errors a candidate must beat the staff's first choice."""


class SearchBot:
    """Monte Carlo look-ahead over the staff's proposals."""

    name = "search"
    needs_world = True
    needs_doctrine = True

    def __init__(self, rng: Random, budget: Budget | None = None) -> None:
        self.rng = rng
        self.staff = StaffBot(rng)
        self.budget = budget or Budget()

    def choose(self, pos: Position[Any]) -> Action:
        candidates = self.candidates(pos)
        if len(candidates) == 1:
            return candidates[0].action
        return self.weigh(pos, candidates)

    def candidates(self, pos: Position[Any]) -> list[Advice]:
        """The staff's best proposals, at most one of each verb and first piece beyond the first."""
        chosen: list[Advice] = []
        seen: set[tuple[Any, ...]] = set()
        for advice in self.staff.advise(pos):
            action = advice.action
            kind = (action.verb, *(getattr(action, name) for name in action.__struct_fields__[:1]))
            if kind not in seen:
                seen.add(kind)
                chosen.append(advice)
            if len(chosen) == self.budget.width:
                break
        return chosen

    def weigh(self, pos: Position[Any], candidates: list[Advice]) -> Action:
        """Try all candidates in the same worlds until the budget is spent."""
        side, budget = pos.actor, self.budget
        scores: list[list[float]] = [[] for _ in candidates]
        deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
        spent = 0
        # However short the time, every candidate is tried once: nothing can be picked from no trials.
        while spent == 0 or (spent < budget.positions and (deadline is None or time.monotonic() < deadline)):
            seed = self.rng.getrandbits(64)
            for number, candidate in enumerate(candidates):
                value, positions = self.look_ahead(pos, side, candidate.action, seed)
                scores[number].append(value)
                spent += positions
        return candidates[self.pick(scores)].action

    def pick(self, scores: list[list[float]]) -> int:
        """The candidate with the best mean, if it beats the first by more than chance explains."""
        best, lead = 0, 0.0
        for number in range(1, len(scores)):
            gains = [one - first for one, first in zip(scores[number], scores[0], strict=True)]
            mean = sum(gains) / len(gains)
            spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1) / len(gains))
            if mean > lead and mean > self.budget.margin * spread:
                best, lead = number, mean
        return best

    def look_ahead(self, pos: Position[Any], side: str, action: Action, seed: int) -> tuple[float, int]:
        """Play on from a candidate in one imagined world; the value at the end and the positions it took."""
        rng = Random(seed)
        world = pos.imagine(side, rng)
        world.apply(action)
        positions = 1
        while world.outcome is None and positions < self.budget.depth:
            if world.actor == DICE:
                world.apply(world.chances().sample(rng))
            else:
                world.apply(self.staff.advise(world)[0].action)
            positions += 1
        return self.staff.value(world, side), positions
