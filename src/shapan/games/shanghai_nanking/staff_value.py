"""How the Shanghai-Nanking Campaign stands: the chance of the Chinese to win, from what both players can count.

Three stretches of the campaign are judged by different weights: while the Chinese must stay next to Shanghai (4.2),
while they want to be there on turn 8 (4.1), and when the cities decide (4.3). The weights were fitted to games of staff
against staff; see docs/provenance/shanghai_nanking.md.
"""

from __future__ import annotations

from math import exp
from typing import Final

from shapan.ground.hexes import bits

from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .staff_ground import Ground, ground_of

WEIGHTS: Final = (
    (3.1, -1.4, 0.22, 0.05, 0.8, -2.0, 0.3, 0.0, 0.1),
    (9.1, -14.7, 0.38, 0.05, 3.7, -4.0, 0.3, 0.0, 0.1),
    (1.5, -8.8, 0.0, 0.0, 2.6, -1.65, 0.3, 1.0, 0.1),
)
"""What each of the features counts in the three stretches; positive for the Chinese."""


def chance(pos: CampaignPosition) -> float:
    """A logistic of the balance."""
    return 1 / (1 + exp(-balance(pos)))


def balance(pos: CampaignPosition) -> float:
    """Positive when the Chinese are ahead."""
    book = pos.book
    stretch = 0 if pos.turn <= book.absent_loses_until else 1 if pos.turn < book.adjacent_wins_from else 2
    return sum(weight * feature for weight, feature in zip(WEIGHTS[stretch], features(pos), strict=True))


def features(pos: CampaignPosition) -> tuple[float, ...]:
    """What is counted, each of the order of one."""
    book, ground = pos.book, ground_of(pos.book)
    left = [goal for goal in ground.goals if not pos.japanese_held >> goal & 1]
    near = ground.from_japanese(pos.occupied[JAPANESE])
    strength = _strength(pos)
    ring = [strength.get(here, 0) for here in bits(ground.ring & pos.occupied[CHINESE])]
    way = sum(min(near.get(goal, 99), 80) for goal in left)
    return (
        1.0,
        (book.turns - pos.turn) / book.turns,
        sum(ring) / 10,
        float(len(ring)),
        _army(pos, CHINESE) / 50,
        _army(pos, JAPANESE) / 50,
        float(len(left)),
        way / 80,
        sum(_garrison(ground, strength, goal) for goal in left) / 10,
    )


def _strength(pos: CampaignPosition) -> dict[int, int]:
    """The Chinese factors in each hex; hidden counters may stand anywhere, their sum is known."""
    factors, steps, place = pos.book.factors, pos.steps, pos.place
    found: dict[int, int] = {}
    for unit in bits(pos.present & pos.book.roster[CHINESE]):
        found[place[unit]] = found.get(place[unit], 0) + factors[unit][steps[unit]]
    return found


def _army(pos: CampaignPosition, side: int) -> int:
    """The mobile factors of a side, on the map or still to come."""
    factors, steps, due = pos.book.factors, pos.steps, pos.due
    present = pos.present
    return sum(
        factors[unit][steps[unit]] for unit in bits(pos.book.mobile[side]) if present >> unit & 1 or due[unit] > 0
    )


def _garrison(ground: Ground, strength: dict[int, int], goal: int) -> float:
    """What defends a city, in it and half of what stands beside it."""
    beside = ground.book.terrain.near[goal]
    return min(12.0, strength.get(goal, 0) + 0.5 * sum(strength.get(here, 0) for here in beside))
