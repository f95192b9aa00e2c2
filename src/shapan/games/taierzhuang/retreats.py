"""Storm Over Taierzhuang 8.0 Retreats."""

from __future__ import annotations

from shapan.ground.areas import bits
from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from .actions import Retreat, Rout
from .position import TaierzhuangPosition
from .sides import JAPANESE


def destinations(pos: TaierzhuangPosition, side: int, area: int) -> list[int]:
    """8.0: where a unit of this area may retreat to now: the first of the three classes that offers a place (R-24)."""
    book = pos.book
    mine, foe = book.roster[side], book.roster[other(side)]
    free, mixed = [], []
    for there in book.ways[side][area]:
        units = pos.at[there]
        friends = (units & mine).bit_count()
        if friends >= book.limit:
            continue
        if not units & foe:
            free.append(there)
        elif friends > (units & foe).bit_count():
            mixed.append(there)
    return free or mixed or bits(book.zone_links[area] & book.zones[side])


def retreat_refusal(pos: TaierzhuangPosition, side: int, area: int, action: Retreat | Rout) -> Refusal | None:
    """8.0, 11.0, 7.1.2: why a unit may not retreat there."""
    goals = destinations(pos, side, area)
    if isinstance(action, Rout):
        return Refusal("8.0", "refusal.can_retreat", unit=action.unit) if goals else None
    if action.area in goals:
        return None
    book, there = pos.book, action.area
    if there == area:
        return Refusal("8.0", "refusal.already_there", area=there)
    link = book.map.kind(area, there)
    if link is None:
        return Refusal("8.0", "refusal.not_adjacent", origin=area, area=there)
    if side == JAPANESE and link == "canal":
        return Refusal("11.0", "refusal.canal", area=there)
    if side == JAPANESE and link == "vertex":
        return Refusal("7.1.1", "refusal.vertex", area=there)
    if not book.areas >> there & 1 and not book.zones[side] >> there & 1:
        return Refusal("2.3", "refusal.enemy_zone", area=there)
    if book.areas >> there & 1 and pos.strength(side, there) >= book.limit:
        return Refusal("7.1.2", "refusal.stacking", area=there)
    foes = pos.strength(other(side), there)
    if foes and pos.strength(side, there) <= foes:
        return Refusal("8.0", "refusal.retreat_outnumbered", area=there)
    return Refusal("8.0", "refusal.retreat_order", area=there)


def retreat(pos: TaierzhuangPosition, side: int, area: int, unit: int, there: int) -> None:
    """8.0: the unit goes; one that enters a zone leaves play for its owner's pool (R-08)."""
    pos.tell("8.0", "event.retreated", unit=unit, origin=area, goal=there)
    if pos.book.areas >> there & 1:
        pos.put(1 << unit, area, there)
    else:
        pos.remove(1 << unit, area, pos.book.pool[side])
        pos.retreated |= 1 << unit
