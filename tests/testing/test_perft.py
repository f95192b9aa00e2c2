"""Perft of the example, whose numbers can be counted by hand."""

from __future__ import annotations

from itertools import product

import pytest
from tests.kernel.play import DEAL, after
from tests.toy import FORD

from shapan.kernel import ShapanError
from shapan.testing import divide, midgame, perft

DECK = {1: 3, 2: 3, 3: 2}


def test_dice_are_branches() -> None:
    """The first four decisions are cards of the deck, of which there are three, three and two."""
    for depth in range(5):
        deals = [deal for deal in product(DECK, repeat=depth) if all(deal.count(card) <= DECK[card] for card in DECK)]
        assert perft(FORD.start(), depth) == len(deals)


def test_equal_cards_are_one_answer_and_a_finished_game_has_none() -> None:
    pos = after(*DEAL)
    assert perft(pos, 1) == len(set(pos.hands[0]))
    assert perft(pos, 2) == len(set(pos.hands[0])) * len(set(pos.hands[1]))
    over = after(*DEAL, "capitulate red")
    assert (perft(over, 0), perft(over, 1), perft(over, 2)) == (1, 0, 0)


def test_counting_changes_nothing() -> None:
    pos = after(*DEAL)
    before = pos.key()
    perft(pos, 4)
    divide(pos, 3)
    assert pos.key() == before


def test_the_shares_add_up() -> None:
    pos = midgame(FORD, 6)
    assert sum(divide(pos, 4).values()) == perft(pos, 4)
    assert set(divide(pos, 1).values()) == {1}


def test_the_same_seed_leads_to_the_same_midgame() -> None:
    assert midgame(FORD, 6).key() == midgame(FORD, 6).key()
    assert {midgame(FORD, 6, seed).key() for seed in range(5)} != {midgame(FORD, 6).key()}
    assert midgame(FORD, 12, scenario="dusk").outcome is None


def test_a_midgame_that_no_game_reaches_is_told() -> None:
    with pytest.raises(ShapanError, match="20 random games of ford ended within 500 decisions"):
        midgame(FORD, 500)
