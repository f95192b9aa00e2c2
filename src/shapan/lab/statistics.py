"""The few statistics that reports need: intervals for win rates, and Elo with error bars."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, log10, sqrt
from typing import Final

Z95: Final = 1.959964


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson interval of a win rate.

    >>> tuple(round(bound, 3) for bound in wilson(9, 10))
    (0.596, 0.982)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    middle = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def elo_difference(rate: float) -> float:
    """The Elo difference that a win rate stands for, kept within 800 points.

    >>> round(elo_difference(0.75))
    191
    """
    bounded = min(max(rate, 0.0099), 0.9901)
    return 400 * log10(bounded / (1 - bounded))


def elo(wins: Mapping[tuple[str, str], float], anchor: str, rounds: int = 2000) -> dict[str, float]:
    """Ratings from (winner, loser) counts by maximum likelihood with half a draw each way, the anchor at 0."""
    players = sorted({player for pair in wins for player in pair})
    games: dict[tuple[str, str], float] = {}
    score = dict.fromkeys(players, 0.0)
    for (winner, loser), count in wins.items():
        pair = (min(winner, loser), max(winner, loser))
        games[pair] = games.get(pair, 0.0) + count
        score[winner] += count
    for one, other in games:
        score[one] += 0.5
        score[other] += 0.5
        games[one, other] += 1
    strength = dict.fromkeys(players, 1.0)
    for _ in range(rounds):
        strength = {player: _updated(player, score[player], games, strength) for player in players}
    base = strength.get(anchor, 1.0)
    return {player: 400 * log(value / base) / log(10) for player, value in strength.items()}


def _updated(player: str, score: float, games: Mapping[tuple[str, str], float], strength: Mapping[str, float]) -> float:
    weight = 0.0
    for (one, other), count in games.items():
        if player in (one, other):
            weight += count / (strength[one] + strength[other])
    return score / weight if weight else strength[player]


def elo_error(rate: float, games: int) -> float:
    """Half the width of the 95 percent interval of an Elo difference."""
    low, high = wilson(rate * games, games)
    return (elo_difference(high) - elo_difference(low)) / 2
