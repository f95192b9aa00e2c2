"""Area maps: polygons over named, shared corners, and the links between them.

A place (an area of the map or a zone beside it) is an index; a set of places is an integer with one bit a place, as
hexes are in :mod:`shapan.ground.hexes`. What a link means (land, bridge, canal, a corner only) is the game's business:
it asks for the neighbours over the kinds that a mover may use and gets one mask a place.

=============  =======================================================================================================
``polygons``   plane geometry: area, inside, crossing, shared edges
``areamap``    ``AreaMap``: places, links by kind, ``neighbours``, ``touching``
``load``       ``load_map``, ``read_map``: from TOML (the schema is told there), with errors that name the line
``trace``      ``fill``, ``way``: supply and other lines from place to place
``findings``   whether the polygons tile their frame: for a game's own checks
``layers``     the map as layers of a Board: ground, borders, water, railways; ``houses``, ``labels``: what stands on it
=============  =======================================================================================================
"""

from ..hexes.bits import bits, mask_of
from ..hexes.source import MapError
from .areamap import AreaMap, Place
from .load import load_map, read_map
from .trace import fill, way

__all__ = ["AreaMap", "MapError", "Place", "bits", "fill", "load_map", "mask_of", "read_map", "way"]
