"""Storm Over Taierzhuang 7.1.1 Movement costs and limits, 11.0: what a step costs, and how far a group gets."""

from __future__ import annotations

from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from .position import TaierzhuangPosition
from .sides import JAPANESE

NEVER = 1000
"""More movement points than anyone has: no room."""


def entry_cost(pos: TaierzhuangPosition, side: int, units: int, there: int) -> int:
    """7.1.1: what the costliest unit of the group pays (R-48); control is that of the start of the impulse (R-53)."""
    book = pos.book
    bit = 1 << there
    foe = other(side)
    if pos.control[foe] & bit:
        cost = book.enter_enemy
    else:
        cost = book.enter_contested if pos.at[there] & book.roster[foe] else book.enter
    return cost + book.surcharge if book.town & bit and units & book.tanks else cost


def step_refusal(
    pos: TaierzhuangPosition, side: int, units: int, step: tuple[int, int], left: int, moved: bool
) -> Refusal | None:
    """7.1, 7.1.1, 11.0: may this group step from here to there with so many movement points left?

    Whoever enters an area with enemies stops there: so a step from one such area to another takes all points (R-12).
    """
    here, there = step
    book = pos.book
    if not book.areas >> there & 1:
        return Refusal("2.3", "refusal.no_entry_to_zones", area=there)
    if not book.moves[side][here] >> there & 1:
        return no_way(pos, side, here, there)
    enemy = book.roster[other(side)]
    hot = bool(pos.at[here] & enemy)
    if hot and moved:
        return Refusal("7.1.1", "refusal.must_stop", area=here)
    cost = entry_cost(pos, side, units, there)
    if cost > left:
        return Refusal("7.1.1", "refusal.too_dear", area=there, cost=cost, count=left)
    if pos.strength(side, there) - (pos.at[there] & units).bit_count() + units.bit_count() > book.limit:
        return Refusal("7.1.2", "refusal.stacking", area=there)
    return None


def no_way(pos: TaierzhuangPosition, side: int, here: int, there: int) -> Refusal:
    """Why a side cannot step from here to there at all."""
    link = pos.book.map.kind(here, there)
    if link == "vertex" and side == JAPANESE:
        return Refusal("7.1.1", "refusal.vertex", area=there)
    if link == "canal" and side == JAPANESE:
        return Refusal("11.0", "refusal.canal", area=there)
    return Refusal("7.1", "refusal.not_adjacent", origin=here, area=there)


def open_steps(pos: TaierzhuangPosition, side: int, units: int, here: int, left: int) -> int:
    """The areas that a group can enter next, as a set, if it has not had to stop here."""
    found = 0
    book, at = pos.book, pos.at
    mates, room_needed = book.roster[side] & ~units, book.limit - units.bit_count()
    for there in book.ways[side][here]:
        if (at[there] & mates).bit_count() <= room_needed and entry_cost(pos, side, units, there) <= left:
            found |= 1 << there
    return found


def reach(
    pos: TaierzhuangPosition, side: int, units: int, here: int, left: int, gone: int = 0
) -> dict[int, tuple[int, ...]]:
    """7.1: every area that the group can get to, each with its cheapest path from here.

    ``gone`` are units of the same side that will have left before it sets out (12.7).
    """
    book, at = pos.book, pos.at
    foe, mates = book.roster[other(side)], book.roster[side] & ~(units | gone)
    room_needed = book.limit - units.bit_count()
    costs: dict[int, int] = {}
    best = {here: left}
    paths: dict[int, tuple[int, ...]] = {here: (here,)}
    levels: list[list[int]] = [[] for _ in range(left)] + [[here]]
    for points in range(left, 0, -1):
        for spot in levels[points]:
            if best[spot] != points or (spot != here and at[spot] & foe):
                continue
            for there in book.ways[side][spot]:
                cost = costs.get(there)
                if cost is None:
                    fits = (at[there] & mates).bit_count() <= room_needed
                    cost = costs[there] = entry_cost(pos, side, units, there) if fits else NEVER
                after = points - cost
                if after > best.get(there, -1):
                    best[there] = after
                    paths[there] = (*paths[spot], there)
                    levels[after].append(there)
    del paths[here]
    return paths
