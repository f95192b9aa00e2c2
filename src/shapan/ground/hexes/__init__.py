"""Hex maps as bitboards.

One index names a hex everywhere: in lists, in masks, in actions. A set of hexes is an integer with one bit per hex,
laid out so that each of the six directions is one constant shift for the whole map.

============  ========================================================================================================
``bits``      members of a set: ``bits``, ``nth_bit``, ``lowest``, ``highest``, ``mask_of``, ``has``
``grid``      ``Grid``: names (CCRR), neighbours, directions, distance, rings, edges of the sheet, ``spread``
``pixels``    where centres, corners and hexsides lie on a drawing
``sides``     ``HexSides``: an immutable set of hexsides (rivers, trenches, roads)
``zones``     ``zone``: zones of control, with hexsides and hexes that keep them out
``costs``     ``Costs``: what each step costs a kind of mover; ``terrain_costs``: the same from a terrain chart
``flood``     how far a move goes: ``flood``, ``flood_levels``, ``flood_many``, ``past_many``, ``Levels``
``lanes``     many boards side by side in one integer; ``bands``: the columns of a large map that a move can touch
``field``     ``Field``: where units can go on one disposition of the enemy; ``Fields``: a bounded cache; ``ZoneRule``
``walk``      ``walk``: judge any way step by step, with a ``Snag`` for what stops it
``trace``     lines of communication: ``fill``, ``communication``, ``traced``, ``shortest_line``, ``contiguous``
``hexmap``    ``HexMap``: a map as loaded, with places, features, routes, regions, provenance
``load``      ``load_map``, ``read_map``: from TOML (the schema is told there), with errors that name the line
============  ========================================================================================================

A game compiles its terrain chart into ``Costs`` per kind of mover when it loads its map, keeps one ``Fields`` and asks:

>>> from shapan.ground.hexes import Fields, Grid, terrain_costs, zone
>>> grid = Grid(10, 42, 0, 25, high="even")
>>> costs, fields = terrain_costs(grid, [(grid.all, 1)]), Fields()
>>> enemy = grid.hexes("2115")
>>> field = fields.field(costs, enemy, zone(grid, enemy))
>>> origin, destination = grid.index("2118"), grid.index("2114")
>>> [grid.name(here) for here in field.path(origin, destination, points=8)]
['2118', '2018', '1917', '1916', '1915', '1914', '2014', '2114']
"""

from .bits import Hex, Mask, bit, bits, has, highest, lowest, mask_of, nth_bit
from .costs import Costs, Link, terrain_costs
from .field import Field, Fields, ZoneRule, surroundings
from .flood import Levels, past_many
from .grid import DIRECTIONS, NE, NW, SE, SW, Grid, N, S, UnknownHex, opposite
from .hexmap import Feature, HexMap, Place, Region, Route
from .lanes import LANES
from .load import load_map, read_map
from .sides import BadHexside, HexSides
from .source import MapError
from .trace import communication, contiguous, fill, shortest_line, traced
from .walk import Snag, Walk, walk
from .zones import zone

__all__ = [
    "DIRECTIONS",
    "LANES",
    "NE",
    "NW",
    "SE",
    "SW",
    "BadHexside",
    "Costs",
    "Feature",
    "Field",
    "Fields",
    "Grid",
    "Hex",
    "HexMap",
    "HexSides",
    "Levels",
    "Link",
    "MapError",
    "Mask",
    "N",
    "Place",
    "Region",
    "Route",
    "S",
    "Snag",
    "UnknownHex",
    "Walk",
    "ZoneRule",
    "bit",
    "bits",
    "communication",
    "contiguous",
    "fill",
    "has",
    "highest",
    "load_map",
    "lowest",
    "mask_of",
    "nth_bit",
    "opposite",
    "past_many",
    "read_map",
    "shortest_line",
    "surroundings",
    "terrain_costs",
    "traced",
    "walk",
    "zone",
]
