"""Points as SVG path data: polygons, smooth lines, discs, boxes, arrows, clusters of houses."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final, TypeAlias

Spot: TypeAlias = tuple[float, float]

HOUSES: Final = ((-38, -20, 16), (-14, -32, 20), (14, -12, 15), (-26, 6, 18), (2, 12, 22), (30, -30, 14), (34, 10, 17))
"""A village: offsets and widths of its houses."""


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


def houses(x: float, y: float, scale: float = 1.0) -> str:
    """A cluster of houses around a point; each village is turned a little by where it lies."""
    lean = 1 if (int(x) // 10 + int(y) // 10) % 2 else -1
    return "".join(
        box(x + lean * dx * scale, y + dy * scale, width * scale, width * 0.72 * scale) for dx, dy, width in HOUSES
    )
