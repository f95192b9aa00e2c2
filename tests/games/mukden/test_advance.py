"""9.11 Advance after combat, 9.12 Momentum attacks."""

from tests.games.mukden.table import Table, table

from shapan.kernel import rule

UNITS = "J-1@1609 J-9@1708 J-7@1809 R-15(1)@1608 R-14@1607 R-9@1906 R-Mad@4112"


BEATEN = ("attack J-1 1608", "join J-9", "resolve 0", "roll 1", "advance J-1", "halt")


def won(*moves: str) -> Table:
    """The 1st and 9th Divisions have destroyed the 15th in 1608."""
    return table(UNITS).push(*BEATEN[:4], *moves)


# --- 9.11 ----------------------------------------------------------------------------------------


@rule("mukden", "9.11", "R29")
def test_any_survivors_may_enter_the_emptied_hex() -> None:
    t = won()
    assert t.options() == ["advance J-1", "advance J-9", "halt"]
    t.push("advance J-9", "advance J-1")
    assert t.stack("1608") == ["J-1", "J-9"]


@rule("mukden", "9.11")
def test_an_advance_is_optional_and_decided_at_once() -> None:
    t = won("halt")
    assert (t.asked, t.actor) == ("fight", "russian")
    assert t.down("J-1", "J-9")
    t.push("pass")
    assert t.refuses("advance J-1", "9.11") == "advance_when"
    t = won()
    for text in ("pass", "flip J-7", "attack J-7 1906", "move J-1 1608", "join J-7"):
        assert t.refuses(text, "9.11") == "advance_now"


@rule("mukden", "9.11")
def test_only_units_of_the_battle_advance() -> None:
    t = won()
    for unit in ("J-7", "R-14"):
        assert t.refuses(f"advance {unit}", "9.11") == "not_victorious"
    t.push("advance J-1")
    assert t.refuses("advance J-1", "9.11") == "advanced_already"


@rule("mukden", "9.11")
def test_nobody_advances_into_a_hex_that_was_not_emptied() -> None:
    t = table("J-1@1609 R-15@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 1")
    assert t.steps("R-15") == 1
    assert (t.asked, t.actor) == ("fight", "russian")


@rule("mukden", "9.11")
def test_a_victorious_defender_stays_where_he_is() -> None:
    t = table("J-1C@1609 J-7@1320 R-15@1608 R-Mad@4112").push("attack J-1C 1608", "resolve 0", "roll 6")
    assert t.at("J-1C") is None
    assert (t.at("R-15"), t.asked, t.actor) == ("1608", "fight", "russian")


@rule("mukden", "9.11", "7.3", "8.3")
def test_an_advance_costs_no_points_and_crosses_rivers() -> None:
    t = table("J-6@2216 J-4@2016 J-10@2215 R-Mad@2115 R-14@4112")
    t.push("attack J-4 2115", "join J-6", "resolve 0", "roll 1", "advance J-6")
    assert t.at("J-6") == "2115"


@rule("mukden", "9.11", "2.11")
def test_advanced_units_are_disrupted_when_the_action_ends() -> None:
    t = won("advance J-1", "halt", "halt")
    assert t.down("J-1", "J-9")
    assert (t.at("J-1"), t.at("J-9")) == ("1608", "1708")


@rule("mukden", "9.11")
def test_the_steps_lost_track_counts_every_step() -> None:
    t = table("J-1@1609 R-15@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 3")
    assert t.told("result")[0]["result"] == "2/2"
    assert t.pos.lost == (2, 2)


# --- 9.12 ----------------------------------------------------------------------------------------


@rule("mukden", "9.12", "9.3")
def test_units_that_advanced_may_attack_once_more() -> None:
    t = won("advance J-1", "advance J-9")
    assert (t.asked, t.actor) == ("momentum", "japanese")
    assert set(t.options("attack")) == {"attack J-1 1607", "attack J-9 1607"}
    t.push("attack J-1 1607")
    assert t.events[0].case == "9.12"
    t.push("join J-9", "resolve 0")
    assert t.told("differential")[0]["attack"] == 12
    t.push("roll 6", "lose J-1", "lose J-1", "lose J-1")
    assert (t.asked, t.actor) == ("fight", "russian")
    assert t.down("J-1", "J-9", "R-14")


@rule("mukden", "9.12")
def test_nobody_else_takes_part_in_a_momentum_attack() -> None:
    units = "J-1@1609 J-9@1708 J-7@1507 R-15(1)@1608 R-14@1607 R-Mad@4112"
    t = table(units).push("attack J-1 1608", "join J-9", "resolve 0", "roll 1", "advance J-1", "halt")
    assert t.refuses("attack J-7 1607", "9.12") == "momentum_units"
    assert t.refuses("attack R-14 1608", "9.12") == "momentum_units"
    t.push("attack J-1 1607")
    assert t.refuses("join J-7", "9.12") == "not_advanced"
    assert t.refuses("join J-9", "9.12") == "not_advanced"
    assert t.options() == ["resolve 0", "call_off"]


@rule("mukden", "9.12")
def test_a_momentum_attack_is_made_at_once_or_not_at_all() -> None:
    t = won("advance J-1", "advance J-9")
    for text in ("pass", "flip J-7", "resolve 0", "move J-1 1609"):
        assert t.refuses(text, "9.12") == "momentum_now"
    t.push("halt", "pass")
    assert t.refuses("attack J-1 1607", "2.11") == "disrupted"


@rule("mukden", "9.12", "9.7")
def test_no_markers_in_a_momentum_attack() -> None:
    units = "J-1@1821 J-9@1921 R-15(1)@1820 R-14@1819 R-Mad@4112"
    t = table(units, order="combat").push("attack J-1 1820", "resolve 0", "roll 1", "advance J-1", "attack J-1 1819")
    assert t.pos.markers == 8
    assert t.options("resolve") == ["resolve 0"]
    assert t.refuses("resolve 1", "9.12") == "markers_momentum"


@rule("mukden", "9.12", "R20")
def test_there_is_no_second_momentum_attack() -> None:
    units = "J-1@1609 R-15(1)@1608 R-14(1)@1607 R-9@1606 R-Mad@4112"
    t = table(units).push("attack J-1 1608", "resolve 0", "roll 1", "advance J-1")
    t.push("attack J-1 1607", "resolve 0", "roll 1")
    assert t.asked == "advance", "after a momentum attack there is an advance"
    t.push("advance J-1")
    assert (t.at("J-1"), t.asked, t.actor) == ("1607", "fight", "russian")
    assert t.down("J-1")


@rule("mukden", "9.12", "R30", "R48", "9.10")
def test_units_that_stand_aside_bear_no_loss_and_do_not_advance() -> None:
    """1 and 9 advance, 1 alone attacks."""
    t = won("advance J-1", "advance J-9").push("attack J-1 1607", "resolve 0")
    assert t.told("differential")[0]["attack"] == 6
    t.push("roll 3")
    assert (t.told("result")[0]["result"], t.steps("J-1"), t.steps("J-9")) == ("2/2", 4, 6)
    assert t.down("J-1", "J-9")
    units = UNITS.replace("R-14@1607", "R-14(1)@1607")
    t = table(units).push("attack J-1 1608", "join J-9", "resolve 0", "roll 1", "advance J-1", "advance J-9")
    t.push("attack J-1 1607", "resolve 0", "roll 1")
    assert t.refuses("advance J-9", "9.11") == "not_victorious"
    t.push("advance J-1")
    assert (t.at("J-1"), t.at("J-9")) == ("1607", "1608")
    assert t.down("J-1", "J-9")


@rule("mukden", "9.10", "R48")
def test_losses_of_a_momentum_attack_fall_on_those_who_made_it() -> None:
    """Three advance, two attack: the third can be given no loss."""
    units = "J-5R@1609 J-8R@1609 J-15R@1708 J-9@1708 R-15(1)@1608 R-14@1607 R-Mad@4112"
    t = table(units).push("attack J-9 1608", "join J-5R", "join J-8R", "join J-15R", "resolve 0", "roll 1")
    t.push("advance J-5R", "advance J-8R", "advance J-15R")
    t.push("attack J-5R 1607", "join J-8R", "resolve 0", "roll 1")
    assert t.told("result")[0]["result"] == "2/1"
    assert (t.at("J-5R"), t.at("J-8R"), t.steps("J-15R")) == (None, None, 1)


@rule("mukden", "9.12")
def test_without_a_target_the_action_ends_by_itself() -> None:
    t = table("J-1@1609 R-15(1)@1608 R-Mad@4112").push("attack J-1 1608", "resolve 0", "roll 1", "advance J-1")
    assert (t.asked, t.actor) == ("fight", "russian")
    assert t.down("J-1")


@rule("mukden", "9.12", "5.5")
def test_an_action_that_ends_by_itself_hands_on_to_who_can_still_act() -> None:
    units = "J-1@1609 J-7@1320 R-15(1)@1608 R-Mad@4112*"
    t = table(units).push("attack J-1 1608", "resolve 0", "roll 1", "advance J-1")
    assert (t.asked, t.actor) == ("fight", "japanese")


@rule("mukden", "9.0", "9.12", "9.13")
def test_every_attack_is_announced_and_asked_for_as_what_it_is() -> None:
    for moves, event, prompt in (
        (["attack J-1 1608"], "event.attack", "prompt.join"),
        (["probe J-9 1707"], "event.probe", "prompt.join_probe"),
        ([*BEATEN, "attack J-1 1607"], "event.momentum", "prompt.join"),
        ([*BEATEN, "probe J-1 1707"], "event.probe", "prompt.join_probe"),
    ):
        t = table(UNITS).push(*moves[:-1]).push(moves[-1])
        assert ([told.key for told in t.events], t.pos.decision.prompt) == ([event], prompt)


@rule("mukden", "9.12", "9.4")
def test_a_momentum_attack_uses_the_line_of_its_side_and_the_ground_of_its_new_hex() -> None:
    units = "R-15@1607 R-14@1607 J-1(1)@1608 J-7(1)@1609 J-9@1320"
    t = table(units, to_act="russian").push("attack R-15 1608", "join R-14", "resolve 0", "roll 1", "lose R-15")
    t.push("advance R-15", "advance R-14", "attack R-15 1609", "join R-14", "resolve 0")
    told = t.told("differential")[0]
    assert (told["attack"], told["heading"], told["index"]) == (7, "+5", 3)
    assert t.told("shift") == []
