"""The miniatures table: ground without cells, in whole numbers.

============  ========================================================================================================
``geometry``  points, segments, polygons, headings: distances by their squares, sines from a stored table
``terrain``   kinds of ground, lines and buildings, and the pieces of one table
``table``     ``Tabletop``: ground, level, building and zone at a point
``load``      ``load_table``: from TOML (the schema is told there)
``sight``     ``sees``: line of sight with heights, dead ground, see-through crops, walls, gates and bodies; ``Blinds``
``walk``      ``walk``: judge any way and compile it into a track; ``at_spent``: where a mover is after spending so much
``routes``    ``Raster``: the shortest way round things
``approach``  ``Approach``: the same to goals that move, looked for where those are who ask
``zones``     beaten zones: circles and strips, and the bases that they touch
``near``      ``Crowd``: who stands near whom
``index``     ``Index``: which things lie about a line
``patches``   ``Patches``: what holds at a point, kept for squares in which it is the same all over
``layers``    the table seen from above, for the Board document
============  ========================================================================================================

>>> from shapan.ground.table import bearing, ahead, within
>>> ahead(6000, 4500, 90, 1000)
(7000, 4500)
>>> bearing(0, -10)
0
>>> within(0, 0, 300, 400, 500), within(0, 0, 300, 400, 499)
(True, False)
"""

from .geometry import (
    Bounds,
    Edge,
    Pt,
    ahead,
    along,
    apart,
    area_of,
    around,
    bearing,
    beyond,
    bounds,
    contains,
    direction,
    hull,
    length,
    near_polygon,
    near_polygons,
    near_segment,
    opposite,
    outline,
    rdiv,
    rectangle,
    side_of,
    turned,
    where,
)
from .load import TableError, load_table
from .near import Crowd
from .routes import Raster, raster
from .sight import OUTDOORS, Blinds, End, Eye, Gaze, SightRule, haze, inside, sees
from .table import Tabletop
from .terrain import Building, Gate, Line, Opening, Surface, overlap
from .walk import Halt, Mark, MoveRule, Track, Walk, at_spent, cut, known_walk, walk
from .zones import in_circle, in_polygon, strip, within

__all__ = [
    "OUTDOORS",
    "Blinds",
    "Bounds",
    "Building",
    "Crowd",
    "Edge",
    "End",
    "Eye",
    "Gate",
    "Gaze",
    "Halt",
    "Line",
    "Mark",
    "MoveRule",
    "Opening",
    "Pt",
    "Raster",
    "SightRule",
    "Surface",
    "TableError",
    "Tabletop",
    "Track",
    "Walk",
    "ahead",
    "along",
    "apart",
    "area_of",
    "around",
    "at_spent",
    "bearing",
    "beyond",
    "bounds",
    "contains",
    "cut",
    "direction",
    "haze",
    "hull",
    "in_circle",
    "in_polygon",
    "inside",
    "known_walk",
    "length",
    "load_table",
    "near_polygon",
    "near_polygons",
    "near_segment",
    "opposite",
    "outline",
    "overlap",
    "raster",
    "rdiv",
    "rectangle",
    "sees",
    "side_of",
    "strip",
    "turned",
    "walk",
    "where",
    "within",
]
