"""6.1, 7.1, 7.9, S6.7: what breaks into movement, told once more from the book alone.

Fire at will during movement (R7) is for players who have agreed on it, and is not judged here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.games.yangtze import slow_artillery, slow_volley
from tests.games.yangtze.slow_fire import (
    Shooter,
    engaged,
    fires_at,
    in_range,
    ready,
    sees,
    shooters,
    sight,
    spread,
    works,
)
from tests.games.yangtze.slow_sight import figure_sees, sees_body, together
from tests.games.yangtze.slow_table import commanded, gap_at_most, place

from shapan.games.yangtze.actions import CHARGE, HALT
from shapan.games.yangtze.position import ABOARD, STANDING, YangtzePosition
from shapan.games.yangtze.who import Arm, Figure, Mounted, Unit
from shapan.ground.table import near_polygon

DETECTION = 1500
"""S6.7: 150 mm."""


class Break(NamedTuple):
    """Movement stops for the fire of this unit."""

    kind: str
    unit: Unit
    at: tuple[Figure, ...] | Unit
    """Who is tested or picked; or the unit that comes for it."""


def last_moment(pos: YangtzePosition, charger: Figure, enemy: Figure) -> Break | None:
    """S7.4, R102: a halted unit that does not hold its fire, and of which somebody can fire at those who come."""
    unit, target = pos.book.figures[enemy].unit, pos.book.figures[charger].unit
    if pos.card[unit] != HALT or (pos.holding | pos.asleep) >> unit & 1:
        return None
    arms = shooters(pos, unit, "halt", pos.fired)
    gun = slow_artillery.gun(pos, unit, "halt")
    laid = gun is not None and loaded(pos, unit) and bears(pos, [gun], target)
    picked = any(may_pick(pos, sniper, charger) for sniper in snipers(pos, unit, "halt")[:1])
    return Break("last_moment", unit, target) if laid or picked or bears(pos, arms, target) else None


def bears(pos: YangtzePosition, who: list[Shooter], target: Unit) -> bool:
    seen = sight(pos, who, target)
    return seen is not None and any(fires_at(pos, shooter, seen) for shooter in who)


def loaded(pos: YangtzePosition, unit: Unit) -> bool:
    """9.3: is there a round left, where they are counted?"""
    guns = [each for each in pos.book.every_unit if pos.book.units[each].kind == "gun"]
    return not pos.book.switches["limited_rounds"] or any([*pos.rounds][guns.index(unit)])


def snipers(pos: YangtzePosition, unit: Unit, *stages: str) -> list[Shooter]:
    """7.1, R56: those of a unit who pick their target and may fire now, on a card of one of these stages."""
    book = pos.book
    men = [f for f in book.men[unit] if pos.fate[f] == STANDING and book.arms[f].picks]
    armed = [Shooter(Arm(figure), book.arms[figure], unit, figure) for figure in men]
    return [shooter for shooter in armed if any(ready(pos, shooter, stage, pos.fired) for stage in stages)]


def may_pick(pos: YangtzePosition, sniper: Shooter, figure: Figure) -> bool:
    """7.2, 7.5: any enemy whom he sees and reaches; R10, and none whom a friend fights hand to hand (R94)."""
    unit = pos.book.figures[figure].unit
    if pos.hidden >> unit & 1 or engaged(pos, sniper, unit) or not sees(pos, sniper, figure):
        return False
    return in_range(sniper, spread(pos, sniper, figure)) and not grappled(pos, sniper, figure)


def grappled(pos: YangtzePosition, sniper: Shooter, figure: Figure) -> bool:
    assert sniper.figure is not None
    if pos.touched >> sniper.figure & 1 or not pos.touched >> figure & 1:
        return False
    friends = [f for f in everybody(pos, pos.owner[sniper.unit]) if pos.touched >> f & 1]
    near = [friend for friend in friends if gap_at_most(pos, friend, figure, pos.book.contact_gap)]
    return any(together(pos, friend, figure) for friend in near)


def everybody(pos: YangtzePosition, side: int) -> Iterator[Figure]:
    """The figures of a side that stand on the table."""
    for figure in pos.book.everyone:
        if pos.fate[figure] == STANDING and pos.owner[pos.book.figures[figure].unit] == side:
            yield figure


def sniper_fire(pos: YangtzePosition) -> Break | None:
    """7.1, R56: a sniper who does not charge fires at the first who answers what he was told to wait for."""
    for unit, quarry, reach in pos.triggers:
        for sniper in snipers(pos, unit, "halt", "other")[:1]:
            assert sniper.figure is not None
            for figure in everybody(pos, 1 - pos.owner[unit]):
                near = gap_at_most(pos, sniper.figure, figure, reach)
                if near and answers(pos, figure, quarry) and may_pick(pos, sniper, figure):
                    return Break("snipes", unit, (figure,))
    return None


def answers(pos: YangtzePosition, figure: Figure, quarry: str) -> bool:
    kind = pos.book.units[pos.book.figures[figure].unit].kind
    match quarry:
        case "any":
            return kind != "civilian"
        case "leader":
            return bool((pos.book.leaders | pos.promoted) >> figure & 1)
    return kind == quarry


def covering_fire(pos: YangtzePosition) -> Break | None:
    """7.9, R55: whoever is in a covered circle in view is tested the first time, as soon as there are enemies enough;
    none of those counts who lies hidden (S6.7)."""
    for marker in pos.markers:
        shooter = covering_weapon(pos, marker.weapon)
        if shooter is None or not can_cover(pos, shooter):
            continue
        shots = slow_volley.covered(pos, shooter, (marker.x, marker.y), marker.tested)
        fresh = tuple(shot.figure for shot in shots if shot.figure is not None)
        units = [pos.book.figures[figure].unit for figure in fresh]
        foes = [unit for unit in units if pos.owner[unit] != pos.owner[shooter.unit] and not pos.hidden >> unit & 1]
        if foes and (marker.tested or len(foes) >= marker.wanted):
            return Break("covering", shooter.unit, fresh)
    return None


def covering_weapon(pos: YangtzePosition, who: Figure | Mounted) -> Shooter | None:
    """7.9: the weapon that covers an area with whoever serves it, if there is somebody left to do so."""
    book = pos.book
    if isinstance(who, Mounted):
        unit = book.mounts[who.mount].unit
        return Shooter(book.arm(who), book.weapons[book.mounts[who.mount].weapon], unit, None, unit, who.mount)
    unit = book.figures[who].unit
    crew = book.men[unit] if book.units[unit].kind == "mg" else (who,)
    for man in crew:
        if pos.fate[man] in (STANDING, ABOARD):
            carrier = pos.aboard[man] if pos.fate[man] == ABOARD else None
            return Shooter(book.arm(who), book.arms[who], unit, man, carrier)
    return None


def can_cover(pos: YangtzePosition, shooter: Shooter) -> bool:
    """7.9: a mount that works; a man in command and not in contact."""
    if shooter.mount is not None:
        return works(pos, shooter.unit, shooter.mount)
    assert shooter.figure is not None
    return not pos.touched >> shooter.figure & 1 and commanded(pos, shooter.figure)


def unmask(pos: YangtzePosition) -> None:
    """S6.7: hidden units that are seen are hidden no more."""
    seen = [unit for unit in pos.book.every_unit if pos.hidden >> unit & 1 and spotted(pos, unit)]
    pos.hidden &= ~sum(1 << unit for unit in seen)


def spotted(pos: YangtzePosition, unit: Unit) -> bool:
    """S6.7, R99: from 150 mm, or on the move from wherever they are seen; by men on foot or those aboard something."""
    side = 1 - pos.owner[unit]
    hulls = [(hull, edges) for hull, edges in pos.bodies if pos.owner[hull] == side and aboard(pos, hull)]
    for figure in [f for f in pos.book.men[unit] if pos.fate[f] == STANDING]:
        moves = pos.spent[figure] > 0 or (pos.card[unit] == CHARGE and bool(pos.track[figure]))
        for watcher in everybody(pos, side):
            if (moves or gap_at_most(pos, watcher, figure, DETECTION)) and figure_sees(pos, watcher, figure):
                return True
        reach = DETECTION + pos.book.radii[figure]
        for hull, edges in hulls:
            near = near_polygon(edges, *place(pos, figure)) <= reach**2
            if (moves or near) and sees_body(pos, figure, hull):
                return True
    return False


def aboard(pos: YangtzePosition, hull: Unit) -> bool:
    return any(pos.aboard[f] == hull and pos.fate[f] == ABOARD for f in pos.book.everyone)
