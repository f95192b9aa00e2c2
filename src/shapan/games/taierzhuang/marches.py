"""Marches as a staff officer plans them: what a group gains by going somewhere, supply and dangers included."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from shapan.ground.areas import bits, mask_of

from . import estimate, lifeline
from .attacks import price_of
from .estimate import LINK, Worth
from .lifeline import Way
from .movement import can_march
from .position import CHINESE, JAPANESE, TaierzhuangPosition, other
from .stacking import room
from .temper import Temper
from .ways import reach


class MarchPlan(msgspec.Struct, frozen=True):
    """A Movement action as it could be made."""

    here: int
    there: int
    units: int
    worth: float


def marches(pos: TaierzhuangPosition, temper: Temper, side: int, used: int = 0, acted: int = 0) -> Iterator[MarchPlan]:
    """7.1: for each area or zone the best march to each area within reach."""
    worths = estimate.worths(pos, temper, side)
    for here in range(pos.book.place_count):
        ready = can_march(pos, pos.ready_in(side, here)) & ~acted
        if not ready or used >> here & 1:
            continue
        tanks = ready & pos.book.tanks
        for kind in {ready, tanks, ready & ~tanks} - {0}:
            yield from _from(pos, temper, side, here, kind, worths)


def _from(
    pos: TaierzhuangPosition, temper: Temper, side: int, here: int, ready: int, worths: list[Worth]
) -> Iterator[MarchPlan]:
    ranked = sorted(bits(ready), key=lambda unit: -pos.book.cf[unit])
    slowest = mask_of([min(ranked, key=lambda unit: pos.book.movement[unit])]) | (ready & pos.book.tanks & -ready)
    ways = reach(pos, side, slowest, here, pos.allowance(ready))
    for there, path in ways.items():
        most = min(len(ranked), *(room(pos, side, area) for area in path[1:]))
        best: MarchPlan | None = None
        for number in {most, most - LINK, (most + 1) // 2, 1}:
            if number <= 0:
                continue
            units = mask_of(ranked[:number])
            value = gain(pos, temper, side, units, path, worths) - price_of(pos, temper, side) * number
            if best is None or value > best.worth:
                best = MarchPlan(here, there, units, value)
        if best:
            yield best


def params(pos: TaierzhuangPosition, side: int, there: int, units: int) -> dict[str, object]:
    """What a march is for, for the reason in words."""
    book = pos.book
    if pos.units_in(other(side), there):
        aim = "fight"
    elif (book.victory_town | book.victory_south) >> there & 1:
        aim = "victory"
    else:
        aim = "nearer"
    return {"area": there, "count": units.bit_count(), "aim": aim}


def gain(pos: TaierzhuangPosition, temper: Temper, side: int, units: int, path: Way, worths: list[Worth]) -> float:
    """What a group gains by going from the first place of a path to the last."""
    here, there = path[0], path[-1]
    number = units.bit_count()
    before, beyond = pos.strength(side, here), pos.strength(side, there)
    value = worths[there].of(beyond + number) - worths[there].of(beyond)
    value -= worths[here].of(before) - worths[here].of(before - number)
    value += estimate.engagement(pos, temper, side, there, units)
    if pos.units_in(other(side), here):
        # Who leaves a fight gives the ground away.
        value -= temper.ground * number
    if side == CHINESE:
        return value
    astray = sum(1 for area in path[1:-1] if not worths[area].need and not pos.units_in(JAPANESE, area))
    return value - lifeline.price(pos, temper, units, path) - temper.astray * astray


def onward(
    pos: TaierzhuangPosition, temper: Temper, side: int, group: int, here: int, left: int
) -> list[tuple[tuple[int, ...], float]]:
    """For a group that is marching: each way on and what it gains, the best first."""
    worths = estimate.worths(pos, temper, side)
    ways = reach(pos, side, group, here, left)
    found = [(path, gain(pos, temper, side, group, path, worths)) for path in ways.values()]
    return sorted(found, key=lambda entry: -entry[1])


def next_leg(pos: TaierzhuangPosition, side: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """The Japanese stop in every empty area on the way to leave somebody there for the supply."""
    if side == CHINESE:
        return path
    for at, area in enumerate(path[1:-1], 2):
        if not pos.units_in(JAPANESE, area):
            return path[:at]
    return path


def dropped(pos: TaierzhuangPosition, temper: Temper, side: int, group: int, here: int) -> tuple[int, ...]:
    """7.1.1: the weakest of a Japanese group stay where nobody else would hold the line."""
    if side == CHINESE or group.bit_count() <= 2 * temper.post or pos.units_in(side, here) & ~group:
        return ()
    return tuple(lifeline.rearguard(pos, group, temper.post))
