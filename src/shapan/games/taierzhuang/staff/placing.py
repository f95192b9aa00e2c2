"""3.0, 6.0 How a staff officer of Taierzhuang places his units: at the start, and when reinforcements arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import msgspec

from shapan.ground.areas import bits
from shapan.kernel import Frame
from shapan.kernel.staff import Advice, best_first

from ..actions import PlaceUnits, Take
from ..deployment import Deploying, Drawing
from ..position import TaierzhuangPosition
from ..setup import SettingUp, allowed, capacity, waiting
from ..sides import CHINESE, JAPANESE
from . import picture
from .picture import soldier
from .temper import Temper

CROWD: Final = 0.1
"""How soon a zone gets too full to be left quickly."""

OneUnit: TypeAlias = Callable[[TaierzhuangPosition], list[Advice]]
"""Where the next unit should go."""


def set_up(pos: TaierzhuangPosition, at: SettingUp, temper: Temper) -> list[Advice]:
    """3.1, 3.2: place by place."""
    return grouped(pos, at, lambda twin: _set_up_one(twin, at, temper))


def deploy(pos: TaierzhuangPosition, at: Deploying, temper: Temper) -> list[Advice]:
    """6.1, 6.2: zone by zone."""
    return grouped(pos, at, lambda twin: into_zones(twin, at.side, twin.at[twin.book.muster]))


def grouped(pos: TaierzhuangPosition, at: Frame, one_unit: OneUnit) -> list[Advice]:
    """Unit after unit in thought; what comes to the first place is then put there at once, for all to see."""
    thought: list[PlaceUnits] = []
    first, twin = list(_legal(pos, one_unit)), pos.copy()
    while twin.top == at:
        action = next(_legal(twin, one_unit)).action
        assert isinstance(action, PlaceUnits)
        thought.append(action)
        twin.push(action)
    goal = thought[0].area
    squad = tuple(unit for placed in thought if placed.area == goal for unit in placed.units)
    return [msgspec.structs.replace(first[0], action=PlaceUnits(goal, squad)), *first[1:]]


def _legal(pos: TaierzhuangPosition, one_unit: OneUnit) -> Iterator[Advice]:
    return (entry for entry in best_first(one_unit(pos)) if pos.allows(entry.action))


def _set_up_one(pos: TaierzhuangPosition, at: SettingUp, temper: Temper) -> list[Advice]:
    side = at.side
    units = waiting(pos, side)
    if side == JAPANESE:
        return into_zones(pos, side, units)
    worths = picture.worths(pos, temper, CHINESE)
    front = picture.steps_to(pos.book, JAPANESE, pos.book.supply_sources)
    table = picture.soldiers(pos.book)
    advice = []
    for area in bits(pos.book.areas):
        count = pos.strength(side, area)
        fitting = allowed(pos, units, area)
        if count >= capacity(pos, area) or not fitting:
            continue
        worth = worths[area].of(count + 1) - worths[area].of(count) + temper.outpost * max(3 - front[area], 0)
        pick = max if worths[area].guard > 1 else min
        unit = pick(bits(fitting), key=table.__getitem__)
        advice.append(Advice(PlaceUnits(area, (unit,)), worth, "reason.garrison", {"area": area}))
    return advice


def into_zones(pos: TaierzhuangPosition, side: int, units: int) -> list[Advice]:
    """The zone nearest to the town, unless it is crowded."""
    book = pos.book
    steps = picture.steps_to(book, side, book.victory_town)
    unit = max(bits(units), key=lambda one: soldier(pos, one))
    return [
        Advice(
            PlaceUnits(zone, (unit,)), -steps[zone] - CROWD * pos.strength(side, zone), "reason.zone", {"area": zone}
        )
        for zone in bits(book.zones[side])
    ]


def draw(pos: TaierzhuangPosition, at: Drawing, temper: Temper) -> list[Advice]:
    """12.4: the best of the pool."""
    units = bits(pos.at[pos.book.pool[at.side]])
    return [Advice(Take(unit), soldier(pos, unit), "reason.take") for unit in units]
