"""Take-backs, and a match brought back from its record."""

from __future__ import annotations

from random import Random

import pytest

from shapan.games import game
from shapan.kernel import Capitulate, Match, Referee, Refusal


def played(actions: int, **options: bool) -> Match:
    """A match of some random actions and the rolls after them."""
    match = Match(game("mukden"), None, options, Referee(7))
    rng = Random(7)
    for _ in range(actions):
        match.push(match.position.options().sample(rng))
        match.roll()
    return match


def quiet(match: Match) -> None:
    """Play on until the last action is a player's."""
    rng = Random(8)
    while match.record.moves[-1][0] == "dice":
        match.push(match.position.options().sample(rng))
        match.roll()


def test_a_match_is_brought_back_from_its_record() -> None:
    match = played(80)
    again = Match(game("mukden"), referee=Referee(7))
    for _, text in match.record.moves:
        again.push_again(text)
    assert again.position.key() == match.position.key()
    assert again.rolls == match.rolls
    assert again.record.dumps() == match.record.dumps()


def test_undo_says_why_not() -> None:
    match = played(0)
    first, second = game("mukden").sides
    refusal = match.undo_refusal(first)
    assert refusal is not None
    assert (refusal.key, refusal.text) == ("refusal.takeback_nothing", "there is nothing to take back")
    match = played(30)
    quiet(match)
    author = match.record.moves[-1][0]
    other = second if author == first else first
    refusal = match.undo_refusal(other)
    assert refusal is not None
    assert refusal.key == "refusal.takeback_consent"
    before = len(match.record)
    assert match.undo_refusal(author) is None
    match.undo(author)
    assert len(match.record) == before - 1
    assert match.record.remarks[before - 1][-1].startswith(f"# taken back by {author}")


def test_nothing_is_taken_back_over_dice_or_after_the_end() -> None:
    match = played(1)
    while match.record.moves[-1][0] != "dice":
        match.push(match.position.options().sample(Random(1)))
        match.roll()
    side = game("mukden").sides[0]
    with pytest.raises(Refusal, match="dice have been rolled"):
        match.undo(side)
    with pytest.raises(Refusal, match="dice have been rolled"):
        match.go_back(0, side)
    quiet(match)
    match.push(Capitulate(side))
    with pytest.raises(Refusal, match="the game is over"):
        match.undo(side)


def test_take_backs_by_consent() -> None:
    match = played(30)
    quiet(match)
    author = match.record.moves[-1][0]
    with pytest.raises(Refusal, match="not agreed"):
        match.ask_takeback(author, len(match.record) - 1)
    match = played(30, takebacks_by_consent=True)
    quiet(match)
    author = match.record.moves[-1][0]
    other = next(side for side in game("mukden").sides if side != author)
    length = len(match.record)
    match.ask_takeback(author, length - 1)
    with pytest.raises(Refusal):
        match.answer_takeback(author, True)
    match.answer_takeback(other, False)
    assert len(match.record) == length
    match.ask_takeback(author, length - 1)
    match.answer_takeback(other, True)
    assert len(match.record) == length - 1
    assert match.asked is None
