"""4.0 Sequence of play, 10.3."""

import pytest
from tests.games.shanghai_incident.table import (
    GAME,
    at,
    begin,
    do,
    keys,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.kernel import rule
from shapan.mechanics.fire_and_movement.combat import Fighting
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.position import ABSENT

TANKS = {"J-2T": "2108", "J-9C": "2306", "J-7": "2110", "C-78-1": "0303"}


@rule("shanghai_incident", "4.0", "4.1", "R-01")
def test_a_turn_is_two_player_turns_of_four_phases_and_the_administration() -> None:
    names = [phase.name for phase in GAME.book().phases]
    four = ["regular_movement", "regular_combat", "mobile_movement", "mobile_combat"]
    assert names == [*four, *four, "administrative", "pause", "next_turn"]
    assert [phase.number for phase in GAME.book().phases][:8] == ["J1", "J2", "J3", "J4", "C1", "C2", "C3", "C4"]


@rule("shanghai_incident", "4.1", "R-01")
def test_the_switch_puts_the_mobile_phases_first() -> None:
    names = [phase.name for phase in GAME.book(switches={"mobile_phases_first": True}).phases]
    assert names[:4] == ["mobile_movement", "mobile_combat", "regular_movement", "regular_combat"]


@rule("shanghai_incident", "4.1", "2.3.2")
def test_only_mobile_units_move_in_the_mobile_phase() -> None:
    pos = situation(TANKS, "J3")
    assert refused(pos, "move J-7 2109") == "4.1"
    assert legal(pos, "move J-2T 2107")
    assert options(pos, "redeploy") == set()
    assert refused(pos, "redeploy J-2T 2107") == "14.0"


@rule("shanghai_incident", "4.1", "R-54")
def test_a_mobile_unit_has_its_full_allowance_in_both_movement_phases() -> None:
    pos = situation(TANKS, "J1")
    do(pos, "move J-2T 2102", "done", "done")
    assert (pos.phase, where(pos, "J-2T")) == (2, "2102")
    assert legal(pos, "move J-2T 2108")


@rule("shanghai_incident", "2.3.2", "4.1", "16.1", "R-19", "T-18")
def test_a_leg_unit_rides_only_with_the_mobile_support_unit_it_was_stacked_with() -> None:
    pos = situation({"J-3Sas": "2110", "J-SAC": "2110", "J-1Sas": "2310", "C-78-1": "0303"}, "J3")
    assert refused(pos, "move J-3Sas 2109") == "4.1"
    do(pos, "move J-SAC 2309")
    assert refused(pos, "carry J-SAC J-3Sas 2109") != ""
    assert refused(pos, "move J-3Sas 2109") == "4.1"


@rule("shanghai_incident", "2.3.2", "5.1", "R-19", "X-46")
def test_a_mobile_support_unit_drops_its_rider_and_goes_on() -> None:
    pos = situation({"J-3Sas": "1224", "J-SAC": "1224", "C-78-1": "0303"}, "J3")
    assert refused(pos, "carry J-SAC J-3Sas 1725") == "5.1"
    do(pos, "carry J-SAC J-3Sas 1224-1325-1424-1524-1624")
    assert (where(pos, "J-3Sas"), where(pos, "J-SAC")) == ("1624", "1624")
    assert refused(pos, "move J-3Sas 1725") == "4.1"
    assert refused(pos, "move J-SAC 1624-1725-1824-1925") == "5.1"
    assert legal(pos, "move J-SAC 1824")
    assert "J-SAC 1824" in options(pos, "move")
    do(pos, "move J-SAC 1624-1725-1824")
    assert where(pos, "J-SAC") == "1824"


@rule("shanghai_incident", "5.1.1", "R-19")
def test_a_stack_that_makes_a_minimum_move_has_nothing_left() -> None:
    pos = situation({"J-3Sas": "1102", "J-SAC": "1102", "C-78-1": "4502"}, "J3")
    assert pos.book.costs["mobile"].step(at("1102"), at("1002")) == 5, "a creek and a paddy"
    do(pos, "carry J-SAC J-3Sas 1102-1002")
    assert where(pos, "J-3Sas") == "1002"
    assert "J-SAC 1001" not in options(pos, "move")


@rule("shanghai_incident", "4.1", "R-47", "T-1")
def test_the_chinese_have_no_mobile_movement_but_fight_in_both_combat_phases() -> None:
    pos = situation({"C-78-1": "2108", "J-7": "2107"}, "C2")
    do(pos, "attack C-78-1 2107", "resolve")
    while pos.actor == "japanese":
        do(pos, "resolve")
    assert pos.actor == "dice"
    do(pos, "roll 4")
    assert (pos.phase, pos.actor, pos.decision.kind) == (7, "chinese", "combat")
    assert legal(pos, "attack C-78-1 2107")


@rule("shanghai_incident", "4.1", "7.6", "X-18", "T-2")
def test_an_exchange_in_mobile_combat_is_no_effect_before_anything_else_reads_it() -> None:
    units = {"J-7": "2107", "J-9E": "2107", "C-78-1": "2108"}
    regular, mobile = situation(units, "J2"), situation(units, "J4")
    for pos in (regular, mobile):
        do(pos, "attack J-7 2108", "resolve")
    assert "exchange_void" in keys(do(mobile, "roll 2"))
    assert where(mobile, "J-9E") == "2107"
    do(regular, "roll 2")
    assert where(regular, "J-9E") == "eliminated"
    assert regular.steps[regular.book.lexicon.piece_numbers["C-78-1"]] == 1


@rule("shanghai_incident", "4.1", "5.1.2", "X-45", "T-32")
def test_there_is_no_infiltration_in_mobile_movement() -> None:
    units = {"J-2T": "2108", "C-78-1": "2106", "C-78-2": "2208"}
    pos = situation({**units, "C-78-3": "2110"}, "J3")
    assert refused(pos, "move J-2T 2108-2109") == "4.1"
    free = situation({"J-2T": "2107", "C-78-1": "2106"}, "J3")
    assert legal(free, "move J-2T 2107-2108-2109-2110")
    assert refused(free, "move J-2T 2107-2006") == "4.1"


@rule("shanghai_incident", "2.2", "3.0")
def test_the_game_begins_with_the_set_up_and_the_sheet_carries_its_charts() -> None:
    pos = GAME.start()
    assert (pos.decision.kind, pos.decision.case) == ("setup", "11.0")
    assert {chart.id for chart in GAME.board().charts} == {"crt", "terrain", "victory", "levels"}


def test_a_phase_with_nothing_to_do_passes_by_itself() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "0303"}, switches={"bombardment": False}, support=(-4,) * 9)
    begin(pos, "J2")
    assert pos.book.phases[pos.phase].number == "C1"


@rule("shanghai_incident", "4.1", "13.1", "13.3", "13.7", "14.0", "15.4", "16.3", "17.1")
def test_an_action_out_of_its_phase_cites_the_rule_that_gives_it_one() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "2108"}, "J2")
    cases = {
        **{"restore C-78-1": "13.7", "recall C-78-2 2109": "13.7", "restore J-7": "13.3", "recall J-35 2109": "13.3"},
        **{"restore C-S1": "13.3", "restore FS-A1": "13.3", "restore C-T2": "13.7"},
        **{"redeploy J-7 2106": "14.0", "interdict FS-A1 2108": "15.4", "raid FS-A1": "15.4"},
        **{"snipe 1026": "16.3", "fortify C-78-1": "17.1", "decide pause": "13.1"},
        **{"call 14D": "13.2", "call 119": "13.5", "call 264": "13.5"},
        **{"place J-35 1130": "13.2", "place C-60-1 0101": "13.6"},
    }
    pos.skipped = ()
    assert {line: refused(pos, line) for line in cases} == cases


@rule("shanghai_incident", "7.1", "7.6", "7.7", "7.8", "7.9", "8.3")
@pytest.mark.parametrize("phase", ["J1", "J2"])
def test_a_word_of_combat_when_no_combat_is_under_way_cites_the_rule_that_it_belongs_to(phase: str) -> None:
    pos = situation({"J-7": "2107", "J-2T": "2110", "C-78-1": "2108"}, phase)
    cases = {
        **{"join J-7": "7.1", "resolve": "7.1", "support FS-A1": "8.3", "lose J-7": "7.6"},
        **{"retreat J-7 2106": "7.7", "perish J-7": "7.7", "resist J-7": "7.8", "advance J-7": "7.9", "halt": "7.9"},
    }
    assert {line: refused(pos, line) for line in cases} == cases
    if phase == "J2":
        do(pos, "attack J-7 2108")
        assert (refused(pos, "advance J-7"), reason(pos, "advance J-7")) == ("7.1", "attack_under_way")


@rule("shanghai_incident", "4.1", "13.3", "13.7", "14.0", "17.1", "5.1")
def test_what_a_movement_phase_does_not_hold_says_why() -> None:
    japanese = situation({"J-7": "2107-", "C-78-1": "1820"}, "J1", logistics=3)
    assert (refused(japanese, "fortify C-78-1"), reason(japanese, "fortify C-78-1")) == ("17.1", "chinese_only")
    assert (refused(japanese, "restore J-7"), reason(japanese, "restore J-7")) == ("13.3", "replace_when")
    assert (refused(japanese, "recall J-35 2106"), reason(japanese, "recall J-35 2106")) == ("13.3", "replace_when")
    assert not {"restore", "recall", "fortify"} & {action.verb for action in japanese.options()}
    mobile = situation({"J-2T": "2107", "C-78-1": "1820"}, "J3", logistics=3)
    cases = {"redeploy J-2T 2106": "14.0", "fortify C-78-1": "17.1", "restore C-78-1": "13.7"}
    assert {line: refused(mobile, line) for line in cases} == cases
    assert [reason(mobile, line) for line in cases] == ["regular_only", "chinese_only", "replace_when"]
    assert "redeploy" not in {action.verb for action in mobile.options()}
    chinese = situation({"J-2T": "2107", "C-78-1": "1820", "C-T1": "0924"}, "C1", logistics=3)
    assert {"move", "redeploy", "fortify", "done"} == {action.verb for action in chinese.options()}


@rule("shanghai_incident", "4.1", "16.4", "17.1", "R-47")
def test_a_mobile_movement_phase_of_the_chinese_is_over_at_once_however_rich_they_are() -> None:
    pos = situation({"J-7": "2107", "C-78-1": "1820-", "C-T1": "0924", "C-78-2": "2106"}, "C2", logistics=9)
    do(pos, "done")
    assert pos.book.phases[pos.phase].number == "C4"


@rule("shanghai_incident", "13.7", "5.1")
def test_when_a_movement_phase_ends_what_was_placed_and_replaced_in_it_is_forgotten() -> None:
    pos = situation({"C-78-1": "1820-", "C-T1": "0924", "J-7": "2107"}, "C1", logistics=3)
    pos.placed = 1 << 33
    do(pos, "restore C-78-1", "done")
    assert (pos.placed, pos.replaced, pos.moved, pos.rides) == (0, 0, 0, 0)


@rule("shanghai_incident", "5.1", "16.4", "17.1", "13.7", "15.4")
def test_a_movement_phase_lasts_as_long_as_anything_can_be_done_in_it() -> None:
    japanese = situation({"J-7": "2107", "C-78-1": "0303"}, "J1")
    do(japanese, "move J-7 2108")
    assert japanese.book.phases[japanese.phase].number == "J1", "there is an air marker"
    do(japanese, "raid FS-A1")
    assert japanese.book.phases[japanese.phase].number != "J1"
    chinese = situation({"C-78-1": "1820", "C-78-2": "1509", "J-7": "2107"}, "C1", logistics=1)
    do(chinese, "move C-78-1 1821", "move C-78-2 1508")
    assert chinese.book.phases[chinese.phase].number != "C1"


@rule("shanghai_incident", "2.3.2", "4.1", "5.1", "16.1", "R-19")
def test_tanks_carry_engineers_and_engineers_carry_nobody() -> None:
    units = {"J-2T": "2110", "J-9E": "2110", "J-9C": "2310", "J-12": "2405", "C-78-1": "0303"}
    pos = situation(units, "J3")
    assert {" ".join(text.split()[:2]) for text in options(pos, "carry")} == {"J-2T J-9E"}
    assert {text.split()[0] for text in options(pos, "move")} == {"J-2T", "J-9C"}
    assert legal(pos, "move J-9C 2309"), "cavalry needs nobody"
    assert pos.rides == 1 << 19
    over = pos.copy()
    do(over, "done")
    assert (over.rides, over.moved) == (0, 0)
    assert reason(pos, "carry J-9E J-9E 2109") == "not_a_stack"
    regular = situation(units, "J1")
    assert {text.split()[0] for text in options(regular, "move")} == {"J-2T", "J-9E", "J-9C", "J-12"}
    assert {" ".join(text.split()[:2]) for text in options(regular, "carry")} == {"J-2T J-9E"}, "all go together"


@rule("shanghai_incident", "4.1", "5.1", "6.1")
def test_a_phase_is_over_when_a_stack_has_moved_and_nobody_can_go_on() -> None:
    stack = {"C-78-4": "2516", "C-78-156S": "2516", "J-7": "2817"}
    stopped = situation(stack, "C1")
    do(stopped, "carry C-78-4 C-78-156S 2516-2616-2717")
    assert not isinstance(stopped.top, Moving), "in an enemy zone: neither of them goes on"
    spent = situation(stack | {"J-7": "3118"}, "C1")
    do(spent, "carry C-78-4 C-78-156S 2516-2615-2715-2815-2915")
    assert not isinstance(spent.top, Moving), "no points are left"
    free = situation(stack | {"J-7": "3118"}, "C1")
    do(free, "carry C-78-4 C-78-156S 2516-2515")
    assert options(free, "move"), "one of them may still go on"


@rule("shanghai_incident", "4.1", "5.1.2")
def test_nobody_is_asked_to_move_who_has_nowhere_to_go() -> None:
    pos = situation({"J-2T": "2716", "C-78-1": "2715", "C-78-2": "2717", "J-7": "0925"}, "J2")
    pos.support = (ABSENT,) * len(pos.support)
    do(pos, "done")
    assert isinstance(pos.top, Fighting), "tanks between two enemies stay where they are in mobile movement"


@rule("shanghai_incident", "4.1", "2.3.2", "17.1")
def test_the_reason_names_who_is_meant() -> None:
    pos = situation({"J-7": "2516", "J-2T": "2516", "C-78-1": "0303"}, "J3")
    assert reason(pos, "fortify J-7") == "chinese_only", "in whatever phase"
    pos.rides = 0
    refusal = pos.refusal(GAME.parse(pos, "carry J-2T J-7 2615"))
    assert refusal is not None
    assert refusal.params["unit"] == unit("J-7"), "it is not the tanks that are a leg unit"
