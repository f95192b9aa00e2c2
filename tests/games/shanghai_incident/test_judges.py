"""Slow and obvious judges for what the engine works out quickly: retreats, redeployment, moves, stacking."""

from collections.abc import Iterator
from random import Random
from typing import TypeVar

import pytest
from tests.games.shanghai_incident.table import GAME

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import unsafe
from shapan.ground.hexes import bits
from shapan.kernel import Frame, rule
from shapan.mechanics.fire_and_movement.combat import Fighting
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.retreat import Withdrawal, retreat_refusal, retreats
from shapan.mechanics.fire_and_movement.ways import REGULAR, March

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
