"""Shanghai Incident 16.4 Chinese trains: any distance along the railroads, into or out of enemy zones, never both."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from shapan.ground.hexes import Mask, fill
from shapan.kernel import Refusal
from shapan.mechanics.fire_and_movement.position import NO_TREK

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
    found = fill(pos.book.grid, 1 << start, open_line(pos, start, zone), along=pos.book.rail, go=~zone)
    return found & ~(1 << start)


def safe_reach(pos: ShanghaiPosition, unit: int, unsafe: Mask) -> Mask:
    """14.0, R-27: in a pause a train runs only as far as it could redeploy, from where it may begin to."""
    start = pos.place[unit]
    free = open_line(pos, start) & ~unsafe
    return fill(pos.book.grid, 1 << start, free, along=pos.book.rail) & ~(1 << start)


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


def run(pos: ShanghaiPosition, unit: int, path: tuple[int, ...], case: str) -> None:
    """Carry out the move of a train; the railroads meet in one hex, so that one line leads from here to there."""
    start = pos.place[unit]
    if len(path) == 1:
        path = pos.book.line(start, path[0])
    pos.tell(case, "event.moved", side=pos.book.sides[CHINESE], units=(unit,), origin=start, path=path)
    pos.moved |= 1 << unit
    pos.trek = NO_TREK
    pos.arrive(unit, path[1:])
