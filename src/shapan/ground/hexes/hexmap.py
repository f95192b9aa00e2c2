"""A map as loaded: the grid with its terrain, places, hexside features and lines, each with its provenance."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from .bits import Hex, Mask
from .grid import Grid
from .sides import HexSides

Notes = Mapping[str, object]
"""What a block says beyond what every block must say: an owner, a name in Chinese, a remark."""


@dataclass(frozen=True, slots=True)
class Place:
    """A named place of one hex or several: a town, a fort, a label without effect."""

    name: str
    kind: str
    hexes: Mask
    provenance: str
    notes: Notes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that lies on hexsides: a river, a trench line."""

    group: str
    name: str
    sides: HexSides
    provenance: str
    notes: Notes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A line from hex to hex: a road, a railroad, a pass."""

    group: str
    name: str
    hexes: tuple[Hex, ...]
    provenance: str
    notes: Notes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Region:
    """A set of hexes that matters for some reason: landing hexes, entry hexes."""

    group: str
    name: str
    hexes: Mask
    provenance: str
    notes: Notes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HexMap:
    """Everything a map's file says. ``extra`` keeps the tables that are none of the ground's business."""

    grid: Grid
    terrain: Mapping[Hex, str]
    kinds: Mapping[str, Mask]
    places: tuple[Place, ...]
    features: tuple[Feature, ...]
    routes: tuple[Route, ...]
    regions: tuple[Region, ...]
    provenance: Mapping[str, str]
    extra: Mapping[str, object]

    def kind(self, *names: str) -> Mask:
        """Every hex of these kinds of terrain."""
        mask = 0
        for name in names:
            if name not in self.kinds:
                raise KeyError(f"no terrain {name!r} on this map (there are {', '.join(sorted(self.kinds))})")
            mask |= self.kinds[name]
        return mask

    def place(self, name: str) -> Place:
        """The place of this name."""
        for place in self.places:
            if place.name == name:
                return place
        raise KeyError(f"no place {name!r} on this map")

    def places_of(self, *kinds: str) -> Mask:
        """Every hex of the places of these kinds."""
        mask = 0
        for place in self.places:
            mask |= place.hexes if place.kind in kinds else 0
        return mask

    def sides(self, group: str, **notes: object) -> HexSides:
        """The hexsides of a group of features, or of those that say this: ``sides("trench", owner="russian")``."""
        union = HexSides.none(self.grid)
        for feature in _chosen(self.features, group, notes):
            union |= feature.sides
        return union

    def links(self, group: str, **notes: object) -> HexSides:
        """The hexsides that the lines of a group cross, and which a move along them crosses."""
        union = HexSides.none(self.grid)
        for route in _chosen(self.routes, group, notes):
            union |= HexSides.chain(self.grid, route.hexes)
        return union

    def region(self, group: str, **notes: object) -> Mask:
        """The hexes of a group of regions."""
        mask = 0
        for region in _chosen(self.regions, group, notes):
            mask |= region.hexes
        return mask


Block = TypeVar("Block", Feature, Route, Region)


def _chosen(blocks: tuple[Block, ...], group: str, notes: Notes) -> list[Block]:
    of_group = [block for block in blocks if block.group == group]
    if not of_group:
        groups = ", ".join(sorted({block.group for block in blocks})) or "none"
        raise KeyError(f"nothing called {group!r} on this map (there are: {groups})")
    return [block for block in of_group if all(block.notes.get(key) == value for key, value in notes.items())]
