"""How a game of Storm Over Taierzhuang stands: the chance of the Japanese, from the victory areas and both armies."""

from __future__ import annotations

from typing import Final

from shapan.ground.areas import bits
from shapan.kernel.judgement import learned

from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from ..supply import supplied

LEARNED: Final = learned(__name__)


def features(pos: TaierzhuangPosition) -> tuple[float, ...]:
    """Time, the victory areas (10.0) and how they grow in weight, both armies, where they stand and who is to come."""
    book = pos.book
    passed = (pos.turn - 1) / (book.turns - 1)
    ours = supplied(pos) & pos.control[JAPANESE]
    town, south = ((ours & part).bit_count() / part.bit_count() for part in (book.victory_town, book.victory_south))
    japanese = _army(pos, JAPANESE, pos.occupied(JAPANESE) | book.zones[JAPANESE])
    chinese = _army(pos, CHINESE, pos.occupied(CHINESE))
    waiting = _army(pos, CHINESE, book.zones[CHINESE])
    return (
        1.0,
        passed,
        town,
        town * passed,
        south,
        south * passed,
        town * south,
        japanese.bit_count() / 10,
        japanese.bit_count() / 10 * passed,
        pos.factors(japanese & ~pos.spent) / 20,
        chinese.bit_count() / 20,
        chinese.bit_count() / 20 * passed,
        (chinese & ~pos.spent).bit_count() / 20,
        waiting.bit_count() / 20,
        pos.at[book.pool[CHINESE]].bit_count() / 20 * (1 - passed),
        pos.occupied(CHINESE).bit_count() / 10,
        1 / (1 + pos.occupied(CHINESE).bit_count()),
        _army(pos, JAPANESE, book.victory_town).bit_count() / 10,
        _army(pos, CHINESE, book.victory_town | book.victory_south).bit_count() / 20,
    )


def _army(pos: TaierzhuangPosition, side: int, places: int) -> int:
    """The units of a side in these places."""
    units = 0
    for place in bits(places):
        units |= pos.units_in(side, place)
    return units
