"""1.0 Dice, 7.2 draws: what they are cast for."""

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.dice import PURPOSES, Dice, purpose, roll
from shapan.games.yangtze.fire.hits import replaced, struck
from shapan.games.yangtze.melee.morale import morale_test
from shapan.games.yangtze.vessels.damage import passenger
from shapan.kernel import Roll, rule


@rule("yangtze", "1")
def test_dice_are_cast_one_after_the_other_for_a_purpose() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 5)
    roll(stage.pos, 2, morale_test, squad)
    assert stage.pos.top == ("dice", 2, 0, "morale", (squad,)), "what a snapshot holds"
    stage.pos.apply(Roll(4))
    assert stage.pos.top == Dice(1, 4, "morale", (squad,))
    stage.roll(5)
    assert [event.params["dice"] for event in stage.told("morale_holds")] == [9]


def test_everything_that_dice_are_cast_for_has_its_question() -> None:
    drawn = {struck.name, passenger.name, replaced.name}
    asked = {f"prompt.dice_{name}" for name in set(PURPOSES) - drawn}
    assert asked == {key for key in GAME.texts.texts if key.startswith("prompt.dice_")}


def test_no_two_purposes_share_a_name() -> None:
    with pytest.raises(TypeError, match="morale"):
        purpose("morale")
