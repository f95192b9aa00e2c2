"""5.0 Turn sequence: the eight phases, paralysis, alternating actions, recovery, the Cavalry Corps."""

import pytest
from tests.games.mukden.table import GAME, Table, start, table

from shapan.games.mukden.sequence import Paralysing
from shapan.kernel import Match, Referee, Refusal, rule

# --- 5.0, 5.1 the order of phases ----------------------------------------------------------------


@rule("mukden", "5.0", "5.1", "5.3", "5.6", "5.7", "R5")
def test_a_turn_goes_through_eight_phases() -> None:
    """The worked turn of 5.1: combat first, then movement; phase I is skipped on the first turn."""
    t = start()
    assert (t.phase, t.asked, t.actor) == ("II", "declare", "japanese")
    t.push("declare combat")
    assert (t.phase, t.asked, t.actor) == ("III", "paralysis", "dice")
    t.push("roll 1")
    assert (t.phase, t.asked, t.actor) == ("IV", "fight", "japanese")
    t.push("pass", "pass")
    assert (t.phase, t.asked, t.actor) == ("VI", "arrange", "russian")
    assert [event.key for event in t.events].count("event.recovery") == 1
    t.push("pass")
    assert (t.phase, t.asked) == ("VI", "paralysis")
    t.push("roll 1")
    assert (t.phase, t.asked, t.actor) == ("VII", "move", "japanese")
    t.push("pass", "pass")
    assert (t.pos.turn, t.phase, t.asked) == (2, "II", "declare")
    assert t.told("turn") == [{"turn": 2}]


@rule("mukden", "5.1", "5.3")
def test_movement_first_puts_combat_into_phase_vii() -> None:
    t = start().push("declare movement", "roll 1")
    assert (t.phase, t.asked) == ("IV", "move")
    t.push("pass", "pass", "pass", "roll 1")
    assert (t.phase, t.asked) == ("VII", "fight")


@rule("mukden", "5.3", "9.7", "R19")
def test_markers_are_there_only_when_combat_comes_first_and_anew_each_time() -> None:
    t = start().push("declare combat", "roll 1")
    assert t.pos.markers == 8
    t.push("attack J-6 2215", "resolve 5", "roll 6")
    assert t.pos.markers == 3
    while t.phase == "IV":
        t.push("pass")
    assert t.pos.markers == 0
    t.push("pass", "roll 1", "pass", "pass", "declare movement", "pass", "roll 1")
    assert t.pos.markers == 0
    t.push("pass", "pass", "pass", "roll 1")
    assert (t.asked, t.pos.markers) == ("fight", 0)
    t.push("pass", "pass", "declare combat", "pass", "roll 1")
    assert t.pos.markers == 8


@rule("mukden", "5.3")
def test_the_japanese_player_declares_and_nothing_comes_before() -> None:
    t = start()
    assert t.options() == ["declare movement", "declare combat"]
    for text in ("pass", "roll 3", "move J-1 1319", "flip R-14", "resolve 0", "halt"):
        t.refuses(text, "5.3")


@rule("mukden", "5.7", "5.0")
def test_the_game_ends_after_six_turns() -> None:
    t = start()
    for turn in range(1, 7):
        assert t.pos.turn == turn
        arranged = ["pass"] if turn > 1 else []
        t.push("declare movement", *arranged, "roll 1", "pass", "pass", "pass", "roll 1", "pass", "pass")
    assert t.won == ("russian", "4.4")


# --- 5.2 the Cavalry Corps -----------------------------------------------------------------------


@rule("mukden", "5.2")
def test_the_corps_returns_to_an_empty_mukden_by_itself() -> None:
    t = table("J-1@1320 R-14@2212", turn=3, phase="I")
    assert (t.at("R-CC"), t.steps("R-CC"), t.asked) == ("2310", 1, "declare")
    assert t.face_up("R-CC")


@rule("mukden", "5.2", "6.1", "R8", "R9")
def test_the_corps_needs_a_hex_of_its_own() -> None:
    t = table("J-1@2508 R-41@2310 R-14@2309", turn=3, phase="I")
    assert (t.asked, t.actor) == ("corps", "russian")
    hexes = {text.split()[1] for text in t.options()}
    assert hexes == {*t.pos.book.grid.names(t.pos.book.railroad)} - {"2310", "2309"}
    assert "2407" in hexes, "a hex in an enemy zone will do"
    for hex_ in ("2310", "2309", "2311", "1922"):
        t.refuses(f"return {hex_}", "5.2")
    t.refuses("declare combat", "5.2")
    assert t.push("return 2900").at("R-CC") == "2900"


@rule("mukden", "5.2", "R9")
def test_the_corps_does_not_return_to_japanese_hexes() -> None:
    t = table("J-1@2505 J-2@1320 R-14@2212", turn=5, phase="I", held="1922 2310 2505 2604")
    hexes = {text.split()[1] for text in t.options()}
    assert not hexes & {"2310", "2505", "2604"}
    assert "2309" in hexes


@rule("mukden", "5.2", "R10")
def test_the_corps_waits_when_there_is_no_hex() -> None:
    railroad = "1922 2310 2309 2409 2408 2407 2406 2505 2504 2604 2603 2702 2802 2801 2900"
    t = table("J-1@1320 R-14@2212", turn=5, phase="I", held=railroad)
    assert (t.at("R-CC"), t.asked) == (None, "declare")
    assert t.pos.corps_lost == 0


@rule("mukden", "5.2")
def test_there_is_no_phase_i_on_turn_1_nor_for_a_corps_on_the_map() -> None:
    assert table("J-1@1320 R-14@2212", turn=1, phase="I").at("R-CC") is None
    assert table("J-1@1320 R-CC@1315", turn=3, phase="I").asked == "declare"
    start().refuses("return 2310", "5.2")


@rule("mukden", "5.2", "4.3")
def test_each_elimination_of_the_corps_costs_a_step() -> None:
    t = table("J-1@2312 R-41@2310 R-CC@2311 R-14@2900", turn=4, order="movement")
    t.push("attack J-1 2311", "resolve 0", "roll 1", "halt", "pass")
    assert (t.pos.turn, t.asked) == (5, "corps"), "a division in Mukden keeps it out"
    assert (t.pos.lost[1], t.pos.corps_lost) == (1, 1)
    t.push("return 2309", "declare combat", "roll 1", "pass", "pass", "roll 1", "pass", "pass")
    assert (t.at("R-CC"), t.steps("R-CC"), t.pos.lost[1]) == ("2309", 1, 1)
    t = table("J-1@2209 R-41@2310 R-CC@2309", turn=5, lost=(0, 1)).push("attack J-1 2309", "resolve 0", "roll 1")
    assert t.pos.lost[1] == 2


@rule("mukden", "5.2", "2.10")
def test_only_the_corps_is_counted_each_time_it_falls() -> None:
    t = table("J-1@1609 R-15(1)@1608 R-CC@1207 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 1")
    assert (t.at("R-15"), t.pos.lost, t.pos.corps_lost) == (None, (0, 1), 0)


@rule("mukden", "5.2", "4.2")
def test_a_corps_killed_on_the_railroad() -> None:
    """A Japanese advance into its hex wins on Turn 2; on Turn 4 the corps returns elsewhere."""
    moves = ("attack J-1 2409", "resolve 0", "roll 1", "advance J-1")
    units = "J-1@2408 R-CC@2409 R-41@2902"
    assert table(units, turn=2, held="1922 2408").push(*moves).won == ("japanese", "4.2")
    t = table(units, turn=4, held="1922 2408").push(*moves)
    assert (t.outcome, t.holder("2409"), t.pos.lost[1]) == (None, "japanese", 1)
    t.push("pass")
    assert (t.pos.turn, t.at("R-CC")) == (5, "2310")
    t = table("J-1@2409 R-41@2310", turn=5, phase="I", held="1922 2408 2409")
    assert "return 2409" not in t.options()
    t.refuses("return 2409", "5.2")


# --- 5.4 paralysis -------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "count"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
@rule("mukden", "5.4")
def test_half_the_die_rounded_down_is_paralysed(die: int, count: int) -> None:
    t = start().push("declare movement", f"roll {die}")
    assert t.told("paralysis_roll") == [{"die": die, "count": count}]
    for left in range(count, 0, -1):
        assert (t.asked, t.actor, t.pos.top) == ("paralyse", "japanese", Paralysing(left))
        t.push(t.options()[0])
    assert t.asked == "move"
    assert t.pos.disrupted.bit_count() == count


@rule("mukden", "5.4", "R6")
def test_as_many_as_there_are() -> None:
    t = table("J-1@1320 R-14@1715", phase="III").push("roll 6")
    assert t.pos.top == Paralysing(1)
    t.push("paralyse 1715 1")
    assert t.asked != "paralyse"
    t = table("J-1@1320", phase="III").push("roll 6")
    assert t.asked != "paralyse"


@rule("mukden", "5.4", "R43")
def test_any_unit_anywhere_may_be_picked() -> None:
    t = start().push("declare movement", "roll 2")
    russian = [unit for unit in t.pos.book.lexicon.pieces if unit.startswith("R-")]
    assert len(t.options()) == len(russian) == 29


@rule("mukden", "5.4", "5.6", "R7", "2.11")
def test_paralysed_units_are_out_until_recovery() -> None:
    t = table("J-1@1320 R-14@1715 R-15@1815", phase="III", order="movement").push("roll 2", "paralyse 1715 1")
    t.push("pass")
    assert t.refuses("move R-14 1714", "2.11") == "disrupted"
    assert t.refuses("flip R-14", "2.11") == "disrupted"
    t.push("move R-15 1814")
    assert t.phase == "VI"
    assert t.face_up("R-14", "R-15")


@rule("mukden", "5.4", "7.0", "9.1")
def test_a_paralysed_unit_keeps_its_zone_and_defends_in_full() -> None:
    t = table("J-1@1718 R-14@1715*", phase="movement")
    assert t.allows("move J-1 1718-1717-1716")
    assert t.refuses("move J-1 1718-1717-1716-1616", "7.1") == "zone_stop"
    t = table("J-1@1609 R-14@1608*").push("attack J-1 1608", "resolve 0")
    assert t.told("differential")[0]["defence"] == 4


# --- 5.5 alternating actions ---------------------------------------------------------------------

LINE = "J-1@1320 J-7@1419 J-9@1420 R-14@1715 R-15@1815 R-9@1915 R-31@2015"


@pytest.mark.parametrize("phase", ["movement", "combat"])
@rule("mukden", "5.5")
def test_the_japanese_act_first_and_then_both_in_turn(phase: str) -> None:
    t = start().push(f"declare {phase}", "roll 1")
    actors = []
    for _ in range(4):
        actors.append(t.actor)
        t.push(t.options("flip")[0])
    assert actors == ["japanese", "russian", "japanese", "russian"]


@rule("mukden", "5.5", "8.1", "2.11")
def test_an_action_flips_its_unit() -> None:
    t = table(LINE, phase="movement").push("move J-1 1319", "flip R-14")
    assert t.down("J-1", "R-14")
    assert t.face_up("J-7", "R-15")
    assert t.refuses("move J-1 1318", "2.11") == "disrupted"


@rule("mukden", "5.5", "R2")
def test_a_pass_is_final_and_the_other_goes_on_alone() -> None:
    t = table(LINE, phase="movement", order="combat").push("pass")
    for unit in ("R-14", "R-15", "R-9"):
        assert t.actor == "russian"
        assert t.refuses("flip J-1", "5.5") == "not_yours"
        t.push(f"flip {unit}")
    t.push("pass")
    assert t.pos.turn == 2
    assert t.face_up("J-1", "R-14")


@rule("mukden", "5.5", "R4")
def test_who_has_no_unit_left_is_skipped() -> None:
    t = table("J-1@1320 J-7@1419* R-14@1715 R-15@1815 R-9@1915", phase="movement").push("move J-1 1319")
    for unit in ("R-14", "R-15"):
        assert t.actor == "russian"
        t.push(f"flip {unit}")
    assert t.actor == "russian"
    t.push("flip R-9")
    assert t.phase != "VII" or t.asked != "move"


@rule("mukden", "5.5", "R2")
def test_both_pass_at_once() -> None:
    t = table(LINE, phase="combat", order="combat").push("pass", "pass")
    assert t.phase == "VI"


@rule("mukden", "5.5", "9.1")
def test_a_side_that_passed_can_be_attacked_and_still_may_not_act() -> None:
    t = table("J-1@1609 J-7@1419 R-15@1608 R-14@1715", phase="combat").push("pass")
    t.push("attack R-15 1609", "resolve 0", "roll 6")
    assert t.down("J-1")
    assert t.actor == "russian"


@rule("mukden", "5.5", "9.1")
def test_being_attacked_uses_up_a_unit() -> None:
    t = table("J-1@1609 R-15@1608", phase="combat", order="combat").push("attack J-1 1608", "resolve 0", "roll 6")
    assert t.phase == "VI", "the only Russian unit was disrupted in defence: the phase is over"


@rule("mukden", "5.5", "R3", "9.3")
def test_an_empty_action_flips_exactly_one_unit() -> None:
    for phase in ("movement", "combat"):
        t = table(LINE, phase=phase).push("flip J-7")
        assert t.pos.disrupted.bit_count() == 1
        assert t.down("J-7")
        assert t.actor == "russian"


@rule("mukden", "5.5", "R47")
def test_an_attack_in_which_all_attackers_die_is_an_action() -> None:
    t = table("J-1C@1609 J-7@1419 R-15@1608", phase="combat").push("attack J-1C 1608", "resolve 0", "roll 6")
    assert t.at("J-1C") is None
    assert t.face_up("J-7")
    assert t.actor == "japanese", "the Russian unit was disrupted in defence"
    t = table("J-1C@1609 J-7@1419 R-15@1608 R-14@1715").push("attack J-1C 1608", "resolve 0", "roll 6")
    assert t.actor == "russian"


@pytest.mark.parametrize("phase", ["movement", "combat"])
@rule("mukden", "5.0", "5.2", "5.3", "5.4")
def test_what_belongs_to_an_earlier_phase_is_refused_by_the_rule_of_that_phase(phase: str) -> None:
    t = table("J-1@1609 R-15@1608 R-14@1715", phase=phase)
    assert t.refuses("return 2310", "5.2") == "corps_when"
    assert t.refuses("declare combat", "5.3") == "declared"
    assert t.refuses("paralyse 1715 1", "5.4") == "paralyse_when"


@rule("mukden", "5.0", "5.2", "5.3")
def test_once_the_order_is_asked_for_the_corps_returns_no_more() -> None:
    t = table("J-1@1609 R-CC@1608 R-14@1715", phase="II", turn=2)
    assert t.refuses("return 2310", "5.2") == "corps_when"
    assert t.refuses("paralyse 1715 1", "5.3") == "declare_first"


@rule("mukden", "5.0", "9.0", "9.10", "9.11")
def test_between_two_attacks_nobody_joins_loses_or_advances() -> None:
    t = table("J-1@1609 R-15@1608 R-14@1715", phase="combat")
    assert t.refuses("join J-1", "9.0") == "nothing_begun"
    assert t.refuses("resolve 0", "9.0") == "nothing_begun"
    assert t.refuses("lose J-1", "9.10") == "lose_when"
    assert t.refuses("advance J-1", "9.11") == "advance_when"
    assert t.refuses("halt", "9.11") == "advance_when"


@rule("mukden", "5.5")
def test_no_combat_in_a_movement_phase_and_no_movement_in_a_combat_phase() -> None:
    units = "J-1@1609 R-15@1608 R-14@1715"
    for text in ("attack J-1 1608", "probe J-1 1708", "resolve 0", "halt", "advance J-1"):
        assert table(units, phase="movement").refuses(text, "5.5") == "movement_phase"
    assert table(units, phase="combat").refuses("move J-1 1610", "5.5") == "combat_phase"


@rule("mukden", "5.5", "5.4")
def test_a_side_that_starts_without_a_face_up_unit_is_skipped() -> None:
    t = table("J-1@1320 R-14@1715", phase="III", order="movement").push("roll 2", "paralyse 1715 1", "move J-1 1319")
    assert t.phase == "VI"
    t = table("R-14@1715 R-15@1815", phase="III", order="movement").push("roll 4", "paralyse 1715 1", "paralyse 1815 1")
    assert t.phase == "VI", "nobody can act"


@rule("mukden", "5.4", "5.5", "9.8")
def test_while_a_die_is_owed_it_comes_first() -> None:
    """Whatever was done last: a unit of one's own is no enemy because the other side has just passed."""
    paralysis = table("J-1@1509 R-14@1300", phase="combat", order="combat").push("pass", "pass")
    assert paralysis.phase == "VI"
    for text in ("flip J-1", "attack J-1 1508", "probe J-1 1508", "flip R-14", "pass", "halt", "paralyse 1300 1"):
        assert paralysis.refuses(text, "5.4") == "dice_first"
    battle = table("J-1@1609 R-15@1608 R-14@1715", phase="combat").push("attack J-1 1608", "resolve 0")
    for text in ("flip J-1", "pass", "lose J-1", "advance J-1", "flip R-14"):
        assert battle.refuses(text, "9.8") == "dice_first"


@rule("mukden", "5.6")
def test_recovery_turns_everybody_up() -> None:
    t = table("J-1@1320* J-7@1419 R-14@1715*", phase="movement").push("flip J-7")
    assert t.pos.disrupted == 0


# --- 5.0 taking back by consent ------------------------------------------------------------------


def playing(consent: bool) -> Match:
    match = Match(GAME, switches={"takebacks_by_consent": consent}, referee=Referee(7))
    for text in ("declare movement", "roll"):
        if text == "roll":
            match.roll()
        else:
            match.push(GAME.parse(match.position, text))
    while match.position.decision.kind == "paralyse":
        match.push(next(iter(match.position.options())))
    return match


@rule("mukden", "5.0", "8.1")
def test_a_move_is_taken_back_only_if_the_opponent_agrees() -> None:
    match = playing(consent=True)
    before = match.position.key()
    number = len(match.record)
    for text in ("move J-1 1319", "flip R-14"):
        match.push(GAME.parse(match.position, text))
    match.ask_takeback("japanese", number)
    match.answer_takeback("russian", agreed=False)
    assert match.position.key() != before
    match.ask_takeback("japanese", number)
    match.answer_takeback("russian", agreed=True)
    assert match.position.key() == before


@rule("mukden", "5.0")
def test_nothing_is_taken_back_without_the_option_nor_a_roll_alone() -> None:
    match = playing(consent=False)
    match.push(GAME.parse(match.position, "move J-1 1319"))
    with pytest.raises(Refusal, match=r"5\.0: .*not agreed"):
        match.ask_takeback("japanese", 0)
    with pytest.raises(Refusal, match="everybody else has to agree"):
        playing(consent=True).undo("russian")


def test_the_table_keeps_only_the_latest_events() -> None:
    t: Table = start().push("declare combat")
    assert [event.key for event in t.events] == ["event.declared_combat"]
