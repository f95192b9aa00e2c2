"""The staff's errands: who comes, who waits, who brings what away, and a memory that changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.games.yangtze.table import GAME, bare

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, Abet, Card, Drive, Hull, Ready, Sail
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.orders.cards import Orders
from shapan.games.yangtze.orders.plans import Plan
from shapan.games.yangtze.position import LOST
from shapan.games.yangtze.setup import deploy_refusal
from shapan.games.yangtze.staff import Staff
from shapan.games.yangtze.staff.judgement import LEARNED, features
from shapan.games.yangtze.who import numbered
from shapan.ground.table import rectangle
from shapan.kernel import DICE, rule

STAFF = Staff()


def staff_game(scenario: str, seed: int, decisions: int) -> list[Any]:
    """The first positions of a game between staffs in which a side owes a decision."""
    rng, found = Random(seed), list[Any]()
    pos: Any = GAME.start(scenario)
    while pos.outcome is None and len(found) < decisions:
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        found.append(pos.copy())
        pos.apply(STAFF.advise(pos)[0].action)
    return found


def net(zone: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Points all over a zone."""
    left, right = min(x for x, _ in zone), max(x for x, _ in zone)
    top, bottom = min(y for _, y in zone), max(y for _, y in zone)
    parts = 20
    steps = [(2 * part + 1) / (2 * parts) for part in range(parts)]
    return [(round(left + (right - left) * i), round(top + (bottom - top) * k)) for i in steps for k in steps]


# --- scenarios that can be played ---------------------------------------------------------------------------------


@rule("yangtze", "S19.1", "S19.2")
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_every_unit_finds_room_in_its_zone(scenario: str) -> None:
    pos: Any = GAME.start(scenario)
    for unit, spec in numbered(pos.book.units):
        if spec.zone and not spec.inside and not spec.hidden and spec.lead != "any":
            points = net(pos.book.table.zones[spec.zone])
            assert any(deploy_refusal(pos, unit, *point) is None for point in points), spec.name


@rule("yangtze", "S17.6")
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_a_carrier_with_a_load_has_room_in_the_exit(scenario: str) -> None:
    book = GAME.start(scenario).book
    for entry in book.objectives:
        if entry.kind != "exit":
            continue
        for spec in book.units:
            if spec.cargo == entry.of and book.side_ids[spec.side] == entry.side:
                corners = (rectangle(*point, 90, *spec.size) for point in net(book.table.zones[entry.zone]))
                assert any(all(book.table.on_table(*corner) for corner in box) for box in corners), spec.name


# --- memory ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["s2_mission_rescue", "s3_silver_trucks", "s4_ox_gorge"])
def test_what_the_staff_remembers_does_not_change_its_advice(scenario: str) -> None:
    for pos in staff_game(scenario, 3, 90)[::4]:
        fresh: Any = GAME.from_json(pos.to_json())
        assert [(e.action, e.score) for e in STAFF.advise(pos)] == [(e.action, e.score) for e in STAFF.advise(fresh)]


# --- errands --------------------------------------------------------------------------------------------------------


@rule("yangtze", "S14.6")
def test_pirates_steer_for_the_steamer_at_once() -> None:
    game = staff_game("s4_ox_gorge", 1, 60)
    plans = [pos for pos in game if isinstance(pos.top, Plan) and pos.actor == "cn" and pos.turn == 1]
    assert any(isinstance(STAFF.advise(pos)[0].action, Sail) for pos in plans)


@rule("yangtze", "S17.1")
def test_civilians_wait_while_a_company_stands_before_the_gate_and_leave_when_it_has_gone() -> None:
    for barred in (True, False):
        stage = bare("s2_mission_rescue", {"areas": [{"k": "river", "n": "River", "p": RIVER}]})
        boat, people = stage.unit("gunboat"), stage.unit("missionaries")
        guard, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
        stage.model(boat, 600, 1080, 90)
        stage.row(people, 600, 400, 4)
        stage.row(guard, 600, 430, 5)
        stage.row(company, 500, 700 if barred else 50, 20, 12)
        stage.card(HALT, boat, guard)
        wanted = HALT if barred else MOVE
        assert STAFF.advise(stage.pos)[0].action == Card(people, wanted)


RIVER = [[0, 0], [2400, 0], [2400, 180], [0, 180]]


@rule("yangtze", "S12.1", "S17.6")
def test_a_lorry_drives_round_a_wreck_on_its_way_to_the_exit() -> None:
    stage = bare("s3_silver_trucks")
    first, second = stage.unit("truck"), stage.unit("truck", 1)
    stage.model(second, 300, 600, 90)
    stage.model(first, 480, 600, 90, crew=False)
    stage.card(MOVE, second)
    stage.pos.stack = (Plan(0), ())
    best = STAFF.advise(stage.pos)[0].action
    assert isinstance(best, Drive)
    assert any(abs(y - 6000) > 500 for _, y in best.route)


@rule("yangtze", "13.2")
def test_chargers_support_rather_than_double_up() -> None:
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 500, 800, 5)
    stage.row(company, 400, 600, 20, 12)
    stage.card(CHARGE, company)
    stage.pos.stack = (Orders(1, True), ())
    assert STAFF.advise(stage.pos)[0].action == Abet(company)
    stage.pos.push(Abet(company))
    assert STAFF.advise(stage.pos)[0].action == Ready()


@rule("yangtze", "12.2")
def test_a_medium_machine_gun_fires_at_the_hull_of_a_small_boat() -> None:
    stage = bare("s5_kuling_battery", {"areas": [{"k": "river", "n": "River", "p": RIVER}]})
    gun, officer, boat = stage.unit("wl_mmg_b"), stage.unit("wl_fcg"), stage.unit("pulling_boat")
    stage.row(gun, 600, 900, 3)
    stage.row(officer, 600, 930, 3)
    stage.model(boat, 620, 1100, 90)
    stage.card(HALT, gun, boat)
    stage.card(MOVE, officer)
    stage.pos.stack = (Firing("halt", 1), ())
    assert STAFF.advise(stage.pos)[0].action == Hull(gun, boat)


# --- judgement ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_every_feature_has_a_weight(scenario: str) -> None:
    pos: Any = GAME.start(scenario)
    assert len(features(pos)) == len(LEARNED[scenario].weights)


def test_a_side_that_has_lost_men_is_judged_worse() -> None:
    stage = bare()
    squad, company = stage.unit("usmc_squad"), stage.unit("wl_rifles")
    stage.row(squad, 400, 600, 5)
    stage.row(company, 800, 560, 20, 12)
    before = STAFF.value(stage.pos, "us")
    stage.pos.remove(stage.men(squad)[:4], LOST)
    assert STAFF.value(stage.pos, "us") < before
