"""Where the names on a table stand: within what they name or below its roof, off roofs, walls and other names."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel.board import Shape

from .geometry import Bounds, contains, near_segment
from .roofs import EAVES
from .table import Tabletop
from .terrain import Area, Building, overlap
from .water import is_water

LETTER = 0.43
"""Average width of a letter as a share of its height."""
STYLES = {"label": 170, "label.building": 150, "label.cove": 170, "label.water": 260}
"""Heights of the letters."""
SPACED = {"label.water": 50}
WIDE = 2500
"""Water that is nowhere narrower than this has large letters."""
DOORSTEP, DOORWAY = 40, 600
"""A name keeps so much farther off where a door is within so much of its middle."""
GRID = 9
"""Spots tried across an area, and as many down."""


def names(table: Tabletop) -> list[Shape]:
    """Buildings first, which have little choice; then small areas before large ones."""
    written = _Written(table)
    for building in table.buildings:
        written.below(building)
    houses = {building.name for building in table.buildings}
    for area in sorted((area for area in table.areas if area.name and area.name not in houses), key=_extent):
        written.within(area)
    return written.shapes


def _extent(area: Area) -> int:
    left, top, right, bottom = area.bounds
    return (right - left) * (bottom - top)


def box(style: str, text: str, x: int, y: int) -> Bounds:
    """The room of a text whose base line's middle is here."""
    font = STYLES[style]
    half = int(len(text) * (LETTER * font + SPACED.get(style, 0)) / 2)
    return x - half, y - int(0.75 * font), x + half, y + int(0.25 * font)


class _Written:
    """The names that stand already, and what else they must not hide."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.shapes: list[Shape] = []
        self.taken: list[Bounds] = []
        self.roofs = [_eaves(building.bounds) for building in table.buildings]

    def below(self, building: Building) -> None:
        """Below the roof, or above it where something else is below."""
        left, top, right, bottom = building.bounds
        steps = [hole for hole in building.openings if hole.door and abs(hole.at[0] - (left + right) // 2) < DOORWAY]
        low = DOORSTEP if any(hole.at[1] == bottom for hole in steps) else 0
        high = DOORSTEP if any(hole.at[1] == top for hole in steps) else 0
        spots = [((left + right) // 2, y) for y in (bottom + EAVES + 175 + low, top - EAVES - 60 - high)]
        self._set(
            "label.building", building.name, min(spots, key=lambda s: self._cost("label.building", building.name, *s))
        )

    def within(self, area: Area) -> None:
        """Near the middle of the area; near its upper edge where it is a hill or a town that holds other things."""
        left, top, right, bottom = area.bounds
        wide = min(right - left, bottom - top) > WIDE
        style = ("label.water" if wide else "label.cove") if is_water(area) else "label"
        home = (left + right) // 2, top + 300 if area.surface.overlay else (top + bottom) // 2 + 60
        spots = (*self._spots(area), *_beside(area, style))
        self._set(style, area.name, min(spots, key=lambda spot: self._price(style, area, spot, home)))

    def _spots(self, area: Area) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = area.bounds
        yield (left + right) // 2, (top + bottom) // 2 + 60
        for row in range(1, GRID + 1):
            for column in range(1, GRID + 1):
                x, y = left + (right - left) * column // (GRID + 1), top + (bottom - top) * row // (GRID + 1)
                if contains(area.edges, x, y):
                    yield x, y

    def _price(self, style: str, area: Area, spot: tuple[int, int], home: tuple[int, int]) -> float:
        room = box(style, area.name, *spot)
        corners = ((room[0], room[1]), (room[2], room[1]), (room[0], room[3]), (room[2], room[3]))
        astray = sum(not contains(area.edges, x, y) for x, y in corners)
        aside = abs(spot[0] - home[0]) + abs(spot[1] - home[1])
        return self._cost(style, area.name, *spot) + 400 * astray + aside

    def _cost(self, style: str, text: str, x: int, y: int) -> float:
        room = box(style, text, x, y)
        cost = 9000.0 * sum(overlap(other, *room) for other in self.taken)
        cost += 6000.0 * sum(overlap(other, *room) for other in self.roofs)
        middle = y - STYLES[style] // 4
        spots = [(at, middle) for at in (room[0], (room[0] + x) // 2, x, (x + room[2]) // 2, room[2])]
        crossed = sum(
            any(near_segment(*spot, edge) < 120**2 for spot in spots)
            for line in self.table.lines
            for edge in line.edges
        )
        above = sum(
            other.surface.over and overlap(other.bounds, *room) and other.name != text for other in self.table.areas
        )
        outside = room[0] < 0 or room[1] < 0 or room[2] > self.table.width or room[3] > self.table.height
        return cost + 4000.0 * crossed + 3000.0 * above + 20000.0 * outside

    def _set(self, style: str, text: str, spot: tuple[int, int]) -> None:
        self.taken.append(box(style, text, *spot))
        self.shapes.append(Shape(style, text=text, x=spot[0], y=spot[1]))


def _beside(area: Area, style: str) -> Iterator[tuple[int, int]]:
    """Right at the edge, for an area that is so full of roofs that no word finds room in it."""
    left, top, right, bottom = area.bounds
    font, half = STYLES[style], box(style, area.name, 0, 0)[2]
    low = (top + bottom) // 2 + font // 4
    yield from ((right + half + font // 2, low), (left - half - font // 2, low))
    yield from (((left + right) // 2, y) for y in (bottom + font, top - font // 2))


def _eaves(bounds: Bounds) -> Bounds:
    left, top, right, bottom = bounds
    return left - EAVES, top - EAVES, right + EAVES, bottom + EAVES
