"""Slow and obvious judges for what the engine works out quickly: retreats, redeployment, moves, stacking."""

from collections.abc import Iterator
from random import Random
from typing import Any, TypeVar

import pytest
from tests.games.shanghai_incident.table import GAME

from shapan.games.shanghai_incident.movement import ShanghaiMovement
from shapan.games.shanghai_incident.pauses import Refitting
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import (
    Redeploying,
    Redeployment,
    ShanghaiMarch,
    anywhere_to_go,
    eligible,
    redeploy_options,
    unsafe,
)
from shapan.games.shanghai_incident.reinforcements import entering, entry_hexes
from shapan.games.shanghai_incident.sides import CHINESE, JAPANESE
from shapan.games.shanghai_incident.trains import line_reach, open_line
from shapan.ground.hexes import bits, fill, mask_of
from shapan.kernel import Frame, Options, rule
from shapan.mechanics.fire_and_movement.combat import Fighting
from shapan.mechanics.fire_and_movement.journeys import Exits, Journey
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.position import NO_TREK
from shapan.mechanics.fire_and_movement.retreat import Withdrawal, retreat_refusal, retreats, sought_retreats
from shapan.mechanics.fire_and_movement.stacking import stacks
from shapan.mechanics.fire_and_movement.ways import REGULAR, March, may_move
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations

F = TypeVar("F", bound=Frame)


def positions(seed: int, kind: type[F], count: int) -> Iterator[tuple[ShanghaiPosition, F]]:
    """Positions of random games in which this is asked."""
    rng, found, number = Random(seed), 0, 0
    while found < count:
        pos = GAME.start(switches={"ceasefire": False, "historical_setup": True})
        assert isinstance(pos, ShanghaiPosition)
        number += 1
        while pos.outcome is None and found < count:
            if isinstance(pos.top, kind) and rng.random() < 0.4:
                found += 1
                yield pos.copy(), pos.top
            pos.apply(pos.options().sample(rng))


def paths(pos: ShanghaiPosition, way: tuple[int, ...], length: int) -> Iterator[tuple[int, ...]]:
    """Every way of at most so many steps, crooked ones included."""
    yield way
    if length:
        for there in pos.book.beside[way[-1]]:
            yield from paths(pos, (*way, there), length - 1)


@rule("shanghai_incident", "6.2", "7.7", "R-15", "R-53")
@pytest.mark.parametrize("seed", [1, 2])
def test_the_ends_of_retreats_are_those_of_all_lawful_paths(seed: int) -> None:
    for pos, go in positions(seed, Withdrawal, 12):
        for unit in bits(go.left):
            quick = retreats(pos, go, unit)
            assert quick == sought_retreats(pos, go, unit), "what is remembered belongs to this position"
            assert all(retreat_refusal(pos, go, unit, way) is None for way in quick.values())
            tried = [way for way in paths(pos, (pos.place[unit],), go.hexes + 1) if len(way) > 1]
            slow = {way[-1] for way in tried if retreat_refusal(pos, go, unit, way) is None}
            assert slow == {end for end, way in quick.items() if len(way) <= go.hexes + 2}


@rule("shanghai_incident", "14.0", "R-13")
@pytest.mark.parametrize("seed", [3, 4])
def test_redeployment_keeps_clear_of_every_enemy_zone(seed: int) -> None:
    for pos, _ in positions(seed, Moving, 8):
        book = pos.book
        for side in range(2):
            hostile = bits(pos.occupied[1 - side] | pos.held[1 - side] & book.urban)
            zones = set(hostile).union(*(book.beside[here] for here in hostile))
            slow = {here for here in bits(book.playable) if zones & {here, *book.beside[here]}}
            assert slow == set(bits(unsafe(pos, side) & book.playable))


@rule("shanghai_incident", "5.1", "5.1.1", "5.1.2", "6.1")
@pytest.mark.parametrize("seed", [5, 6])
def test_moves_reach_what_a_patient_search_reaches(seed: int) -> None:
    for pos, at in positions(seed, Moving, 6):
        if at.kind != REGULAR:
            continue
        for unit in bits(pos.alive(pos.book.roster[at.side] & ~(pos.moved | pos.book.loose)))[:6]:
            march = March(pos, (unit,), at.kind)
            assert set(bits(march.reach())) == patient(pos, unit)
            assert not march.destinations() & pos.full_for(1 << unit)


def patient(pos: ShanghaiPosition, unit: int) -> set[int]:
    """5.1, 6.1: step by step with the cheapest cost so far, the rules spelt out one by one."""
    book, side = pos.book, pos.book.side_of[unit]
    enemy = set(bits(pos.occupied[1 - side] | pos.garrisoned(1 - side)))
    zone = {there for here in bits(pos.occupied[1 - side]) for there in book.beside[here]}
    shut = enemy | set(bits(pos.closed_to(side)))
    costs, left, start = pos.costs_for(side, pos.mover(1 << unit)), pos.allowance(unit), pos.place[unit]
    best = {start: 0}
    queue = [start]
    while queue:
        here = min(queue, key=best.__getitem__)
        queue.remove(here)
        if here in zone and here != start:
            continue
        for there in book.beside[here]:
            price = costs.step(here, there)
            if price is None or there in shut or (here == start and start in zone and there in zone):
                continue
            if best[here] + price <= left and best[here] + price < best.get(there, left + 1):
                best[there] = best[here] + price
                queue = [*queue, there] if there not in queue else queue
    adjacent = {there for there in book.beside[start] if there not in shut} if left > 0 else set()
    return (set(best) | adjacent) - {start}


@rule("shanghai_incident", "5.3")
def test_no_phase_ends_overstacked() -> None:
    for pos, _ in positions(9, Fighting, 10):
        for here in bits(pos.occupied[0] | pos.occupied[1]):
            stack = [unit for unit in pos.units_in(here) if not pos.book.loose >> unit & 1]
            assert len(stack) <= 2
            if len(stack) == 2:
                assert pos.book.partners[stack[0]] >> stack[1] & 1


@rule("shanghai_incident", "5.3")
@pytest.mark.parametrize("seed", [10, 11])
def test_full_hexes_are_those_in_which_somebody_else_stands_who_may_not_share_them(seed: int) -> None:
    for pos, at in positions(seed, Moving, 8):
        book, place = pos.book, pos.place
        mine = [unit for unit in book.units_of[at.side] if not book.loose >> unit & 1]
        pairs = [(one, two) for one in mine for two in mine if one < two and place[one] == place[two] != OFF]
        for group in [*((unit,) for unit in mine), *pairs]:
            others: dict[int, list[int]] = {}
            for mate in mine:
                if place[mate] != OFF and mate not in group:
                    others.setdefault(place[mate], []).append(mate)
            alone = book.partners[group[0]] if len(group) == 1 else 0
            slow = {here for here, mates in others.items() if len(mates) > 1 or not alone >> mates[0] & 1}
            assert slow == set(bits(pos.full_for(mask_of(group))))


@rule("shanghai_incident", "5.3", "R-55")
@pytest.mark.parametrize("seed", [17, 18])
def test_room_that_is_plainly_made_is_made_by_the_rule(seed: int) -> None:
    seen = 0
    for pos, at in positions(seed, Moving, 10):
        if pos.crowded != OFF:
            continue
        side, book = at.side, pos.book
        ready = bits(pos.alive(book.roster[side] & ~(pos.moved | book.loose)))[:6]
        marches = [
            ShanghaiMarch(pos, (unit,), at.kind) for unit in ready if may_move(pos, side, at.kind, (unit,)) is None
        ]
        far = [Redeployment(pos, (unit,)) for unit in ready if at.kind == REGULAR and eligible(pos, side) >> unit & 1]
        known: Exits = {}
        seen += sum(rooms(march, known) for march in marches)
        known_far: Exits = {}
        seen += sum(rooms(journey, known_far) for journey in far)
    assert seen


def rooms(journey: Journey[Any], known: Exits) -> int:
    """How many ways into full hexes there are, after a comparison of all ways with those that the rule allows."""
    slow = [way for way in journey.candidates() if journey.crowd(way) is None]
    assert list(journey.ends(known)) == slow
    return sum(journey.pos.full_for(journey.group) >> way[-1] & 1 for way in slow)


@rule("shanghai_incident", "12.3", "18.0")
@pytest.mark.parametrize("seed", [12, 13])
def test_quiet_ways_are_tried_sector_by_sector(seed: int) -> None:
    for pos, at in positions(seed, Moving, 12):
        for journey in journeys(pos, at):
            shunned = pos.shunned_by(at.side)
            slow = journey.reach(shunned)
            for sector in pos.sectors_shunned(at.side):
                slow |= journey.reach(shunned & ~sector) & sector
            assert journey.quiet_reach() == slow
            if not journey.priced_ways(slow):
                assert not journey.reach() & ~slow, "every way through hexes with a price is offered"


@rule("shanghai_incident", "11.0", "R-35", "R-57")
@pytest.mark.parametrize("seed", [14, 15, 16])
def test_whatever_a_way_takes_from_the_enemy_is_meant_or_offered_once(seed: int) -> None:
    found = 0
    for pos, at in positions(seed, Moving, 12):
        for journey in journeys(pos, at):
            quiet = journey.quiet_reach() & ~journey.shunned
            offered = Destinations(quiet, journey.gaining_ways(quiet)).rest()
            told = [(way[-1], taken(journey, way), journey.spent_on(way)) for way in offered]
            assert len({(end, gain) for end, gain, _ in told}) == len(told)
            found += len(told)
            for end in bits(quiet):
                way = journey.whole_way(end)
                told.append((end, taken(journey, way), journey.spent_on(way)))
            for (end, gain), cost in every_way(journey).items():
                better = [paid for there, more, paid in told if there == end and not gain & ~more]
                assert better or not gain, "whatever can be taken is"
                assert len(journey.units) == 1 or not gain or min(better) <= cost, "and for no more points"
    assert found


@rule("shanghai_incident", "11.0", "R-35")
@pytest.mark.parametrize("seed", [19, 20])
def test_a_move_that_nobody_watches_takes_what_the_whole_way_takes(seed: int) -> None:
    rng, taken = Random(seed), 0
    for pos, _ in positions(seed, Moving, 40):
        for _ in range(4):
            action = pos.options().sample(rng)
            unseen, seen = pos.copy(), pos.copy()
            unseen.apply(action)
            seen.apply(action, lambda event: None)
            assert unseen.key() == seen.key()
            taken += unseen.held != pos.held
    assert taken


@rule("shanghai_incident", "5.3", "13.6")
def test_units_that_wait_find_room_each_for_itself() -> None:
    found = 0
    for pos, at in positions(21, Refitting, 60):
        waiting = bits(pos.waiting & pos.book.roster[at.side]) if at.side == CHINESE else []
        slow = [(unit, hexes) for unit in waiting if (hexes := entry_hexes(pos, unit))]
        assert entering(pos) == slow or at.side != CHINESE
        full = {unit: pos.full_for(1 << unit) & pos.book.entry for unit in waiting}
        assert all(not hexes & full[unit] for unit, hexes in slow)
        found += any(full.values())
    assert found


def journeys(pos: ShanghaiPosition, at: Moving) -> list[March]:
    """Moves of a few units, and of a few stacks."""
    movers = list(ShanghaiMovement().movers(pos, at))
    return [March(pos, units, at.kind) for units in [*movers[:8], *[units for units in movers if len(units) > 1][:4]]]


def taken(journey: March, way: tuple[int, ...]) -> int:
    """What this way takes from the enemy."""
    return mask_of(way[1:]) & journey.pos.prizes(journey.side)


def every_way(journey: March) -> dict[tuple[int, int], int]:
    """Every end with everything that a way there can take from the enemy, and the least that it costs: hex by hex."""
    field, home = journey.quiet_field(), journey.here
    barred = journey.pos.held_by_staying(journey.group)
    best: dict[tuple[int, int], int] = {}
    waiting = [(home, 0, 0)]
    for here, gain, spent in waiting:  # it grows meanwhile
        onward = field.first(home) if (here, gain, spent) == (home, 0, 0) else field.open_ * (field.go >> here & 1)
        for there in bits(journey.pos.book.around[here] & onward):
            cost = spent + (field.costs.step(here, there) or 99)
            key = (there, gain | 1 << there & journey.pos.prizes(journey.side))
            if cost <= journey.points and cost < best.get(key, 99) and not (barred and there == home):
                best[key] = cost
                waiting.append((*key, cost))
    return best


@rule("shanghai_incident", "5.3")
def test_shared_hexes_are_noted_move_by_move_as_a_count_of_all_units_finds_them() -> None:
    for pos, _ in positions(31, Moving, 30):
        assert_stacks_as_counted(pos)
        for leader in bits(pos.present & pos.book.supports)[:3]:
            guests = bits(pos.present & pos.book.partners[leader])[:2]
            for guest in guests:
                pos.put(guest, pos.place[leader])
                assert_stacks_as_counted(pos)
                assert {leader, guest} in [set(pair) for pair in stacks(pos, pos.present)]
            for guest in guests:
                pos.lift(guest)
                assert_stacks_as_counted(pos)


def assert_stacks_as_counted(pos: ShanghaiPosition) -> None:
    """Who shares a hex, found by looking at every unit."""
    anew = pos.copy()
    anew.derive()
    assert (pos.shared, pos.occupied, pos.present) == (anew.shared, anew.occupied, anew.present)
    assert set(bits(pos.shared)) == {here for here in pos.place if here != OFF and pos.place.count(here) > 1}
    standing = bits(pos.present & ~pos.book.loose)
    for unit in standing:
        assert bits(pos.mates(unit)) == [mate for mate in standing if pos.place[mate] == pos.place[unit]]
    pairs = {
        frozenset((one, two))
        for one in bits(pos.present & pos.book.supports)
        for two in bits(pos.present & pos.mates(one) & pos.book.partners[one])
    }
    assert {frozenset(pair) for pair in stacks(pos, pos.present)} == pairs


@rule("shanghai_incident", "13.1", "14.0")
def test_whether_anybody_can_redeploy_in_a_pause_is_what_the_whole_list_says() -> None:
    answers = set()
    for pos, at in positions(32, Redeploying, 30):
        for moved in (pos.moved, pos.moved | pos.present):
            asked = pos.copy()
            asked.moved = moved
            slow = len(list(Options(redeploy_options(asked, at.side, pause=True)))) > 0
            assert anywhere_to_go(asked, at.side) == slow
            answers.add(slow)
    assert answers == {True, False}


@rule("shanghai_incident", "5.1", "5.1.1", "5.1.2")
def test_whether_anybody_can_move_is_what_the_whole_list_says() -> None:
    answers, phase = set(), ShanghaiMovement()
    for pos, at in positions(33, Moving, 30):
        for moved in (pos.moved, pos.moved | pos.present):
            asked = pos.copy()
            asked.moved, asked.trek = moved, NO_TREK
            slow = len(list(Options(*phase.parts(asked, at)))) > 0
            assert phase.anything_to_do(asked, at) == slow
            answers.add(slow)
    assert answers == {True, False}


@rule("shanghai_incident", "16.4")
def test_where_the_railroad_leads_is_remembered_as_it_is_found_anew() -> None:
    for pos, _ in positions(34, Moving, 20):
        book, zone = pos.book, pos.zone_of(JAPANESE)
        for unit in bits(pos.present & book.loose):
            start = pos.place[unit]
            free = open_line(pos, start, zone)
            slow = fill(book.grid, 1 << start, free, along=book.rail, go=~zone) & ~(1 << start)
            assert line_reach(pos, unit) == slow
