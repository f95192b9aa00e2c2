"""Storm Over Taierzhuang 5.0 Tactical Chits: hands and cups, and every chit of the chart."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache

import pytest
from tests.games.folders import folder_of
from tests.games.taierzhuang.table import (
    GAME,
    act,
    begin,
    choices,
    control,
    held,
    hold,
    in_cup,
    is_spent,
    lay,
    place,
    reason,
    refused,
    under_way,
    why,
)
from tests.games.taierzhuang.table import strike as throw

from shapan.games.taierzhuang import chits
from shapan.games.taierzhuang.assault import COUNTER, mates
from shapan.games.taierzhuang.attack import Attack
from shapan.games.taierzhuang.book import Chit
from shapan.games.taierzhuang.chits import Discarding, Replenishing
from shapan.games.taierzhuang.impulse import MANNER
from shapan.games.taierzhuang.sequence import EventRoll
from shapan.ground.areas import bits
from shapan.kernel import DICE, Event, rule

# --- 5.0 the kinds of chits -------------------------------------------------------------------------


def told_of(chit: Chit) -> set[str]:
    """The modules that the table of chits names for a kind of chit."""
    lines = [re.split(r" {2,}", line) for line in (chits.__doc__ or "").splitlines()]
    mine = [line for line in lines if len(line) == 3 and chit.id in line[0] and chit.name in line[0]]
    return {module for line in mine for module in line[2].split(", ")}


@cache
def words_of_modules() -> dict[str, set[object]]:
    """Every constant of every module of the rules."""
    trees = {file.stem: ast.parse(file.read_text(encoding="utf-8")) for file in folder_of("taierzhuang").glob("*.py")}
    return {
        name: {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} for name, tree in trees.items()
    }


def modules_with(effect: str) -> set[str]:
    """The modules of the rules that know an effect, besides the book, which compiles it, and what all chits share."""
    return {name for name, words in words_of_modules().items() if effect in words} - {"book", "chits"}


@rule("taierzhuang", "5.0", "5.2")
def test_the_table_of_chits_names_every_kind_with_the_modules_that_know_its_effect() -> None:
    folder = folder_of("taierzhuang")
    for chit in GAME.book().chits:
        assert modules_with(chit.effect), chit.id
        assert modules_with(chit.effect) - told_of(chit) == set(), f"{chit.id}: modules that the table leaves out"
        assert [name for name in told_of(chit) if not (folder / f"{name}.py").is_file()] == [], chit.id


# --- 5.1 to 5.3 hands and cups ----------------------------------------------------------------------


@rule("taierzhuang", "5.0", "5.1", "R-05")
def test_hands_are_filled_from_their_own_cups_to_the_maximum() -> None:
    pos = begin(lay({"Y": "J10-1"}, turn=1), Replenishing(0))
    drawn: Counter[str] = Counter()
    events: list[Event] = []
    while pos.decision.kind == "replenish":
        assert pos.actor == DICE
        chances = pos.chances()
        assert sum(chances.weights) == pos.in_cup(under_way(pos, Replenishing).side)
        action = chances.faces[-1]
        drawn[GAME.format(pos, action).split()[1][0]] += 1
        pos.push(action, events.append)
    assert drawn == {"J": 8, "C": 3}
    filled = [(event.params["side"], event.params["count"]) for event in events if event.key == "event.hand_filled"]
    assert filled == [("japanese", 8), ("chinese", 3)]


@rule("taierzhuang", "5.1")
def test_a_hand_above_the_maximum_draws_nothing() -> None:
    pos = begin(
        lay({"Y": "J10-1"}, turn=13, hands={"J-HA": 3, "J-BS": 2, "C-NA": 4, "C-RD": 3, "C-DD": 1}), Replenishing(0)
    )
    assert pos.held(0) == 5
    assert pos.held(1) == 8


@rule("taierzhuang", "5.2", "R-30")
def test_a_used_chit_returns_to_the_cup_when_the_impulse_ends() -> None:
    pos = lay({"N": "C27-1 J10-1"}, hands={"J-BS": 1})
    act(pos, "call J-BS N")
    assert (held(pos, "J-BS"), in_cup(pos, "J-BS")) == (0, 2)
    shown = next(box for box in pos.view("chinese").boxes if box.id == "played.japanese")
    assert list(shown.pieces) == ["J-BS"]
    act(pos, "decline", "throw 1 1", "flip C27-1")
    assert (held(pos, "J-BS"), in_cup(pos, "J-BS")) == (0, 3)


@rule("taierzhuang", "5.2")
def test_some_chits_leave_the_game() -> None:
    pos = lay({"Y": "J10-1", "X": "J10-2", "N": "C27-1"}, spent="J10-1", hands={"J-WE": 1})
    act(pos, "call J-WE Y")
    assert held(pos, "J-WE") == in_cup(pos, "J-WE") == 0
    gone = next(box for box in pos.view("chinese").boxes if box.id == "removed.japanese")
    assert list(gone.pieces) == ["J-WE"]


@rule("taierzhuang", "5.2")
def test_only_chits_in_hand_are_played_each_in_its_window() -> None:
    pos = lay({"N": "C27-1 J10-1"}, hands={"J-EN": 1, "C-AF": 1})
    assert refused(pos, "call J-BS N") == "5.2"
    assert refused(pos, "call C-AF N") == "5.2"
    assert refused(pos, "play J-EN") == "5.2"
    act(pos, "fire N J10-1")
    assert refused(pos, "play J-BS") == "5.2"
    assert refused(pos, "play J-EN") == ""


@rule("taierzhuang", "5.2", "4.0", "R-29")
def test_several_non_action_chits_go_with_one_action_but_make_none_alone() -> None:
    pos = lay({"N": "C27-1 J10-1"}, hands={"J-EN": 2})
    act(pos, "fire N J10-1", "play J-EN", "play J-EN", "resolve")
    assert throw(pos, 1, 1) == (2 + 3 + 3 + 2, 7, 3)
    act(pos, "destroy C27-1")
    assert is_spent(pos, "J10-1")


@rule("taierzhuang", "5.3", "R-50")
def test_which_chits_are_discarded_is_secret_and_the_hand_meets_the_next_maximum() -> None:
    pos = begin(
        lay({"Y": "J10-1"}, turn=2, hands={"J-HA": 3, "J-BS": 3, "J-BZ": 2, "C-DD": 1}), Discarding(0, (0,) * 17)
    )
    assert refused(pos, "keep") == "5.3"
    before = pos.view("chinese").to_json()
    act(pos, "discard J-HA")
    assert pos.view("chinese").to_json() == before
    mine = {box.id: box for box in pos.view("japanese").boxes}
    assert mine["discards.japanese"].pieces == ("J-HA",)
    assert mine["hand.japanese"].pieces == ("J-HA", "J-HA.2", "J-BS", "J-BS.2", "J-BS.3", "J-BZ", "J-BZ.2")
    assert refused(pos, "discard C-DD") == "5.3"
    assert refused(pos, "discard J-EN") == "5.3"
    assert refused(pos, "pass") == "5.3"
    events = act(pos, "keep")
    assert pos.actor == "chinese"
    assert pos.held(0) == 7, "how many went back is seen at once"
    assert in_cup(pos, "J-HA") == 1
    events += act(pos, "keep")
    assert [event.params["count"] for event in events if event.key == "event.discards"] == [1, 0]


@rule("taierzhuang", "5.3")
@pytest.mark.parametrize("turn", range(1, 13))
def test_the_maximum_of_the_next_turn_binds_and_no_other(turn: int) -> None:
    pos = begin(
        lay({"Y": "J10-1"}, turn=turn, hands={"J-HA": 3, "J-BS": 3, "J-FS": 2, "J-BZ": 3}), Discarding(0, (0,) * 17)
    )
    left = 11
    while (why := reason(pos, "keep")) is not None:
        assert (why.case, why.params["count"]) == ("5.3", pos.book.maxima[0][turn])
        act(pos, sorted(choices(pos))[0])
        left -= 1
    assert left == pos.book.maxima[0][turn]


@rule("taierzhuang", "5.3")
def test_a_chit_is_discarded_once() -> None:
    pos = begin(lay({"Y": "J10-1"}, hands={"J-HA": 1}), Discarding(0, (0,) * 17))
    assert choices(pos) == {"discard J-HA", "keep"}
    act(pos, "discard J-HA")
    assert refused(pos, "discard J-HA") == "5.3"
    assert choices(pos) == {"keep"}


@rule("taierzhuang", "5.1", "5.3", "R-32")
def test_an_event_changes_the_maximum_of_the_next_turn_and_binds_the_discards() -> None:
    pos = begin(lay({"Y": "J10-1"}, turn=2, hands={"J-HA": 3, "J-BS": 3, "J-BZ": 1}), EventRoll())
    act(pos, "throw 2 3")
    assert pos.maximum(0, pos.turn, pos.shift[0]) == 8
    begin(pos, Discarding(0, (0,) * 17))
    assert refused(pos, "keep") == "5.3"
    act(pos, "discard J-HA")
    assert refused(pos, "keep") == ""


# --- artillery and aircraft ---------------------------------------------------------------------------


@rule("taierzhuang", "5.2", "11.0", "R-47")
def test_artillery_needs_an_observer_and_minds_no_canal() -> None:
    pos = lay({"C": "C27-1", "H": "J10-1", "T": "C31-1"}, hands={"J-HA": 1})
    assert refused(pos, "call J-HA T") == "5.2"
    act(pos, "call J-HA C")
    assert throw(pos, 3, 4) == (14, 9, 5)
    assert not is_spent(pos, "J10-1")


@rule("taierzhuang", "11.0")
def test_fighters_do_not_look_over_the_canal_and_bombers_go_anywhere() -> None:
    pos = lay({"C": "C27-1", "H": "J10-1", "T": "C31-1", "M": "C31-2"}, hands={"J-FS": 1, "J-BS": 1})
    across, unseen = reason(pos, "call J-FS C"), reason(pos, "call J-FS T")
    assert across is not None
    assert unseen is not None
    assert (across.case, across.key) == ("11.0", "refusal.observer_across")
    assert (unseen.case, unseen.key) == ("5.2", "refusal.no_observer")
    assert refused(pos, "call J-FS M") == ""
    assert refused(pos, "call J-BS T") == refused(pos, "call J-BS C") == ""


@rule("taierzhuang", "11.0")
def test_fighters_take_the_bridge_for_canal() -> None:
    pos = lay({"B": "C27-1", "F": "J10-1"}, hands={"J-FS": 1})
    assert refused(pos, "call J-FS B") == "11.0"


@rule("taierzhuang", "7.2.2d", "R-20")
def test_bombers_meet_the_full_value_of_the_town_also_when_it_is_contested() -> None:
    pos = lay({"G": "C31-1 J10-1"}, hands={"J-BS": 1})
    act(pos, "call J-BS G")
    assert throw(pos, 4, 5) == (15, 14, 1)


@rule("taierzhuang", "7.2.2d", "R-20", "5.2")
@pytest.mark.parametrize(("chit", "value"), [("C-AF", 4), ("C-HA", 5)])
def test_chinese_guns_and_aircraft_meet_it_too(chit: str, value: int) -> None:
    pos = lay({"G": "J10-1", "C": "C31-1"}, side="chinese", hands={chit: 1})
    act(pos, f"call {chit} G")
    assert throw(pos, 6, 6) == (12 + value, 14, value - 2)


@rule("taierzhuang", "5.2", "4.0")
def test_rain_and_mist_grounds_aircraft() -> None:
    pos = lay({"N": "C27-1 J10-1"}, hands={"J-BS": 1, "J-FS": 1, "J-HA": 1}, event=9)
    assert refused(pos, "call J-BS N") == refused(pos, "call J-FS N") == "5.2"
    assert {text for text in choices(pos) if text.startswith("call")} == {"call J-HA N"}


@rule("taierzhuang", "5.2", "R-39")
def test_the_emperors_will_makes_a_supplied_area_ready() -> None:
    table = {"X": "J10-1", "R": "J10-2", "H": "J10-3", "JE1": "J10-4", "N": "C27-1"}
    pos = lay(table, spent="J10-2 J10-3 J10-4", hands={"J-WE": 1})
    assert {text for text in choices(pos) if text.startswith("call")} == {"call J-WE R", "call J-WE JE1"}
    assert refused(pos, "call J-WE H") == "5.2"
    act(pos, "call J-WE R")
    assert not is_spent(pos, "J10-2")
    assert is_spent(pos, "J10-3")
    assert pos.actor == "chinese"


# --- Banzai, Engineers, Armoured Spearhead ------------------------------------------------------------


@rule("taierzhuang", "5.2", "7.2.2b", "7.2.2d", "R-59")
def test_banzai_moves_one_area_and_attacks_inside() -> None:
    pos = lay({"M": "J10-1..3", "G": "C31-1"}, hands={"J-BZ": 1})
    act(pos, "play J-BZ", "assault G J10-1,J10-2,J10-3", "resolve")
    assert place(pos, "J10-1") == "G"
    assert throw(pos, 3, 4) == (15, 11, 4)
    act(pos, "flip C31-1", "destroy C31-1")
    assert control(pos, "G") == "japanese"
    assert is_spent(pos, "J10-1")


@rule("taierzhuang", "7.2.2c", "R-21")
def test_the_level_counts_against_banzai() -> None:
    pos = lay({"U": "J10-1..3", "N": "C27-1"}, hands={"J-BZ": 1})
    act(pos, "play J-BZ", "assault N J10-1,J10-2,J10-3", "resolve")
    assert throw(pos, 3, 4) == (15, 9, 6)


@rule("taierzhuang", "7.2.2b", "5.2", "R-59")
def test_banzai_with_engineers_as_a_human_wave() -> None:
    pos = lay({"M": "J10-1..3", "G": "C31-1"}, hands={"J-BZ": 1, "J-EN": 1})
    act(pos, "play J-BZ", "assault G J10-1", "join J10-2,J10-3", "wave", "play J-EN", "resolve")
    assert throw(pos, 3, 4) == (19, 11, 8)


@rule("taierzhuang", "5.2", "11.0", "R-59")
def test_who_makes_no_banzai_and_where() -> None:
    table = {"M": "J10-1 JT-1", "G": "C31-1 J63-1", "B": "C27-1", "A": "C27-2", "F": "J63-2", "E": "J63-3"}
    pos = lay(table, hands={"J-BZ": 1})
    act(pos, "play J-BZ")
    assert refused(pos, "assault G JT-1") == "5.2"
    assert refused(pos, "assault G J63-1") == "5.2"
    assert refused(pos, "assault N J10-1") == "7.2"
    assert refused(pos, "assault B J63-2") == ""
    assert refused(pos, "assault A J63-3") == "11.0"
    assert refused(pos, "pass") == "5.2"


@rule("taierzhuang", "7.1.2", "7.1.1", "R-59")
def test_the_step_of_a_banzai_is_a_normal_move() -> None:
    table = {"M": "J10-1..3", "G": "C31-1 J39-1..7 J40-1"}
    pos = lay(table, hands={"J-BZ": 1})
    act(pos, "play J-BZ")
    assert refused(pos, "assault G J10-1,J10-2,J10-3") == "7.1.2"
    act(pos, "assault G J10-1,J10-2")
    assert refused(pos, "join J10-3") == "7.1.2"


@rule("taierzhuang", "5.2")
def test_a_banzai_that_nobody_could_make_is_not_played() -> None:
    pos = lay({"Y": "J10-1", "G": "C31-1"}, hands={"J-BZ": 1})
    assert refused(pos, "play J-BZ") == "5.2"


@rule("taierzhuang", "5.2")
def test_engineers_need_infantry() -> None:
    pos = lay({"N": "C27-1 JT-1 J10-1"}, hands={"J-EN": 1})
    act(pos, "fire N JT-1")
    assert refused(pos, "play J-EN") == "5.2"
    act(pos, "join J10-1", "play J-EN", "resolve")
    throw(pos, 1, 1)
    act(pos, "destroy C27-1")
    assert is_spent(pos, "J10-1")
    assert is_spent(pos, "JT-1")


@rule("taierzhuang", "2.4", "5.2", "R-55")
def test_an_armoured_spearhead_stays_ready() -> None:
    pos = lay({"Y": "JT-1..2 J10-1", "N": "C27-1"}, hands={"J-AS": 1})
    act(pos, "move JT-1,J10-1")
    assert refused(pos, "play J-AS") == "5.2"
    pos = lay({"Y": "JT-1..2 J10-1", "N": "C27-1"}, hands={"J-AS": 1})
    act(pos, "move JT-1,JT-2", "play J-AS")
    assert refused(pos, "join J10-1") == refused(pos, "play J-AS") == "5.2"
    act(pos, "go Y-U-Q", "leave JT-1", "halt", "pass")
    assert not is_spent(pos, "JT-1")
    assert not is_spent(pos, "JT-2")
    assert refused(pos, "move JT-1") == ""


@rule("taierzhuang", "2.4", "5.2")
def test_an_armoured_spearhead_that_fires_stays_ready() -> None:
    pos = lay({"N": "C27-1 JT-1..2 J10-1"}, hands={"J-AS": 1, "J-BZ": 1, "J-WE": 1})
    act(pos, "fire N JT-1")
    assert refused(pos, "play J-BZ") == refused(pos, "play J-WE") == "5.2"
    act(pos, "play J-AS")
    assert refused(pos, "join J10-1") == "5.2"
    assert refused(pos, "join JT-2") == ""
    act(pos, "all")
    assert under_way(pos, Attack).group.bit_count() == 2
    act(pos, "resolve")
    throw(pos, 1, 1)
    assert not is_spent(pos, "JT-1")


# --- Night Attack, Resolute Defenders, Li Tsung Jen, Dare to Die --------------------------------------


@rule("taierzhuang", "11.0", "5.2", "7.2.2d", "R-59")
def test_a_night_attack_crosses_the_canal() -> None:
    pos = lay({"C": "C2-1..3", "H": "J10-1"}, side="chinese", hands={"C-NA": 1})
    act(pos, "play C-NA", "assault H C2-1,C2-2,C2-3", "resolve")
    assert throw(pos, 3, 4) == (15, 11, 4)
    assert place(pos, "C2-1") == "H"


@rule("taierzhuang", "7.2.2a", "7.2.2b", "11.0", "7.1.1", "R-17")
def test_a_night_attack_of_zero_factors_over_the_corner_as_a_human_wave() -> None:
    pos = lay({"C": "C27-5..8", "I": "J10-1"}, side="chinese", hands={"C-NA": 1})
    act(pos, "play C-NA", "assault I C27-5,C27-6,C27-7,C27-8", "wave", "resolve")
    assert throw(pos, 5, 5) == (13, 11, 2)


@rule("taierzhuang", "5.2", "R-59")
def test_a_night_attack_can_be_made_on_the_spot_and_only_the_movers_attack() -> None:
    pos = lay({"N": "C2-1..2 J10-1", "M": "C2-3"}, side="chinese", hands={"C-NA": 1})
    act(pos, "play C-NA", "assault N C2-1", "resolve")
    assert throw(pos, 3, 2) == (2 + 5 + 2, 8, 1)
    act(pos, "flip J10-1")
    assert is_spent(pos, "C2-1")
    assert not is_spent(pos, "C2-2")


@rule("taierzhuang", "5.2", "R-59")
def test_a_night_attack_comes_out_of_a_zone() -> None:
    pos = lay({"CS": "C2-1", "A": "J10-1"}, side="chinese", hands={"C-NA": 1})
    act(pos, "play C-NA", "assault A C2-1", "resolve")
    throw(pos, 1, 1)
    assert place(pos, "C2-1") == "A"


@rule("taierzhuang", "5.2", "7.2.2b", "R-31")
def test_resolute_defenders_counter_attack_with_spent_units() -> None:
    pos = lay({"G": "C31-1 C31-5 C31-6 J39-4"}, side="chinese", spent="C31-1 C31-5", hands={"C-RD": 1})
    act(pos, "play C-RD", "assault G C31-1,C31-5,C31-6", "resolve")
    assert throw(pos, 4, 4) == (9, 10, 0)
    assert all(is_spent(pos, unit) for unit in ("C31-1", "C31-5", "C31-6"))


@rule("taierzhuang", "5.2")
def test_the_counter_attack_needs_a_contested_area() -> None:
    pos = lay({"G": "C31-1", "H": "J10-1", "N": "C27-1 J10-2"}, side="chinese", hands={"C-RD": 1})
    act(pos, "play C-RD")
    assert refused(pos, "assault G C31-1") == "7.2"
    assert refused(pos, "assault H C31-1") == "5.2"
    assert choices(pos) == {"assault N C27-1"}


@rule("taierzhuang", "5.2", "R-30")
def test_resolute_defenders_add_three_to_one_defence_once() -> None:
    pos = lay({"N": "C27-1", "U": "J63-1"}, hands={"C-RD": 2})
    act(pos, "fire N J63-1", "resolve")
    assert (pos.decision.kind, pos.actor, choices(pos)) == ("stand", "chinese", {"decline", "play C-RD"})
    act(pos, "play C-RD")
    assert pos.decision.kind == "strike"
    assert throw(pos, 6, 6) == (14, 12, 2)


@rule("taierzhuang", "5.2", "R-30")
@pytest.mark.parametrize("chit", ["J-HA", "J-BS", "J-FS"])
def test_resolute_defenders_stand_against_guns_and_aircraft_too(chit: str) -> None:
    pos = lay({"N": "C27-1", "U": "J63-1"}, hands={chit: 1, "C-RD": 1})
    act(pos, f"call {chit} N", "play C-RD")
    assert throw(pos, 1, 1)[1] == 7 + 2 + 3


@rule("taierzhuang", "5.2", "9.0", "10.1", "R-61")
def test_li_tsung_jen_lets_three_areas_act_with_control_after_each() -> None:
    table = {"A": "C31-1..2", "B": "C31-3", "C": "C31-4", "K": "J10-1"}
    pos = lay(table, side="chinese", hands={"C-LC": 1, "C-NA": 1})
    act(pos, "play C-LC")
    assert refused(pos, "halt") == "5.2"
    assert refused(pos, "play C-NA") == "5.2"
    act(pos, "move C31-1", "go E", "halt")
    assert control(pos, "E") == "chinese"
    assert refused(pos, "move C31-2") == "5.2"
    act(pos, "move C31-3", "go A", "halt")
    assert refused(pos, "move C31-3") == "2.1"
    act(pos, "move C31-4", "go F", "halt")
    assert pos.actor == "japanese"
    assert in_cup(pos, "C-LC") == 1
    assert sum(pos.hands) == 1


@rule("taierzhuang", "5.2", "R-61", "R-64")
def test_under_sons_of_china_only_the_first_area_stays_ready_and_acts_once() -> None:
    pos = lay({"A": "C31-1", "B": "C31-3", "K": "J10-1"}, side="chinese", hands={"C-LC": 1})
    pos.eager = 2
    act(pos, "play C-LC", "move C31-1", "go E", "halt")
    assert not is_spent(pos, "C31-1")
    assert refused(pos, "move C31-1") == "5.2"
    act(pos, "move C31-3", "go C", "halt")
    assert is_spent(pos, "C31-3")


@rule("taierzhuang", "5.2")
def test_dare_to_die_sends_the_first_points_to_tanks() -> None:
    pos = lay({"N": "C2-1..3 JT-1 J10-1..2"}, side="chinese", hands={"C-DD": 1})
    act(pos, "fire N C2-1,C2-2,C2-3", "play C-DD", "resolve")
    assert throw(pos, 2, 1) == (12, 8, 4)
    assert refused(pos, "flip J10-1") == "5.2"
    assert choices(pos) == {"flip JT-1", "destroy JT-1"}
    act(pos, "destroy JT-1")
    assert choices(pos) == {"flip J10-1", "flip J10-2"}


@rule("taierzhuang", "5.2")
def test_the_points_for_tanks_go_no_further_than_the_tanks_can_take() -> None:
    pos = lay({"N": "C2-1..3 JT-1 J10-1"}, side="chinese", spent="JT-1", hands={"C-DD": 2})
    act(pos, "fire N C2-1,C2-2,C2-3", "play C-DD", "play C-DD", "resolve")
    throw(pos, 1, 1)
    assert choices(pos) == {"destroy JT-1"}
    act(pos, "destroy JT-1")
    assert choices(pos) == {"flip J10-1", "destroy J10-1"}


@rule("taierzhuang", "5.2", "R-69")
def test_two_dare_to_die_add_twice_but_bind_the_same_three_points_to_tanks() -> None:
    pos = lay({"N": "C2-1..3 JT-1..2 J10-1..2"}, side="chinese", hands={"C-DD": 2})
    act(pos, "fire N C2-1,C2-2,C2-3", "play C-DD", "play C-DD", "resolve")
    assert throw(pos, 2, 1) == (15, 8, 7), "three more than with one"
    assert choices(pos) == {"flip JT-1", "flip JT-2", "destroy JT-1", "destroy JT-2"}
    act(pos, "destroy JT-1")
    assert choices(pos) >= {"flip JT-2", "flip J10-1", "destroy J10-2"}, "the other four fall where the owner likes"


@rule("taierzhuang", "5.2")
def test_dare_to_die_goes_with_a_counter_attack() -> None:
    pos = lay({"N": "C2-1 J10-1"}, side="chinese", spent="C2-1", hands={"C-DD": 1, "C-RD": 1})
    act(pos, "play C-RD", "assault N C2-1", "play C-DD", "resolve")
    assert throw(pos, 1, 2) == (8, 8, 0)


# --- PaK 36 ---------------------------------------------------------------------------------------------


@rule("taierzhuang", "5.2", "R-60")
def test_pak_36_shoots_at_the_tanks_that_enter_and_spares_the_infantry() -> None:
    pos = lay({"N": "JT-1..2 J10-4", "M": "C27-1"}, hands={"C-AT": 1})
    act(pos, "move JT-1,JT-2,J10-4", "go M", "play C-AT")
    assert throw(pos, 4, 5) == (14, 8, 6)
    assert refused(pos, "flip J10-4") == "7.4"
    act(pos, "destroy JT-1", "destroy JT-2")
    assert place(pos, "J10-4") == "M"
    assert is_spent(pos, "J10-4")
    assert pos.actor == "chinese"


@rule("taierzhuang", "5.2", "R-60")
def test_a_tank_that_pak_36_flips_stays_where_it_is() -> None:
    pos = lay({"N": "JT-1", "M": "C27-1"}, hands={"C-AT": 1, "J-AS": 1})
    act(pos, "move JT-1", "play J-AS", "go M", "play C-AT")
    assert throw(pos, 2, 2) == (9, 8, 1)
    act(pos, "flip JT-1", "decline")
    assert place(pos, "JT-1") == "M"
    assert is_spent(pos, "JT-1")


@rule("taierzhuang", "5.2", "R-60")
def test_pak_36_takes_tanks_out_of_an_attack() -> None:
    pos = lay({"M": "JT-1 J10-1 C27-1"}, hands={"C-AT": 1, "C-RD": 1})
    act(pos, "fire M JT-1,J10-1", "wave", "resolve")
    assert pos.decision.kind == "pak"
    act(pos, "play C-AT", "throw 3 3", "destroy JT-1")
    assert pos.decision.kind == "stand"
    act(pos, "decline")
    assert throw(pos, 4, 4) == (10, 7, 3)


@rule("taierzhuang", "5.2", "R-60")
def test_an_attack_without_attackers_does_not_take_place() -> None:
    pos = lay({"M": "JT-1 C27-1"}, hands={"C-AT": 1})
    act(pos, "fire M JT-1", "resolve", "play C-AT", "throw 6 6", "destroy JT-1")
    assert pos.decision.kind == "impulse"
    assert pos.actor == "chinese"


@rule("taierzhuang", "5.2", "R-60")
def test_several_pak_36_fire_one_after_the_other() -> None:
    pos = lay({"N": "JT-1..2", "M": "C27-1"}, hands={"C-AT": 2})
    act(pos, "move JT-1,JT-2", "go M", "play C-AT", "throw 2 2", "flip JT-1")
    assert choices(pos) == {"decline", "play C-AT"}
    act(pos, "play C-AT", "throw 2 2", "retreat JT-1 N", "decline")
    assert (place(pos, "JT-1"), place(pos, "JT-2"), pos.actor) == ("N", "M", "chinese")


@rule("taierzhuang", "5.2")
def test_tanks_that_enter_an_area_without_chinese_units_meet_no_guns() -> None:
    pos = lay({"N": "JT-1", "S": "C27-1"}, hands={"C-AT": 1})
    act(pos, "move JT-1", "go M", "halt")
    assert pos.decision.kind == "impulse"


# --- windows that never tell what is held ---------------------------------------------------------------


@rule("taierzhuang", "5.2", "5.0")
@pytest.mark.parametrize("hands", [{}, {"C-AT": 2, "C-RD": 2}])
def test_the_reaction_windows_open_whatever_is_held(hands: dict[str, int]) -> None:
    pos = lay({"M": "JT-1 C27-1"}, hands=hands)
    act(pos, "fire M JT-1", "resolve")
    assert (pos.decision.kind, pos.actor) == ("pak", "chinese")
    act(pos, "decline")
    assert (pos.decision.kind, pos.actor) == ("stand", "chinese")


@rule("taierzhuang", "5.2")
def test_other_answers_to_a_window_are_refused() -> None:
    pos = lay({"M": "JT-1 C27-1"}, hands={"C-RD": 1, "C-AT": 0})
    act(pos, "fire M JT-1", "resolve")
    assert refused(pos, "play C-RD") == refused(pos, "play C-AT") == refused(pos, "pass") == "5.2"


@rule("taierzhuang", "5.0")
def test_the_chart_has_sixteen_japanese_and_twenty_chinese_chits() -> None:
    book = GAME.book()
    counts = [sum(book.chit_counts[chit] for chit in book.chits_of[side]) for side in (0, 1)]
    assert counts == [16, 20]
    actions = {chit.name for chit in book.chits if chit.action}
    assert actions == {
        "Heavy Artillery",
        "Bomber Support",
        "Fighter Support",
        "Will of the Emperor",
        "Air Force",
        "Night Attack",
        "Resolute Defenders",
        "Li Tsung Jen's Command",
    }


def test_hold_is_honest() -> None:
    pos = lay({"Y": "J10-1"})
    hold(pos, {"J-HA": 2})
    assert not [line for line in pos.violations() if line.startswith("5.2")]


@rule("taierzhuang", "5.2", "R-30")
def test_a_second_banzai_is_not_added_to_an_assault() -> None:
    pos = lay({"M": "J10-1", "G": "C31-1"}, hands={"J-BZ": 2, "J-EN": 2})
    act(pos, "play J-BZ", "assault G J10-1")
    assert refused(pos, "play J-BZ") == "5.2"
    act(pos, "play J-EN", "play J-EN")


@rule("taierzhuang", "12.6", "5.2", "R-66")
def test_no_spearhead_goes_with_an_infiltration_even_of_tanks() -> None:
    pos = lay({"U": "JT-1", "N": "J63-1 C27-1"}, hands={"J-AS": 1}, switches={"infiltration": True})
    act(pos, "infiltrate N JT-1")
    no = ("12.6", "refusal.spearhead_infiltration")
    assert why(pos, "play J-AS") == no
    act(pos, "resolve", "roll 1", "decline")
    assert why(pos, "play J-AS") == no
    act(pos, "go M")
    assert why(pos, "play J-AS") == no
    act(pos, "halt")
    assert is_spent(pos, "JT-1")


@rule("taierzhuang", "12.6", "8.0", "R-66")
def test_infantry_stays_where_a_tank_that_retreats_takes_the_last_vacant_area() -> None:
    """M is the only vacant area around N; the PaK drives the tank there."""
    table = {"U": "JT-1 J10-1", "N": "J63-1 C27-1", "I": "C31-1", "Q": "C31-2", "R": "C31-3", "Y": "C31-4"}
    pos = lay(table, hands={"C-AT": 1}, switches={"infiltration": True})
    act(pos, "infiltrate N JT-1", "join J10-1", "resolve", "roll 1", "play C-AT")
    bonus, defence = 5, pos.best_defence(1 << pos.book.lexicon.piece_numbers["JT-1"])
    dice = defence + 2 - bonus
    act(pos, f"throw {dice - 1} 1" if dice <= 7 else f"throw {dice - 6} 6")
    act(pos, "flip JT-1", "retreat JT-1 M")
    assert place(pos, "JT-1") == "M"
    assert place(pos, "J10-1") == "N"
    assert is_spent(pos, "J10-1")


@rule("taierzhuang", "5.2", "7.1.1", "R-59")
def test_a_banzai_goes_from_enemy_area_to_enemy_area() -> None:
    pos = lay({"N": "J10-1..2 C27-1", "M": "C27-2"}, hands={"J-BZ": 1})
    act(pos, "play J-BZ")
    assert refused(pos, "assault M J10-1") == ""
    assert pos.decision.kind == "assault"
    act(pos, "assault M J10-1")
    assert pos.decision.prompt == "prompt.banzai"
    assert refused(pos, "join J10-2") == ""


@rule("taierzhuang", "5.2", "2.4", "R-64")
@pytest.mark.parametrize("begun", ["fire N J10-1", "play J-BZ/assault M J10-1"])
def test_an_attack_is_the_first_action_that_an_event_keeps_ready(begun: str) -> None:
    pos = lay({"N": "J10-1 C27-1", "M": "C27-2", "A": "C31-1"}, hands={"J-BZ": 1})
    pos.eager = 0b11
    act(pos, *begun.split("/"), "resolve", "decline", "throw 1 1")
    assert (pos.spent, pos.eager) == (0, 0b10)


@rule("taierzhuang", "5.2", "R-64")
@pytest.mark.parametrize("eager", [0b01, 0b10])
@pytest.mark.parametrize("call", ["call J-BS N", "call J-WE Y"])
def test_who_calls_guns_or_the_emperor_flips_nobody(call: str, eager: int) -> None:
    pos = lay({"N": "J10-1 C27-1", "A": "C31-1", "JE1": "J63-1", "X": "J63-2", "Y": "J39-1"}, spent="J39-1")
    hold(pos, {"J-BS": 1, "J-WE": 1})
    pos.eager = eager
    act(pos, call)
    if pos.decision.kind == "stand":
        act(pos, "decline", "throw 1 1", "flip C27-1")
    assert not any(is_spent(pos, unit) for unit in ("C31-1", "J10-1", "J63-1", "J63-2"))
    assert (pos.eager, pos.actor) == (eager, "chinese")


@rule("taierzhuang", "5.2", "R-31")
def test_whom_a_chit_calls_to_an_assault() -> None:
    """Banzai: Ready infantry; Night Attack: Ready units; Resolute Defenders: all who are there."""
    pos = lay({"N": "J10-1..2 JT-1 C27-1..2"}, spent="J10-2 C27-2")
    here, names = pos.book.map.index("N"), pos.book.lexicon.pieces
    called = {effect: {names[unit] for unit in bits(mates(pos, 0, here, manner))} for effect, manner in MANNER.items()}
    assert called["banzai"] == {"J10-1"}
    assert called["night_attack"] == {"J10-1", "JT-1"}
    assert {names[unit] for unit in bits(mates(pos, 1, here, COUNTER))} == {"C27-1", "C27-2"}


@rule("taierzhuang", "5.2", "R-61")
def test_a_command_ends_when_nobody_else_can_act_or_wants_to() -> None:
    pos = lay({"A": "C31-1..2", "K": "J10-1"}, side="chinese", hands={"C-LC": 1}, spent="C110-10")
    act(pos, "play C-LC")
    assert pos.decision.params["count"] == 3
    assert pos.decision.prompt == "prompt.command_first", "an area has to act before one may halt"
    assert choices(pos) == {"move C31-1", "move C31-2"}
    act(pos, "move C31-1", "go E", "halt")
    assert (pos.actor, pos.decision.kind) == ("japanese", "impulse"), "the area has acted and there is no other"
    pos = lay({"A": "C31-1", "G": "C31-2 J10-1", "Y": "C31-3"}, side="chinese", hands={"C-LC": 1}, spent="C110-10")
    act(pos, "play C-LC", "fire G C31-2", "resolve", "throw 1 1")
    assert (pos.decision.prompt, pos.decision.params["count"]) == ("prompt.command", 2)
    assert refused(pos, "fire G C31-2") == "2.1"
    assert choices(pos) == {"move C31-1", "move C31-3", "halt"}
    act(pos, "halt")
    assert pos.actor == "japanese"
    assert is_spent(pos, "C31-2")
    assert not is_spent(pos, "C31-1")


@rule("taierzhuang", "5.2", "R-61", "R-64")
def test_under_a_command_nobody_joins_a_second_action() -> None:
    """Ready after the first action by an event, the unit stands in an area that acts later, and has acted."""
    pos = lay({"A": "C31-1", "B": "C31-3..4", "K": "J10-1"}, side="chinese", hands={"C-LC": 1})
    pos.eager = 2
    act(pos, "play C-LC", "move C31-1", "go B", "halt")
    assert refused(pos, "move C31-1,C31-3") == "5.2"
    act(pos, "move C31-3")
    assert refused(pos, "join C31-1") == "5.2"
    assert {text for text in choices(pos) if text.startswith("join")} == {"join C31-4"}
    act(pos, "all", "go C", "halt")
    assert (place(pos, "C31-1"), place(pos, "C31-4")) == ("B", "C")
    pos = lay({"A": "C31-1", "B": "C31-3..4 J10-1"}, side="chinese", hands={"C-LC": 1})
    pos.eager = 2
    act(pos, "play C-LC", "move C31-1", "go B", "fire B C31-3")
    assert refused(pos, "join C31-1") == "5.2"
    assert {text for text in choices(pos) if text.startswith("join")} == {"join C31-4"}
