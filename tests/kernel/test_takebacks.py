"""Take-backs, and a match brought back from its record."""

from __future__ import annotations

from random import Random

import pytest
from tests.server.parlour import Bid
from tests.server.trio import GAME as TRIO

from shapan.games import game
from shapan.kernel import BadRecord, Capitulate, Match, Record, Referee, Refusal


def played(actions: int, **switches: bool) -> Match:
    """A match of some random actions and the rolls after them."""
    match = Match(game("mukden"), None, switches, Referee(7))
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


def rolled(match: Match) -> None:
    """Play on until the last action is a roll of the dice."""
    rng = Random(1)
    while match.record.moves[-1][0] != "dice":
        match.push(match.position.options().sample(rng))
        match.roll()


def test_nobody_undoes_dice_alone_and_nothing_after_the_end() -> None:
    match = played(1)
    rolled(match)
    side = game("mukden").sides[0]
    with pytest.raises(Refusal, match="dice have been rolled"):
        match.undo(side)
    quiet(match)
    match.push(Capitulate(side))
    with pytest.raises(Refusal, match="the game is over"):
        match.undo(side)
    with pytest.raises(Refusal, match="the game is over"):
        match.go_back(0, side)


def test_dice_are_taken_back_by_consent_and_fall_anew() -> None:
    match = played(20, takebacks_by_consent=True)
    rolled(match)
    first, second = game("mukden").sides
    rolls, length = match.rolls, len(match.record)
    back = next(at for at in reversed(range(length)) if match.record.moves[at][0] != "dice")
    before = match.record.replay(back).key()
    match.ask_takeback(first, back)
    assert match.asked is not None
    assert match.asked.known
    match.answer_takeback(second, True)
    assert (match.position.key(), len(match.record)) == (before, back)
    assert match.rolls == rolls, "no roll of the stream is used twice"
    assert match.record.skipped == {back: length - 1 - back}
    refusal = match.undo_refusal(match.record.moves[-1][0])
    assert refusal is not None, "what became known before is not undone alone either"


def finished(match: Match) -> None:
    rng = Random(3)
    for _ in range(80):
        match.push(match.position.options().sample(rng))
        match.roll()
    match.push(Capitulate(game("mukden").sides[0]))


def test_a_record_with_dice_taken_back_proves_every_roll_all_the_same() -> None:
    match = played(20, takebacks_by_consent=True)
    for back in (8, 14, 5):
        rolled(match)
        match.go_back(min(back, len(match.record) - 1), game("mukden").sides[0])
    finished(match)
    text = match.record.dumps()
    assert "taken back: " in text
    again = Record.loads(text)
    assert again.dumps() == text
    assert again.verify().key() == match.position.key()
    cheated = Record.loads(text)
    cheated.skipped.clear()
    with pytest.raises(BadRecord, match="should be"):
        cheated.verify()


@pytest.mark.parametrize("text", ["no rolls", "0 rolls", "2", "-1 rolls", "2 rolls now"])
def test_a_record_says_how_many_rolls_were_taken_back(text: str) -> None:
    match = played(3)
    with pytest.raises(BadRecord, match="rolls taken back"):
        Record.loads(match.record.dumps() + f"taken back: {text}\n")


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


def test_all_other_sides_have_to_agree_however_many_there_are() -> None:
    match = Match(TRIO, referee=Referee(7))
    match.roll()
    match.push(Bid(0))
    length = len(match.record)
    match.ask_takeback("white", length - 1)
    match.answer_takeback("black", True)
    match.answer_takeback("black", True)
    assert len(match.record) == length, "however often one of them says so"
    match.answer_takeback("umpire", False)
    assert match.asked is None
    match.ask_takeback("white", length - 1)
    match.answer_takeback("umpire", True)
    match.answer_takeback("black", True)
    assert (len(match.record), match.asked) == (length - 1, None)
