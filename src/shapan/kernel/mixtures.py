"""Mixtures: how often each officer would lead a side between good players, as a league has told.

Where officers beat each other in a circle, whoever is sent always can be answered; whoever is drawn from the best
mixture cannot. The shares are data of the game, a file ``mixtures.json`` beside the staff that ``shapan league`` writes
with ``--docs``, for each scenario.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from random import Random
from typing import Final, TypeAlias

import msgspec

from .actors import Side
from .reading import read_json

FILE: Final = "mixtures.json"

Mixture: TypeAlias = Mapping[str, float]
"""Officers of a side by name, and how often each of them leads it."""


class Told(msgspec.Struct, frozen=True):
    """What the league of a scenario has told, and from what."""

    mixtures: Mapping[Side, Mixture]
    games: int
    seed: int
    edition: str
    """A mark of the rules and the staff that the games were played with."""


def told(module: str) -> Mapping[str, Mapping[Side, Mixture]]:
    """The best mixtures of each scenario of which a league has told; the file lies in the package of the staff."""
    path = resources.files(module).joinpath(FILE)
    found = read_json(path.read_bytes(), dict[str, Told]) if path.is_file() else {}
    return {scenario: each.mixtures for scenario, each in found.items()}


def strongest(mixture: Mixture) -> str:
    """Whoever leads most often.

    >>> strongest({"bold": 0.4, "patient": 0.6})
    'patient'
    """
    return max(mixture, key=mixture.__getitem__)


def one_of(mixture: Mixture, rng: Random) -> str:
    """One officer, drawn as often as his share says."""
    return rng.choices(list(mixture), list(mixture.values()))[0]
