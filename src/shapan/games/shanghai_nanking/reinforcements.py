"""Shanghai-Nanking Campaign 8.0 to 8.2, 9.5.2 Chinese reinforcements: on foot or by rail, or held back."""

from __future__ import annotations

from collections.abc import Callable

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel import Action, Actor, Family, Frame, Group, Options, Refusal, Step, one
from shapan.mechanics.detours import arrive, legs, offers, richest_way
from shapan.mechanics.hexoptions import Destinations, Hexes
from shapan.mechanics.verbs import Pass

from .actions import Arrive, Entrain
from .control import enter
from .movement import path_refusal, prized, worth_a_detour
from .position import CampaignPosition
from .sides import CHINESE
from .victory import judge
from .zones import Front


def starting_hexes(pos: CampaignPosition, unit: int) -> Mask:
    """8.2 a), 8.1: the listed hexes, or Nanking and its neighbours for a returning elite unit; never next to the
    enemy."""
    book = pos.book
    front = pos.front(CHINESE)
    return listed_hexes(pos, unit) & ~(front.enemy | front.adjacent) & book.terrain.enterable


def listed_hexes(pos: CampaignPosition, unit: int) -> Mask:
    """13.0 for a unit that has not been in play; 8.1 for an elite unit that has been eliminated."""
    book = pos.book
    return book.elite_return if returns(pos, unit) else book.lists[book.list_of[unit]].hexes


def returns(pos: CampaignPosition, unit: int) -> bool:
    """8.1: is this an elite unit that has been eliminated? It comes back reduced."""
    return unit not in pos.book.list_of or pos.steps[unit] < pos.book.full_steps[unit]


def destinations(pos: CampaignPosition, unit: int) -> Mask:
    """8.2 a): the starting hexes and what a full move from one of them reaches without touching the enemy."""
    starts = starting_hexes(pos, unit)
    field = pos.front(CHINESE).arrivals
    reached = starts
    for origin in bits(starts):
        reached |= field.reach(origin, pos.book.movement_factor)
    return reached


class Arriving(Frame, step="arrive"):
    """8.2: the Chinese reinforcements of this turn."""


class ChineseArrivals(Step[CampaignPosition, Arriving]):
    """8.0: unit by unit; whoever has not come when the player is done waits for the next turn."""

    case = "8.2"

    def settle(self, pos: CampaignPosition, at: Arriving) -> bool:
        if judge(pos) or pos.waiting(CHINESE):
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Arriving) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition, at: Arriving) -> Options:
        waiting = pos.waiting(CHINESE)
        arriving = Family(waiting, lambda unit: Group(Arrive, unit, values=_ways(pos, unit)))
        if pos.turn >= pos.book.railway_from and (rails := Hexes(pos.front(CHINESE).railway)):
            new = [unit for unit in waiting if not returns(pos, unit)]
            return Options(one(Pass()), arriving, Family(new, lambda unit: Group(Entrain, unit, values=rails)))
        return Options(one(Pass()), arriving)

    def refusal(self, pos: CampaignPosition, at: Arriving, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Arrive(unit, _) | Entrain(unit, _) if unit not in pos.waiting(CHINESE):
                return Refusal("8.0", "refusal.not_waiting")
            case Arrive(unit, path):
                return arrival_refusal(pos, unit, path)
            case Entrain(unit, there):
                return rail_refusal(pos, unit, there)
        return Refusal("8.2", "refusal.arrive_now")

    def apply(self, pos: CampaignPosition, at: Arriving, action: Action) -> None:
        if isinstance(action, Arrive):
            path = action.path
            if len(path) == 1 and (pos.teller is not None or matters(pos, action.unit)):
                path = cheapest_arrival(pos, action.unit, path[0])
            pos.tell("8.2", "event.arrived", unit=action.unit, path=path)
            enter(pos, action.unit, path)
        elif isinstance(action, Entrain):
            pos.tell("9.5.2", "event.entrained", unit=action.unit, hex=action.hex)
            enter(pos, action.unit, (action.hex,))
        else:
            delayed = tuple(pos.waiting(CHINESE))
            pos.tell("8.0", "event.delayed", side=pos.book.sides[CHINESE], units=delayed)
            pos.done()


def _ways(pos: CampaignPosition, unit: int) -> Callable[[], Destinations]:
    return lambda: ways(pos, unit)


def ways(pos: CampaignPosition, unit: int) -> Destinations:
    """Where a unit may arrive; apart from that longer ways that take cities back in passing, for what they decide."""
    ends = destinations(pos, unit)
    cities = worth_a_detour(pos, CHINESE) & ends
    if not cities:
        return Destinations(ends)
    field, points = pos.front(CHINESE).arrivals, pos.book.movement_factor
    starts = [arrive(field, start, points, cities) for start in bits(starting_hexes(pos, unit))]
    return Destinations(ends, offers(legs(starts, field, cities), lambda _: ends))


def arrival_refusal(pos: CampaignPosition, unit: int, path: tuple[int, ...]) -> Refusal | None:
    """8.2 a): begins in a listed hex, follows the rules of movement, and never comes next to a Japanese unit."""
    front = pos.front(CHINESE)
    start = path[0]
    if len(path) == 1:
        if destinations(pos, unit) >> start & 1:
            return None
        return _nearness_refusal(front, start) or Refusal("8.2", "refusal.arrival_far", unit=unit, hex=start)
    if not listed_hexes(pos, unit) >> start & 1:
        case = "8.1" if returns(pos, unit) else "8.2"
        return Refusal(case, "refusal.arrival_hex", unit=unit, hex=start)
    return _nearness_refusal(front, start) or path_refusal(front.arrivals, path, pos.book.movement_factor)


def _nearness_refusal(front: Front, here: int, case: str = "9.0") -> Refusal | None:
    """9.0, 9.5.2, 8.2: nobody is placed where the enemy is, nor next to him."""
    if front.enemy >> here & 1:
        return Refusal(case, "refusal.path_enemy", hex=here)
    if front.adjacent >> here & 1:
        return Refusal("8.2", "refusal.path_adjacent", hex=here)
    return None


def cheapest_arrival(pos: CampaignPosition, unit: int, there: int) -> tuple[int, ...]:
    """The way meant by an arrival that names its destination only: of the cheapest one that takes most cities."""
    field, points = pos.front(CHINESE).arrivals, pos.book.movement_factor
    ways = [(field.levels(start, points).cost(there), start) for start in bits(starting_hexes(pos, unit))]
    least = min(cost for cost, _ in ways if cost is not None)
    cities = prized(pos, CHINESE)
    found = [richest_way(field, start, there, points, cities) for cost, start in ways if cost == least]
    return max(found, key=lambda way: (mask_of(way) & cities).bit_count())


def matters(pos: CampaignPosition, unit: int) -> bool:
    """Could it matter by which hexes the unit comes? Only if some can change hands or end the game on its way."""
    return bool(destinations(pos, unit) & (pos.japanese_held | pos.book.key_area))


def rail_refusal(pos: CampaignPosition, unit: int, there: int) -> Refusal | None:
    """8.2 b), 9.5.2."""
    front, terrain = pos.front(CHINESE), pos.book.terrain
    if pos.turn < pos.book.railway_from:
        return Refusal("9.5.2", "refusal.rail_early", turn=pos.book.railway_from)
    if returns(pos, unit):
        return Refusal("8.1", "refusal.rail_elite", unit=unit)
    if not terrain.rail.touching >> there & 1:
        return Refusal("8.2", "refusal.rail_hex", hex=there)
    if (near := _nearness_refusal(front, there, "9.5.2")) is not None:
        return near
    return None if front.railway >> there & 1 else Refusal("8.2", "refusal.rail_line", hex=there)
