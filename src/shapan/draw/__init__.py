"""Pictures of any Board and View, by vector shapes only. Knows no game.

============  ==================================================================================
``svg``       ``svg(board, view, options)``: a self-contained SVG document
``png``       ``png(document, scale)``: the same as PNG (extra ``png``)
``files``     ``write_picture(path, board, view)``: either, as a file
``options``   ``Options``: palette, size, what to show
``counters``  one piece as SVG: counter, round, figure, marker, card, hidden
``stacks``    pieces on their places
``symbols``   ``artwork()``: symbols, echelon marks and patterns as data for other renderers
============  ==================================================================================
"""

from .files import write_picture
from .options import Options
from .png import CannotDraw, png
from .svg import svg
from .symbols import artwork

__all__ = ["CannotDraw", "Options", "artwork", "png", "svg", "write_picture"]
