"""The fast engine against the naive one: same decisions, same options, same state, all through random games."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from tests.games.mukden import reference
from tests.games.mukden.reference import Reference, n

import shapan
from shapan.games.mukden.alternation import Moving
from shapan.kernel import rule

GAME = shapan.game("mukden")


SPELT = re.compile(r" \d{4}-")
"""A move with its whole way: the naive engine lists ends only."""


def texts(pos: Any) -> list[str]:
    return [GAME.format(pos, action) for action in pos.options()]


def assert_same(pos: Any, ref: Reference) -> None:
    names, places = pos.book.lexicon.pieces, pos.book.lexicon.places
    where = {unit: places[at] if at >= 0 else None for unit, at in zip(names, pos.place, strict=True)}
    assert where == {unit: n(at) if at else None for unit, at in ref.where.items()}
    assert dict(zip(names, pos.steps, strict=True)) == ref.steps
    assert {unit for i, unit in enumerate(names) if pos.place[i] >= 0 and pos.disrupted >> i & 1} == ref.down
    assert pos.lost == (ref.lost["japanese"], ref.lost["russian"])
    assert {places[at]: ref_side == "japanese" for at, ref_side in _control(pos, ref)} == {
        n(at): side == "japanese" for at, side in ref.held.items()
    }
    for at, stack in ref.stacks.items():
        assert [names[unit] for unit in pos.stack_in(pos.book.grid.index(n(at)))] == stack
    assert (pos.turn, pos.markers, pos.actor) == (ref.turn, ref.markers, ref.actor)


def _control(pos: Any, ref: Reference) -> list[tuple[int, str]]:
    sides = pos.book.sides
    critical = [pos.book.grid.index(n(at)) for at in ref.held]
    return [(at, sides[0] if pos.japanese_held >> at & 1 else sides[1]) for at in critical]


@pytest.mark.parametrize("seed", range(6))
def test_the_fast_engine_agrees_with_the_naive_one_through_a_whole_game(seed: int) -> None:
    rng = Random(seed)
    pos, ref = GAME.start(), reference.start(GAME)
    while pos.outcome is None:
        assert reference.marching(ref) == isinstance(pos.top, Moving)
        options = pos.options()
        if rng.random() < 0.25:
            assert sorted(text for text in texts(pos) if not SPELT.search(text)) == sorted(ref.options())
        action = options.sample(rng)
        reference.follow(ref, pos, action)
        pos.push(action)
        assert_same(pos, ref)
    assert ref.winner == (pos.outcome.winner, pos.outcome.case)


@pytest.mark.parametrize("seed", range(4))
@rule("mukden", "6.1", "7.1", "7.6", "8.0", "8.3", "8.4")
def test_destinations_agree_for_the_whole_army_in_scattered_positions(seed: int) -> None:
    """Units thrown onto the map at random meet zones, rivers and passes that no opening shows."""
    rng = Random(seed)
    for _ in range(6):
        pos: Any = GAME.start()
        ref = reference.start(GAME)
        for action in ("declare movement", "roll 1"):
            reference.follow(ref, pos, GAME.parse(pos, action))
            pos.push(GAME.parse(pos, action))
        free = rng.sample(sorted(pos.book.lexicon.places), len(pos.place))
        for unit in range(len(free)):
            pos.lift(unit)
            ref.take(pos.book.lexicon.pieces[unit])
        for unit, here in enumerate(free):
            pos.put(unit, here)
            ref.put(pos.book.lexicon.pieces[unit], reference.h(pos.book.lexicon.places[here]))
        for number, side in enumerate(GAME.sides):
            fast = {
                pos.book.lexicon.pieces[unit]: set(pos.book.grid.names(mask))
                for unit, mask in pos.reach_of(number).items()
            }
            assert fast == reference.reach(ref, side)
