"""The Chinese staff: hold the ground next to Shanghai until it decides the game, then delay, and keep the last city.

Until turn 8 every hex next to Shanghai is filled, its shoulders are held and reserves wait out of reach (4.1, 4.2).
Afterwards the cities are garrisoned, the farthest first, and single divisions bar the towns on the roads to them, where
nobody can overrun them (9.6); whoever finds a way back to Shanghai wins the campaign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Move, Pass

from ..actions import FIGHT_FIGHT, FIGHT_MOVE, MOVE, MOVE_FIGHT, MOVE_MOVE, PLANS, Arrive, Entrain, Plan
from ..position import CampaignPosition
from ..reinforcements import Arriving, destinations, returns
from ..sequence import fights_next, in_first_operation
from ..sequence import plan as announced
from ..sides import CHINESE, JAPANESE
from ..stacking import fits
from .assault import assaults
from .ground import NO_WAY, Need
from .needs import NEAR, needs, open_ring, shelter
from .odds import VICTORY, opportunity
from .picture import Picture
from .temper import Temper

# --- 5.3 the plan -----------------------------------------------------------------------------------


def plan(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """Two moves, unless an attack is worth it, from where the units stand or after they have closed up."""
    picture = Picture(pos, CHINESE, temper)
    pool = pos.present & pos.book.mobile[CHINESE]
    fight = opportunity(picture, pool)
    reach = pos.front(CHINESE).field.reach_all({pos.place[unit] for unit in bits(pool)}, pos.book.movement_factor)
    found = assaults(picture, {unit: reach[pos.place[unit]] for unit in bits(pool)})
    storm = found[0].worth if found else 0.0
    winning = pos.turn >= pos.book.adjacent_wins_from and bool(reach_in_two(pos) & open_ring(pos))
    scores = {
        MOVE_MOVE: temper.calm[pos.turn > pos.book.absent_loses_until] + (VICTORY if winning else 0.0),
        FIGHT_MOVE: temper.strike_first * fight,
        MOVE_FIGHT: storm,
        FIGHT_FIGHT: temper.again[pos.turn >= pos.book.adjacent_wins_from] * fight,
    }
    reasons = {MOVE_MOVE: "reason.manoeuvre"}
    gains = {MOVE_FIGHT: storm}
    return [
        Advice(
            Plan(order), scores[order], reasons.get(order, "reason.strike"), {"gain": f"{gains.get(order, fight):.1f}"}
        )
        for order in PLANS
    ]


# --- 9.0 movement -----------------------------------------------------------------------------------


def move(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """The first need that somebody can meet; then crowded hexes are relieved; then the phase is over."""
    picture = Picture(pos, CHINESE, temper)
    reach = pos.reach_of(CHINESE)
    advice = [*winning_moves(pos, reach)]
    settled = 0
    if not advice and fights_next(pos):
        settled, closing = close_up(picture, reach)
        advice += closing
    if not advice:
        advice += fill(picture, reach, settled)
    if len(advice) < 2:
        advice += relieve(picture, reach)
    advice = [entry for entry in advice if not deserts(pos, entry.action)]
    return [*advice, Advice(Pass(), 0.0, "reason.done")]


def close_up(picture: Picture, reach: dict[int, Mask]) -> tuple[int, list[Advice]]:
    """The units of the best assault go to their places; those that are there stay."""
    found = assaults(picture, reach)
    if not found or found[0].worth <= 0:
        return 0, []
    best, book = found[0], picture.pos.book
    told = {
        "hex": book.grid.name(best.target),
        "odds": book.crt.heading(best.column),
        "chance": f"{best.clear:.0%}",
    }
    advice = [
        Advice(Move(unit, (there,)), 150.0 + picture.factors[unit], "reason.close_up", told)
        for unit, there in best.stations.items()
        if picture.pos.place[unit] != there
    ]
    return sum(1 << unit for unit in best.stations), advice


def winning_moves(pos: CampaignPosition, reach: dict[int, Mask]) -> Iterator[Advice]:
    """4.1: into Shanghai at any time, from turn 8 on next to it; or to where that can be done with a second move."""
    book = pos.book
    wins = 1 << book.key_hex if pos.turn < book.adjacent_wins_from else book.key_area
    wins &= ~pos.occupied[JAPANESE]
    for unit, mask in reach.items():
        for there in bits(mask & wins):
            yield Advice(Move(unit, (there,)), VICTORY, "reason.shanghai", {"hex": book.grid.name(there)})
    if pos.turn >= book.adjacent_wins_from and in_first_operation(pos) and open_ring(pos):
        yield from _halfway(pos, reach, wins)


def _halfway(pos: CampaignPosition, reach: dict[int, Mask], wins: Mask) -> Iterator[Advice]:
    if announced(pos).second != MOVE or not wins:
        return
    field, points = pos.front(CHINESE).field, pos.book.movement_factor
    target = min(bits(wins))
    for unit, mask in reach.items():
        nearest = sorted(bits(mask), key=lambda here: pos.book.grid.distance(here, target))[:6]
        for there in nearest:
            if field.reach(there, points) & wins:
                yield Advice(Move(unit, (there,)), VICTORY / 2, "reason.shanghai", {"hex": pos.book.grid.name(there)})
                break


def reach_in_two(pos: CampaignPosition) -> Mask:
    """Where Chinese units could stand after two moves of one player turn."""
    field, points = pos.front(CHINESE).field, pos.book.movement_factor
    units = pos.present & pos.book.mobile[CHINESE]
    hexes = {pos.place[unit] for unit in bits(units)}
    near = [here for here in hexes if pos.book.grid.distance(here, pos.book.key_hex) <= points + 1]
    first = 0
    for mask in field.reach_all(near, points).values():
        first |= mask
    second = 0
    close = [here for here in bits(first) if pos.book.grid.distance(here, pos.book.key_hex) <= points // 2 + 1]
    for mask in field.reach_all(close, points).values():
        second |= mask
    return first | second


def deserts(pos: CampaignPosition, action: object) -> bool:
    """4.2: would this move leave nobody at Shanghai before turn 6?"""
    book = pos.book
    if not isinstance(action, Move) or pos.turn > book.absent_loses_until:
        return False
    if book.key_area >> action.path[-1] & 1 or not book.key_area >> pos.place[action.unit] & 1:
        return False
    return not any(book.key_area >> pos.place[unit] & 1 for unit in pos.on_map(CHINESE) if unit != action.unit)


def fill(picture: Picture, reach: dict[int, Mask], settled: int) -> list[Advice]:
    """The best unit for the first need that is not met; a unit that meets a greater need stays where it is."""
    book, anywhere = picture.pos.book, reduce(or_, reach.values(), 0)
    posted: dict[int, tuple[int, int]] = {}
    advice: list[Advice] = []
    for rank, need in enumerate(needs(picture)):
        if need.hex not in posted:
            posted[need.hex] = _posted(picture, need)
        kept, load = posted[need.hex]
        settled |= kept
        left = need.room - load
        if not anywhere >> need.hex & 1 or (left <= 0 and not relieves(picture, need)):
            continue
        able = [unit for unit, mask in reach.items() if mask >> need.hex & 1 and not settled >> unit & 1]
        if left > 0:
            able = [unit for unit in able if book.equivalents[unit] <= left]
        else:
            able = better(picture, need, kept, able)
        if able:
            unit = min(able, key=_suiting(picture, need))
            params = {"hex": book.grid.name(need.hex)}
            advice.append(Advice(Move(unit, (need.hex,)), 100.0 - rank, need.reason, params))
            if len(advice) >= 3:
                break
    if not advice and picture.temper.far_marches:
        advice += far_marches(picture, reach, settled)
    return advice


def _posted(picture: Picture, need: Need) -> tuple[int, int]:
    """Who stands where he is needed and stays, those first who suit the need best, and what room they take."""
    size, kept, load = picture.pos.book.equivalents, 0, 0
    here = [unit for unit in picture.stacks[CHINESE].get(need.hex, ()) if size[unit]]
    for unit in _sorted(picture, here, need) if len(here) > 1 else here:
        if load + size[unit] <= need.room:
            load += size[unit]
            kept |= 1 << unit
    return kept, load


def relieves(picture: Picture, need: Need) -> bool:
    """9.6: do the weak make room for the strong here? Next to Shanghai, where the enemy wears them down."""
    return bool(picture.temper.relieving) and need.reason == "reason.ring"


def better(picture: Picture, need: Need, kept: int, able: list[int]) -> list[int]:
    """9.6: the strong for whom the weak make room. Whoever is too many then goes elsewhere before the phase ends
    (6.0)."""
    here = bits(kept)
    wanted = _guard(picture, here, need.room) + picture.temper.relieving
    return [unit for unit in able if _guard(picture, [*here, unit], need.room) >= wanted]


def _guard(picture: Picture, units: list[int], room: int) -> float:
    """6.2: the factors and steps of as many of these units as find room, those first who bring most for what they
    take."""
    size = picture.pos.book.equivalents

    def bring(unit: int) -> float:
        return picture.factors[unit] + picture.steps[unit]

    total = 0.0
    for unit in sorted(units, key=lambda unit: (-bring(unit) / size[unit], unit)):
        if size[unit] <= room:
            room -= size[unit]
            total += bring(unit)
    return total


def far_marches(picture: Picture, reach: dict[int, Mask], settled: int) -> Iterator[Advice]:
    """4.3: the strongest who is needed nowhere near sets out for the farthest city that is still held."""
    pos, ground = picture.pos, picture.ground
    cities = ground.goals_outside(pos.occupied[JAPANESE])
    if not cities:
        return
    goal = max(cities, key=lambda city: ground.to_key.get(city, 0))
    way = ground.retreat[goal]
    danger = pos.front(CHINESE).adjacent
    for unit in sorted(reach, key=lambda unit: -_worth(picture, unit)):
        here = pos.place[unit]
        if settled >> unit & 1 or way.get(here, 0) <= 1:
            continue
        there = min(bits(reach[unit] & ~danger), key=lambda hex_: way.get(hex_, NO_WAY), default=here)
        if way.get(there, NO_WAY) < way.get(here, NO_WAY) and fits(pos, unit, there):
            yield Advice(Move(unit, (there,)), 10.0, "reason.city", {"hex": pos.book.grid.name(goal)})
            return


def _sorted(picture: Picture, units: Iterable[int], need: Need) -> list[int]:
    """The units that suit a need best come first."""
    return sorted(units, key=_suiting(picture, need))


def _suiting(picture: Picture, need: Need) -> Callable[[int], tuple[float, int, int]]:
    """How well a unit suits a need, the lower the better."""
    place, distance = picture.pos.place, picture.pos.book.grid.distance
    return lambda unit: (-need.rank * _worth(picture, unit), distance(place[unit], need.hex), unit)


def _worth(picture: Picture, unit: int) -> float:
    """10.5, 6.2: the factors of a unit, and the steps that it brings for the room that it takes."""
    if not picture.temper.sturdy:
        return picture.factors[unit]
    return picture.factors[unit] + picture.temper.sturdy * picture.steps[unit] / picture.pos.book.equivalents[unit]


def relieve(picture: Picture, reach: dict[int, Mask]) -> Iterator[Advice]:
    """6.0: whoever is too many in a hex goes somewhere else before the phase ends."""
    book = picture.pos.book
    limit = book.stacking["chinese_limit"]
    loads = {here: sum(book.equivalents[unit] for unit in units) for here, units in picture.stacks[CHINESE].items()}
    for here, load in loads.items():
        if load <= limit:
            continue
        for unit in sorted(picture.stacks[CHINESE][here], key=lambda unit: picture.factors[unit]):
            free = [t for t in bits(reach.get(unit, 0)) if loads.get(t, 0) + book.equivalents[unit] <= limit]
            if free:
                there = max(free, key=_havens(picture))
                yield Advice(Move(unit, (there,)), 1.0, "reason.relieve", {"hex": book.grid.name(here)})
                return


def _havens(picture: Picture) -> Callable[[int], float]:
    """How good a hex is for units that nobody needs elsewhere: sheltered, near the front, not next to the enemy."""
    near = picture.ground.from_japanese(picture.pos.occupied[JAPANESE])
    close = picture.pos.front(CHINESE).adjacent
    return lambda here: shelter(picture, here) - 3.0 * (close >> here & 1) - abs(near.get(here, NO_WAY) - NEAR) / 8


# --- 8.2 reinforcements -----------------------------------------------------------------------------


def arrive(pos: CampaignPosition, _at: Arriving, temper: Temper) -> list[Advice]:
    """The strongest that waits goes where it is needed most, by road or rail; or as near as there is room."""
    picture = Picture(pos, CHINESE, temper)
    book = pos.book
    rails = pos.front(CHINESE).railway if pos.turn >= book.railway_from else 0
    for unit in sorted(pos.waiting(CHINESE), key=lambda unit: -pos.factor(unit)):
        roads = destinations(pos, unit)
        lines = 0 if returns(pos, unit) else rails
        if roads | lines:
            found = _arrivals(picture, unit, roads, lines)
            if found:
                return [*found, Advice(Pass(), 0.0, "reason.delay")]
    return [Advice(Pass(), 0.0, "reason.delay")]


def _arrivals(picture: Picture, unit: int, roads: Mask, lines: Mask) -> list[Advice]:
    book = picture.pos.book
    size = book.equivalents[unit]
    limit = book.stacking["chinese_limit"]
    loads = {here: sum(book.equivalents[mate] for mate in mates) for here, mates in picture.stacks[CHINESE].items()}
    advice: list[Advice] = []
    for rank, need in enumerate(needs(picture)):
        if (roads | lines) >> need.hex & 1 and loads.get(need.hex, 0) + size <= need.room:
            advice.append(_arrival(picture, unit, need.hex, roads, 100.0 - rank, need.reason))
            if len(advice) >= 3:
                return advice
    free = [here for here in bits(roads | lines) if loads.get(here, 0) + size <= limit]
    if free:
        haven = _havens(picture)
        there = max(free, key=lambda here: (haven(here), here))
        advice.append(_arrival(picture, unit, there, roads, 1.0, "reason.assemble"))
    return advice


def _arrival(picture: Picture, unit: int, there: int, roads: Mask, score: float, reason: str) -> Advice:
    params = {"hex": picture.pos.book.grid.name(there)}
    action = Arrive(unit, (there,)) if roads >> there & 1 else Entrain(unit, there)
    return Advice(action, score, reason, params)
