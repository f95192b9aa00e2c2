"""11.0 Hand grenades, grenades through openings, rifle grenades and launchers."""

from typing import Any

import pytest
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import HALT, MOVE
from shapan.games.yangtze.cards import Orders
from shapan.games.yangtze.fire.grenades import (
    GrenadeLands,
    begin_throw,
    nearest,
    next_throw,
    reach_of,
    throw_refusal,
    throwers,
    thrown_at,
    ways_in,
    zone_score,
)
from shapan.games.yangtze.position import DISABLED
from shapan.games.yangtze.vessels.damage import VehicleDamage, VesselPeople
from shapan.games.yangtze.who import Unit, put
from shapan.ground.table import OUTDOORS
from shapan.kernel import rule


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


def thrower(template: str = "usmc_assault_squad", ground: Any = None) -> tuple[Stage, Unit, Unit]:
    stage = bare(ground=ground)
    squad, gang = stage.unit(template), stage.unit("gang")
    stage.put(squad, (500, 500), (530, 500))
    stage.put(gang, (530, 400))
    stage.card(HALT, squad)
    stage.card(MOVE, gang)
    return stage, squad, gang


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
