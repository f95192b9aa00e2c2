"""The standard rules of Fire & Movement stand by themselves: a title with data and no exclusive rules plays them."""

from random import Random

from tests.series import GAME
from tests.series.game import Position

from shapan.kernel import Refusal
from shapan.mechanics.fire_and_movement.combat import Joining
from shapan.mechanics.fire_and_movement.retreat import Withdrawal

TITLE = GAME()


def start() -> Position:
    pos = TITLE.start()
    assert isinstance(pos, Position)
    return pos


def case(pos: Position, line: str) -> str:
    refusal = pos.refusal(TITLE.parse(pos, line))
    return "" if refusal is None else refusal.case


def play(pos: Position, *lines: str) -> None:
    for line in lines:
        pos.push(TITLE.parse(pos, line))


def test_random_games_end_and_keep_the_rules() -> None:
    for seed in range(25):
        rng, pos = Random(seed), start()
        while pos.outcome is None:
            action = pos.options().sample(rng)
            assert pos.refusal(action) is None
            pos.apply(action)
            assert not pos.violations()
        assert pos.turn == pos.book.turns


def test_copies_take_the_same_actions_to_the_same_end() -> None:
    rng, pos = Random(3), start()
    while pos.outcome is None:
        twin, action = pos.copy(), pos.options().sample(rng)
        pos.apply(action, lambda event: None)
        twin.apply(action)
        assert twin.key() == pos.key()


def test_the_standard_range_is_limitless_and_either_army_may_have_the_guns() -> None:
    pos = start()
    play(pos, "done")
    assert case(pos, "bombard S-1 0506") == ""
    assert case(pos, "attack R-1 0506") == "7.1"
    play(pos, "bombard S-1 0506")
    assert isinstance(pos.top, Joining)
    assert pos.top.markers == 1
    assert case(pos, "join R-1") == "8.4"


def test_the_refusals_of_the_standard_rules_cite_standard_cases() -> None:
    pos = start()
    assert case(pos, "move R-1 0504") == ""
    assert case(pos, "move R-1 0404") == "5.2"
    assert case(pos, "move B-1 0505") == "4.1"
    assert case(pos, "move R-1 0506") == "5.1"
    play(pos, "move R-1 0504")
    assert case(pos, "move R-1 0503") == "5.1"
    assert case(pos, "attack R-1 0505") == "4.1"
    refusal = pos.refusal(TITLE.parse(pos, "move R-1 0503"))
    assert isinstance(refusal, Refusal)
    assert refusal.text


def test_a_longer_attacker_retreat_is_the_title_s_choice() -> None:
    pos = start()
    pos.put(2, pos.book.grid.index("0505"))
    play(pos, "done", "attack R-C 0506", "resolve", "roll 1")
    assert isinstance(pos.top, Withdrawal)
    assert pos.top.hexes == 2
