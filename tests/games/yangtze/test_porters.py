"""S17.6, S16.8: loads that are lifted, carried, let fall and stowed; barricades; and who does such work."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare

from shapan.games.yangtze.actions import (
    CHARGE,
    CLEAR,
    DROP,
    HALT,
    LIFT,
    MOVE,
    STOW,
    UNLOAD,
    Card,
    Charge,
    Cover,
    Fire,
    March,
    Pace,
    Ready,
    Work,
)
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.place import Load
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Unit
from shapan.kernel import Action, rule

SILVER = "s3_silver_trucks"
CHEST = (6000, 6000)
US, CN = 0, 1
ROADBLOCK: dict[str, Any] = {"lines": [{"k": "barricade", "n": "Road block", "p": [[500, 500], [500, 700]]}]}


def to_side(stage: Stage, side: int) -> None:
    while getattr(stage.pos.top, "side", side) != side:
        stage.pos.push(Ready(), stage.hear)


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


# --- stowing ----------------------------------------------------------------------------------------------------------


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


# --- S16.8 ------------------------------------------------------------------------------------------------------------


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
