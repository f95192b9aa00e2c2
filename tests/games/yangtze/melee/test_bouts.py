"""13.1, 13.2, S9 Who is matched with whom hand to hand, who doubles up and supports, and who falls."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

import pytest
from tests.games.yangtze.scenes import facing
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    HALT,
    MOVE,
    Abet,
    Card,
    Charge,
    Hold,
)
from shapan.games.yangtze.contact import in_contact
from shapan.games.yangtze.melee.bouts import Melee, MeleeDie, close_up, contacts, fights_now, lose_guns, match, melee
from shapan.games.yangtze.melee.trials import Bout
from shapan.games.yangtze.orders.stances import abet_refusal, stances
from shapan.games.yangtze.position import LOST, ROUTED
from shapan.games.yangtze.who import numbered, put
from shapan.kernel import Roll, rule


@rule("yangtze", "S16.4", "13.1")
def test_nobody_fights_through_a_wall() -> None:
    house = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [], "windows": []}
    for buildings, touching in (([], 1), ([house], 0)):
        stage = bare(ground={"buildings": buildings})
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        (one,) = stage.put(gang, (588, 550))
        (two,) = stage.put(squad, (613, 550))
        stage.card(CHARGE, gang)
        stage.pos.touched = 1 << one | 1 << two
        assert len(contacts(stage.pos)) == touching


def brawl(chargers: Sequence[tuple[float, float]], charged: Sequence[tuple[float, float]], *said: Any) -> Stage:
    """A gang charges a squad that holds its fire; the melee is about to be fought."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, *chargers)
    stage.put(squad, *charged)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), Hold(squad), *said, to="melee")
    return stage


def groups(stage: Stage) -> list[tuple[int, int, int, int]]:
    """How many fight and stand by in each group: chargers, charged, their helpers."""
    melee = stage.pos.nearest(Melee)
    assert melee is not None
    return sorted((len(b.chargers), len(b.charged), len(b.helpers), len(b.standers)) for b in melee.bouts)


@rule("yangtze", "13.2", "R50")
def test_everybody_is_matched_before_anybody_doubles_up() -> None:
    stage = brawl([(500 + 30 * n, 640) for n in range(5)], [(530, 500), (590, 500), (650, 500)])
    assert groups(stage) == [(1, 1, 0, 0), (2, 1, 0, 0), (2, 1, 0, 0)]


@rule("yangtze", "13.2", "R51")
def test_no_more_than_two_fight_and_the_others_stand_by() -> None:
    stage = brawl([(470, 640), (500, 640), (530, 640), (560, 640)], [(500, 500)])
    assert groups(stage) == [(2, 1, 2, 0)]
    stage = brawl([(470, 640), (500, 640), (530, 640)], [(500, 500)], Abet(stage.unit("gang")))
    assert groups(stage) == [(1, 1, 2, 0)]


@pytest.mark.parametrize(("gap", "fighting"), [(50.0, 2), (50.1, 1)])
@rule("yangtze", "13.2", "S9", "R244")
def test_the_charged_step_up_to_50_mm(gap: float, fighting: int) -> None:
    stage = brawl([(500, 600)], [(500, 500)])
    ((x, y),) = stage.places(stage.unit("gang"))
    stage = brawl([(500, 600)], [(500, 500), (x + 25 + gap, y)])
    assert groups(stage)[0][:2] == (1, fighting)


@rule("yangtze", "13.2", "8.4", "4.1")
def test_neither_the_pinned_nor_the_leaderless_double_up() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, (500, 640))
    _, _, pinned = stage.put(squad, (520, 440), (500, 500), (535, 500))
    stage.pos.pinned |= 1 << pinned
    stage.play(Card(gang, CHARGE), Charge(gang, squad), Hold(squad), to="melee")
    assert groups(stage)[0][:2] == (1, 1)
    stage = bare()
    stage.put(gang, (500, 640))
    stage.put(squad, (900, 200), (500, 500), (535, 500))
    stage.play(Card(gang, CHARGE), Charge(gang, squad), Hold(squad), to="melee")
    assert groups(stage)[0][:2] == (1, 1)


@pytest.mark.parametrize(
    ("faces", "gang", "squad"), [((3, 4, 6), 1, 1), ((6, 1, 5), 3, 0), ((2, 6, 6), 3, 0), ((5, 2, 6, 1, 1, 6), 1, 1)]
)
@rule("yangtze", "13.2", "R42")
def test_the_highest_single_score_wins_and_all_losers_fall(faces: tuple[int, ...], gang: int, squad: int) -> None:
    """Two bandits with a third beside them, who adds one and cannot fall, against one Marine; equal scores again."""
    stage = brawl([(470, 640), (500, 640), (530, 640)], [(500, 500)])
    for face in faces:
        assert stage.asks(MeleeDie)
        stage.pos.push(Roll(face), stage.hear)
    assert stage.standing(stage.unit("gang")) == gang
    assert stage.standing(stage.unit("usmc_squad")) == squad


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


@rule("yangtze", "13.2")
def test_who_charges_and_is_charged_fights_in_one_group_only() -> None:
    """A charges X while X charges B: A and B fight X together."""
    stage = bare()
    one, foe, two = stage.unit("usmc_squad"), stage.unit("gang"), stage.unit("usmc_squad", 1)
    (a,) = stage.put(one, (500, 500))
    (x,) = stage.put(foe, (525, 500))
    (b,) = stage.put(two, (550, 500))
    stage.card(CHARGE, one, foe)
    stage.card(HALT, two)
    stage.pos.touched = 1 << a | 1 << x | 1 << b
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((a, b), (x,))]


@pytest.mark.parametrize("ground", ["paddy_wet", "light_wood"])
@rule("yangtze", "13.2", "S9")
def test_chargers_in_contact_double_up_whatever_the_ground_under_their_bases(ground: str) -> None:
    stage = bare(ground={"areas": [{"k": ground, "p": box(0, 0, 2400, 1200)}]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    one, two = stage.put(gang, (500, 500), (550, 500))
    (man,) = stage.put(squad, (525, 500))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << one | 1 << two | 1 << man
    stage.pos.spent = put(put(stage.pos.spent, one, 4000), two, 4000)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((one, two), (man,))]


HOUSE = {"id": "h", "k": "two_storey", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": [[660, 700]]}


@rule("yangtze", "S9", "S16.4", "13.2")
def test_nobody_doubles_up_or_supports_through_a_wall() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    charger, mate = stage.put(gang, (690, 470), (650, 470))
    man, indoors = stage.put(squad, (690, 445), (690, 514))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << charger | 1 << man
    stage.pos.spent = put(put(stage.pos.spent, charger, 4000), mate, 4000)
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((charger,), (man,), (mate,))], "the one behind the wall has no part in it"
    assert stage.pos.room[indoors] == 0


@rule("yangtze", "S9", "13.2")
def test_men_upstairs_do_not_double_up_downstairs() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (charger,) = stage.put(gang, (640, 550))
    man, above = stage.put(squad, (665, 550), (640, 575))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.floor = put(stage.pos.floor, above, 1)
    stage.pos.touched = 1 << charger | 1 << man
    bouts, _ = match(stage.pos, contacts(stage.pos))
    assert bouts == [Bout((charger,), (man,))]


@rule("yangtze", "S9", "S16.4", "R87")
def test_hands_reach_through_a_door_and_not_through_a_window() -> None:
    for x, door in ((640, False), (690, True)):
        stage = bare(ground={"buildings": [{**HOUSE, "windows": [[640, 700]], "doors": [[690, 700]]}]})
        gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
        (charger,) = stage.put(gang, (x, 487.5))
        (man,) = stage.put(squad, (x, 512.5))
        stage.card(CHARGE, gang)
        stage.pos.touched = 1 << charger | 1 << man
        assert bool(contacts(stage.pos)) == door


@rule("yangtze", "13.2", "R51")
def test_support_only_is_offered_and_accepted_once() -> None:
    stage, gang, squad = facing()
    absent = stage.unit("usmc_squad", 1)
    side = stage.pos.owner[gang]
    assert Abet(gang) in [action for group in stances(stage.pos, side) for action in group]
    assert abet_refusal(stage.pos, side, gang) is None
    stage.pos.abetting = 1 << gang
    assert abet_refusal(stage.pos, side, gang) is not None
    assert abet_refusal(stage.pos, stage.pos.owner[absent], absent) is not None
    assert abet_refusal(stage.pos, stage.pos.owner[squad], squad) is None


@pytest.mark.parametrize(("scenario", "destroyed"), [("s5_kuling_battery", True), ("s8_wanling_bund", False)])
@rule("yangtze", "S17.7", "13.2")
def test_a_gun_whose_crew_falls_in_melee_is_destroyed_where_the_scenario_says_so(
    scenario: str, destroyed: bool
) -> None:
    stage = bare(scenario)
    gun, squad = stage.unit("wl_gun_light"), stage.unit("usmc_squad")
    (man,) = stage.put(gun, (500, 500))
    stage.model(gun, 500, 540)
    (marine,) = stage.put(squad, (525, 500))
    stage.pos.stack = (Melee((Bout((marine,), (man,)),)), stage.pos.stack)
    stage.roll(6, 1)
    assert (not stage.pos.laid_out(gun)) == destroyed


def locked(chargers: Sequence[tuple[float, float]], charged: Sequence[tuple[float, float]]) -> Stage:
    """A gang whose charge is spent stands against a squad; whoever touches an enemy is in contact."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    mine, theirs = stage.put(gang, *chargers), stage.put(squad, *charged)
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    pairs = [(one, two) for one in mine for two in theirs if in_contact(stage.pos, one, two)]
    stage.pos.touched = sum({1 << figure for pair in pairs for figure in pair})
    stage.pos.spent = (stage.pos.allowance(gang, CHARGE)[1],) * len(stage.pos.x)
    return stage


@pytest.mark.parametrize(("x", "joined"), [(540, 0), (560, 1)])
@rule("yangtze", "13.2", "S9")
def test_an_excess_charged_figure_joins_the_nearer_of_two_groups(x: float, joined: int) -> None:
    stage = locked([(500, 525), (600, 525)], [(500, 500), (600, 500), (x, 545)])
    assert [len(bout.charged) for bout in fights_now(stage.pos)] == [2 - joined, 1 + joined]


@pytest.mark.parametrize(("gap", "helpers"), [(25.0, 1), (25.1, 0)])
@rule("yangtze", "13.2", "S9")
def test_who_has_no_movement_left_stands_by_within_25_mm_of_a_friend_who_fights(gap: float, helpers: int) -> None:
    stage = locked([(500, 525), (500, 550), (500, 575 + gap)], [(500, 500)])
    (bout,) = fights_now(stage.pos)
    assert (len(bout.chargers), len(bout.helpers)) == (1, 1)
    stage = locked([(500, 525), (500, 550 + gap)], [(500, 500)])
    (bout,) = fights_now(stage.pos)
    assert len(bout.helpers) == helpers


@pytest.mark.parametrize(("left", "helpers"), [(50.0, 1), (49.9, 0)])
@rule("yangtze", "13.2", "S9")
def test_who_stands_by_pays_for_the_way_to_within_25_mm(left: float, helpers: int) -> None:
    """Two fight already; the third is 75 mm from the nearer of them."""
    stage = locked([(475, 500), (525, 500), (625, 500)], [(500, 500)])
    third = stage.men(stage.unit("gang"))[2]
    stage.pos.spent = put(stage.pos.spent, third, stage.pos.spent[third] - round(left * 10))
    (bout,) = fights_now(stage.pos)
    assert (len(bout.chargers), len(bout.helpers)) == (2, helpers)


@rule("yangtze", "13.2", "R218")
def test_who_doubles_up_is_put_at_the_base_of_his_enemy_and_is_in_contact() -> None:
    stage = locked([(475, 500), (560, 500)], [(500, 500)])
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    second, foe = stage.men(gang)[1], stage.men(squad)[0]
    stage.pos.spent = put(stage.pos.spent, second, 0)
    stage.pos.touched = 0
    close_up(stage.pos, [Bout(stage.men(gang)[:2], (foe,))])
    assert in_contact(stage.pos, second, foe)
    assert stage.pos.touched == 1 << second | 1 << foe


@rule("yangtze", "S14.6", "S17.7")
def test_a_vessel_whose_people_fall_is_no_gun_that_is_destroyed() -> None:
    """Where the scenario destroys guns whose crews fall in melee it means guns."""
    stage = bare("s5_kuling_battery")
    assert stage.pos.book.sheet.get("guns_fall_in_melee")
    boat = next(unit for unit, spec in numbered(stage.pos.book.units) if spec.kind == "vessel")
    stage.model(boat, 500, 500)
    men = stage.men(boat)
    stage.pos.remove(men, LOST)
    lose_guns(stage.pos, men)
    assert not stage.pos.damage[boat]
    assert stage.pos.laid_out(boat)


@rule("yangtze", "S17.7", "R275")
def test_a_gun_is_lost_when_the_last_of_its_crew_falls_in_melee_whoever_killed_the_others() -> None:
    stage = bare("s5_kuling_battery")
    gun = stage.unit("wl_gun_medium")
    stage.model(gun, 500, 500)
    stage.row(gun, 480, 545, len(stage.men(gun)))
    *shot, last = stage.men(gun)
    stage.pos.remove(shot, LOST)
    lose_guns(stage.pos, tuple(shot))
    assert stage.pos.laid_out(gun), "one of them lives"
    stage.pos.remove([last], LOST)
    assert stage.pos.laid_out(gun), "fire leaves the piece where it is"
    lose_guns(stage.pos, (last,))
    assert not stage.pos.laid_out(gun)


@rule("yangtze", "13.2", "R218")
def test_who_finds_no_room_at_the_base_of_his_enemy_stands_as_near_as_there_is() -> None:
    """Six stand about him, and a seventh doubles up."""
    around = [(500 + 26 * cos(radians(60 * n)), 500 + 26 * sin(radians(60 * n))) for n in range(6)]
    stage = locked([*around, (600, 500)], [(500, 500)])
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    late, foe = stage.men(gang)[6], stage.men(squad)[0]
    stage.pos.spent = put(stage.pos.spent, late, 0)
    close_up(stage.pos, [Bout((stage.men(gang)[0], late), (foe,))])
    assert not in_contact(stage.pos, late, foe)
    assert 24 < stage.pos.gap(late, foe) / 10 < 40


@rule("yangtze", "13.2", "8.4", "R253")
def test_he_whom_a_late_charger_comes_at_stays_where_he_is_though_there_is_no_room_beside_him() -> None:
    """A row of Marines stands at the wall of a house, and two bandits before it leave no room for a third. He comes as
    near as he can; the Marine, who is pinned, does not step out to him."""
    house = {"id": "h", "k": "house", "p": box(514, 450, 634, 560), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    row = [(500, 500), (500, 530), (500, 470)]
    foe, *_ = stage.put(squad, *row)
    *_, late = stage.put(gang, (475, 528.6), (474.9, 475.8), (483.6, 450.5))
    stage.card(CHARGE, gang)
    stage.pos.pinned = 1 << foe
    close_up(stage.pos, [Bout((late,), (foe,))])
    assert 0 < stage.pos.gap(late, foe) < 250
    assert stage.places(squad) == row


@pytest.mark.parametrize(("card", "doubling"), [(HALT, False), (CHARGE, True)])
@rule("yangtze", "13.2", "5.3", "R254", "R100")
def test_who_does_not_charge_doubles_up_against_none_but_chargers(card: str, doubling: bool) -> None:
    """A Marine on the march is charged by a bandit; beside him stands a soldier of a company that another squad has
    charged. On HALT he helps the bandit and does not lay hands on the Marine."""
    stage = bare()
    gang, company = stage.unit("gang"), stage.unit("wl_rifles")
    marching, charging = stage.unit("usmc_squad", 0), stage.unit("usmc_squad", 1)
    (bandit,) = stage.put(gang, (500, 525))
    (marine,) = stage.put(marching, (500, 500))
    captain, soldier = stage.put(company, (700, 525), (540, 500))
    (enemy,) = stage.put(charging, (700, 500))
    stage.card(CHARGE, gang, charging)
    stage.card(MOVE, marching)
    stage.card(card, company)
    stage.pos.touched = sum(1 << figure for figure in (bandit, marine, captain, enemy))
    bout = next(bout for bout in fights_now(stage.pos) if bandit in bout.chargers)
    assert bout.charged == (marine,)
    assert (soldier in bout.chargers, soldier in bout.helpers) == (doubling, not doubling)


@rule("yangtze", "14.7", "14.5", "R255", "R131")
def test_a_cowering_unit_routs_where_a_charger_has_been_put_against_it_and_does_not_fight() -> None:
    """He touches a Marine of the squad that he came for, and one of another squad that cowers."""
    stage = locked([(500, 525)], [(500, 500)])
    cowering = stage.unit("usmc_squad", 1)
    stage.put(cowering, (525, 525), (560, 525))
    stage.card(COWER, cowering)
    melee(stage.pos)
    fight = stage.pos.nearest(Melee)
    assert fight is not None
    assert [bout.charged for bout in fight.bouts] == [stage.men(stage.unit("usmc_squad"))[:1]]
    assert not stage.standing(cowering)
    assert stage.pos.fate[stage.men(cowering)[1]] == ROUTED


@pytest.mark.parametrize(("gap", "standers"), [(25.0, 1), (25.1, 0)])
@rule("yangtze", "13.2", "S9")
def test_the_charged_stand_by_a_friend_within_25_mm_and_go_no_farther_for_it(gap: float, standers: int) -> None:
    """He is half a millimetre too far from the bandit to double up."""
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    (bandit,) = stage.put(gang, (474.5, 500))
    first, _ = stage.put(squad, (500, 500), (525 + gap, 500))
    stage.card(CHARGE, gang)
    stage.card(HALT, squad)
    stage.pos.touched = 1 << bandit | 1 << first
    (bout,) = fights_now(stage.pos)
    assert len(bout.standers) == standers
