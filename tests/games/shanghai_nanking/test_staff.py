"""The staff officer knows what decides the campaign, and says why."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.shanghai_nanking.table import ELEVENTH, GAME, THIRD, Position, asked, do, start, table

from shapan.bots import ask, bot
from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.interdiction import Interdicting
from shapan.games.shanghai_nanking.landings import Landing, Replacing
from shapan.games.shanghai_nanking.move_phase import Moving
from shapan.games.shanghai_nanking.reinforcements import Arriving
from shapan.games.shanghai_nanking.sequence import Planning
from shapan.games.shanghai_nanking.sides import CHINESE
from shapan.games.shanghai_nanking.staff import Staff
from shapan.kernel import DICE, rule
from shapan.kernel.staff import Advice

STAFF = Staff()
AT_SHANGHAI = {"3512": "JSNLF1 JSNLF2 JG-Shanghai", "3611": "JSNLF3 JG-A"}
CITIES = {"2410": "CG-Suzhou", "1824": "CG-K", "1102": "CG-L", "0202": "CG-Nanking"}


def best(pos: Position) -> Advice:
    return STAFF.advise(pos)[0]


def said(pos: Position) -> str:
    """The best advice as a player would type it."""
    return GAME.format(pos, best(pos).action)


@rule("shanghai_nanking", "4.3")
def test_the_japanese_enter_a_city_that_lies_open() -> None:
    pos = table(turn=10, units={**AT_SHANGHAI, "2412": THIRD, "0202": "CG-Nanking"})
    assert best(pos).reason == "reason.take_city"
    assert said(pos).endswith("2410")


@rule("shanghai_nanking", "4.2")
def test_the_last_chinese_unit_at_shanghai_stays_until_turn_6() -> None:
    units = {**AT_SHANGHAI, "3612": "CD57", "0202": "CG-Nanking"}
    pos = table("chinese_first", turn=4, units=units, plan="move-move")
    while pos.top == Moving(CHINESE) and pos.outcome is None:
        pos.push(best(pos).action)
    assert pos.outcome is None
    assert any(pos.book.key_area >> pos.place[unit] & 1 for unit in pos.on_map(CHINESE))


@rule("shanghai_nanking", "4.1")
def test_a_chinese_unit_that_can_reach_shanghai_on_turn_8_goes_there() -> None:
    units = {**AT_SHANGHAI, "3414": "CD57", "0202": "CG-Nanking"}
    pos = table("chinese_first", turn=8, units=units, plan="move-move")
    assert best(pos).reason == "reason.shanghai"
    pos.push(best(pos).action)
    assert pos.outcome is not None
    assert pos.outcome.winner == "chinese"


@rule("shanghai_nanking", "4.1")
def test_the_chinese_walk_back_to_shanghai_in_two_moves() -> None:
    units = {**AT_SHANGHAI, "2814": "CD57", "0202": "CG-Nanking"}
    pos = table("chinese_plan", turn=9, units=units)
    assert said(pos) == "plan move-move"


@rule("shanghai_nanking", "4.1")
def test_the_japanese_fill_the_holes_next_to_shanghai_before_turn_8() -> None:
    units = {**AT_SHANGHAI, "3310": THIRD, "3014": "CD57", **CITIES}
    pos = table(turn=7, units=units, plan="move-fight")
    assert best(pos).reason == "reason.guard"
    while asked(pos, Moving):
        pos.push(best(pos).action)
    empty = pos.book.key_area & pos.book.terrain.enterable & ~pos.occupied[1]
    assert not empty


@rule("shanghai_nanking", "10.3")
def test_nobody_attacks_at_bad_odds() -> None:
    units = {**AT_SHANGHAI, "3209": "J11-12", "3208": "CD11 CD14", "3612": "CD57", "0202": "CG-Nanking"}
    pos = table(turn=6, units=units, plan="fight-fight", reduced="J11-12")
    while asked(pos, Fighting):
        assert not said(pos).startswith("attack J11-12")
        pos.push(best(pos).action)
        while pos.actor == DICE or not isinstance(
            pos.top, Fighting | Planning | Replacing | Landing | Moving | Arriving
        ):
            pos.push(pos.chances().at(0) if pos.actor == DICE else best(pos).action)


@rule("shanghai_nanking", "10.5")
def test_a_good_attack_is_made_and_its_reason_tells_odds_and_chance() -> None:
    units = {**AT_SHANGHAI, "3309": f"{THIRD} JDet-Amaya", "3208": "CD13", "3014": "CD57", **CITIES}
    pos = table(turn=6, units=units, plan="fight-fight")
    advice = best(pos)
    assert advice.reason == "reason.attack"
    assert advice.params["hex"] == "3208"
    assert GAME.texts.say(advice.reason, advice.params).startswith("Attack 3208 at ")
    pos.push(advice.action)
    assert {entry.reason for entry in STAFF.advise(pos)} <= {"reason.join", "reason.commit"}


@rule("shanghai_nanking", "11.2")
def test_interdiction_takes_few_strong_units() -> None:
    units = {**AT_SHANGHAI, "3612": "CD57", "0202": "CG-Nanking"}
    pos = table("chinese_reinforcements", turn=4, units=units)
    do(pos, "pass")
    pos.push(pos.chances().at(2))
    assert asked(pos, Interdicting)
    assert said(pos).split()[1] in ("CD9", "CD18")


@rule("shanghai_nanking", "6.3")
def test_advice_does_not_depend_on_what_lies_under_the_top_counter() -> None:
    pos = table(turn=6, units={**AT_SHANGHAI, "3309": ELEVENTH, "3208": "CD13 CD34 CD15", "3412": "CD16 CD102 CD40"})
    for seed in range(6):
        world = pos.imagine("japanese", Random(seed))
        assert [entry.action for entry in STAFF.advise(world)] == [entry.action for entry in STAFF.advise(pos)]


def test_every_reason_is_in_the_catalogue_with_all_its_words() -> None:
    """A game of staff against staff, every fifth decision."""
    rng, pos, count = Random(4), start(), 0
    players = {side: bot("staff:plain", side) for side in pos.book.sides}
    while pos.outcome is None:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        count += 1
        if count % 5 == 0:
            for entry in STAFF.advise(pos):
                assert entry.reason in GAME.texts.texts
                assert GAME.texts.holes(entry.reason) <= set(entry.params), entry
        pos.apply(ask(players[pos.actor], pos, rng))


@pytest.mark.parametrize("side", ["chinese", "japanese"])
def test_the_chances_of_both_sides_add_up(side: str) -> None:
    pos = start()
    other = next(name for name in pos.book.sides if name != side)
    assert STAFF.value(pos, side) + STAFF.value(pos, other) == pytest.approx(1.0)


@rule("shanghai_nanking", "4.3")
def test_a_city_lost_makes_the_chinese_less_hopeful() -> None:
    units = {**AT_SHANGHAI, "2409": THIRD, "1824": "CG-K", "1102": "CG-L", "0202": "CG-Nanking CD1 CD9"}
    held = table(turn=10, units={**units, "2410": "CG-Suzhou"})
    lost = table(turn=10, units={**units, "2410": "JG-B"}, held="3512 3611 2410")
    assert STAFF.value(lost, "chinese") < STAFF.value(held, "chinese")
