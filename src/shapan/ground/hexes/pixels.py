"""Where hexes lie on a drawing. The unit is the length of a hexside; x grows east, y grows south.

Corner k is where the hexsides k - 1 and k meet, so that hexside d (N NE SE S SW NW) runs from corner d to corner d + 1.
"""

from math import sqrt
from typing import TypeAlias

from .bits import Hex
from .grid import Grid

Point: TypeAlias = tuple[float, float]

HEIGHT = sqrt(3)
"""From the north hexside to the south one."""

_CORNERS = ((-0.5, -HEIGHT / 2), (0.5, -HEIGHT / 2), (1.0, 0.0), (0.5, HEIGHT / 2), (-0.5, HEIGHT / 2), (-1.0, 0.0))


def centre(grid: Grid, index: Hex) -> Point:
    """The centre of a hex; the frame of the whole grid has its north-west corner in (0, 0).

    >>> grid = Grid(1, 3, 1, 2, high="odd")
    >>> [round(value, 3) for value in centre(grid, grid.index("0201"))]
    [2.5, 1.732]
    """
    column = grid.column_of(index)
    low = column % 2 != (grid.high == "odd")
    x = 1 + 1.5 * (column - grid.first_column)
    y = HEIGHT * (grid.row_of(index) - grid.first_row + (1.0 if low else 0.5))
    return x, y


def corner(grid: Grid, index: Hex, k: int) -> Point:
    """Corner k of a hex, counted clockwise from the north-west one."""
    (x, y), (dx, dy) = centre(grid, index), _CORNERS[k % 6]
    return x + dx, y + dy


def outline(grid: Grid, index: Hex) -> tuple[Point, ...]:
    """The six corners of a hex, clockwise."""
    return tuple(corner(grid, index, k) for k in range(6))


def hexside_ends(grid: Grid, here: Hex, there: Hex) -> tuple[Point, Point]:
    """The two ends of the hexside between two neighbours."""
    direction = grid.direction(here, there)
    if direction is None:
        raise ValueError(f"{grid.name(here)} and {grid.name(there)} are not adjacent")
    return corner(grid, here, direction), corner(grid, here, direction + 1)


def extent(grid: Grid) -> Point:
    """Width and height of the frame of the whole grid."""
    columns = grid.last_column - grid.first_column + 1
    rows = grid.last_row - grid.first_row + 1
    return 1.5 * columns + 0.5, HEIGHT * (rows + 0.5)
