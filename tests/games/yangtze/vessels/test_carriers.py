"""12.1, 13.4, S12, S13: vehicles and trains in play: who rides in them, whom they drive at, what hits them."""

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    COWER,
    HALT,
    MOVE,
    ONWARD,
    OVERRUN,
    REVERSE,
    Card,
    Charge,
    Drive,
    Embark,
    Fire,
    Land,
    March,
    Throw,
)
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import ABOARD, DISABLED, HALF_SPEED, LEFT, LOST, WHEEL
from shapan.games.yangtze.vessels.driving import drive_refusal, drives
from shapan.games.yangtze.vessels.gangways import crowded
from shapan.games.yangtze.vessels.riders import land_refusal
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

ROAD = {"lines": [{"k": "road", "p": [[0, 600], [2400, 600]]}]}


def loaded(*riders: str, scenario: str = "s8_wanling_bund", ground: object = None) -> tuple[Stage, Unit, list[Unit]]:
    """A lorry at (600, 600), its bow to the east, with these units in it."""
    stage = bare(scenario, ground)
    truck, units = stage.unit("truck"), [stage.unit(rider) for rider in riders]
    stage.model(truck, 600, 600, 90)
    for unit in units:
        stage.board(unit, truck)
    return stage, truck, units


def needs(stage: Stage) -> set[int]:
    return {event.params["need"] for event in stage.events if event.key in ("event.hit", "event.miss")}


# --- riders -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "need"), [(MOVE, 6), (HALT, 4)])
@rule("yangtze", "4.6", "7.8", "R57", "R12")
def test_riders_fire_under_the_card_of_what_carries_them(card: str, need: int) -> None:
    """Marines on HALT in a lorry: under way long range needs six and nothing is controlled, at rest four."""
    stage, truck, (squad,) = loaded("usmc_squad")
    gang = stage.unit("gang")
    stage.row(gang, 1100, 600, 3, 60)
    driven = [Drive(truck, ONWARD, ((7000, 6000),))] if card == MOVE else []
    stage.turn({truck: card}, *driven, Fire(squad, gang), dice=[1] * 5)
    assert needs(stage) == {need}


@pytest.mark.parametrize(("gap", "in_command"), [(150, True), (150.1, False)])
@rule("yangtze", "4.1", "R65")
def test_a_general_in_a_lorry_commands_from_its_edge(gap: float, in_command: bool) -> None:
    stage, _, _ = loaded("usmc_fcg")
    squad = stage.unit("usmc_squad")
    leader, man = stage.put(squad, (0, 0), (600, 600 + 25 + 12.5 + gap))
    stage.pos.remove([leader], LOST)
    stage.turn({squad: MOVE if in_command else HALT}, *[March(squad, ((6000, 9000),))] * in_command)
    assert (stage.pos.y[man] == 9000) == in_command


@rule("yangtze", "S12.3")
def test_a_car_takes_four_of_five() -> None:
    stage = bare()
    car, squad = stage.unit("car"), stage.unit("usmc_squad")
    stage.model(car, 600, 600, 90)
    stage.row(squad, 540, 680, 5)
    stage.turn({squad: MOVE}, Embark(squad, car))
    assert [stage.pos.fate[man] == ABOARD for man in stage.men(squad)] == [True] * 4 + [False]


@rule("yangtze", "S12.3", "S12.4")
def test_nobody_gets_into_the_enemys_car() -> None:
    stage = bare()
    car, squad = stage.unit("car", 1), stage.unit("usmc_squad")
    stage.model(car, 600, 600, 90)
    stage.row(squad, 540, 720, 5)
    stage.card(MOVE, squad)
    stage.card(HALT, car)
    stage.pos.stack = (Plan(0), ())
    assert stage.why(Embark(squad, car)) == "S12.3"


@rule("yangtze", "S12.3")
def test_what_a_unit_can_get_into_is_offered_and_nothing_else() -> None:
    stage = bare()
    near, far, theirs, squad = stage.unit("car"), stage.unit("truck"), stage.unit("car", 1), stage.unit("usmc_squad")
    for carrier, x in ((near, 600), (far, 1600), (theirs, 800)):
        stage.model(carrier, x, 600, 90)
    stage.row(squad, 640, 680, 5)
    stage.play(Card(squad, MOVE), to="plan_actions")
    assert [action.carrier for action in stage.pos.options() if isinstance(action, Embark)] == [near]


@rule("yangtze", "S12.4", "4.6")
def test_riders_of_a_disabled_lorry_fire_from_it_or_get_off() -> None:
    for leave in (False, True):
        stage, truck, (squad,) = loaded("usmc_squad")
        gang = stage.unit("gang")
        stage.row(gang, 1100, 600, 3, 60)
        stage.pos.damage = put(stage.pos.damage, truck, DISABLED)
        said = Land(squad, (6000, 7000)) if leave else Fire(squad, gang)
        stage.turn({squad: MOVE if leave else HALT}, said, dice=[1] * 5)
        assert (len(stage.pos.standing[squad]) == 5) == leave
        assert (needs(stage) == {4}) != leave
        assert case(drive_refusal(stage.pos, truck, ONWARD, ((7000, 6000),))) == "12.1"


@rule("yangtze", "S12.3", "5.3", "6.1")
def test_riders_get_off_a_halted_lorry_and_charge() -> None:
    """The gangway costs 50 mm of their 400; the gang fires in the last moment at men without cover."""
    stage, _, (squad,) = loaded("usmc_squad")
    gang = stage.unit("gang")
    stage.put(gang, (600, 462.5), (640, 462.5))
    stage.turn({squad: CHARGE}, Charge(squad, gang))
    assert stage.told("lands")
    assert stage.told("last_moment")
    assert all(stage.pos.spent[man] >= 500 for man in stage.pos.standing[squad])


@rule("yangtze", "12.1", "S12.7", "14.8")
def test_the_leaders_of_all_riders_are_the_last_to_go() -> None:
    """A squad and a command group in one lorry: one of the four riflemen is drawn; nobody but the lorry is tested."""
    stage, truck, (squad, group) = loaded("usmc_squad", "usmc_fcg")
    lewis, general = stage.unit("wl_lmg_b"), stage.unit("wl_fcg")
    stage.put(lewis, (400, 600), (370, 600))
    stage.put(general, (350, 650))
    stage.turn({}, Fire(lewis, truck), dice=[3, 1, 3, 6, 6])
    assert len([man for man in stage.men(squad)[1:] if stage.pos.fate[man] == ABOARD]) == 3
    assert all(stage.pos.fate[man] == ABOARD for man in (stage.men(squad)[0], *stage.men(group)))
    assert [event.params["unit"] for event in stage.told("morale_holds")] == [stage.pos.book.units[truck].id]


# --- 12.1, S12.1 damage and rates -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "flag"), [((1, 3), 0), ((4, 3), DISABLED), ((1, 1), HALF_SPEED)])
@rule("yangtze", "12.1", "7.8")
def test_a_machine_gun_adds_three_to_the_table_not_to_its_fire(dice: tuple[int, int], flag: int) -> None:
    """A guard's Lewis on HALT needs three at short range; 1+3+3 hits a rider, 4+3+3 disables, and no wheel is hit."""
    stage, truck, _ = loaded("usmc_squad")
    lewis, general = stage.unit("wl_lmg_b"), stage.unit("wl_fcg")
    stage.put(lewis, (400, 600), (370, 600))
    stage.put(general, (350, 650))
    stage.turn({}, Fire(lewis, truck), dice=[3, *dice, 6, 6])
    assert needs(stage) == {3}
    assert stage.pos.damage[truck] == flag
    assert bool(stage.told("passenger")) == (not flag)


@pytest.mark.parametrize(("ground", "ahead", "back"), [(ROAD, (100, 250), (100, 125)), (None, (100, 125), None)])
@rule("yangtze", "12.1", "S12.1")
def test_half_speed_halves_the_rate_of_the_way(
    ground: object, ahead: tuple[int, int], back: tuple[int, int] | None
) -> None:
    """A lorry makes 500 mm on the road and 250 off it, half of that in reverse, and never less than its least."""
    stage, truck, _ = loaded(ground=ground)
    stage.pos.damage = put(stage.pos.damage, truck, HALF_SPEED)
    for manner, sign, span in ((ONWARD, 1, ahead), (REVERSE, -1, back)):
        for far in (99, 100, 125, 126, 250, 251) if span else ():
            fine = span is not None and span[0] <= far <= span[1]
            refusal = drive_refusal(stage.pos, truck, manner, ((6000 + sign * far * 10, 6000),))
            assert (refusal is None) == fine, (manner, far)


@rule("yangtze", "S7", "S12.1", "R77")
def test_lorries_in_file_drive_on_together() -> None:
    stage = bare("s3_silver_trucks", ground=ROAD)
    first, second = stage.unit("truck"), stage.unit("truck", 1)
    stage.model(first, 300, 600, 90)
    stage.model(second, 175, 600, 90)
    stage.put(stage.unit("gang"), (2300, 200))
    ways = [Drive(unit, ONWARD, ((at, 6000),)) for unit, at in ((second, 6750), (first, 8000))]
    stage.turn({first: MOVE, second: MOVE}, *ways)
    assert (stage.pos.at[first][0], stage.pos.at[second][0]) == (8000, 6750)


@rule("yangtze", "S12.2", "13.4")
def test_a_lorry_that_does_not_overrun_stops_before_a_man() -> None:
    stage, truck, _ = loaded()
    (man,) = stage.put(stage.unit("gang"), (760, 600))
    stage.turn({truck: MOVE}, Drive(truck, ONWARD, ((8400, 6000),)))
    assert stage.pos.at[truck][0] + 600 <= stage.pos.x[man] - 125
    assert not stage.gone([man])


@rule("yangtze", "S12.8", "S12.7")
def test_the_third_man_of_an_armoured_car_takes_the_gun_over_and_a_rider_of_a_gun_lorry_does_not() -> None:
    for template, lost, fires in (("armoured_car", 1, True), ("armoured_car", 2, False), ("gun_truck", 1, False)):
        stage = bare()
        car, side = stage.unit(template), 1 if template == "armoured_car" else 0
        foe = stage.unit("usn_squad" if side else "gang")
        stage.model(car, 600, 600, 90)
        if not side:
            stage.board(stage.unit("usmc_squad"), car)
        stage.pos.remove(stage.men(car)[1 : 1 + lost], LOST)
        stage.row(foe, 900, 600, 2)
        stage.card(HALT, car, foe)
        stage.pos.stack = (Firing("halt", side), ())
        (gun,) = (stage.pos.book.piece_of_mount(mount) for mount in stage.pos.book.guns[car])
        assert stage.why(Fire(gun, foe)) == (None if fires else "S12.8")


@pytest.mark.parametrize(("car", "gap", "cited"), [
    ("armoured_car", 25, None), ("armoured_car", 25.1, "S12.5"), ("car", 90, None), ("car", 100.1, "11.1"),
])  # fmt: skip
@rule("yangtze", "11.1", "12.1", "S12.5")
def test_how_near_a_grenade_must_be_thrown_at_a_vehicle(car: str, gap: float, cited: str | None) -> None:
    """At armour from 25 mm, at any other as far as it can be thrown; then the table, without a bonus."""
    stage = bare()
    target, squad = stage.unit(car, int(car == "car")), stage.unit("usmc_assault_squad")
    stage.model(target, 600, 600, 90)
    edge = 600 + stage.pos.book.units[target].size[1] // 20 + 12.5
    stage.put(squad, (600, edge + gap + 40), (600, edge + gap))
    if cited is None:
        stage.turn({}, Throw(squad, target), dice=[3, 6, 4, 6, 6])
        assert stage.pos.damage[target] == DISABLED
        return
    stage.card(HALT, squad, target)
    stage.pos.stack = (Firing("halt", 0), ())
    assert stage.why(Throw(squad, target)) == cited


@rule("yangtze", "S12.4", "7.4", "S4")
def test_an_empty_wreck_of_a_lorry_is_no_target_and_hides_who_is_behind_it() -> None:
    stage, truck, _ = loaded()
    stage.pos.remove(stage.men(truck), LEFT)
    stage.pos.damage = put(stage.pos.damage, truck, DISABLED)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.row(gang, 300, 600, 3)
    stage.put(squad, (800, 600), (800, 610))
    stage.card(HALT, gang, squad)
    stage.pos.stack = (Firing("halt", 1), ())
    assert stage.why(Fire(gang, truck)) == "7.3"
    assert stage.why(Fire(gang, squad)) == "7.5"
    stage.put(squad, (800, 600), (800, 800))
    assert stage.why(Fire(gang, squad)) is None


# --- 13.4 overruns ----------------------------------------------------------------------------------------------------


@rule("yangtze", "13.4", "14.7", "R49")
def test_an_overrun_is_no_charge_and_routs_nobody() -> None:
    """Cowering sailors: a die for each; who escapes is still there, and cowers."""
    stage = bare()
    car, squad = stage.unit("armoured_car"), stage.unit("usn_squad")
    stage.model(car, 600, 600, 90)
    one, two, far = stage.put(squad, (700, 600), (740, 600), (900, 700))
    stage.card(COWER, squad)
    stage.turn({car: MOVE}, Drive(car, OVERRUN, ((8000, 6000),)), dice=[1, 2, 6, 6])
    assert stage.gone([one, two, far]) == [one]
    assert not stage.told("routed")
    assert len(stage.told("escapes")) == 1


@pytest.mark.parametrize(("dice", "damage"), [([6, 4], DISABLED), ([1, 1], WHEEL)])
@rule("yangtze", "13.4", "12.1", "R84")
def test_a_vehicle_that_is_stopped_before_it_reaches_them_runs_over_nobody(dice: list[int], damage: int) -> None:
    stage = bare()
    car, squad = stage.unit("car", 1), stage.unit("usn_squad")
    stage.model(car, 600, 600, 90)
    men = stage.put(squad, (800, 600), (800, 640), (800, 560))
    stage.turn({car: MOVE}, Drive(car, OVERRUN, ((8800, 6000),)), dice=[3, 1, 1, *dice, 6, 6])
    assert stage.pos.damage[car] == damage
    assert stage.pos.at[car][0] < 7875 - 450
    assert not stage.gone(men)


@pytest.mark.parametrize("ground", ["trench", "light_wood"])
@rule("yangtze", "13.4", "R52")
def test_men_in_a_trench_or_among_trees_are_not_run_over(ground: str) -> None:
    stage = bare(ground={"areas": [{"k": ground, "p": box(780, 500, 900, 700)}]})
    tank, squad = stage.unit("tank_ft"), stage.unit("usn_squad")
    stage.model(tank, 600, 600, 90)
    men = stage.put(squad, (800, 600), (720, 600))
    stage.play(Card(tank, MOVE), Drive(tank, OVERRUN, ((7500, 6000),)), to="charge_minimum", otherwise=1)
    assert stage.gone(men) == [men[1]], "a one for whoever is asked"
    assert len(stage.told("overrun")) == 1


# --- S13 trains -------------------------------------------------------------------------------------------------------

RAIL = {"lines": [{"k": "rail", "p": [[0, 600], [2400, 600]]}]}


@rule("yangtze", "S13", "13.4", "6.1")
def test_a_train_runs_over_men_on_the_line_though_it_was_not_said_and_takes_their_fire() -> None:
    stage = bare(ground=RAIL)
    train, squad = stage.unit("armoured_train"), stage.unit("usmc_squad")
    stage.model(train, 1500, 600, 270)
    on_line, beside = stage.put(squad, (1200, 600), (1150, 700))
    stage.turn({train: MOVE}, Drive(train, ONWARD, ((12000, 6000),)), dice=[1, 1, 1, 6, 6])
    assert stage.told("last_moment")
    assert stage.gone([on_line, beside]) == [on_line]
    assert stage.pos.at[train] == (12000, 6000, 270)


@rule("yangtze", "S12.8", "S13")
def test_each_mount_of_a_train_bears_on_its_own_arc() -> None:
    """The gun ahead and to the sides, a machine gun to either side. What only the gun could reach is right astern."""
    stage = bare(ground=RAIL)
    train, astern, north = stage.unit("armoured_train"), stage.unit("usmc_squad"), stage.unit("usn_squad")
    stage.model(train, 1200, 600, 270)
    stage.row(astern, 1900, 600, 2)
    stage.row(north, 1200, 200, 2)
    stage.card(HALT, train, astern, north)
    stage.pos.stack = (Firing("halt", 1), ())
    _, right, left = (stage.pos.book.piece_of_mount(mount) for mount in stage.pos.book.guns[train])
    assert stage.why(Fire(right, north)) is None, "its nose is to the west"
    assert stage.why(Fire(left, north)) == "S12.8"


# --- who gets off, and near whom --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "cited"), [(99.9, "5.3"), (100, None)])
@rule("yangtze", "5.3", "S12.2", "S12.3")
def test_nobody_gets_off_under_the_guns_of_an_armoured_car(gap: float, cited: str | None) -> None:
    """The place beside the lorry is so far from the edge of a manned enemy car; with a wall in between it is free."""
    for wall in (False, True):
        line = {"k": "wall_high", "p": [[300, 490], [900, 490]]}
        stage, truck, (squad,) = loaded("usmc_squad", ground={"lines": [line]} if wall else None)
        car = stage.unit("armoured_car")
        stage.model(car, 600, 637.5 + 12.5 + gap + 25, 90)
        stage.card(MOVE, squad)
        stage.card(HALT, truck, car)
        stage.pos.stack = (Plan(0), ())
        point = (6000, 6375)
        assert crowded(stage.pos, squad, point) == (cited is not None and not wall)


@rule("yangtze", "4.6", "S17.1", "S12.3")
def test_who_may_not_get_off() -> None:
    stage, truck, (squad, people) = loaded("usmc_squad", "consul")
    walkers = stage.unit("usn_squad")
    stage.row(walkers, 1500, 600, 5)
    stage.card(HALT, truck, squad)
    stage.card(MOVE, walkers, people)
    assert case(land_refusal(stage.pos, walkers, (15000, 7000))) == "4.6", "they ride in nothing"
    assert case(land_refusal(stage.pos, squad, (6000, 7000))) == "4.6", "they stay under HALT"
    assert land_refusal(stage.pos, people, (6000, 7000)) is None, "with Marines aboard"
    stage.pos.remove(stage.men(squad), LOST)
    assert case(land_refusal(stage.pos, people, (6000, 7000))) == "S17.1"


# --- S6.5 what is offered ---------------------------------------------------------------------------------------------


@rule("yangtze", "S12.1", "13.4", "S6.7")
def test_what_drives_are_offered() -> None:
    """Ahead, to either side and back, all of them legal; overruns only where an enemy is known to be within reach."""
    stage, truck, _ = loaded()
    gang = stage.unit("gang")
    stage.put(gang, (900, 600))
    stage.card(MOVE, truck)
    offered = dict(drives(stage.pos, truck))
    assert set(offered) == {ONWARD, OVERRUN, REVERSE}
    for manner, routes in offered.items():
        assert all(drive_refusal(stage.pos, truck, manner, route) is None for route in routes)
    stage.pos.hidden = 1 << gang
    assert set(dict(drives(stage.pos, truck))) == {ONWARD, REVERSE}
    stage.pos.hidden = 0
    stage.put(gang, (1700, 600))
    assert set(dict(drives(stage.pos, truck))) == {ONWARD, REVERSE}


@rule("yangtze", "S12.1", "S3.5")
def test_drives_that_are_none() -> None:
    stage, truck, _ = loaded()
    squad = stage.unit("usmc_squad")
    assert case(drive_refusal(stage.pos, squad, ONWARD, ((7000, 6000),))) == "S12.1", "no vehicle"
    stage.model(truck, 2250, 600, 90)
    assert case(drive_refusal(stage.pos, truck, ONWARD, ((23900, 6000),))) == "S3.5", "its nose would be off the table"
    stage.model(truck, 600, 600, 90)
    assert drive_refusal(stage.pos, truck, ONWARD, ((6000, 6000), (7000, 6000))) is None, "where it stands is no corner"
