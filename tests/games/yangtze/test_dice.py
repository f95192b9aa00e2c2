"""1.0 Dice, 7.2 draws: what they are cast for."""

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.dice import Dice, Draw, Lot, Stake, roll, tag_of
from shapan.games.yangtze.fire.aimed import AtFigure, AtHull
from shapan.games.yangtze.fire.artillery import RoundLands
from shapan.games.yangtze.fire.hits import Struck, ToHit
from shapan.games.yangtze.fire.volley import Blast, Hit, Shot, Strikes, Volley
from shapan.games.yangtze.melee.morale import MoraleTest
from shapan.kernel import Frame, Roll, rule


@rule("yangtze", "1")
def test_dice_are_cast_one_after_the_other_for_what_is_at_stake() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    stage.row(squad, 500, 500, 5)
    roll(stage.pos, 2, MoraleTest(squad))
    assert stage.pos.top == Dice(2, 0, MoraleTest(squad))
    stage.pos.apply(Roll(4))
    assert stage.pos.top == Dice(1, 4, MoraleTest(squad))
    stage.roll(5)
    assert [event.params["dice"] for event in stage.told("morale_holds")] == [9]


def test_everything_that_dice_are_cast_for_has_its_question() -> None:
    asked = {f"prompt.dice_{tag_of(kind)}" for kind in Stake.__subclasses__()}
    assert asked == {key for key in GAME.texts.texts if key.startswith("prompt.dice_")}


def test_no_two_things_at_stake_share_a_name() -> None:
    for base in (Stake, Lot):
        tags = [tag_of(kind) for kind in base.__subclasses__()]
        assert len(tags) == len(set(tags)) > 1


BLAST = Blast(None, None, 1, 2, Strikes.BULLETS, "rifle", course=90)
WHO = bare().pos.book
FRAMES = [
    Dice(2, 0, MoraleTest(WHO.every_unit[3])),
    Dice(1, 0, RoundLands(BLAST, AtHull(WHO.every_unit[2]), 5, 4)),
    Draw(tuple(WHO.everyone[:3]), Struck(BLAST, True)),
    Volley((BLAST,), (Shot(AtFigure(WHO.everyone[7]), 4, True),), 0, (Hit(AtHull(WHO.every_unit[1])),)),
]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: type(frame).__name__)
def test_what_is_at_stake_comes_back_from_a_snapshot_as_it_was(frame: Frame) -> None:
    """By class and field name, all the way down."""
    pos = GAME.start("s2_mission_rescue")
    pos.then(Dice(1, 0, ToHit()), frame)
    again = GAME.from_json(pos.to_json())
    assert again.key() == pos.key()
    assert repr(list(again.frames())[1]) == repr(frame)
