"""What is offered and what is allowed are the same, for all that can be said in a word or two, wherever play leads."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.games.shanghai_incident.table import GAME

from shapan.games.shanghai_incident.actions import (
    CEASE_FIRE,
    CONTINUE,
    PAUSE,
    Call,
    Commit,
    Decide,
    Deploy,
    Fortify,
    Interdict,
    Raid,
    Recall,
    Redeploy,
    Restore,
    Snipe,
)
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.ground.hexes import bits, mask_of
from shapan.kernel import Action, rule
from shapan.mechanics.fire_and_movement.actions import Bombard, Done, Perish, Resist, Support
from shapan.mechanics.verbs import Advance, Attack, Halt, Join, Lose, Move, Resolve

OF_EACH_KIND = 2
"""How many positions in which the same side is asked the same."""
CASES = (
    *("7.1", "11.0", "13.1", "13.2", "13.3", "13.4", "13.5", "13.6", "13.7"),
    *("14.0", "15.4", "16.3", "16.4", "17.1", "18.0"),
)


def asked(seed: int) -> Iterator[ShanghaiPosition]:
    """Positions of a random campaign, a few of every kind of decision."""
    rng, seen = Random(seed), Counter[tuple[str, str]]()
    pos = GAME.start(switches={"ceasefire": False})
    assert isinstance(pos, ShanghaiPosition)
    while pos.outcome is None:
        asking = (pos.decision.kind, pos.actor)
        if pos.actor != "dice" and seen[asking] < OF_EACH_KIND and rng.random() < 0.25:
            seen[asking] += 1
            yield pos.copy()
        pos.apply(pos.options().sample(rng))


def words(pos: ShanghaiPosition, rng: Random) -> Iterator[Action]:
    """Everything that names no more than a piece and a hex, as far as these hexes go."""
    book = pos.book
    pieces, names = range(len(book.lexicon.pieces)), range(len(book.members))
    markers = range(book.first_marker, len(book.lexicon.pieces))
    somewhere = [0, *rng.sample(range(book.grid.size), 12), *(here for here in pos.place if here >= 0)]
    hexes = bits(mask_of(somewhere) | book.grid.spread(mask_of(rng.sample(somewhere, 5))))
    yield from (Done(), Halt(), Resolve(), Commit(), *(Decide(course) for course in (CONTINUE, PAUSE, CEASE_FIRE)))
    yield from (Call((name,)) for name in names)
    yield from (kind(piece) for piece in pieces for kind in (Restore, Fortify, Raid, Join, Support, Lose))
    yield from (kind(piece) for piece in pieces for kind in (Resist, Perish, Advance))
    yield from (Snipe(here) for here in hexes)
    yield from (kind(marker, here) for marker in markers for here in hexes for kind in (Interdict, Bombard))
    for unit in rng.sample(pieces, 15):
        yield from (kind(unit, here) for here in hexes for kind in (Deploy, Recall, Attack))
        yield from (kind(unit, (here,)) for here in rng.sample(hexes, 8) for kind in (Move, Redeploy))


@rule("shanghai_incident", *CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_offered_is_what_is_allowed(seed: int) -> None:
    rng = Random(seed)
    for pos in asked(seed):
        offered = pos.options()
        for action in (*words(pos, rng), *(offered.sample(rng) for _ in range(20))):
            allowed = pos.refusal(action) is None
            assert (action in offered) == allowed, f"{GAME.format(pos, action)}: {allowed}"


@rule("shanghai_incident", *CASES)
def test_nothing_automatic_is_left_undone_before_somebody_is_asked() -> None:
    for pos in asked(3):
        before = pos.key()
        pos.settle()
        assert pos.key() == before
