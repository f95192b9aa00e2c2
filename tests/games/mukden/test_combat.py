"""9.0 to 9.5 and 9.7 to 9.10 Combat: who attacks what, differential, bombardment, the roll, losses."""

from typing import Any

import pytest
from tests.games.mukden.table import GAME, Table, start, table

from shapan.games.mukden.battle import Joining
from shapan.kernel import rule

# --- 9.0 to 9.3 who takes part -------------------------------------------------------------------

FIELD = "J-1@1609 J-9@1708 J-7@1419 R-15@1608 R-14@1608 R-9@1705"


@rule("mukden", "9.0")
def test_attacks_are_voluntary() -> None:
    t = table(FIELD)
    assert t.allows("pass")
    assert t.allows("flip J-1")


@rule("mukden", "9.0")
def test_an_attack_goes_into_one_adjacent_enemy_hex() -> None:
    t = table(FIELD)
    assert set(t.options("attack")) == {"attack J-1 1608", "attack J-9 1608"}
    assert t.refuses("attack J-7 1608", "9.0") == "not_adjacent"
    assert t.refuses("attack J-1 1607", "9.0") == "attack_empty"
    assert t.refuses("attack J-1 1708", "9.0") == "attack_empty"
    t.push("attack J-1 1608")
    assert t.refuses("pass", "9.0") == "attack_under_way"


@rule("mukden", "9.3")
def test_an_attack_is_settled_before_the_next_is_begun() -> None:
    t = table(FIELD).push("attack J-1 1608")
    for text in ("attack J-9 1608", "attack J-9 1705", "probe J-9 1707"):
        assert t.refuses(text, "9.3") == "one_by_one"


@rule("mukden", "9.0", "9.3")
def test_units_of_one_hex_may_attack_or_stay_out() -> None:
    t = table("J-1@1609 J-7@1609 R-15@1608 R-9@1708").push("attack J-1 1608", "resolve 0", "roll 6")
    assert t.down("J-1")
    assert t.face_up("J-7")
    t.push("pass", "attack J-7 1708")
    assert t.asked == "join"


@rule("mukden", "9.0", "9.2")
def test_every_unit_in_the_hex_defends() -> None:
    t = table(FIELD).push("attack J-1 1608", "resolve 0")
    assert t.told("revealed")[0]["defenders"] == ["R-15", "R-14"]
    assert t.told("differential")[0]["defence"] == 8


@rule("mukden", "9.0")
def test_all_six_hexes_around_may_join() -> None:
    ring = "J-1@1607 J-2@1609 J-3@1507 J-4@1508 J-5@1707 J-6@1708"
    t = table(f"{ring} R-15@1608 R-Mad@4112").push(
        "attack J-1 1608", *(f"join J-{n}" for n in range(2, 7)), "resolve 0"
    )
    assert t.told("differential")[0]["attack"] == 6 + 7 + 6 + 6 + 6 + 7


@rule("mukden", "9.0", "9.3", "9.12", "2.11")
def test_whoever_can_act_and_stands_beside_is_offered_to_join() -> None:
    t = table("J-1@1609 J-9@1708 J-IG@1508 J-8@1507* J-7@1419 R-15@1608 R-14@1607").push("attack J-1 1608")
    assert set(t.options("join")) == {"join J-9", "join J-IG"}
    joining = t.pos.top
    assert isinstance(joining, Joining)
    assert (joining.involved, joining.momentum, joining.may_probe) == (0, False, True), "nothing came before"
    t.push("join J-9")
    assert t.options("join") == ["join J-IG"]
    t.push("resolve 0", "roll 6", "lose J-1")
    assert t.face_up("J-IG"), "it stayed out"


@rule("mukden", "9.2", "9.1")
def test_no_unit_counts_twice() -> None:
    t = table(FIELD).push("attack J-1 1608")
    assert t.refuses("join J-1", "9.2") == "joined"
    t.push("join J-9")
    assert t.refuses("join J-9", "9.2") == "joined"


@rule("mukden", "9.1", "9.3")
def test_a_unit_attacks_once_but_may_be_attacked_again() -> None:
    t = table("J-1@1609 J-9@1708 R-15@1608 R-14@1608 R-9@4112").push("attack J-1 1608", "resolve 0", "roll 6")
    assert t.down("J-1", "R-15", "R-14")
    t.push("flip R-9")
    assert t.refuses("attack J-1 1608", "2.11") == "disrupted"
    t.push("attack J-9 1608", "resolve 0")
    assert t.told("differential")[0]["defence"] == t.steps("R-15") + t.steps("R-14")


@rule("mukden", "9.1", "2.11")
def test_who_was_attacked_cannot_attack_in_this_phase() -> None:
    t = table("J-1@1609 J-9@1708 R-15@1608 R-14@1608 R-9@4112").push("attack J-1 1608", "resolve 0", "roll 6")
    for unit in ("R-15", "R-14"):
        assert t.refuses(f"attack {unit} 1609", "2.11") == "disrupted"


@rule("mukden", "9.3", "9.1")
def test_attackers_are_flipped_when_the_action_ends_and_defenders_at_once() -> None:
    t = table("J-1@1609 R-15(1)@1608 R-14@1607 R-9@4112").push("attack J-1 1608", "resolve 0", "roll 1", "advance J-1")
    assert t.asked == "momentum"
    assert t.face_up("J-1")
    t.push("attack J-1 1607", "resolve 0", "roll 6")
    assert t.down("J-1", "R-14")
    assert t.actor == "russian"


@rule("mukden", "9.3")
def test_any_number_of_attacks_one_at_a_time() -> None:
    t = table("J-1@1609 J-2@1509 J-3@1708 R-15@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 6", "pass")
    t.push("attack J-3 1608", "resolve 0", "roll 6")
    assert t.down("J-1", "J-3")


# --- 9.4, 9.5 differential and column ------------------------------------------------------------


def column(side: str, differential: int) -> tuple[str, int]:
    """Heading and number of the column for a differential."""
    crt = start().pos.book.crt
    at = crt.column(side, differential)
    return crt.headings[side][at], at + 1


@rule("mukden", "9.5")
def test_the_examples_of_the_column() -> None:
    for side in ("japanese", "russian"):
        assert column(side, 5 - 3)[0] == "+2"
        assert column(side, 9)[0] == "+5"


@pytest.mark.parametrize(
    ("differential", "japanese", "russian"),
    [
        (-40, "<=-1", "<=+1"),
        (-1, "<=-1", "<=+1"),
        (0, "0", "<=+1"),
        (1, "0", "<=+1"),
        (2, "+2", "+2"),
        (4, "+2", "+2"),
        (5, "+5", "+5"),
        (10, "+10", "+10"),
        (14, "+10", "+10"),
        (15, "+15", "+15"),
        (24, "+20", "+20"),
        (25, ">=25", "+25"),
        (30, ">=25", ">=30"),
        (99, ">=25", ">=30"),
    ],
)
@rule("mukden", "9.4", "9.5", "R39")
def test_the_rightmost_heading_not_above_the_differential(differential: int, japanese: str, russian: str) -> None:
    assert column("japanese", differential)[0] == japanese
    assert column("russian", differential)[0] == russian


@rule("mukden", "9.4")
def test_each_side_has_its_own_line_of_headings() -> None:
    assert column("japanese", 5) == ("+5", 4)
    assert column("russian", 5) == ("+5", 3)
    fought = [
        table("J-1@1609 R-15(1)@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0"),
        table("J-1(1)@1609 R-9ESi@1608 R-Mad@4112", to_act="russian").push("attack R-9ESi 1609", "resolve 0"),
    ]
    assert [(t.told("column")[0]["heading"], t.told("column")[0]["index"]) for t in fought] == [("+5", 4), ("+2", 2)]


@rule("mukden", "9.4", "9.6")
def test_the_column_is_said_in_words_in_the_log_and_in_the_odds() -> None:
    t = table("J-1(1)@1609 R-9ESi@1608 R-Mad@4112").push("attack J-1 1608")
    read = [factor for factor in t.view("japanese").previews[0].factors if factor.key == "factor.column"]
    assert [(factor.value, factor.case) for factor in read] == [("<=-1", "9.6")]
    told = GAME.texts.say("event.column", t.push("resolve 0").told("column")[0])
    assert told == "The attack is resolved in the column −1 or less"
    headings = {heading for line in t.pos.book.crt.headings.values() for heading in line}
    assert not [heading for heading in headings if "=" in GAME.texts.say("event.column", {"heading": heading})]


@rule("mukden", "9.4", "2.9")
def test_factors_are_the_steps_that_are_left() -> None:
    t = table("J-IG(3)@1609 R-15(2)@1608*").push("attack J-IG 1608", "resolve 0")
    told = t.told("differential")[0]
    assert (told["attack"], told["defence"], told["differential"]) == (3, 2, "+1")


# --- 9.7 bombardment -----------------------------------------------------------------------------

GUNS = "J-1@1821 R-15@1820 R-14@1820 R-Mad@4112"


@rule("mukden", "9.7")
def test_no_more_markers_than_factors() -> None:
    t = table(GUNS, order="combat").push("attack J-1 1820")
    assert t.options("resolve") == [f"resolve {n}" for n in range(7)]
    assert t.refuses("resolve 7", "9.7") == "markers_factors"
    t.push("resolve 6")
    assert t.told("differential")[0]["attack"] == 12
    assert t.told("bombardment")[0]["count"] == 6


@rule("mukden", "9.7")
@pytest.mark.parametrize("steps", range(1, 7))
def test_every_factor_allows_a_marker(steps: int) -> None:
    t = table(GUNS.replace("J-1", f"J-1({steps})"), order="combat").push("attack J-1 1820")
    assert t.options("resolve") == [f"resolve {n}" for n in range(steps + 1)]


@rule("mukden", "9.7")
def test_what_a_marker_is_worth_and_how_many_support_a_factor_stand_in_the_charts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    t = table(GUNS.replace("J-1", "J-1(3)"), order="combat").push("attack J-1 1820")
    monkeypatch.setattr(t.pos.book, "markers_per_factor", 2)
    monkeypatch.setattr(t.pos.book, "factor_per_marker", 3)
    assert t.options("resolve") == [f"resolve {n}" for n in range(7)]
    refusal = t.refusal("resolve 7")
    assert refusal is not None
    assert refusal.params == {"count": 6}
    assert t.push("resolve 4").told("differential")[0]["attack"] == 3 + 4 * 3


@rule("mukden", "9.7")
def test_eight_markers_for_the_whole_phase() -> None:
    t = table("J-IG@1821 J-1@1720 R-15@1820 R-14@1820 R-Mad@4112", order="combat").push("attack J-IG 1820")
    assert t.refuses("resolve 9", "9.7") == "markers_left"
    t.push("resolve 5", "roll 6", "lose R-15", "pass", "attack J-1 1820")
    assert t.options("resolve") == [f"resolve {n}" for n in range(4)]
    assert t.refuses("resolve 4", "9.7") == "markers_left"


@rule("mukden", "9.7", "5.3")
def test_no_markers_when_movement_came_first() -> None:
    t = table(GUNS, order="movement").push("attack J-1 1820")
    assert t.options("resolve") == ["resolve 0"]
    assert t.refuses("resolve 1", "9.7") == "markers_order"


@pytest.mark.parametrize(
    ("table_of", "moves", "prompt"),
    [
        ({"order": "combat"}, ["attack J-1 1820"], "join_markers"),
        ({"order": "combat", "markers": 1}, ["attack J-1 1820"], "join_markers"),
        ({"order": "combat", "markers": 0}, ["attack J-1 1820"], "join"),
        ({"order": "movement"}, ["attack J-1 1820"], "join"),
        ({"order": "combat", "to_act": "russian"}, ["attack R-15 1821"], "join"),
        ({"order": "combat"}, ["probe J-1 1920", "resolve 0", "attack J-1 1820"], "join"),
        ({"order": "combat"}, ["probe J-1 1920"], "join_probe"),
    ],
)
@rule("mukden", "9.7", "9.12")
def test_only_who_has_markers_to_commit_is_asked_for_them(
    table_of: dict[str, Any], moves: list[str], prompt: str
) -> None:
    t = table("J-1@1821 R-15@1820 R-Mad@4112", **table_of).push(*moves)
    assert t.pos.decision.prompt == f"prompt.{prompt}"


@rule("mukden", "9.7", "6.2")
def test_being_asked_for_markers_does_not_tell_whether_the_attackers_have_a_line() -> None:
    """Which hexes attack is not for the enemy to know before the attack is resolved, and he reads the question too."""
    units = "J-9@1921 J-1@1922 R-14@2022 R-Mad@4112"
    asked = [table(units, order="combat").push(f"attack {unit} 2022") for unit in ("J-9", "J-1")]
    assert [t.allows("resolve 1") for t in asked] == [False, True]
    assert len({t.pos.decision.prompt for t in asked}) == 1


@rule("mukden", "9.7")
def test_the_russians_have_no_markers() -> None:
    t = table(GUNS, order="combat", to_act="russian").push("attack R-15 1821")
    assert t.options("resolve") == ["resolve 0"]
    assert t.refuses("resolve 1", "9.7") == "markers_japanese"


@rule("mukden", "9.7", "7.6", "R13")
def test_one_attacker_needs_a_line_to_liaoyang() -> None:
    t = table("J-1@1821 R-15@1820 R-Mad@2022", order="combat").push("attack J-1 1820")
    assert t.options("resolve") == ["resolve 0"]
    assert t.refuses("resolve 1", "9.7") == "markers_line"
    assert t.refuses("resolve 8", "9.7") == "markers_line", "not that six would do"
    t = table("J-1@1922 R-15@1921 R-Mad@2022", order="combat").push("attack J-1 1921")
    assert t.allows("resolve 6"), "a unit in Liaoyang itself has its line"


@rule("mukden", "9.7", "R42")
def test_one_attacker_with_a_line_is_enough() -> None:
    """Liaoyang lies in the zone of the defender: only the attacker who stands in it has a line."""
    t = table("J-9@1921 J-1@1922 R-14@2022 R-Mad@4112", order="combat").push("attack J-9 2022")
    assert t.refuses("resolve 1", "9.7") == "markers_line"
    assert t.push("join J-1").allows("resolve 8")


@pytest.mark.parametrize(
    ("units", "declared", "order"),
    [
        ("J-1@1821 R-14@1820", "attack J-1 1820", "movement"),
        ("J-1@1821 R-14@1820", "attack R-14 1821", "combat"),
        ("J-1@1821 R-14@1820 R-15@1922 R-9@1920", "attack J-1 1820", "combat"),
    ],
)
@rule("mukden", "9.7", "5.3")
def test_a_preview_counts_no_markers_for_those_who_have_none(units: str, declared: str, order: str) -> None:
    side = "japanese" if declared.split()[1][0] == "J" else "russian"
    [preview] = table(units, order=order, to_act=side).push(declared).view(side).previews
    assert (preview.answer, preview.tokens) == ("", ())
    assert "factor.markers" not in [factor.key for factor in preview.factors]


@rule("mukden", "9.7", "9.4")
def test_each_number_of_markers_has_its_preview_and_counts_in_it() -> None:
    t = table("J-1@1821 R-14@1820", order="combat").push("attack J-1 1820")
    previews = t.view("japanese").previews
    assert [preview.answer for preview in previews] == [f"resolve {count}" for count in range(7)]
    for count, preview in enumerate(previews):
        values = {factor.key: factor.value for factor in preview.factors}
        assert values.get("factor.markers", 0) == count
        strength = 6 - 4 + count
        assert values["factor.difference"] == (f"{strength:+d}" if strength else "0")
        assert [(token.label, token.state) for token in preview.tokens] == [
            (f"+{count}", "used") if count else ("≤ 6", "free")
        ], "beside the target"
    assert max(chance.yours or 0 for chance in previews[6].chances) <= 6, "no more than stands there"


@rule("mukden", "5.3", "9.7")
def test_the_markers_lie_ready_from_the_declaration_of_combat_first() -> None:
    for order, count in (("combat", 8), ("movement", 0)):
        t = start().push(f"declare {order}")
        assert t.phase == "III"
        assert [box.count for box in t.view("russian").boxes if box.id == "markers"] == [count]
        t.push("roll 2", "paralyse 1715 1")
        assert [box.count for box in t.view("russian").boxes if box.id == "markers"] == [count], "in phase IV"
    t = start().push("declare combat", "roll 1", "pass", "pass")
    assert t.phase == "VI"
    assert [box.count for box in t.view("russian").boxes if box.id == "markers"] == [0]


@rule("mukden", "9.7")
def test_markers_bear_no_losses() -> None:
    t = table("J-1(1)@1821 R-15@1820 R-14@1820 R-Mad@4112", order="combat")
    t.push("attack J-1 1820", "resolve 1", "roll 6")
    assert t.at("J-1") is None
    assert t.pos.lost[0] == 1


@rule("mukden", "9.7", "R51", "6.2")
def test_markers_are_committed_before_the_defenders_are_seen() -> None:
    t = table(GUNS, order="combat").push("attack J-1 1820")
    assert not t.told("revealed")
    t.push("resolve 3")
    assert [event.key for event in t.events][:2] == ["event.revealed", "event.bombardment"]
    assert t.pos.markers == 5


# --- 9.8 to 9.10 result and losses ---------------------------------------------------------------


@rule("mukden", "9.8", "9.9")
def test_a_russian_attack_under_15_with_a_3() -> None:
    crt = start().pos.book.crt
    assert str(crt.result(crt.column("russian", 15), 3)) == "1/3"
    units = "R-9@1608 R-31@1608 R-3@1708 R-35@1708 J-1(5)@1609 J-2@1320"
    t = table(units, to_act="russian").push("attack R-9 1609", "join R-31", "join R-3", "join R-35", "resolve 0")
    assert t.told("column")[0]["heading"] == "+15"
    t.push("roll 3", "lose R-9")
    assert (t.pos.lost, t.steps("J-1")) == ((3, 1), 2)


@rule("mukden", "9.9", "9.11")
def test_losses_beyond_the_steps_there_are_forgotten() -> None:
    t = table("J-IG@1609 J-2@1708 R-Mad@1608 R-Mas@1608 R-14@4112").push(
        "attack J-IG 1608", "join J-2", "resolve 0", "roll 1"
    )
    assert t.told("result")[0]["result"] == "0/5"
    assert t.pos.lost == (0, 2)
    assert (t.at("R-Mad"), t.at("R-Mas")) == (None, None)


@rule("mukden", "9.9", "9.11", "R28")
def test_dead_attackers_do_not_advance() -> None:
    """An exchange in which both sides die leaves the hex empty."""
    t = table("J-1C@1609 R-Mad@1608 R-14@4112").push("attack J-1C 1608", "resolve 0")
    assert t.told("column")[0]["heading"] == "0"
    t.push("roll 1")
    assert (t.at("J-1C"), t.at("R-Mad")) == (None, None)
    assert t.asked == "fight"


@rule("mukden", "9.9", "5.5")
def test_a_one_step_attacker_dies_and_the_defender_is_disrupted() -> None:
    t = table("J-1C@1609 R-1Ch@1608 J-2@1320 R-14@4112").push("attack J-1C 1608", "resolve 0", "roll 1")
    assert t.told("result")[0]["result"] == "2/1"
    assert t.pos.lost == (1, 1)
    assert (t.steps("R-1Ch"), t.down("R-1Ch"), t.actor) == (1, True, "russian")


@rule("mukden", "9.10", "R27")
def test_each_owner_spreads_his_own_losses_attacker_first() -> None:
    units = "J-4@2016 J-11R@2116 J-6@2216 R-3@2115 R-35@2115 R-Mad@4112"
    t = table(units).push("attack J-4 2115", "join J-11R", "join J-6", "resolve 0", "roll 3")
    lost = t.told("result")[0]["result"]
    assert (t.asked, t.actor, lost) == ("lose", "japanese", "2/1")
    assert set(t.options()) == {"lose J-4", "lose J-11R", "lose J-6"}
    t.push("lose J-11R", "lose J-6")
    assert (t.at("J-11R"), t.steps("J-6"), t.actor) == (None, 6, "russian")
    t.push("lose R-35")
    assert (t.steps("R-3"), t.steps("R-35")) == (5, 4)


@rule("mukden", "9.10")
def test_losses_fall_only_on_units_of_the_battle() -> None:
    t = table("J-1@1609 J-9@1708 J-7@1609 R-15@1608 R-Mad@4112").push(
        "attack J-1 1608", "join J-9", "resolve 0", "roll 6"
    )
    for unit in ("J-7", "R-15"):
        assert t.refuses(f"lose {unit}", "9.10") == "not_in_battle"
    for text in ("pass", "halt", "flip J-7", "resolve 0"):
        assert t.refuses(text, "9.10") == "losses_first"


@rule("mukden", "9.10", "2.10")
def test_a_unit_cannot_lose_more_than_it_has() -> None:
    t = table("J-11R@2116 J-6@2216 J-4@2016 R-3@2115 R-Mad@4112")
    t.push("attack J-6 2115", "join J-11R", "join J-4", "resolve 0", "roll 6", "lose J-11R")
    assert t.refuses("lose J-11R", "2.10") == "eliminated"


@rule("mukden", "9.10")
def test_losses_that_leave_no_choice_are_taken_at_once() -> None:
    t = table("J-1@1609 R-15@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 4")
    assert t.told("result")[0]["result"] == "3/1"
    assert (t.steps("J-1"), t.steps("R-15"), t.asked) == (3, 3, "fight")


@rule("mukden", "9.4", "9.6", "9.7", "9.10")
def test_a_supported_assault_on_the_sha_ho() -> None:
    """Turn 1, combat first: three Japanese units and all markers on two Russian divisions behind river and trench."""
    units = "J-4@2016 J-11R@2116 J-6@2216 R-3@2115 R-35@2115 R-Mad@4112"
    t = table(units, order="combat").push("attack J-4 2115", "join J-11R", "join J-6", "resolve 8")
    told = t.told("differential")[0]
    assert (told["attack"], told["defence"], told["differential"], told["heading"]) == (22, 10, "+12", "+10")
    assert [entry["cause"] for entry in t.told("shift")] == ["shift.minor_river_or_trench"]
    assert (t.told("column")[0]["heading"], t.told("column")[0]["index"]) == ("+5", 4)
    t.push("roll 3")
    assert t.told("result")[0]["result"] == "2/2"
    t.push("lose J-11R", "lose J-4", "lose R-3", "lose R-35")
    assert t.pos.markers == 0
    assert t.down("J-4", "J-6", "R-3", "R-35")
    assert (t.at("J-11R"), t.steps("J-4"), t.steps("R-3"), t.steps("R-35")) == (None, 5, 4, 4)


def test_the_log_of_an_attack_reads_well() -> None:
    t: Table = table(GUNS, order="combat").push("attack J-1 1820", "resolve 2", "roll 1")
    log = t.log("japanese")
    assert "{" not in log
    assert "Japanese attack on 1820" in log
    assert "1st Division loses" in log


@rule("mukden", "9.4", "9.5")
def test_a_differential_is_written_as_the_table_heads_its_columns() -> None:
    for steps, written in ((7, "-1"), (6, "0"), (1, "+5")):
        t = table(f"J-1@1320 J-IG({steps})@1608 R-14@1609 R-15(2)@1609", to_act="russian")
        t.push("attack R-14 1608", "join R-15")
        assert [f.value for f in t.view("russian").previews[0].factors if f.key == "factor.difference"] == [written]
        assert t.push("resolve 0").told("differential")[0]["differential"] == written
