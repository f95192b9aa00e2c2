"""7.2 Firing procedure: who may fire. A shooter is a figure, or a mount written below zero (``~mount``)."""

from __future__ import annotations

from math import isqrt

from shapan.ground.table import bearing, near_polygon, near_polygons, turned

from ..actions import CHARGE, FORCED, HALT
from ..command import in_circle, in_command
from ..position import ABOARD, ARMAMENT, DISABLED, STANDING, WRECK, YangtzePosition
from ..specs import Weapon
from .sighting import body_sees_body, figure_sees, nearest_point, point_sees, sees_body

SHOTS = ("figure", "zone")


def arm_of(pos: YangtzePosition, shooter: int) -> Weapon:
    """The weapon that a shooter fires. A machine gun or gun is served by the first of its crew who lives (R70)."""
    book = pos.book
    if shooter < 0:
        return book.weapons[book.mounts[~shooter].weapon]
    if shooter not in book.serves:
        return book.arms[shooter]
    unit = book.figures[shooter].unit
    crew = pos.alive(unit)
    return book.arms[book.men[unit][0]] if crew and crew[0] == shooter else book.weapons["unarmed"]


def unit_of(pos: YangtzePosition, shooter: int) -> int:
    return pos.book.mounts[~shooter].unit if shooter < 0 else pos.book.figures[shooter].unit


def bit_of(pos: YangtzePosition, shooter: int) -> int:
    """The shooter's place in ``pos.fired``."""
    return 1 << (len(pos.book.figures) + ~shooter if shooter < 0 else shooter)


def carrier_of(pos: YangtzePosition, shooter: int) -> int:
    """What carries the shooter, or -1."""
    if shooter < 0:
        return pos.book.mounts[~shooter].unit
    return pos.aboard[shooter] if pos.fate[shooter] == ABOARD else -1


def fire_card(pos: YangtzePosition, shooter: int) -> str:
    """Whose card counts: riders fire under that of what carries them (R57)."""
    carrier = carrier_of(pos, shooter)
    unit = unit_of(pos, shooter)
    if carrier >= 0:
        if unit != carrier and pos.card[unit] != HALT:
            return pos.card[unit]
        return pos.card[carrier] or HALT
    return pos.card[unit]


def muzzle(pos: YangtzePosition, shooter: int, x: int, y: int) -> tuple[int, int, int]:
    """Where the fire comes from, and the radius of the base there: a hull fires from its nearest point."""
    carrier = carrier_of(pos, shooter)
    if carrier >= 0:
        return (*nearest_point(pos.body(carrier), x, y), 0)
    return pos.x[shooter], pos.y[shooter], pos.book.figures[shooter].radius


def may_fire(pos: YangtzePosition, shooter: int) -> bool:
    """7.2, 4.1: alive, armed, in command, unfired, and under a card that allows it."""
    if pos.fired & bit_of(pos, shooter):
        return False
    unit = unit_of(pos, shooter)
    card = fire_card(pos, shooter)
    if unit_holds_fire(pos, unit, card) or any(marker[0] == shooter for marker in pos.markers):
        return False
    if shooter < 0:
        return mount_works(pos, ~shooter)
    if pos.fate[shooter] not in (STANDING, ABOARD) or (pos.touched_early | pos.swimming) >> shooter & 1:
        return False
    if pos.fate[shooter] == ABOARD and not rides_armed(pos, shooter):
        return False
    return fires_under(pos, shooter, card) and in_command(pos, shooter)


def unit_holds_fire(pos: YangtzePosition, unit: int, card: str) -> bool:
    """7.2: what keeps a whole unit from firing."""
    return card == CHARGE or card in FORCED or bool(pos.asleep >> unit & 1) or any(w == unit for w, _ in pos.works)


def fires_under(pos: YangtzePosition, shooter: int, card: str) -> bool:
    """9.0, 7.2: does a figure's weapon fire at all, and under this card?"""
    arm = arm_of(pos, shooter)
    if arm.roll == "none" or (arm.roll == "round" and (card != HALT or not crewed(pos, unit_of(pos, shooter)))):
        return False
    return card == HALT or not (pos.book.switches["mmg_must_halt"] and arm.hurts_small_boats)


def firing_line(pos: YangtzePosition, unit: int, cards: tuple[str, ...]) -> list[int]:
    """The figures of a unit on foot that :func:`may_fire` under one of these cards: the unit is judged once for all."""
    card = pos.card[unit]
    if card not in cards or unit_holds_fire(pos, unit, card):
        return []
    out = pos.fired | pos.touched_early | pos.swimming
    for weapon, *_ in pos.markers:
        if weapon >= 0:
            out |= 1 << weapon
    able = in_circle(pos, unit) & ~out
    return [figure for figure in pos.standing[unit] if able >> figure & 1 and fires_under(pos, figure, card)]


def rides_armed(pos: YangtzePosition, figure: int) -> bool:
    """S5.5, S14.8: riders fire at will; a crew's own weapons are those of the mounts, except a vessel's rifles."""
    carrier = pos.aboard[figure]
    if pos.damage[carrier] & (WRECK | DISABLED) and pos.book.units[carrier].kind == "vessel":
        return False
    own = pos.book.figures[figure].unit == carrier
    return not own or pos.book.units[carrier].kind == "vessel"


def crewed(pos: YangtzePosition, unit: int) -> bool:
    """9.0: a gun needs its crew."""
    arm = pos.book.weapons[pos.book.figures[pos.book.men[unit][0]].weapon]
    return len(pos.alive(unit)) >= int(pos.book.charts["artillery"]["crew_needed"].get(arm.calibre, 1))


def mount_works(pos: YangtzePosition, mount: int) -> bool:
    """S12.8, S14.8: undamaged, and with crew enough left besides those who serve other mounts this turn."""
    book = pos.book
    unit = book.mounts[mount].unit
    spec = book.units[unit]
    if not pos.in_play(unit) or pos.damage[unit] & (DISABLED | WRECK):
        return False
    own = book.guns[unit]
    if pos.damage[unit] & ARMAMENT and own.index(mount) == spec.main:
        return False
    hands = len(pos.crew(unit)) if spec.kind == "vessel" else len(pos.alive(unit)) - 1
    for served in (mount, *(at for at in own if at != mount and in_service(pos, at))):
        big = book.weapons[book.mounts[served].weapon].roll == "round" and spec.kind == "vessel"
        hands -= 2 if big else 1
    return hands >= 0


def in_service(pos: YangtzePosition, mount: int) -> bool:
    """S14.8: the owner has chosen this mount: it has fired, is to fire, or covers an area."""
    piece = pos.book.piece_of_mount(mount)
    if pos.fired & bit_of(pos, ~mount) or any(shot[1] == piece for shot in pos.shots):
        return True
    return any(marker[0] == ~mount for marker in pos.markers)


def in_arc(pos: YangtzePosition, shooter: int, x: int, y: int) -> bool:
    """S2.4, S12.8: the arc of a mount must hold the line of sight."""
    if shooter >= 0:
        return True
    mount = pos.book.mounts[~shooter]
    cx, cy, heading = pos.at[mount.unit]
    return turned(bearing(x - cx, y - cy), (heading + mount.bearing) % 360) <= mount.half


def sees_figure(pos: YangtzePosition, shooter: int, target: int) -> bool:
    carrier = carrier_of(pos, shooter)
    if carrier < 0:
        return figure_sees(pos, shooter, target)
    x, y, _ = muzzle(pos, shooter, pos.x[target], pos.y[target])
    return in_arc(pos, shooter, pos.x[target], pos.y[target]) and point_sees(pos, x, y, target, (carrier,))


def sees_unit_body(pos: YangtzePosition, shooter: int, unit: int) -> bool:
    carrier = carrier_of(pos, shooter)
    if carrier < 0:
        return sees_body(pos, shooter, unit)
    return in_arc(pos, shooter, *pos.at[unit][:2]) and body_sees_body(pos, carrier, unit)


def in_reach(pos: YangtzePosition, shooter: int, target: int, reach: int) -> bool:
    """7.5: is the target at most so far away, edge to edge?"""
    x, y, radius = muzzle(pos, shooter, pos.x[target], pos.y[target])
    limit = reach + radius + pos.book.figures[target].radius
    return (x - pos.x[target]) ** 2 + (y - pos.y[target]) ** 2 <= limit * limit


def body_gap(pos: YangtzePosition, shooter: int, unit: int) -> int:
    """From the shooter to the nearest edge of a vehicle or hull."""
    carrier = carrier_of(pos, shooter)
    if carrier >= 0:
        return isqrt(near_polygons(pos.body(carrier), pos.body(unit)))
    return isqrt(near_polygon(pos.body(unit), pos.x[shooter], pos.y[shooter])) - pos.book.figures[shooter].radius
