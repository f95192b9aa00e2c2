"""How a game of Storm Over Taierzhuang stands: the chance of the Japanese, from the victory areas and both armies."""

from __future__ import annotations

from typing import Final

from shapan.kernel.doctrine import logistic

from .position import CHINESE, JAPANESE, TaierzhuangPosition
from .supply import supplied

WEIGHTS: Final = (
    *(-5.913, -0.353, 0.16, 0.03, -0.155, 1.031, 0.593, 1.173, -0.091, -1.082),
    *(-0.322, 0.109, -0.01, -0.404, 0.396, -0.018, -0.288, 0.514, 1.241),
)
"""Found by ``shapan calibrate taierzhuang``."""


def japanese_chance(pos: TaierzhuangPosition) -> float:
    return logistic(WEIGHTS, features(pos))


def features(pos: TaierzhuangPosition) -> tuple[float, ...]:
    """Time, the victory areas (10.0), units on the map and in the victory areas, chits in hand, Chinese to come."""
    book = pos.book
    passed = (pos.turn - 1) / (book.turns - 1)
    ours = supplied(pos) & pos.control[JAPANESE]
    town, south = ((ours & areas).bit_count() / areas.bit_count() for areas in (book.victory_town, book.victory_south))
    everywhere = (1 << book.place_count) - 1
    japanese, chinese = (_units(pos, side, everywhere) for side in (JAPANESE, CHINESE))
    in_town, in_south = (
        [_units(pos, side, areas).bit_count() / 5 for side in (JAPANESE, CHINESE)]
        for areas in (book.victory_town, book.victory_south)
    )
    hands = [sum(pos.hands[chit] for chit in book.chits_of[side]) / 5 for side in (JAPANESE, CHINESE)]
    return (
        1.0,
        passed,
        town,
        town * passed,
        float(town == 1) * passed,
        south,
        south * passed,
        japanese.bit_count() / 10,
        (japanese & pos.spent).bit_count() / 10,
        chinese.bit_count() / 20,
        (chinese & pos.spent).bit_count() / 20,
        in_town[JAPANESE],
        in_town[CHINESE],
        in_town[CHINESE] * passed,
        in_south[JAPANESE],
        in_south[CHINESE],
        *hands,
        pos.at[book.pool[CHINESE]].bit_count() / 20 * (1 - passed),
    )


def _units(pos: TaierzhuangPosition, side: int, places: int) -> int:
    """The units of a side in a set of places."""
    units = 0
    for place in range(pos.book.place_count):
        if places >> place & 1:
            units |= pos.units_in(side, place)
    return units
