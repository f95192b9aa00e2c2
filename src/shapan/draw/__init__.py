"""Pictures of any Board and View, by vector shapes only. Knows no game.

============  ==================================================================================
``svg``       ``svg(board, view, wishes)``: a self-contained SVG document
``png``       ``png(document, scale)``: the same as PNG (extra ``png``)
``files``     ``write_picture(path, board, view)``: either, as a file
``wishes``    ``Wishes``: palette, size, what to show
``counters``  one piece as SVG: counter, round, marker, card, hidden; ``figures``: figure, model
``nations``   the colours of each nation, one table for all games
``badges``    what the statuses of a piece look like
``stacks``    pieces on their places
``artwork``   ``artwork()``: nations, symbols, badges, models and patterns as data for other renderers
``fonts``     the fonts of screen and print
============  ==================================================================================
"""

from .artwork import artwork
from .files import write_picture
from .png import CannotDraw, png
from .svg import svg
from .wishes import Wishes

__all__ = ["CannotDraw", "Wishes", "artwork", "png", "svg", "write_picture"]
