"""6.0 Stacking; 6.2 as far as players arrange their own stacks."""

import pytest
from tests.games.mukden.table import GAME, start, table
from tests.games.takebacks import going_on, why_not

from shapan.kernel import Refusal, rule

# --- 6.0, 6.1 the limit --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "mover", "fits"),
    [
        ("J-7", "J-9", True),
        ("J-7 J-8", "J-9", False),
        ("J-7 J-5R", "J-9", False),
        ("J-7 J-5R", "J-8R", True),
        ("J-7 J-5R J-8R", "J-15R", False),
        ("J-5R J-8R J-15R", "J-1C", True),
        ("J-5R J-8R J-15R J-2C", "J-1C", False),
        ("R-14", "R-CC", False),
        ("R-Mad", "R-CC", False),
        ("R-CC", "R-Mad", False),
        ("R-14 R-Mad", "R-Mas", True),
        ("R-14 R-Mad R-Mas", "R-1Ch", False),
        ("R-1Ch R-2Ch R-5Ch", "R-Mad", True),
    ],
)
@rule("mukden", "6.1", "R44")
def test_two_division_equivalents_fit_into_a_hex(there: str, mover: str, fits: bool) -> None:
    side = "japanese" if mover[0] == "J" else "russian"
    stack = " ".join(f"{unit}@1518" for unit in there.split())
    t = table(f"{stack} {mover}@1519", phase="movement", to_act=side)
    assert t.allows(f"move {mover} 1518") == t.allows(f"move {mover} 1519-1518") == fits
    assert (f"move {mover} 1518" in t.options()) == fits
    if not fits:
        for text in (f"move {mover} 1518", f"move {mover} 1519-1518"):
            assert t.refuses(text, "6.1") == "stacking"


@rule("mukden", "6.1")
def test_steps_and_disruption_do_not_matter_for_stacking() -> None:
    t = table("J-7(1)@1518* J-8(1)@1518* J-9(1)@1519", phase="movement")
    t.refuses("move J-9 1518", "6.1")


@rule("mukden", "6.1")
@pytest.mark.parametrize("units", ["J-7@1518 J-8@1518 J-9@1518", "R-14@1518 R-CC@1518"])
def test_a_position_with_too_many_units_in_a_hex_is_found_out(units: str) -> None:
    said = "6.1: overstacked: 1518"
    assert said in table(units, phase="movement").pos.violations()
    assert said not in table(units.rpartition(" ")[0], phase="movement").pos.violations()


@rule("mukden", "6.0")
def test_a_full_hex_may_be_passed_but_not_stopped_in() -> None:
    t = table("J-7@1518 J-8@1518 J-9@1519", phase="movement")
    t.refuses("move J-9 1519-1518", "6.1")
    assert t.push("move J-9 1519-1518-1418").at("J-9") == "1418"


@rule("mukden", "6.0", "8.2")
def test_enemies_never_share_a_hex() -> None:
    t = table("J-9@1519 R-Mad@1518", phase="movement")
    assert t.refuses("move J-9 1518", "8.2") == "path_enemy"
    assert t.refuses("move J-9 1519-1518", "8.2") == "path_enemy"


@rule("mukden", "6.0", "9.7")
def test_markers_take_no_room() -> None:
    t = table("J-1@1821 J-7@1821 R-15(1)@1820 R-14@1715", order="combat")
    t.push("attack J-1 1820", "join J-7", "resolve 8", "roll 1", "advance J-1", "advance J-7")
    assert t.stack("1820") == ["J-7", "J-1"]


@rule("mukden", "6.0", "6.1", "9.11")
def test_an_advance_observes_stacking() -> None:
    t = table("J-1@1609 J-7@1609 J-8@1708 R-15(1)@1608 R-1Si@1507 R-14@1715")
    t.push("attack J-1 1608", "join J-7", "join J-8", "resolve 0", "roll 1", "advance J-1", "advance J-8")
    assert t.asked != "advance", "the hex is full"
    assert t.refuses("advance J-7", "6.1") == "stacking", "the third is told why, though nothing is asked of it"
    assert t.refuses("advance J-1", "9.11") == "advanced_already"
    t = table("J-1@1609 J-7@1609 J-5R@1708 J-1C@1708 R-15(1)@1608 R-14@1715")
    t.push(
        "attack J-1 1608", "join J-7", "join J-5R", "join J-1C", "resolve 0", "roll 1", "advance J-1", "advance J-1C"
    )
    assert t.refuses("advance J-7", "6.1") == "stacking"
    assert t.options() == ["advance J-5R", "halt"]


@rule("mukden", "6.1", "9.13")
def test_a_probe_observes_stacking() -> None:
    t = table("J-1@1609 J-9@1708 J-7@1609 R-15@1707 R-1Si@1508").push("probe J-1 1608", "join J-9")
    assert t.refuses("join J-7", "6.1") == "stacking"


# --- 6.2 one's own stacks ------------------------------------------------------------------------

STACK = "J-1@1320 R-14@1715 R-15@1715 R-9@1915"


@rule("mukden", "6.2")
def test_a_player_arranges_his_stacks_also_when_the_other_is_to_act() -> None:
    t = table(STACK, phase="movement").push("restack russian 1715 R-15,R-14")
    assert t.stack("1715") == ["R-15", "R-14"]
    assert t.actor == "japanese"
    assert t.events[0].to == ("russian",), "the opponent is not told"


@pytest.mark.parametrize(
    "text",
    [
        "restack japanese 1715 R-15,R-14",
        "restack russian 1320 J-1",
        "restack russian 1715 R-15",
        "restack russian 1715 R-15,R-15",
        "restack russian 1715 R-15,R-14,R-9",
        "restack russian 1715 .",
        "restack russian 1000 .",
    ],
)
@rule("mukden", "6.2")
def test_only_whole_stacks_of_ones_own_are_arranged(text: str) -> None:
    table(STACK, phase="movement").refuses(text, "6.2")


@rule("mukden", "6.2", "5.0")
def test_an_order_that_changes_nothing_is_refused_and_leaves_undo_and_requests_alone() -> None:
    t = table("J-1@1716 J-7@1716 R-14@1715 R-15@1715", takebacks_by_consent=True)
    match = going_on(t.pos, "restack japanese 1716 J-7,J-1")
    match.ask_takeback("japanese", 0)
    same = GAME.parse(match.position, "restack russian 1715 R-14,R-15")
    with pytest.raises(Refusal, match=r"6\.2.*order already"):
        match.push(same)
    assert match.asked is not None
    assert why_not(match, "japanese") == ""


@rule("mukden", "6.2")
def test_without_fog_of_war_everybody_is_told_how_a_stack_is_arranged() -> None:
    t = table(STACK, phase="movement", fog_of_war=False).push("restack russian 1715 R-15,R-14")
    assert t.told("restacked", "japanese") == t.told("restacked", "spectator") == t.told("restacked", "russian")
    assert t.told("restacked", "japanese")[0]["units"] == ["R-15", "R-14"]


@rule("mukden", "6.2", "R46")
def test_no_stack_is_arranged_while_something_is_being_settled() -> None:
    turn = "restack russian 1715 R-15,R-14"
    t = table(STACK, phase="III").push("roll 4")
    assert t.refuses(turn, "6.2") == "restack_now"
    t.push("paralyse 1915 1")
    assert t.refuses(turn, "6.2") == "restack_now"
    t = table("J-1@1716 R-14@1715 R-15@1715").push("attack J-1 1715")
    assert t.refuses(turn, "6.2") == "restack_now"
    t.push("resolve 0")
    assert t.refuses(turn, "6.2") == "restack_now"


@rule("mukden", "5.4", "5.6", "6.2", "R46")
def test_stacks_are_arranged_between_recovery_and_the_roll_for_paralysis() -> None:
    """Who came last lies on top and is turned face up: he may be covered before the Japanese choose."""
    t = table("J-1@1320* R-14@1715* R-15@1714 R-9@1915*", phase="movement", to_act="russian", order="movement")
    t.push("move R-15 1715")
    assert (t.phase, t.asked, t.actor, t.stack("1715")) == ("VI", "arrange", "russian", ["R-15", "R-14"])
    assert t.pos.free_options("russian")
    assert t.refuses("flip R-15", "6.2") == "arrange_first"
    t.push("restack russian 1715 R-14,R-15")
    assert (t.phase, t.asked) == ("VI", "arrange"), "he may arrange as much as he likes"
    t.push("pass")
    assert t.actor == "dice", "no die is cast before he is done"
    t.push("roll 2", "paralyse 1715 1")
    assert t.down("R-14")
    assert t.face_up("R-15")


@rule("mukden", "5.3", "5.4", "6.2", "R46")
def test_the_russian_has_his_moment_before_phase_iii_however_soon_the_order_is_declared() -> None:
    """Only on the first turn not: there everybody can read on the counters who was set up where (3.2)."""
    t = table(STACK, phase="II", turn=2).push("declare combat")
    assert (t.phase, t.asked, t.actor) == ("III", "arrange", "russian")
    t.push("restack russian 1715 R-15,R-14", "pass", "roll 2", "paralyse 1715 1")
    assert t.down("R-15")
    assert t.face_up("R-14")
    t = start().push("declare combat")
    assert (t.phase, t.actor) == ("III", "dice")
    assert t.allows("restack russian 1715 R-15,R-14"), "he may, but nobody waits for it"


@rule("mukden", "5.4", "5.6", "6.2", "R46")
@pytest.mark.parametrize(("units", "fog"), [("R-14@1715* R-15@1714", True), ("R-14@1715* R-15@1714", False)])
def test_nobody_is_asked_where_there_is_nothing_to_arrange_or_to_hide(units: str, fog: bool) -> None:
    there = "1713" if fog else "1715"
    t = table(f"J-1@1320* {units}", phase="movement", to_act="russian", order="movement", fog_of_war=fog)
    t.push(f"move R-15 {there}")
    assert (t.phase, t.actor) == ("VI", "dice")


@rule("mukden", "6.2", "R53")
def test_who_arrives_lies_on_top_and_who_leaves_uncovers_the_next() -> None:
    t = table("J-7@1518 J-9@1519 R-Mad@4112", phase="movement").push("move J-9 1518")
    assert t.stack("1518") == ["J-9", "J-7"]
    t = table("J-9@1518 J-7@1518 R-Mad@4112", phase="movement").push("move J-9 1519")
    assert t.stack("1518") == ["J-7"]
