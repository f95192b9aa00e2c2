"""SNC 11.0: fire support by category, naval gunfire in attack and defence, interdiction, Chinese air support."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import (
    GAME,
    THIRD,
    Position,
    asked,
    at,
    attack,
    do,
    number,
    refused,
    roll,
    settle_support,
    steps,
    table,
    told,
    why,
)

from shapan.games.shanghai_nanking.battle import Defending, Intercepting, Striking, Supporting
from shapan.games.shanghai_nanking.combat import Fighting
from shapan.games.shanghai_nanking.interdiction import Covering, Interdicting, Interdiction, least_sets
from shapan.games.shanghai_nanking.losses import Losing, Returning
from shapan.games.shanghai_nanking.reinforcements import Arriving
from shapan.kernel import rule

BATTLE = {"3510": THIRD, "3410": "CD36 CD88", "3411": "CD14"}


def japanese_battle(turn: int = 6) -> Position:
    pos = table(plan="fight-fight", units=BATTLE, turn=turn)
    attack(pos, "3410", THIRD)
    return pos


def offered(pos: Position) -> list[str]:
    return [GAME.format(pos, action) for action in pos.options()]


@rule("shanghai_nanking", "11.0", "11.1")
def test_one_marker_of_each_category() -> None:
    pos = japanese_battle()
    do(pos, "support artillery", "support air", "support naval")
    assert asked(pos, Intercepting)  # nothing is left to add, so that the next question is asked
    pos = japanese_battle()
    assert offered(pos) == ["support artillery", "support air", "support naval", "pass"]
    do(pos, "support artillery")
    assert refused(pos, "support artillery") == "11.1"
    assert refused(pos, "support amphibious") == "11.0"


@rule("shanghai_nanking", "11.0")
def test_a_category_that_has_not_come_yet() -> None:
    pos = table("chinese_first", "fight-move", {"3410": "CD36 CD88", "3510": "J3-6"})
    attack(pos, "3510", "CD36 CD88")
    assert refused(pos, "support air") == "11.0"
    assert refused(pos, "support artillery") == ""


@rule("shanghai_nanking", "11.1")
def test_a_used_marker_is_gone_until_the_next_operations_phase_of_either_side() -> None:
    units = {"3510": THIRD, "3410": "CD36 CD88", "3509": "J9-7", "3409": "CD87"}
    pos = table("chinese_first", "fight-fight", units, turn=9)
    attack(pos, "3510", "CD36 CD88")
    do(pos, "support artillery")
    assert (pos.actor, type(pos.top)) == ("japanese", Defending)
    do(pos, "support naval")
    assert pos.ready == ((2, 0, 0, 0), (6, 3, 3, 2))
    roll(pos, 1)
    while asked(pos, Losing, Returning):
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    do(pos, "pass")
    assert pos.ready == pos.owned


@rule("shanghai_nanking", "11.1")
def test_all_markers_of_a_category_can_be_used_up() -> None:
    pos = table("chinese_first", "fight-move", {**BATTLE, "3509": "J9-7", "3409": "CD87"})
    pos.ready = ((0, 0, 0, 0), pos.ready[1])
    attack(pos, "3509", "CD87")
    assert asked(pos, Defending)
    assert pos.ready[0] == (0, 0, 0, 0)


@rule("shanghai_nanking", "11.1")
def test_the_defender_chooses_after_the_attacker() -> None:
    pos = table("chinese_first", "fight-move", BATTLE)
    attack(pos, "3510", "CD36")
    assert (pos.actor, type(pos.top)) == ("chinese", Supporting)
    do(pos, "pass")
    assert (pos.actor, type(pos.top)) == ("japanese", Defending)
    do(pos, "support naval")
    shifts = told(roll(pos, 3), "shift")
    assert [(shift["cause"], shift["columns"]) for shift in shifts] == [("shift.defence", "-1")]


@rule("shanghai_nanking", "11.0", "11.4")
def test_only_naval_gunfire_defends() -> None:
    pos = table("chinese_first", "fight-move", BATTLE)
    attack(pos, "3510", "CD36")
    assert offered(pos) == ["support artillery", "pass"]
    do(pos, "pass")
    assert offered(pos) == ["support naval", "pass"]
    assert refused(pos, "support artillery") == "11.0"
    assert refused(pos, "support air") == "11.0"
    pos = japanese_battle()
    settle_support(pos)
    assert asked(pos, Striking)  # the Chinese have nothing to defend with


@rule("shanghai_nanking", "11.4")
def test_one_hex_inland_gunfire_attacks_but_does_not_defend() -> None:
    pos = table("chinese_first", "fight-move", {"3411": "CD36", "3410": "CD88", "3511": "J3-6"})
    attack(pos, "3511", "CD88", "pass")
    assert asked(pos, Striking)  # nothing is asked of the Japanese player


@pytest.mark.parametrize(
    ("hex_", "attack_", "defence"),
    [
        ("3510", True, True),
        ("3511", True, False),  # one hex inland of the Yangtze
        ("3410", True, False),
        ("3208", True, False),
        ("3512", True, True),  # on the Huangpu
        ("3612", True, True),
        ("3411", False, False),
        ("3417", False, False),  # Hangzhou Bay
        ("1904", False, False),  # above the Jiangyin boom
        ("2704", True, True),
    ],
)
@rule("shanghai_nanking", "11.4", "12.0", "R-17", "R-20")
def test_where_naval_gunfire_reaches(hex_: str, attack_: bool, defence: bool) -> None:
    terrain = GAME.book(None, {"yangtze_navigable_from_column": 22}).terrain
    found = bool(terrain.gunfire_attack >> at(hex_) & 1), bool(terrain.gunfire_defence >> at(hex_) & 1)
    assert found == (attack_, defence)


@rule("shanghai_nanking", "11.4", "R-20")
def test_the_navigation_line_on_the_yangtze_is_an_option() -> None:
    whole = GAME.book(None, {"yangtze_navigable_from_column": 1}).terrain
    estuary = GAME.book(None, {"yangtze_navigable_from_column": 30}).terrain
    assert whole.gunfire_defence >> at("1102") & 1
    assert not estuary.gunfire_defence >> at("2704") & 1


@rule("shanghai_nanking", "11.4")
def test_gunfire_out_of_its_zone_is_refused() -> None:
    pos = table(plan="fight-fight", units={"3412": THIRD, "3411": "CD36", "0202": "CD14"})
    attack(pos, "3411", THIRD)
    assert refused(pos, "support naval") == "11.4"


@rule("shanghai_nanking", "11.4", "11.1")
def test_a_step_passed_over_says_why_naval_gunfire_was_not_asked_for() -> None:
    pos = table("chinese_first", "fight-fight", {"2410": "J3-6", "2409": "CD36", "0202": "CD14"})
    attack(pos, "2410", "CD36", "pass")
    assert asked(pos, Striking)
    assert refused(pos, "support naval") == "11.4"
    pos = table("chinese_first", "fight-fight", {"2410": "J3-6", "2409": "CD36", "0202": "CD14"})
    pos.owned = pos.ready = ((0, 0, 0, 0), pos.ready[1])
    attack(pos, "2410", "CD36")
    assert asked(pos, Striking), "neither side was asked"
    assert refused(pos, "support naval") == "11.4"
    assert refused(pos, "support artillery") == "11.0"


# --- 11.3 Chinese air support -------------------------------------------------------------------


@pytest.mark.parametrize(("die", "columns", "air"), [(6, 2, True), (1, 3, False), (3, 3, True)])
@rule("shanghai_nanking", "11.3", "R-22")
def test_interception(die: int, columns: int, air: bool) -> None:
    pos = japanese_battle()
    do(pos, "support artillery", "support air", "support naval", "intercept")
    ready = pos.ready[1]
    roll(pos, die)
    assert asked(pos, Striking)  # no other air marker may replace it
    events = roll(pos, 6)
    net = sum(int(s["columns"]) for s in told(events, "shift") if s["cause"] in ("shift.support", "shift.aborted"))
    assert (net, pos.chinese_air) == (columns, air)
    assert pos.ready[1] == ready  # used, aborted or not
    assert ready[1] == 2


@pytest.mark.parametrize(("die", "columns"), [(6, {"+1", "-1"}), (3, {"+1"})])
@rule("shanghai_nanking", "11.3", "R-22")
def test_aircraft_alone_are_one_column_or_none(die: int, columns: set[str]) -> None:
    pos = japanese_battle()
    do(pos, "support air", "pass", "intercept")
    roll(pos, die)
    causes = {"shift.support", "shift.aborted"}
    assert {s["columns"] for s in told(roll(pos, 6), "shift") if s["cause"] in causes} == columns


@rule("shanghai_nanking", "11.3")
def test_once_lost_chinese_air_is_never_asked_again() -> None:
    pos = japanese_battle()
    pos.chinese_air = False
    do(pos, "support air", "pass")
    assert asked(pos, Striking)
    pos = table("chinese_first", "move-move", {"3512": "JSNLF1", "3411": "CD36"}, turn=4)
    pos.chinese_air = False
    do(pos, "pass")
    assert asked(pos, Interdiction)


@rule("shanghai_nanking", "11.3")
def test_a_step_passed_over_says_why_chinese_air_was_not_asked_for() -> None:
    pos = japanese_battle()
    do(pos, "pass")
    assert asked(pos, Striking)
    assert why(pos, "intercept") == "11.3 no_aircraft 3410"
    pos = japanese_battle()
    pos.chinese_air = False
    do(pos, "support air", "pass")
    assert why(pos, "intercept") == "11.3 air_gone"
    pos = table("chinese_first", "move-move", {"3512": "JSNLF1", "3411": "CD36"}, turn=4)
    pos.chinese_air = False
    do(pos, "pass")
    assert asked(pos, Interdiction)
    assert why(pos, "intercept") == "11.3 air_gone"


@rule("shanghai_nanking", "11.3")
def test_the_chinese_player_need_not_intercept() -> None:
    pos = japanese_battle()
    do(pos, "support air", "pass")
    assert refused(pos, "roll 6") == "11.3"
    do(pos, "pass")
    assert asked(pos, Striking)


# --- 11.2 interdiction --------------------------------------------------------------------------

CALM = {"3512": "JSNLF1", "3411": "CD36"}


def interdiction(turn: int, die: int) -> Position:
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=turn)
    do(pos, "pass")
    roll(pos, die)
    return pos


@rule("shanghai_nanking", "11.2")
def test_interdiction_begins_on_turn_3() -> None:
    assert asked(table("chinese_reinforcements", "fight-fight", CALM, turn=2), Arriving)
    assert asked(table("chinese_reinforcements", "fight-fight", CALM, turn=3), Covering)


@rule("shanghai_nanking", "11.2", "R-07")
def test_without_waiting_units_there_is_no_roll() -> None:
    pos = table("chinese_first", "move-move", {"3512": "JSNLF1", "2410": "CD36"}, turn=9)
    do(pos, "pass")
    assert pos.SEQUENCE.phases[pos.phase].name == "chinese_second"


@rule("shanghai_nanking", "11.2", "R-07")
def test_all_are_lost_if_they_are_not_worth_more_than_the_die() -> None:
    pos = interdiction(6, 6)
    assert steps(pos, "CD46 CD170 CD172") == [0, 0, 0]


@rule("shanghai_nanking", "11.2", "R-07")
def test_a_three_costs_two_divisions_of_two() -> None:
    pos = interdiction(6, 3)
    assert asked(pos, Interdicting)
    assert refused(pos, "interdicted CD36") == "11.2"
    assert refused(pos, "pass") == "11.2"
    do(pos, "interdicted CD46", "interdicted CD172")
    assert steps(pos, "CD46 CD170 CD172") == [0, 1, 0]
    assert asked(pos, Arriving)


@rule("shanghai_nanking", "11.2", "2.2.1")
def test_units_named_for_interdiction_are_never_out_of_sight_and_their_steps_are_counted() -> None:
    pos = interdiction(6, 3)
    lost = pos.lost[0]
    do(pos, "interdicted CD46")
    boxes = {box.id: list(box.pieces) for box in pos.view("japanese").boxes}
    assert boxes["interdicted"] == ["CD46"]
    assert "CD46" not in boxes["waiting.chinese"] + boxes["dead.chinese"]
    do(pos, "interdicted CD172")
    boxes = {box.id: list(box.pieces) for box in pos.view("japanese").boxes}
    assert "interdicted" not in boxes
    assert {"CD46", "CD172"} <= set(boxes["dead.chinese"])
    assert pos.lost[0] == lost + 2


@rule("shanghai_nanking", "11.2", "R-07")
def test_a_unit_that_must_go_goes_without_a_question() -> None:
    pos = table("chinese_first", "move-fight", {"3512": "JSNLF1", "2410": "CD36"}, turn=8)
    for name in ("CD57", "CD98"):
        pos.set_due(number(name), 8)
        pos.set_steps(number(name), 1)
    do(pos, "pass", "pass")
    roll(pos, 4)
    assert asked(pos, Interdicting), "which of them first"
    do(pos, "interdicted CD57")
    assert steps(pos, "CD57 CD98") == [0, 0]
    pos = table("chinese_first", "move-fight", {"3512": "JSNLF1", "2410": "CD36"}, turn=8)
    pos.set_due(number("CD57"), 8)
    pos.set_steps(number("CD57"), 1)
    do(pos, "pass", "pass")
    roll(pos, 1)
    assert steps(pos, "CD57") == [0], "three factors for one, but nobody else can go"
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "11.2", "R-07")
def test_no_unit_is_removed_that_could_be_left_out() -> None:
    assert set(least_sets(((1, 2), (2, 1), (3, 1)), 3)) == {(1, 1, 0), (0, 0, 1)}
    assert least_sets(((2, 1),), 3) == ()
    pos = interdiction(4, 3)
    do(pos, "interdicted CD8")  # two of three factors
    assert pos.decision.params == {"count": 3, "named": 2}
    assert refused(pos, "interdicted CD9") == "11.2"  # three more would make the first superfluous
    do(pos, "interdicted CD44")


@pytest.mark.parametrize("die", [1, 5])
@rule("shanghai_nanking", "11.2", "R-07", "R-25")
def test_an_interdicted_elite_unit_does_not_return(die: int) -> None:
    pos = table("chinese_first", "move-fight", {"3512": "JSNLF1", "2410": "CD36"}, turn=8)
    pos.set_due(number("CD14"), 8)
    pos.set_steps(number("CD14"), 1)
    do(pos, "pass", "pass")
    roll(pos, die)
    assert (pos.due[number("CD14")], pos.steps[number("CD14")]) == (0, 0)
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "11.2", "11.3")
def test_a_six_of_the_chinese_air_stops_the_interdiction() -> None:
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=6)
    do(pos, "intercept")
    roll(pos, 6)
    assert asked(pos, Arriving)
    pos = table("chinese_reinforcements", "fight-fight", CALM, turn=6)
    do(pos, "intercept")
    roll(pos, 1)
    assert asked(pos, Interdiction)
    assert not pos.chinese_air


@rule("shanghai_nanking", "11.2", "R-07")
def test_units_held_back_are_struck_again_every_turn() -> None:
    pos = interdiction(4, 2)
    do(pos, "interdicted CD8", "pass")
    assert pos.due[number("CD44")] == 4
    again = pos.copy()
    again.turn = 5
    assert number("CD44") in again.waiting(0)


@rule("shanghai_nanking", "11.0")
def test_the_preview_tells_strength_shifts_and_the_whole_distribution() -> None:
    pos = japanese_battle()
    do(pos, "support artillery")
    [preview] = pos.view("japanese").previews
    assert preview.column == "1:2"
    assert sum(chance.numerator for chance in preview.chances) == 6
    assert next((chance.numerator, chance.yours, chance.theirs) for chance in preview.chances) == (2, 1, 1)
    assert {factor.key for factor in preview.factors} >= {"factor.attack", "factor.odds", "shift.terrain"}
    tokens = [(token.side, token.symbol, token.label, token.state) for token in preview.tokens]
    assert tokens[0] == ("japanese", "artillery", "+1", "used")
    free = [("japanese", symbol, "+1", "free") for symbol in ("aircraft", "ship")]
    assert tokens[1:] == free, "what may still be added"
    assert not pos.view("chinese").previews
