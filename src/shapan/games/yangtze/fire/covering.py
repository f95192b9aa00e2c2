"""7.9 Covering fire: who comes into a covered circle in view of the weapon is tested there and then."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.table import within

from ..command import in_command
from ..position import ABOARD, STANDING, YangtzePosition, put
from .cover import effective
from .scores import BULLETS, base_score, with_cover
from .shooters import arm_of, bit_of, mount_works, muzzle, sees_figure, unit_of
from .shooting import in_zone
from .volley import Blast, fire


def opening_fire(pos: YangtzePosition) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The markers that have enemies enough in their circles now, each with the figures to be tested."""
    for number, (weapon, x, y, count, tested) in enumerate(pos.markers):
        fresh = covered(pos, weapon, (x, y), tested)
        side = pos.owner[unit_of(pos, weapon)]
        foes = [figure for figure in fresh if pos.owner[pos.book.figures[figure].unit] != side]
        if foes and (tested or len(foes) >= count):
            yield number, tuple(fresh)


def covered(pos: YangtzePosition, weapon: int, point: tuple[int, int], tested: int) -> list[int]:
    """The figures in a covered circle that the weapon sees and has not tested yet."""
    if not can_cover(pos, weapon):
        return []
    zone = arm_of(pos, weapon).zone
    near = [f for f in in_zone(pos, point, zone) if not tested >> f & 1 and f != weapon]
    return [f for f in near if sees_figure(pos, weapon, f)]


def can_cover(pos: YangtzePosition, weapon: int) -> bool:
    """The weapon still has somebody to fire it, in command, and not in contact."""
    if weapon < 0:
        return mount_works(pos, ~weapon)
    return pos.fate[weapon] in (STANDING, ABOARD) and not pos.touched >> weapon & 1 and in_command(pos, weapon)


def cover_shots(pos: YangtzePosition, number: int, figures: tuple[int, ...]) -> None:
    weapon, x, y, count, tested = pos.markers[number]
    unit = unit_of(pos, weapon)
    arm = arm_of(pos, weapon)
    for figure in figures:
        tested |= 1 << figure
    pos.markers = put(pos.markers, number, (weapon, x, y, count, tested))
    hx, hy, radius = muzzle(pos, weapon, x, y)
    score = base_score(pos, weapon, within(hx, hy, x, y, arm.short + radius))
    shots = []
    for figure in figures:
        need = with_cover(pos, score, effective(pos, figure, (hx, hy)))
        shots.append((figure, need.score, need.strict))
        pos.fire_at = (*pos.fire_at, (unit, pos.book.figures[figure].unit))
    pos.reveal(unit, "S6.7")
    pos.fired |= bit_of(pos, weapon)
    pos.tell("7.9", "event.covering", unit=unit, count=len(figures))
    fire(pos, Blast(unit, unit, hx, hy, BULLETS, arm.name, False, x, y, arm.zone), tuple(shots))


def covering_rest(pos: YangtzePosition) -> None:
    """7.9: in the fire phase the weapon tests those in its circle whom it has not tested yet, and nobody else."""
    for number, figures in list(opening_fire(pos)):
        cover_shots(pos, number, figures)
