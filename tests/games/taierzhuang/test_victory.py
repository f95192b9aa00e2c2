"""Storm Over Taierzhuang 9.0 Control, 10.0 Victory, 11.0 the canal."""

from __future__ import annotations

import pytest
from tests.games.taierzhuang.table import act, choices, control, lay, refused, units

from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.sequence import EndTurn, TurnEnd
from shapan.kernel import rule

TOWN = {"X": "J10-1", "R": "J10-2", "I": "J10-3", "H": "J10-4", "G": "J10-5"}
SOUTH = {"F": "J10-6", "B": "J10-7", "A": "J63-1", "C": "J63-2", "D": "J63-3"}


def finish(pos: Position) -> Position:
    """The end of the turn, without the chits of the End Phase."""
    pos.stack = (TurnEnd(), ())
    pos.phase = 6
    assert isinstance(pos.step, EndTurn)
    pos.settle()
    return pos


@rule("taierzhuang", "9.0", "R-27")
def test_control_has_no_memory_and_is_judged_everywhere() -> None:
    pos = lay({"E": "C31-1..10", "J": "C27-1 J10-1"}, side="chinese")
    assert control(pos, "E") == "chinese"
    assert control(pos, "J") == ""
    act(pos, f"move {','.join(units('C31-1..10'))}", "go A", "halt")
    assert control(pos, "E") == ""
    assert control(pos, "A") == "chinese"


@rule("taierzhuang", "9.0", "7.2.2c", "R-21")
def test_control_changes_only_when_the_impulse_ends() -> None:
    pos = lay({"U": "J10-1", "N": "C27-1"}, hands={"J-BZ": 1})
    act(pos, "play J-BZ", "assault N J10-1", "resolve")
    assert control(pos, "N") == "chinese"
    assert control(pos, "U") == "japanese"
    act(pos, "decline", "throw 1 1")
    assert control(pos, "N") == control(pos, "U") == ""


@rule("taierzhuang", "9.0")
def test_who_takes_an_area_is_told_and_who_loses_one_to_nobody() -> None:
    def told(pos: Position, *texts: str) -> list[tuple[str, str, str]]:
        events = [event for event in act(pos, *texts) if event.key.startswith("event.control")]
        return [(event.key, event.params["side"], event.params["area"]) for event in events]

    left, moved = ("event.control_lost", "chinese", "E"), ("event.control", "chinese", "A")
    assert told(lay({"E": "C31-1", "J": "C27-1 J10-1"}, side="chinese"), "move C31-1", "go A", "halt") == [moved, left]
    assault = ("play J-BZ", "assault N J10-1", "all", "resolve", "decline")
    gone = ("event.control_lost", "japanese", "U")
    pos = lay({"U": "J10-1..6", "N": "C27-1"}, hands={"J-BZ": 1}, spent="C27-1")
    assert told(pos, *assault, "throw 6 6", "destroy C27-1") == [("event.control", "japanese", "N"), gone]
    pos = lay({"U": "J10-1", "N": "C27-1"}, hands={"J-BZ": 1})
    shared = ("event.control_lost", "chinese", "N")
    assert told(pos, *assault[:2], *assault[3:], "throw 1 1") == [gone, shared]


@rule("taierzhuang", "2.2", "9.0")
def test_control_markers_are_shown() -> None:
    pos = lay({"E": "C31-1", "Y": "J10-1"})
    marks = {mark.side: mark.places for mark in pos.view("spectator").marks if mark.kind == "control"}
    assert marks["japanese"] == ["Y"]
    assert "E" in marks["chinese"]


@rule("taierzhuang", "10.0", "R-38")
def test_the_town_in_supply_wins_at_the_end() -> None:
    pos = finish(lay(TOWN, turn=13))
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("japanese", "10.0")


@rule("taierzhuang", "10.0")
def test_the_south_bank_in_supply_wins_at_the_end() -> None:
    chain = {area: names for area, names in TOWN.items() if area != "G"} | {"M": "J10-5", "K": "J39-1"}
    pos = finish(lay(chain | SOUTH, turn=13))
    assert pos.outcome is not None
    assert pos.outcome.key == "outcome.south"


@rule("taierzhuang", "10.0")
@pytest.mark.parametrize("change", [{"H": "J10-4 C31-1"}, {"R": ""}, {"G": ""}])
def test_one_chinese_unit_or_a_cut_chain_denies_it(change: dict[str, str]) -> None:
    pos = finish(lay(TOWN | change, turn=13))
    assert pos.outcome is not None
    assert pos.outcome.winner == "chinese"


@rule("taierzhuang", "10.0", "6.3", "R-62")
def test_guerrillas_can_cost_the_game_in_the_last_end_phase() -> None:
    pos = lay(TOWN, turn=13, hands={"C-GU": 1})
    act(pos, "pass", "pass", "call C-GU R", "decline", "decline")
    assert pos.outcome is not None
    assert pos.outcome.winner == "chinese"


@rule("taierzhuang", "10.0")
def test_before_the_last_turn_the_town_wins_nothing() -> None:
    pos = finish(lay(TOWN, turn=12))
    assert pos.outcome is None
    assert pos.turn == 13


@rule("taierzhuang", "10.1")
def test_all_six_areas_in_supply_win_at_once() -> None:
    table = TOWN | SOUTH | {"D": "", "C": "J63-2..3"}
    pos = lay(table, turn=6)
    act(pos, "move J63-3", "go D", "halt")
    assert pos.outcome is not None
    assert pos.outcome.case == "10.1"


@rule("taierzhuang", "10.1")
def test_without_supply_or_with_five_areas_the_game_goes_on() -> None:
    table = TOWN | SOUTH | {"D": "", "C": "J63-2..3", "R": ""}
    pos = lay(table, turn=6)
    act(pos, "move J63-3", "go D", "halt")
    assert pos.outcome is None


@rule("taierzhuang", "10.1")
def test_a_chinese_impulse_can_hand_japan_the_last_area() -> None:
    pos = lay(TOWN | SOUTH | {"H": "J10-4 C31-1"}, side="chinese", turn=6)
    act(pos, "move C31-1", "go M", "halt")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("japanese", "10.1")


@rule("taierzhuang", "10.2", "R-37")
@pytest.mark.parametrize(("turn", "over"), [(3, False), (4, True)])
def test_without_japanese_units_on_the_map_china_wins_from_turn_four(turn: int, over: bool) -> None:
    pos = finish(lay({"JE1": "J10-1", "N": "C27-1"}, turn=turn))
    assert (pos.outcome is not None) == over
    if pos.outcome:
        assert (pos.outcome.winner, pos.outcome.case, pos.outcome.level) == ("chinese", "10.2", "supreme")


@rule("taierzhuang", "10.2", "R-36")
def test_japan_wins_when_the_last_chinese_unit_leaves_the_map() -> None:
    pos = lay({"N": "C27-5 J10-1..3", "CS": "C2-1..10"}, turn=5, spent="C27-5", guard=False)
    act(pos, "fire N J10-1,J10-2,J10-3", "resolve", "decline", "throw 6 6", "destroy C27-5")
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("japanese", "10.2")


@rule("taierzhuang", "10.0", "10.1")
def test_the_ledger_shows_the_six_areas() -> None:
    pos = lay(TOWN | {"R": "", "A": "C31-1"})
    ledger = next(ledger for ledger in pos.view("spectator").ledgers if ledger.id == "victory")
    rows = {row.params["area"]: row.value for row in ledger.rows}
    assert rows == {"A": "chinese", "B": "none", "C": "none", "D": "none", "G": "unsupplied", "H": "unsupplied"}


@rule("taierzhuang", "11.0", "R-34")
def test_japan_crosses_the_canal_at_the_bridge_only() -> None:
    pos = lay({"F": "J10-1", "E": "J10-2", "N": "C27-1"})
    act(pos, "move J10-1")
    assert refused(pos, "go F-B") == ""
    pos = lay({"F": "J10-1", "E": "J10-2", "N": "C27-1"})
    act(pos, "move J10-2")
    assert refused(pos, "go E-A") == refused(pos, "go E-B") == "11.0"
    assert "go D" not in choices(pos)


@rule("taierzhuang", "11.0")
@pytest.mark.parametrize("path", ["A-E", "E-B", "G-C", "C-H", "L-D", "B-F"])
def test_china_crosses_it_anywhere(path: str) -> None:
    start, goal = path.split("-")
    pos = lay({start: "C31-1"}, side="chinese")
    act(pos, "move C31-1")
    assert refused(pos, f"go {start}-{goal}") == ""


@rule("taierzhuang", "11.0")
def test_nobody_fires_over_the_canal_or_the_bridge() -> None:
    pos = lay({"F": "J10-1", "B": "C27-1", "G": "J10-2", "C": "C27-2"})
    assert refused(pos, "fire B J10-1") == "11.0"
    assert refused(pos, "fire C J10-2") == "11.0"
