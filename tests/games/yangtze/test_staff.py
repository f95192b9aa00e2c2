"""The staff of Yanks Up the Yangtze: sound advice in plain cases, legal everywhere, blind to what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare

from shapan.games.yangtze.actions import CHARGE, COWER, HALT, Card, Charge, Fire, Guard, Lose, Snipe
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.hits import Guarding
from shapan.games.yangtze.orders.candidates import centre
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.staff import Staff, odds
from shapan.games.yangtze.staff.gunnery import at_hull, snipes
from shapan.games.yangtze.staff.judgement import sway
from shapan.games.yangtze.vessels.damage import LosingCrew
from shapan.games.yangtze.who import numbered, put
from shapan.kernel import DICE, rule
from shapan.kernel.staff import Advice

STAFF = Staff()


def best(stage: Stage) -> Advice:
    return STAFF.advise(stage.pos)[0]


def decisions(scenario: str, seed: int, share: float, most: int) -> list[Any]:
    """Positions of a random game in which a side owes a decision."""
    rng, found = Random(seed), list[Any]()
    pos = GAME.start(scenario)
    while pos.outcome is None and len(found) < most:
        if pos.actor != DICE and rng.random() < share:
            found.append(pos.copy())
        pos.apply(pos.options().sample(rng))
    return found


# --- odds ---------------------------------------------------------------------------------------------------


def test_a_bout_of_one_against_one_is_even_and_two_beat_one_in_seven_of_ten() -> None:
    assert odds.bout(1, 1, 0) == pytest.approx(0.5)
    assert odds.bout(2, 1, 0) == pytest.approx(125 / 180)


def test_more_chargers_win_more_and_lose_less() -> None:
    few, many = odds.melee(5, 5), odds.melee(20, 5)
    assert many.given > few.given
    assert many.taken < few.taken


def test_class_c_with_ten_losses_is_sure_to_break() -> None:
    assert odds.breaks(10, True) > 0.95
    assert odds.breaks(0, False) == 0


# --- cards and plans ----------------------------------------------------------------------------------------


def test_marines_with_a_crowd_before_them_stand_and_fire() -> None:
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 400, 600, 5)
    stage.row(company, 800, 560, 20, 12)
    assert best(stage).action == Card(squad, HALT)
    assert best(stage).reason == "reason.stand_and_fire"


def test_a_cowering_enemy_within_reach_is_charged() -> None:
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(company, 400, 600, 20, 12)
    stage.row(squad, 500, 800, 5)
    stage.card(COWER, squad)
    stage.pos.stack = (Orders(1, True), ())
    assert best(stage).action == Card(company, CHARGE)
    stage.card(CHARGE, company)
    stage.pos.stack = (Plan(1), ())
    assert best(stage).action == Charge(company, squad)


def test_few_do_not_charge_many_who_are_steady() -> None:
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 500, 800, 5)
    stage.row(company, 400, 600, 20, 12)
    assert best(stage).action != Card(squad, CHARGE)


# --- fire and losses ------------------------------------------------------------------------------------------


def test_halted_troops_with_a_target_fire_at_it() -> None:
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 400, 600, 5)
    stage.row(company, 700, 560, 10, 15)
    stage.card(HALT, squad, company)
    stage.pos.stack = (Firing("halt", 0), ())
    assert best(stage).action == Fire(squad, company)


def test_a_bodyguard_falls_for_his_leader() -> None:
    stage = bare()
    staff = stage.unit("wl_fcg")
    men = stage.row(staff, 400, 600, 3)
    stage.pos.stack = (Guarding(men[0], men[1:]), ())
    assert isinstance(best(stage).action, Guard)


def test_an_officer_is_the_last_of_a_crew_to_be_given_up() -> None:
    stage = bare()
    boat = stage.unit("gunboat")
    stage.model(boat, 400, 200, 90)
    officer, sailor = stage.men(boat)[:2]
    stage.pos.stack = (LosingCrew(boat, (officer, sailor)), ())
    assert best(stage).action == Lose(stage.pos.book.piece_of_figure(sailor))


# --- everywhere -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_advice_is_legal_sorted_and_has_its_reason_in_words(scenario: str) -> None:
    for pos in decisions(scenario, 4, 0.12, 14):
        before = pos.key()
        advice = STAFF.advise(pos)
        assert advice
        assert [entry.score for entry in advice] == sorted((entry.score for entry in advice), reverse=True)
        for entry in advice[:6]:
            assert pos.refusal(entry.action) is None, (entry, pos.decision)
            GAME.texts.texts[entry.reason].format(**entry.params)
        assert pos.key() == before
        values = [STAFF.value(pos, side) for side in pos.book.sides]
        assert sum(values) == pytest.approx(1.0)


@pytest.mark.parametrize("scenario", ["s1_plum_village", "s3_silver_trucks"])
def test_what_is_hidden_does_not_change_the_advice(scenario: str) -> None:
    for number, pos in enumerate(decisions(scenario, 6, 0.2, 25)):
        worlds = [pos.imagine(pos.actor, Random(seed)) for seed in (number, number + 1000)]
        first, second = (STAFF.advise(world) for world in worlds)
        assert [(entry.action, entry.score) for entry in first] == [(entry.action, entry.score) for entry in second]


# --- judgement ----------------------------------------------------------------------------------------------


def test_who_marches_to_a_place_that_counts_stands_better_before_he_is_there() -> None:
    """S19.4: places are counted at the end, but troops weigh on them from the first turn."""
    ground = []
    for away in (100, 400, 900):
        stage = bare("s1_plum_village")
        x, y = (at / 10 for at in centre(stage.pos, "temple_court"))
        stage.row(stage.unit("usmc_squad"), x, y + away, 5)
        stage.row(stage.unit("gang"), x, y - 300, 10)
        ground.append(sway(stage.pos))
    assert ground == sorted(ground, reverse=True)
    assert ground[0] > ground[-1] + 1


def test_secret_orders_are_guessed_as_the_other_staff_would_give_them() -> None:
    """S6.2: chance deals what an enemy has ordered in secret; who looks ahead expects sense of him."""
    staff: Any = STAFF
    pos: Any = GAME.start("s1_plum_village")
    dice = Random(1)
    while (pos.turn, type(pos.top), pos.actor) != (2, Orders, "cn"):
        pos.apply(pos.chances().sample(dice) if pos.actor == DICE else staff.advise(pos)[0].action)
    worlds = [pos.imagine("cn", Random(seed)) for seed in range(8)]
    assert len({world.card for world in worlds}) > 1
    for world in worlds:
        staff.believe(world, "cn")
    assert {(world.card, world.plan, world.stack) for world in worlds} == {(pos.card, pos.plan, pos.stack)}
    assert not any(card for unit, card in numbered(pos.card) if pos.book.sides[pos.owner[unit]] == "cn")


def test_a_risk_is_told_in_words() -> None:
    advice = [entry for pos in decisions("s1_plum_village", 3, 0.5, 12) for entry in STAFF.advise(pos)]
    risks = {entry.params["risk"] for entry in advice if "risk" in entry.params}
    assert risks
    assert risks <= {"no_risk", "low_risk", "some_risk", "high_risk"}
    texts = GAME.board("s1_plum_village").texts
    assert all(f"word.{risk}" in texts for risk in risks)


@rule("yangtze", "7.2", "12.1", "R68")
def test_a_sniper_s_officer_weighs_vehicles_as_well_as_men() -> None:
    stage = bare()
    snipers, car = stage.unit("usmc_sniper"), stage.unit("armoured_car")
    (marksman,) = stage.put(snipers, (500, 500))
    stage.model(car, 700, 500)
    stage.pos.owner = put(stage.pos.owner, car, 1)
    stage.card(HALT, snipers)
    (advice,) = snipes(stage.pos, snipers, "halt")
    assert advice.action == Snipe(snipers, car)
    assert advice.score == at_hull(stage.pos, [marksman], car)
