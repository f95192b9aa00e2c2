"""Lines of communication, and other ways whose length does not matter."""

from .bits import Hex, Mask, lowest
from .grid import Grid
from .sides import HexSides


def fill(
    grid: Grid,
    sources: Mask,
    open_: Mask,
    blocked: HexSides | None = None,
    along: HexSides | None = None,
    go: Mask | None = None,
) -> Mask:
    """The sources and every hex connected with them through open hexes.

    No step crosses a ``blocked`` hexside; with ``along`` every step follows one of those links (a railroad). Hexes
    outside ``go`` are reached but not passed. A source counts whether it is open or not.
    """
    if along is not None:
        step = (along if blocked is None else along - blocked).across
    else:
        step = grid.spread if blocked is None else blocked.around
    reached = front = sources
    while front:
        front = step(front) & open_ & ~reached
        reached |= front
        if go is not None:
            front &= go
    return reached


def communication(
    grid: Grid, heads: Mask, open_: Mask, blocked: HexSides | None = None, along: HexSides | None = None
) -> Mask:
    """Every hex that can trace a line to one of the heads: one fill answers for the whole army.

    Every hex of the line must be open, the head included; only the hex that the line starts from need not be.

    >>> grid = Grid(1, 5, 1, 5, high="odd")
    >>> served = communication(grid, heads=grid.hexes("0101"), open_=grid.column(1))
    >>> grid.names(grid.column(2) & served), grid.names(grid.column(3) & served)
    (('0201', '0202', '0203', '0204', '0205'), ())
    """
    served = fill(grid, heads & open_, open_, blocked, along)
    return heads | fill(grid, served, grid.all, blocked, along, go=0)


def traced(
    grid: Grid, origin: Hex, goals: Mask, open_: Mask, blocked: HexSides | None = None, along: HexSides | None = None
) -> bool:
    """Whether a line runs from the origin, open or not, through open hexes to an open goal (or the origin is one)."""
    return bool(fill(grid, 1 << origin, open_, blocked, along) & goals)


def shortest_line(
    grid: Grid, origin: Hex, goals: Mask, open_: Mask, blocked: HexSides | None = None, along: HexSides | None = None
) -> tuple[Hex, ...] | None:
    """One shortest such line, both ends included, to be shown or cited; None when there is none."""
    rings = [1 << origin]
    reached = rings[0]
    while not rings[-1] & goals:
        ring = fill(grid, rings[-1], open_ & ~reached, blocked, along, go=0) & ~reached
        if not ring:
            return None
        reached |= ring
        rings.append(ring)
    back = [lowest(rings.pop() & goals)]
    while rings:
        back.append(lowest(fill(grid, 1 << back[-1], rings.pop(), blocked, along, go=0) & ~(1 << back[-1])))
    return tuple(reversed(back))


def contiguous(grid: Grid, mask: Mask) -> bool:
    """Whether the set hangs together; the empty set does.

    >>> grid = Grid(1, 5, 1, 5, high="odd")
    >>> contiguous(grid, grid.hexes("0101 0201 0202")), contiguous(grid, grid.hexes("0101 0301"))
    (True, False)
    """
    return not mask or fill(grid, mask & -mask, mask) == mask
