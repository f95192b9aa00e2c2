"""Shanghai-Nanking Campaign 9.0 to 9.5 Movement, with the effects of enemy zones on it (7.2). Points are halves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from shapan.ground.hexes import Field, Mask, Snag, bits, lowest, mask_of, walk
from shapan.kernel import Group, Refusal
from shapan.mechanics.detours import Leg, come_back, leave, legs, offers, richest_way
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations, Way, prices_of
from shapan.mechanics.verbs import Move

from .control import as_far_as, enter
from .position import CampaignPosition, Units
from .sides import CHINESE, JAPANESE
from .victory import wins_by_entering

CITED: Final[Mapping[Snag, tuple[str, str]]] = {
    Snag.NOT_ADJACENT: ("9.0", "refusal.path_gap"),
    Snag.CLOSED: ("9.4", "refusal.path_closed"),
    Snag.ENEMY: ("9.0", "refusal.path_enemy"),
    Snag.STOPPED: ("7.2", "refusal.zone_stop"),
    Snag.ZONE_TO_ZONE: ("7.2", "refusal.zone_to_zone"),
    Snag.TOUCHES_ZONE: ("8.2", "refusal.path_adjacent"),
    Snag.POINTS: ("9.0", "refusal.path_points"),
}


def may_move(pos: CampaignPosition, side: int, unit: int) -> Refusal | None:
    """9.0, 9.1: one's own mobile units on the map, each once a phase."""
    if pos.book.side_of[unit] != side:
        return Refusal("9.0", "refusal.not_yours")
    if pos.place[unit] == OFF:
        return Refusal("9.0", "refusal.not_on_map", unit=unit)
    if pos.book.static >> unit & 1:
        return Refusal("9.1", "refusal.static_move", unit=unit)
    if pos.acted >> unit & 1:
        return Refusal("9.0", "refusal.moved_already", unit=unit)
    return None


def companions(pos: CampaignPosition, unit: int) -> int:
    """9.6: a unit that may move and those that could move together with it: same hex, mobile, not yet moved."""
    here = pos.place[unit]
    place = pos.place
    if place.count(here) == 1:
        return 1 << unit
    return mask_of([mate for mate in pos.movers(pos.book.side_of[unit]) if place[mate] == here])


# --- where a unit can go ------------------------------------------------------------------------


def move_group(pos: CampaignPosition, field: Field, unit: int, points: int) -> Group[Move]:
    """Every hex in which the unit's move may end, with its cost; worked out only when somebody asks."""
    here = pos.place[unit]

    def costs() -> Mapping[Way, int]:
        ends = ways(pos, field, unit, points)
        prices = prices_of(field.levels(here, points), ends.mask)
        return prices.besides({way: walk(field, way, points).cost for way in ends.rest()}) if ends.more else prices

    def stops() -> Destinations:
        return Destinations(field.stops)

    return Group(Move, unit, values=partial(ways, pos, field, unit, points), costs=costs, stops=stops)


def ways(pos: CampaignPosition, field: Field, unit: int, points: int) -> Destinations:
    """Where a unit may go; apart from that longer ways that take cities in passing, for what they decide (4.3, 9.1)."""
    # The levels serve the way of the move that is then chosen, too; a bare reach would be flooded a second time.
    here = pos.place[unit]
    ends = field.levels(here, points).reach()
    found = by_cities(pos, here, 1 << unit, points)
    return Destinations(ends, offers(found, lambda _: ends | 1 << here)) if found else Destinations(ends)


def by_cities(pos: CampaignPosition, here: int, units: Units, points: int) -> list[Leg]:
    """The ways by cities of units that would leave this hex together; nothing where there is none to be gained."""
    side = pos.owner(units)
    field = pos.front(side).field
    cities = worth_a_detour(pos, side) & field.levels(here, points).reach()
    home = prized_home(pos, here, units)
    if not cities and not home:
        return []
    after = field
    if stopped_on_return(pos, here, units):  # it does not pass its hex again, but may end there
        after = Field(field.costs, field.enemy, field.zone | 1 << here)
    back = come_back(field, here, points, after) if home else []
    return legs([leave(field, here, points), *back], after, cities | home)


def prized(pos: CampaignPosition, side: int) -> Mask:
    """3.2, 9.1: the empty cities that a unit gains by entering: the enemy's, and any for which there is a garrison."""
    terrain = pos.book.terrain
    empty = terrain.cities & terrain.enterable & ~(pos.occupied[CHINESE] | pos.occupied[JAPANESE])
    if side == CHINESE:
        return empty & pos.japanese_held
    return empty if empty and pos.pool() else empty & ~pos.japanese_held


def worth_a_detour(pos: CampaignPosition, side: int) -> Mask:
    """The same without those in which the move would be over, and the game with it (4.1)."""
    cities = prized(pos, side)
    return cities if side == JAPANESE else mask_of(by for by in bits(cities) if not wins_by_entering(pos, by))


def prized_home(pos: CampaignPosition, here: int, units: Units) -> Mask:
    """9.1, R-11: a city that these units leave empty and can enter again for the sake of a garrison."""
    home = 1 << here & pos.book.terrain.cities
    alone = home and pos.owner(units) == JAPANESE and leaves_empty(pos, here, units)
    return home if alone and pos.pool() else 0


def whole_way(pos: CampaignPosition, side: int, here: int, there: int, points: int) -> Way:
    """The way meant by a move that names its end only: of the cheapest one that takes most cities."""
    return richest_way(pos.front(side).field, here, there, points, prized(pos, side))


def move_refusal(pos: CampaignPosition, unit: int, path: tuple[int, ...], points: int) -> Refusal | None:
    """Judge any path whatever."""
    here = pos.place[unit]
    side = pos.book.side_of[unit]
    field = pos.front(side).field
    if len(path) == 1:
        return None if field.reach(here, points) >> path[0] & 1 else why_not_there(pos, field, unit, path[0], points)
    if path[0] != here:
        return Refusal("9.0", "refusal.path_start", unit=unit, hex=here)
    return path_refusal(field, path, points) or return_refusal(pos, path, 1 << unit)


def path_refusal(field: Field, path: Sequence[int], points: int) -> Refusal | None:
    """9.0: hex by hex, paying for each."""
    way = walk(field, path, points)
    if way.snag is None:
        return None
    assert way.at is not None
    case, key = CITED[way.snag]
    return Refusal(case, key, hex=way.at)


def return_refusal(pos: CampaignPosition, path: Sequence[int], units: Units) -> Refusal | None:
    """7.2, R-12: who leaves a hex of the gunfire coast empty and comes back is stopped there like anybody else."""
    here = path[0]
    if here not in path[1:-1] or not stopped_on_return(pos, here, units):
        return None
    return Refusal("7.2", "refusal.zone_stop", hex=path[path.index(here, 1) + 1])


def stopped_on_return(pos: CampaignPosition, here: int, units: Units) -> bool:
    """R-12: do these units leave a hex empty in which a Chinese zone would stop them if they came back?"""
    reach = pos.front(pos.book.side_of[lowest(units)]).reach
    return not pos.book.coastal_mover_counts and bool(reach >> here & 1) and leaves_empty(pos, here, units)


def leaves_empty(pos: CampaignPosition, here: int, units: Units) -> bool:
    """Do these units leave nobody behind?"""
    return all(units >> mate & 1 for mate in pos.stack_in(here))


def why_not_there(pos: CampaignPosition, field: Field, unit: int, there: int, points: int) -> Refusal:
    """The rule that keeps a unit from a hex that it cannot reach by any way."""
    here = pos.place[unit]
    if there == here:
        return Refusal("9.0", "refusal.no_steps", unit=unit)
    if field.enemy >> there & 1:
        return Refusal("9.0", "refusal.path_enemy", hex=there)
    if not pos.book.terrain.enterable >> there & 1:
        return Refusal("9.4", "refusal.path_closed", hex=there)
    if pos.book.open_fields[pos.book.side_of[unit]].reach(here, points) >> there & 1:
        return Refusal("7.2", "refusal.zone_in_the_way", hex=there)
    return Refusal("9.0", "refusal.path_points", hex=there)


def march(pos: CampaignPosition, unit: int, path: tuple[int, ...], points: int) -> None:
    """9.0: carry out a move; 3.2: control of every hex on the way passes."""
    here = pos.place[unit]
    side = pos.book.side_of[unit]
    if len(path) == 1 and (pos.teller is not None or matters(pos, side, here, points)):
        path = whole_way(pos, side, here, path[0], points)
    walked = path[1:] or path
    if pos.teller is not None:
        told = (here, *as_far_as(pos, side, walked))
        pos.tell("9.0", "event.moved", side=pos.book.sides[side], unit=unit, path=told)
    pos.acted |= 1 << unit
    enter(pos, unit, walked)


def matters(pos: CampaignPosition, side: int, here: int, points: int) -> bool:
    """Could it matter by which hexes a move from here goes? Not if nothing on the way can change hands or end the
    game, as in most Chinese moves."""
    if side == JAPANESE:
        return True
    return bool(pos.front(side).field.levels(here, points).reach() & (pos.japanese_held | pos.book.key_area))
