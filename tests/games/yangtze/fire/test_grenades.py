"""11.0 Hand grenades, grenades through openings, rifle grenades and launchers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import FIRING, fired, house
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    CHARGE,
    HALT,
    MOVE,
    SKIRMISH,
    Card,
    Charge,
    Fire,
    Hold,
    March,
    Ready,
    Throw,
)
from shapan.games.yangtze.fire.elements import small_arms
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.grenades import (
    GrenadeLands,
    begin_throw,
    nearest,
    next_throw,
    reach_of,
    throw_gap,
    throw_refusal,
    throw_targets,
    throwers,
    thrown_at,
    ways_in,
    zone_score,
)
from shapan.games.yangtze.fire.grenades import throwing as throwing_of
from shapan.games.yangtze.fire.resolving import Resolving
from shapan.games.yangtze.fire.shooters import arm_of
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.position import DISABLED, LOST
from shapan.games.yangtze.vessels.damage import VehicleDamage, VesselPeople
from shapan.games.yangtze.who import Unit, put
from shapan.ground.table import OUTDOORS
from shapan.kernel import Event, rule


def grenadiers(target: str, x: float, y: float) -> tuple[Stage, Unit, Unit]:
    stage = bare()
    squad, foe = stage.unit("usmc_assault_squad"), stage.unit(target, -1)
    stage.put(squad, (500, 500), (530, 500))
    stage.model(foe, x, y, 90)
    stage.card(HALT, squad)
    stage.card(MOVE, foe)
    return stage, squad, foe


@pytest.mark.parametrize(("gap", "refused"), [(100, None), (100.1, "11.1")])
@rule("yangtze", "11.1", "12.1")
def test_grenades_at_a_car(gap: float, refused: str | None) -> None:
    stage, squad, car = grenadiers("car", 530, 500 + 12.5 + gap + 20)
    assert case(throw_refusal(stage.pos, squad, car, (HALT,))) == refused
    if refused is None:
        stage.pos.then(*begin_throw(stage.pos, squad, car, throwers(stage.pos, squad, car, (HALT,))))
        stage.roll(3)
        assert stage.asks(VehicleDamage)
        stage.roll(5, 5)
        assert stage.pos.damage[car] & DISABLED
        assert stage.pos.hits[car] == 1


@pytest.mark.parametrize(("gap", "refused"), [(25, None), (25.1, "S12.5")])
@rule("yangtze", "S12.5", "11.1")
def test_grenades_at_armour_from_close_by_only(gap: float, refused: str | None) -> None:
    stage, squad, tank = grenadiers("tank_ft", 530, 500 + 12.5 + gap + 22.5)
    assert case(throw_refusal(stage.pos, squad, tank, (HALT,))) == refused


@rule("yangtze", "12.3", "11.1", "R68")
def test_grenades_at_a_vessel_need_eleven() -> None:
    stage, squad, boat = grenadiers("sampan", 530, 560)
    stage.pos.then(*begin_throw(stage.pos, squad, boat, throwers(stage.pos, squad, boat, (HALT,))))
    stage.roll(3)
    assert stage.asks(VesselPeople)
    stage.roll(5, 5)
    assert stage.told("hull_holds")


HOUSE = {"id": "h", "k": "house", "p": box(600, 500, 720, 600), "doors": [], "windows": [[600, 650]]}


@rule("yangtze", "S16.5", "11.2", "R38")
def test_a_grenade_through_a_window_finds_those_deep_in_the_room() -> None:
    stage = bare(ground={"buildings": [HOUSE]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    _, man = stage.put(squad, (300, 550), (560, 550))
    (inside,) = stage.put(gang, (690, 550))
    stage.card(HALT, squad)
    assert nearest(stage.pos, man, gang) == inside, "nobody sees him, but the window is within reach"
    assert len(ways_in(stage.pos, man, inside, 1000)) == 1
    stage.put(squad, (300, 550), (760, 550))
    assert nearest(stage.pos, man, gang) is None, "no opening on that side"
    assert zone_score(stage.pos, man, inside, 0) == 2
    assert zone_score(stage.pos, man, inside, OUTDOORS) == 3


@rule("yangtze", "7.4", "R69", "13.2", "R62")
def test_grenades_go_at_the_nearest_unit_and_not_into_a_melee() -> None:
    stage = bare()
    squad, near, far = stage.unit("usmc_assault_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(squad, (500, 500), (530, 500))
    stage.put(near, (530, 570))
    stage.put(far, (530, 590))
    stage.card(HALT, squad)
    assert throw_refusal(stage.pos, squad, near, (HALT,)) is None
    assert case(throw_refusal(stage.pos, squad, far, (HALT,))) == "7.4"
    friend, foe = *stage.put(stage.unit("usmc_squad"), (555, 570)), stage.men(near)[0]
    stage.pos.touched = 1 << friend | 1 << foe
    assert case(throw_refusal(stage.pos, squad, near, (HALT,))) == "13.2"
    assert throw_refusal(stage.pos, squad, far, (HALT,)) is None


@rule("yangtze", "4.6", "11.1")
def test_riders_throw_too() -> None:
    stage = bare()
    truck, squad, gang = stage.unit("truck"), stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.model(truck, 500, 500, 90)
    stage.board(squad, truck)
    stage.put(gang, (500, 600))
    stage.card(HALT, squad, truck)
    assert throw_refusal(stage.pos, squad, gang, (HALT,)) is None
    next_throw(stage.pos, squad, gang, stage.men(squad)[1])
    assert stage.asks(GrenadeLands)


def thrower(template: str = "usmc_assault_squad", ground: Any = None) -> tuple[Stage, Unit, Unit]:
    stage = bare(ground=ground)
    squad, gang = stage.unit(template), stage.unit("gang")
    stage.put(squad, (500, 500), (530, 500))
    stage.put(gang, (530, 400))
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    return stage, squad, gang


@rule("yangtze", "11.2", "S16.5", "R107")
def test_grenades_at_windows_upstairs() -> None:
    """At a man who is seen at one; at nobody else up there."""
    for x, reached in ((660, True), (690, False)):
        stage = bare(ground={"buildings": [{**HOUSE, "k": "two_storey", "windows": [[660, 700]]}]})
        squad, company = stage.unit("usmc_grenadier_squad"), stage.unit("wl_rifles")
        (thrower,) = stage.put(squad, (660, 460))
        _, man = stage.put(company, (1900, 1100), (x, 515 if reached else 580))
        stage.pos.floor = put(stage.pos.floor, man, 1)
        assert (nearest(stage.pos, thrower, company) == man) == reached


@pytest.mark.parametrize(("confirm", "dead"), [(4, False), (5, True)])
@rule("yangtze", "11.1", "R36", "R69", "R2")
def test_a_grenade_in_the_open(confirm: int, dead: bool) -> None:
    """T40: lands on three; four pins, five removes; a miss is a dud."""
    stage, squad, gang = thrower()
    stage.pos.then(*begin_throw(stage.pos, squad, gang, throwers(stage.pos, squad, gang, (HALT,))))
    stage.roll(3, confirm)
    man = stage.men(gang)[0]
    assert bool(stage.pos.doomed >> man & 1) == dead
    stage, squad, gang = thrower()
    stage.pos.then(*begin_throw(stage.pos, squad, gang, throwers(stage.pos, squad, gang, (HALT,))))
    stage.roll(2)
    assert stage.asks(Orders)


@rule("yangtze", "11.2", "11.3", "7.11", "R37", "R38")
def test_grenades_through_openings() -> None:
    """T41: 3 from 25.0 mm, 6 from 25.1; launchers 100.0 and 100.1. In the same room the score is one better."""
    house = {
        "id": "h",
        "k": "house",
        "p": [[600, 600], [700, 600], [700, 700], [600, 700]],
        "doors": [],
        "windows": [[600, 650]],
    }
    for template, near in (("usmc_assault_squad", 25), ("usmc_grenadier_squad", 100)):
        stage = bare(ground={"buildings": [house]})
        squad, gang = stage.unit(template), stage.unit("gang")
        stage.card(HALT, squad)
        (inside,) = stage.put(gang, (630, 550))
        assert stage.pos.room[inside] == 0
        for gap, score in ((near, 3), (near + 0.1, 6)):
            _, man = stage.put(squad, (300, 550), (600 - gap - 12.5, 550))
            assert thrown_at(stage.pos, man, inside, 0, False).score == score
        _, man = stage.put(squad, (300, 550), (660, 550))
        assert thrown_at(stage.pos, man, inside, 0, True).score == 2
        assert reach_of(stage.pos, stage.men(squad)[1]) == (4000 if near == 100 else 1000)


@pytest.mark.parametrize(("wall", "refused"), [(False, None), (True, "7.4")])
@rule("yangtze", "11.1", "R19", "R25")
def test_a_leader_in_front_of_his_men_brings_them_into_reach(wall: bool, refused: str | None) -> None:
    """Measured to the nearest who is seen; where nobody but the leader shows the unit is no target."""
    shed = {"id": "h", "k": "house", "p": box(560, 600, 700, 630), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [shed]} if wall else None)
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (500, 500), (530, 500))
    stage.put(gang, (530, 620), (640, 650))
    stage.card(HALT, squad)
    assert case(throw_refusal(stage.pos, squad, gang, (HALT,))) == refused


@pytest.mark.parametrize(
    ("template", "gap", "cited"),
    [
        ("usmc_grenadier_squad", 400, None),
        ("usmc_grenadier_squad", 400.1, "11.3"),
        ("usmc_assault_squad", 100, None),
        ("usmc_assault_squad", 100.1, "11.1"),
    ],
)
@rule("yangtze", "11.1", "11.3")
def test_how_far_grenades_go(template: str, gap: float, cited: str | None) -> None:
    stage = bare()
    squad, gang = stage.unit(template), stage.unit("gang")
    stage.put(squad, (1000, 100), (1030, 100))
    stage.put(gang, (1060, 600), (1030, 125 + gap))
    stage.card(HALT, squad)
    assert case(throw_refusal(stage.pos, squad, gang, (HALT,))) == cited


@rule("yangtze", "11.1", "7.4", "R66")
def test_grenades_at_civilians_only_where_no_enemy_in_arms_is_in_reach() -> None:
    stage = bare()
    brigands, consul, squad = stage.unit("dare_to_die"), stage.unit("consul"), stage.unit("usmc_squad")
    stage.put(brigands, *((600 + 30 * (number % 5), 470 + 30 * (number // 5)) for number in range(10)))
    stage.put(consul, (700, 600))
    stage.card(HALT, brigands)
    assert throw_refusal(stage.pos, brigands, consul, (HALT,)) is None
    stage.put(squad, (740, 610), (770, 610))
    assert case(throw_refusal(stage.pos, brigands, consul, (HALT,))) == "7.4"
    assert throw_refusal(stage.pos, brigands, squad, (HALT,)) is None


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


def assault() -> tuple[Stage, Unit, Unit]:
    """An assault squad with grenades, and a gang within reach of them."""
    stage = bare()
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    stage.put(squad, (500, 500), (530, 500), (560, 500), (590, 500), (620, 500))
    stage.put(gang, (560, 590), (590, 590), (620, 590))
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    stage.pos.stack = (Firing("halt", 0), ())
    return stage, squad, gang


def next_throwers(stage: Stage) -> int:
    (event,) = stage.told("throws")
    return int(str(event.params["count"]))


@pytest.mark.parametrize("order", [(Throw, Fire), (Fire, Throw)])
@rule("yangtze", "11.1", "R69")
def test_a_unit_throws_and_fires_in_whichever_order_it_is_said(order: Any) -> None:
    stage, squad, gang = assault()
    at = Firing("halt", 0)
    for make in order:
        assert FIRING.refusal(stage.pos, at, make(squad, gang)) is None
        FIRING.apply(stage.pos, at, make(squad, gang))
    stage.pos.stack = (Resolving("halt"), ())
    stage.settle()
    assert stage.told("throws")
    assert next_throwers(stage) == 4
    while stage.pos.shots:
        stage.roll(1)
    assert [event.params["count"] for event in stage.told("fires")] == [1], "the leader alone has no grenade"


@rule("yangtze", "11.1", "R25", "7.4")
def test_no_grenade_at_a_unit_of_which_only_the_leader_is_seen() -> None:
    house = {"id": "h", "k": "house", "p": box(560, 500, 700, 640), "doors": [], "windows": []}
    stage = bare(ground={"buildings": [house]})
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    _, man = stage.put(squad, (480, 470), (520, 470))
    chief, _ = stage.put(gang, (600, 470), (720, 600))
    stage.card(HALT, squad)
    assert nearest(stage.pos, man, gang) is None
    stage.pos.remove(stage.men(gang)[1:2], LOST)
    assert nearest(stage.pos, man, gang) == chief


@rule("yangtze", "7.11", "S8", "R69", "R38")
def test_the_others_near_a_grenade_are_tested_with_the_thrower_s_steps() -> None:
    stage, squad, gang = assault()
    man, mark = stage.men(squad)[1], stage.men(gang)[0]
    assert zone_score(stage.pos, man, mark, OUTDOORS) == 3
    stage.card(MOVE, squad)
    assert zone_score(stage.pos, man, mark, OUTDOORS) == 4
    stage.pos.pinned = 1 << man
    assert zone_score(stage.pos, man, mark, 0) == 3, "pinned, and one better in a room"


@rule("yangtze", "11.3", "R69")
def test_the_launcher_man_has_a_rifle_too() -> None:
    stage = bare()
    squad = stage.unit("usmc_grenadier_squad")
    stage.row(squad, 500, 500, 5)
    stage.card(HALT, squad)
    (launcher,) = [f for f in stage.men(squad) if stage.pos.book.figures[f].weapon == "rifle_grenade"]
    assert launcher in small_arms(stage.pos, squad, "halt")
    assert arm_of(stage.pos, launcher).name == "rifle"


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


def names(events: list[Event]) -> list[object]:
    return [event.params["piece"] for event in events]


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


@rule("yangtze", "11.1", "R36")
def test_one_die_confirms_in_a_room_and_two_in_cover() -> None:
    """T40: in a room a one pins and a two removes."""
    walls = {"id": "h", "k": "house", "p": box(900, 500, 1100, 650), "doors": [[1000, 700]], "windows": []}
    for face, falls in ((1, 0), (2, 1)):
        stage = bare(ground={"buildings": [walls]})
        squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
        stage.put(squad, (920, 620), (920, 520))
        _, man = stage.put(gang, (1090, 640), (980, 560))
        stage.play(Throw(squad, gang), to="melee", faces=(6, face), otherwise=6)
        assert len(stage.told("falls")) == falls
        assert bool(stage.pos.pinned >> man & 1) != bool(falls), "for the turn that follows"


@pytest.mark.parametrize(("first", "second"), [((560, 500), (570, 570)), ((500, 560), (570, 570))])
@rule("yangtze", "S16.5", "R19")
def test_a_grenade_is_thrown_at_the_nearest_as_the_crow_flies(first: tuple[int, int], second: tuple[int, int]) -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    (thrower,) = stage.put(squad, (500, 500))
    *_, near = stage.put(gang, (590, 590), second, first)
    assert nearest(stage.pos, thrower, gang) == near


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


@rule("yangtze", "11.1", "7.4", "R66")
def test_a_boat_with_nobody_but_passengers_draws_no_grenades_from_armed_men() -> None:
    stage = bare("s4_ox_gorge", ground={"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]})
    launch, guests, squad, pirates = (stage.unit(name) for name in ("launch", "passengers", "usn_squad", "pirates"))
    stage.model(launch, 1000, 630, 90, crew=False)
    stage.board(guests, launch)
    stage.row(squad, 1000, 450, 5)
    thrower = next(f for f in stage.men(pirates) if stage.pos.book.figures[f].weapon == "grenade")
    stage.put(pirates, (950, 550))
    stage.pos.stand(thrower, 10000, 5500)
    stage.card(HALT, pirates)
    assert throw_refusal(stage.pos, pirates, squad, (HALT,)) is None
    assert case(throw_refusal(stage.pos, pirates, launch, (HALT,))) == "7.4"


@rule("yangtze", "4.1", "11.1", "7.1")
def test_what_keeps_those_who_carry_grenades_from_throwing_them() -> None:
    """The same as others from firing: out of command, or thrown already; who has none has none."""
    stage = bare()
    squad, gang, company = (stage.unit(t) for t in ("usmc_assault_squad", "gang", "wl_rifles"))
    stage.put(squad, (300, 200), (300, 600))
    stage.put(gang, (420, 600), (450, 640))
    stage.row(company, 300, 900, 3)
    stage.play(to="halt_fire")
    assert stage.why(Throw(squad, gang)) == "4.1"
    stage.put(squad, (300, 500), (300, 600))
    assert stage.why(Throw(squad, gang)) is None
    stage.pos.push(Throw(squad, gang), stage.hear)
    assert stage.why(Throw(squad, gang)) == "7.1"
    stage.pos.push(Ready(), stage.hear)
    assert stage.why(Throw(company, squad)) == "11.1"


@pytest.mark.parametrize(("thrower", "dice", "need"), [((630, 480), 1, 5), ((580, 480), 2, 11)])
@rule("yangtze", "11.1", "S5")
def test_the_walls_of_a_ruin_shelter_from_grenades_thrown_outside_alone(
    thrower: tuple[float, float], dice: int, need: int
) -> None:
    """S5.1: a building counts when the source is outside; a ruin is no confined place."""
    stage = bare(ground=house("ruin"))
    squad, gang = stage.unit("usmc_grenadier_squad"), stage.unit("gang")
    stage.put(squad, thrower)
    stage.put(gang, (660, 520), (720, 590))
    stage.play(Throw(squad, gang), to="other_fire", otherwise=6)
    (event,) = stage.told("confirmed")
    assert event.params["need"] == need
    assert event.params["score"] == 6 * dice


@rule("yangtze", "11.1")
def test_who_has_no_grenades_throws_none() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(squad, (500, 500))
    stage.put(gang, (560, 500))
    stage.card(HALT, squad)
    assert case(throw_refusal(stage.pos, squad, gang, (HALT,))) == "11.1"
    assert begin_throw(stage.pos, squad, gang, []) == ()
    assert throw_targets(stage.pos, squad, "halt_fire", (HALT,)) == []


@pytest.mark.parametrize(("strict", "choice"), [(True, 1), (False, 2)])
@rule("yangtze", "11.1", "7.4")
def test_grenades_go_to_the_nearest_enemy_where_priorities_bind(strict: bool, choice: int) -> None:
    stage = bare(strict_priorities=strict)
    squad, gang, company = stage.unit("usmc_assault_squad"), stage.unit("gang"), stage.unit("wl_rifles")
    stage.put(squad, (500, 500), (500, 530))
    stage.put(gang, (560, 500))
    stage.put(company, (500, 430))
    stage.card(HALT, squad)
    found = [enemy for enemy in (gang, company) if throw_refusal(stage.pos, squad, enemy, (HALT,)) is None]
    assert len(found) == choice
    assert gang in found


@rule("yangtze", "11.1", "S8.10")
def test_a_grenade_finds_nobody_where_all_have_gone() -> None:
    stage = bare()
    squad, gang = stage.unit("usmc_assault_squad"), stage.unit("gang")
    _, man = stage.put(squad, (500, 500), (500, 530))
    stage.put(gang, (560, 500))
    stage.card(HALT, squad)
    stage.pos.remove(stage.men(gang), LOST)
    before = stage.pos.stack
    next_throw(stage.pos, squad, gang, man)
    assert stage.pos.stack == before, "no die is cast"


@pytest.mark.parametrize(
    ("hands", "launchers", "near", "far"),
    [(True, True, 5, 1), (False, True, 1, 1), (True, False, 5, 0), (False, False, 0, 0)],
)
@rule("yangtze", "11.1", "11.3")
def test_hand_grenades_and_launchers_are_agreed_on_apart(hands: bool, launchers: bool, near: int, far: int) -> None:
    """All five of the squad carry grenades, one a launcher, which reaches 400 mm."""
    stage = bare(grenades=hands, rifle_grenades=launchers)
    squad, company = stage.unit("usmc_grenadier_squad"), stage.unit("wl_rifles")
    stage.row(squad, 500, 500, 5)
    stage.card(HALT, squad, company)
    stage.row(company, 500, 600, 5)
    assert len(throwers(stage.pos, squad, company)) == near
    stage.row(company, 500, 800, 5)
    assert len(throwers(stage.pos, squad, company)) == far


@rule("yangtze", "6.1", "11.1", "R216")
def test_grenades_are_kept_in_the_last_moment_and_thrown_in_the_fire_of_halted_units() -> None:
    """Marines charge a dare-to-die squad: its pistols and submachine guns fire before they come, its three grenadiers,
    who stand behind the others, throw when they are there."""
    stage = bare()
    squad, dare = stage.unit("usmc_squad"), stage.unit("dare_to_die")
    stage.row(squad, 500, 500, 5)
    stage.put(dare, *((500 + 30 * (number % 5), 800 + 30 * (number // 5)) for number in range(10)))
    stage.play(Card(squad, CHARGE), Charge(squad, dare), to="halt_fire")
    assert [event.params["count"] for event in stage.told("fires")] == [7]
    assert not stage.told("throws")
    assert case(stage.pos.refusal(Fire(dare, squad))) == "7.1"
    stage.play(Throw(dare, squad), to="other_fire")
    assert [event.params["count"] for event in stage.told("throws")] == [3]


@pytest.mark.parametrize(
    ("far", "room", "score"), [(150, OUTDOORS, 3), (200, OUTDOORS, 3), (200.1, OUTDOORS, 5), (390, 0, 2)]
)
@rule("yangtze", "11.3", "11.1", "7.11", "R37", "R38")
def test_others_near_a_launched_grenade_are_tested_in_its_range_band_and_in_a_room_at_the_short_score(
    far: float, room: int, score: int
) -> None:
    """Class A: three, five beyond 200 mm; in a confined place one better than three."""
    stage = bare()
    squad, gang = stage.unit("usmc_grenadier_squad"), stage.unit("gang")
    stage.row(squad, 500, 500, 5)
    launcher = next(f for f in stage.men(squad) if stage.pos.book.figures[f].weapon == "rifle_grenade")
    x, y = stage.pos.x[launcher] / 10, stage.pos.y[launcher] / 10
    (man,) = stage.put(gang, (x, y + 25 + far))
    stage.card(SKIRMISH, squad)
    assert zone_score(stage.pos, launcher, man, room) == score


@pytest.mark.parametrize(
    ("template", "gap", "needed"),
    [
        ("usmc_assault_squad", 100.0, 3),
        ("usmc_grenadier_squad", 200.0, 3),
        ("usmc_grenadier_squad", 200.1, 5),
        ("usmc_grenadier_squad", 400.0, 5),
    ],
)
@rule("yangtze", "11.1", "11.3", "12.1", "R37")
def test_at_a_car_only_launchers_have_a_long_range(template: str, gap: float, needed: int) -> None:
    stage = bare()
    squad, car = stage.unit(template), stage.unit("car", -1)
    stage.put(squad, *((500 + 30 * number, 500) for number in range(5)))
    stage.model(car, 560, 500 + 12.5 + gap + 20, 90)
    stage.card(HALT, squad)
    men = throwers(stage.pos, squad, car, (HALT,))
    assert men
    scores = {trial.score for man in men if (trial := throwing_of(stage.pos, man, car)) is not None}
    assert scores == {needed}
    assert throw_gap(stage.pos, squad, car, (HALT,)) <= gap * 10


@rule("yangtze", "11.1", "7.5", "R19")
def test_the_nearest_thrower_measures_from_base_to_base() -> None:
    stage, squad, gang = throwing("usmc_assault_squad", 80)
    assert throw_gap(stage.pos, squad, gang, (HALT,)) == 800
