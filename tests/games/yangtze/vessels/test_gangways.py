"""S12.3, S14.5, 5.3, S17.1: where one gets off what carries him or on it, at what price, and who is in the way."""

from typing import Any

import pytest
from tests.games.yangtze.scenes import WATER, Point
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    ONWARD,
    SKIRMISH,
    Card,
    Drive,
    Embark,
    Land,
    Ready,
    Sail,
)
from shapan.games.yangtze.fire.sighting import nearest_point
from shapan.games.yangtze.orders.planned import Landing
from shapan.games.yangtze.place import Berth, move
from shapan.games.yangtze.position import ABOARD, DISABLED, STANDING
from shapan.games.yangtze.vessels.gangways import crowded, on_gangway
from shapan.games.yangtze.vessels.riders import embark_refusal, land_refusal
from shapan.games.yangtze.who import Unit, put
from shapan.kernel import rule

BANK = 400


RIVER: dict[str, Any] = {"areas": [{"k": "river", "n": "River", "p": box(0, 0, 2400, BANK)}]}


def afloat(name: str, x: float, y: float, rider: str, men: int = 1, ground: Any = None) -> tuple[Stage, Unit, Unit]:
    """A vessel bound east with some riders; the enemy is far away."""
    stage = bare(ground=RIVER if ground is None else ground)
    boat, unit = stage.unit(name), stage.unit(rider)
    stage.model(boat, x, y, 90)
    move(stage.pos, *((figure, Berth(boat)) for figure in stage.men(unit)[:men]))
    foe = "usmc_squad" if stage.pos.owner[boat] else "wl_rifles"
    stage.row(stage.unit(foe), 2300, 1100, 2)
    return stage, boat, unit


def plan(stage: Stage, unit: Unit, card: str, *cards: Card) -> None:
    """Up to where the side of this unit plans."""
    stage.play(Card(unit, card), *cards, to="plan_actions")
    turn_to(stage, stage.pos.owner[unit])


def turn_to(stage: Stage, side: int) -> None:
    while getattr(stage.pos.top, "side", side) != side:
        stage.pos.push(Ready(), stage.hear)


@pytest.mark.parametrize(("gap", "refused"), [(25, None), (25.1, "S14.5")])
@rule("yangtze", "S14.5")
def test_a_small_boat_lands_within_25_mm_of_the_ground(gap: float, refused: str | None) -> None:
    stage, _, party = afloat("sampan", 600, BANK - gap - 20, "dare_to_die")
    plan(stage, party, MOVE)
    assert stage.why(Land(party, (6000, 4500))) == refused


JETTY: dict[str, Any] = {
    "areas": [*RIVER["areas"], {"k": "jetty", "n": "Jetty", "p": box(1000, 300, 1040, BANK + 20)}],
}


@pytest.mark.parametrize(("name", "gap", "refused"), [
    ("junk", 25, None), ("junk", 25.1, "S14.5"), ("gunboat", 25, None), ("gunboat", 25.1, "S14.5"),
])  # fmt: skip
@rule("yangtze", "S14.5")
def test_a_bigger_hull_lands_within_25_mm_of_a_jetty(name: str, gap: float, refused: str | None) -> None:
    half = 40 if name == "junk" else 50
    rider = "pirates" if name == "junk" else "usn_squad"
    stage, _, party = afloat(name, 1020, 300 - gap - half, rider, ground=JETTY)
    plan(stage, party, MOVE)
    assert stage.why(Land(party, (10200, 3500))) == refused


@pytest.mark.parametrize(("card", "far"), [(MOVE, 250), (SKIRMISH, 50)])
@rule("yangtze", "S14.5", "5.1", "5.2")
def test_the_gangway_costs_50_mm_of_the_move(card: str, far: int) -> None:
    """The way ashore begins at the water's edge."""
    for goal, comes in ((far, far), (far + 20, far)):
        stage, _, party = afloat("sampan", 600, BANK - 20 - 20, "dare_to_die")
        stage.play(Card(party, card), Land(party, (6000, (BANK + goal) * 10)), to="halt_fire")
        ((_, y),) = stage.places(party)
        assert y - BANK <= comes
        assert goal > far or y - BANK == comes


@rule("yangtze", "S14.5", "S17.1")
def test_civilians_have_100_mm_left_when_they_are_ashore() -> None:
    stage, boat, consul = afloat("launch", 600, BANK - 20 - 25, "consul")
    plan(stage, consul, MOVE)
    assert stage.why(Land(consul, (6000, (BANK + 100) * 10))) is None
    stage.pos.push(Land(consul, (6000, (BANK + 100) * 10)), stage.hear)
    stage.play(to="halt_fire")
    assert stage.places(consul) == [(600, BANK + 100)]
    assert boat not in {stage.pos.aboard[figure] for figure in stage.men(consul)}


@rule("yangtze", "S14.5", "S12.3")
def test_who_steps_off_a_boat_that_moved_stands_within_25_mm_of_it() -> None:
    stage, boat, party = afloat("sampan", 600, BANK - 20 - 5, "dare_to_die", men=10)
    stage.play(
        *(Card(party, MOVE), Card(boat, MOVE), Sail(boat, 90, 200, 90)),
        Land(party, (8000, 5500)),
        to="halt_fire",
    )
    hull = BANK - 5
    assert stage.standing(party) > 3
    for x, y in stage.places(party):
        dx, dy = max(abs(x - 800) - 60, 0), max(y - hull, 0)
        assert dx * dx + dy * dy <= (25 + 12.5) ** 2 + 1, (x, y)


@rule("yangtze", "S14.5", "5.2")
def test_nobody_skirmishes_off_a_boat_that_moves() -> None:
    stage, boat, party = afloat("sampan", 600, BANK - 25, "dare_to_die", men=4)
    plan(stage, party, SKIRMISH, Card(boat, MOVE))
    assert stage.why(Land(party, (6000, 4500))) == "S14.5"


EDGE = 408
"""Where a base stands ashore beside a boat that lies five millimetres off."""


def comes_off_at(stage: Stage, party: Unit) -> tuple[float, float]:
    """Where the only rider stands who wants to land at the water's edge, straight before the boat."""
    stage.play(Card(party, MOVE), Land(party, (6000, EDGE * 10)), to="halt_fire")
    return stage.places(party)[0]


@pytest.mark.parametrize(("gap", "there"), [(100, True), (98, False)])
@rule("yangtze", "5.3", "S14.5")
def test_nobody_comes_off_nearer_than_100_mm_to_an_enemy(gap: int, there: bool) -> None:
    stage, _, party = afloat("sampan", 600, BANK - 25, "dare_to_die")
    stage.put(stage.unit("usmc_squad", 1), (600, EDGE + 12.5 + gap + 12.5), (800, BANK + 300))
    assert (comes_off_at(stage, party) == (600, EDGE)) is there


@pytest.mark.parametrize(("crew", "damage", "there"), [(True, 0, False), (True, DISABLED, False), (False, 0, True)])
@rule("yangtze", "S12.2", "5.3", "S14.5")
def test_nor_to_an_enemy_vehicle_with_somebody_aboard(crew: bool, damage: int, there: bool) -> None:
    stage, _, party = afloat("sampan", 600, BANK - 25, "dare_to_die")
    lorry = stage.unit("truck")
    stage.model(lorry, 600, EDGE + 12.5 + 98 + 25, 90, crew=crew)
    stage.pos.damage = put(stage.pos.damage, lorry, damage)
    assert (comes_off_at(stage, party) == (600, EDGE)) is there


@rule("yangtze", "5.3", "S14.5")
def test_where_the_enemy_lines_the_bank_nobody_comes_off() -> None:
    stage, _, party = afloat("sampan", 600, BANK - 25, "dare_to_die")
    stage.row(stage.unit("usmc_squad", 1), 500, BANK + 60, 5, 50)
    plan(stage, party, MOVE)
    assert stage.why(Land(party, (6000, BANK * 10))) == "5.3"


@rule("yangtze", "5.3", "S16.4")
def test_an_enemy_behind_a_wall_keeps_nobody_aboard() -> None:
    wall = {**RIVER, "lines": [{"k": "wall_high", "p": [[400, 1200 - BANK - 50], [800, 1200 - BANK - 50]]}]}
    stage, _, party = afloat("sampan", 600, BANK - 25, "dare_to_die", ground=wall)
    stage.put(stage.unit("usmc_squad", 1), (600, BANK + 70), (640, BANK + 70))
    plan(stage, party, MOVE)
    assert stage.why(Land(party, (6000, BANK * 10 + 130))) is None


def lorry_and_squad(far: float, men: int = 1, ground: Any = None) -> tuple[Stage, Unit, Unit]:
    """A squad so far from the side of a lorry, edge to edge."""
    stage = bare(ground=ground)
    lorry, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(lorry, 600, 600, 90)
    stage.row(squad, 600, 625 + far + 12.5, men)
    stage.row(stage.unit("wl_rifles"), 2300, 100, 2)
    return stage, lorry, squad


@pytest.mark.parametrize(("far", "refused"), [(250, None), (250.1, "S12.3")])
@rule("yangtze", "S12.3", "5.1")
def test_going_aboard_costs_50_mm_at_the_end_of_the_way(far: float, refused: str | None) -> None:
    stage, lorry, squad = lorry_and_squad(far)
    plan(stage, squad, MOVE)
    assert stage.why(Embark(squad, lorry)) == refused
    if refused is None:
        stage.pos.push(Embark(squad, lorry), stage.hear)
        stage.play(to="halt_fire")
        assert stage.pos.fate[stage.men(squad)[0]] == ABOARD


@rule("yangtze", "S12.3")
def test_a_wall_between_them_keeps_them_off() -> None:
    wall = {"lines": [{"k": "wall_high", "p": [[300, 1200 - 660], [900, 1200 - 660]]}]}
    stage, lorry, squad = lorry_and_squad(80, ground=wall)
    plan(stage, squad, MOVE)
    assert stage.why(Embark(squad, lorry)) == "S12.3"


@pytest.mark.parametrize(("card", "gap", "allowed"), [
    (SKIRMISH, 50, True), (SKIRMISH, 50.2, False), (MOVE, 50.2, True), (HALT, 50, False),
])  # fmt: skip
@rule("yangtze", "S12.3", "5.2", "R162")
def test_one_goes_aboard_as_far_as_the_move_of_the_card_pays_for_it(card: str, gap: float, allowed: bool) -> None:
    stage, lorry, squad = lorry_and_squad(gap)
    plan(stage, squad, card)
    assert (stage.why(Embark(squad, lorry)) is None) == allowed


@rule("yangtze", "S12.3")
def test_the_last_seats_are_for_those_who_come_first() -> None:
    stage, lorry, squad = lorry_and_squad(50, men=5)
    for copy in (0, 1):
        stage.board(stage.unit("usn_squad", copy), lorry)
    stage.play(Card(squad, MOVE), Embark(squad, lorry), to="halt_fire")
    fates = [stage.pos.fate[figure] for figure in stage.men(squad)]
    assert fates == [ABOARD, ABOARD, STANDING, STANDING, STANDING], "twelve seats, ten of them taken"


@rule("yangtze", "S12.3")
def test_a_full_lorry_takes_nobody() -> None:
    stage, lorry, squad = lorry_and_squad(50, men=2)
    for name in ("usn_squad", "usmc_assault_squad", "usn_lmg"):
        stage.board(stage.unit(name), lorry)
    plan(stage, squad, MOVE)
    assert stage.why(Embark(squad, lorry)) == "S12.3"


@pytest.mark.parametrize(("name", "refused"), [("usn_mmg", None), ("us_gun_37", "S12.3"), ("usmc_mounted", "S12.3")])
@rule("yangtze", "S12.3")
def test_machine_guns_ride_and_guns_and_horses_do_not(name: str, refused: str | None) -> None:
    stage, lorry, squad = lorry_and_squad(60)
    unit = stage.unit(name)
    stage.put(unit, (560, 720))
    if name == "us_gun_37":
        stage.model(unit, 520, 750)
    plan(stage, unit, MOVE)
    assert stage.why(Embark(unit, lorry)) == refused
    assert squad != unit


@pytest.mark.parametrize(("gap", "refused"), [(25, None), (25.1, "S14.5")])
@rule("yangtze", "S14.5", "S14.2")
def test_one_passes_from_hull_to_hull_alongside(gap: float, refused: str | None) -> None:
    stage, boat, party = afloat("launch", 600, 200, "usn_squad", men=5)
    ship = stage.unit("gunboat")
    stage.model(ship, 600, 200 - 25 - gap - 50, 90)
    plan(stage, party, MOVE)
    assert stage.why(Embark(party, ship)) == refused
    if refused is None:
        stage.pos.push(Embark(party, ship), stage.hear)
        stage.play(to="halt_fire")
        assert {stage.pos.aboard[figure] for figure in stage.men(party)} == {ship}
        assert boat != ship


@rule("yangtze", "S14.5")
def test_nobody_passes_to_a_hull_that_moves() -> None:
    stage, _, party = afloat("launch", 600, 200, "usn_squad", men=5)
    ship = stage.unit("gunboat")
    stage.model(ship, 600, 115, 90)
    plan(stage, party, MOVE, Card(ship, MOVE))
    assert stage.why(Embark(party, ship)) == "S14.5"


@pytest.mark.parametrize(("guard", "refused"), [(True, None), (False, "S17.1")])
@rule("yangtze", "S17.1", "S14.5")
def test_civilians_pass_with_somebody_armed(guard: bool, refused: str | None) -> None:
    stage, boat, consul = afloat("pulling_boat", 600, 200, "consul", men=3)
    ship = stage.unit("gunboat")
    stage.model(ship, 600, 200 - 22.5 - 20 - 50, 90, crew=False)
    move(stage.pos, *((figure, Berth(ship)) for figure in stage.men(stage.unit("launch"))[1:2]))
    if guard:
        stage.board(stage.unit("usn_lmg"), boat)
    plan(stage, consul, MOVE)
    assert stage.why(Embark(consul, ship)) == refused


@rule("yangtze", "S14.5")
def test_landing_from_a_boat() -> None:
    stage = bare("s5_kuling_battery", ground=WATER)
    boat, squad = stage.unit("pulling_boat"), stage.unit("usn_squad")
    stage.model(boat, 1000, 640, 90)
    stage.board(squad, boat)
    stage.card(HALT, boat)
    stage.card(MOVE, squad)
    assert land_refusal(stage.pos, squad, (10000, 5500)) is None
    assert case(land_refusal(stage.pos, squad, (10000, 9000))) == "S14.5", "in the water"
    stage.model(boat, 1000, 700, 90)
    assert case(land_refusal(stage.pos, squad, (10000, 5500))) == "S14.5", "too far from the bank"


@pytest.mark.parametrize("halts", [True, False])
@rule("yangtze", "S14.5", "S3.6")
def test_points_to_land_at_are_offered_where_somebody_can_stand(halts: bool) -> None:
    """A sampan under the bank has the river on three sides; nobody gathers about a point of it."""
    stage, boat, party = afloat("sampan", 600 if halts else 500, BANK - 30, "dare_to_die", 5)
    plan(stage, party, MOVE, *(() if halts else (Card(boat, MOVE),)))
    if not halts:
        stage.pos.push(Sail(boat, 90, 100, 90), stage.hear)
    points = [action.point for action in stage.pos.options() if isinstance(action, Land)]
    assert points
    for x, y in points:
        assert stage.pos.book.table.ground(x, y).cost[0], (x, y)
        assert stage.why(Land(party, (x, y))) is None


@pytest.mark.parametrize(
    ("carrier", "unit", "cited"), [("sampan", "dare_to_die", "S14.5"), ("truck", "usmc_squad", "S12.3")]
)
@rule("yangtze", "S12.3", "S14.5")
def test_people_get_on_and_off_vessels_by_s14_5_and_vehicles_by_s12_3(carrier: str, unit: str, cited: str) -> None:
    y = BANK - 20 if carrier == "sampan" else BANK + 200
    beside = (6000, round((y + 45) * 10))
    stage, _, party = afloat(carrier, 600, y, unit, 3)
    plan(stage, party, MOVE)
    assert stage.why(Land(party, (20000, 3000))) == cited
    stage.pos.push(Land(party, beside), stage.hear)
    stage.play(to="halt_fire")
    assert [event.case for event in stage.told("lands")] == [cited]
    stage, hull, party = afloat(carrier, 600, y, unit, 0)
    stage.put(party, (beside[0] / 10, beside[1] / 10))
    stage.play(Card(party, MOVE), Embark(party, hull), to="halt_fire")
    assert [event.case for event in stage.told("embarks")] == [cited]


# --- with the enemy within 100 mm -------------------------------------------------------------------------------------


@pytest.mark.parametrize("halts", [True, False])
@rule("yangtze", "5.3", "S14.5", "S12.2", "R9", "R181")
def test_with_a_junk_on_the_river_side_a_launch_lands_her_people(halts: bool) -> None:
    """The junk lies 15 mm off; the launch is between her and those who go ashore, whether she halted or came there."""
    stage, launch, party = afloat("launch", 600 if halts else 500, BANK - 30, "usn_squad", 5)
    stage.model(stage.unit("junk"), 600, BANK - 55 - 15 - 40, 90)
    sails = () if halts else (Card(launch, MOVE), Sail(launch, 90, 100, 90))
    stage.play(Card(party, MOVE), *sails, Land(party, (6000, 4150)), to="halt_fire")
    assert stage.standing(party) == 5


@pytest.mark.parametrize(("spot", "nearer"), [((650, 637.5), False), ((672.5, 600), True)])
@rule("yangtze", "5.3", "S12.3", "R9", "R181")
def test_who_gets_off_what_has_halted_comes_no_nearer_to_whom_he_sees(spot: Point, nearer: bool) -> None:
    """A bandit stands 30 mm before the lorry: one may get off beside her bow, 52 mm from him, and not before it."""
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 600, 600, 90)
    move(stage.pos, (stage.men(squad)[0], Berth(truck)))
    stage.put(stage.unit("gang"), (715, 600))
    point = (round(spot[0] * 10), round(spot[1] * 10))
    assert crowded(stage.pos, squad, point, nearest_point(stage.pos.body(truck), *point)) == nearer


@pytest.mark.parametrize(("y", "off"), [(660, 0), (540, 1)])
@rule("yangtze", "5.3", "S12.3", "S4", "R181")
def test_who_steps_off_what_has_moved_keeps_100_mm_from_whom_he_sees(y: float, off: int) -> None:
    """The lorry has driven up to a bandit: on his side nobody gets off, on the other it stands between them."""
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(truck, 400, 600, 90)
    move(stage.pos, (stage.men(squad)[0], Berth(truck)))
    stage.put(gang, (600, y))
    drive = Drive(truck, ONWARD, ((6000, 6000),))
    stage.play(Card(truck, MOVE), Card(squad, MOVE), drive, Land(squad, (6000, 6400)), to="halt_fire")
    beside = [(x, y) for x, y in stage.places(squad) if y > 600 and abs(x - 600) < 50]
    assert len(beside) == off


@pytest.mark.parametrize(("x", "told"), [(620, 0), (700, 1)])
@rule("yangtze", "S12.3", "5.3")
def test_who_is_stopped_before_the_gangway_is_not_said_to_go_aboard(x: float, told: int) -> None:
    """At 620 the bandit keeps him 37.5 mm from the lorry."""
    stage = bare()
    truck, squad = stage.unit("truck"), stage.unit("usmc_squad")
    stage.model(truck, 500, 500, 90)
    stage.put(squad, (500, 600))
    stage.put(stage.unit("gang"), (x, 540))
    stage.play(Card(squad, MOVE), Embark(squad, truck), to="halt_fire")
    assert (len(stage.told("embarks")), stage.standing(squad)) == (told, 1 - told)


@pytest.mark.parametrize(("foe", "hides", "gap", "too_near"), [
    ("gang", False, 100, False),
    ("gang", False, 99.9, True),
    ("gang", True, 50, False),
])  # fmt: skip
@rule("yangtze", "5.3", "S6.7")
def test_who_comes_off_keeps_100_from_the_enemies_whom_he_knows_of(
    foe: str, hides: bool, gap: float, too_near: bool
) -> None:
    stage = bare()
    squad, enemy = stage.unit("usmc_squad"), stage.unit(foe)
    stage.put(enemy, (500, 500))
    stage.pos.hidden = hides << enemy
    assert crowded(stage.pos, squad, (round((525 + gap) * 10), 5000)) == too_near


@rule("yangtze", "5.3", "S17.2")
def test_civilians_keep_nobody_off() -> None:
    """S17.2: the 100 mm do not protect them."""
    stage = bare()
    gang, consul = stage.unit("gang"), stage.unit("consul")
    stage.put(consul, (500, 500))
    assert not crowded(stage.pos, gang, (5400, 5000))


@pytest.mark.parametrize(("gap", "crew", "too_near"), [(100, True, False), (99.9, True, True), (50, False, False)])
@rule("yangtze", "5.3", "S12.2")
def test_who_comes_off_keeps_100_from_manned_vehicles(gap: float, crew: bool, too_near: bool) -> None:
    stage = bare()
    car = stage.unit("armoured_car")
    friends, foes = stage.unit("usmc_squad"), stage.unit("gang")
    stage.model(car, 500, 500, 90, crew=crew)
    stage.pos.owner = put(stage.pos.owner, car, stage.pos.owner[friends])
    half = stage.pos.book.units[car].size[1] / 20
    point = (5000, round((500 + half + 12.5 + gap) * 10))
    assert crowded(stage.pos, foes, point) == too_near
    assert not crowded(stage.pos, friends, point)


@pytest.mark.parametrize(("spent", "on"), [(0, True), (499, True), (500, False)])
@rule("yangtze", "S14.5", "R184")
def test_who_goes_no_farther_than_the_foot_of_the_gangway_is_on_it_until_he_has_paid(spent: int, on: bool) -> None:
    stage = bare()
    squad = stage.unit("usmc_squad")
    (man,) = stage.put(squad, (500, 500))
    stage.pos.track = put(stage.pos.track, man, ((0, 5000, 5000), (stage.pos.book.embark, 5000, 5000)))
    stage.pos.spent = put(stage.pos.spent, man, spent)
    assert not on_gangway(stage.pos, man), "he marches"
    stage.pos.plan = put(stage.pos.plan, squad, Landing(((5000, 5000),)))
    assert on_gangway(stage.pos, man) == on


@pytest.mark.parametrize(("right", "cited"), [(540, "S14.5"), (600, None)])
@rule("yangtze", "S14.5")
def test_it_is_the_last_step_to_a_gunboat_that_has_to_be_on_a_jetty(right: int, cited: str | None) -> None:
    """Who stands on one and would have to leave it for the bank does not get aboard there."""
    areas = [{"k": "river", "p": box(0, 400, 2400, 1200)}, {"k": "jetty", "p": box(500, 300, right, 404)}]
    stage = bare(ground={"areas": areas})
    boat, squad = stage.unit("gunboat"), stage.unit("usn_squad")
    stage.model(boat, 800, 455, 90)
    stage.put(squad, (520, 385))
    stage.card(MOVE, squad)
    stage.card(HALT, boat)
    assert case(embark_refusal(stage.pos, squad, boat)) == cited
