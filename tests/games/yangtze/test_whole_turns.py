"""7.0 and 13.0 with 5.0, S6.7, S8, S9: turns played through the front door in which two rules meet."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    FLEE,
    HALT,
    MOVE,
    SKIRMISH,
    Card,
    Charge,
    Cover,
    Fire,
    Hold,
    March,
    Snipe,
    Throw,
)
from shapan.games.yangtze.melee.bouts import fights_now
from shapan.games.yangtze.noted import FiredAt
from shapan.games.yangtze.who import Unit
from shapan.kernel import Event, rule


def fired(stage: Stage) -> list[tuple[object, object]]:
    """At whom each volley went, and with how many weapons."""
    return [(event.params["unit2"], event.params["count"]) for event in stage.told("fires")]


def names(events: list[Event]) -> list[object]:
    return [event.params["piece"] for event in events]


# --- 7.4: priorities -------------------------------------------------------------------------------------------------


@rule("yangtze", "7.4", "S8")
def test_who_cannot_see_the_closest_unit_is_given_one_other_target() -> None:
    """A wall parts the squad: three see the gang, which is closer, two the company."""
    wall = {"id": "h", "k": "house", "p": box(1030, 340, 1050, 700), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [wall]})
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(squad, (1000, 300), (940, 300), (970, 300), (1110, 300), (1140, 300))
    stage.row(gang, 930, 480, 3)
    stage.row(company, 1120, 560, 3)
    stage.play(to="halt_fire")
    assert case(stage.pos.refusal(Fire(squad, company))) == "7.4"
    stage.play(Fire(squad, gang), Fire(squad, company), to="other_fire")
    assert fired(stage) == [("cn7", 3), ("cn4", 2)]


@rule("yangtze", "7.4", "13.2", "R54", "R62")
def test_who_fired_at_us_comes_next_when_the_closest_is_in_melee_with_friends() -> None:
    stage = bare()
    squad, mates = stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    gang, company, militia = stage.unit("gang"), stage.unit("wl_rifles"), stage.unit("militia")
    stage.row(squad, 1000, 300, 5)
    stage.row(mates, 1000, 480, 2)
    stage.row(gang, 1000, 570, 2)
    stage.row(company, 1300, 560, 4)
    stage.row(militia, 700, 560, 4)
    stage.pos.fire_before = (FiredAt(militia, squad),)
    stage.play(Card(mates, HALT), Hold(mates), Card(gang, CHARGE), Charge(gang, mates), to="halt_fire")
    assert case(stage.pos.refusal(Fire(squad, gang))) == "13.2"
    assert case(stage.pos.refusal(Fire(squad, company))) == "7.4"
    assert stage.pos.refusal(Fire(squad, militia)) is None


@pytest.mark.parametrize(("far", "lone"), [(600, "7.4"), (950, None)])
@rule("yangtze", "7.4", "7.3", "R54")
def test_a_single_figure_is_shot_at_when_no_whole_unit_is_in_range(far: float, lone: str | None) -> None:
    """One man of the gang shows beside a house; the company stands farther off, in range or out of it."""
    house = {"id": "h", "k": "house", "p": box(940, 500, 1060, 560), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.row(squad, 900, 300, 5)
    stage.put(gang, (1000, 600), (1080, 450))
    stage.row(company, 600 if far == 600 else 900, far, 4)
    stage.play(to="halt_fire")
    assert case(stage.pos.refusal(Fire(squad, gang))) == lone


@rule("yangtze", "7.4", "6.2", "R10", "R62")
def test_a_touched_man_fires_at_the_one_who_touches_him_though_his_squad_fires_elsewhere() -> None:
    """The lone charger ranks after the whole company; he whom he has reached has nobody else to shoot."""
    stage = bare()
    squad, gang, company = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.row(squad, 1000, 300, 5)
    stage.put(gang, (1000, 390))
    stage.row(company, 1120, 430, 4)
    orders = (Card(squad, HALT), Hold(squad), Card(gang, CHARGE), Charge(gang, squad))
    stage.play(*orders, Fire(squad, company), Fire(squad, gang), to="other_fire")
    assert fired(stage) == [("cn4", 4), ("cn7", 1)]


# --- 7.9: covering fire ----------------------------------------------------------------------------------------------


def covered(least: int, friend: tuple[float, float] | None = None, **switches: Any) -> tuple[Stage, Unit, Unit]:
    """A machine gun covers a stretch of open ground that four of a gang run through in file."""
    stage = bare(**switches)
    gun, squad, gang = stage.unit("usmc_mmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(gun, 1000, 200, 3)
    stage.put(squad, (980, 240), *([friend] if friend else []))
    stage.put(gang, *((800 - 30 * number, 500) for number in range(4)))
    orders = (Card(gun, HALT), Cover(stage.piece(gun), least, (10000, 5000)), Card(gang, MOVE))
    stage.play(*orders, March(gang, ((11000, 5000),)), to="halt_fire")
    return stage, gun, gang


@rule("yangtze", "7.9", "R55")
def test_covering_fire_waits_until_so_many_are_in_the_circle() -> None:
    opened = {least: [event.params["count"] for event in covered(least)[0].told("covering")] for least in (1, 3, 5)}
    assert opened[1] == [1, 1, 1, 1], "each as he comes"
    assert opened[3] == [3, 1]
    assert opened[5] == []


@pytest.mark.parametrize("spared", [False, True])
@rule("yangtze", "7.9", "7.7", "R20")
def test_a_friend_in_the_covered_circle_is_tested_with_the_first_enemy(spared: bool) -> None:
    stage, gun, gang = covered(1, (1060, 460), zone_spares_friends=spared)
    assert stage.told("covering")[0].params["count"] == (1 if spared else 2)
    assert case(stage.pos.refusal(Fire(gun, gang))) == "7.1", "it has fired"


@rule("yangtze", "7.9", "6.1", "R55")
def test_the_rifles_of_a_squad_defend_it_while_its_automatic_covers_elsewhere() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 1000, 300, 5)
    stage.row(gang, 1000, 520, 5)
    covering = Cover(stage.piece(squad), 1, (7000, 3000))
    stage.play(Card(squad, HALT), covering, Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert fired(stage) == [("cn7", 4)], "in the last moment, by the rifles"
    assert not stage.told("covering")


@rule("yangtze", "7.9", "S6.7")
def test_hidden_men_who_lie_still_in_the_covered_circle_are_neither_tested_nor_betrayed() -> None:
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(900, 400, 1100, 600)}]})
    gun, squad, gang = stage.unit("usmc_mmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(gun, 1000, 200, 3)
    stage.put(squad, (980, 240))
    stage.row(gang, 1000, 500, 2)
    stage.pos.hidden = 1 << gang
    stage.play(Card(gun, HALT), Cover(stage.piece(gun), 1, (10000, 5000)), to="end_turn")
    assert stage.pos.hidden == 1 << gang
    assert not stage.told("covering")


# --- S6.7: hidden units ----------------------------------------------------------------------------------------------


@rule("yangtze", "S6.7", "5.3", "2")
def test_the_card_of_a_hidden_unit_is_not_shown_and_its_charge_lays_it_open() -> None:
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(900, 480, 1100, 600)}]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 1000, 900, 2)
    stage.row(gang, 1000, 560, 2)
    stage.pos.hidden = 1 << gang
    stage.play(Card(gang, CHARGE), to="plan_actions")
    assert [event.params["unit"] for event in stage.told("revealed_card")] == ["us6"]
    stage.play(Charge(gang, squad), to="defensive_window")
    assert len(stage.told("revealed")) == 1
    assert stage.pos.refusal(Fire(squad, gang)) is None


@rule("yangtze", "S6.7", "7.3", "5.3")
def test_a_hidden_unit_is_refused_in_the_words_for_one_that_is_not_there() -> None:
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(900, 400, 1100, 600)}]})
    squad, sniper = stage.unit("usmc_squad"), stage.unit("usmc_sniper")
    gang, absent = stage.unit("gang"), stage.unit("militia")
    stage.row(squad, 1700, 800, 3)
    stage.row(sniper, 1000, 200, 2)
    stage.row(gang, 1000, 500, 2)
    stage.row(stage.unit("wl_rifles"), 1500, 650, 3)
    stage.pos.hidden = 1 << gang
    stage.play(Card(squad, CHARGE), to="plan_actions")
    words = [[str(stage.pos.refusal(Charge(squad, unit))) for unit in (gang, absent)]]
    stage.play(Charge(squad, stage.unit("wl_rifles")), to="halt_fire")
    words.append([str(stage.pos.refusal(Snipe(sniper, stage.piece(unit)))) for unit in (gang, absent)])
    assert all(hidden == missing != "None" for hidden, missing in words)


# --- 5.3, 13.2: charge and melee -------------------------------------------------------------------------------------


@rule("yangtze", "14.7", "5.3", "R49", "S7")
def test_when_another_unit_has_routed_its_target_a_charge_turns_on_the_nearest_in_sight() -> None:
    stage = bare()
    sailors, squad = stage.unit("usn_squad"), stage.unit("usmc_squad")
    gang, company = stage.unit("gang"), stage.unit("wl_rifles")
    stage.row(sailors, 1000, 300, 5)
    stage.row(squad, 1250, 300, 5)
    stage.row(gang, 1000, 390, 2)
    stage.row(company, 1250, 560, 2)
    stage.card("COWER", sailors)
    orders = [Card(squad, MOVE), March(squad, ((12500, 2000),))]
    for unit in (gang, company):
        orders += [Card(unit, CHARGE), Charge(unit, sailors)]
    stage.play(*orders, to="other_fire")
    assert not stage.standing(sailors)
    assert stage.places(gang) == [(1000, 326), (1030, 326)], "who has routed them ends his move there"
    assert {event.params["piece2"] for event in stage.told("contact")} == {"us6.1", "us6.2"}


@rule("yangtze", "14.6", "14.7", "S7")
def test_fugitives_whom_a_charge_overtakes_are_routed() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 2200, 300, 4)
    stage.row(squad, 2000, 300, 5)
    stage.card(FLEE, gang)
    stage.play(Card(squad, CHARGE), Charge(squad, gang), to="melee")
    assert not stage.standing(gang)
    assert not fights_now(stage.pos)


@rule("yangtze", "13.2", "8.4", "R23")
def test_a_pin_of_this_turn_does_not_keep_a_man_from_doubling_up() -> None:
    """One comrade was pinned last turn, the other has just been: the pin bites from the next turn on."""
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    charged, old, fresh = stage.put(squad, (1000, 300), (1040, 300), (960, 300))
    stage.put(gang, (1000, 390))
    stage.pos.pinned, stage.pos.pinned_next = 1 << old, 1 << fresh
    stage.play(Card(squad, HALT), Hold(squad), Card(gang, CHARGE), Charge(gang, squad), to="halt_fire")
    (bout,) = fights_now(stage.pos)
    assert bout.charged == (charged, fresh)


@rule("yangtze", "13.2", "S9")
def test_five_against_one_are_two_who_fight_and_three_who_help() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(squad, 1000, 300, 5)
    stage.put(gang, (1060, 395))
    stage.play(Card(squad, CHARGE), Charge(squad, gang), Card(gang, HALT), Hold(gang), to="halt_fire")
    (bout,) = fights_now(stage.pos)
    assert (len(bout.chargers), len(bout.helpers)) == (2, 3)


@rule("yangtze", "6.2", "7.1")
def test_whom_the_minimum_move_reaches_is_silent_and_his_comrades_are_not() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (1000, 300), (1120, 300), (1150, 300))
    stage.put(gang, (1000, 390))
    orders = (Card(squad, SKIRMISH), March(squad, ((10000, 2500),)), Card(gang, CHARGE), Charge(gang, squad))
    stage.play(*orders, Fire(squad, gang), to="melee")
    assert stage.places(squad)[:2] == [(1000, 300), (1120, 250)], "he stays, they go on"
    assert fired(stage) == [("cn7", 2)], "the two rifles, not the automatic of the man who was reached"


# --- 5.3: the 100 mm -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("windows", "y"), [([], 480), ([[1000, 700]], 395)])
@rule("yangtze", "5.3", "S16.2", "S16.4", "R9")
def test_the_100_mm_are_kept_from_a_man_at_a_window_and_not_from_one_behind_a_wall(
    windows: list[list[int]], y: float
) -> None:
    house = {"id": "h", "k": "house", "p": box(900, 500, 1100, 650), "doors": [[1000, 550]], "windows": windows}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gang, (1000, 520))
    stage.put(squad, (1000, 300))
    stage.play(Card(squad, MOVE), March(squad, ((10000, 4800),)), to="other_fire")
    assert stage.places(squad) == [(1000, y)]


@rule("yangtze", "5.3", "S17.2", "R9")
def test_soldiers_go_up_to_civilians_and_civilians_not_up_to_soldiers() -> None:
    for walker, ends in (("wl_rifles", (1000, 335)), ("consul", (1000, 475))):
        stage = bare()
        consul, squad, company = stage.unit("consul"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
        stage.put(consul, (1000, 300 if walker == "wl_rifles" else 400))
        stage.put(squad, (1000, 250 if walker == "wl_rifles" else 350))
        stage.put(company, (1000, 600))
        unit = stage.unit(walker)
        away = (Card(squad, MOVE), March(squad, ((10000, 500),))) if walker == "wl_rifles" else ()
        march = March(unit, ((10000, 3350 if walker == "wl_rifles" else 5200),))
        stage.play(*away, Card(unit, MOVE), march, to="halt_fire")
        assert stage.places(unit) == [ends]


# --- 11.0: grenades --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["throw", "fire"])
@rule("yangtze", "11.1", "7.2", "R69")
def test_grenades_and_rifles_of_one_unit_go_at_different_units_in_whichever_order(first: str) -> None:
    stage = bare()
    pirates, near, mates = stage.unit("pirates"), stage.unit("usmc_squad"), stage.unit("usmc_squad", 1)
    places = [(1000, 300), *((860 + 30 * (n % 9), 300 - 30 * (n // 9)) for n in range(18)), (1130, 300)]
    stage.put(pirates, *places)
    stage.row(near, 1130, 415, 3)
    stage.row(mates, 840, 415, 3)
    stage.play(to="halt_fire")
    words = [Throw(pirates, near), Fire(pirates, mates)]
    stage.play(*(words if first == "throw" else words[::-1]), to="other_fire")
    assert fired(stage) == [("us7", 10)]
    assert stage.told("throws")[0].params["count"] == 1


@rule("yangtze", "11.1", "7.7", "7.11", "R38")
def test_in_one_room_grenades_land_more_easily_and_spare_nobody_in_the_zone() -> None:
    """Class A at short range 3, confined 2; the man beside the one who is hit is tested by the same score."""
    house = {"id": "h", "k": "house", "p": box(900, 500, 1100, 650), "doors": [[1000, 700]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (920, 520), (920, 550), (920, 580), (950, 550), (950, 580))
    stage.put(gang, (1080, 630), (1060, 560), (1060, 590))
    stage.play(Throw(squad, gang), to="other_fire", faces=(2, 1, 2), otherwise=1)
    assert stage.told("grenade_lands")[0].params["need"] == 2
    assert stage.told("miss")[0].params["need"] == 2
    assert stage.told("confirmed")[0].params["need"] == 2
    assert names(stage.told("falls"))[:1] == ["cn7.2"]


@rule("yangtze", "11.1", "7.7", "R10")
def test_who_throws_at_those_who_touch_his_comrades_tests_the_comrades_too() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.row(squad, 1000, 300, 5)
    stage.row(gang, 1060, 420, 2)
    orders = (Card(squad, HALT), Hold(squad), Card(gang, CHARGE), Charge(gang, squad))
    stage.play(*orders, Throw(squad, gang), to="other_fire", otherwise=6)
    assert {"us8.3", "cn7.1"} <= set(names(stage.told("falls")))


@rule("yangtze", "8.4", "7.11", "R24", "R69")
def test_a_pinned_thrower_of_a_unit_that_marches_is_one_worse_and_not_two() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.row(squad, 1000, 300, 5)
    stage.put(gang, (1090, 520), (1060, 420), (1030, 430))
    stage.pos.pinned = 1 << stage.men(squad)[1]
    stage.play(Card(squad, MOVE), March(squad, ((10000, 1900),)), Throw(squad, gang), to="melee", otherwise=2)
    assert [event.params["need"] for event in stage.told("dud")] == [4]
