"""How the Shanghai-Nanking Campaign stands: the chance of the Chinese to win, from what both players can count.

Three stretches of the campaign are judged by different weights: while the Chinese must stay next to Shanghai (4.2),
while they want to be there on turn 8 (4.1), and when the cities decide (4.3). Everywhere the question is how near
either side is to a sudden end; see docs/provenance/shanghai_nanking.md.
"""

from __future__ import annotations

from math import log
from typing import Final

from shapan.ground.hexes import bits
from shapan.kernel.judgement import learned

from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from .ground import NO_WAY, Ground, ground_of

MARCH: Final = 16
"""Half points of one move."""
TOLL: Final = 2.5
"""Steps of a garrison that an operations phase costs it."""
CLOSE: Final = 3
"""Hexes from Shanghai within which troops have a say in the fight for it."""
MEASURES: Final = 16
"""How many things are counted; each stretch has weights of its own for them."""
LEARNED: Final = learned(__name__)


def features(pos: CampaignPosition) -> tuple[float, ...]:
    """The measures of the stretch in which the campaign is, in its place among those of the others."""
    stretch = stretch_of(pos)
    before, after = (0.0,) * (stretch * MEASURES), (0.0,) * ((2 - stretch) * MEASURES)
    return (1.0, *before, *measures(pos), *after)


def stretch_of(pos: CampaignPosition) -> int:
    book = pos.book
    return (pos.turn > book.absent_loses_until) + (pos.turn >= book.adjacent_wins_from)


def measures(pos: CampaignPosition) -> tuple[float, ...]:
    """What is counted, each of the order of one."""
    ground, forces = ground_of(pos.book), Forces(pos)
    return (*_time(pos), *_shanghai(pos, ground, forces), *_armies(pos, forces), *_cities(pos, ground, forces))


class Forces:
    """The factors in each hex by side; hidden counters may stand anywhere, their sum is known."""

    def __init__(self, pos: CampaignPosition) -> None:
        factors, steps, place, side_of = pos.book.factors, pos.steps, pos.place, pos.book.side_of
        self.at: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """All factors."""
        self.mobile: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Those that can attack."""
        mobile = pos.book.mobile
        for unit in bits(pos.present):
            side, here, factor = side_of[unit], place[unit], factors[unit][steps[unit]]
            self.at[side][here] = self.at[side].get(here, 0) + factor
            if mobile[side] >> unit & 1:
                self.mobile[side][here] = self.mobile[side].get(here, 0) + factor

    def against(self, pos: CampaignPosition, target: int, side: int) -> float:
        """10.4.1: the factors that a side could bring against a hex from where it stands."""
        terrain, mine = pos.book.terrain, self.mobile[side]
        near = [there for there in terrain.near[target] if there in mine]
        return sum(mine[there] * terrain.share(there, target) for there in near) / terrain.shares.whole


def _time(pos: CampaignPosition) -> tuple[float, ...]:
    """How much of the campaign is left, and whose player turn it is."""
    return ((pos.book.turns - pos.turn) / pos.book.turns, float(pos.actor == pos.book.sides[JAPANESE]))


def _shanghai(pos: CampaignPosition, ground: Ground, forces: Forces) -> tuple[float, ...]:
    """4.1, 4.2: who holds the ground next to Shanghai, how firmly, and how Shanghai itself stands."""
    book = pos.book
    chinese = bits(ground.ring & pos.occupied[CHINESE])
    firm = [_ratio(forces.at[CHINESE][here], forces.against(pos, here, JAPANESE)) for here in chinese]
    guards = [here for here in bits(book.key_area & book.terrain.enterable) if here in forces.at[JAPANESE]]
    weak = [_ratio(forces.against(pos, here, CHINESE), forces.at[JAPANESE][here]) for here in guards]
    threat = _ratio(forces.against(pos, book.key_hex, CHINESE), forces.at[JAPANESE].get(book.key_hex, 0))
    distance, key = book.grid.distance, book.key_hex
    close = [
        sum(count for here, count in forces.mobile[side].items() if distance(here, key) <= CLOSE) for side in (0, 1)
    ]
    return (
        len(chinese) / 3,
        max(firm, default=-2.0),
        max(weak, default=-2.0),
        threat,
        (ground.ring & ~pos.occupied[JAPANESE]).bit_count() / 3,
        _ratio(close[CHINESE], close[JAPANESE]),
    )


def _ratio(one: float, other: float) -> float:
    """Zero when equal, one when it is nearly three to one."""
    return max(-2.0, min(2.0, log((one + 1) / (other + 1))))


def _armies(pos: CampaignPosition, forces: Forces) -> tuple[float, ...]:
    """The mobile factors of both sides, on the map or still to come."""
    factors, steps, due = pos.book.factors, pos.steps, pos.due
    coming = [
        sum(factors[unit][steps[unit]] for unit in bits(pos.book.mobile[side] & ~pos.present) if due[unit] > 0)
        for side in (CHINESE, JAPANESE)
    ]
    army = [sum(forces.mobile[side].values()) + coming[side] for side in (CHINESE, JAPANESE)]
    return army[CHINESE] / 50, army[JAPANESE] / 50


def _cities(pos: CampaignPosition, ground: Ground, forces: Forces) -> tuple[float, ...]:
    """4.3: the cities still to be taken, how far they are in moves, and what defends them against what is near."""
    left = ground.goals_outside(pos.japanese_held)
    near = ground.from_japanese(pos.occupied[JAPANESE])
    moves = [min(near.get(goal, NO_WAY), 5 * MARCH) / MARCH for goal in left]
    hold = [_ratio(_garrison(ground, forces, goal), _besiegers(ground, forces, goal)) for goal in left]
    efforts = [
        way + sum(pos.steps[unit] for unit in pos.stack_in(goal)) / TOLL for way, goal in zip(moves, left, strict=True)
    ]
    slack = _operations(pos) - max(efforts, default=0.0)
    return (
        float(len(left)) / 2,
        max(moves, default=0.0) / 2,
        max(hold, default=-2.0),
        sum(hold) / 4,
        max(-4.0, min(4.0, slack)) / 2,
        float(len(left)) * (slack < len(left)) / 2,
    )


def _operations(pos: CampaignPosition) -> int:
    """5.1: the operations phases that the Japanese still have, this turn's included."""
    number = pos.SEQUENCE.phases[pos.phase].number
    return 2 * (pos.book.turns - pos.turn) + {"II.B": 1, "II.C": 1, "II.D": 0}.get(number, 2)


def _garrison(ground: Ground, forces: Forces, goal: int) -> float:
    """What defends a city, in it and half of what stands beside it."""
    beside = ground.book.terrain.near[goal]
    held = forces.at[CHINESE]
    return 2 * held.get(goal, 0) + sum(held.get(here, 0) for here in beside)


def _besiegers(ground: Ground, forces: Forces, goal: int) -> float:
    """The Japanese within a move of a city."""
    march = ground.march[goal]
    return sum(count for here, count in forces.mobile[JAPANESE].items() if march.get(here, NO_WAY) <= MARCH)
