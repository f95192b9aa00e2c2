"""How a game of Shanghai Incident stands: the chance of the Japanese to win, a draw counted as half.

A logistic with weights of its own for each number of the pause marker: before the last segments little is decided, and
the value says so. What counts is how many points are missing, who is still in Shanghai (12.2), what could be lost again
before the evening, the forces, and the days that are left; see docs/provenance/shanghai_incident.md.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.doctrine import logistic

from .estimate import menace, spread
from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE
from .victory import epic, total, unused_pauses

NEAR: Final = 4
"""Hexes within which Japanese units have a say in the fight for a city."""
SEGMENTS: Final = 4
"""Numbers of the pause marker that are told apart: the first segments are alike."""
MEASURES: Final = 15
WEIGHTS: Final = (
    -1.611,
    # the last segment
    -0.77, -1.663, 2.061, 0.224, -0.047, -0.524, -0.045, -0.496, -0.605, -0.87, 0.831, -0.154, -0.621, 0.579,
    -0.043,
    # one pause left
    -0.283, -0.238, 1.572, 0.825, 0.412, -0.156, 0.083, -0.293, -0.453, -0.736, 0.567, -0.429, 0.032, 0.986, -0.489,
    # two pauses left
    0.23, 0.07, 0.647, 0.078, -0.197, 0.065, 0.102, -0.072, 0.07, -0.179, 1.444, -0.093, -0.483, 0.528, -0.032,
    # three or four
    0.822, 0.443, 0.514, 0.354, 0.206, 0.067, 0.496, -0.093, -0.098, 0.338, 0.808, 0.591, 0.521, 0.049, 0.418,
)  # fmt: skip


def japanese_chance(pos: ShanghaiPosition) -> float:
    """What the Japanese may hope for; at the end of a turn they can take a victory that is there (R-02)."""
    book = pos.book
    ready = not pos.outcome and pos.step.name == "admin" and book.switches["ceasefire"]
    if ready and total(pos) >= book.levels[1].minimum and not epic(pos):
        return 1.0
    return logistic(WEIGHTS, features(pos))


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
