"""7.1 Marches as a staff officer plans them: what a group gains by going somewhere, supply and dangers included."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from operator import or_
from typing import Final, NamedTuple

import msgspec

from shapan.ground.areas import bits, mask_of
from shapan.kernel.kept import follows_from
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Halt

from ..actions import Go, Leave
from ..infiltration import way_out
from ..movement import Marching, can_march
from ..position import TaierzhuangPosition
from ..retreats import destinations
from ..sides import CHINESE, JAPANESE
from ..ways import entry_cost, reach
from . import lifeline, odds, picture
from .lifeline import Way
from .picture import LINK, price_of
from .temper import Temper

NOOSE: Final = 0.7
"""What it is worth, for each enemy unit, to close its only way of retreat."""
HOLD: Final = 0.05
"""What it is worth to stay where one is."""


class MarchProspect(msgspec.Struct, frozen=True):
    """A Movement action as it could be made."""

    here: int
    there: int
    units: int
    worth: float


@follows_from("at", "spent", "control", "turn", "event", "eager")
def marches(
    pos: TaierzhuangPosition, temper: Temper, side: int, used: int = 0, acted: int = 0
) -> tuple[MarchProspect, ...]:
    """7.1: for each area or zone the best march to each area within reach. Whatever chits are held, and whatever else
    was weighed before, they are the same."""
    survey = Survey(pos, temper, side)
    found: list[MarchProspect] = []
    for here in range(pos.book.place_count):
        ready = can_march(pos, pos.ready_in(side, here)) & ~acted
        if not ready or used >> here & 1:
            continue
        tanks = ready & pos.book.tanks
        for kind in {ready, tanks, ready & ~tanks} - {0}:
            found += _from(survey, here, kind)
    return tuple(found)


def _from(survey: Survey, here: int, ready: int) -> Iterator[MarchProspect]:
    pos, limit, strengths = survey.pos, survey.pos.book.limit, survey.strengths
    ranked = sorted(bits(ready), key=lambda unit: -pos.book.cf[unit])
    slowest = mask_of([min(ranked, key=lambda unit: pos.book.movement[unit])]) | (ready & pos.book.tanks & -ready)
    squads = [0, *accumulate((1 << unit for unit in ranked), or_)]
    price = price_of(pos, survey.temper, survey.side)
    for there, path in reach(pos, survey.side, slowest, here, pos.allowance(ready)).items():
        crowd = strengths[there] if len(path) == 2 else max([strengths[area] for area in path[1:]])
        most = min(len(ranked), limit - crowd)
        best, worth = 0, 0.0
        for number in {most, most - LINK, (most + 1) // 2, 1}:
            if number <= 0:
                continue
            value = survey.gain(squads[number], path) - price * number
            if not best or value > worth:
                best, worth = number, value
        if best:
            yield MarchProspect(here, there, squads[best], worth)


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


class Survey:
    """What a side sees of one position when it thinks of marches, worked out once for all of them."""

    def __init__(self, pos: TaierzhuangPosition, temper: Temper, side: int) -> None:
        self.pos, self.temper, self.side = pos, temper, side
        self.worths = picture.worths(pos, temper, side)
        self.supply = lifeline.Supply(pos, temper)
        own, foe = pos.book.roster[side], pos.book.roster[other(side)]
        self.strengths = [(units & own).bit_count() for units in pos.at]
        """Units of the side in each place and box."""
        self.foes = [units & foe for units in pos.at]
        self._shifts: dict[int, float] = {}

    def _shift(self, place: int, more: int) -> float:
        """What it is worth that there are so many units more in a place, or fewer."""
        key = (place << 8) + more
        found = self._shifts.get(key)
        if found is None:
            worth, count = self.worths[place], self.strengths[place]
            found = self._shifts[key] = worth.of(count + more) - worth.of(count)
        return found

    def gain(self, units: int, path: Way) -> float:
        """What a group gains by going from the first place of a path to the last."""
        here, there = path[0], path[-1]
        number, temper, worths = units.bit_count(), self.temper, self.worths
        value = self._shift(there, number) + self._shift(here, -number)
        if self.foes[there]:
            value += odds.engagement(self.pos, temper, self.side, there, units)
        if self.foes[here]:
            # Who leaves a fight gives the ground away.
            value -= temper.ground * number
        if self.side == CHINESE:
            return value
        value -= self.supply.price(units, path)
        if len(path) == 2:
            return value
        astray = sum([1 for area in path[1:-1] if not worths[area].need and not self.strengths[area]])
        return value - temper.astray * astray


class WayOn(NamedTuple):
    """A way that a marching group could take, and what it gains."""

    path: tuple[int, ...]
    gain: float


def onward(pos: TaierzhuangPosition, temper: Temper, side: int, group: int, here: int, left: int) -> list[WayOn]:
    """For a group that is marching: each way on and what it gains, the best first."""
    survey = Survey(pos, temper, side)
    ways = reach(pos, side, group, here, left)
    found = [WayOn(path, survey.gain(group, path)) for path in ways.values()]
    return sorted(found, key=lambda way: -way.gain)


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


# --- 12.6 through a contested area ------------------------------------------------------------------


def ways_through(pos: TaierzhuangPosition, side: int, squad: int, area: int, left: int) -> Iterator[Way]:
    """12.6: out of the contested area into vacant ground, and from there on as far as the movement points go."""
    for there in bits(way_out(pos, side, squad, area, left)):
        yield area, there
        after = left - entry_cost(pos, side, squad, there)
        for path in reach(pos, side, squad, there, after).values():
            if path[-1] != area:
                yield area, *path


def noose(pos: TaierzhuangPosition, side: int, path: Way) -> float:
    """8.0: who stands on the last way of retreat out of the contested area dooms those whom friends there can hit."""
    area, there = path[0], path[-1]
    closed = pos.ready_in(side, area) and destinations(pos, other(side), area) == [there]
    return NOOSE * pos.strength(other(side), area) if closed else 0.0


# --- what is answered -------------------------------------------------------------------------------


def go_on(pos: TaierzhuangPosition, at: Marching, temper: Temper) -> list[Advice]:
    """Where the group goes; on the way the Japanese leave somebody behind for the supply."""
    if at.slip:
        return _slip(pos, at, temper)
    ways = onward(pos, temper, at.side, at.group, at.here, at.left)
    advice = [
        Advice(
            Go(next_leg(pos, at.side, path)),
            worth,
            "reason.march",
            params(pos, at.side, path[-1], at.group),
        )
        for path, worth in ways
    ]
    if not at.moved:
        return advice
    advice.append(Advice(Halt(), HOLD, "reason.hold"))
    stay = dropped(pos, temper, at.side, at.group, at.here)
    if stay and ways and ways[0].gain > HOLD:
        advice.append(Advice(Leave(stay), ways[0].gain + 1.0, "reason.link", {"area": at.here}))
    return advice


def _slip(pos: TaierzhuangPosition, at: Marching, temper: Temper) -> list[Advice]:
    """12.6: out of the contested area again, to where it is worth most."""
    survey = Survey(pos, temper, at.side)
    return [
        Advice(
            Go(path),
            survey.gain(at.group, path) + noose(pos, at.side, path),
            "reason.march",
            params(pos, at.side, path[-1], at.group),
        )
        for path in ways_through(pos, at.side, at.group, at.here, at.left)
    ]
