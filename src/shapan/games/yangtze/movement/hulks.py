"""R71 What the enemy drives and sails stands in the way of a charge: it goes round, or as far as to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from shapan.ground.table import Bounds, Edge, Pt, Track, Walk, around, beyond, cut, near_polygon
from shapan.ground.table.geometry import near_line
from shapan.ground.table.routes import RASTER

from ..position import YangtzePosition
from ..who import Figure
from .standoff import stretch_clear_of
from .ways import entries, tread


class Hulk(NamedTuple):
    """An enemy vehicle or vessel, and how near to it a base may come."""

    edges: tuple[Edge, ...]
    keep: int
    """The square of the distance from the middle of the base."""


def in_the_way(pos: YangtzePosition, figure: Figure, track: Track, there: Pt) -> list[Hulk]:
    """S2.3: what the enemy shows, drives and sails that a way leads through; who stands beside such a thing, or goes
    for somebody who does, comes no nearer to it than that. The way may end before it is there."""
    if len(track) < 2:
        return []
    unit, found = pos.book.figures[figure].unit, []
    ends, radius = (track[0][1:], there), pos.book.figures[figure].radius
    for body, edges in pos.bodies:
        far = radius + track[-1][0]
        if pos.owner[body] == pos.owner[unit] or pos.hidden >> body & 1 or pos.far_from(body, *ends[0], far):
            continue
        hulk = Hulk(edges, min(radius * radius, *(near_polygon(edges, *end) for end in ends)))
        if not _passes(hulk, [mark[1:] for mark in track]):
            found.append(hulk)
    return found


def _passes(hulk: Hulk, points: Sequence[Pt]) -> bool:
    return all(near_line(hulk.edges, (*one, *two)) >= hulk.keep for one, two in pairwise(points))


def past(pos: YangtzePosition, figure: Figure, there: Pt, left: int, hulks: Sequence[Hulk]) -> Walk | None:
    """S7.3, R71: the way round them on the raster, to the point within what is left of the move that is nearest to
    where the figure goes. None where every way leads through them."""
    unit, here = pos.book.figures[figure].unit, (pos.x[figure], pos.y[figure])
    raster = pos.raster(unit)
    firsts = {
        square: cost
        for square, cost in entries(pos, unit, raster, here).items()
        if all(_passes(hulk, (here, raster.centre(square))) for hulk in hulks)
    }
    bars = [(hulk.edges, hulk.keep, around(hulk.edges), isqrt(hulk.keep) + 1) for hulk in hulks]
    found = raster.avoiding(firsts, left, partial(_free, bars))
    if not found:
        return None
    goal = min(found, key=lambda square: (_apart(raster.centre(square), there), found[square][0], square))
    points = (here, *raster.back(here, found, goal))
    whole = tread(pos, unit, (*points, there))
    if whole.snag is None and not in_the_way(pos, figure, whole.track, there):
        return whole
    # Nowhere nearer although something of the move is left: there is no way past them.
    return tread(pos, unit, points) if found[goal][0] + 2 * RASTER > left else None


def _free(bars: Sequence[tuple[tuple[Edge, ...], int, Bounds, int]], point: Pt) -> bool:
    """Is a point as far off from all of them as one keeps? Those too far off are left out at once."""
    return all(beyond(box, *point, far) or near_polygon(edges, *point) >= keep for edges, keep, box, far in bars)


def _apart(one: Pt, two: Pt) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def up_to(way: Walk, hulks: Sequence[Hulk]) -> Walk:
    """The beginning of a way, as far as it leads into none of them."""
    track = way.track
    for edges, keep in hulks:
        track = cut(track, stretch_clear_of(track, edges, keep))
    return way._replace(track=track)
