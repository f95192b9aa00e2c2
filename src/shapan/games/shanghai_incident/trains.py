"""Shanghai Incident 16.4 Chinese trains: any distance along the railroads, into or out of enemy zones, never both."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from shapan.ground.hexes import Mask, bits
from shapan.kernel import Refusal
from shapan.mechanics.fire_and_movement.position import NO_TREK
from shapan.mechanics.hexoptions import Ways

from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


def open_line(pos: ShanghaiPosition, start: int, danger: Mask = 0) -> Mask:
    """The hexes that a train may enter: no enemies, and none in danger if it starts in danger."""
    free = pos.book.playable & ~(pos.occupied[JAPANESE] | pos.closed)
    return free & ~danger if danger >> start & 1 else free


def line_reach(pos: ShanghaiPosition, unit: int) -> Mask:
    """16.4: every hex in which the move of a train may end."""
    start, zone = pos.place[unit], pos.zone_of(JAPANESE)
    return pos.book.by_rail(start, open_line(pos, start, zone), ~zone)


def safe_reach(pos: ShanghaiPosition, unit: int, unsafe: Mask) -> Mask:
    """14.0, R-27: in a pause a train runs only as far as it could redeploy, from where it may begin to."""
    start = pos.place[unit]
    return pos.book.by_rail(start, open_line(pos, start) & ~unsafe)


def line_refusal(pos: ShanghaiPosition, unit: int, path: tuple[int, ...]) -> Refusal | None:
    """Judge any way of a train."""
    start, zone = pos.place[unit], pos.zone_of(JAPANESE)
    if len(path) == 1:
        return None if line_reach(pos, unit) >> path[0] & 1 else Refusal("16.4", "refusal.train_way", hex=path[0])
    if path[0] != start:
        return Refusal("16.4", "refusal.path_start", unit=unit, hex=start)
    free = open_line(pos, start)
    for number, (here, there) in enumerate(pairwise(path)):
        if (here, there) not in pos.book.rail:
            return Refusal("16.4", "refusal.train_line", hex=there)
        if not free >> there & 1:
            return Refusal("5.1", "refusal.path_enemy", hex=there)
        if zone >> there & 1 and zone >> start & 1:
            return Refusal("16.4", "refusal.train_zone", hex=there)
        if number and zone >> here & 1:
            return Refusal("16.4", "refusal.train_stop", hex=here)
    return None


def sweep(pos: ShanghaiPosition, unit: int, end: int) -> tuple[int, ...]:
    """16.4, R-57: the way of a train to a hex by every town and city of the enemy's that it can pass: distance is
    nothing to it. The farthest from the end comes first, for a way that turns back no more than it must."""
    line = pos.book.line
    way: tuple[int, ...] = (pos.place[unit],)
    for by in sorted(bits(loot(pos, unit)), key=lambda by: -len(line(by, end))):
        if by not in way:
            further = (*way, *line(way[-1], by)[1:])
            if line_refusal(pos, unit, (*further, *line(by, end)[1:])) is None:
                way = further
    return (*way, *line(way[-1], end)[1:])


def loot(pos: ShanghaiPosition, unit: int) -> Mask:
    """11.0: what a train can take from the enemy and go on."""
    held = pos.held[JAPANESE] & pos.book.railside
    return held and held & line_reach(pos, unit) & ~pos.zone_of(JAPANESE)


def round_trip(pos: ShanghaiPosition, unit: int) -> list[Ways]:
    """The way of a train by such places and back to where it stands, if there is one."""
    start = pos.place[unit]
    if pos.zone_of(JAPANESE) >> start & 1 or not loot(pos, unit):
        return []
    return [Ways(1 << start, partial(sweep, pos, unit))]


def run(pos: ShanghaiPosition, unit: int, path: tuple[int, ...], case: str) -> None:
    """Carry out the move of a train."""
    pos.tell(case, "event.moved", side=pos.book.sides[CHINESE], units=(unit,), origin=path[0], path=path)
    pos.moved |= 1 << unit
    pos.trek = NO_TREK
    pos.arrive(unit, path[1:])
