"""Where the counters of each side lie in an area or zone: above its name or below it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Final

from shapan.ground.areas.areamap import Place
from shapan.ground.areas.labels import reach, zone_head
from shapan.ground.areas.slots import Space, height, shared, strip

from ..book import TaierzhuangBook

Spaces = tuple[Space, Space]
Spot = tuple[int, int]
Spots = tuple[Spot, ...]
PILE: Final = 1.24
"""How much larger than a counter a pile of them is: those below peek out."""


def spaces(book: TaierzhuangBook) -> tuple[Spaces, ...]:
    """For each place the space of the Japanese and that of the Chinese; made once for a book."""
    if not book.spaces:
        size = book.piece_size
        book.spaces = tuple(
            _halves(place, size) if place.group == "areas" else _whole(place, size) for place in book.map.places
        )
    return book.spaces


def laid(book: TaierzhuangBook, place: int, side: int, row: Sequence[int], spent: int, alone: bool) -> Spots:
    """Where each counter of a side lies; where they would cover one another, equal ones share a place."""
    apart = _apart(book, place, side, len(row), alone, book.piece_size)
    if apart is not None:
        return apart
    looks = [_look(book, unit, spent) for unit in row]
    kinds = list(dict.fromkeys(looks))
    roomy = _apart(book, place, side, len(kinds), alone, PILE * book.piece_size)
    where = spots(book, place, side, len(kinds), alone, book.piece_size) if roomy is None else roomy
    at = dict(zip(kinds, where, strict=True))
    return tuple([at[look] for look in looks])


@lru_cache(1 << 12)
def _apart(book: TaierzhuangBook, place: int, side: int, count: int, alone: bool, size: float) -> Spots | None:
    """Where so many lie, if they all lie free of one another."""
    where = spots(book, place, side, count, alone, size)
    return where if _free(where, size) else None


def _look(book: TaierzhuangBook, unit: int, spent: int) -> Hashable:
    """What tells a counter from another one of its side: formation, values, and which face is up."""
    values = book.cf[unit], book.ready_df[unit], book.movement[unit], book.red >> unit & 1, spent >> unit & 1
    return book.group_of[unit]["designation"], book.spent_df[unit], *values


def _free(where: Sequence[Spot], size: float) -> bool:
    """Does every counter lie free of the others?"""
    return all(
        max(abs(x - other_x), abs(y - other_y)) >= 0.98 * size
        for at, (x, y) in enumerate(where)
        for other_x, other_y in where[:at]
    )


@lru_cache(1 << 12)
def spots(book: TaierzhuangBook, place: int, side: int, count: int, alone: bool, size: float) -> Spots:
    """Where so many of this size lie; a side that has an area to itself uses both halves when one gets tight."""
    halves = spaces(book)[place]
    if alone and count > book.limit // 3 and halves[0] is not halves[1]:
        return tuple(shared(halves, count, size))
    return tuple(halves[side].spread(count, size))


def _halves(place: Place, size: float) -> Spaces:
    """7.1.2: ten counters above the label and ten below it, in two rows each; none touches the label."""
    x, y = place.label
    top, bottom = height(place.polygon, x, y)
    up, down = reach(place)
    over, under = y - up, y + down
    above = min(max(top + size * 0.1, over - 2.1 * size), over - size)
    below = max(min(bottom - size * 0.1, under + 2.1 * size), under + size)
    return (
        strip(place.polygon, x, over, above, size * 0.1),
        strip(place.polygon, x, under, below, size * 0.1),
    )


def _whole(place: Place, size: float) -> Spaces:
    """A zone holds one side only: everything below its name."""
    x, y = place.label
    top, bottom = height(place.polygon, x, y)
    _, head = zone_head(place)
    space = strip(place.polygon, x, top + head, bottom - size * 0.1, size * 0.2)
    return space, space
