"""Storm Over Taierzhuang 7.2 Fire action, 7.2.1: who may fire at what."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.ground.areas import mask_of
from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from .position import TaierzhuangPosition
from .squads import activated


def targets(pos: TaierzhuangPosition, side: int, here: int) -> list[int]:
    """7.2: the areas with enemy units in reach of units here: their own, and adjacent ones, not over the canal."""
    enemy = pos.book.roster[other(side)]
    own = [here] if pos.at[here] & enemy else []
    return own + [there for there in pos.book.fire_ways[here] if pos.at[there] & enemy]


def able(pos: TaierzhuangPosition, units: int, here: int, target: int) -> int:
    """7.2.1: a black or zero factor reaches no other area."""
    return units if here == target else units & pos.book.red


def fire_refusal(pos: TaierzhuangPosition, side: int, target: int, units: Sequence[int]) -> Refusal | None:
    """7.2, 7.2.1, 11.0: may these units fire at this area?"""
    if refusal := activated(pos, side, units):
        return refusal
    book = pos.book
    here = pos.place_of(units[0])
    if not book.areas >> target & 1:
        return Refusal("7.2", "refusal.fire_at_zone", area=target)
    if not pos.units_in(other(side), target):
        return Refusal("7.2", "refusal.fire_at_nobody", area=target)
    if here != target and not book.fire[here] >> target & 1:
        link = book.map.kind(here, target)
        if link in ("canal", "bridge"):
            return Refusal("11.0", "refusal.fire_over_canal", area=target)
        if link == "vertex":
            return Refusal("7.2", "refusal.fire_over_corner", area=target)
        return Refusal("7.2", "refusal.not_adjacent", origin=here, area=target)
    if able(pos, mask_of(units), here, target) != mask_of(units):
        return Refusal("7.2.1", "refusal.black_factor", area=target)
    return None
