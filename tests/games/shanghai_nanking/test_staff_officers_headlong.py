"""The headlong officer (9.6): he overruns the last Chinese next to Shanghai, and again when that fails (4.2)."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import GAME, THIRD, Position, asked, at, roll, table, where

from shapan.games.shanghai_nanking.move_phase import Moving
from shapan.games.shanghai_nanking.overrun import Onward
from shapan.games.shanghai_nanking.sequence import Planning
from shapan.games.shanghai_nanking.sides import JAPANESE
from shapan.games.shanghai_nanking.staff import Staff
from shapan.games.shanghai_nanking.staff.japanese import by_every_approach
from shapan.games.shanghai_nanking.staff.officers import HEADLONG, VANGUARD
from shapan.games.shanghai_nanking.staff.overrun import forecast, weigh_overrun
from shapan.games.shanghai_nanking.staff.picture import Picture
from shapan.games.shanghai_nanking.staff.stand import assignments
from shapan.games.shanghai_nanking.staff.temper import JAPANESE_STAFF, Temper
from shapan.kernel import DICE, rule
from shapan.kernel.staff import Advice

STAFF = Staff()
OFFICER = STAFF.officers("japanese")["headlong"]
LAST_STAND = {
    "3512": "JSNLF1 JSNLF2 JG-Shanghai",
    "3611": "JSNLF3 JG-A",
    "3411": "J9-7",
    "3412": "J9-19",
    "3511": "J9-35",
    "3712": THIRD,
    "3612": "CD36 CD88",
    "2410": "CG-Suzhou",
    "0202": "CG-Nanking",
}
"""Two divisions, of two steps each, are the last Chinese next to Shanghai."""


def best(pos: Position, staff: Staff = OFFICER) -> Advice:
    return staff.advise(pos)[0]


def roll_on(pos: Position, face: int) -> None:
    """Follow the officer through an attempt in which every die of a battle falls like this."""
    while pos.outcome is None and (pos.actor == DICE or not asked(pos, Moving, Onward, Planning)):
        if pos.actor == DICE:
            roll(pos, face)
        else:
            pos.push(best(pos).action)


@rule("shanghai_nanking", "4.2")
@pytest.mark.parametrize(("turn", "charges"), [(3, False), (4, True), (5, True), (6, False), (7, True)])
def test_he_moves_twice_when_it_counts_who_is_left_next_to_shanghai(turn: int, charges: bool) -> None:
    pos = table("japanese_plan", turn=turn, units=LAST_STAND)
    assert (best(pos).reason == "reason.charge") is charges
    if charges:
        assert GAME.format(pos, best(pos).action) == "plan move-move"


def test_he_sees_no_reason_for_it_when_nobody_is_there() -> None:
    units = {where: names for where, names in LAST_STAND.items() if where != "3612"}
    pos = table("japanese_plan", turn=7, units={**units, "3014": "CD57"})
    assert best(pos).reason != "reason.charge"


@rule("shanghai_nanking", "9.6")
def test_he_tries_again_until_the_hex_is_empty() -> None:
    pos = table(turn=5, units=LAST_STAND, plan="move-move")
    assert best(pos).reason == "reason.insist"
    assert GAME.texts.say(best(pos).reason, best(pos).params).startswith("Overrun 3612, first at ")
    pos.push(best(pos).action)
    roll_on(pos, 1)
    assert asked(pos, Onward), "the first attempt has not emptied the hex"
    assert where(pos, "CD36") == where(pos, "CD88") == "3612"
    assert best(pos).reason == "reason.insist"
    pos.push(best(pos).action)
    roll_on(pos, 6)
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("japanese", "4.2")


def test_the_plain_staff_overruns_nobody_so_strong() -> None:
    pos = table(turn=5, units=LAST_STAND, plan="move-move")
    assert not any(GAME.format(pos, entry.action).startswith("overrun") for entry in STAFF.advise(pos))


@rule("shanghai_nanking", "9.6")
def test_more_points_mean_more_attempts_and_a_better_chance() -> None:
    pos = table(turn=5, units=LAST_STAND, plan="move-move")
    picture = Picture(pos, JAPANESE, HEADLONG)
    here, target = at("3712"), at("3612")
    stack = picture.stacks[JAPANESE][here]
    chances = [forecast(picture, here, target, stack, points).clear for points in (4, 8, 10, 16)]
    assert chances[0] == 0.0, "what entering costs has to be left"
    assert chances == sorted(set(chances))
    once = weigh_overrun(Picture(pos, JAPANESE, JAPANESE_STAFF), here, target, stack, 16)
    assert once.clear < chances[-1]
    assert once.reason == "reason.overrun"


@rule("shanghai_nanking", "9.6", "10.4.1")
def test_every_approach_is_weighed_and_the_one_round_the_creek_comes_first() -> None:
    pos = table(units={"3212": THIRD, "3211": "CD13", "3512": "JSNLF1"})
    picture = Picture(pos, JAPANESE, JAPANESE_STAFF)
    found = list(by_every_approach(picture, at("3211"), picture.stacks[JAPANESE][at("3212")], 0.0))
    assert [GAME.format(pos, advice.action) for advice in found] == ["overrun J3-6 3211", "overrun J3-6 3212-3211"]
    assert [advice.params["odds"] for advice in found] == ["6:1", "4:1"]
    assert found[0].score > found[1].score


@rule("shanghai_nanking", "4.2", "4.3")
def test_a_vanguard_sends_a_part_of_the_army_towards_the_cities_while_shanghai_is_contested() -> None:
    pos = table(turn=3, units=LAST_STAND | {"3410": "J11-12 J11-43 J11-22 J11-44", "3310": "J101-101"})

    def goals(temper: Temper) -> set[int]:
        picture = Picture(pos, JAPANESE, temper)
        known = picture.ground.march
        ways = [id(way) for way in assignments(picture).values()]
        return {goal for goal, way in known.items() if id(way) in ways}

    cities = set(Picture(pos, JAPANESE, VANGUARD).ground.goals_outside(pos.japanese_held))
    assert not goals(HEADLONG) & cities
    assert goals(VANGUARD) & cities
    assert at("3612") in goals(VANGUARD), "and the others go for the hexes next to Shanghai"
