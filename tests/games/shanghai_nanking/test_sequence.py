"""SNC 5.0: phases in order, the plan that binds both Operations Phases."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import GAME, THIRD, asked, attack, do, refused, roll, start, support, table, why

from shapan.games.shanghai_nanking.interdiction import Covering
from shapan.games.shanghai_nanking.move_phase import Moving
from shapan.games.shanghai_nanking.reinforcements import Arriving
from shapan.games.shanghai_nanking.sequence import Planning
from shapan.kernel import rule


@rule("shanghai_nanking", "5.0", "5.1")
def test_a_turn_runs_through_its_phases_in_order() -> None:
    pos = start()
    seen = []
    for text in ("plan move-fight", "pass", "pass", "plan fight-move", "pass", "pass", "pass"):
        phase = pos.SEQUENCE.phases[pos.phase]
        seen.append((pos.actor, phase.number, pos.decision.kind))
        do(pos, text)
    assert seen == [
        ("chinese", "I", "plan"),
        ("chinese", "I.A", "move"),
        ("chinese", "I.C", "fight"),
        ("japanese", "II", "plan"),
        ("japanese", "II.A", "fight"),
        ("japanese", "II.B", "land"),
        ("japanese", "II.C", "move"),
    ]
    assert (pos.turn, pos.actor, type(pos.top)) == (2, "chinese", Planning)


@rule("shanghai_nanking", "5.2")
def test_the_turn_marker_moves_on_after_the_victory_check() -> None:
    pos = table("victory_check", units={"3512": "JSNLF1"}, turn=9)
    assert (pos.turn, pos.plan) == (10, "")


@rule("shanghai_nanking", "5.3")
def test_nothing_happens_before_the_plan_is_announced() -> None:
    pos = start()
    assert refused(pos, "move CD36 3310") == "5.3"
    assert refused(pos, "pass") == "5.3"


@pytest.mark.parametrize("plan", ["move-fight", "fight-move", "move-move", "fight-fight"])
@rule("shanghai_nanking", "5.3")
def test_each_plan_makes_two_phases_of_what_it_says(plan: str) -> None:
    units = {"3511": "CD87", "3512": "JSNLF1 JG-Shanghai", "3611": "JSNLF3"}
    pos = table("chinese_plan", units=units)
    do(pos, f"plan {plan}")
    for expected in plan.split("-"):
        assert pos.decision.kind == expected
        assert refused(pos, "plan move-move") == "5.3"
        wrong = "attack CD87 3512" if expected == "move" else "move CD87 3410"
        assert refused(pos, wrong) == "5.3"
        do(pos, "pass")
        if asked(pos, Covering):
            do(pos, "pass", "roll 6")
        if asked(pos, Arriving):
            do(pos, "pass")


@rule("shanghai_nanking", "5.3")
def test_a_unit_may_do_its_full_share_in_both_phases() -> None:
    pos = table("chinese_first", "move-move", {"2410": "CD36 CD87", "3512": "JSNLF1"}, turn=9)
    do(pos, "move CD87 2416", "move CD36 2416", "pass")
    assert (pos.SEQUENCE.phases[pos.phase].name, type(pos.top)) == ("chinese_second", Moving)
    do(pos, "move CD87 2410", "move CD36 2410")


@rule("shanghai_nanking", "5.3", "5.4", "8.2")
def test_arrivals_do_not_depend_on_the_plan() -> None:
    pos = table("chinese_first", "fight-fight", {"3512": "JSNLF1", "3411": "CD36"}, turn=2)
    do(pos, "pass")
    assert asked(pos, Arriving)
    do(pos, "arrive CD61 1817")


@rule("shanghai_nanking", "5.0")
def test_a_finished_phase_is_not_reopened() -> None:
    pos = table("chinese_first", "move-fight", {"3410": "CD36", "3510": THIRD}, turn=9)
    do(pos, "pass")
    assert refused(pos, "move CD36 3411") == "5.3"


@rule("shanghai_nanking", "5.0")
def test_take_backs_by_consent_are_agreed_by_default() -> None:
    assert GAME.switches["takebacks_by_consent"].default is True


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("station CG-A 2704", "3.1 station_when"),
        ("plan move-move", "5.3 planned"),
        ("remove CD36", "6.0 remove_when"),
        ("arrive CD46 0102", "8.2 arrive_when"),
        ("entrain CD46 0202", "8.2 arrive_when"),
        ("replace J3-6", "8.3 replace_when"),
        ("land J16-9 3004", "8.4 land_when"),
        ("assault 3510", "8.4 land_when"),
        ("retreat CD36 3409", "8.4 retreat_when"),
        ("join CD36", "10.0 nothing_begun"),
        ("commit", "10.0 nothing_begun"),
        ("lose CD36", "10.5.2 lose_when"),
        ("advance CD36 3409", "10.5.3 advance_when"),
        ("support artillery", "11.1 support_when"),
        ("interdicted CD46", "11.2 interdicted_when"),
        ("intercept", "11.3 intercept_when"),
    ],
)
@pytest.mark.parametrize("plan", ["move-fight", "fight-move"])
@rule("shanghai_nanking", "5.0")
def test_an_action_out_of_place_is_told_where_it_belongs(plan: str, action: str, reason: str) -> None:
    """The plan forbids only what it is about: moves in a Fight phase, attacks in a Move phase."""
    pos = table("chinese_first", plan, {"3410": "CD36", "3510": THIRD}, turn=6)
    assert why(pos, action) == reason
    wrong = "attack CD36 3510" if plan == "move-fight" else "move CD36 3310"
    assert refused(pos, wrong) == "5.3"
    do(pos, "pass")
    assert asked(pos, Covering), "every other question says what has to be done first"
    assert refused(pos, "move CD36 3310") == "11.3"


@rule("shanghai_nanking", "5.0", "10.5.3")
def test_after_a_combat_that_left_defenders_nobody_advances() -> None:
    pos = table("japanese_first", "fight-move", {"3410": "CD36 CD88", "3510": THIRD}, turn=6)
    attack(pos, "3410", "J3-6")
    support(pos)
    roll(pos, 1)
    assert why(pos, "advance J3-6 3410") == "10.5.3 advance_when"
