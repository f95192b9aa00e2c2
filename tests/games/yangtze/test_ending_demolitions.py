"""S17.7 Charges that are set and go off, guns that are spiked."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import STOREHOUSE, line, points
from tests.games.yangtze.table import Stage, bare, box

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    MOVE,
    Charge,
    Fire,
    March,
)
from shapan.games.yangtze.ending import (
    demolitions,
    explode,
    spike_guns,
)
from shapan.games.yangtze.fire.aimed import AtFigure
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Unit
from shapan.kernel import rule


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


@rule("yangtze", "S17.7", "R284")
def test_who_rides_by_does_not_keep_a_gun_from_being_spiked() -> None:
    stage = bare()
    gun, gang, lorry, squad = (stage.unit(name) for name in ("us_gun_37", "gang", "truck", "usmc_squad"))
    stage.model(gun, 800, 500)
    stage.put(gang, (837.5, 500), (762.5, 500))
    stage.model(lorry, 800, 590, 90)
    stage.board(squad, lorry)
    spike_guns(stage.pos)
    assert not stage.pos.laid_out(gun)


@rule("yangtze", "S17.7")
def test_cowering_enemies_keep_a_gun_from_being_spiked() -> None:
    stage = bare()
    gun, squad, company = stage.unit("wl_gun_medium"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.model(gun, 1000, 500)
    stage.put(squad, (957, 500), (1043, 500))
    stage.put(company, (1000, 600))
    stage.card("COWER", company)
    spike_guns(stage.pos)
    assert stage.pos.laid_out(gun)


@rule("yangtze", "S17.7")
def test_cowering_enemies_keep_a_charge_from_being_set() -> None:
    for watched in (False, True):
        stage = bare("s6_arms_godown", ground={"buildings": [{**STOREHOUSE, "id": "godown", "k": "godown"}]})
        squad, guard = stage.unit("usmc_assault_squad"), stage.unit("wl_guard")
        stage.put(squad, (590, 580), (560, 580))
        stage.card(HALT, squad)
        stage.card("COWER", guard)
        if watched:
            stage.put(guard, (540, 640))
        stage.pos.then(*demolitions(stage.pos))
        assert bool(stage.pos.fuses) != watched


@rule("yangtze", "S17.7")
def test_demolition_and_spiking() -> None:
    godown = {"id": "godown", "k": "godown", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}
    stage = bare("s6_arms_godown", ground={"buildings": [godown]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (587, 550), (550, 550))
    (inside,) = stage.put(gang, (680, 550))
    stage.card(HALT, squad)
    stage.pos.then(*demolitions(stage.pos))
    assert stage.pos.fuses == 1
    stage.pos.then(*demolitions(stage.pos))
    assert stage.pos.rubble == 1
    assert stage.gone([inside]) == [inside]
    assert stage.asks(Volley), "those outside within 75 mm are tested"
    stage = bare("s5_kuling_battery")
    gun, marines = stage.unit("wl_gun_medium"), stage.unit("usmc_squad")
    stage.model(gun, 500, 500)
    stage.put(marines, (543, 500), (457, 500))
    spike_guns(stage.pos)
    assert not stage.pos.laid_out(gun)


@rule("yangtze", "S17.7", "8.5", "7.7")
def test_a_demolition_reaches_75_mm_whatever_zones_are_called() -> None:
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 720, 600), "doors": [[660, 600]], "windows": []}
    stage = bare(ground={"buildings": [hut]}, beaten_zone_measure="diameter", he_reduces_cover="none")
    man, inside = stage.put(stage.unit("gang"), (800, 550), (660, 550))
    stage.pos.teller = stage.events.append
    stage.pos.then(*explode(stage.pos, 0))
    stage.pos.teller = None
    assert stage.gone([man, inside]) == [inside]
    assert len(stage.told("buried")) == 1, "whoever was inside is told of"
    assert [target for target, *_ in stage.volley.shots] == [AtFigure(man)]
    assert not stage.volley.blasts[0].he


@rule("yangtze", "S17.7")
def test_spiking_a_gun_leaves_its_crew_alone() -> None:
    stage = bare()
    gun, squad = stage.unit("wl_gun_medium"), stage.unit("usmc_squad")
    crew = stage.row(gun, 1500, 900, 4)
    stage.model(gun, 1000, 500)
    stage.put(squad, (957, 500), (1043, 500))
    spike_guns(stage.pos)
    assert not stage.pos.laid_out(gun)
    stage.settle()
    assert not stage.pos.doomed
    assert stage.gone(crew) == []


GODOWN = {"id": "godown", "k": "godown", "p": box(600, 500, 800, 700), "doors": [[600, 600]], "windows": []}


def saboteur(
    gap: float, template: str = "usmc_assault_squad", copy: int = 0, pinned: bool = False, **ground: Any
) -> tuple[Stage, Unit]:
    """A Marine at the wall of the godown, and a bandit so far behind him; a turn goes by."""
    stage = bare("s6_arms_godown", ground={"buildings": [GODOWN], **ground})
    squad = stage.unit(template, copy)
    (man,) = stage.put(squad, (587, 600))
    stage.pos.pinned = pinned << man
    stage.put(stage.unit("gang"), (587 - 25 - gap, 600))
    stage.turn({}, dice=[1])
    return stage, squad


@pytest.mark.parametrize(("gap", "sets"), [(100, False), (100.1, True)])
@rule("yangtze", "S17.7")
def test_a_charge_is_not_set_with_an_enemy_in_sight_within_100_mm(gap: float, sets: bool) -> None:
    stage, _ = saboteur(gap)
    assert bool(stage.pos.fuses) == sets


@rule("yangtze", "S17.7", "8.4", "R213")
def test_a_pinned_man_sets_no_charge() -> None:
    stage, _ = saboteur(400, pinned=True)
    assert not stage.pos.fuses


WALL = {"k": "wall_high", "p": [[560, 900], [560, 300]]}


@rule("yangtze", "S17.7", "S4")
def test_an_enemy_behind_a_high_wall_does_not_keep_a_charge_from_being_set() -> None:
    stage, _ = saboteur(50, lines=[WALL])
    assert stage.pos.fuses


@pytest.mark.parametrize(("template", "copy", "carries"), [
    ("usmc_assault_squad", 0, True), ("usmc_assault_squad", 1, False),
    ("usmc_squad", 0, True), ("usmc_grenadier_squad", 0, False),
])  # fmt: skip
@rule("yangtze", "S17.7", "S19.1")
def test_two_of_the_raiding_squads_carry_a_charge(template: str, copy: int, carries: bool) -> None:
    stage, _ = saboteur(400, template, copy)
    assert bool(stage.pos.fuses) == carries


@rule("yangtze", "S17.7", "14.2", "S19.3")
def test_a_charge_goes_off_a_turn_later_on_friend_and_foe() -> None:
    """The man inside is lost, one at 75.0 mm is tested at four as by high explosive, one at 75.1 is not; the squad
    tests its morale for two; the godown is rubble and counts."""
    stage, squad = saboteur(400)
    others = stage.unit("usmc_squad")
    inside, near, far = stage.put(others, (700, 600), (800 + 12.5 + 75, 600), (800 + 12.5 + 75.1, 560))
    stage.pos.turn = 2
    stage.turn({squad: MOVE}, March(squad, ((4600, 8000),)), dice=[4, 6, 6])
    assert stage.gone([inside, near, far]) == [inside, near]
    assert [event.params["need"] for event in stage.told("blast_hits")] == [4]
    assert [(e.params["dice"], e.params["score"]) for e in stage.told("morale_holds")] == [(12, 9)], (
        "two, and below half"
    )
    assert points(stage, "blown", 0) > 0
    assert points(stage, "saved", 1) == 0


@pytest.mark.parametrize(("gap", "spiked"), [(100, False), (100.1, True)])
@rule("yangtze", "S17.7")
def test_a_gun_is_spiked_by_two_who_touch_it_with_no_enemy_within_100_mm_of_it(gap: float, spiked: bool) -> None:
    for men in (1, 2):
        stage = bare("s5_kuling_battery")
        gun, squad = stage.unit("wl_gun_medium"), stage.unit("usmc_squad")
        stage.model(gun, 600, 600)
        stage.pos.remove(stage.men(gun), LOST)
        stage.put(squad, *((600, 642.5), (600, 557.5))[:men])
        stage.put(stage.unit("wl_rifles"), (600 + 30 + 12.5 + gap, 600))
        stage.turn({})
        assert stage.pos.laid_out(gun) != (spiked and men == 2)


@rule("yangtze", "S17.7", "13.2", "S19.3")
def test_a_gun_whose_crew_falls_in_melee_is_destroyed_and_one_whose_crew_is_shot_is_not() -> None:
    for charge in (True, False):
        stage = bare("s5_kuling_battery")
        gun, squad = stage.unit("wl_gun_light"), stage.unit("usmc_squad")
        stage.model(gun, 600, 600)
        stage.put(gun, (600, 645))
        stage.put(squad, (600, 760), (600, 790))
        if charge:
            stage.turn({squad: CHARGE}, Charge(squad, gun), dice=[1, 6, 6, 1, 1])
        else:
            stage.turn({}, Fire(squad, gun), dice=[6, 6, 6, 6])
        assert not stage.standing(gun)
        assert stage.pos.laid_out(gun) != charge
        assert bool(points(stage, "gun2", 0)) == charge


@pytest.mark.parametrize(("turn", "survivor", "blown", "ends"), [
    (4, False, True, True), (4, True, False, False), (10, False, False, True),
])  # fmt: skip
@rule("yangtze", "S17.7", "S19.4", "R183")
def test_a_fuse_that_burns_when_the_game_ends_early_blows_the_building_up(
    turn: int, survivor: bool, blown: bool, ends: bool
) -> None:
    """The last Chinese fall in the turn in which the charge is set; nobody can put it out. The guard in the godown has
    a turn to leave, and is not hurt. After the last turn it comes too late."""
    godown = {"id": "godown", "k": "godown", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}
    stage = bare("s6_arms_godown", ground={"buildings": [godown]})
    squad = stage.unit("usmc_assault_squad")
    stage.put(squad, (590, 560), (560, 560), (660, 560))
    for unit in stage.pos.book.units_of[1]:
        stage.pos.remove(stage.men(unit), LOST)
    if survivor:
        stage.put(stage.unit("wl_guard"), (2300, 1100))
    stage.pos.lost, stage.pos.turn, stage.pos.alarm = 0, turn, True
    stage.turn({})
    assert stage.told("charge_set")
    assert (stage.pos.outcome is not None) == ends
    assert bool(stage.told("explodes")) == blown
    assert (points(stage, "blown", 0), points(stage, "saved", 1)) == ((3, 0) if blown else (0, 4))
    assert stage.standing(squad) == 3


@rule("yangtze", "S17.7", "R147")
def test_only_the_building_that_the_scenario_names_is_blown_up() -> None:
    """The charges were brought for the godown: a Marine beside another house keeps his."""
    hut = {"id": "hut", "k": "hut", "p": box(600, 500, 720, 600), "doors": [[660, 600]], "windows": []}
    for building, sets in ((hut, False), ({**hut, "id": "godown"}, True)):
        stage = bare("s6_arms_godown", ground={"buildings": [building]})
        squad = stage.unit("usmc_assault_squad")
        stage.put(squad, (587, 550), (550, 550))
        stage.card(HALT, squad)
        stage.pos.then(*demolitions(stage.pos))
        assert bool(stage.pos.fuses) == sets


@pytest.mark.parametrize(("man", "wall"), [
    ((560, 550), ((580, 400), (580, 700))),
    ((660, 640), ((500, 620), (800, 620))),
])  # fmt: skip
@rule("yangtze", "S17.7", "S5")
def test_a_wall_between_a_man_and_the_house_shelters_him_when_it_is_blown_up(
    man: tuple[float, float], wall: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    """S5.3: cover is judged from the centre of the burst: hard for class C on HALT, one level lower under HE."""
    hut = {"id": "h", "k": "hut", "p": box(600, 500, 720, 600), "doors": [[660, 600]], "windows": []}
    stage = bare(ground={"buildings": [hut], **line("wall_low", *wall)})
    gang = stage.unit("gang")
    first, _ = stage.put(gang, man, (2000, 100))
    stage.card(HALT, gang)
    stage.pos.then(*explode(stage.pos, 0))
    stage.roll(4, 4, 4)
    assert stage.pos.pinned_next >> first & 1, "eight does not confirm it"
    stage = bare(ground={"buildings": [hut]})
    stage.put(gang, man, (2000, 100))
    stage.card(HALT, gang)
    stage.pos.then(*explode(stage.pos, 0))
    stage.roll(4)
    assert stage.pos.doomed.bit_count() == 1, "without the wall nothing is to be confirmed"


@pytest.mark.parametrize(("x", "used", "sets"), [(586.5, False, True), (586.4, False, False), (586.5, True, False)])
@rule("yangtze", "S17.7")
def test_a_charge_is_set_once_by_who_touches_the_wall(x: float, used: bool, sets: bool) -> None:
    """A base of 12.5 mm within a millimetre of the wall; the charge of a squad is one."""
    stage = bare("s6_arms_godown", ground={"buildings": [GODOWN]})
    squad = stage.unit("usmc_assault_squad")
    stage.put(squad, (x, 600), (550, 600))
    stage.card(HALT, squad)
    stage.pos.opened = used << squad
    stage.pos.then(*demolitions(stage.pos))
    assert bool(stage.pos.fuses) is sets


@rule("yangtze", "S17.7")
def test_nobody_sets_a_charge_where_one_burns_or_has_gone_off() -> None:
    """Two squads at one wall: the second keeps its charge, in that turn and in the next."""
    stage = bare("s6_arms_godown", ground={"buildings": [GODOWN]})
    first, second = stage.unit("usmc_assault_squad"), stage.unit("usmc_squad")
    stage.put(first, (587, 600), (550, 600))
    stage.put(second, (587, 640), (550, 640))
    stage.card(HALT, first, second)
    stage.pos.teller = stage.hear
    for told in (1, 1, 1):
        demolitions(stage.pos)
        assert len(stage.told("charge_set")) == told
    assert stage.pos.rubble == 1
    assert stage.pos.opened.bit_count() == 1
