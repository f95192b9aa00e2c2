"""Where the counters of each side lie in an area or zone: above its name or below it."""

from __future__ import annotations

from shapan.ground.areas.areamap import Place
from shapan.ground.areas.layers import zone_head
from shapan.ground.areas.slots import Room, height, shared, strip

from ..book import TaierzhuangBook

Rooms = tuple[Room, Room]


def rooms(book: TaierzhuangBook) -> tuple[Rooms, ...]:
    """For each place the room of the Japanese and that of the Chinese; made once for a book."""
    if not book.rooms:
        size = book.piece_size
        book.rooms = tuple(
            _halves(place, size, book.name_space) if place.group == "areas" else _whole(place, size)
            for place in book.map.places
        )
    return book.rooms


def spots(book: TaierzhuangBook, place: int, side: int, count: int, alone: bool) -> list[tuple[int, int]]:
    """Where the counters of a side lie; a side that has an area to itself uses both halves when one gets tight."""
    halves = rooms(book)[place]
    if alone and count > book.limit // 3 and halves[0] is not halves[1]:
        return shared(halves, count, book.piece_size)
    return halves[side].spread(count, book.piece_size)


def _halves(place: Place, size: float, space: float) -> Rooms:
    """7.1.2: ten counters above the letter and ten below the name, in two rows each."""
    x, y = place.label
    top, bottom = height(place.polygon, x, y)
    above = max(top + size * 0.1, y - space - 2.1 * size)
    # Below stands a second name: counters keep clear of it where two rows still have room.
    low = min(y + 1.5 * space, max(y + space, bottom - 2.2 * size))
    below = min(bottom - size * 0.1, low + 2.1 * size)
    return (
        strip(place.polygon, x, y - space, above, size * 0.1),
        strip(place.polygon, x, low, below, size * 0.1),
    )


def _whole(place: Place, size: float) -> Rooms:
    """A zone holds one side only: everything below its name."""
    x, y = place.label
    top, bottom = height(place.polygon, x, y)
    _, head = zone_head(place)
    room = strip(place.polygon, x, top + head, bottom - size * 0.1, size * 0.2)
    return room, room
