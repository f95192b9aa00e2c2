"""SNC 10.0: attacks, odds, shifts, losses, advances; the battles of the example of play."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import (
    ELEVENTH,
    FIRST_01,
    GAME,
    THIRD,
    asked,
    at,
    attack,
    do,
    number,
    refused,
    roll,
    settle_support,
    start,
    steps,
    support,
    table,
    told,
    where,
    why,
)

from shapan.games.shanghai_nanking.combat import Fighting, is_concentric
from shapan.games.shanghai_nanking.losses import Losing, next_to_lose
from shapan.kernel import rule
from shapan.mechanics.odds import odds_position, odds_text

SNLF = "JSNLF1 JSNLF2 JSNLF9"


# --- 10.0 to 10.2 who attacks what --------------------------------------------------------------


@rule("shanghai_nanking", "10.0")
def test_an_attack_needs_an_adjacent_occupied_hex() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3411": "CD36", "3410": "CB20"})
    assert refused(pos, "attack J3-6 3411") == "10.0"
    assert refused(pos, "attack J3-6 3509") == "10.0"
    assert refused(pos, "attack J3-6 3410") == ""
    assert refused(pos, "attack J11-12 3410") == "10.0"


@rule("shanghai_nanking", "10.0")
def test_each_unit_attacks_once_and_each_hex_is_attacked_once_a_phase() -> None:
    units = {"3510": THIRD, "3410": "CD13 CD15", "3409": "CD16", "3408": "J11-12 J11-22"}
    pos = table(plan="fight-fight", units=units)
    attack(pos, "3410", "J3-6 J3-18")
    settle_support(pos)
    roll(pos, 6)
    do(pos, "lose CD13", "lose J3-6")
    assert refused(pos, "attack J3-18 3409") == "10.0"
    assert refused(pos, "attack J3-34 3410") == "10.0"
    assert refused(pos, "attack J3-34 3409") == ""
    do(pos, "attack J11-12 3409")


@rule("shanghai_nanking", "10.0")
def test_a_hex_may_be_attacked_again_in_the_second_phase() -> None:
    pos = table(plan="fight-fight", units={"3510": THIRD, "3410": "CD13 CD15", "3512": "JSNLF1"}, turn=9)
    attack(pos, "3410", THIRD)
    settle_support(pos)
    roll(pos, 1)
    while asked(pos, Losing):
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    while pos.SEQUENCE.phases[pos.phase].name != "japanese_second":
        do(pos, "pass")
    assert refused(pos, "attack J3-6 3410") == ""


@rule("shanghai_nanking", "10.0", "10.1")
def test_units_of_a_stack_may_attack_different_hexes_one_attack_after_the_other() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3509": "CG-Baoshan", "3410": "CB20"})
    do(pos, "attack J3-6 3509")
    assert why(pos, "attack J3-18 3410") == "10.1 attack_under_way"
    do(pos, "join J3-18", "commit")
    settle_support(pos)
    roll(pos, 6)
    do(pos, "lose J3-6", "pass")
    do(pos, "attack J3-34 3410")


@rule("shanghai_nanking", "10.0", "10.2")
def test_all_defenders_defend_and_static_units_never_attack() -> None:
    units = {"3510": THIRD, "3409": "CG-A CD98 CB20", "3509": "J11-12 JG-A"}
    pos = table(plan="fight-move", units=units)
    assert refused(pos, "attack JG-A 3409") == "10.2"
    attack(pos, "3409", "J11-12")
    settle_support(pos)
    assert told(roll(pos, 6), "odds")[0]["defence"] == 5


@rule("shanghai_nanking", "10.0", "10.2", "6.3")
def test_who_may_join_an_attack() -> None:
    units = {"3510": f"{THIRD} JG-A", "3412": "J11-12", "3409": "J11-22", "3410": "CD36", "3411": "CB20"}
    pos = table(plan="fight-move", units=units)
    do(pos, "attack J3-6 3410")
    assert pos.decision.params == {"hex": "3410"}
    assert why(pos, "join J3-6") == "10.0 joined"
    assert why(pos, "join JG-A") == "10.2 static_attack"
    assert why(pos, "join CB20") == "10.0 not_yours"
    assert why(pos, "join J9-7") == "10.0 not_on_map"
    assert why(pos, "join J11-12") == "10.0 not_adjacent 3410"
    joining = [GAME.format(pos, action) for action in pos.options()]
    assert joining == ["join J3-18", "join J3-34", "join J3-68", "join J11-22", "commit", "call_off"]


@rule("shanghai_nanking", "10.4.1")
def test_no_attack_across_a_lake() -> None:
    pos = table(plan="fight-move", units={"2713": THIRD, "2812": "CB20", "2714": "CB45"})
    assert refused(pos, "attack J3-6 2812") == "10.4.1"
    assert refused(pos, "attack J3-6 2714") == ""


@rule("shanghai_nanking", "10.3", "R-18")
def test_without_a_point_of_strength_there_is_no_attack() -> None:
    pos = table("chinese_first", "fight-move", {"3612": "CDPPC", "3512": "JSNLF1", "3411": "CG-A"})
    assert refused(pos, "attack CDPPC 3512") == "10.3"
    pos = table("chinese_first", "fight-move", {"3612": "CDPPC CD55", "3512": "JSNLF1", "3411": "CG-A"})
    do(pos, "attack CDPPC 3512")
    assert refused(pos, "commit") == "10.3"
    do(pos, "join CD55", "commit")


# --- 10.3 odds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack_", "defence", "odds"), [(26, 7, "3:1"), (5, 9, "1:2"), (9, 10, "1:2"), (12, 9, "1:1"), (24, 6, "4:1")]
)
@rule("shanghai_nanking", "10.3")
def test_odds(attack_: int, defence: int, odds: str) -> None:
    assert odds_text(odds_position(attack_, defence)) == odds


@rule("shanghai_nanking", "10.3.1", "10.4", "R-19")
def test_shifts_come_before_the_limits_of_the_table() -> None:
    table_ = GAME.book().crt
    assert table_.heading(odds_position(8, 1) - 3) == "5:1"
    assert table_.heading(odds_position(1, 5) + 3) == "1:2"
    assert table_.heading(odds_position(40, 1)) == "6:1"
    assert table_.heading(odds_position(1, 9)) == "1:3"


@rule("shanghai_nanking", "10.4.1")
def test_halves_and_thirds_are_added_before_rounding() -> None:
    units = {"3510": "J3-6 J3-18 J3-34", "3512": "JSNLF1", "3511": "CD36"}
    pos = table(plan="fight-move", units=units, reduced="J3-6")
    attack(pos, "3511", "J3-6 J3-18 J3-34 JSNLF1")
    settle_support(pos)
    assert told(roll(pos, 3), "odds")[0]["attack"] == 7  # 11/2 + 2 = 7.5
    pos = table("chinese_first", "fight-move", {"3612": "CD55 CD98", "3411": "CB20", "3512": "JSNLF1"})
    attack(pos, "3512", "CD55 CD98 CB20")
    settle_support(pos)
    assert told(roll(pos, 3), "odds")[0]["attack"] == 2  # 5/3 + 1 = 2.67


# --- 10.4.1 terrain shifts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "chinese", "japanese"),
    [
        ("3409", 0, 0),  # clear
        ("2711", 0, 0),  # rice paddy
        ("0620", -1, -1),  # woods
        ("2707", -1, -1),  # marsh
        ("3410", -1, 0),  # town
        ("2606", -2, -1),  # town in marsh
        ("3512", -2, -2),  # city
        ("0202", -2, -2),
    ],
)
@rule("shanghai_nanking", "10.4.1", "errata", "R-02", "R-34")
def test_terrain_shifts(hex_: str, chinese: int, japanese: int) -> None:
    shift = GAME.book().terrain.shift
    assert (shift[0][at(hex_)], shift[1][at(hex_)]) == (chinese, japanese)


@rule("shanghai_nanking", "10.4.1", "R-02")
def test_by_the_option_a_town_in_marsh_shifts_one_column() -> None:
    shift = GAME.book(None, {"town_adds_to_terrain": False}).terrain.shift
    assert (shift[0][at("2606")], shift[0][at("3410")]) == (-1, -1)


# --- 10.4.2 concentric attacks ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [
        ("3409 3411", True),
        ("3409 3311 3511", True),
        ("3409 3510", False),
        ("3409 3510 3511", False),
        ("3409 3510 3511 3411", True),
    ],
)
@rule("shanghai_nanking", "10.4.2", "R-30", "R-49")
def test_concentric_rings_around_3410(hexes: str, expected: bool) -> None:
    names = ["J3-6", "J3-18", "J3-34", "J3-68"]
    units = dict(zip(hexes.split(), names, strict=False))
    pos = table(plan="fight-move", units={**units, "3410": "CD36"})
    assert is_concentric(pos, at("3410"), sum(1 << number(name) for name in units.values())) is expected


@rule("shanghai_nanking", "10.4.2")
def test_never_into_a_city_and_never_for_the_chinese() -> None:
    pos = table(plan="fight-move", units={"2409": "J3-6 J3-18", "2411": "J3-34 J3-68", "2410": "CD98"})
    attack(pos, "2410", THIRD)
    settle_support(pos)
    assert [shift["cause"] for shift in told(roll(pos, 3), "shift")] == ["shift.terrain"]
    pos = table("chinese_first", "fight-move", {"3409": "CD36", "3411": "CD88", "3410": "J3-6", "0202": "CD14"})
    attack(pos, "3410", "CD36 CD88")
    settle_support(pos)
    assert told(roll(pos, 3), "shift") == []


@rule("shanghai_nanking", "10.4.2", "R-49")
def test_idle_units_do_not_make_a_ring() -> None:
    pos = table(plan="fight-move", units={"3409": THIRD, "3411": "J11-12", "3410": "CD36"})
    attack(pos, "3410", THIRD)
    settle_support(pos)
    assert [shift["cause"] for shift in told(roll(pos, 3), "shift")] == ["shift.terrain"]


# --- 12.0 the battles of turn 3 -----------------------------------------------------------------


@pytest.mark.parametrize(("reduced", "strength"), [("", 16), ("J3-6", 15)])
@rule("shanghai_nanking", "12.0", "10.4.2", "10.5.1", "10.5.2", "R-03", "R-04")
def test_the_attack_on_jiangwan(reduced: str, strength: int) -> None:
    units = {"3510": THIRD, "3512": SNLF, "3611": "JSNLF3", "3511": "CD87 CD98 CG-G", "3411": "CD36"}
    pos = table(plan="fight-fight", units=units, reduced=reduced, turn=3)
    attack(pos, "3511", f"{THIRD} {SNLF} JSNLF3")
    support(pos, "naval", "air", "artillery")
    events = roll(pos, 4)
    assert told(events, "odds") == [{"attack": strength, "defence": 9, "odds": "1:1"}]
    assert {shift["cause"]: shift["columns"] for shift in told(events, "shift")} == {
        "shift.concentric": "+1",
        "shift.support": "+3",
    }
    assert told(events, "column")[0]["heading"] == "5:1"
    assert told(events, "result")[0]["result"] == "0/3"
    assert (pos.actor, type(pos.top)) == ("chinese", Losing)
    assert refused(pos, "lose CG-G") == "10.5.2"
    do(pos, "lose CD98", "roll 2")
    assert steps(pos, "CD98 CG-G") == [0, 1]
    assert where(pos, "CD87") == ""
    assert where(pos, "CG-G") == "3511"


@rule("shanghai_nanking", "12.0", "10.4.2")
def test_without_the_units_in_shanghai_there_is_no_concentric_shift() -> None:
    units = {"3510": THIRD, "3611": "JSNLF3", "3511": "CD87 CD98 CG-G", "3411": "CD36"}
    pos = table(plan="fight-fight", units=units, reduced="J3-6", turn=3)
    attack(pos, "3511", f"{THIRD} JSNLF3")
    support(pos, "naval", "air", "artillery")
    events = roll(pos, 4)
    assert told(events, "odds")[0]["attack"] == 9
    assert told(events, "column")[0]["heading"] == "4:1"
    assert told(events, "result")[0]["result"] == "0/3"


@rule("shanghai_nanking", "12.0", "10.4.1", "10.5")
def test_the_attack_on_loudian() -> None:
    pos = table(plan="fight-fight", units={"3308": ELEVENTH, "3208": "CD11 CD14", "3411": "CD36"}, turn=3)
    attack(pos, "3208", ELEVENTH)
    support(pos, "naval", "air", "artillery")
    events = roll(pos, 2)
    assert told(events, "odds")[0]["odds"] == "1:1"
    assert told(events, "column")[0]["heading"] == "3:1"
    assert told(events, "result")[0]["result"] == "2/1"
    do(pos, "lose J11-12", "lose J11-22")
    assert steps(pos, f"{ELEVENTH} CD11 CD14") == [1, 1, 2, 2, 1, 2]


@rule("shanghai_nanking", "12.0", "10.3", "10.4.1")
def test_the_attack_over_wusong_creek() -> None:
    units = {"3510": f"{THIRD} JDet-Shigeto", "3410": "CB1TD CB2TD CD7", "3411": "CD36"}
    pos = table(plan="fight-fight", units=units, turn=3)
    attack(pos, "3410", f"{THIRD} JDet-Shigeto")
    support(pos, "naval", "air", "artillery")
    events = roll(pos, 3)
    assert told(events, "odds") == [{"attack": 9, "defence": 10, "odds": "1:2"}]
    assert told(events, "column")[0]["heading"] == "2:1"
    assert told(events, "result")[0]["result"] == "1/1"
    assert refused(pos, "lose CD7") == "10.5.2"
    do(pos, "lose CB1TD")
    assert refused(pos, "lose JDet-Shigeto") == "10.5.2"
    do(pos, "lose J3-6")


@rule("shanghai_nanking", "12.0", "11.4", "10.4.1")
def test_at_best_four_steps_in_shanghai_on_turn_1() -> None:
    attackers = "CD36 CD88 CD87 CD98 CDTP CDPPC CB20 CD57"
    pos = start()
    do(pos, "plan fight-fight")
    lost = 0
    for expected in ("1:1", "2:1"):
        attack(pos, "3512", attackers)
        do(pos, "support artillery")
        do(pos, "support naval")
        events = roll(pos, 6)
        assert told(events, "column")[0]["heading"] == expected
        lost += int(told(events, "result")[0]["result"].partition("/")[2])
        while asked(pos, Losing):
            events = do(pos, GAME.format(pos, next(iter(pos.options()))))
        do(pos, "pass")
    assert lost == 4


# --- 10.5 results, losses, advance --------------------------------------------------------------


@rule("shanghai_nanking", "10.5", "10.5.1")
def test_a_three_at_three_to_one_is_one_two() -> None:
    assert str(GAME.book().crt.result(2, 3)) == "1/2"


@rule("shanghai_nanking", "10.5.1")
def test_losses_that_nobody_can_absorb_are_forgotten() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3509": "CG-A", "3410": "CD36"})
    attack(pos, "3509", THIRD)
    settle_support(pos)
    roll(pos, 6)
    assert steps(pos, f"CG-A CD36 {THIRD}") == [0, 2, 2, 2, 2, 2]


@rule("shanghai_nanking", "10.5.2")
def test_nothing_is_asked_when_everybody_perishes_and_nobody_else_can_be_named() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3409": "CD13 CD15", "3410": "CD14", "0202": "CD36"})
    attack(pos, "3409", THIRD)
    settle_support(pos)
    [result] = told(roll(pos, 2), "result")
    assert result["result"] == "1/2"
    assert GAME.say("event.result", result, pos).endswith("the attackers lose 1, the defenders 2")
    assert steps(pos, "CD13 CD15") == [0, 0]
    pos = table(plan="fight-move", units={"3510": THIRD, "3409": "CD13 CD15 CD16", "3410": "CD14", "0202": "CD36"})
    attack(pos, "3409", THIRD)
    settle_support(pos)
    roll(pos, 4)
    assert why(pos, "lose CD14") == "10.5.2 not_in_battle"
    assert why(pos, "lose J3-6") == "10.5.2 not_yours"


@rule("shanghai_nanking", "10.5.2")
def test_every_japanese_garrison_is_the_last_to_go() -> None:
    for garrison in ("JG-Shanghai", "JG-A", "JG-B", "JG-C", "JG-D", "JG-E"):
        pos = table(units={"3410": f"{garrison} JSNLF1"}, reduced="JSNLF1")
        units = 1 << number(garrison) | 1 << number("JSNLF1")
        assert next_to_lose(pos, units) == [number("JSNLF1")]


@pytest.mark.parametrize(
    ("names", "reduced", "first"),
    [
        ("J3-6 J3-18 J3-34 JG-A", "J3-34", {"J3-6", "J3-18"}),
        ("J3-6 J3-18 J3-34 JG-A", "J3-6 J3-18 J3-34", {"J3-6", "J3-18", "J3-34"}),
        ("JSNLF1 J3-6", "J3-6", {"JSNLF1"}),  # the weaker unit, but it has two steps
        ("JG-Shanghai JSNLF1", "JSNLF1", {"JSNLF1"}),  # a garrison is last, though stronger
        ("JG-Shanghai", "", {"JG-Shanghai"}),
        ("CD36 CD14 CD98", "", {"CD36"}),
        ("CG-Wusong CD98", "", {"CG-Wusong"}),
        ("CD98 CG-A CD55", "", {"CD98"}),
    ],
)
@rule("shanghai_nanking", "10.5.2", "R-44")
def test_the_order_of_losses(names: str, reduced: str, first: set[str]) -> None:
    pos = table(units={"3410": names}, reduced=reduced)
    units = sum(1 << number(name) for name in names.split())
    assert {pos.book.units[unit].id for unit in next_to_lose(pos, units)} == first


@rule("shanghai_nanking", "10.5.3")
def test_any_number_of_attackers_may_advance_at_once_or_not_at_all() -> None:
    units = {"3510": THIRD, "3610": FIRST_01, "3511": "CG-G", "3410": "CD36"}
    pos = table(plan="fight-move", units=units)
    attack(pos, "3511", f"J3-6 {FIRST_01}")
    settle_support(pos)
    roll(pos, 6)
    assert refused(pos, "advance J3-18 3511") == "10.5.3"
    assert refused(pos, "advance J3-6 3410") == "10.5.3"
    assert refused(pos, "attack J3-18 3410") == "10.5.3"
    for name in FIRST_01.split():
        do(pos, f"advance {name} 3511")
    do(pos, "advance J3-6 3511")
    assert asked(pos, Fighting)
    assert refused(pos, "advance J3-18 3511") == "10.5.3"


@rule("shanghai_nanking", "10.5.3")
def test_a_hex_that_was_not_emptied_is_not_entered() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3409": "CD13 CD15 CD16", "0202": "CD36"})
    attack(pos, "3409", THIRD)
    settle_support(pos)
    events = roll(pos, 6)
    assert told(events, "result") == [{"die": 6, "result": "1/2", "hex": "3409", "attack_loss": 1, "defence_loss": 2}]
    do(pos, "lose CD13", "lose CD15", "lose J3-6")
    assert asked(pos, Fighting), "one of three is left"


@rule("shanghai_nanking", "10.5.3")
def test_nobody_advances_when_no_attacker_is_left() -> None:
    pos = table("chinese_first", "fight-move", {"3409": "CB20", "3408": "JSNLF1", "0202": "CD36"}, reduced="JSNLF1")
    attack(pos, "3408", "CB20")
    settle_support(pos)
    assert told(roll(pos, 4), "result")[0]["result"] == "1/1"
    assert (where(pos, "CB20"), where(pos, "JSNLF1")) == ("", "")
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "10.5.3", "3.2")
def test_without_an_advance_the_hex_keeps_its_owner() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3509": "CG-Baoshan", "0202": "CD36"})
    attack(pos, "3509", THIRD)
    support(pos, "naval", "air", "artillery")
    roll(pos, 5)
    do(pos, "pass")
    assert not pos.japanese_held >> at("3509") & 1
    assert not pos.occupied[0] >> at("3509") & 1


@rule("shanghai_nanking", "10.5.3", "6.2")
def test_the_chinese_advance_within_their_limit() -> None:
    units = {"3411": "CD36 CD88", "3409": "CD87", "3410": "JDet-Asama", "0202": "CD14"}
    pos = table("chinese_first", "fight-move", units, reduced="JDet-Asama")
    attack(pos, "3410", "CD36 CD88 CD87")
    settle_support(pos)
    roll(pos, 6)
    do(pos, "advance CD36 3410", "advance CD87 3410")
    assert refused(pos, "advance CD88 3410") != ""
    assert asked(pos, Fighting)


@rule("shanghai_nanking", "10.5.3")
def test_defenders_never_advance() -> None:
    pos = table("chinese_first", "fight-move", {"3409": "CB20", "3408": THIRD, "0202": "CD36"})
    attack(pos, "3408", "CB20")
    settle_support(pos)
    roll(pos, 1)
    assert where(pos, "CB20") == ""
    assert (pos.actor, type(pos.top)) == ("chinese", Fighting)
