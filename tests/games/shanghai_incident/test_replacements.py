"""13.3 Japanese and 13.7 Chinese replacements, and what else is placed and bought in a pause (13.6, 17.1)."""

from typing import Any

import pytest
from tests.games.shanghai_incident.table import (
    C,
    J,
    at,
    calling,
    do,
    hexes,
    keys,
    legal,
    options,
    reason,
    refused,
    situation,
    unit,
    where,
)

from shapan.games.shanghai_incident.pauses import Refitting
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.games.shanghai_incident.redeployment import Redeploying
from shapan.games.shanghai_incident.replacements import home, recall_hexes
from shapan.kernel import rule


def refit(units: dict[str, str], side: int, dead: str = "", **fields: Any) -> ShanghaiPosition:
    """A side places and buys in a pause; some units have been eliminated."""
    pos = situation(units, **fields)
    for name in dead.split():
        pos.kill(unit(name))
    pos.then(Refitting(side))
    pos.settle()
    return pos


# --- who receives a step --------------------------------------------------------------------------


@rule("shanghai_incident", "13.3", "13.7", "16.4")
def test_a_replacement_that_is_refused_says_why() -> None:
    units = {"C-78-1": "1418-", "C-78-2": "1509", "C-78-155S": "1509", "C-T2": "0924", "J-7": "2107"}
    pos = refit(units, C, "C-78-3 C-T1", logistics=1)
    assert reason(pos, "restore J-7") == "not_yours"
    assert reason(pos, "restore C-S1") == reason(pos, "recall FS-A1 1418") == "no_unit"
    assert reason(pos, "restore C-T2") == reason(pos, "recall C-T1 0924") == "train_replaced"
    assert reason(pos, "restore C-78-2") == reason(pos, "restore C-78-155S") == "not_reduced"
    assert reason(pos, "restore C-78-3") == "not_reduced", "it is not on the map"
    assert reason(pos, "recall C-78-1 1417") == reason(pos, "recall C-78-4 1417") == "not_eliminated"
    assert reason(pos, "call 119") == "call_when"
    assert reason(pos, "move C-78-1 1417") == "refit"
    do(pos, "restore C-78-1")
    assert pos.steps[unit("C-78-1")] == 2
    assert (pos.logistics, pos.replaced) == (0, 1 << unit("C-78-1"))
    assert pos.decision.kind != "refit", "nothing is left to spend"


@rule("shanghai_incident", "13.3", "R-37")
def test_a_japanese_replacement_that_is_refused_says_why() -> None:
    units = {"J-3Sas": "1125-", "J-7": "1829-", "J-Vol": "1127-", "C-78-1": "0303"}
    pos = refit(units, J, replacements=(2, 0, 0, 0, 0))
    assert reason(pos, "restore J-7") == "no_steps_left"
    assert reason(pos, "restore J-Vol") == "never_replaced"
    assert (refused(pos, "restore C-78-1"), reason(pos, "restore C-78-1")) == ("13.3", "not_yours")
    assert reason(pos, "fortify C-78-1") == "chinese_only"
    assert reason(pos, "place J-9E 1829") == "not_landing"
    assert legal(pos, "done")
    assert options(pos, "restore") == {"J-3Sas"}
    assert pos.decision.prompt == "prompt.refit_steps"


@rule("shanghai_incident", "13.3")
def test_each_japanese_step_is_taken_from_its_formation() -> None:
    units = {"J-3Sas": "1125-", "J-7": "1829-", "J-35": "1929-", "C-78-1": "0303"}
    pos = refit(units, J, replacements=(2, 1, 4, 3, 2), logistics=7)
    event = do(pos, "restore J-7")[0]
    assert (event.case, pos.replacements) == ("13.3", (2, 1, 3, 3, 2))
    do(pos, "restore J-3Sas")
    assert pos.replacements == (1, 1, 3, 3, 2)
    assert (pos.logistics, pos.replaced) == (7, 0), "the Japanese pay with nothing else"
    do(pos, "done")
    assert not any(pos.replacements), "nothing is saved up"


@rule("shanghai_incident", "13.3", "13.2")
@pytest.mark.parametrize(
    ("arrived", "steps"),
    [((0, 0, 0, 0, 0), (2, 0, 0, 0, 0)), ((4, 3, 0, 0, 2), (2, 2, 0, 0, 4)), ((0, 3, 3, 3, 3), (2, 2, 4, 4, 4))],
)
def test_steps_are_for_formations_that_are_there(arrived: tuple[int, ...], steps: tuple[int, ...]) -> None:
    pos = calling({"J-3Sas": "1125-", "C-78-1": "0303"}, 1, arrived=arrived)
    while pos.decision.kind == "call":
        do(pos, "done")
    assert (pos.decision.kind, pos.actor, pos.replacements) == ("refit", "japanese", steps)


@rule("shanghai_incident", "13.7", "13.5")
def test_the_last_point_buys_a_step_and_without_one_nothing_is_offered() -> None:
    units = {"C-78-1": "1418-", "C-78-2": "1509", "J-7": "2107"}
    one = refit(units, C, "C-78-3", logistics=1)
    assert options(one, "restore") == {"C-78-1"}
    assert "C-78-3 1509" not in options(one, "recall")
    assert options(one, "recall") >= {"C-78-3 1417", "C-78-3 1601"}
    assert [action.verb for action in one.options()][-1] == "done"
    none = refit(units, C, "C-78-3")
    assert none.decision.kind != "refit"
    japanese = refit({"J-3Sas": "1125-", "C-78-1": "0303"}, J, replacements=(1, 0, 0, 0, 0))
    assert options(japanese, "restore") == {"J-3Sas"}, "they need no logistics"
    spent = refit({"J-3Sas": "1125-", "C-78-1": "0303"}, J, replacements=(0, 0, 0, 0, 0), logistics=9)
    assert spent.decision.kind != "refit"


@rule("shanghai_incident", "13.3", "13.7")
def test_neither_the_lost_nor_the_living_are_offered_a_return() -> None:
    pos = situation({"C-78-1": "1418", "J-7": "2107"}, logistics=5, lost=1 << unit("C-78-2"))
    pos.steps = tuple(0 if name in (unit("C-78-2"), unit("C-78-3")) else steps for name, steps in enumerate(pos.steps))
    pos.then(Refitting(C))
    assert {text.split()[0] for text in options(pos, "recall")} == {"C-78-3"}
    assert pos.eliminated(C) == [unit("C-78-3")]
    assert pos.eliminated(J) == []
    assert reason(pos, "recall C-78-2 1417") == "lost"


# --- where the eliminated return --------------------------------------------------------------------


@rule("shanghai_incident", "13.7", "13.6", "5.3", "T-27")
def test_the_chinese_return_on_their_edges_or_beside_a_town_of_their_division() -> None:
    units = {"C-78-1": "1820", "C-78-2": "2108", "C-60-1": "1509", "J-7": "1919"}
    pos = refit(units, C, "C-78-3 C-78-155S", logistics=5)
    book = pos.book
    near = hexes("1820") | book.grid.spread(hexes("1820"))
    assert home(pos, unit("C-78-3")) == near, "one stands in open country, another is of another division"
    safe = ~(pos.zone_of(J) | hexes("1919"))
    assert recall_hexes(pos, C, unit("C-78-155S")) == (near | book.entry) & safe
    assert recall_hexes(pos, C, unit("C-78-3")) == (near | book.entry) & safe & ~hexes("1820")
    assert reason(pos, "recall C-78-3 1820") == "stacking"
    assert legal(pos, "recall C-78-155S 1820"), "a support unit finds room"
    assert reason(pos, "recall C-78-3 2108") == reason(pos, "recall C-78-3 1509") == "recall_hex"
    assert reason(pos, "recall C-78-3 1919") == "path_enemy"
    assert reason(pos, "recall C-78-3 1819") == "recall_zone"
    event = do(pos, "recall C-78-3 1821")[0]
    assert (event.case, event.key, where(pos, "C-78-3")) == ("13.7", "event.recalled", "1821")
    assert (pos.placed, pos.replaced) == (0, 1 << unit("C-78-3")), "at home it has its allowance"
    do(pos, "recall C-78-155S 1601")
    assert pos.placed == 1 << unit("C-78-155S"), "on the edge it has none"
    assert pos.steps[unit("C-78-3")] == 1


@rule("shanghai_incident", "13.3", "13.2", "17.3")
def test_the_japanese_return_on_the_shore_or_beside_a_town_of_their_formation() -> None:
    units = {"J-3Sas": "1820", "J-SAC": "2110", "J-7": "1829", "C-78-1": "1929"}
    pos = refit(units, J, "J-1Sas J-9E", replacements=(2, 0, 4, 0, 0))
    book = pos.book
    near = hexes("1820") | book.grid.spread(hexes("1820"))
    safe = ~(pos.zone_of(C) | hexes("1929 2626 2726 2825"))
    assert recall_hexes(pos, J, unit("J-1Sas")) == (near | book.banks) & safe & ~hexes("1820 1829")
    assert (refused(pos, "recall J-1Sas 2726"), reason(pos, "recall J-1Sas 2726")) == ("17.3", "fort_fights")
    assert reason(pos, "recall J-1Sas 2028") == "recall_zone"
    assert reason(pos, "recall J-1Sas 2110") == "recall_hex"
    event = do(pos, "recall J-9E 1130")[0]
    assert (event.case, pos.placed, pos.replacements) == ("13.3", 1 << unit("J-9E"), (2, 0, 3, 0, 0))


@rule("shanghai_incident", "13.7", "13.3", "18.0", "5.2")
def test_nobody_returns_into_a_closed_sector_or_a_river() -> None:
    pos = refit({"C-78-1": "0822", "C-78-2": "0324", "J-7": "2110"}, C, "C-78-3", logistics=3)
    for here in ("0821", "0723"):
        assert (refused(pos, f"recall C-78-3 {here}"), reason(pos, f"recall C-78-3 {here}")) == ("18.0", "closed")
    shore = refit({"J-3Sas": "1029", "C-78-1": "0303"}, J, "J-1Sas", replacements=(1, 0, 0, 0, 0))
    water = shore.book.grid.names(shore.book.grid.spread(hexes("1029")) & ~shore.book.playable)[0]
    assert (refused(shore, f"recall J-1Sas {water}"), reason(shore, f"recall J-1Sas {water}")) == ("13.3", "recall_hex")


# --- 13.6 what has been called --------------------------------------------------------------------


@rule("shanghai_incident", "13.6", "5.3")
def test_an_entry_that_is_refused_says_why() -> None:
    waiting = sum(1 << unit(name) for name in ("C-60-1", "C-60-2", "C-60-3", "C-60-119S", "J-35"))
    units = {"C-78-1": "1601", "C-78-2": "1509-", "J-7": "2001", "J-19": "4603"}
    pos = refit(units, C, waiting=waiting, calls=(0, 1 << 5), logistics=3)
    assert reason(pos, "place J-35 1701") == reason(pos, "place C-60-4 1701") == "not_waiting"
    assert reason(pos, "place C-60-1 1602") == "entry_edge"
    assert reason(pos, "place C-60-1 2001") == reason(pos, "place C-60-1 4604") == "entry_enemy"
    assert reason(pos, "place C-60-1 1601") == "stacking"
    assert reason(pos, "done") == "entry_first"
    assert "done" not in {action.verb for action in pos.options()}
    assert {"place", "restore", "fortify"} <= {action.verb for action in pos.options()}
    free = pos.book.entry & ~(pos.zone_of(J) | hexes("2001 1601 4603"))
    placed = {text.split()[1] for text in options(pos, "place") if text.startswith("C-60-1 ")}
    assert placed == set(pos.book.grid.names(free))
    do(pos, "place C-60-1 1701")
    assert (pos.placed, pos.waiting) == (1 << unit("C-60-1"), waiting & ~(1 << unit("C-60-1")))
    do(pos, "place C-60-2 1801", "place C-60-3 1501", "place C-60-119S 1501")
    assert pos.decision.prompt == "prompt.refit_steps_forts", "nothing is left to place"
    assert legal(pos, "done")
    assert pos.logistics == 3, "whoever has entered is not refunded"


@rule("shanghai_incident", "13.6", "13.5", "R-42")
def test_only_a_brigade_of_which_nobody_can_enter_gets_its_point_back() -> None:
    edge = hexes("1601 1701")
    waiting = sum(1 << unit(name) for name in ("C-60-1", "C-60-2", "C-60-3", "C-60-119S"))
    pos = situation({"C-78-1": "1509-", "J-7": "2110"}, waiting=waiting, calls=(0, 1 << 5 | 1 << 13), logistics=3)
    book = pos.book
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(book, "entry", edge)
        pos.then(Refitting(C))
        pos.settle()
        told = do(pos, "place C-60-1 1601", "place C-60-2 1701", "place C-60-119S 1601")
        assert "no_entry" not in keys(told)
        assert (pos.logistics, pos.waiting) == (3, 1 << unit("C-60-3")), "the rest waits"
        assert legal(pos, "done")
        shut = situation({"C-78-1": "1509-", "J-7": "1601"}, waiting=waiting, calls=(0, 1 << 5 | 1 << 13), logistics=3)
        told.clear()
        shut.teller = told.append
        shut.then(Refitting(C))
        shut.settle()
    assert [(event.key, event.params["formation"]) for event in told] == [("event.no_entry", "119")]
    assert (shut.logistics, shut.waiting) == (4, 0)


@rule("shanghai_incident", "13.6", "13.5", "R-42")
def test_the_point_of_one_brigade_comes_back_while_another_still_enters() -> None:
    names = ("C-60-1", "C-60-2", "C-60-3", "C-60-119S", "C-60-4", "C-60-5", "C-60-6", "C-60-120S")
    waiting = sum(1 << unit(name) for name in names)
    pos = situation({"C-78-1": "1509-", "J-7": "2110"}, waiting=waiting, logistics=0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pos.book, "entry", hexes("1601"))
        pos.then(Refitting(C))
        pos.settle()
        assert pos.logistics == 0
        told = do(pos, "place C-60-1 1601")
        assert keys(told) == ["placed", "no_entry"]
        assert told[1].params["formation"] == "120"
        assert options(pos, "place") == {"C-60-119S 1601"}
        assert (pos.logistics, pos.decision.prompt) == (1, "prompt.refit_place_steps_forts")
        do(pos, "restore C-78-1")
        assert pos.decision.prompt == "prompt.refit_place", "there is no point left for anything else"
        do(pos, "place C-60-119S 1601")
        assert pos.logistics == 0, "it could be spent before the other brigade was there"
        assert pos.waiting == sum(1 << unit(name) for name in ("C-60-2", "C-60-3"))


@rule("shanghai_incident", "13.1", "13.6", "13.3", "R-42")
def test_the_japanese_refit_refunds_nothing_and_passes_if_they_can_replace_nothing() -> None:
    waiting = sum(1 << unit(name) for name in ("C-60-1", "C-60-2", "C-60-3", "C-60-119S"))
    units = {"J-3Sas": "1125-", "C-78-1": "0303"}
    pos = situation(units, waiting=waiting, calls=(0, 1 << 5), logistics=3, replacements=(1, 0, 0, 0, 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pos.book, "entry", 0)
        pos.then(Refitting(J), Refitting(C))
        pos.settle()
        assert (pos.actor, pos.logistics, pos.waiting) == ("japanese", 3, waiting)
        do(pos, "done")
        assert pos.logistics == 4
    idle = situation({"J-3Sas": "1125", "C-78-1": "0303", "C-78-2": "4302"}, replacements=(2, 0, 0, 0, 0))
    idle.then(Refitting(J), Refitting(C), Redeploying(J), Redeploying(C))
    idle.settle()
    assert (idle.decision.kind, idle.actor) == ("redeploy", "chinese"), "J-3Sas stands beside Chapei"


# --- 13.5 what it all costs -------------------------------------------------------------------------


@rule("shanghai_incident", "13.5", "13.7", "17.1")
def test_steps_and_forts_cost_what_the_chart_says(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = situation({"C-78-1": "1418-", "C-78-2": "1509", "J-7": "2107"}, "C1", logistics=5)
    monkeypatch.setitem(pos.book.logistics, "step", 2)
    monkeypatch.setitem(pos.book.logistics, "fort", 3)
    do(pos, "restore C-78-1")
    assert pos.logistics == 3
    do(pos, "fortify C-78-2")
    assert (pos.logistics, pos.forts) == (0, ((at("1509"), unit("C-78-2")),))


@rule("shanghai_incident", "13.3", "13.1")
@pytest.mark.parametrize("line", ["restore J-3Sas", "recall J-SAC 1130"])
def test_whoever_asks_for_a_step_after_a_refit_that_passed_by_itself_is_told_when_steps_are_replaced(line: str) -> None:
    pos = calling({"J-3Sas": "1129", "C-78-6": "3901"})
    do(pos, "done", "done")
    assert (pos.actor, pos.decision.kind) == ("japanese", "redeploy"), "nobody had anything to place or buy"
    assert refused(pos, line) == "13.3"
    assert reason(pos, line) == "replace_when"


@rule("shanghai_incident", "13.1", "13.7", "17.1")
def test_a_refit_asks_for_what_can_be_done_and_nothing_else() -> None:
    steps = refit({"C-78-1": "1508-", "J-7": "2110"}, C, logistics=1)
    assert steps.decision.prompt == "prompt.refit_steps", "no fort in open country"
    forts = refit({"C-78-1": "1509", "J-7": "2110"}, C, logistics=1)
    assert forts.decision.prompt == "prompt.refit_forts", "nobody has lost a step"
