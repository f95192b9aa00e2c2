"""The engine against the naive judge: the same moves, overruns, attacks, arrivals and replacements everywhere."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.shanghai_nanking import reference
from tests.games.shanghai_nanking.players import careful, scattered
from tests.games.shanghai_nanking.table import GAME, Position, start

from shapan.games.shanghai_nanking.actions import Overrun
from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.landings import Replacing
from shapan.games.shanghai_nanking.move_phase import Moving, outset_of
from shapan.games.shanghai_nanking.overrun import best_way
from shapan.games.shanghai_nanking.reinforcements import Arriving
from shapan.kernel import Action, rule

JUDGED = frozenset({Moving, Fighting, Arriving, Replacing})


def agree(pos: Position, ref: reference.Reference) -> None:
    ref.read(pos)
    assert sorted(said(pos, ref, action) for action in pos.options()) == ref.options()


def said(pos: Position, ref: reference.Reference, action: Action) -> str:
    """An option as the judge lists it: an overrun by what it stands for, since equal ways may be many."""
    if not isinstance(action, Overrun):
        return GAME.format(pos, action)
    path = action.path if len(action.path) > 1 else best_way(pos, outset_of(pos, action.unit), action.path[0])
    return ref.priced(pos.book.lexicon.pieces[action.unit], [pos.book.grid.name(here) for here in path])


@pytest.mark.parametrize("seed", range(4))
@rule("shanghai_nanking", "7.1", "7.2", "8.2", "8.3", "9.0", "9.4", "9.6", "10.0")
def test_options_agree_in_scattered_armies(seed: int) -> None:
    rng, ref = Random(seed), reference.start(GAME)
    pos = scattered(seed)
    judged = 0
    for _ in range(260):
        if pos.outcome or judged > 14:
            break
        if type(pos.top) in JUDGED and rng.random() < 0.3:
            agree(pos, ref)
            judged += 1
        pos.push(careful(pos, rng))


def test_options_agree_through_a_game() -> None:
    rng, ref = Random(5), reference.start(GAME)
    pos = start()
    for number in range(400):
        if pos.outcome:
            break
        if type(pos.top) in JUDGED and number % 9 == 0:
            agree(pos, ref)
        pos.push(careful(pos, rng))


def test_destinations_of_the_whole_army_agree() -> None:
    ref = reference.start(GAME)
    for seed in range(3):
        pos = scattered(seed + 40)
        ref.read(pos)
        ref.acted = set()
        for number, side in enumerate(GAME.sides):
            names = pos.book.lexicon.pieces
            fast = {names[unit]: set(pos.book.grid.names(hexes)) for unit, hexes in pos.reach_of(number).items()}
            assert fast == reference.reach(ref, side)
