"""S12, S13 Vehicles and trains: into the enemy with armour, else where the guns bear. Loads go by ``convoy``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final

from shapan.ground.table import Pt, ahead, cut, length, near_segment, outline, rectangle
from shapan.kernel import Action
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other

from ...actions import HALT, MOVE, ONWARD, OVERRUN, REVERSE, Card, Drive
from ...placing import on_bodies
from ...position import YangtzePosition
from ...vessels.driving import course, drive_refusal, enemies_near, footprints, top_speed
from ...vessels.overruns import sheltered
from ...who import Unit
from ..notebook import noted
from ..picture import Picture
from ..places import FAR, Outline, Place, cost, raster_of
from ..stand import SAFE
from ..worths import price

TURNS: Final = (0, -15, 15, -30, 30, -45, 45)
TRIED: Final = 48
LEGAL: Final = 3
"""So many drives are tested against the rules, until so many are found that nothing stops."""
RUN_DOWN: Final = 0.5
"""13.4: half of those in the way are run over."""
BACK: Final = 0.02
"""What it is worth to get clear of an obstacle, for each point that waits at the exit."""
STEP: Final = 0.08
"""What a turn nearer to a goal is worth for each point that it is worth."""


def goals(pic: Picture, unit: Unit) -> tuple[frozenset[int], float]:
    """Where a vehicle has to go, and what for."""
    pos, book = pic.pos, pic.book
    spec = book.units[unit]
    if spec.armoured and spec.kind == "vehicle" and pic.fighting:
        near = min(pic.fighting, key=lambda foe: (foe.body, foe.away(*pos.at[unit][:2])))
        return frozenset({raster_of(pos, unit).square(near.x, near.y)}), 1.0
    return frozenset(), 0.0


def card(pic: Picture, unit: Unit, allowed: list[str]) -> list[Advice]:
    """MOVE while there is somewhere to go, else HALT."""
    advice = []
    if HALT in allowed:
        advice.append(Advice(Card(unit, HALT), guns_bear(pic, unit), "reason.keep_cover", {"unit": unit, "risk": SAFE}))
    for entry in drives(pic, unit)[:1] if MOVE in allowed else ():
        advice.append(Advice(Card(unit, MOVE), entry.score, entry.reason, entry.params))
    return advice


def guns_bear(pic: Picture, unit: Unit) -> float:
    """9.0: a gun fires only on HALT; what it could do from here."""
    x, y, _ = pic.pos.at[unit]
    arms = pic.by_unit[unit].arms
    found = 0.0
    for foe in pic.fighting:
        far = foe.away(x, y)
        if far <= 8000 and pic.clear(x, y, foe):
            found = max(
                found, pic.volley(pic.book.units[unit], arms, far, HALT, "soft", foe.clump, len(foe.men)) * foe.worth
            )
    return found


def drives(pic: Picture, unit: Unit) -> list[Advice]:
    """The best drives that the rules allow, if they are better than standing still; the same for card and plan."""
    return noted(pic.notes, ("drives", unit), _drives, pic, unit)


def _drives(pic: Picture, unit: Unit) -> list[Advice]:
    pos = pic.pos
    wanted, weight = goals(pic, unit)
    here = pos.at[unit][:2]

    def nearer(start: Pt, end: Pt) -> float:
        """What it is worth to come from the one place to the other."""
        far = [min(cost(pos, unit, wanted, *point), FAR) for point in (start, end)] if wanted else [0, 0]
        return weight * STEP * (far[0] - far[1]) / 3000

    prey = in_reach(pos, unit) if enemies_near(pos, unit) else []
    ranked = []
    for manner in (OVERRUN, ONWARD) if prey else (ONWARD,):
        for route in routes(pic, unit, wanted, manner):
            run_down = crushed(pos, unit, route, prey) - 0.01 if manner == OVERRUN else 0.0
            ranked.append((nearer(here, route[-1]) + run_down, manner, route))
    ranked.sort(key=lambda entry: -entry[0])
    found: list[Advice] = []
    free = 0
    for gain, manner, route in ranked[:TRIED]:
        if gain <= 0 or free >= LEGAL:
            break
        if drive_refusal(pos, unit, manner, route) is not None:
            continue
        real = gain - nearer(reached(pos, unit, manner, route), route[-1])
        free += real == gain
        if real > 0:
            reason = "reason.overrun" if manner == OVERRUN else "reason.drive"
            found.append(Advice(Drive(unit, manner, route), real, reason, {"unit": unit, "gain": f"{real:.1f}"}))
    return sorted(found, key=lambda entry: -entry.score)[:3] or (backing(pos, unit, weight) if wanted else [])


def backing(pos: YangtzePosition, unit: Unit, weight: float) -> list[Advice]:
    """No way ahead: back and aside, to find room for a turn."""
    x, y, heading = pos.at[unit]
    low, high = top_speed(pos, unit, False, REVERSE)
    ranked = []
    for turn in (0, -20, 20, -45, 45):
        for far in (high, (low + high) // 2, low):
            route = (ahead(x, y, heading + 180 + turn, far),)
            if drive_refusal(pos, unit, REVERSE, route) is None:
                real = length(x, y, *reached(pos, unit, REVERSE, route))
                ranked.append((real * (2 if turn else 1), route))
    params = {"unit": unit, "gain": "0"}
    best = sorted(ranked, reverse=True)[:2]
    return [Advice(Drive(unit, REVERSE, route), BACK * weight, "reason.drive", params) for far, route in best if far]


def reached(pos: YangtzePosition, unit: Unit, manner: str, route: tuple[Pt, ...]) -> Pt:
    """R77: where a drive ends if the vehicles and hulls that stand in its way stay there."""
    x, y, _ = driven(pos, unit, manner, route, lambda there, edges: on_bodies(pos, unit, *there[:2], edges))
    return x, y


def driven(
    pos: YangtzePosition, unit: Unit, manner: str, route: tuple[Pt, ...], barred: Callable[[Place, Outline], bool]
) -> Place:
    """The last place on the way of a drive before the first one that is barred."""
    found = pos.at[unit]
    for _, there in footprints(pos, unit, course(pos, unit, route), manner):
        if barred(there, outline(rectangle(*there, *pos.book.units[unit].size))):
            break
        found = there
    return found


def in_reach(pos: YangtzePosition, unit: Unit) -> list[tuple[int, int, float]]:
    """13.4: where the enemies in the open are whom the vehicle could come to this turn, and what they are worth."""
    x, y, _ = pos.at[unit]
    reach = top_speed(pos, unit, True, OVERRUN)[1] + max(pos.book.units[unit].size)
    return [
        (pos.x[f], pos.y[f], price(pos, f))
        for enemy in pos.units_of(other(pos.owner[unit]))
        if not pos.hidden >> enemy & 1
        for f in pos.standing[enemy]
        if abs(pos.x[f] - x) <= reach and abs(pos.y[f] - y) <= reach and not sheltered(pos, f)
    ]


def crushed(pos: YangtzePosition, unit: Unit, route: tuple[Pt, ...], prey: list[tuple[int, int, float]]) -> float:
    """13.4: what is worth running down on this way."""
    points = (pos.at[unit][:2], *route)
    legs = [(*one, *two) for one, two in pairwise(points)]
    reach = (pos.book.units[unit].size[1] // 2 + next(iter(pos.book.units)).radius) ** 2
    caught = sum(worth for x, y, worth in prey if any(near_segment(x, y, leg) < reach for leg in legs))
    return RUN_DOWN * caught


def routes(pic: Picture, unit: Unit, wanted: frozenset[int], manner: str) -> Iterator[tuple[Pt, ...]]:
    """Ahead and to either side, in one leg or two, and along the way to the goal."""
    pos = pic.pos
    x, y, heading = pos.at[unit]
    train = pic.book.units[unit].kind == "train"
    for easy in (True, False):
        low, high = top_speed(pos, unit, easy, manner)
        for turn in (0, 180) if train else TURNS:
            for far in (high, (low + high) // 2, low):
                yield (ahead(x, y, heading + turn, far),)
            if not train:
                first = ahead(x, y, heading + turn, high // 2 - 100)
                for then in (-45, -20, 20, 45):
                    yield first, ahead(*first, heading + turn + then, high // 2)
        if wanted and not train:
            points = raster_of(pos, unit).way((x, y), wanted, 1 << 22)
            way = course(pos, unit, points) if points else None
            if way is not None and way.spent > low:
                marks = [(mx, my) for _, mx, my in cut(way.track, min(high, way.spent))[1:]]
                route = tuple(p for p, q in zip(marks, [(x, y), *marks], strict=False) if p != q)
                if 0 < len(route) <= 8:
                    yield route


def plan(pic: Picture, unit: Unit) -> list[Advice]:
    """The best drive; backwards if there is no other way."""
    found = drives(pic, unit)
    if found:
        return found
    groups = [group for group in pic.pos.options().groups if group.head[:1] == (unit,) and len(group)]
    return [Advice(action, 0.0 if forwards(action) else -1.0, "reason.any") for group in groups for action in group]


def forwards(action: Action) -> bool:
    return not (isinstance(action, Drive) and action.manner == REVERSE)
