"""Where the Chinese keep the regiments that no goal needs: a second line in the towns and cities behind the front.

From there they fill a gap when the front loses a regiment, and wherever the Japanese come up the country is held.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits

from .estimate import Aims, march_to, spread
from .position import ShanghaiPosition
from .sides import JAPANESE

GAP: Final = 3
"""A reserve keeps so many hexes from the Japanese: near enough to step in, too far to be drawn in piecemeal."""
DEPTH: Final = 16
"""Beyond this many hexes behind the front one town is as good as the other."""
FORWARD: Final = 0.5
"""What a hex nearer to the front adds: more than the march takes, so that the second line follows the front."""


def second_line(pos: ShanghaiPosition) -> Aims:
    """The towns and cities behind the front, the nearest to it first; each is for one regiment."""
    book, near = pos.book, spread(pos.book, pos.occupied[JAPANESE], GAP)
    posts = book.urban & ~(book.shanghai | pos.held[JAPANESE])
    found: Aims = []
    for back in range(DEPTH, 0, -1):
        ring = book.grid.spread(near) & ~near
        found += [(FORWARD * back, march_to(book, here), here) for here in bits(posts & ring)]
        near |= ring
    return found + [(0.0, march_to(book, here), here) for here in bits(posts & ~near)]
