"""Slow and obvious judges of the quick functions, on positions of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from tests.games.taierzhuang.table import GAME

from shapan.games.taierzhuang.actions import (
    Assault,
    Call,
    Decline,
    Destroy,
    Discard,
    Fire,
    Hit,
    Keep,
    Pay,
    PlaceUnits,
    Play,
    Rest,
    Retreat,
    Rout,
)
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.movement import can_march
from shapan.games.taierzhuang.retreats import destinations
from shapan.games.taierzhuang.supply import supplied
from shapan.games.taierzhuang.ways import entry_cost, reach, step_refusal
from shapan.ground.areas import bits
from shapan.kernel import DICE, Action, rule
from shapan.mechanics.verbs import Flip, Halt, Pass


def positions(seed: int) -> Iterator[Position]:
    """Quiet positions of a random game, one in twenty."""
    rng = Random(seed)
    pos = GAME.start()
    assert isinstance(pos, Position)
    while pos.outcome is None:
        if pos.decision.kind == "impulse" and rng.random() < 0.05:
            yield pos
        pos.apply(pos.options().sample(rng))


def by_walking(pos: Position, side: int, group: int, here: int, left: int) -> set[int]:
    """Every area that some path of legal steps ends in."""
    found: set[int] = set()
    todo = [(here, left, False)]
    while todo:
        spot, points, moved = todo.pop()
        for there in range(pos.book.place_count):
            if step_refusal(pos, side, group, (spot, there), points, moved) is None:
                found.add(there)
                todo.append((there, points - entry_cost(pos, side, group, there), True))
    return found - {here}


@rule("taierzhuang", "7.1", "7.1.1", "7.1.2")
def test_the_quick_reach_finds_what_walking_finds() -> None:
    judged, rng = 0, Random(7)
    for pos in positions(21):
        for side in (0, 1):
            for here in range(pos.book.place_count):
                ready = bits(can_march(pos, pos.ready_in(side, here)))
                if ready:
                    group = sum(1 << unit for unit in rng.sample(ready, rng.randint(1, min(len(ready), 4))))
                    left = pos.allowance(group)
                    ways = reach(pos, side, group, here, left)
                    assert set(ways) == by_walking(pos, side, group, here, left)
                    judged += 1
    assert judged > 100


@rule("taierzhuang", "7.1", "7.1.1")
def test_every_path_that_is_offered_is_legal_step_by_step() -> None:
    for pos in positions(22):
        for here in range(pos.book.place_count):
            group = pos.ready_in(0, here)
            for path in reach(pos, 0, group, here, pos.allowance(group)).values() if group else ():
                left, moved = pos.allowance(group), False
                for before, there in pairwise(path):
                    assert step_refusal(pos, 0, group, (before, there), left, moved) is None
                    left, moved = left - entry_cost(pos, 0, group, there), True


@rule("taierzhuang", "6.3", "R-52")
def test_supply_is_what_following_the_links_by_name_gives() -> None:
    sheet = GAME.book().map
    pairs = {frozenset((sheet.ids[a], sheet.ids[b])) for kind in ("land", "bridge") for a, b in sheet.links[kind]}
    for pos in positions(23):
        held = {name for at, name in enumerate(sheet.ids) if pos.book.areas >> at & 1 and pos.units_in(0, at)}
        reached = held & {"W", "X"}
        while more := {name for name in held - reached if any(frozenset((name, at)) in pairs for at in reached)}:
            reached |= more
        assert set(sheet.names(supplied(pos))) == reached


@rule("taierzhuang", "8.0", "11.0")
def test_retreats_go_to_the_best_class_by_name() -> None:
    sheet = GAME.book().map
    kinds = {0: ("land", "bridge"), 1: ("land", "bridge", "canal", "vertex")}
    for pos in positions(24):
        for side in (0, 1):
            for area in range(pos.book.area_count):
                near = [at for at in range(25) if sheet.kind(area, at) in kinds[side] and pos.strength(side, at) < 10]
                free = [at for at in near if not pos.strength(1 - side, at)]
                more = [at for at in near if pos.strength(side, at) > pos.strength(1 - side, at)]
                own = [at for at in range(25, 30) if sheet.kind(area, at) and sheet.ids[at][0] == "JC"[side]]
                assert destinations(pos, side, area) == (free or more or own)


# --- what is offered and what is allowed -------------------------------------------------------------

EVERYTHING = {name: True for name, switch in GAME.switches.items() if switch.values == (False, True)}


def simple(pos: Position, rng: Random) -> Iterator[Action]:
    """Every action that names at most one chit, one place and one of a few units, some of them offered."""
    book = pos.book
    units = {unit for roster in book.roster for unit in rng.sample(bits(roster), 6)}
    units.update(unit for action in list(pos.options())[::7] for unit in getattr(action, "units", ())[:1])
    places, chits = range(book.place_count), range(book.first_chit, book.first_chit + len(book.chits))
    yield from (Pass(), Halt(), Decline(), Keep(), *(Rest(place) for place in places))
    for chit in chits:
        yield from (Play(chit), Pay(chit), Discard(chit), *(Call(chit, place) for place in places))
    for unit in sorted(units):
        yield from (Flip(unit), Destroy(unit), Rout(unit), Hit(unit))
        for place in places:
            yield from (Retreat(unit, place), PlaceUnits(place, (unit,)))
            yield from (Fire(place, (unit,)), Assault(place, (unit,)))


@pytest.mark.parametrize("switches", [{}, EVERYTHING], ids=["none", "all"])
@rule("taierzhuang", "2.3", "3.1", "3.2", "5.2", "5.3", "6.0", "6.1", "6.2", "12.5", "12.8")
@rule("taierzhuang", "7.0", "7.2", "7.2.1", "7.4", "8.0", "11.0")
def test_what_is_offered_is_what_is_allowed_whatever_is_asked(switches: dict[str, bool]) -> None:
    rng, judged = Random(2), Counter[str]()
    pos = GAME.start(None, switches)
    assert isinstance(pos, Position)
    while pos.outcome is None:
        asked = pos.decision.kind
        if judged[asked] < 3 and pos.actor != DICE and rng.random() < 0.2:
            judged[asked] += 1
            offered = set(pos.options())
            for action in simple(pos, rng):
                assert (pos.refusal(action) is None) == (action in offered), action
        pos.apply(pos.options().sample(rng))
    assert len(judged) > 12
