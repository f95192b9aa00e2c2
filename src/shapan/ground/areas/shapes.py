"""Points as SVG path data: polygons, smooth lines, discs, boxes, arrows, stars, shields."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin
from typing import TypeAlias

Spot: TypeAlias = tuple[float, float]


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def outline(points: Sequence[Spot]) -> str:
    """A closed polygon.

    >>> outline([(0, 0), (10, 0), (10, 5.5)])
    'M0 0L10 0L10 5.5Z'
    """
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "Z"


def line(points: Sequence[Spot]) -> str:
    """Straight from point to point."""
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def curve(points: Sequence[Spot]) -> str:
    """A smooth line through all points."""
    if len(points) < 3:
        return line(points)
    ends = [points[0], *points, points[-1]]
    parts = [f"M{_n(points[0][0])} {_n(points[0][1])}"]
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6
        second = there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6
        parts.append("C" + " ".join(f"{_n(x)} {_n(y)}" for x, y in (first, second, there)))
    return "".join(parts)


def disc(x: float, y: float, radius: float) -> str:
    """A circle."""
    r = _n(radius)
    return f"M{_n(x - radius)} {_n(y)}a{r} {r} 0 1 0 {_n(2 * radius)} 0a{r} {r} 0 1 0 {_n(-2 * radius)} 0Z"


def box(x: float, y: float, width: float, height: float) -> str:
    """A rectangle around its middle."""
    return f"M{_n(x - width / 2)} {_n(y - height / 2)}h{_n(width)}v{_n(height)}h{_n(-width)}Z"


def arrow(start: Spot, end: Spot, head: float) -> str:
    """A line with a head at either end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    parts = [line([start, end])]
    for (x, y), sign in ((start, 1), (end, -1)):
        back = x + sign * head * ux, y + sign * head * uy
        left = back[0] - head * 0.45 * uy, back[1] + head * 0.45 * ux
        right = back[0] + head * 0.45 * uy, back[1] - head * 0.45 * ux
        parts.append(line([left, (x, y), right]))
    return "".join(parts)


def turned(x: float, y: float, box: tuple[float, float, float, float], turn: float) -> str:
    """A rectangle (left, top, right, bottom) around a point, turned by degrees."""
    c, s = cos(radians(turn)), sin(radians(turn))
    left, top, right, bottom = box
    return outline(
        [
            (x + u * c - v * s, y + u * s + v * c)
            for u, v in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]
    )


def star(x: float, y: float, radius: float) -> str:
    """Five points."""
    rays = [(radius if n % 2 == 0 else 0.4 * radius, radians(36 * n - 90)) for n in range(10)]
    return outline([(x + r * cos(a), y + r * sin(a)) for r, a in rays])


def shield(x: float, y: float) -> str:
    """The plate of an area's letter and level."""
    left, right, low = _n(x - 34), _n(x + 34), _n(y + 8)
    belly = _n(y + 26)
    return f"M{left} {_n(y - 26)}H{right}V{low}Q{right} {belly} {_n(x)} {_n(y + 34)}Q{left} {belly} {left} {low}Z"
