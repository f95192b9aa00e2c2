"""7.9 Covering fire: markers, whom they wait for, and who is tested in the circle."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.yangtze.scenes import TOWER, past_marker
from tests.games.yangtze.table import Stage, bare, box, case

from shapan.games.yangtze.actions import (
    HALT,
    MOVE,
    Card,
    Cover,
    Fire,
    March,
)
from shapan.games.yangtze.fire.covering import covered, opening_fire
from shapan.games.yangtze.fire.elements import why_no_fire
from shapan.games.yangtze.fire.markers import lay
from shapan.games.yangtze.fire.shooters import may_fire
from shapan.games.yangtze.movement.interrupts import covering_fire
from shapan.games.yangtze.noted import Marker
from shapan.games.yangtze.orders.stances import automatics, cover_refusal
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.who import Mounted, Unit
from shapan.kernel import rule


@rule("yangtze", "S6.1", "7.9", "R57")
def test_the_gun_of_a_halted_vehicle_covers_an_area() -> None:
    stage = bare()
    truck = stage.unit("gun_truck")
    stage.model(truck, 500, 500, 90)
    stage.card(HALT, truck)
    mount = stage.pos.book.guns[truck][0]
    assert automatics(stage.pos, truck) == [Mounted(mount)]
    piece = stage.pos.book.piece_of_mount(mount)
    assert cover_refusal(stage.pos, 0, piece, 9000, 5000) is None
    assert case(cover_refusal(stage.pos, 0, piece, 12000, 5000)) == "7.9", "out of range"
    stage.card(MOVE, truck)
    assert case(cover_refusal(stage.pos, 0, piece, 9000, 5000)) == "7.9"


@pytest.mark.parametrize(("beside", "count", "tested"), [(62.5, 1, 1), (62.6, 1, 0), (20, 1, 1), (20, 2, 0)])
@rule("yangtze", "7.9", "7.7")
def test_who_touches_the_covered_circle_is_tested(beside: float, count: int, tested: int) -> None:
    stage = past_marker(beside, count)
    assert len(stage.told("miss")) == tested


@rule("yangtze", "7.9", "R61", "R70", "R55")
def test_a_covering_gun_goes_on_covering_when_its_gunner_falls() -> None:
    stage = bare()
    team, gang = stage.unit("usmc_mmg"), stage.unit("gang")
    first, second, _ = stage.row(team, 500, 500, 3)
    stage.row(stage.unit("usmc_squad"), 500, 470, 2)
    stage.put(gang, (900, 500))
    stage.card(HALT, team)
    stage.card(MOVE, gang)
    lay(stage.pos, Marker(first, 9000, 5000, 1, 0))
    stage.pos.remove([first], LOST)
    assert covering_fire(stage.pos) is not None
    assert not may_fire(stage.pos, second), "it fires nowhere else"
    assert why_no_fire(stage.pos, team, "halt")[0] == "7.9"


@rule("yangtze", "S6.7", "7.9", "R55")
def test_covering_fire_does_not_open_on_men_who_lie_hidden() -> None:
    stage = bare()
    team, ambush, gang = stage.unit("usmc_lmg"), stage.unit("wl_rifles"), stage.unit("gang")
    weapon, _ = stage.put(team, (500, 500), (500, 530))
    stage.put(stage.unit("usmc_squad"), (500, 470))
    (hidden,) = stage.put(ambush, (740, 500))
    stage.card(HALT, team)
    stage.pos.hidden = 1 << ambush
    lay(stage.pos, Marker(weapon, 7400, 5000, 1, 0))
    assert list(opening_fire(stage.pos)) == []
    (walker,) = stage.put(gang, (760, 530))
    assert list(opening_fire(stage.pos)) == [(0, tuple(sorted((hidden, walker))))]


@rule("yangtze", "7.9", "R55", "S16.2", "S18")
def test_a_covering_marker_lies_in_sight() -> None:
    stage = bare(ground={"buildings": [{**TOWER, "k": "house"}]})
    squad = stage.unit("usmc_squad")
    bar, *_ = stage.put(squad, (615, 550), (640, 580))
    stage.card(HALT, squad)
    piece = stage.pos.book.piece_of_figure(bar)
    assert cover_refusal(stage.pos, 0, piece, 3000, 5500) is None, "through the window"
    assert case(cover_refusal(stage.pos, 0, piece, 9000, 5500)) == "7.9", "through the wall"
    night = bare("s6_arms_godown")
    squad = night.unit("usmc_squad")
    bar, *_ = night.put(squad, (300, 550), (320, 580))
    night.card(HALT, squad)
    piece = night.pos.book.piece_of_figure(bar)
    assert cover_refusal(night.pos, 0, piece, 5500, 5500) is None
    assert case(cover_refusal(night.pos, 0, piece, 7000, 5500)) == "7.9"


@rule("yangtze", "7.9", "R55", "S16.1")
def test_a_weapon_in_a_room_covers_the_room() -> None:
    """A Lewis gun in a corner far from every window covers the door: whoever comes in is tested."""
    house = {"id": "h", "k": "house", "p": box(600, 450, 800, 650), "doors": [[600, 650]], "windows": []}
    stage = bare(ground={"buildings": [house]})
    gun, squad, gang = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.put(gun, (780, 630), (750, 630))
    stage.put(squad, (720, 630))
    stage.put(gang, (450, 550), (420, 550))
    orders = (Card(gun, HALT), Cover(stage.piece(gun), 1, (6200, 5500)), Card(gang, MOVE))
    stage.play(*orders, March(gang, ((6200, 5500),)), to="halt_fire")
    assert [event.params["count"] for event in stage.told("covering")] == [1]
    assert stage.pos.room[stage.men(gang)[0]] == 0
    assert stage.pos.room[stage.men(gang)[1]] != 0


def circled(least: int, friend: tuple[float, float] | None = None, **switches: Any) -> tuple[Stage, Unit, Unit]:
    """A machine gun covers a stretch of open ground that four of a gang run through in file."""
    stage = bare(**switches)
    gun, squad, gang = stage.unit("usmc_mmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(gun, 1000, 200, 3)
    stage.put(squad, (980, 240), *([friend] if friend else []))
    stage.put(gang, *((800 - 30 * number, 500) for number in range(4)))
    orders = (Card(gun, HALT), Cover(stage.piece(gun), least, (10000, 5000)), Card(gang, MOVE))
    stage.play(*orders, March(gang, ((11000, 5000),)), to="halt_fire")
    return stage, gun, gang


@rule("yangtze", "7.9", "R55")
def test_covering_fire_waits_until_so_many_are_in_the_circle() -> None:
    opened = {least: [event.params["count"] for event in circled(least)[0].told("covering")] for least in (1, 3, 5)}
    assert opened[1] == [1, 1, 1, 1], "each as he comes"
    assert opened[3] == [3, 1]
    assert opened[5] == []


@pytest.mark.parametrize("spared", [False, True])
@rule("yangtze", "7.9", "7.7", "R20")
def test_a_friend_in_the_covered_circle_is_tested_with_the_first_enemy(spared: bool) -> None:
    stage, gun, gang = circled(1, (1060, 460), zone_spares_friends=spared)
    assert stage.told("covering")[0].params["count"] == (1 if spared else 2)
    assert case(stage.pos.refusal(Fire(gun, gang))) == "7.1", "it has fired"


@rule("yangtze", "7.9", "S6.7")
def test_hidden_men_who_lie_still_in_the_covered_circle_are_neither_tested_nor_betrayed() -> None:
    stage = bare(ground={"areas": [{"k": "scrub", "p": box(900, 400, 1100, 600)}]})
    gun, squad, gang = stage.unit("usmc_mmg"), stage.unit("usmc_squad"), stage.unit("gang")
    stage.row(gun, 1000, 200, 3)
    stage.put(squad, (980, 240))
    stage.row(gang, 1000, 500, 2)
    stage.pos.hidden = 1 << gang
    stage.play(Card(gun, HALT), Cover(stage.piece(gun), 1, (10000, 5000)), to="end_turn")
    assert stage.pos.hidden == 1 << gang
    assert not stage.told("covering")


@rule("yangtze", "7.9", "S8", "R59")
def test_several_weapons_that_cover_cast_their_dice_in_the_order_of_their_numbers() -> None:
    """Whichever was given its marker first; nobody moves, so that all are made up for in the fire of halted units."""
    stage = bare()
    squads, gang = [stage.unit("usmc_squad", number) for number in (0, 1)], stage.unit("gang")
    for number, squad in enumerate(squads):
        stage.put(squad, (500 + 100 * number, 500))
    stage.put(gang, (550, 700))
    covers = [Cover(stage.piece(squad), 1, (5500, 7000)) for squad in reversed(squads)]
    stage.play(*covers, to="other_fire")
    assert [event.params["unit"] for event in stage.told("miss")] == ["us6", "us7"]


@pytest.mark.parametrize(("touched", "commanded"), [(False, True), (True, True), (False, False)])
@rule("yangtze", "7.9", "4.4", "6.2", "R55")
def test_a_weapon_covers_while_its_gunner_is_in_command_and_nobody_has_met_him(touched: bool, commanded: bool) -> None:
    stage = bare()
    team, squad, gang = stage.unit("usmc_lmg"), stage.unit("usmc_squad"), stage.unit("gang")
    weapon, _ = stage.put(team, (500, 500), (500, 530))
    stage.put(squad, (500, 470 if commanded else 100))
    (foe,) = stage.put(gang, (770, 500))
    stage.card(HALT, team, squad)
    stage.pos.touched = int(touched) << weapon
    assert covered(stage.pos, Marker(weapon, 7400, 5000, 1, 0)) == ([foe] if commanded and not touched else [])
