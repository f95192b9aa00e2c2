"""S11, S14.7, S16.8, S17: horses, swimmers, barricades, loads, captives; 4.1 promotions."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    CLEAR,
    CLUSTER,
    COLUMN,
    DROP,
    HALT,
    LIFT,
    LINE,
    MOVE,
    SKIRMISH,
    STOW,
    UNLOAD,
    WEDGE,
    Deploy,
    Dismount,
    Mount,
)
from shapan.games.yangtze.cards import Orders, card_refusal
from shapan.games.yangtze.ending import sink_wrecks
from shapan.games.yangtze.fire.cover import ground_cover
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.movement.formations import form, form_refusal
from shapan.games.yangtze.movement.horses import change_mounts, horse_refusal
from shapan.games.yangtze.movement.ways import able, escorted, own_limits, way_refusal
from shapan.games.yangtze.noted import Captivity, Job, Marker
from shapan.games.yangtze.place import Load, Off, move
from shapan.games.yangtze.planned import Saddling
from shapan.games.yangtze.plans import Plan
from shapan.games.yangtze.position import ABOARD, LEFT, LOST, WRECK, YangtzePosition
from shapan.games.yangtze.promotion import Promotion, leaderless, promotions
from shapan.games.yangtze.setup import SettingUp
from shapan.games.yangtze.vessels.driving import course
from shapan.games.yangtze.vessels.riders import embark_refusal, land_refusal
from shapan.games.yangtze.vessels.swimming import Stroke, Swimmers, dive, swim
from shapan.games.yangtze.victory import worth
from shapan.games.yangtze.who import Model, Unit, numbered, put
from shapan.games.yangtze.works.loads import loads_follow, settle_loads
from shapan.games.yangtze.works.people import capture
from shapan.games.yangtze.works.tasks import finish_works, work_refusal
from shapan.kernel import rule

BARRICADE = {"lines": [{"k": "barricade", "n": "Cart barricade", "p": [[800, 600], [800, 700]]}]}
"""Across the road at x = 800, from y = 500 to y = 600."""


def at_the_barricade(count: int) -> tuple[Stage, Unit]:
    stage = bare(ground=BARRICADE)
    company = stage.unit("wl_rifles")
    stage.put(company, *((787.5, 505 + 26 * number) for number in range(count)))
    stage.card(HALT, company)
    return stage, company


@rule("yangtze", "S16.8")
def test_four_figures_clear_a_barricade_in_a_turn() -> None:
    for count, free in ((3, False), (4, True)):
        stage, company = at_the_barricade(count)
        car = stage.unit("armoured_car")
        stage.model(car, 640, 550, 90)
        assert course(stage.pos, car, ((8400, 5500),)).end[0] < 8000, "wheels do not cross it"
        (behind,) = stage.put(stage.unit("usmc_squad"), (815, 550))
        assert ground_cover(stage.pos, behind, (6000, 5500), True) == "soft"
        assert work_refusal(stage.pos, 1, company, CLEAR) is None
        stage.pos.works = (Job(company, CLEAR),)
        assert not any(may_fire(stage.pos, figure) for figure in stage.men(company)), "they do nothing else"
        finish_works(stage.pos)
        assert (course(stage.pos, car, ((8400, 5500),)).end == (8400, 5500)) == free
        assert (ground_cover(stage.pos, behind, (6000, 5500), True) == "open") == free


@rule("yangtze", "S16.8")
def test_who_may_clear_a_barricade() -> None:
    stage, company = at_the_barricade(4)
    stage.card(MOVE, company)
    assert case(work_refusal(stage.pos, 1, company, CLEAR)) == "S16.8", "only on HALT"
    stage.card(HALT, company)
    stage.row(company, 100, 100, 4)
    assert case(work_refusal(stage.pos, 1, company, CLEAR)) == "S16.8", "nobody touches it"
    stage, company = at_the_barricade(4)
    stage.pos.works = (Job(company, CLEAR),)
    stage.pos.pinned = 1 << stage.men(company)[0]
    finish_works(stage.pos)
    assert stage.pos.shut, "a pinned man does not work"


def robbed_lorry() -> tuple[Stage, Unit, Unit]:
    stage = bare("s3_silver_trucks")
    truck, gang = stage.unit("truck"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.put(gang, (500, 538), (530, 538), (470, 538), (560, 538))
    stage.card(HALT, gang)
    return stage, truck, gang


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


@rule("yangtze", "S17.6", "R80")
def test_a_load_is_set_down_or_put_aboard() -> None:
    stage, truck, gang = robbed_lorry()
    porters = stage.men(gang)[:2]
    load = Load("silver", None, 5000, 5400, 1, porters)
    stage.pos.cargo = (load, *stage.pos.cargo[1:])
    assert case(work_refusal(stage.pos, 1, gang, STOW)) == "S17.6", "not on an enemy's lorry"
    stage.pos.owner = put(stage.pos.owner, truck, 1)
    stage.pos.works = (Job(gang, STOW),)
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


@rule("yangtze", "S17.2", "R79")
def test_captives_go_with_their_captor() -> None:
    stage = bare("s2_mission_rescue")
    people, squad, company = stage.unit("missionaries"), stage.unit("usmc_squad"), stage.unit("wl_rifles")
    (person,) = stage.put(people, (500, 500))
    (captor,) = stage.put(company, (500, 540))
    stage.put(squad, (900, 900))
    capture(stage.pos)
    assert stage.pos.captors == (Captivity(person, captor),)
    stage.put(squad, (560, 500))
    stage.card(MOVE, people)
    assert not escorted(stage.pos, person)
    assert case(way_refusal(stage.pos, person, ((5000, 4000),))) == "S17.2", "its own side does not move it"
    stage.put(squad, (900, 900))
    stage.put(company, (500, 640))
    stage.walk()
    assert stage.pos.within(person, captor, 250)
    stage.put(company, (500, 1000))
    stage.pos.track = ((),) * len(stage.pos.x)
    stage.walk()
    assert stage.pos.y[person] < 8200, "150 mm at most"


HORSES = {"buildings": [{"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [[600, 650]], "windows": []}]}


@rule("yangtze", "S11", "R82", "5.2")
def test_mounted_troops_get_off_their_horses() -> None:
    stage = bare(ground=HORSES)
    riders = stage.unit("usmc_mounted")
    men = stage.row(riders, 400, 550, 3, 45)
    stage.card(MOVE, riders)
    assert case(card_refusal(stage.pos, riders, SKIRMISH)) == "5.2"
    assert stage.pos.allowance(riders, MOVE) == (1500, 5000)
    assert way_refusal(stage.pos, men[0], ((6500, 5500),)) is not None, "no horse goes through a door"
    assert horse_refusal(stage.pos, riders, Dismount) is None
    assert case(horse_refusal(stage.pos, riders, Mount)) == "S11"
    stage.pos.plan = put(stage.pos.plan, riders, Saddling())
    change_mounts(stage.pos)
    stage.pos.plan = put(stage.pos.plan, riders, None)
    assert card_refusal(stage.pos, riders, SKIRMISH) is None
    assert stage.pos.allowance(riders, MOVE) == (1000, 3000)
    assert way_refusal(stage.pos, men[0], ((6500, 5500),)) is None
    stage.pos.plan = put(stage.pos.plan, riders, Saddling())
    change_mounts(stage.pos)
    assert stage.pos.on_horse(riders)


@rule("yangtze", "S11")
def test_what_a_march_leaves_for_the_horses() -> None:
    """150 mm of the allowance: after 350 mm a mounted unit can dismount, after 351 it cannot."""
    for far, fine in ((350, True), (351, False)):
        stage = bare()
        riders = stage.unit("usmc_mounted")
        stage.row(riders, 400, 550, 3, 45)
        stage.card(MOVE, riders)
        stage.pos.stack = (Plan(0), stage.pos.stack)
        name = stage.pos.book.units[riders].id
        stage.pos.push(GAME.parse(stage.pos, f"march {name} {4000 + far * 10}:5500"))
        assert (case(stage.pos.refusal(GAME.parse(stage.pos, f"dismount {name}"))) is None) == fine


@rule("yangtze", "S6.4", "S2.3")
def test_other_formations() -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    men = stage.row(squad, 500, 500, 5)
    stage.card(MOVE, squad)
    stage.pos.stack = (Plan(0), stage.pos.stack)
    name = stage.pos.book.units[squad].id
    assert case(form_refusal(stage.pos, squad, 40)) == "S6.3"
    assert case(form_refusal(stage.pos, Unit(stage.pos.book.piece_of_figure(men[0])), 40)) == "S6.3", (
        "a figure is no unit"
    )
    stage.pos.push(GAME.parse(stage.pos, f"march {name} 5000:7000"))
    ends = {}
    for shape in (LINE, COLUMN, WEDGE, CLUSTER):
        paths = form(stage.pos, squad, shape, 40)
        ends[shape] = [paths[figure].track[-1][1:] for figure in men[1:]]
    assert {y for _, y in ends[LINE]} == {7000}
    assert sorted(x for x, _ in ends[LINE]) == [4200, 4600, 5400, 5800]
    assert {x for x, _ in ends[COLUMN]} == {5000}
    assert sorted(y for _, y in ends[COLUMN]) == [5400, 5800, 6200, 6600]
    assert all(y < 7000 for _, y in ends[WEDGE])
    assert len({*ends[CLUSTER]}) == 4
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"form {name} 25 line"))) is None
    stage.pos.push(GAME.parse(stage.pos, f"form {name} 40 line"))
    assert stage.pos.track[men[1]][-1][1:] == ends[LINE][0]
    assert case(stage.pos.refusal(GAME.parse(stage.pos, f"form {name} 40 column"))) == "S6.4", "once a turn"


WATER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


def sinking(**switches: Any) -> tuple[Stage, Unit, Unit]:
    stage = bare("s5_kuling_battery", ground=WATER, **switches)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 660, 90)
    stage.board(squad, boat)
    stage.pos.damage = put(stage.pos.damage, boat, WRECK)
    stage.pos.timer = put(stage.pos.timer, boat, stage.pos.turn)
    return stage, boat, squad


@rule("yangtze", "S14.7", "S14.9", "R83")
def test_those_aboard_a_sinking_boat_swim() -> None:
    stage, boat, squad = sinking()
    sink_wrecks(stage.pos)
    men = stage.men(squad)
    assert stage.standing(squad) == 5
    assert all(stage.pos.swimming >> figure & 1 for figure in men)
    assert not any(able(stage.pos, figure) or may_fire(stage.pos, figure) for figure in men), "they cannot act"
    assert case(card_refusal(stage.pos, squad, MOVE)) == "S14.7"
    stage.pos.then(*swim(stage.pos))
    assert stage.asks(Swimmers)
    before = stage.pos.y[men[1]]
    Stroke(men[0]).scored(stage.pos, 1)
    Stroke(men[1]).scored(stage.pos, 2)
    assert stage.gone(men) == [men[0]]
    assert before - 500 <= stage.pos.y[men[1]] < before, "50 mm toward the bank"
    for _ in range(6):
        Stroke(men[1]).scored(stage.pos, 6)
    assert not stage.pos.swimming >> men[1] & 1
    sailor = stage.men(boat)[0]
    for _ in range(8):
        Stroke(sailor).scored(stage.pos, 6)
    assert stage.pos.fate[sailor] == LEFT


@rule("yangtze", "S14.7", "S2.3")
def test_swimmers_do_not_swim_into_each_other() -> None:
    stage = bare("s5_kuling_battery", ground=WATER)
    squad = stage.unit("usn_squad")
    ahead, behind = stage.put(squad, (1000, 700), (1000, 730))
    stage.pos.swimming |= 1 << ahead | 1 << behind
    Stroke(behind).scored(stage.pos, 6)
    assert stage.pos.apart(ahead, behind) >= 250**2
    assert stage.pos.y[behind] < 7300, "as far as there is room"
    Stroke(ahead).scored(stage.pos, 6)
    Stroke(behind).scored(stage.pos, 6)
    assert stage.pos.y[behind] < 7000


@rule("yangtze", "S14.7", "S14.9")
def test_without_swimming_they_are_lost() -> None:
    stage, _, squad = sinking(swimming=False)
    sink_wrecks(stage.pos)
    assert stage.standing(squad) == 0
    assert not stage.pos.swimming


@rule("yangtze", "S14.7", "12.2", "R83")
def test_jumping_from_a_wreck() -> None:
    stage, boat, squad = sinking()
    stage.model(boat, 1000, 900, 90)
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert land_refusal(stage.pos, squad, (10000, 9400)) is None
    dive(stage.pos, {stage.men(squad)[0]: (10000, 9400)})
    assert stage.pos.swimming
    stage.pos.damage = put(stage.pos.damage, boat, 0)
    assert case(land_refusal(stage.pos, squad, (10000, 9400))) == "S14.5", "only from a wreck"


@pytest.mark.parametrize("switch", [True, False])
@rule("yangtze", "4.1", "R3")
def test_field_promotion(switch: bool) -> None:
    stage = bare(field_promotion=switch)
    squad = stage.unit("usmc_squad")
    leader, *men = stage.row(squad, 500, 500, 5)
    stage.pos.remove([leader], LOST)
    assert leaderless(stage.pos, squad)
    stage.pos.then(*promotions(stage.pos))
    assert stage.asks(Orders), "not in the turn of the loss"
    stage.pos.then(*promotions(stage.pos))
    assert stage.asks(Promotion) == switch
    if switch:
        piece = stage.pos.book.lexicon.pieces[stage.pos.book.piece_of_figure(men[2])]
        stage.pos.push(GAME.parse(stage.pos, f"promote {piece}"))
        assert stage.pos.leads(men[2])
        assert able(stage.pos, men[0]), "he commands again"
    else:
        assert not able(stage.pos, men[0])


@rule("yangtze", "S19.2", "4.1")
def test_reinforcements_come_by_night_though_not_all_of_them_are_in_command() -> None:
    """Twenty men do not fit within 75 mm of their leader on a strip of 70 mm; S19.2 asks for room, not for command."""
    pos = GAME.start("s6_arms_godown")
    assert isinstance(pos, YangtzePosition)
    gang = next(unit for unit, spec in numbered(pos.book.units) if spec.name == "Night watch")
    assert len(pos.book.men[gang]) == 20
    pos.turn = 4
    pos.stack = (SettingUp(pos.book.units[gang].side), ())
    assert any(isinstance(action, Deploy) and action.unit == gang for action in pos.options())


@rule("yangtze", "S17.2", "S17.1", "R110")
def test_mounted_troops_escort_and_capture() -> None:
    stage = bare()
    people = stage.unit("consul")
    (civilian,) = stage.put(people, (500, 500))
    stage.put(stage.unit("usmc_mounted"), (560, 500))
    assert escorted(stage.pos, civilian)
    stage = bare()
    (civilian,) = stage.put(people, (500, 500))
    stage.put(stage.unit("wl_cavalry"), (550, 500))
    capture(stage.pos)
    assert stage.pos.captive >> civilian & 1


@rule("yangtze", "S17.2", "R106")
def test_a_captive_goes_aboard_with_its_captor() -> None:
    for far, brought in ((40, True), (400, False)):
        stage = bare()
        truck, gang, people = stage.unit("truck"), stage.unit("gang"), stage.unit("consul")
        stage.model(truck, 500, 500, 90)
        stage.pos.owner = put(stage.pos.owner, truck, stage.pos.owner[gang])
        stage.board(gang, truck)
        stage.pos.remove(stage.men(gang)[3:], LOST)
        (captive,) = stage.put(people, (500, 525 + far))
        stage.pos.captive, stage.pos.captors = 1 << captive, (Captivity(captive, stage.men(gang)[0]),)
        stage.walk()
        assert (stage.pos.fate[captive] == ABOARD) == brought


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


RIVER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


@rule("yangtze", "S14.7", "R114")
def test_swimmers_do_not_go_aboard() -> None:
    stage = bare("s5_kuling_battery", ground=RIVER)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 800, 90)
    men = stage.put(squad, (1000, 840))
    stage.pos.swimming = 1 << men[0]
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert case(embark_refusal(stage.pos, squad, boat)) == "S12.3"


@rule("yangtze", "S16.8", "S17.6", "7.9")
def test_who_is_given_no_work() -> None:
    """Nobody of the enemy's, nobody on another card or at another task, no gun that covers an area, and nobody at all
    where there is nothing to do."""
    stage, truck, gang = robbed_lorry()
    stage.pos.remove(stage.men(truck), LOST)
    assert work_refusal(stage.pos, 1, gang, UNLOAD) is None
    assert case(work_refusal(stage.pos, 0, gang, UNLOAD)) == "S17.6", "not yours"
    for task, cited in ((CLEAR, "S16.8"), (STOW, "S17.6"), (DROP, "S17.6"), (LIFT, "S17.6")):
        assert case(work_refusal(stage.pos, 1, gang, task)) == cited
    stage.card(MOVE, gang)
    assert case(work_refusal(stage.pos, 1, gang, UNLOAD)) == "S17.6"
    stage.card(HALT, gang)
    lay(stage.pos, Marker(stage.men(gang)[0], 9000, 9000, 1, 0))
    assert case(work_refusal(stage.pos, 1, gang, UNLOAD)) == "7.9"
