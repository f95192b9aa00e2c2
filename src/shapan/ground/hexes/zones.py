"""Zones of control: the neighbours of a set of units, less what the ground keeps out."""

from .bits import Mask
from .grid import Grid
from .sides import HexSides


def zone(grid: Grid, units: Mask, blocked: HexSides | None = None, into: Mask | None = None) -> Mask:
    """The hexes that the units' zones of control reach.

    ``blocked`` are hexsides over which no zone reaches, ``into`` the hexes into which one can reach (all, unless told).
    A hex that holds one of the units belongs to the zone only when another unit stands next to it.

    >>> grid = Grid(1, 40, 1, 25, high="odd")
    >>> huangpu = HexSides.parse(grid, "3610-3710 3610-3711")
    >>> grid.names(zone(grid, grid.hexes("3610"), blocked=huangpu, into=grid.all & ~grid.hexes("3609 3611")))
    ('3510', '3511')
    """
    reached = grid.spread(units) if blocked is None else blocked.around(units)
    return reached if into is None else reached & into
