"""Judgement: the chance to win that a position is worth, as learned from games.

A staff measures a position by features, the first of which is always 1. What they weigh is data of the game, a file
``judgement.json`` beside the staff that ``shapan calibrate`` writes: a logistic of the features and of a few products
of two of them, for each scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from math import exp
from typing import Final

import msgspec

from .reading import read_json

FILE: Final = "judgement.json"
STEEPEST: Final = 30.0
"""Beyond this a chance is as good as 0 or 1."""


class Judgement(msgspec.Struct, frozen=True):
    """What features weigh.

    >>> Judgement((0.0, 1.0)).chance((1.0, 0.0))
    0.5
    >>> Judgement((0.0, 0.0, 0.0), ((1, 2, 1.0),)).chance((1.0, 2.0, 3.0)) > 0.99
    True
    """

    weights: tuple[float, ...]
    products: tuple[tuple[int, int, float], ...] = ()
    """Two features and what their product weighs."""

    def chance(self, features: Sequence[float]) -> float:
        """The chance of the first side to win."""
        total = sum([weight * feature for weight, feature in zip(self.weights, features, strict=True)])
        for one, other, weight in self.products:
            total += weight * features[one] * features[other]
        return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, total))))


class Learned(msgspec.Struct, frozen=True):
    """The file of a game: what was learned, and from what."""

    scenarios: Mapping[str, Judgement]
    games: int
    positions: int
    seed: int
    edition: str
    """A mark of the rules and the staff that the games were played with."""


def learned(module: str) -> Mapping[str, Judgement]:
    """What a staff has learned about each scenario; the file lies beside the module that judges."""
    return read_json(resources.files(module.rpartition(".")[0]).joinpath(FILE).read_bytes(), Learned).scenarios
