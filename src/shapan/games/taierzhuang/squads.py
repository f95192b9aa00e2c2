"""7.0 Which units act together: all of one area or zone, Ready, of the side whose impulse it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Refusal

from .position import TaierzhuangPosition


def singles(units: int) -> list[tuple[int, ...]]:
    """Each unit of a set as a group of one, the way options name them."""
    return [(unit,) for unit in bits(units)]


def as_many(units: int, fit: Callable[[tuple[int, ...]], bool], most: int = 1000) -> tuple[int, ...]:
    """As many of these units, counted from the first, as fit together."""
    squad = tuple(bits(units)[: max(most, 0)])
    while squad and not fit(squad):
        squad = squad[:-1]
    return squad


def activated(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> Refusal | None:
    """2.1, 7.0: one's own Ready units, all in the same area or zone, each named once."""
    return together(pos, side, units) or _spent(pos, units)


def _spent(pos: TaierzhuangPosition, units: Sequence[int]) -> Refusal | None:
    tired = next((unit for unit in units if pos.spent >> unit & 1), None)
    return None if tired is None else Refusal("2.1", "refusal.spent", unit=tired)


def together(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> Refusal | None:
    """7.0: one's own units of one area or zone, Ready or not."""
    if len(units) > 1 and len(set(units)) < len(units):
        return Refusal("7.0", "refusal.named_twice")
    squad, here = mask_of(units), pos.place_of(units[0])
    if not squad & ~pos.book.roster[side] and 0 <= here < pos.book.place_count and not squad & ~pos.at[here]:
        return None
    for unit in units:
        if not pos.book.roster[side] >> unit & 1:
            return Refusal("7.0", "refusal.not_yours", unit=unit)
        if not 0 <= pos.place_of(unit) < pos.book.place_count:
            return Refusal("7.0", "refusal.not_in_play", unit=unit)
    return Refusal("7.0", "refusal.one_area")
