"""Hex maps as pictures: from a :class:`~shapan.ground.hexes.HexMap` to the layers of a Board.

``chart(hexmap, looks(table))`` gives width, height, styles, layers and places; ``looks.toml`` says how things look
unless the game's own table says otherwise.
"""

from .chart import HexChart, chart, line_along
from .looks import Look, Looks, looks

__all__ = ["HexChart", "Look", "Looks", "chart", "line_along", "looks"]
