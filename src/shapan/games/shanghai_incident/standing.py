"""How a game of Shanghai Incident stands: the chance of the Japanese to win, a draw counted as half.

A logistic whose weights were fitted to games between equal staffs, one line for each number of the pause marker: before
the last segments little is decided, and the value says so. Who still holds how much of Shanghai on the way told nothing
besides the forces and the cities; on the last evening (12.2) it decides.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE
from .victory import epic, total, unused_pauses


class Weights(NamedTuple):
    """What counts, at the start of a segment and (``late``) what its days add up to."""

    constant: float
    cities: float
    """12.3: for the points of a city; pauses not yet used are left out, since they will be."""
    late: float
    late_cities: float
    force: float
    """For ten points of attack strength more than the Chinese have on the map."""


FITTED: Final = (
    Weights(-4.19, 0.64, -0.33, -0.39, 0.55),
    Weights(-1.33, 0.45, -0.42, -0.06, 0.44),
    Weights(-0.44, 0.13, 0.17, 0.12, 0.95),
    Weights(0.72, 0.06, -0.01, 0.00, 0.29),
    Weights(0.10, 0.00, 0.00, 0.00, 0.20),
)
"""By the number of the pause marker, from nought."""


def japanese_chance(pos: ShanghaiPosition) -> float:
    """What the Japanese may hope for; at the end of a turn they can take a victory that is there (R-02)."""
    book = pos.book
    points = total(pos)
    ready = not pos.outcome and pos.step.name == "admin" and book.switches["ceasefire"]
    if ready and points >= book.levels[1].minimum and not epic(pos):
        return 1.0
    weights = FITTED[min(unused_pauses(pos), len(FITTED) - 1)]
    cities = (points - book.victory["unused_pause"] * unused_pauses(pos)) / book.victory["city"]
    late = pos.turn / book.days
    hope = weights.constant + weights.force * (_force(pos, JAPANESE) - _force(pos, CHINESE)) / 10 + weights.late * late
    hope += (weights.cities + weights.late_cities * late) * cities
    return 1 / (1 + exp(-hope))


def _force(pos: ShanghaiPosition, side: int) -> int:
    return sum(pos.book.attack[unit][pos.steps[unit]] for unit in pos.on_map(side))
