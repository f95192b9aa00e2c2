"""Bots play legally, see only what their side may know, and choose the same again for the same seed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.toy import FORD

import shapan
from shapan.bots import ask, bot
from shapan.bots.search import Budget, SearchBot
from shapan.bots.staff import doctrine_of
from shapan.kernel import DICE, Unknown

GAMES_WITH_DOCTRINE = ["mukden", "shanghai_incident", "shanghai_nanking", "taierzhuang", "yangtze"]


def decisions(name: str, seed: int, share: float) -> list[Any]:
    """Positions of a random game in which a side owes a decision."""
    rng, found = Random(seed), []
    pos = shapan.game(name).start()
    while pos.outcome is None:
        if pos.actor != DICE and rng.random() < share:
            found.append(pos.copy())
        pos.apply(pos.options().sample(rng))
    return found


@pytest.mark.parametrize("name", GAMES_WITH_DOCTRINE)
def test_the_staff_has_legal_advice_for_every_decision(name: str) -> None:
    doctrine = doctrine_of(shapan.game(name))
    for pos in decisions(name, 3, 0.4):
        before = pos.key()
        advice = doctrine.advise(pos)
        assert advice
        assert [entry.score for entry in advice] == sorted((entry.score for entry in advice), reverse=True)
        for entry in advice[:6]:
            assert pos.refusal(entry.action) is None, (entry, pos.decision)
            assert pos.book.game.texts.texts[entry.reason]
        assert pos.key() == before
        for side in pos.book.sides:
            assert 0 <= doctrine.value(pos, side) <= 1


@pytest.mark.parametrize("name", GAMES_WITH_DOCTRINE)
@pytest.mark.parametrize("kind", ["random", "staff"])
def test_swapping_hidden_facts_does_not_change_a_choice(name: str, kind: str) -> None:
    for number, pos in enumerate(decisions(name, 5, 0.25)):
        other_world = pos.imagine(pos.actor, Random(number))
        choices = [ask(bot(kind, number), world, Random(11)) for world in (pos, other_world)]
        assert choices[0] == choices[1]


def test_search_chooses_the_same_for_the_same_seed_and_keeps_within_its_budget() -> None:
    budget = Budget(positions=60, width=2, depth=10)
    for pos in decisions("mukden", 8, 0.02):
        choices = [SearchBot(Random(1), budget).choose(pos.imagine(pos.actor, Random(2))) for _ in range(2)]
        assert choices[0] == choices[1]
        assert pos.refusal(choices[0]) is None


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(Unknown, match="unknown bot 'rommel'"):
        bot("rommel", 1)


def test_a_search_without_time_still_answers() -> None:
    hurried = SearchBot(Random(1), Budget(positions=60, depth=4, seconds=0.0))
    for pos in decisions("mukden", 3, 0.03):
        assert pos.refusal(hurried.choose(pos)) is None


def test_a_game_without_doctrine_says_so() -> None:
    with pytest.raises(Unknown, match="unknown doctrine for 'ford'"):
        doctrine_of(FORD)
