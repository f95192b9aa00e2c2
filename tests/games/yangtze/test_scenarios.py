"""S19 The scenarios' own rules: set-up, arrivals, objectives, sleepers, the end."""

from typing import Any

import pytest
from tests.games.yangtze.table import GAME, Stage, bare, box, case

from shapan.games.yangtze.actions import CHARGE, COWER, HALT, Charge, Fire, Wait
from shapan.games.yangtze.ending import AlarmDie, alarm
from shapan.games.yangtze.fire.shooters import bit_of
from shapan.games.yangtze.movement.interrupts import unmask
from shapan.games.yangtze.position import LOST, SUNK, WRECK
from shapan.games.yangtze.setup import SettingUp, deploy_refusal
from shapan.games.yangtze.vessels.sailing import drift_all
from shapan.games.yangtze.victory import worth
from shapan.games.yangtze.who import numbered, put
from shapan.games.yangtze.works.loads import set_load
from shapan.kernel import rule

RIVER: dict[str, Any] = {"areas": [{"k": "river", "p": box(0, 600, 2400, 1200)}]}


@rule("yangtze", "S19.3", "R109")
def test_nobody_is_saved_aboard_a_wreck_and_it_drifts() -> None:
    for damage in (0, WRECK):
        stage = bare("s2_mission_rescue")
        ship, people = stage.unit("gunboat"), stage.unit("missionaries")
        stage.model(ship, 600, 500, 90)
        stage.board(people, ship)
        stage.pos.damage = put(stage.pos.damage, ship, damage)
        entry = next(e for e in stage.pos.book.objectives if e.kind == "rescue")
        assert bool(worth(stage.pos, entry, stage.pos.owner[people])) != bool(damage)
        stage = bare("s4_ox_gorge", ground=RIVER)
        junk = stage.unit("junk")
        stage.model(junk, 1000, 900, 90)
        stage.pos.damage = put(stage.pos.damage, junk, damage)
        drift_all(stage.pos)
        assert (stage.pos.at[junk][0] != 10000) == bool(damage)


@rule("yangtze", "S19.3", "R112")
def test_unsaved_civilians_when_the_game_ends_early() -> None:
    for marines, taken in ((True, False), (False, True)):
        stage = bare("s2_mission_rescue")
        people, squad = stage.unit("missionaries"), stage.unit("usmc_squad")
        for unit in stage.pos.book.every_unit:
            stage.pos.remove(stage.men(unit), LOST)
        stage.row(people, 500, 500, 3)
        stage.put(stage.unit("wl_rifles"), (1500, 500))
        if marines:
            stage.put(squad, (900, 500))
        entry = next(e for e in stage.pos.book.objectives if e.kind == "capture")
        assert bool(worth(stage.pos, entry, 1 - stage.pos.owner[people])) == taken


def of_kind(stage: Stage, kind: str, side: int) -> int:
    """The points of a side for its objective of this kind."""
    entry = next(e for e in stage.pos.book.objectives if e.kind == kind)
    return worth(stage.pos, entry, side)


@rule("yangtze", "S19.3", "R109")
def test_who_is_aboard_a_wreck_when_the_last_turn_ends_is_not_saved_and_counts_as_taken() -> None:
    stage = bare("s2_mission_rescue", ground=RIVER)
    ship, people = stage.unit("gunboat"), stage.unit("missionaries")
    stage.model(ship, 600, 900, 90)
    stage.board(people, ship)
    stage.pos.turn = stage.pos.book.turns
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (12, 0)
    stage.pos.damage = put(stage.pos.damage, ship, WRECK)
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (0, 6)


@rule("yangtze", "S14.6", "S19.3")
def test_who_is_aboard_a_ship_that_pirates_have_taken_is_not_saved() -> None:
    """The consul's party is aboard the gunboat, and nobody to fight for her: taken with her, and no longer saved."""
    stage = bare(ground=RIVER)
    ship, people, junk, pirates = (stage.unit(name) for name in ("gunboat", "consul", "junk", "pirates"))
    stage.model(ship, 600, 800, 90, crew=False)
    stage.board(people, ship)
    stage.model(junk, 600, 910, 90)
    stage.board(pirates, junk)
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (3, 0)
    stage.turn({pirates: CHARGE}, Charge(pirates, ship))
    assert (of_kind(stage, "rescue", 0), of_kind(stage, "capture", 1)) == (0, 6)


@pytest.mark.parametrize(("scenario", "unit", "near", "far"), [
    ("s6_arms_godown", "wl_fcg", (872, 870), (500, 500)),
    ("s8_wanling_bund", "wl_rifles", (1650, 665), (1500, 790)),
])  # fmt: skip
@rule("yangtze", "4.4", "S19.1")
def test_a_leader_stands_by_the_machine_gun_that_he_has_to_lead(
    scenario: str, unit: str, near: tuple[int, int], far: tuple[int, int]
) -> None:
    """Points as on the board, y to the north."""
    pos: Any = GAME.start(scenario)
    side = next(s for s in (0, 1) if pos.book.side_ids[s] == "cn")
    pos.stack = (SettingUp(side), ())
    pos.settle()
    number = next(n for n, spec in numbered(pos.book.units) if spec.template == unit and spec.leads)
    height = pos.book.table.height // 10
    refusals = [deploy_refusal(pos, number, x * 10, (height - y) * 10) for x, y in (near, far)]
    assert refusals[1] is not None
    assert refusals[1].case == "4.1"
    assert any(pos.options()), "there is room for him"
    assert refusals[0] is None or refusals[0].case != "4.1"


@rule("yangtze", "S6.8")
def test_sleepers_hear_what_happens_near_their_wall() -> None:
    wall = {"k": "wall_high", "n": "Depot wall", "p": [[400, 800], [800, 800], [800, 400], [400, 400], [400, 800]]}
    for x, heard in ((600, True), (1090, True), (1110, False)):
        stage = bare("s6_arms_godown", ground={"lines": [wall]})
        (man,) = stage.put(stage.unit("usmc_squad"), (x, 600))
        stage.pos.turn = 1
        stage.pos.fired, stage.pos.stack = 1 << man, ()
        stage.pos.then(*alarm(stage.pos))
        assert (bool(stage.pos.stack) and stage.asks(AlarmDie)) == heard


@rule("yangtze", "S6.8", "R70")
def test_a_shot_is_heard_from_where_the_weapon_is() -> None:
    """Its first gunner fell far away long ago; the second fires it at the wall."""
    wall = {"k": "wall_high", "n": "Depot wall", "p": [[400, 800], [800, 800], [800, 400], [400, 400], [400, 800]]}
    for far, near, heard in ((2000, 700, True), (700, 2000, False)):
        stage = bare("s6_arms_godown", ground={"lines": [wall]})
        first, second = stage.put(stage.unit("wl_lmg_b"), (far, 600), (near, 600))
        stage.pos.remove([first], LOST)
        stage.pos.lost, stage.pos.turn = 0, 1
        stage.pos.fired, stage.pos.stack = bit_of(stage.pos, second), ()
        stage.pos.then(*alarm(stage.pos))
        assert (bool(stage.pos.stack) and stage.asks(AlarmDie)) == heard


@rule("yangtze", "S19.2", "R113")
def test_units_with_a_printed_place_are_not_held_back() -> None:
    pos: Any = GAME.start("s8_wanling_bund")
    plane = next(n for n, spec in numbered(pos.book.units) if spec.template == "us_plane")
    pos.turn = pos.book.units[plane].turn
    pos.stack = (SettingUp(pos.book.units[plane].side), ())
    assert case(pos.refusal(Wait(plane))) == "S19.2"
    pos.settle()
    assert pos.laid_out(plane), "it has come by itself"


@rule("yangtze", "S6.7", "R99")
def test_riders_look_out_for_hidden_men() -> None:
    for gap, seen in ((150, True), (151, False)):
        stage = bare("s3_silver_trucks")
        truck, gang = stage.unit("truck"), stage.unit("gang")
        stage.model(truck, 500, 500, 90)
        stage.put(gang, (500, 525 + gap + 12.5))
        stage.pos.hidden = 1 << gang
        unmask(stage.pos)
        assert (not stage.pos.hidden) == seen


@rule("yangtze", "S6.8", "R101", "6.1")
def test_sleepers_whom_one_charger_has_woken_have_no_last_moment_before_the_next() -> None:
    """They wake when the first Marine is upon them, and fire in the fire phase like all who halt."""
    stage = bare("s5_kuling_battery")
    barracks, squad = stage.unit("wl_rifles", 2), stage.unit("usmc_squad")
    stage.row(barracks, 600, 600, 5)
    stage.put(squad, (800, 600), (800, 630), (830, 570), (860, 600), (890, 630))
    stage.turn({squad: CHARGE}, Charge(squad, barracks), Fire(barracks, squad))
    assert not stage.told("last_moment")
    assert len(stage.told("contact")) > 1
    assert stage.told("fires")[0].params["unit"] == stage.pos.book.units[barracks].id


@pytest.mark.parametrize(("watcher", "place", "state", "heard"), [
    ("sentry", (500, 500), HALT, True),
    ("sentry", (500, 500), COWER, True),
    ("wl_fcg", (500, 500), HALT, False),
    ("wl_fcg", (372, 488), HALT, True),
    ("wl_guard", (500, 500), HALT, False),
])  # fmt: skip
@rule("yangtze", "S6.8", "14.5")
def test_the_alarm_is_for_whom_a_sentry_or_the_tower_sees(
    watcher: str, place: tuple[int, int], state: str, heard: bool
) -> None:
    """Captain Feng in the yard is neither; at a window of the tower he is. A Marine who cowers is seen as well."""
    tower = {
        "id": "tower",
        "k": "watchtower",
        "p": box(345, 460, 400, 515),
        "doors": [[345, 712]],
        "windows": [[400, 712]],
    }
    stage = bare("s6_arms_godown", ground={"buildings": [tower]})
    stage.put(stage.unit(watcher), place)
    squad = stage.unit("usmc_squad")
    stage.put(squad, (600, 500))
    stage.card(state, squad)
    stage.pos.then(*alarm(stage.pos))
    stage.settle()
    assert stage.asks(AlarmDie) == heard


@rule("yangtze", "S19.3", "S17.6", "R121")
def test_a_load_that_went_down_with_its_vessel_is_nobodys() -> None:
    stage = bare("s4_ox_gorge", ground=RIVER)
    junk, (box_of,) = stage.unit("junk"), stage.pos.cargo
    stage.model(junk, 600, 800, 90)
    assert (of_kind(stage, "keep", 0), of_kind(stage, "seize", 1)) == (5, 0)
    set_load(stage.pos, 0, box_of._replace(carrier=junk, side=1))
    assert (of_kind(stage, "keep", 0), of_kind(stage, "seize", 1)) == (0, 5)
    stage.pos.damage = put(stage.pos.damage, junk, WRECK | SUNK)
    assert (of_kind(stage, "keep", 0), of_kind(stage, "seize", 1)) == (0, 0)
