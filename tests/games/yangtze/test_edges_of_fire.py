"""Fire, melee, morale and work at the very edge of a sentence: the last millimetre or pip that counts, and the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shapan.games.yangtze.actions import (
    CHARGE,
    CLEAR,
    COWER,
    HALT,
    MOVE,
    Abet,
    Card,
    Charge,
    Fire,
    Hold,
    March,
    Throw,
    Work,
)
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.melee.bouts import Melee, MeleeDie
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import DICE, Roll, rule

from .table import SIZE, Stage, bare
from .test_edges import area, house, line, way

# --- 11: grenades ----------------------------------------------------------------------------------------------------


def throwing(template: str, gap: float, **more: Any) -> tuple[Stage, Unit, Unit]:
    stage = bare(**more)
    squad, gang = stage.unit(template), stage.unit("gang")
    stage.put(squad, (440, 440), (500, 500))
    stage.put(gang, (585 + gap, 500), (525 + gap, 500))
    stage.play(to="halt_fire")
    return stage, squad, gang


@pytest.mark.parametrize(
    ("template", "gap", "needed"),
    [
        ("usmc_assault_squad", 100.0, 3),
        ("usmc_assault_squad", 100.1, None),
        ("usmc_grenadier_squad", 200.0, 3),
        ("usmc_grenadier_squad", 200.1, 5),
        ("usmc_grenadier_squad", 400.0, 5),
        ("usmc_grenadier_squad", 400.1, None),
    ],
)
@rule("yangtze", "11.1", "11.3")
def test_how_far_a_grenade_flies_and_what_it_needs(template: str, gap: float, needed: int | None) -> None:
    """Control is no help to it (7.8, R33)."""
    stage, squad, gang = throwing(template, gap)
    if needed is None:
        assert stage.why(Throw(squad, gang)) is not None
        return
    stage.play(Throw(squad, gang), to="other_fire", faces=[needed, 1])
    assert [event.params["need"] for event in stage.told("grenade_lands")] == [needed]


@pytest.mark.parametrize(("die", "fallen"), [(5, 1), (4, 0)])
@rule("yangtze", "11.1")
def test_in_the_open_a_grenade_kills_on_five(die: int, fallen: int) -> None:
    stage, squad, gang = throwing("usmc_assault_squad", 90)
    stage.play(Throw(squad, gang), to="other_fire", faces=[6, die])
    assert len(stage.told("falls")) == fallen
    assert len(stage.told("pinned")) == 1 - fallen


@pytest.mark.parametrize(("gap", "needed"), [(25.0, 3), (25.1, 6)])
@rule("yangtze", "11.2", "S16.5")
def test_through_a_window_three_from_close_by_and_six_from_farther_off(gap: float, needed: int) -> None:
    stage = bare(ground=house("house"))
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (560, 420), (600 - 12.5 - gap, 480))
    stage.put(gang, (720, 580), (680, 500))
    stage.play(Throw(squad, gang), to="other_fire", faces=[needed, 2])
    assert [event.params["need"] for event in stage.told("grenade_lands")] == [needed]
    assert len(stage.told("falls")) == 1, "in a room two is enough"


# --- 13.2, 14: after the fight ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "left", "lost", "dice", "fails"),
    [
        ("usn_squad", 5, 1, (1, 1), True),
        ("usn_squad", 5, 1, (1, 2), False),
        ("wl_rifles", 20, 10, (6, 6), False),
        ("wl_rifles", 20, 10, (5, 6), True),
        ("wl_rifles", 19, 10, (6, 6), True),
    ],
)
@rule("yangtze", "14.2", "14.3")
def test_what_a_test_of_morale_needs(template: str, left: int, lost: int, dice: tuple[int, int], fails: bool) -> None:
    """Less one for each figure lost this turn, and one more below half; one or less fails."""
    stage = bare()
    unit = stage.unit(template)
    men = stage.row(unit, 900, 600, left, 30)
    for figure in stage.men(unit)[left:]:
        stage.pos.fate = put(stage.pos.fate, figure, LOST)
    foe = stage.unit("gang" if stage.pos.owner[unit] == 0 else "usmc_squad")
    stage.put(foe, (500, 200))
    stage.pos.derive()
    stage.pos.stack = (Orders(0, True), ())
    stage.play(Card(foe, MOVE), to="plan_actions")
    stage.pos.remove(men[left - lost :], LOST)
    stage.play(March(foe, way((400, 200), (500, 200))), to="morale")
    for face in dice:
        assert stage.pos.actor == DICE
        stage.pos.push(Roll(face), stage.hear)
    assert bool(stage.told("morale_fails")) is fails


# --- 7, 8: small arms ------------------------------------------------------------------------------------------------


def shooting(
    firer: str, target: str, gap: float, ground: dict[str, Any] | None = None, card: str = HALT
) -> tuple[Stage, Unit, Unit]:
    """One rifleman beside his leader, and one man of the target so far from him; its leader is behind him."""
    stage = bare(ground=ground)
    unit, foe = stage.unit(firer), stage.unit(target)
    stage.put(unit, (440, 400), (500, 500))
    stage.put(foe, (525 + gap, 600), (525 + gap, 500), (525 + gap, 400))
    said = [Card(unit, card), *([March(unit, way((440, 350), (440, 400)))] if card == MOVE else [])]
    stage.play(*said, to="halt_fire" if card == HALT else "other_fire")
    return stage, unit, foe


@pytest.mark.parametrize(
    ("firer", "target", "gap", "card", "needed"),
    [
        ("usmc_squad", "gang", 200.0, HALT, 2),
        ("usmc_squad", "gang", 200.1, HALT, 4),
        ("usmc_squad", "gang", 500.0, HALT, 4),
        ("usmc_squad", "gang", 500.1, HALT, None),
        ("usmc_squad", "gang", 200.0, MOVE, 4),
        ("usmc_squad", "gang", 200.1, MOVE, 6),
        ("usn_squad", "gang", 200.0, HALT, 3),
        ("usn_squad", "gang", 200.1, HALT, 5),
        ("usn_squad", "gang", 200.1, MOVE, 12),
        ("gov_rifles", "usmc_squad", 200.0, HALT, 4),
        ("gov_rifles", "usmc_squad", 200.1, HALT, 6),
        ("wl_rifles", "usmc_squad", 200.0, HALT, 5),
        ("wl_rifles", "usmc_squad", 200.1, HALT, 12),
        ("wl_rifles", "usmc_squad", 200.0, MOVE, 6),
    ],
)
@rule("yangtze", "7.5", "7.8", "7.10", "7.11", "R12", "R13")
def test_what_a_rifle_needs(firer: str, target: str, gap: float, card: str, needed: int | None) -> None:
    stage, unit, foe = shooting(firer, target, gap, card=card)
    if needed is None:
        assert stage.why(Fire(unit, foe)) is not None
        return
    stage.play(Fire(unit, foe), to="melee", faces=[1, 1])
    assert stage.told("miss")[0].params["need"] == needed


@pytest.mark.parametrize(
    ("target", "ground", "needed", "confirmed"),
    [
        ("gang", None, 6, 0),
        ("gang", area("graves", 600, 300, 900, 900), 6, 9),
        ("gang", line("wall_low", (800, 300), (800, 900)), 6, 11),
        ("gang", area("trench", 600, 300, 900, 900), 6, 12),
        ("usmc_squad", None, 6, 9),
        ("usmc_squad", area("bare", 600, 300, 900, 900), 6, 0),
        ("usmc_squad", area("graves", 600, 300, 900, 900), 6, 11),
        ("usmc_squad", line("wall_low", (800, 300), (800, 900)), 6, 12),
        ("usmc_squad", area("trench", 600, 300, 900, 900), 6, 12),
    ],
)
@rule("yangtze", "8.1", "8.2", "8.3", "5.4", "R14", "R15", "R16", "R17")
def test_what_confirms_a_hit_on_halted_troops(
    target: str, ground: dict[str, Any] | None, needed: int, confirmed: int
) -> None:
    """Class B at long range needs six as it is: the bonus of hard cover goes to the confirmation."""
    firer = "gov_rifles" if target == "usmc_squad" else "usn_squad"
    stage, unit, foe = shooting(firer, target, 300, ground)
    if firer == "usn_squad":
        needed -= 1  # controlled fire
    stage.play(Fire(unit, foe), to="other_fire", faces=[6, *([1] * 12)])
    assert stage.told("hit")[0].params["need"] == needed
    told = [event.params["need"] for event in stage.told("pinned")][:1]
    assert told == ([confirmed] if confirmed else [])


# --- 13.2: melee -----------------------------------------------------------------------------------------------------


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
@rule("yangtze", "13.2", "S9")
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


@rule("yangtze", "14.5", "14.7")
def test_one_touch_routs_a_whole_cowering_unit() -> None:
    stage = bare()
    gang, squad = stage.unit("gang"), stage.unit("usn_squad")
    stage.put(gang, (500, 640), (530, 640))
    stage.put(squad, (500, 500), (1400, 1100))
    stage.pos.card = put(stage.pos.card, squad, COWER)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee")
    assert stage.standing(squad) == 0
    assert not stage.pos.touched
    assert stage.pos.losses(squad) == 0, "the routed are not lost in the sense of 14.3"


@pytest.mark.parametrize(("left", "stay"), [(13, 9), (12, 9), (2, 1), (1, 0)])
@rule("yangtze", "14.6")
def test_a_quarter_deserts_rounded_up_and_the_leader_last(left: int, stay: int) -> None:
    stage = bare()
    company = stage.unit("wl_rifles")
    men = stage.row(company, 900, 600, left + 1, 30)
    for figure in stage.men(company)[left + 1 :]:
        stage.pos.fate = put(stage.pos.fate, figure, LOST)
    stage.pos.derive()
    squad = stage.unit("usmc_squad")
    stage.put(squad, (500, 200))
    stage.play(Card(squad, MOVE), to="plan_actions")
    stage.pos.remove(men[left:], LOST)
    stage.play(March(squad, way((400, 200), (500, 200))), to="morale")
    for _ in range(2):
        stage.pos.push(Roll(1), stage.hear)
    assert stage.standing(company) == stay
    assert not stay or men[0] in stage.pos.standing[company]


# --- S16, S17: work --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "spiked"), [(100.1, True), (100.0, False)])
@rule("yangtze", "S17.7")
def test_two_spike_a_gun_with_nobody_of_its_side_within_100(gap: float, spiked: bool) -> None:
    stage = bare("s5_kuling_battery")
    gun, squad = stage.unit("wl_gun_light"), stage.unit("usmc_squad")
    stage.model(gun, 800, 500)
    stage.put(squad, (837.5, 500), (762.5, 500))
    stage.put(gun, (800, 537.5 + gap))
    stage.play(to="end_turn", otherwise=6)
    assert bool(stage.told("gun_destroyed")) is spiked


@pytest.mark.parametrize(("men", "cleared"), [(4, True), (3, False)])
@rule("yangtze", "S16.8")
def test_four_clear_a_barricade_and_three_do_not(men: int, cleared: bool) -> None:
    stage = bare("s3_silver_trucks", ground=line("barricade", (600, 400), (600, 600)))
    squad = stage.unit("usmc_squad")
    stage.put(squad, *((587.5, 420 + 30 * number) for number in range(men)))
    stage.put(stage.unit("gang"), (2000, 1000))
    stage.pos.shut = stage.pos.book.barriers
    stage.play(Work(squad, CLEAR), to="end_turn")
    assert bool(stage.told("cleared")) is cleared


@pytest.mark.parametrize(("gap", "card", "opened"), [(1.0, HALT, True), (1.1, HALT, False), (1.0, COWER, False)])
@rule("yangtze", "S16.7")
def test_a_gate_opens_to_an_enemy_who_stands_at_it_for_a_turn(gap: float, card: str, opened: bool) -> None:
    gate = [[600, SIZE[1] - 500, 60]]
    stage = bare("s2_mission_rescue", ground=line("wall_high", (600, 100), (600, 1000), gates=gate))
    gang = stage.unit("gang")
    stage.put(gang, (612.5 + gap, 500))
    stage.put(stage.unit("usn_squad"), (100, 100))
    if card == COWER:
        stage.pos.card = put(stage.pos.card, gang, COWER)
    stage.play(to="end_turn")
    assert bool(stage.told("gate_opened")) is opened
