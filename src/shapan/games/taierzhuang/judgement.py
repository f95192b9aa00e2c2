"""How a game of Storm Over Taierzhuang stands: the chance of the Japanese, from the victory areas and both armies."""

from __future__ import annotations

from typing import Final

from shapan.kernel.doctrine import logistic

from .position import CHINESE, JAPANESE, TaierzhuangPosition
from .supply import supplied

WEIGHTS: Final = (-0.942, -2.727, -0.179, 0.845, 0.936, -0.24, -1.899, -0.23, 0.241)
"""Found by ``shapan calibrate taierzhuang --games 80 --seed 1``."""


def japanese_chance(pos: TaierzhuangPosition) -> float:
    return logistic(WEIGHTS, features(pos))


def features(pos: TaierzhuangPosition) -> tuple[float, ...]:
    """Time, the victory areas (10.0) and how they grow in weight, both armies, ready and Spent, Chinese to come."""
    book = pos.book
    passed = (pos.turn - 1) / (book.turns - 1)
    ours = supplied(pos) & pos.control[JAPANESE]
    areas = sum((ours & part).bit_count() / part.bit_count() for part in (book.victory_town, book.victory_south))
    japanese, chinese = (_army(pos, side) for side in (JAPANESE, CHINESE))
    return (
        1.0,
        passed,
        areas,
        areas * passed,
        japanese.bit_count() / 10,
        (japanese & pos.spent).bit_count() / 10,
        chinese.bit_count() / 20,
        (chinese & pos.spent).bit_count() / 20,
        pos.at[book.pool[CHINESE]].bit_count() / 20 * (1 - passed),
    )


def _army(pos: TaierzhuangPosition, side: int) -> int:
    """The units of a side on the map and in the deployment zones."""
    units = 0
    for place in range(pos.book.place_count):
        units |= pos.units_in(side, place)
    return units
