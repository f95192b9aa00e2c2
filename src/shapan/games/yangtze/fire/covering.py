"""7.9 Covering fire: who comes into a covered circle in view of the weapon is tested there and then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shapan.ground.table import within
from shapan.kernel import Frame

from ..command import in_command
from ..noted import Marker
from ..position import ABOARD, STANDING, YangtzePosition
from ..who import Figure, Mounted, Shooter
from .markers import amend
from .shooters import arm_at, met, mount_works, muzzle, note_fire, sees_figure, served_by, storey, unit_of
from .shooting import in_zone, unsparing, zone_shots
from .volley import Blast, Strikes, in_turn, volley


def opening_fire(
    pos: YangtzePosition, markers: Iterable[int] | None = None
) -> Iterator[tuple[int, tuple[Figure, ...]]]:
    """Those of some markers, or of all, that have enemies enough in their circles now, each with the figures to be
    tested. Those who lie hidden and still are nobody's target (S6.7)."""
    for number in range(len(pos.markers)) if markers is None else markers:
        marker = pos.markers[number]
        fresh = covered(pos, marker)
        side = pos.owner[unit_of(pos, marker.weapon)]
        units = [pos.book.figures[figure].unit for figure in fresh]
        foes = [unit for unit in units if pos.owner[unit] != side and not pos.hidden >> unit & 1]
        if foes and (marker.tested or len(foes) >= marker.wanted):
            yield number, tuple(fresh)


def covered(pos: YangtzePosition, marker: Marker) -> list[Figure]:
    """The figures in a covered circle that the weapon sees and has not tested yet."""
    weapon, tested = marker.weapon, marker.tested
    circle = in_zone(pos, (marker.x, marker.y), arm_at(pos, weapon).zone)
    near = [f for f in circle if not tested >> f & 1]
    # At most looks there is nobody in the circle: who serves the weapon is asked for when there is.
    shooter = served_by(pos, weapon) if near else None
    if shooter is None or not can_cover(pos, shooter):
        return []
    near = [f for f in near if f != shooter]
    return unsparing(pos, unit_of(pos, weapon), [f for f in near if sees_figure(pos, shooter, f)])


def can_cover(pos: YangtzePosition, shooter: Shooter) -> bool:
    """The weapon still has somebody to fire it, in command, and not in contact."""
    if met(pos, shooter, pos.touched):
        return False
    if isinstance(shooter, Mounted):
        return mount_works(pos, shooter.mount)
    return pos.fate[shooter] in (STANDING, ABOARD) and in_command(pos, shooter)


def cover_shots(pos: YangtzePosition, number: int, figures: tuple[Figure, ...]) -> tuple[Frame, ...]:
    """7.9: they are tested where they are; the range is that of the marker (R55)."""
    marker = pos.markers[number]
    weapon, x, y, tested = marker.weapon, marker.x, marker.y, marker.tested
    shooter = served_by(pos, weapon)
    assert shooter is not None
    unit, arm = unit_of(pos, weapon), arm_at(pos, weapon)
    for figure in figures:
        tested |= 1 << figure
    amend(pos, number, marker._replace(tested=tested))
    hx, hy, radius = muzzle(pos, shooter, x, y)
    note_fire(pos, unit, (pos.book.figures[figure].unit for figure in figures), [shooter])
    pos.tell("7.9", "event.covering", unit=unit, count=len(figures))
    shots = zone_shots(pos, shooter, list(figures), within(hx, hy, x, y, arm.short + radius))
    blast = Blast(unit, unit, hx, hy, Strikes.BULLETS, arm.name, False, x, y, arm.zone)
    return volley(blast._replace(caught=figures, floor=storey(pos, shooter)), tuple(shots))


def covering_rest(pos: YangtzePosition) -> tuple[Frame, ...]:
    """7.9: in the fire phase the weapon tests those in its circle whom it has not tested yet, and nobody else."""
    return in_turn([cover_shots(pos, number, figures) for number, figures in list(opening_fire(pos))])
