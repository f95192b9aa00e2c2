"""4.0 Command through a whole turn: who falls out of it on the way, and what he can still do."""

import pytest
from tests.games.yangtze.table import bare, case

from shapan.games.yangtze.actions import CHARGE, COWER, HALT, MOVE, SKIRMISH, Card, Charge, Cover, Fire, March
from shapan.games.yangtze.melee.bouts import fights_now
from shapan.games.yangtze.position import LOST
from shapan.kernel import rule


@rule("yangtze", "4.1", "8.4", "R4")
def test_a_pinned_man_whom_his_leader_leaves_behind_does_not_fire() -> None:
    """The squad marches 250 mm; he was in command when it began and is not when it fires."""
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 300, 300, 5)
    stage.row(company, 300, 560, 6)
    stage.pos.pinned = 1 << stage.men(squad)[4]
    stage.play(Card(squad, MOVE), March(squad, ((3000, 500),)), Fire(squad, company), to="melee")
    assert stage.places(squad)[4] == (420, 300)
    assert stage.told("fires")[0].params["count"] == 4


@rule("yangtze", "4.2", "14.7", "R3", "R4")
def test_when_the_general_is_routed_the_radius_shrinks_for_those_who_move_after() -> None:
    """The charge reaches him in its minimum move; a man 100 mm from his officer stays, one 5 mm from him goes."""
    stage = bare()
    general, company, squad = stage.unit("wl_fcg"), stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.row(general, 1000, 600, 3)
    stage.put(company, (1000, 900), (1125, 900), (1030, 900))
    stage.put(squad, (900, 600), (930, 630))
    stage.card(COWER, general)
    march = March(company, ((10000, 11000),))
    stage.play(Card(squad, CHARGE), Charge(squad, general), Card(company, MOVE), march, to="morale")
    assert stage.told("routed")
    assert stage.places(company) == [(1000, 1100), (1125, 900), (1030, 1100)]


@pytest.mark.parametrize("fallen", [True, False])
@rule("yangtze", "4.4", "7.1")
def test_a_machine_gun_whose_leader_falls_in_the_first_fire_has_no_part_in_the_second(fallen: bool) -> None:
    stage = bare()
    gun, gang, squad = stage.unit("wl_lmg"), stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gun, (1000, 600), (1000, 630))
    (leader,) = stage.put(gang, (1100, 600))
    stage.row(squad, 1000, 250, 5)
    orders = (Card(gun, SKIRMISH), March(gun, ((10000, 6500),)), Card(gang, HALT), Card(squad, HALT))
    stage.play(*orders, to="halt_fire")
    if fallen:
        stage.pos.remove([leader], LOST)
    stage.play(to="other_fire")
    assert (stage.pos.refusal(Fire(gun, squad)) is None) != fallen


@pytest.mark.parametrize(("fallen", "opens"), [(True, False), (False, True)])
@rule("yangtze", "7.9", "4.4", "R4")
def test_a_machine_gun_out_of_command_does_not_open_covering_fire(fallen: bool, opens: bool) -> None:
    stage = bare()
    gun, company, squad = stage.unit("wl_mmg"), stage.unit("wl_rifles"), stage.unit("usmc_squad")
    stage.row(gun, 1000, 200, 3)
    (leader,) = stage.put(company, (980, 240))
    stage.put(squad, (850, 350), (820, 350))
    covering = Cover(stage.piece(gun), 1, (10000, 3500))
    stage.play(Card(gun, HALT), covering, Card(squad, MOVE), to="plan_actions")
    if fallen:
        stage.pos.remove([leader], LOST)
    stage.play(March(squad, ((11000, 3500),)), to="other_fire")
    assert bool(stage.told("covering")) == opens


@rule("yangtze", "4.1", "4.2", "R3")
def test_one_sergeant_of_the_command_group_is_enough_for_a_squad_without_its_leader() -> None:
    """The officer and the other sergeant are gone: the radius stays 150 mm and the squad marches."""
    stage = bare()
    squad, command = stage.unit("usmc_squad"), stage.unit("usmc_fcg")
    stage.row(squad, 1000, 600, 5)
    stage.put(command, (1000, 450), (1000, 480), (1030, 450))
    stage.pos.remove([stage.men(squad)[0], *stage.men(command)[:2]], LOST)
    stage.play(Card(squad, MOVE), March(squad, ((10300, 8000),)), to="melee")
    assert stage.places(squad) == [(1030, 800), (1060, 800), (1090, 800), (1120, 800)]


@pytest.mark.parametrize(("gap", "joins"), [(150, True), (150.1, False)])
@rule("yangtze", "13.2", "4.1", "S9")
def test_doubling_up_is_a_move_and_needs_command(gap: float, joins: bool) -> None:
    """The man beside the one who is charged stands at the edge of his officer's circle."""
    stage = bare()
    company, squad = stage.unit("wl_rifles"), stage.unit("usmc_squad")
    _, charged, mate = stage.put(company, (1000, 600), (1000, 600 - 25 - gap + 40), (1000, 600 - 25 - gap))
    stage.put(squad, (880, 600 - 25 - gap + 40))
    march = March(company, ((10300, 6000),))
    stage.play(Card(company, SKIRMISH), march, Card(squad, CHARGE), Charge(squad, company), to="other_fire")
    (bout,) = fights_now(stage.pos)
    assert charged in bout.charged
    assert (mate in bout.charged) == joins


@pytest.mark.parametrize(("gap", "cited"), [(75, None), (75.1, "4.1")])
@rule("yangtze", "4.4", "4.2", "S18")
def test_at_night_a_machine_gun_needs_a_leader_within_75_mm(gap: float, cited: str | None) -> None:
    stage = bare("s6_arms_godown")
    gun, guard, raiders = stage.unit("wl_lmg_b"), stage.unit("wl_guard"), stage.unit("usmc_assault_squad")
    stage.put(gun, (1000, 300), (1030, 300))
    stage.put(guard, (1000, 300 - 25 - gap), (1030, 300 - 25 - gap))
    stage.row(raiders, 1000, 450, 5)
    stage.pos.asleep = 0
    stage.play(to="halt_fire")
    while stage.pos.actor == "us":
        stage.pos.push(next(iter(stage.pos.options())))
    assert case(stage.pos.refusal(Fire(gun, raiders))) == cited
