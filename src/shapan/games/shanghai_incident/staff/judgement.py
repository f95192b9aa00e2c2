"""How a game of Shanghai Incident stands: the chance of the Japanese to win, a draw counted as half.

A logistic with weights of its own for each number of the pause marker: before the last segments little is decided, and
the value says so. What counts is how many points are missing, who is still in Shanghai (12.2), what could be lost again
before the evening, the forces, and the days that are left; see docs/provenance/shanghai_incident.md.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.judgement import learned

from ..pauses import Administering
from ..position import ShanghaiPosition
from ..sides import CHINESE, JAPANESE
from ..victory import epic, total, unused_pauses
from .goals import menace, spread

NEAR: Final = 4
"""Hexes within which Japanese units have a say in the fight for a city."""
SEGMENTS: Final = 4
"""Numbers of the pause marker that are told apart: the first segments are alike."""
MEASURES: Final = 15
LEARNED: Final = learned(__name__)


def victory_at_hand(pos: ShanghaiPosition) -> bool:
    """R-02: at the end of a turn the Japanese can take a victory that is there."""
    book = pos.book
    ready = not pos.outcome and isinstance(pos.top, Administering) and book.switches["ceasefire"]
    return bool(ready and total(pos) >= book.levels[1].minimum and not epic(pos))


def features(pos: ShanghaiPosition) -> tuple[float, ...]:
    """The measures of the segment in which the campaign is, in its place among those of the others."""
    segment = min(unused_pauses(pos), SEGMENTS - 1)
    before, after = (0.0,) * (segment * MEASURES), (0.0,) * ((SEGMENTS - 1 - segment) * MEASURES)
    return (1.0, *before, *measures(pos), *after)


def measures(pos: ShanghaiPosition) -> tuple[float, ...]:
    """What is counted, each of the order of one."""
    book = pos.book
    passed = pos.turn / book.days
    # Points in cities; pauses not yet used are left out, since they will be.
    cities = (total(pos) - book.victory["unused_pause"] * unused_pauses(pos)) / book.victory["city"]
    inside = (pos.occupied[CHINESE] & book.shanghai).bit_count() / 3
    there = float(epic(pos))
    danger = menace(pos)
    lost = sum(1 for city in book.cities if not city.hexes & ~pos.held[JAPANESE] and city.hexes & danger)
    open_gates = (book.shanghai & danger & ~(pos.closed | pos.occupied[CHINESE])).bit_count()
    japanese, chinese = _force(pos, JAPANESE), _force(pos, CHINESE)
    guard = sum(book.defence[unit][pos.steps[unit]] for unit in _at(pos, CHINESE, book.shanghai))
    storm = sum(book.attack[unit][pos.steps[unit]] for unit in _at(pos, JAPANESE, spread(book, book.shanghai, 1)))
    within = spread(book, pos.occupied[JAPANESE], NEAR)
    prey = sum(1 for city in book.cities if city.hexes & ~pos.held[JAPANESE] and city.hexes & within)
    return (
        1.0,
        passed,
        cities / 4,
        cities * passed / 4,
        there,
        there * passed,
        inside,
        lost / 3,
        lost * passed / 3,
        min(open_gates, 6) * passed / 6,
        (japanese - chinese) / 20,
        japanese / 50,
        (storm - 2 * guard) / 20,
        prey / 3,
        pos.logistics / 10,
    )


def _force(pos: ShanghaiPosition, side: int) -> int:
    return sum(pos.book.attack[unit][pos.steps[unit]] for unit in pos.on_map(side))


def _at(pos: ShanghaiPosition, side: int, hexes: Mask) -> list[int]:
    return [unit for unit in bits(pos.present & pos.book.roster[side]) if hexes >> pos.place[unit] & 1]
