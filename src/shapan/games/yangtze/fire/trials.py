"""A roll before it is made: who rolls for what, and everything that goes into the score. The dice are cast for it and a
player is shown it, so that the two cannot differ."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ..who import Shooter
from .aimed import Target
from .volley import Shot


class Modifier(NamedTuple):
    """One line of what makes the score: its name in the texts, what it adds, and its case."""

    key: str
    value: int
    case: str


class Trial(NamedTuple):
    """7.10, 7.11, 8.2, 9.1, 10.1 to 10.3, 11.1: what a roll needs."""

    shooter: Shooter
    """Who fires, throws or drops; an aircraft by the first of its crew."""
    target: Target
    short: bool
    """At short range?"""
    cover: str
    """What shelters the target from this fire."""
    lines: tuple[Modifier, ...]
    """The score of the chart, and what is added to it."""
    score: int
    dice: int
    strict: bool = False
    """R16: a hit on hard cover is confirmed on the highest throw only."""

    @property
    def shot(self) -> Shot:
        """The die of it in a volley."""
        return Shot(self.target, self.score, self.strict)

    def chance(self) -> tuple[int, int]:
        """How many of all throws do it."""
        return chance_of(self.score, self.dice)


@cache
def chance_of(score: int, dice: int) -> tuple[int, int]:
    """How many of all throws are the score or more, and never a natural one (R13)."""
    throws = [1 + face for face in range(6)]
    for _ in range(dice - 1):
        throws = [total + 1 + face for total in throws for face in range(6)]
    return sum(total >= score and total > 1 for total in throws), len(throws)
