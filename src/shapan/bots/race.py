"""A race of challengers against the staff's first choice: each world a lap, until one has won or none is left."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import msgspec

HEATS: Final = 2
"""After so many worlds, challengers that fall behind or change nothing drop out."""
BELIEVED: Final = 6
"""Before so many worlds, nobody has won."""
ENOUGH: Final = 8
"""After so many worlds, the race may be decided before its end."""
DECIDED: Final = 3.0
"""The standard errors by which the only challenger left must lead for that."""


class Terms(msgspec.Struct, frozen=True):
    """When a challenger drops out, and when it is believed. All values are chances to win."""

    least: float = 0.0003
    """A gain or loss smaller than this is none."""
    spread: float = 0.01
    """How much gains are thought to vary before any has been seen, counted as two worlds."""
    patience: float = 0.2
    """By how many standard errors a challenger may lie behind."""
    margin: float = 2.0
    """By how many standard errors it must lead at the end: among several challengers one is soon ahead by luck."""


class Lead(NamedTuple):
    """How far a challenger is ahead of the first choice."""

    mean: float
    error: float
    """Its standard error."""


class Race:
    """What each challenger gained over the staff's first choice, world by world; number 0 is that first choice."""

    def __init__(self, challengers: int, terms: Terms) -> None:
        self.terms = terms
        self.alive = list(range(1, challengers + 1))
        self.gains: list[list[float]] = [[] for _ in range(challengers + 1)]
        self.laps = 0
        self.won = False

    def lap(self, first: float, others: dict[int, float]) -> None:
        """One world has been played by everybody who is still in the race."""
        self.laps += 1
        for number, value in others.items():
            self.gains[number].append(value - first)
        if self.laps == HEATS:
            self.alive = [number for number in self.alive if max(map(abs, self.gains[number])) >= self.terms.least]
        if self.laps >= HEATS:
            self._drop()

    def _drop(self) -> None:
        lead = {number: self.lead(number) for number in self.alive}
        self.alive = [number for number, by in lead.items() if by.mean + self.terms.patience * by.error > 0]
        if self.alive and self.laps >= ENOUGH:
            best = max((lead[number] for number in self.alive), key=lambda by: by.mean)
            self.alive = [number for number in self.alive if lead[number].mean + 2 * lead[number].error > best.mean]
            self.won = len(self.alive) == 1 and best.mean > DECIDED * best.error

    def lead(self, number: int) -> Lead:
        """The mean gain of a challenger."""
        gains = self.gains[number]
        count = len(gains)
        mean = sum(gains) / count
        squares = sum((gain - mean) ** 2 for gain in gains) + 2 * self.terms.spread**2
        return Lead(mean, sqrt(squares / (count + 1) / count))

    def winner(self) -> int:
        """Who is to be believed: a challenger that leads by more than chance explains, otherwise the first choice."""
        if self.laps < BELIEVED:
            return 0
        lead = {number: self.lead(number) for number in self.alive}
        good = [number for number, by in lead.items() if by.mean > self.terms.margin * by.error]
        return max(good, key=lambda number: lead[number].mean, default=0)
