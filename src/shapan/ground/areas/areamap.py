"""AreaMap: the places of a map as loaded, and how they hang together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..hexes.bits import Mask
from .polygons import Point


class Place(NamedTuple):
    """An area of the map, or a zone beside it."""

    id: str
    name: str
    group: str
    """The table that it stands in: ``areas`` or ``zones``."""
    corners: tuple[str, ...]
    polygon: tuple[Point, ...]
    label: Point
    provenance: str
    notes: Mapping[str, object]
    """Whatever else the map says of it: levels, terrain, other names."""


class AreaMap:
    """Places by index, areas first; links as one mask of neighbours for each place and kind."""

    def __init__(
        self,
        places: Sequence[Place],
        links: Mapping[str, Sequence[tuple[int, int]]],
        vertices: Mapping[str, Point],
        size: tuple[int, int],
        extra: Mapping[str, object],
    ) -> None:
        self.places = tuple(places)
        self.ids = tuple(place.id for place in places)
        self.size = size
        self.vertices = dict(vertices)
        self.extra = dict(extra)
        self._index = {place.id: index for index, place in enumerate(places)}
        self.areas: Mask = sum(1 << index for index, place in enumerate(places) if place.group == "areas")
        self.links: dict[str, tuple[tuple[int, int], ...]] = {kind: tuple(pairs) for kind, pairs in links.items()}
        self._masks = {kind: _masks(len(places), pairs) for kind, pairs in self.links.items()}

    def index(self, name: str) -> int:
        """The place of this id."""
        return self._index[name]

    def set_of(self, names: Sequence[str]) -> Mask:
        """The places of these ids as a set."""
        return sum(1 << self._index[name] for name in names)

    def names(self, places: Mask) -> list[str]:
        """The ids of a set of places."""
        return [name for index, name in enumerate(self.ids) if places >> index & 1]

    def neighbours(self, *kinds: str) -> tuple[Mask, ...]:
        """For each place the set of places that any of these kinds of link leads to."""
        joined = [0] * len(self.places)
        for kind in kinds:
            for index, mask in enumerate(self._masks[kind]):
                joined[index] |= mask
        return tuple(joined)

    def kind(self, a: int, b: int) -> str | None:
        """The kind of link between two places; None where there is none."""
        return next((kind for kind, masks in self._masks.items() if masks[a] >> b & 1), None)


def _masks(count: int, pairs: Sequence[tuple[int, int]]) -> tuple[Mask, ...]:
    masks = [0] * count
    for a, b in pairs:
        masks[a] |= 1 << b
        masks[b] |= 1 << a
    return tuple(masks)
