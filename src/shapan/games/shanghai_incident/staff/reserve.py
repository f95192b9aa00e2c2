"""Where the Chinese keep the regiments that no goal needs: a second line in the towns and cities behind the front.

From there they fill a gap when the front loses a regiment, and wherever the Japanese come up the country is held.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.kept import follows_from

from ..position import ShanghaiPosition
from ..sides import JAPANESE
from .goals import Aim, spread
from .ground import atlas
from .temper import Temper

DEPTH: Final = 16
"""Beyond this many hexes behind the front one town is as good as the other."""


def second_line(pos: ShanghaiPosition, temper: Temper) -> list[Aim]:
    """The towns and cities behind the front, the nearest to it first; each is for one regiment."""
    return _posts(pos, pos.occupied[JAPANESE], pos.held[JAPANESE], temper.gap, temper.forward)


@follows_from()
def _posts(pos: ShanghaiPosition, theirs: Mask, held: Mask, gap: int, forward: float) -> list[Aim]:
    """The same from what it follows from, which stays as it is while one's own units move."""
    book, near = pos.book, spread(pos.book, theirs, gap)
    posts = book.urban & ~(book.shanghai | held)
    ways = atlas(book)
    found: list[Aim] = []
    for back in range(DEPTH, 0, -1):
        ring = book.grid.spread(near) & ~near
        found += [Aim(forward * back, ways[here].march, here) for here in bits(posts & ring)]
        near |= ring
    return found + [Aim(0.0, ways[here].march, here) for here in bits(posts & ~near)]
