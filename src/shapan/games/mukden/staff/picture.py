"""What the staff sees of the ground: who stands where, and the ways of the Japanese to what they want, the railroad
while its loss ends the game, then Mukden."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from shapan.ground.hexes import Hex, Mask, bits, past_many
from shapan.mechanics.sides import other

from ..book import MukdenBook
from ..position import MukdenPosition
from ..sides import JAPANESE
from ..victory import hostile_critical
from .ground import FARTHEST, march_to

FAR: Final = 20
"""March points within which a way to a goal is watched."""
SLACK: Final = 3
"""How much longer than the shortest a way may be to be worth barring."""
KEPT: Final = 64
"""For so many dispositions of the Japanese it is remembered what the Russians have thought of."""
MARCH: Final = 10
"""Who is so near gets there with the next march."""
URGENCY: Final = tuple(1.0 if cost <= MARCH else 0.6 * ((FAR - cost) / (FAR - MARCH)) ** 2 for cost in range(FAR + 1))
"""How much a goal is in danger that the Japanese could reach with so many points."""


def nearest_enemy(pos: MukdenPosition, side: int) -> dict[Hex, float]:
    """For each hex that the side occupies or the railroad crosses: how far the nearest enemy unit is."""
    enemies = bits(pos.occupied[other(side)])
    hexes = bits(pos.occupied[side] | pos.book.railroad)
    distance = pos.book.grid.distance
    return {here: float(min((distance(here, enemy) for enemy in enemies), default=99)) for here in hexes}


def strength_by_hex(pos: MukdenPosition, side: int) -> dict[Hex, int]:
    """Steps of a side in each hex that it occupies."""
    strength: dict[Hex, int] = {}
    for unit in pos.on_map(side):
        here = pos.place[unit]
        strength[here] = strength.get(here, 0) + pos.steps[unit]
    return strength


def goals(pos: MukdenPosition) -> Mask:
    """4.2: the railroad, as long as its loss ends the game; 4.3: then Mukden."""
    book = pos.book
    if pos.turn in book.japanese_sudden_death_turns:
        return hostile_critical(pos, JAPANESE) & book.railroad
    return 1 << book.end_game_hex


def danger(pos: MukdenPosition, goals: Mask, russians: Mask, count_beside: float, count_exposed: float = 0.0) -> float:
    """How near the Japanese could come to the goals, or beside them, if the Russians stood in these hexes; and how many
    of the goals would be exposed to them."""
    return dangers(pos, goals, [russians], count_beside, count_exposed)[russians]


def dangers(
    pos: MukdenPosition, goals: Mask, dispositions: Sequence[Mask], count_beside: float, count_exposed: float = 0.0
) -> dict[Mask, float]:
    """The same for many dispositions of the Russians, each looked at once and all of them together."""
    known = _known(pos.book, pos.occupied[JAPANESE], goals, count_beside, count_exposed)
    fresh = [russians for russians in dict.fromkeys(dispositions) if russians not in known]
    if fresh:
        known |= _dangers(pos, goals, fresh, count_beside, count_exposed)
    return {russians: known[russians] for russians in dispositions}


@lru_cache(KEPT)
def _known(
    book: MukdenBook, japanese: Mask, goals: Mask, count_beside: float, count_exposed: float
) -> dict[Mask, float]:
    """What has been found out about dispositions of the Russians while the Japanese stand like this: they are thought
    of again and again, from one march to the next and from one world to another."""
    return {}


def _dangers(
    pos: MukdenPosition, goals: Mask, apart: list[Mask], count_beside: float, count_exposed: float
) -> dict[Mask, float]:
    """The same worked out, for dispositions that differ."""
    grid, japanese = pos.book.grid, pos.occupied[JAPANESE]
    beside = grid.spread(goals) & ~goals
    zones = [grid.spread(russians) for russians in apart]
    found = {}
    for russians, levels in zip(
        apart, past_many(pos.book.costs, japanese, apart, zones, FAR, goals | beside), strict=True
    ):
        total = 0.0
        for cost, reached in levels:
            total += URGENCY[cost] * ((reached & goals).bit_count() + count_beside * (reached & beside).bit_count())
        found[russians] = total
    if count_exposed:
        for russians, count in exposed(pos, goals, apart).items():
            found[russians] += count_exposed * count
    return found


def exposed(pos: MukdenPosition, goals: Mask, dispositions: Sequence[Mask]) -> dict[Mask, int]:
    """For each disposition of the Russians: in how many of the goals the Japanese could be after their next march,
    before which whoever stands in a zone may probe into the next hex of one (9.13)."""
    spread, japanese = pos.book.grid.spread, pos.occupied[JAPANESE]
    zones = [spread(russians) for russians in dispositions]
    pairs = list(zip(dispositions, zones, strict=True))
    armies = [japanese | spread(japanese & zone) & zone & ~russians for russians, zone in pairs]
    reached = past_many(pos.book.costs, armies, dispositions, zones, pos.book.forced_march_points, goals)
    return {
        russians: (army & goals).bit_count() + sum(mask.bit_count() for _, mask in levels)
        for russians, army, levels in zip(dispositions, armies, reached, strict=True)
    }


def approaches(pos: MukdenPosition, russians: Mask) -> list[Mask]:
    """The hexes that the Japanese could get to past the Russian zones, by cost."""
    return pos.book.front(JAPANESE, russians).field.levels_of_any(pos.occupied[JAPANESE], FAR)


def onward(pos: MukdenPosition, hexes: Mask) -> Mask:
    """What Japanese in these hexes could be in after a march: before it, whoever stands in a zone may probe into the
    next hex of one (9.13)."""
    front = pos.front(JAPANESE)
    probed = pos.book.grid.spread(hexes & front.zone) & front.zone & ~front.enemy
    found = hexes | probed
    for reached in front.field.levels_of_any(found, pos.book.forced_march_points):
        found |= reached
    return found


def inroads(pos: MukdenPosition) -> tuple[Mask, Mask]:
    """What the Japanese could have walked into after their next march, and after the one that follows."""
    first = onward(pos, pos.occupied[JAPANESE])
    return first, onward(pos, first)


def corridor(pos: MukdenPosition, goals: Mask, russians: Mask) -> Mask:
    """The hexes of the shortest Japanese ways to the goals, and of those that are hardly longer."""
    march = march_to(pos.book, goals)
    levels = approaches(pos, russians)
    shortest = next((cost for cost, reached in enumerate(levels) if reached & goals), FAR)
    found = 0
    for cost, reached in enumerate(levels[: shortest + 1]):
        left = shortest + SLACK - cost
        found |= reached & (march.within(left) | (~march.within(FARTHEST) if left >= FAR else 0))
    return found | pos.book.grid.spread(found)


def distances(pos: MukdenPosition, hexes: Mask) -> dict[Hex, int]:
    """How many hexes away from these each hex of the map is."""
    found = dict.fromkeys(bits(hexes), 0)
    ring, steps = hexes, 0
    while ring:
        steps += 1
        seen = hexes | ring
        hexes, ring = seen, pos.book.grid.spread(ring) & ~seen
        found |= dict.fromkeys(bits(ring), steps)
    return found
