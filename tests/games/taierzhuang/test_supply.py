"""Storm Over Taierzhuang 6.3 Japanese supply, 6.4, and the chits of the End Phase."""

from __future__ import annotations

import pytest
from tests.games.taierzhuang.table import act, choices, in_cup, is_spent, lay, reason, refused

from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.supply import check_supply, supplied
from shapan.kernel import Event, rule

CHAIN = {"X": "J10-1", "R": "J10-2", "I": "J10-3", "H": "J10-4"}


def areas(pos: Position) -> str:
    return "".join(pos.book.map.names(supplied(pos)))


@rule("taierzhuang", "6.3", "R-52")
def test_a_chain_of_areas_leads_to_a_zone() -> None:
    assert areas(lay(CHAIN)) == "HIRX"


@rule("taierzhuang", "6.3", "R-35")
def test_an_empty_link_cuts_everything_behind_it() -> None:
    pos = lay({"X": "J10-1", "I": "J10-3", "H": "J10-4"}, spent="J10-3 J10-1")
    check_supply(pos)
    assert areas(pos) == "X"
    assert is_spent(pos, "J10-3")
    assert is_spent(pos, "J10-4")
    assert not is_spent(pos, "J10-1")


@rule("taierzhuang", "6.3")
def test_chinese_units_in_the_chain_do_not_matter() -> None:
    pos = lay(CHAIN | {"R": "J10-2 C31-1..5"})
    assert areas(pos) == "HIRX"


@rule("taierzhuang", "6.3", "11.0")
def test_supply_crosses_the_canal_at_the_bridge_only() -> None:
    assert areas(lay(CHAIN | {"C": "J10-5"})) == "HIRX"
    chain = CHAIN | {"G": "J10-5", "F": "J10-6", "B": "J10-7"}
    assert areas(lay(chain)) == "BFGHIRX"


@rule("taierzhuang", "6.3")
def test_with_w_and_x_empty_nobody_on_the_map_is_supplied() -> None:
    pos = lay({"Y": "J10-1", "V": "J10-2", "JE1": "J10-3"}, spent="J10-3")
    check_supply(pos)
    assert areas(pos) == ""
    assert is_spent(pos, "J10-1")
    assert not is_spent(pos, "J10-3")


@rule("taierzhuang", "6.3", "5.2", "R-62", "R-30")
def test_guerrillas_cut_and_an_air_drop_supplies_its_area_alone() -> None:
    pos = lay(CHAIN | {"R": "J10-2 J10-5", "N": "C27-1"}, hands={"C-GU": 1, "J-AD": 1})
    act(pos, "pass", "pass")
    assert (pos.decision.kind, pos.actor) == ("guerrillas", "chinese")
    assert refused(pos, "call C-GU H") == "5.2"
    assert refused(pos, "call C-GU N") == "5.2"
    act(pos, "call C-GU R", "decline")
    assert (pos.decision.kind, pos.actor) == ("air_drop", "japanese")
    assert {"call J-AD R", "call J-AD I", "call J-AD H", "decline"} == choices(pos)
    assert refused(pos, "call J-AD X") == "5.2"
    act(pos, "call J-AD H", "roll 2")
    assert areas(pos) == "HX"
    act(pos, "decline", "keep", "keep")
    assert is_spent(pos, "J10-2")
    assert is_spent(pos, "J10-3")
    assert not is_spent(pos, "J10-4")
    assert (pos.cut, pos.dropped) == (0, 0)
    assert (in_cup(pos, "C-GU"), in_cup(pos, "J-AD")) == (2, 1)


@rule("taierzhuang", "5.2")
def test_guerrillas_shun_three_units_and_the_town() -> None:
    pos = lay({"X": "J10-1..3", "R": "J10-4", "G": "J10-5"}, hands={"C-GU": 1})
    act(pos, "pass", "pass")
    assert choices(pos) == {"decline", "call C-GU R"}


@rule("taierzhuang", "5.2")
def test_an_air_drop_fails_on_four_and_more_and_in_the_rain() -> None:
    pos = lay({"H": "J10-1..3"}, hands={"J-AD": 1})
    act(pos, "pass", "pass", "call J-AD H", "roll 4")
    assert areas(pos) == ""
    pos = lay({"H": "J10-1..3"}, hands={"J-AD": 1}, event=9)
    act(pos, "pass", "pass")
    assert pos.decision.kind == "discard"


@rule("taierzhuang", "5.2", "5.0")
@pytest.mark.parametrize("hands", [{}, {"C-GU": 2, "J-AD": 1}])
def test_the_questions_of_the_end_phase_come_whatever_is_held(hands: dict[str, int]) -> None:
    pos = lay({"H": "J10-1..3", "N": "J10-4"}, hands=hands)
    act(pos, "pass", "pass")
    assert pos.decision.kind == "guerrillas"
    act(pos, "decline")
    assert pos.decision.kind == "air_drop"
    assert refused(pos, "pass") == "5.2"


@rule("taierzhuang", "6.4")
def test_chinese_units_need_no_supply() -> None:
    pos = lay({"W": "J10-1", "T": "C31-1"}, spent="C31-1")
    check_supply(pos)
    assert not is_spent(pos, "C31-1")


@rule("taierzhuang", "6.3")
def test_the_supply_overlay_follows_the_chain() -> None:
    pos = lay({"X": "J10-1", "R": "J10-2", "H": "J10-4"})
    overlays = pos.view("spectator").overlays
    assert (overlays["supply.in"], overlays["supply.out"]) == (["R", "X"], ["H"])


@rule("taierzhuang", "6.3", "4.0")
def test_what_supply_and_recovery_did_is_told() -> None:
    def told(table: dict[str, str], spent: str) -> list[tuple[str, object]]:
        pos = lay(table, spent=spent)
        events: list[Event] = []
        pos.teller = events.append
        check_supply(pos)
        return [(event.key, event.params.get("units")) for event in events]

    assert told({"W": "J10-1"}, "") == []
    assert told({"W": "J10-1"}, "J10-1") == [("event.recovered", None)]
    lost = ("event.unsupplied", ["J10-2"])
    assert told({"W": "J10-1", "N": "J10-2"}, "J10-2") == [lost]
    assert told({"W": "J10-1", "A": "C31-1", "N": "J10-2"}, "C31-1") == [lost, ("event.recovered", None)]


@rule("taierzhuang", "5.2")
@pytest.mark.parametrize(("die", "key"), [(3, "event.air_drop"), (4, "event.air_drop_fails")])
def test_an_air_drop_arrives_on_one_to_three(die: int, key: str) -> None:
    pos = lay({"H": "J10-1..3", "A": "J10-4..6", "Y": "J63-1..3"}, hands={"J-AD": 1})
    act(pos, "pass", "pass", "call J-AD Y")
    assert [event.key for event in act(pos, f"roll {die}")] == [key]
    assert areas(pos) == ("Y" if die < 4 else "")


@rule("taierzhuang", "5.2")
def test_rain_and_mist_is_the_reason_why_there_is_no_air_drop() -> None:
    pos = lay({"Y": "J63-1..3"}, hands={"J-AD": 1}, event=9)
    act(pos, "pass", "pass")
    refusal = reason(pos, "call J-AD Y")
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("5.2", "refusal.grounded")


@rule("taierzhuang", "5.2", "6.3")
def test_guerrillas_cut_the_first_and_the_last_area_alike() -> None:
    pos = lay({"W": "J10-1..3", "A": "J10-4", "Y": "J10-5..6"}, hands={"C-GU": 2})
    act(pos, "pass", "pass")
    assert choices(pos) == {"decline", "call C-GU A", "call C-GU Y"}
    assert areas(pos) == "WY"
    act(pos, "call C-GU Y")
    assert areas(pos) == "W"
    assert choices(pos) == {"decline", "call C-GU A"}
