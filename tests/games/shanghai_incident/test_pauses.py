"""13.0 Pauses: declaring, calling, landing, entering, replacing, logistics."""

from random import Random
from typing import Any

import pytest
from tests.games.shanghai_incident.table import (
    GAME,
    QUIET,
    C,
    J,
    at,
    calling,
    do,
    hexes,
    keys,
    legal,
    options,
    pausing,
    reason,
    refused,
    rolled,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import Redeployment
from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.ways import MOBILE_PHASE, REGULAR

# --- 13.1 ---------------------------------------------------------------------------------------


@rule("shanghai_incident", "13.1", "X-05", "R-04", "T-12")
def test_after_a_pause_the_turn_marker_returns_and_the_pause_marker_moves_down() -> None:
    pos = situation(QUIET, "A", turn=3)
    do(pos, "decide pause")
    assert (pos.pausing, pos.pause_marker) == (True, 4)
    rng = Random(1)
    while pos.segment == 1:
        pos.push(pos.options().sample(rng))
    assert (pos.turn, pos.segment, pos.pause_marker) == (1, 2, 3)
    assert (pos.pausing, pos.calls) == (False, (0, 0))


@rule("shanghai_incident", "13.1", "X-06", "R-38")
def test_no_pause_with_the_marker_on_zero() -> None:
    pos = situation(QUIET, "A", turn=2, pause_marker=0)
    assert (refused(pos, "decide pause"), reason(pos, "decide pause")) == ("13.1", "no_pause")
    assert options(pos, "decide") == {"continue", "ceasefire"}


@rule("shanghai_incident", "13.1", "R-02")
def test_after_the_seventh_turn_the_pause_is_automatic() -> None:
    pos = situation(QUIET, "A", turn=7)
    assert (refused(pos, "decide continue"), reason(pos, "decide continue")) == ("13.1", "pause_now")
    assert options(pos, "decide") == {"pause", "ceasefire"}
    strict = situation(QUIET, "A", {"ceasefire": False}, turn=7)
    assert strict.pausing
    assert strict.decision.kind == "award"


@rule("shanghai_incident", "13.1", "12.1")
def test_a_turn_without_a_pause_is_followed_by_the_next() -> None:
    pos = situation(QUIET, "A", turn=3)
    assert pos.actor == "japanese"
    assert refused(pos, "done") == "13.1"
    do(pos, "decide continue")
    assert (pos.turn, pos.pause_marker) == (4, 4)


@rule("shanghai_incident", "13.1", "8.1", "15.1", "T-13")
def test_markers_come_back_in_a_pause_after_the_logistics_roll() -> None:
    pos = pausing(support=(-1, -4, -2, -4, -4, -4, -4, -4, -4))
    assert pos.decision.prompt == "prompt.award"
    rolled(pos, 6, 6)
    assert pos.decision.kind == "award", "the air marker on the track is still to be rolled for"
    assert pos.decision.prompt == "prompt.award_raid"
    rolled(pos, 6)
    assert pos.logistics == 12 + 6 - 3
    assert pos.support == (-3, -4, -3, -4, -4, -4, -4, -4, -4)


# --- 13.5 logistics -----------------------------------------------------------------------------


@rule("shanghai_incident", "13.5", "X-09", "X-10", "T-15")
@pytest.mark.parametrize(
    ("before", "dice", "total"),
    [(11, (4, 3, 5, 2), 19), (0, (1, 1, 6, 6), 2), (0, (4, 3, 1, 1), 13), (5, (1, 2, 3, 3), 12)],
)
def test_the_award_and_its_limit(before: int, dice: tuple[int, ...], total: int) -> None:
    pos = pausing(logistics=before, support=(-1, -1, -4, -4, -4, -4, -4, -4, -4))
    rolled(pos, *dice)
    assert pos.logistics == total


@rule("shanghai_incident", "13.5", "R-05")
def test_the_chinese_begin_without_points() -> None:
    pos = GAME.start()
    assert isinstance(pos, ShanghaiPosition)
    assert pos.logistics == 0


# --- 13.2 landings ------------------------------------------------------------------------------


def landing(formation: str, units: dict[str, str] | None = None, number: int = 3, **fields: Any) -> ShanghaiPosition:
    pos = calling(units, number, **fields)
    do(pos, f"call {formation}")
    while pos.decision.kind == "call":
        do(pos, "done")
    return pos


@rule("shanghai_incident", "13.2", "X-34", "R-56")
def test_a_division_lands_on_contiguous_great_river_hexes() -> None:
    pos = landing("9D")
    assert (pos.decision.kind, pos.actor) == ("land", "japanese")
    assert refused(pos, "place J-7 1820") == "13.2", "no river"
    assert refused(pos, "place J-12 1130") == "13.2", "another division"
    assert refused(pos, "done") == "13.2"
    do(pos, "place J-7 1130", "place J-9E 1130", "place J-35 1230", "place J-2T 1230")
    assert refused(pos, "place J-19 1730") == "13.2"
    assert refused(pos, "place J-19 1130") == "5.3"
    do(pos, "place J-19 1330", "place J-36 1430", "place J-9C 1530")
    assert where(pos, "J-9C") == "1530"
    assert not pos.waiting


@rule("shanghai_incident", "13.2", "17.3", "R-26")
def test_no_landing_beside_the_chinese_or_on_a_fort() -> None:
    pos = landing("24B", {"J-3Sas": "1125", "C-78-1": "1829"})
    assert refused(pos, "place J-24-14 1729") == "13.2"
    assert refused(pos, "place J-24-14 1829") == "13.2"
    assert refused(pos, "place J-24-14 2726") == "17.3"
    assert legal(pos, "place J-24-14 3024")


@rule("shanghai_incident", "13.2", "R-42")
def test_a_formation_that_cannot_land_complete_does_not_arrive() -> None:
    shores = [GAME.book().grid.name(here) for here in range(GAME.book().grid.size) if GAME.book().banks >> here & 1]
    pool = [entry.id for entry in GAME.book().entries if entry.id.startswith("C-")]
    watch = dict(zip(pool, shores[::2], strict=False))
    pos = calling({"J-3Sas": "1125", **watch}, 3)
    do(pos, "call 9D")
    told = []
    while pos.decision.kind == "call":
        told += do(pos, "done")
    assert "no_landing" in keys(told)
    assert pos.arrived == (0,) * 5
    assert where(pos, "J-7") == "pool"


@rule("shanghai_incident", "13.2", "12.3", "15.1")
def test_arrival_costs_points_and_brings_markers() -> None:
    pos = calling(number=3)
    do(pos, "call 9D")
    told = do(pos, "done")
    arrival = next(event for event in told if event.key == "event.arrives")
    assert (arrival.params["formation"], arrival.params["number"], arrival.params["value"]) == ("9D", 3, -6)
    assert pos.arrived == (0, 0, 3, 0, 0)
    assert pos.support[6] == -3


@rule("shanghai_incident", "13.2", "14.0", "R-10", "X-27")
def test_placement_costs_the_allowance_but_not_the_redeployment() -> None:
    pos = situation({"C-60-1": "1601", "C-78-3": "1509", "J-3Sas": "1125"}, placed=1 << unit("C-60-1"))
    assert Redeployment(pos, (unit("C-60-1"),)).points == 12
    assert Redeployment(pos, (unit("C-78-3"),)).points == 16
    assert pos.allowance(unit("C-60-1")) == 0


@rule("shanghai_incident", "13.6", "13.7", "14.0", "R-10", "X-27", "T-16")
def test_what_was_placed_or_replaced_in_a_pause_counts_in_its_redeployment() -> None:
    pos = calling({"J-3Sas": "1125", "J-7": "4305", "C-78-3": "1509-"}, 3, held=(hexes("1125"), 0))
    do(pos, "call 24B", "call 119", "done")
    for name, here in zip(("14", "24", "46", "48", "E"), ["1130", "1230", "1330", "1430", "1430"], strict=True):
        do(pos, f"place J-24-{name} {here}")
    do(
        pos,
        "place C-60-1 1601",
        "place C-60-2 1701",
        "place C-60-3 1801",
        "place C-60-119S 1801",
        "restore C-78-3",
        "done",
    )
    assert (pos.decision.kind, pos.actor) == ("redeploy", "japanese")
    assert Redeployment(pos, (unit("J-24-14"),)).points == 12
    do(pos, "done")
    assert (pos.decision.kind, pos.actor) == ("redeploy", "chinese")
    assert (Redeployment(pos, (unit("C-60-1"),)).points, Redeployment(pos, (unit("C-78-3"),)).points) == (12, 8)
    do(pos, "done")
    assert (pos.placed, pos.replaced) == (0, 0)


# --- 13.6 entry ---------------------------------------------------------------------------------


@rule("shanghai_incident", "13.6", "13.5", "R-07", "R-29", "T-22")
def test_chinese_brigades_enter_on_the_north_and_east_edges_of_the_sheet() -> None:
    pos = calling({"J-3Sas": "1125", "J-7": "2001", "C-78-1": "0303"})
    do(pos, "done", "call 119", "done")
    assert (pos.decision.kind, pos.actor, pos.logistics) == ("refit", "chinese", 11)
    assert refused(pos, "place C-60-1 1602") == "13.6"
    assert refused(pos, "place C-60-1 2001") == "13.6"
    assert refused(pos, "place C-60-1 2101") == "13.6", "in the zone of a Japanese unit"
    assert refused(pos, "place C-60-4 1601") == "13.6", "of a brigade that was not called"
    assert refused(pos, "done") == "13.6"
    do(pos, "place C-60-1 1601", "place C-60-119S 1601", "place C-60-2 4601")
    assert refused(pos, "place C-60-3 1601") == "5.3"
    do(pos, "place C-60-3 4605")
    assert where(pos, "C-60-2") == "4601"


@rule("shanghai_incident", "13.6", "13.2", "R-42")
def test_what_cannot_enter_waits_and_is_not_charged() -> None:
    edge = [GAME.book().grid.name(here) for here in range(GAME.book().grid.size) if GAME.book().entry >> here & 1]
    pool = [entry.id for entry in GAME.book().entries if entry.id.startswith("J-")]
    pos = calling({**dict(zip(pool, edge[::2], strict=False)), "C-78-1": "1418"})
    pos.logistics = 1
    do(pos, "done", "call 119")
    assert not GAME.book().entry & ~(pos.occupied[J] | pos.zone_of(J)), "the edge is sealed"
    told = do(pos, "done")
    assert "no_entry" in keys(told)
    assert not pos.waiting
    assert pos.logistics == 1
    do(pos, "fortify C-78-1")
    assert pos.logistics == 0, "the point can be spent in this very pause"


# --- 13.3, 13.7 replacements --------------------------------------------------------------------


@rule("shanghai_incident", "13.3", "R-37", "R-44")
def test_japanese_replacements_by_formation() -> None:
    units = {"J-3Sas": "1125-", "J-Vol": "1127-", "J-7": "1129-", "C-78-1": "0303"}
    pos = calling(units, 4)
    do(pos, "done", "done")
    assert (pos.decision.kind, pos.actor) == ("refit", "japanese")
    assert refused(pos, "restore J-Vol") == "13.3"
    assert GAME.say("refusal.never_replaced", {"unit": "J-Vol"}, pos)
    assert refused(pos, "restore J-7") == "13.3", "the 9th Division has not arrived"
    assert refused(pos, "restore C-78-1") == "13.3"
    assert refused(pos, "fortify J-3Sas") == "17.1"
    do(pos, "restore J-3Sas")
    assert pos.steps[unit("J-3Sas")] == 2


@rule("shanghai_incident", "13.3")
def test_no_more_than_two_or_four_steps_and_nothing_is_saved() -> None:
    units = {"J-3Sas": "1125-", "J-1Sas": "1127-", "J-2Sas": "1129-", "C-78-1": "0303"}
    pos = calling(units, 3, arrived=(4, 0, 0, 0, 0))
    do(pos, "done", "done", "restore J-3Sas", "restore J-1Sas")
    assert pos.decision.kind != "refit" or pos.actor == "chinese"
    assert pos.replacements == ()
    rich = calling(units, 3, arrived=(4, 0, 3, 0, 0))
    do(rich, "done", "done")
    assert rich.replacements == (2, 0, 4, 0, 0)


@rule("shanghai_incident", "13.3", "13.7", "R-44")
def test_no_step_where_a_unit_could_not_retreat() -> None:
    ring = {"J-7": "2107", "J-35": "2109", "J-19": "2008", "J-36": "2208", "C-78-1": "2108-"}
    pos = situation(ring, "C1", logistics=5)
    assert refused(pos, "restore C-78-1") == "13.7"


@rule("shanghai_incident", "13.3", "T-27")
def test_an_eliminated_unit_returns_like_a_reinforcement_or_beside_its_formation() -> None:
    pos = calling({"J-3Sas": "1125", "J-SAC": "1820", "C-78-1": "0303"}, 4)
    pos.kill(unit("J-1Sas"))
    do(pos, "done", "done")
    assert (pos.decision.kind, pos.actor) == ("refit", "japanese")
    assert legal(pos, "recall J-1Sas 1130"), "a landing"
    assert legal(pos, "recall J-1Sas 1819"), "next to Miaohang, held by its formation"
    assert refused(pos, "recall J-1Sas 2108") == "13.3"
    assert refused(pos, "recall J-3Sas 1130") == "13.3"
    do(pos, "recall J-1Sas 1819", "restore J-1Sas")
    assert (where(pos, "J-1Sas"), pos.steps[unit("J-1Sas")]) == ("1819", 2)
    assert not pos.placed >> unit("J-1Sas") & 1


@rule("shanghai_incident", "13.7", "13.5", "X-50", "R-10", "R-28")
def test_chinese_replacements_in_regular_movement() -> None:
    pos = situation({"C-78-1": "1418", "J-3Sas": "1125"}, logistics=4)
    pos.kill(unit("C-78-2"))
    pos.kill(unit("C-78-3"))
    pos.then(Moving(C, REGULAR))
    pos.settle()
    do(pos, "recall C-78-2 1417")
    assert (pos.logistics, pos.steps[unit("C-78-2")]) == (3, 1)
    assert (pos.allowance(unit("C-78-2")), Redeployment(pos, (unit("C-78-2"),)).points) == (2, 8)
    do(pos, "recall C-78-3 1601")
    assert (pos.allowance(unit("C-78-3")), Redeployment(pos, (unit("C-78-3"),)).points) == (0, 6)
    assert refused(pos, "move C-78-3 1602") == "13.6"


@rule("shanghai_incident", "13.7", "X-26", "T-16")
def test_half_the_allowance_comes_before_the_multiplication() -> None:
    pos = situation({"C-78-3": "1509-", "J-3Sas": "1125"}, "C1", logistics=1)
    do(pos, "restore C-78-3")
    assert (pos.allowance(unit("C-78-3")), Redeployment(pos, (unit("C-78-3"),)).points) == (2, 8)


@rule("shanghai_incident", "13.7", "X-47", "R-52")
def test_a_unit_takes_its_step_before_it_moves() -> None:
    pos = situation({"C-78-3": "2108-", "C-78-2": "2302", "J-3Sas": "1125"}, "C1", logistics=1)
    do(pos, "move C-78-3 2109")
    assert refused(pos, "restore C-78-3") == "13.7"
    assert pos.logistics == 1


@rule("shanghai_incident", "13.7", "16.4", "7.7", "T-5")
def test_neither_trains_nor_the_lost_come_back() -> None:
    pos = situation({"C-78-1": "1418", "J-3Sas": "1125"}, logistics=9)
    pos.kill(unit("C-78-2"), forever=True)
    pos.kill(unit("C-T1"))
    pos.then(Moving(C, REGULAR))
    pos.settle()
    assert refused(pos, "recall C-78-2 1417") == "7.7"
    assert refused(pos, "recall C-T1 0924") == "16.4"
    assert refused(pos, "recall C-78-3 1417") == "13.7", "waits in its pool"


@rule("shanghai_incident", "13.7", "13.3")
def test_never_in_an_enemy_zone() -> None:
    pos = situation({"C-78-1": "1418", "J-3Sas": "1218"}, logistics=9)
    pos.kill(unit("C-78-2"))
    pos.then(Moving(C, REGULAR))
    pos.settle()
    assert refused(pos, "recall C-78-2 1318") == "13.7"
    japanese = situation({"J-3Sas": "1125", "C-78-1": "0303"}, "J1")
    assert refused(japanese, "restore J-3Sas") == "13.3", "the Japanese replace in pauses only"


@rule("shanghai_incident", "13.5", "13.7", "17.1")
def test_points_are_spent_in_regular_movement_only() -> None:
    pos = situation({"J-2T": "2108", "C-78-1": "1418-"}, logistics=5)
    pos.then(Moving(C, MOBILE_PHASE))
    assert refused(pos, "restore C-78-1") == "13.7"
    assert refused(pos, "fortify C-78-1") == "17.1"
    broke = situation({"J-2T": "2108", "C-78-1": "1418-"}, "C1", logistics=0)
    assert refused(broke, "restore C-78-1") == "13.5"
    assert refused(broke, "fortify C-78-1") == "13.5"


@rule("shanghai_incident", "13.1", "14.0", "R-46")
def test_in_a_pause_units_only_redeploy_japanese_first() -> None:
    pos = calling(
        {"J-3Sas": "1829", "J-7": "2405", "C-78-1": "2403", "C-78-2": "4502"}, held=(hexes("1829 1925 2226"), 0)
    )
    while pos.decision.kind in ("call", "refit"):
        do(pos, "done")
    assert (pos.decision.kind, pos.actor) == ("redeploy", "japanese")
    assert refused(pos, "move J-3Sas 1828") == "13.1"
    assert refused(pos, "redeploy J-7 2406") == "14.0"
    assert refused(pos, "interdict FS-A1 1829") == "15.4"
    assert refused(pos, "call 9D") == "13.2"
    assert refused(pos, "call 119") == "13.5"
    do(pos, "redeploy J-3Sas 1629")
    assert pos.actor == "chinese"
    assert at("1629") == pos.place[unit("J-3Sas")]


# --- what belongs where ---------------------------------------------------------------------------


@rule("shanghai_incident", "13.1", "13.2", "13.4", "13.5")
@pytest.mark.parametrize("phase", ["J1", "J2", "C1", "C2"])
def test_what_belongs_to_the_end_of_a_turn_or_to_a_pause_says_so(phase: str) -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, phase)
    cases = {"decide pause": "13.1", "commit": "13.4", "call 9D": "13.2", "call 119": "13.5"}
    assert {line: refused(pos, line) for line in cases} == cases


@rule("shanghai_incident", "13.1", "12.3", "R-02")
@pytest.mark.parametrize(
    ("turn", "ceasefire", "marker", "absent"),
    [(7, True, 4, "go on"), (3, False, 4, "cease-fire"), (3, True, 0, "pause"), (3, True, 4, "nothing")],
)
def test_the_prompt_names_only_what_may_be_decided(turn: int, ceasefire: bool, marker: int, absent: str) -> None:
    pos = situation(QUIET, "A", {"ceasefire": ceasefire}, turn=turn, pause_marker=marker)
    prompt = GAME.say(pos.decision.prompt, {}, pos)
    said = {"continue": "go on", "pause": "pause", "ceasefire": "cease-fire"}
    assert {course for course, words in said.items() if words in prompt} == options(pos, "decide")
    assert absent not in prompt


@rule("shanghai_incident", "13.3", "R-37")
def test_the_residents_are_replaced_by_nobody_and_the_reason_is_true() -> None:
    pos = calling({"J-3Sas": "1125-", "J-Ron": "1126", "C-78-1": "0303"})
    pos.kill(unit("J-Ron"))
    assert not pos.lost >> unit("J-Ron") & 1 or where(pos, "J-Ron") == "lost"
    do(pos, "done", "done")
    assert pos.decision.kind == "refit"
    refusal = pos.refusal(GAME.parse(pos, "recall J-Ron 1125"))
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("13.3", "refusal.never_replaced"), "not that it could not retreat"


@rule("shanghai_incident", "13.7", "13.3")
def test_nobody_is_recalled_onto_an_enemy_hex() -> None:
    pos = situation({"C-78-1": "1820", "C-78-2": "1509", "J-3Sas": "2108"}, "C1", logistics=3)
    pos.kill(unit("C-78-3"))
    for line, key in (("recall C-78-3 2108", "path_enemy"), ("recall C-78-3 2109", "recall_zone")):
        refusal = pos.refusal(GAME.parse(pos, line))
        assert refusal is not None
        assert (refusal.case, refusal.key) == ("13.7", f"refusal.{key}")


@rule("shanghai_incident", "13.1")
def test_a_turn_without_a_pause_leads_to_the_next_day() -> None:
    pos = situation(QUIET, "A", turn=3, segment=2, pause_marker=3)
    event = do(pos, "decide continue")[0]
    assert (event.key, event.params["segment"], event.params["turn"]) == ("event.turn", 2, 4)
    assert (pos.turn, pos.segment, pos.pause_marker, pos.pausing) == (4, 2, 3, False)


@rule("shanghai_incident", "13.1", "13.5", "15.4")
def test_a_pause_begins_with_two_dice_and_one_for_each_raid() -> None:
    for raids in range(3):
        pos = pausing(support=(*(-1,) * raids, *(-4,) * (9 - raids)))
        for _ in range(2 + raids):
            assert pos.decision.kind == "award"
            rolled(pos, 5)
        assert (pos.decision.kind, pos.logistics) == ("call", 16 - 2 * raids)
