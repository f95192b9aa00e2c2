"""4.0 How to win."""

import pytest
from tests.games.mukden.table import Table, start, table

from shapan.kernel import rule

# --- 4.1, 4.2 sudden death -----------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 4, 6])
@rule("mukden", "4.1")
def test_the_russians_win_the_moment_they_enter_liaoyang(turn: int) -> None:
    t = table("R-14@1920 J-1@1320", turn=turn, phase="movement", to_act="russian").push("move R-14 1922")
    assert t.won == ("russian", "4.1")
    assert t.actor == "nobody"


@rule("mukden", "4.1", "9.11")
def test_the_russians_win_by_advancing_into_liaoyang() -> None:
    t = table("R-14@1921 R-15@1822 J-1C@1922 J-1@1320", to_act="russian")
    t.push("attack R-14 1922", "join R-15", "resolve 0", "roll 1", "lose R-14")
    assert t.asked == "advance", "the attack alone takes no hex"
    assert t.push("advance R-15").won == ("russian", "4.1")


@pytest.mark.parametrize(("turn", "won"), [(1, True), (2, True), (3, True), (4, False), (6, False)])
@pytest.mark.parametrize("hex_", ["2310", "2309", "2505", "2900"])
@rule("mukden", "4.2")
def test_the_japanese_win_on_the_railroad_to_the_end_of_turn_3(turn: int, won: bool, hex_: str) -> None:
    origin = {"2310": "2210", "2309": "2209", "2505": "2405", "2900": "2800"}[hex_]
    t = table(f"J-1@{origin} R-Mad@4112", turn=turn, phase="movement").push(f"move J-1 {origin}-{hex_}")
    assert t.won == (("japanese", "4.2") if won else None)
    assert t.holder(hex_) == "japanese"


@rule("mukden", "4.2", "9.11", "3.3")
def test_an_advance_onto_the_railroad_wins_on_turn_3_and_not_on_turn_4() -> None:
    for turn, won in ((3, ("japanese", "4.2")), (4, None)):
        t = table("J-1@2406 R-Mad@2407 R-41@2902", turn=turn)
        t.push("attack J-1 2407", "resolve 0", "roll 1", "advance J-1")
        assert t.won == won
        assert t.holder("2407") == "japanese"


@rule("mukden", "4.2", "3.3", "R37")
def test_sudden_death_stops_a_move_half_way() -> None:
    t = table("J-1@2305 R-Mad@4112", turn=3, phase="movement").push("move J-1 2305-2405-2505-2605")
    assert t.won == ("japanese", "4.2")
    assert t.at("J-1") == "2505"
    assert t.told("moved")[0]["path"] == ["2305", "2405", "2505"], "what was not walked is not told"


@rule("mukden", "4.1", "3.3")
def test_a_raider_is_stopped_and_told_in_liaoyang() -> None:
    t = table("J-1@4112 R-14@1822", phase="movement", to_act="russian").push("move R-14 1822-1922-2022")
    assert t.won == ("russian", "4.1")
    assert (t.at("R-14"), t.told("moved")[0]["path"]) == ("1922", ["1822", "1922"])


@rule("mukden", "4.2", "R36")
def test_the_last_action_of_turn_3_still_counts() -> None:
    t = table("J-1@2405 R-Mad@4112*", turn=3, phase="movement", order="combat")
    assert t.phase == "VII"
    assert t.push("move J-1 2505").won == ("japanese", "4.2")


@rule("mukden", "4.2", "5.7")
def test_a_hex_taken_on_turn_4_never_becomes_sudden_death() -> None:
    t = table("J-1@2505 R-Mad@4112", turn=4, phase="movement", held="1922 2505").push("move J-1 2405")
    assert t.outcome is None
    assert t.holder("2505") == "japanese"


@rule("mukden", "4.5")
def test_either_player_may_capitulate_whoever_is_to_act() -> None:
    for side, other in (("japanese", "russian"), ("russian", "japanese")):
        for t in (start(), table("J-1@1609 R-15@1608").push("attack J-1 1608", "resolve 0")):
            assert t.push(f"capitulate {side}").won == (other, "4.5")
            assert t.told("capitulated") == [{"side": side}]


# --- 4.3, 4.4 the end of turn 6 ------------------------------------------------------------------

FAR = "J-1@1320 R-Mad@2700"
"""Both on the map, both with a line of communication."""


def judged(units: str, lost: tuple[int, int], held: str = "1922 2310") -> Table:
    """The end of the last turn."""
    return table(units, turn=6, phase="end", held=held, lost=lost)


@rule("mukden", "4.3", "5.7")
def test_twenty_percent_more_and_mukden_win_for_the_japanese() -> None:
    assert judged(FAR, (30, 36)).won == ("japanese", "4.3")
    assert judged(FAR, (30, 35)).won == ("russian", "4.4")
    assert judged(FAR, (10, 12)).won == ("japanese", "4.3")
    assert judged(FAR, (11, 13)).won == ("russian", "4.4")
    assert judged(FAR, (0, 1)).won == ("japanese", "4.3")


@rule("mukden", "4.3", "4.4", "4.0")
def test_losses_without_mukden_win_nothing() -> None:
    assert judged(FAR, (1, 100), held="1922 2309").won == ("russian", "4.4")


@rule("mukden", "4.3", "R32")
def test_a_russian_unit_without_a_line_counts_as_lost() -> None:
    """Madritov's regiment is shut in by the zones of six units."""
    ring = "J-1@2003 J-2@2205 J-3@2007 J-4@1807 J-5@1803 J-6@2207 J-7@1805"
    assert judged(f"{ring} R-Mad@2005", (30, 35)).won == ("japanese", "4.3")
    assert judged(f"{ring} R-Mad@2000", (30, 35)).won == ("russian", "4.4")


@rule("mukden", "4.3")
def test_units_without_a_line_count_in_full_the_cavalry_corps_included() -> None:
    ring = "J-1@2003 J-2@2205 J-3@2007 J-4@1807 J-5@1803 J-6@2207 J-7@1805"
    assert judged(f"{ring} R-CC@2005", (5, 5)).won == ("japanese", "4.3")
    assert judged(f"{ring} R-14(3)@2005", (10, 9)).won == ("japanese", "4.3")
    assert judged(f"{ring} R-14(2)@2005", (10, 9)).won == ("russian", "4.4")


@rule("mukden", "4.3", "R33")
def test_japanese_units_without_a_line_do_not_count() -> None:
    assert judged("J-1@1320 R-Mad@2022 R-14@2700", (10, 12)).won == ("japanese", "4.3")


@rule("mukden", "4.3", "R22")
def test_no_losses_at_all_are_not_enough() -> None:
    assert judged(FAR, (0, 0)).won == ("russian", "4.4")


@rule("mukden", "4.3", "R56")
def test_a_cut_off_unit_in_mukden_still_holds_it() -> None:
    ring = "J-1@2308 J-2@2510 J-3@2312 J-4@2112 J-5@2110 J-6@2508"
    t = judged(f"{ring} R-14@2310", (1, 9), held="1922")
    assert t.won == ("russian", "4.4")
    assert [row.value for row in t.view("russian").ledgers[0].rows if row.key == "ledger.stranded"] == [4]


@rule("mukden", "4.4", "4.0")
def test_there_is_always_a_winner() -> None:
    for lost in ((0, 0), (3, 3), (9, 1)):
        outcome = judged(FAR, lost).outcome
        assert outcome is not None
        assert outcome.winner in ("japanese", "russian")


@rule("mukden", "4.0", "R55", "5.5")
def test_a_side_without_units_plays_on() -> None:
    t = table("J-1@1320", phase="movement", order="combat", to_act="russian", turn=4)
    assert t.actor == "japanese"
    t.push("move J-1 1319")
    assert (t.outcome, t.pos.turn) == (None, 5)


@rule("mukden", "4.3", "5.7")
def test_the_reckoning_is_told() -> None:
    t = table("J-1@1320 R-Mad@2700", turn=6, phase="movement", order="combat", held="1922 2310", lost=(5, 6))
    t.push("pass", "pass")
    assert t.told("reckoning") == [{"japanese": 5, "russian": 6, "stranded": 0}]
    assert t.won == ("japanese", "4.3")


# --- 4.3 optional: hidden losses -----------------------------------------------------------------


@rule("mukden", "4.3")
def test_hidden_losses_are_told_only_at_the_end() -> None:
    t = table("J-1@1609 R-CC@1608", hidden_losses=True).push("attack J-1 1608", "resolve 0", "roll 1")
    for side in ("japanese", "russian", "spectator"):
        view = t.view(side)
        keys = {row.key for row in view.ledgers[0].rows}
        assert "ledger.lost" not in keys
        assert {box.id for box in view.boxes} == {"markers"}
        assert [row.value for row in view.ledgers[0].rows if row.key == "ledger.corps"] == [1]
    t.push("capitulate japanese")
    lost = [row.value for row in t.view("japanese").ledgers[0].rows if row.key == "ledger.lost"]
    assert lost == [0, 1]


@rule("mukden", "4.3", "9.11")
def test_losses_are_open_without_that_option() -> None:
    t = table("J-1@1609 R-CC@1608").push("attack J-1 1608", "resolve 0", "roll 2")
    view = t.view("russian")
    assert [row.value for row in view.ledgers[0].rows if row.key == "ledger.lost"] == list(t.pos.lost)
    assert "R-CC" in next(box.pieces for box in view.boxes if box.id == "dead.russian")
