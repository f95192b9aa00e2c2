"""Beaten zones: circles and strips, and the bases that they touch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from .geometry import Pt, ahead, near_polygon, outline, rectangle

N = TypeVar("N", bound=int)
Base = tuple[N, int, int, int]
"""A name, where the centre stands, and the radius."""


def within(ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Are the two points at most ``reach`` apart? Exactly that far is within."""
    return (bx - ax) ** 2 + (by - ay) ** 2 <= reach * reach


def in_circle(centre: Pt, radius: int, bases: Iterable[Base[N]]) -> list[N]:
    """The bases that lie wholly or partly in a circle; touching it is enough."""
    x, y = centre
    return [name for name, bx, by, r in bases if (bx - x) ** 2 + (by - y) ** 2 <= (radius + r) ** 2]


def strip(start: Pt, heading: int, long: int, wide: int) -> tuple[Pt, ...]:
    """A strip that begins at a point and runs along a heading."""
    middle = ahead(*start, heading, long // 2)
    return rectangle(*middle, heading, long, wide)


def in_polygon(corners: Iterable[Pt], bases: Iterable[Base[N]]) -> list[N]:
    """The bases that a polygon touches."""
    edges = outline(corners)
    return [name for name, x, y, r in bases if near_polygon(edges, x, y) <= r * r]
