"""How the game stands: the points as they would be counted now, and what is likely to change them."""

from __future__ import annotations

from math import exp

from ..position import YangtzePosition
from ..victory import tally


def chance(pos: YangtzePosition) -> float:
    """The first side's chance to win."""
    lead = sum(v for _, v in tally(pos, 0)) - sum(v for _, v in tally(pos, 1))
    return 1 / (1 + exp(-0.5 * lead))
