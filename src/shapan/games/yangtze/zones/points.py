"""S19.1 Points of a zone in the order in which they are tried for a unit, and quick looks at them before anybody is set
up there and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from math import isqrt

from shapan.ground.table import Bounds, near_polygon

from ..command import leaders_for, radius
from ..placing import farthest, gun_reach, holds
from ..position import ABOARD, STANDING, YangtzePosition
from ..who import Unit

FAR = 1 << 20


def in_order(pos: YangtzePosition) -> bool:
    """4.1: at the beginning everybody stands in command; reinforcements come as their zone has room (S19.2)."""
    return pos.turn == 1


def in_reach_of_a_leader(pos: YangtzePosition, unit: Unit) -> Callable[[int, int], bool]:
    """4.1: tells whether a leader could command anybody of a unit that is set up at a point. Asked before anybody is
    set up there; it never says no where :func:`deploy_refusal` says yes, and knows nothing of units that have leaders
    of their own or need none."""
    book, spec = pos.book, pos.book.units[unit]
    men, group = book.men[unit], book.fcg[spec.side]
    leads = bool(pos.leaders(men)) or any(figure in group for figure in men)
    if leads or not in_order(pos) or spec.lead == "free" or spec.carrier or spec.aircraft:
        return lambda x, y: True
    # The first figure stands at the point itself; those who serve a gun stand about it.
    wide = gun_reach(pos, unit) if spec.gun_radius else 0
    far = radius(pos, spec.side) + wide + max(book.radii[figure] for figure in men)
    leaders = leaders_for(pos, unit)
    afoot = [(pos.x[f], pos.y[f], (far + book.radii[f]) ** 2) for f in leaders if pos.fate[f] != ABOARD]
    # R65: a riding leader measures from the edge of what carries him.
    ridden = [carrier for carrier in {pos.aboard[f] for f in leaders} if carrier is not None]
    hulls = [(pos.body(carrier), *pos.at[carrier][:2], far + 1 + book.spans[carrier]) for carrier in ridden]

    def near(x: int, y: int) -> bool:
        for lx, ly, reach in afoot:  # hundreds of points are asked for
            dx, dy = x - lx, y - ly
            if dx * dx + dy * dy <= reach:
                return True
        for hull, hx, hy, span in hulls:
            if abs(x - hx) <= span and abs(y - hy) <= span and isqrt(near_polygon(hull, x, y)) <= far:
                return True
        return False

    return near


def leaders_matter(pos: YangtzePosition, unit: Unit) -> int:
    """4.4: within how far of a point a leader of other units counts for a unit that is to be set up there."""
    if pos.book.units[unit].lead != "any":
        return 0
    return radius(pos, pos.book.units[unit].side) + farthest(pos, unit) + 2 * pos.book.widest


def roomy(pos: YangtzePosition, unit: Unit, x: int, y: int) -> bool:
    """Is there ground enough for the unit about a point, and near enough to its leader if no other leader can help?
    Quicker than to set everybody up and look; it never says no where :func:`deploy_refusal` says yes."""
    book, spec = pos.book, pos.book.units[unit]
    men = book.men[unit]
    if spec.carrier or spec.aircraft or spec.gun_radius:
        return True
    own = pos.leaders(men)
    if not in_order(pos) or spec.lead in ("free", "any") or own != [men[0]]:
        return holds(pos, unit, x, y, FAR)
    reach = radius(pos, spec.side) + 2 * spec.radius
    helpful = reach + 2 * book.radius
    for figure in book.fcg[spec.side]:
        if pos.fate[figure] in (STANDING, ABOARD) and abs(pos.x[figure] - x) + abs(pos.y[figure] - y) <= 2 * helpful:
            return holds(pos, unit, x, y, FAR)
    return holds(pos, unit, x, y, reach)


def sweep(pos: YangtzePosition, unit: Unit, rasters: tuple[int, ...] = (3, 8, 24)) -> Iterator[tuple[int, int]]:
    """Points of a unit's zone, coarse raster first so that the candidates lie far apart, then finer ones."""
    around = pos.book.table.around_zone(pos.book.units[unit].zone)
    for parts in rasters:
        yield from _raster(around, parts, unit % LANES)


@lru_cache(1 << 10)
def _raster(around: Bounds, parts: int, lane: int) -> tuple[tuple[int, int], ...]:
    """The middles of the cells of a raster; remembered, since every View of a set-up goes through them."""
    left, top, right, bottom = around
    wide, high = right - left, bottom - top
    return tuple(
        [
            (left + wide * (2 * column + 1) // (2 * parts), top + high * (2 * row + 1) // (2 * parts))
            for column, row in _shuffled(parts, lane)
        ]
    )


LANES = 11
"""How many orders of the cells of a raster there are."""


@cache
def _shuffled(parts: int, lane: int) -> tuple[tuple[int, int], ...]:
    """The cells of a raster in a fixed shuffle: each side's units do not all begin in the same corner of their zone."""
    cells = [(column, row) for row in range(parts) for column in range(parts)]
    return tuple(sorted(cells, key=lambda cell: ((cell[0] * 7 + cell[1] * 13 + lane * 5) % LANES, cell)))
