"""S17.6 Loads that are lifted, carried, let fall and stowed; and who does such work (S16.8)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import robbed_lorry, storeyed, upstairs
from tests.games.yangtze.table import Stage, bare, case

from shapan.games.yangtze.actions import (
    CHARGE,
    CLEAR,
    COWER,
    DROP,
    FLEE,
    HALT,
    LIFT,
    MOVE,
    STOW,
    UNLOAD,
    Card,
    Charge,
    Cover,
    Embark,
    Fire,
    March,
    Pace,
    Ready,
    Work,
)
from shapan.games.yangtze.melee.morale import aftermath
from shapan.games.yangtze.movement.ways import own_limits, way_refusal
from shapan.games.yangtze.noted import Job
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.place import Berth, Load, Off, move
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.victory import worth
from shapan.games.yangtze.who import Model, Unit, put
from shapan.games.yangtze.works.loads import loads_follow, settle_loads
from shapan.games.yangtze.works.tasks import finish_works, work_refusal
from shapan.kernel import Action, rule

SILVER = "s3_silver_trucks"


CHEST = (6000, 6000)


US, CN = 0, 1


def gang_at_chest(*places: tuple[float, float], carried: int = 0, ground: Any = None) -> tuple[Stage, Unit]:
    """A gang about a chest that lies on the ground, or that its first men carry; Marines are far away."""
    stage = bare(SILVER, ground=ground)
    gang, squad = stage.unit("gang"), stage.unit("usmc_squad")
    stage.put(gang, *places)
    stage.row(squad, 2200, 1100, 2)
    bearers = stage.men(gang)[:carried]
    first = stage.pos.cargo[0]
    stage.pos.cargo = (Load(first.name, None, *CHEST, CN, bearers), *stage.pos.cargo[1:])
    stage.pos.hidden = 0
    return stage, gang


def end_turn(stage: Stage, *said: Action) -> None:
    """To the end of the turn; nobody says anything else."""
    stage.play(*said, to="end_turn")
    assert stage.pos.turn > 1


@pytest.mark.parametrize(("second", "lifted"), [(637.5, True), (637.6, False)])
@rule("yangtze", "S17.6")
def test_two_who_stand_at_a_load_lift_it_in_a_turn_of_work(second: float, lifted: bool) -> None:
    stage, gang = gang_at_chest((580, 600), (second, 600), (900, 600))
    stage.card(HALT, gang)
    stage.pos.stack = (Orders(CN, True), ())
    assert stage.why(Work(gang, LIFT)) == (None if lifted else "S17.6")
    if lifted:
        stage.card("", gang)
        end_turn(stage, Work(gang, LIFT))
        assert stage.pos.cargo[0].bearers == stage.men(gang)[:2]


@rule("yangtze", "S17.6", "7.2")
def test_who_works_does_not_fire() -> None:
    stage, gang = gang_at_chest((580, 600), (620, 600), (640, 640))
    squad = stage.unit("usmc_squad")
    stage.row(squad, 580, 800, 3)
    stage.play(Work(gang, LIFT), to="halt_fire")
    while stage.pos.turn == 1:
        assert Fire(gang, squad) not in set(stage.pos.options())
        stage.pos.push(Ready(), stage.hear)


def to_side(stage: Stage, side: int) -> None:
    while getattr(stage.pos.top, "side", side) != side:
        stage.pos.push(Ready(), stage.hear)


@pytest.mark.parametrize(("far", "refused"), [(100, None), (101, "S17.6")])
@rule("yangtze", "S17.6")
def test_two_porters_go_100_mm_a_turn(far: int, refused: str | None) -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), (900, 600), carried=2)
    stage.play(Card(gang, MOVE), to="plan_actions")
    to_side(stage, CN)
    assert stage.why(March(gang, ((5870, 6000 - far * 10),))) == refused


@rule("yangtze", "S17.6")
def test_their_comrades_go_as_far_as_ever() -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), (650, 600), carried=2)
    stage.play(Card(gang, MOVE), to="plan_actions")
    to_side(stage, CN)
    stage.pos.push(March(gang, ((5870, 5000),)), stage.hear)
    assert stage.why(Pace(stage.piece(gang, 2), ((6500, 3000),))) is None
    assert stage.why(Pace(stage.piece(gang, 1), ((6130, 4990),))) == "S17.6"


@pytest.mark.parametrize("apart", [26, 75])
@rule("yangtze", "S17.6")
def test_a_load_goes_between_its_porters(apart: int) -> None:
    stage, gang = gang_at_chest((600 - apart / 2, 600), (600 + apart / 2, 600), carried=2)
    stage.play(Card(gang, MOVE), March(gang, ((6000 - apart * 5, 5000),)), to="halt_fire")
    load = stage.pos.cargo[0]
    assert (load.x, load.y) == (6000, 5000), "between them"
    assert load.bearers == stage.men(gang)[:2]


@rule("yangtze", "S17.6")
def test_it_stays_where_it_was_when_they_part() -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), carried=2)
    stage.play(Card(gang, MOVE), to="plan_actions")
    to_side(stage, CN)
    stage.pos.push(March(gang, ((5870, 5000),)), stage.hear)
    stage.pos.push(Pace(stage.piece(gang, 1), ((6130, 7000),)), stage.hear)
    stage.play(to="halt_fire")
    load = stage.pos.cargo[0]
    assert (load.x, load.y, load.bearers) == (*CHEST, ())
    assert stage.told("load_dropped")


@rule("yangtze", "S17.6", "5.3")
def test_porters_who_charge_let_it_fall() -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), carried=2)
    squad = stage.unit("usmc_squad")
    stage.row(squad, 587, 900, 2)
    stage.play(Card(gang, CHARGE), Charge(gang, squad), to="melee", otherwise=1)
    load = stage.pos.cargo[0]
    assert (load.x, load.y, load.bearers) == (*CHEST, ())


@pytest.mark.parametrize(("third", "kept"), [((600, 640), False), ((600, 632), True)])
@rule("yangtze", "S17.6")
def test_another_takes_the_place_of_a_porter_who_falls(third: tuple[float, float], kept: bool) -> None:
    stage, gang = gang_at_chest((590, 600), (600, 600), third, carried=2)
    men = stage.men(gang)
    stage.pos.remove([men[1]], LOST)
    stage.pos.lost = 0
    end_turn(stage)
    assert stage.pos.cargo[0].bearers == ((men[0], men[2]) if kept else ())


@rule("yangtze", "S17.6")
def test_they_set_it_down_in_a_turn_of_work() -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), carried=2)
    end_turn(stage, Work(gang, DROP))
    assert stage.pos.cargo[0].bearers == ()
    assert stage.pos.cargo[0].side == CN, "it is still theirs (R146)"


@pytest.mark.parametrize(
    ("name", "gap", "stowed"), [("truck", 25, True), ("truck", 25.1, False), ("armoured_car", 5, False)]
)
@rule("yangtze", "S17.6")
def test_porters_put_a_load_on_a_lorry_beside_them(name: str, gap: float, stowed: bool) -> None:
    stage = bare(SILVER)
    squad, lorry = stage.unit("usmc_squad"), stage.unit(name)
    stage.model(lorry, 600, 600, 90)
    men = stage.put(squad, (590, 625 + gap + 12.5), (616, 625 + gap + 12.5))
    stage.row(stage.unit("gang"), 2200, 1100, 2)
    stage.pos.hidden = 0
    last = stage.pos.cargo[1]
    stage.pos.cargo = (stage.pos.cargo[0], Load(last.name, None, 5900, 6300, US, men))
    stage.card(HALT, *stage.pos.units_of(US))
    assert (stage.why(Work(squad, STOW)) is None) is stowed
    if stowed:
        stage.card("", *stage.pos.units_of(US))
        end_turn(stage, Work(squad, STOW))
        assert stage.pos.cargo[1].carrier == lorry


ROADBLOCK: dict[str, Any] = {"lines": [{"k": "barricade", "n": "Road block", "p": [[500, 500], [500, 700]]}]}


def at_roadblock(*groups: tuple[str, int, int]) -> Stage:
    """Units with so many figures in contact with a road block, and the rest of them away."""
    stage = bare(SILVER, ground=ROADBLOCK)
    stage.pos.shut = stage.pos.book.barriers
    place = 0
    for name, copy, count in groups:
        unit = stage.unit(name, copy)
        stage.put(unit, *((513, 510 + 26 * (place + n)) for n in range(count)), (650, 700 + 30 * place))
        place += count
    stage.row(stage.unit("gang"), 2200, 1100, 2)
    stage.pos.hidden = 0
    return stage


@pytest.mark.parametrize(("counts", "cleared"), [((4,), True), ((3,), False), ((2, 2), True), ((2, 1), False)])
@rule("yangtze", "S16.8")
def test_four_figures_of_one_side_clear_a_road_block(counts: tuple[int, ...], cleared: bool) -> None:
    groups = [("usmc_squad", copy, count) for copy, count in enumerate(counts)]
    stage = at_roadblock(*groups)
    units = [stage.unit(name, copy) for name, copy, _ in groups]
    end_turn(stage, *(Work(unit, CLEAR) for unit in units))
    assert (not stage.pos.shut) is cleared


@rule("yangtze", "S16.8", "7.9")
def test_a_unit_that_covers_an_area_does_not_work() -> None:
    stage = at_roadblock(("usmc_squad", 0, 4))
    squad = stage.unit("usmc_squad")
    stage.card(HALT, *stage.pos.units_of(US))
    stage.pos.push(Cover(stage.piece(squad), 1, (8000, 6000)), stage.hear)
    assert stage.why(Work(squad, CLEAR)) == "7.9"


@rule("yangtze", "S16.8", "S11")
def test_horsemen_work_on_foot() -> None:
    stage = bare(SILVER, ground=ROADBLOCK)
    stage.pos.shut = stage.pos.book.barriers
    riders = stage.unit("usmc_mounted")
    stage.put(riders, *((520.5, 520 + 41 * n) for n in range(4)))
    stage.card(HALT, *stage.pos.units_of(US))
    assert stage.why(Work(riders, CLEAR)) == "S16.8"
    stage.pos.afoot |= 1 << riders
    assert stage.why(Work(riders, CLEAR)) is None


@pytest.mark.parametrize(("driver", "refused"), [(True, "S17.6"), (False, None)])
@rule("yangtze", "S17.6")
def test_the_chest_comes_off_a_lorry_that_nobody_is_aboard_of(driver: bool, refused: str | None) -> None:
    stage = bare(SILVER)
    gang, lorry = stage.unit("gang"), stage.unit("truck")
    stage.model(lorry, 600, 600, 90, crew=driver)
    stage.row(gang, 555, 637.5, 4)
    stage.row(stage.unit("usmc_squad"), 2200, 1100, 2)
    stage.pos.hidden = 0
    stage.card(HALT, *stage.pos.units_of(CN))
    stage.pos.stack = (Orders(CN, True), ())
    assert stage.why(Work(gang, UNLOAD)) == refused


@rule("yangtze", "S17.6", "S16.1")
def test_nobody_lifts_a_load_through_the_ceiling() -> None:
    stage = bare("s3_silver_trucks", ground={"buildings": [storeyed(600, 450, 750, 600)]})
    gang = stage.unit("gang")
    men = stage.put(gang, (650, 520), (680, 520))
    stage.put(stage.unit("usmc_mounted"), (1500, 1000))
    stage.pos.cargo = (Load("silver", None, 6650, 5200, 1), *stage.pos.cargo[1:])
    stage.card("HALT", gang)
    assert work_refusal(stage.pos, 1, gang, LIFT) is None
    upstairs(stage, *men)
    assert case(work_refusal(stage.pos, 1, gang, LIFT)) == "S17.6"


@rule("yangtze", "S17.6", "R80")
def test_a_load_is_taken_off_lifted_carried_and_stowed() -> None:
    stage, truck, gang = robbed_lorry()
    assert case(work_refusal(stage.pos, 1, gang, UNLOAD)) == "S17.6", "somebody still drives it"
    stage.pos.remove(stage.men(truck), LOST)
    stage.pos.works = (Job(gang, UNLOAD),)
    finish_works(stage.pos)
    silver = next(load for load in stage.pos.cargo if load.on_ground)
    assert (silver.name, silver.side) == ("silver", 1)
    entry = next(e for e in stage.pos.book.objectives if e.id == "silver_lost")
    assert worth(stage.pos, entry, 1) == 5
    assert work_refusal(stage.pos, 1, gang, LIFT) is not None, "one work a turn"
    stage.pos.works = ()
    assert work_refusal(stage.pos, 1, gang, LIFT) is None
    stage.pos.works = (Job(gang, LIFT),)
    finish_works(stage.pos)
    silver = next(load for load in stage.pos.cargo if load.bearers)
    porter = silver.bearers[0]
    stage.card(MOVE, gang)
    stage.pos.works = ()
    assert own_limits(stage.pos, porter) == (1000, 1000)
    free = next(figure for figure in stage.men(gang)[:4] if figure not in silver.bearers)
    assert own_limits(stage.pos, free) == (1000, 3000)
    here = (stage.pos.x[porter], stage.pos.y[porter])
    assert case(way_refusal(stage.pos, porter, ((here[0], here[1] + 1500),))) == "S17.6"
    assert case(way_refusal(stage.pos, porter, ((here[0], here[1] + 3010),))) == "5.1"
    for figure in silver.bearers:
        stage.pos.stand(figure, stage.pos.x[figure], stage.pos.y[figure] + 1000)
    loads_follow(stage.pos)
    moved = next(load for load in stage.pos.cargo if load.bearers)
    assert (moved.x, moved.y) == (sum(stage.pos.x[f] for f in moved.bearers) // 2, here[1] + 1000), "between them"
    stage.pos.remove(moved.bearers[1:], LOST)
    settle_loads(stage.pos)
    assert [load.on_ground for load in stage.pos.cargo if load.carrier is None] == [True], "one man cannot carry it"


@rule("yangtze", "S17.6", "R80", "R213")
def test_a_load_is_set_down_or_put_aboard() -> None:
    stage, truck, gang = robbed_lorry()
    porters = stage.men(gang)[:2]
    load = Load("silver", None, 5000, 5400, 1, porters)
    stage.pos.cargo = (load, *stage.pos.cargo[1:])
    assert case(work_refusal(stage.pos, 1, gang, STOW)) == "S17.6", "not on an enemy's lorry"
    stage.pos.owner = put(stage.pos.owner, truck, 1)
    stage.pos.works = (Job(gang, STOW),)
    stage.pos.pinned = 1 << porters[1]
    finish_works(stage.pos)
    assert stage.pos.cargo[0].bearers == porters, "R213: who is pinned stows nothing, and keeps what he has"
    stage.pos.pinned = 0
    finish_works(stage.pos)
    assert stage.pos.cargo[0].carrier == truck
    stage.pos.cargo = (load, *stage.pos.cargo[1:])
    stage.pos.works = (Job(gang, DROP),)
    finish_works(stage.pos)
    assert stage.pos.cargo[0].on_ground
    stage.pos.cargo = (load, *stage.pos.cargo[1:])
    stage.card(CHARGE, gang)
    loads_follow(stage.pos)
    assert stage.pos.cargo[0].on_ground, "those who charge let it fall"


@rule("yangtze", "S17.6", "R80")
def test_an_armoured_car_takes_no_load() -> None:
    stage, truck, gang = robbed_lorry()
    move(stage.pos, (Model(truck), Off()))
    car = stage.unit("armoured_car")
    stage.model(car, 500, 500, 90)
    stage.pos.owner = put(stage.pos.owner, car, 1)
    stage.pos.cargo = (Load("silver", None, 5000, 5400, 1, stage.men(gang)[:2]), *stage.pos.cargo[1:])
    assert case(work_refusal(stage.pos, 1, gang, STOW)) == "S17.6", "no room for passengers"


@rule("yangtze", "S17.6")
def test_porters_bring_a_load_away() -> None:
    stage = bare("s3_silver_trucks")
    squad = stage.unit("usmc_squad")
    men = stage.put(squad, (1780, 600), (1780, 630))
    stage.pos.cargo = (Load("silver", None, 17800, 6000, 0, men), *stage.pos.cargo[1:])
    settle_loads(stage.pos)
    entry = next(e for e in stage.pos.book.objectives if e.id == "silver_out")
    assert worth(stage.pos, entry, 0) == 5


@rule("yangtze", "S17.6", "R80")
def test_one_porter_carries_nothing_alone() -> None:
    stage = bare("s3_silver_trucks")
    gang = stage.unit("gang")
    one, two = stage.put(gang, (500, 600), (530, 500))
    stage.card(MOVE, gang)
    stage.pos.cargo = (Load("silver", None, 5000, 5000, 1, (one, two)),)
    loads_follow(stage.pos)
    (load,) = stage.pos.cargo
    assert load.on_ground
    assert (load.x, load.y) == (5000, 5000), "it stays where the other one stands"


@rule("yangtze", "S17.6", "R80")
def test_two_others_of_the_unit_lift_a_second_load() -> None:
    stage = bare("s3_silver_trucks")
    gang = stage.unit("gang")
    one, two, three, four = stage.put(gang, (500, 500), (530, 500), (800, 500), (830, 500))
    stage.card(HALT, gang)
    first = Load("silver", None, 5000, 5000, 1, (one, two))
    stage.pos.cargo = (first, Load("silver", None, 8150, 5000, 0))
    assert work_refusal(stage.pos, 1, gang, "lift") is None
    stage.pos.works = (Job(gang, "lift"),)
    finish_works(stage.pos)
    assert {load.bearers for load in stage.pos.cargo} == {(one, two), (three, four)}


@rule("yangtze", "S17.6")
def test_a_load_is_taken_off_by_those_in_contact() -> None:
    for gap, taken in ((1, True), (20, False)):
        stage = bare("s3_silver_trucks")
        truck, gang = stage.unit("truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90, crew=False)
        stage.row(gang, 460, 525 + 12.5 + gap, 4, 26)
        stage.card(HALT, gang)
        assert (work_refusal(stage.pos, 1, gang, "unload") is None) == taken


@pytest.mark.parametrize(("card", "kept"), [(HALT, True), (COWER, False), (FLEE, False)])
@rule("yangtze", "S17.6", "R80", "14.5")
def test_porters_whose_unit_breaks_let_it_fall(card: str, kept: bool) -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), carried=2)
    stage.card(card, gang)
    loads_follow(stage.pos)
    assert stage.pos.cargo[0].bearers == (stage.men(gang)[:2] if kept else ())


@pytest.mark.parametrize("aboard", [1, 2])
@rule("yangtze", "S17.6", "R80")
def test_a_load_goes_aboard_with_both_its_porters(aboard: int) -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), carried=2)
    truck, porters = stage.unit("truck"), stage.men(gang)[:2]
    stage.model(truck, 600, 640, 90, crew=False)
    stage.pos.owner = put(stage.pos.owner, truck, CN)
    stage.card(MOVE, gang)
    move(stage.pos, *((figure, Berth(truck)) for figure in porters[:aboard]))
    loads_follow(stage.pos)
    load = stage.pos.cargo[0]
    assert (load.carrier, load.bearers) == (truck if aboard == 2 else None, ())


@pytest.mark.parametrize("state", ["pinned", "touched"])
@rule("yangtze", "S17.6", "8.4", "6.2", "R213")
def test_a_load_is_lifted_by_men_who_are_left_alone(state: str) -> None:
    """Whoever is pinned or touched in the course of the turn has no hand free at its end."""
    stage, gang = gang_at_chest((580, 600), (620, 600))
    stage.card(HALT, gang)
    stage.pos.works = (Job(gang, LIFT),)
    twin = Stage(stage.pos.copy())
    setattr(twin.pos, state, 1 << stage.men(gang)[0])
    for table, lifted in ((twin, False), (stage, True)):
        finish_works(table.pos)
        assert bool(table.pos.cargo[0].bearers) == lifted


@rule("yangtze", "S17.6")
def test_the_nearest_two_lift_it() -> None:
    stage, gang = gang_at_chest((628, 612), (600, 570), (574, 600), (600, 613))
    stage.card(HALT, gang)
    stage.pos.works = (Job(gang, LIFT),)
    finish_works(stage.pos)
    men = stage.men(gang)
    assert stage.pos.cargo[0].bearers == (men[3], men[2])


@rule("yangtze", "S17.6", "R80")
def test_who_carries_one_load_lifts_no_other() -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), (640, 600), carried=2)
    stage.pos.cargo = (stage.pos.cargo[0], Load("silver", None, 6150, 6100, CN))
    stage.card(HALT, gang)
    assert case(work_refusal(stage.pos, CN, gang, LIFT)) == "S17.6", "one pair of hands is not enough"


@rule("yangtze", "S17.6", "S6.8")
def test_sleepers_lift_nothing() -> None:
    stage, gang = gang_at_chest((580, 600), (620, 600))
    stage.card(HALT, gang)
    assert work_refusal(stage.pos, CN, gang, LIFT) is None
    stage.pos.asleep = 1 << gang
    assert case(work_refusal(stage.pos, CN, gang, LIFT)) == "S17.6"


@pytest.mark.parametrize(("x", "side", "out"), [(1780, US, True), (1500, US, False), (1780, CN, False)])
@rule("yangtze", "S17.6", "R80", "S19.3")
def test_a_load_leaves_in_what_carries_it_by_the_exit_of_those_who_have_it(x: int, side: int, out: bool) -> None:
    stage = bare(SILVER)
    truck = stage.unit("truck")
    stage.model(truck, x, 600, 90)
    stage.pos.owner = put(stage.pos.owner, truck, side)
    first = stage.pos.cargo[0]
    stage.pos.cargo = (Load(first.name, truck, 0, 0, US), *stage.pos.cargo[1:])
    settle_loads(stage.pos)
    assert stage.pos.cargo[0].away == out
    assert stage.pos.cargo[0].side == side, "it is theirs who hold the lorry"


@rule("yangtze", "S17.6", "R80")
def test_a_load_that_lies_in_the_exit_is_not_away() -> None:
    stage = bare(SILVER)
    stage.pos.cargo = (Load("silver", None, 17800, 6000, US), *stage.pos.cargo[1:])
    settle_loads(stage.pos)
    assert not stage.pos.cargo[0].away


@pytest.mark.parametrize(("marines", "bandits", "taken"), [(0, 4, True), (1, 3, False)])
@rule("yangtze", "S17.6")
def test_men_of_both_sides_do_not_unload_together(marines: int, bandits: int, taken: bool) -> None:
    stage = bare(SILVER)
    lorry, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(lorry, 600, 600, 90, crew=False)
    stage.row(squad, 570, 562.5, marines)
    stage.row(gang, 555, 637.5, bandits)
    stage.pos.works = (Job(squad, UNLOAD), Job(gang, UNLOAD))
    finish_works(stage.pos)
    assert (stage.pos.cargo[0].carrier is None) == taken


@rule("yangtze", "S17.6")
def test_nobody_takes_a_load_off_under_the_eyes_of_a_driver_who_has_come_back() -> None:
    stage, truck, gang = robbed_lorry()
    stage.pos.works = (Job(gang, UNLOAD),)
    finish_works(stage.pos)
    assert stage.pos.cargo[0].carrier == truck
    stage.pos.remove(stage.men(truck), LOST)
    finish_works(stage.pos)
    assert stage.pos.cargo[0].on_ground
    assert stage.pos.cargo[0].side == CN, "theirs who have taken it off"


@rule("yangtze", "S17.6", "13.3", "R80")
def test_porters_who_run_from_a_melee_leave_it_where_they_fought() -> None:
    stage, gang = gang_at_chest((587, 600), (613, 600), (640, 600), carried=2)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (665, 600))
    stage.card(HALT, gang)
    stage.card(CHARGE, squad)
    aftermath(stage.pos, ((squad, gang),), 1 << gang)
    assert all(abs(y - 600) > 100 or abs(x - 600) > 100 for x, y in stage.places(gang)), "they are gone"
    settle_loads(stage.pos)
    load = stage.pos.cargo[0]
    assert (load.x, load.y, load.bearers) == (*CHEST, ())


@rule("yangtze", "S17.6", "R226")
def test_both_porters_are_of_one_unit() -> None:
    stage = bare("s3_silver_trucks")
    gang, others = stage.unit("gang"), stage.unit("gang", 1)
    stage.put(gang, (500, 500))
    stage.put(others, (550, 500))
    stage.card(HALT, gang, others)
    stage.pos.cargo = (Load("Chest", None, 5250, 5000, 0),)
    assert [case(work_refusal(stage.pos, 1, unit, LIFT)) for unit in (gang, others)] == ["S17.6", "S17.6"]
    stage.put(gang, (500, 500), (525, 525))
    assert work_refusal(stage.pos, 1, gang, LIFT) is None


@pytest.mark.parametrize(("apart", "lies"), [(40, 620), (300, 600)])
@rule("yangtze", "S17.6", "R80")
def test_where_a_chest_lies_when_one_of_its_porters_falls(apart: float, lies: float) -> None:
    """Between them while they are together; if the other has gone on alone, where he fell."""
    stage, gang = gang_at_chest((600, 600), (600 + apart, 600), (100, 100), carried=2)
    stage.pos.remove(stage.men(gang)[:1], LOST)
    settle_loads(stage.pos)
    load = stage.pos.cargo[0]
    assert not load.bearers
    assert (load.x / 10, load.y / 10) == (lies, 600)


@pytest.mark.parametrize(("near", "cited"), [(25.0, None), (25.1, "S17.6")])
@rule("yangtze", "S17.6", "R80")
def test_one_of_two_porters_beside_a_lorry_is_enough_to_stow_their_chest(near: float, cited: str | None) -> None:
    stage = bare(SILVER)
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 600, 600, 90)
    first, second = stage.put(squad, (600, 625 + 12.5 + near), (600, 625 + 12.5 + near + 27))
    chest = stage.pos.cargo[0]
    middle = (stage.pos.y[first] + stage.pos.y[second]) // 2
    stage.pos.cargo = (Load(chest.name, None, 6000, middle, US, (first, second)), *stage.pos.cargo[1:])
    stage.card(HALT, truck, squad)
    assert case(work_refusal(stage.pos, US, squad, STOW)) == cited


@rule("yangtze", "S17.6", "S12.3", "R293")
def test_porters_who_go_aboard_have_their_load_with_them() -> None:
    """They pay for the gangway as always, and the log tells where the chest is."""
    stage = bare(SILVER)
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    stage.put(stage.unit("gang"), (2300, 1100))
    porters = stage.put(squad, (480, 540), (520, 540))
    stage.pos.cargo = (Load("silver", None, 5000, 5600, US, porters), *stage.pos.cargo[1:])
    stage.play(Card(squad, MOVE), Embark(squad, truck), to="halt_fire")
    assert (stage.pos.cargo[0].carrier, stage.pos.cargo[0].bearers) == (truck, ())
    assert [(event.params["unit"], event.params["unit2"]) for event in stage.told("load_stowed")] == [
        (stage.pos.book.units[squad].id, stage.pos.book.units[truck].id)
    ]
