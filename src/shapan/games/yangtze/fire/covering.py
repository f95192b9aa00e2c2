"""7.9 Covering fire: who comes into a covered circle in view of the weapon is tested there and then."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.table import within

from ..command import in_command
from ..position import ABOARD, STANDING, YangtzePosition
from ..who import Figure, Mounted, Shooter
from .markers import amend, markers
from .scores import BULLETS
from .shooters import arm_at, bit_of, mount_works, muzzle, sees_figure, served_by, unit_of
from .shooting import in_zone, unsparing, zone_shots
from .volley import Blast, fire


def opening_fire(pos: YangtzePosition) -> Iterator[tuple[int, tuple[Figure, ...]]]:
    """The markers that have enemies enough in their circles now, each with the figures to be tested. Those who lie
    hidden and still are nobody's target (S6.7)."""
    for number, (weapon, x, y, count, tested) in enumerate(markers(pos)):
        fresh = covered(pos, weapon, (x, y), tested)
        side = pos.owner[unit_of(pos, weapon)]
        units = [pos.book.figures[figure].unit for figure in fresh]
        foes = [unit for unit in units if pos.owner[unit] != side and not pos.hidden >> unit & 1]
        if foes and (tested or len(foes) >= count):
            yield number, tuple(fresh)


def covered(pos: YangtzePosition, weapon: Shooter, point: tuple[int, int], tested: int) -> list[Figure]:
    """The figures in a covered circle that the weapon sees and has not tested yet."""
    shooter = served_by(pos, weapon)
    if shooter is None or not can_cover(pos, shooter):
        return []
    near = [f for f in in_zone(pos, point, arm_at(pos, weapon).zone) if not tested >> f & 1 and f != shooter]
    return unsparing(pos, unit_of(pos, weapon), [f for f in near if sees_figure(pos, shooter, f)])


def can_cover(pos: YangtzePosition, shooter: Shooter) -> bool:
    """The weapon still has somebody to fire it, in command, and not in contact."""
    if isinstance(shooter, Mounted):
        return mount_works(pos, shooter.mount)
    return pos.fate[shooter] in (STANDING, ABOARD) and not pos.touched >> shooter & 1 and in_command(pos, shooter)


def cover_shots(pos: YangtzePosition, number: int, figures: tuple[Figure, ...]) -> None:
    """7.9: they are tested where they are; the range is that of the marker (R55)."""
    marker = markers(pos)[number]
    weapon, x, y, _, tested = marker
    shooter = served_by(pos, weapon)
    assert shooter is not None
    unit, arm = unit_of(pos, weapon), arm_at(pos, weapon)
    for figure in figures:
        tested |= 1 << figure
        pos.fire_at = (*pos.fire_at, (unit, pos.book.figures[figure].unit))
    amend(pos, number, marker._replace(tested=tested))
    hx, hy, radius = muzzle(pos, shooter, x, y)
    pos.reveal(unit, "S6.7")
    pos.fired |= bit_of(pos, shooter)
    pos.tell("7.9", "event.covering", unit=unit, count=len(figures))
    shots = zone_shots(pos, shooter, list(figures), within(hx, hy, x, y, arm.short + radius))
    fire(pos, Blast(unit, unit, hx, hy, BULLETS, arm.name, False, x, y, arm.zone, caught=figures), tuple(shots))


def covering_rest(pos: YangtzePosition) -> None:
    """7.9: in the fire phase the weapon tests those in its circle whom it has not tested yet, and nobody else."""
    for number, figures in list(opening_fire(pos)):
        cover_shots(pos, number, figures)
