"""Roads, tracks and railways: strips with a soft rim, ruts, rails and sleepers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapan.kernel.board import Shape

from .geometry import Pt, length
from .terrain import Area

RUTS = ((-0.3, -0.14), (0.14, 0.3))
"""Where wheels have gone, as shares of the width from the middle."""
RAILS = ((-0.3, -0.24), (0.24, 0.3))
SLEEPER, APART = 50, 150
"""How thick a sleeper is, and how far it is to the next one."""


def path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


def roads(strips: Sequence[Area]) -> Iterator[Shape]:
    """All rims, then all surfaces, then what has worn them, so that roads run into each other."""
    rims = "".join(path(strip.points) for strip in strips)
    if rims:
        yield Shape("strip.rim", rims)
    for name in dict.fromkeys(strip.surface.name for strip in strips):
        own = [strip for strip in strips if strip.surface.name == name]
        yield Shape(f"strip.{name}", "".join(path(strip.points) for strip in own))
        if name == "rail":
            yield Shape("strip.sleepers", "".join(_sleepers(strip.points) for strip in own))
            yield Shape("strip.rails", "".join(_lane(strip.points, *lane) for strip in own for lane in RAILS))
        elif name == "road":
            yield Shape("strip.ruts", "".join(_lane(strip.points, *lane) for strip in own for lane in RUTS))


def _across(points: Sequence[Pt], along: float, aside: float) -> tuple[float, float]:
    """A point of a stretch of road: which share of its length, and which share of its width from the middle."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    left = ax + (bx - ax) * along, ay + (by - ay) * along
    right = dx + (cx - dx) * along, dy + (cy - dy) * along
    share = 0.5 + aside
    return left[0] + (right[0] - left[0]) * share, left[1] + (right[1] - left[1]) * share


def _lane(points: Sequence[Pt], inner: float, outer: float) -> str:
    return path([_across(points, along, aside) for along, aside in ((0, inner), (1, inner), (1, outer), (0, outer))])


def _sleepers(points: Sequence[Pt]) -> str:
    whole = length(*points[0], *points[1])
    found = []
    for at in range(APART // 2, whole, APART):
        start, end = at / whole, (at + SLEEPER) / whole
        found.append(
            path([_across(points, a, w) for a, w in ((start, -0.44), (end, -0.44), (end, 0.44), (start, 0.44))])
        )
    return "".join(found)
