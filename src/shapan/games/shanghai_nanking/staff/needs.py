"""What the Chinese have to hold: hexes by rank, with how much should stand in each and who rather (4.0, 6.2).

Until turn 8 the ground next to Shanghai comes first, then its shoulders and reserves out of reach; then the cities, the
farthest first, and towns on the roads to them, where nobody can be overrun (9.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.hexes import Mask, bits

from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from .ground import KEPT, NO_WAY, Need
from .picture import Picture

STRONG: Final = 1
WEAK: Final = -1
NEAR: Final = 12
"""March points (halves) from the Japanese within which the ground next to Shanghai is contested."""
DETOUR: Final = 6
"""How far (half points) a town may lie off the straight road to a city and still bar it."""


def needs(picture: Picture) -> list[Need]:
    """Everything that should be held, the most important first."""
    pos = picture.pos
    if pos.turn < pos.book.adjacent_wins_from and open_ring(pos) and not gone(picture):
        return [*ring_needs(picture), *country_needs(picture)]
    return [*lurking(picture), *country_needs(picture)]


def country_needs(picture: Picture) -> tuple[Need, ...]:
    """The cities and the roads to them, worked out once as long as the Japanese stand still."""
    pos, temper = picture.pos, picture.temper
    numbers = (temper.cities, temper.last_ring, temper.watched, temper.delay)
    key = (pos.occupied[JAPANESE], pos.japanese_held & pos.book.terrain.japanese_goal, pos.turn, numbers)
    known = picture.ground.country
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = (*city_needs(picture), *road_needs(picture))
    return found


def gone(picture: Picture) -> bool:
    """4.2: has the time come at which this officer gives up the ground next to Shanghai for the cities?"""
    return picture.temper.trade_space and picture.pos.turn > picture.pos.book.absent_loses_until


def open_ring(pos: CampaignPosition) -> Mask:
    """4.1: the hexes next to Shanghai without Japanese units."""
    area: Mask = pos.book.key_area & pos.book.terrain.enterable & ~pos.occupied[JAPANESE]
    return area


def ring_needs(picture: Picture) -> Iterator[Need]:
    """4.1, 4.2: the hexes next to Shanghai, the safest first; then those beside them."""
    pos = picture.pos
    full = pos.book.stacking["chinese_limit"]
    danger = {here: pressure(picture, here) for here in bits(open_ring(pos))}
    for here in sorted(danger, key=lambda here: (danger[here], here)):
        yield Need(here, full, STRONG, "reason.ring")
    yield from shoulder_needs(picture)


def shoulder_needs(picture: Picture) -> tuple[Need, ...]:
    """4.1: the shoulders and reserves of the ring, worked out once as long as the Japanese stand still."""
    pos, temper = picture.pos, picture.temper
    key = (pos.occupied[JAPANESE], pos.front(CHINESE).adjacent, temper.shoulders, temper.reserves)
    known = picture.ground.shoulders
    found = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = tuple(ring_reserves(picture))
    return found


def ring_reserves(picture: Picture) -> Iterator[Need]:
    """4.1, 4.2: the hexes beside those next to Shanghai that are near the enemy, and those behind them."""
    pos, ground = picture.pos, picture.ground
    book = pos.book
    full = book.stacking["chinese_limit"]
    near = ground.from_japanese(pos.occupied[JAPANESE])
    beside = book.grid.spread(open_ring(pos)) & book.terrain.enterable & ~book.key_area & ~pos.occupied[JAPANESE]
    ranked = sorted(bits(beside), key=lambda here: (-shelter(picture, here), near.get(here, NO_WAY), here))
    close = [here for here in ranked if near.get(here, NO_WAY) <= NEAR]
    for here in close[: picture.temper.shoulders]:
        yield Need(here, full, STRONG, "reason.shoulder")
    zone = pos.front(CHINESE).adjacent
    second = book.grid.spread(beside) & book.terrain.enterable & ~(beside | book.key_area | zone)
    behind = sorted(bits(second & ~pos.occupied[JAPANESE]), key=lambda here: (-shelter(picture, here), here))
    for here in behind[: picture.temper.reserves]:
        yield Need(here, full, STRONG, "reason.reserve")


def lurking(picture: Picture) -> Iterator[Need]:
    """4.1: out of the enemy's reach but near enough to walk back to Shanghai when its guard grows careless."""
    pos, book = picture.pos, picture.pos.book
    if not picture.temper.lurk or pos.turn < book.adjacent_wins_from:
        return
    way = picture.ground.to_key
    zone = book.key_area | pos.occupied[JAPANESE] | pos.front(CHINESE).adjacent
    posts = [here for here in bits(book.terrain.enterable & ~zone) if way.get(here, NO_WAY) <= 2 * NEAR]
    posts.sort(key=lambda here: (-shelter(picture, here), way[here], here))
    for here in posts[: picture.temper.lurk]:
        yield Need(here, book.stacking["chinese_limit"], STRONG, "reason.lurk")


def pressure(picture: Picture, here: int) -> float:
    """What the Japanese could bring against a hex from where they stand."""
    share = picture.pos.book.terrain.share
    whole = picture.pos.book.terrain.shares.whole
    stacks = picture.stacks[JAPANESE]
    near = picture.pos.book.terrain.near[here]
    return sum(picture.strength(there) * share(there, here) / whole for there in near if there in stacks)


def shelter(picture: Picture, here: int) -> int:
    """10.4.1: columns that the ground takes from an attacker, and creeks about the hex."""
    terrain = picture.pos.book.terrain
    return -terrain.shift[CHINESE][here]


def city_needs(picture: Picture) -> Iterator[Need]:
    """4.3: one city that holds to the end is enough: the farthest first."""
    pos, ground = picture.pos, picture.ground
    full = pos.book.stacking["chinese_limit"]
    near = ground.from_japanese(pos.occupied[JAPANESE])
    early = pos.turn < pos.book.absent_loses_until
    cities = ground.goals_outside(pos.occupied[JAPANESE])
    for goal in sorted(cities, key=lambda goal: -near.get(goal, 0))[: picture.temper.cities]:
        if not early or near.get(goal, NO_WAY) <= 2 * NEAR:
            yield Need(goal, full, STRONG, "reason.city")
    last = ground.last_goal
    if not early and not pos.occupied[JAPANESE] >> last & 1:
        ring = pos.book.terrain.steps[last] & ~pos.occupied[JAPANESE]
        around = sorted(bits(ring), key=lambda here: (-shelter(picture, here), near.get(here, NO_WAY)))
        for here in around[: picture.temper.last_ring]:
            yield Need(here, full, STRONG, "reason.city")


def road_needs(picture: Picture) -> Iterator[Need]:
    """9.6: towns on the roads to the cities cannot be overrun; a division in each costs the enemy a fight."""
    pos, ground, temper = picture.pos, picture.ground, picture.temper
    near = ground.from_japanese(pos.occupied[JAPANESE])
    towns: dict[int, int] = {}
    for goal in ground.goals:
        if pos.japanese_held >> goal & 1:
            continue
        march = ground.march[goal]
        for town in bits(ground.strongholds & pos.book.terrain.enterable & ~pos.occupied[JAPANESE]):
            way = near.get(town, NO_WAY)
            if 0 < way <= temper.watched and way + march.get(town, NO_WAY) - near.get(goal, 0) <= DETOUR:
                towns[town] = min(towns.get(town, NO_WAY), way)
    for town in sorted(towns, key=lambda town: (towns[town], town)):
        yield Need(town, temper.delay, WEAK, "reason.bar")
