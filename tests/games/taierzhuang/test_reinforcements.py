"""Storm Over Taierzhuang 6.0 to 6.2 Reinforcements, 12.4."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.games.taierzhuang.table import GAME, act, choices, in_cup, lay, place, refused

from shapan.games.taierzhuang import reinforcements
from shapan.games.taierzhuang.deployment import Drawing
from shapan.games.taierzhuang.game import Position
from shapan.kernel import DICE, rule


def phase(
    turn: int,
    hands: Mapping[str, int] | None = None,
    pools: str = "both",
    drm: int = 0,
    switches: Mapping[str, Any] | None = None,
) -> Position:
    table = {"Y": "J10-1"}
    if pools in ("both", "chinese"):
        table["pool.chinese"] = "C2-1..10 C25-1..10"
    if pools in ("both", "japanese"):
        table["pool.japanese"] = "J21-1..4"
    pos = lay(table, turn=turn, hands=hands, switches=switches)
    pos.stack, pos.phase, pos.drm = (), 2, drm
    reinforcements.begin(pos)
    pos.settle()
    return pos


@rule("taierzhuang", "6.1")
@pytest.mark.parametrize(
    ("turn", "dice", "comes"),
    [(2, "1 1", True), (13, "6 6", False), (5, "2 3", True), (5, "3 3", False), (12, "6 6", False), (12, "5 6", True)],
)
def test_the_first_roll(turn: int, dice: str, comes: bool) -> None:
    pos = phase(turn, pools="chinese")
    act(pos, "decline", f"throw {dice}")
    assert (pos.decision.kind == "quantity") == comes


@rule("taierzhuang", "6.1", "R-06")
def test_a_failed_roll_is_repeated_once_for_a_chit() -> None:
    pos = phase(5, {"C-DD": 2})
    act(pos, "decline", "throw 3 3")
    assert choices(pos) == {"decline", "pay C-DD"}
    act(pos, "pay C-DD")
    assert (pos.held(1), in_cup(pos, "C-DD")) == (1, 2)
    act(pos, "throw 2 3")
    assert pos.decision.kind == "quantity"
    pos = phase(5, {"C-DD": 2}, pools="chinese")
    act(pos, "decline", "throw 3 3", "pay C-DD", "throw 6 6")
    assert pos.decision.kind not in ("reroll_test", "quantity")


@rule("taierzhuang", "6.1", "R-06")
def test_a_success_may_be_repeated_too_and_so_may_the_number() -> None:
    pos = phase(9, {"C-DD": 2})
    act(pos, "decline", "throw 2 3")
    assert pos.decision.kind == "reroll_test"
    act(pos, "decline", "throw 1 1")
    assert pos.decision.kind == "reroll_quantity"
    assert refused(pos, "pay C-NA") == "6.1"
    act(pos, "pay C-DD", "throw 3 2")
    assert pos.top == Drawing(1, 5)


@rule("taierzhuang", "6.1")
def test_without_chits_nothing_is_repeated() -> None:
    pos = phase(5)
    act(pos, "decline", "throw 3 3")
    assert pos.decision.kind != "reroll_test"


@rule("taierzhuang", "6.1", "R-07", "5.2")
def test_the_generalissimos_order_helps_the_first_roll() -> None:
    pos = phase(4, {"C-GO": 1})
    assert refused(pos, "play C-DD") == "5.2"
    act(pos, "play C-GO", "throw 3 4")
    assert pos.decision.kind == "quantity"
    pos = phase(4, {"C-GO": 1})
    act(pos, "play C-GO", "throw 6 6")
    assert pos.decision.kind != "quantity"


@rule("taierzhuang", "5.2", "6.1")
@pytest.mark.parametrize("hands", [{}, {"C-GO": 1}])
def test_china_is_asked_for_the_order_whatever_it_holds(hands: dict[str, int]) -> None:
    pos = phase(4, hands)
    assert (pos.decision.kind, pos.actor) == ("order", "chinese")


@rule("taierzhuang", "6.1", "R-07")
def test_a_natural_two_succeeds_against_any_modifier() -> None:
    pos = phase(3, drm=2, pools="chinese")
    act(pos, "decline", "throw 1 1")
    assert pos.decision.kind == "quantity"
    pos = phase(3, drm=2, pools="chinese")
    act(pos, "decline", "throw 1 2")
    assert pos.decision.kind != "quantity"


@rule("taierzhuang", "6.1", "6.0", "R-09")
def test_units_are_drawn_at_random_and_placed_in_own_zones() -> None:
    pos = phase(9, pools="chinese")
    act(pos, "decline", "throw 2 2", "throw 1 1")
    assert pos.actor == DICE
    assert len(pos.chances().faces) == 20
    act(pos, "draw C2-3", "draw C25-4")
    assert refused(pos, "place JE1 C2-3") == "6.1"
    assert refused(pos, "place A C2-3") == "6.1"
    assert refused(pos, "place CW C2-1") == refused(pos, "place CW C2-3,C2-3") == "6.1"
    assert refused(pos, "pass") == "6.1"
    act(pos, "place CW C2-3,C25-4")
    assert place(pos, "C2-3") == "CW"
    assert pos.decision.kind == "event", "Japan has nothing to pay with and is not asked"


@rule("taierzhuang", "6.1", "R-09")
def test_a_number_above_the_pool_brings_all() -> None:
    pos = phase(9, pools="japanese", hands={"J-HA": 1})
    act(pos, "pay J-HA", "throw 2 2", "throw 6 6")
    act(pos, "draw J21-1", "draw J21-2", "draw J21-3", "draw J21-4")
    assert pos.decision.kind == "deploy"


@rule("taierzhuang", "6.2")
def test_japan_pays_a_chit_to_roll_and_never_repeats() -> None:
    pos = phase(9, {"J-HA": 2}, pools="japanese")
    assert (pos.decision.kind, pos.actor) == ("levy", "japanese")
    act(pos, "pay J-HA")
    assert (pos.held(0), pos.decision.prompt) == (1, "prompt.test")
    act(pos, "throw 5 5")
    assert pos.decision.kind not in ("reroll_test", "levy", "quantity")
    pos = phase(9, {"J-HA": 2}, pools="japanese")
    act(pos, "pay J-HA", "throw 5 4", "throw 1 1")
    assert pos.decision.kind == "draw"


@rule("taierzhuang", "6.2")
def test_japan_may_decline_and_pays_nothing() -> None:
    pos = phase(9, {"J-HA": 2}, pools="japanese")
    assert refused(pos, "pass") == "6.2"
    act(pos, "decline")
    assert pos.held(0) == 2
    assert pos.decision.kind == "event"


@rule("taierzhuang", "6.2", "R-07")
def test_chinese_modifiers_do_not_touch_the_japanese_roll() -> None:
    pos = phase(5, {"J-HA": 1}, pools="japanese", drm=2)
    act(pos, "pay J-HA", "throw 2 3")
    assert pos.decision.kind == "quantity"


@rule("taierzhuang", "6.2", "R-63")
@pytest.mark.parametrize(("hands", "pools"), [({}, "japanese"), ({"J-HA": 1}, "none")])
def test_without_a_chit_or_a_pool_japan_is_not_asked(hands: dict[str, int], pools: str) -> None:
    assert phase(12, hands, pools=pools).decision.kind == "event"


@rule("taierzhuang", "6.0")
def test_china_has_finished_before_japan_decides() -> None:
    pos = phase(9, {"J-HA": 1})
    act(pos, "decline", "throw 2 2", "throw 1 1", "draw C2-1", "draw C2-2")
    assert pos.decision.kind == "deploy"
    act(pos, "place CS C2-1", "place CN C2-2")
    assert pos.decision.kind == "levy"


@rule("taierzhuang", "6.0", "6.1", "8.0", "R-08")
def test_a_retreated_unit_returns_only_when_it_is_drawn() -> None:
    pos = phase(9, pools="chinese")
    bit = 1 << pos.book.lexicon.piece_numbers["C2-1"]
    pos.retreated = bit
    act(pos, "decline", "throw 2 2", "throw 1 1", "draw C2-1")
    assert not pos.retreated
    act(pos, "draw C2-2", "place CS C2-1,C2-2")
    assert place(pos, "C2-1") == "CS"


@rule("taierzhuang", "12.4")
def test_china_may_choose_its_reinforcements() -> None:
    pos = phase(9, pools="chinese", switches={"free_kmt_reinforcements": True})
    act(pos, "decline", "throw 2 2", "throw 1 1")
    assert pos.actor == "chinese"
    act(pos, "take C2-1", "take C25-1")
    assert pos.decision.kind == "deploy"
    pos = phase(9, {"J-HA": 1}, pools="japanese", switches={"free_kmt_reinforcements": True})
    act(pos, "pay J-HA", "throw 2 2", "throw 1 1")
    assert pos.actor == DICE


@rule("taierzhuang", "6.1")
def test_the_chance_of_the_first_roll_in_thirty_sixths() -> None:
    wanted = [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 35, 35]
    found = []
    for turn in range(2, 14):
        pos = phase(turn, pools="chinese")
        act(pos, "decline")
        faces = pos.chances().faces
        count = 0
        for face in faces:
            twin = pos.copy()
            twin.apply(face)
            count += twin.decision.kind == "quantity"
        found.append(count)
    assert found == wanted


def test_no_reinforcements_on_turn_one() -> None:
    assert GAME.book().reinforcements_from == 2


@rule("taierzhuang", "6.1", "6.2")
def test_each_side_is_asked_under_its_own_case() -> None:
    asked = []
    pos = phase(9, {"J-HA": 1})
    for text in ("decline", "throw 1 1", "throw 1 1", "draw C2-1", "draw C2-2", "rest CS"):
        act(pos, text)
        asked.append((pos.decision.kind, pos.decision.case))
    assert asked == [
        ("test", "6.1"),
        ("quantity", "6.1"),
        ("draw", "6.1"),
        ("draw", "6.1"),
        ("deploy", "6.1"),
        ("levy", "6.2"),
    ]
    assert refused(phase(9, {"J-HA": 1}, pools="japanese"), "draw J21-1") == "6.2"
    for text in ("pay J-HA", "throw 1 1", "throw 1 1", "draw J21-1", "draw J21-2"):
        act(pos, text)
        assert pos.decision.case == "6.2"
    assert pos.decision.kind == "deploy"


@rule("taierzhuang", "6.1", "6.2")
def test_the_preview_tells_the_chance_of_the_roll() -> None:
    pos = phase(5, {"C-HA": 1, "J-HA": 1}, drm=2)
    [preview] = pos.view("chinese").previews
    assert [chance.numerator for chance in preview.chances] == [3, 33]
    pos = phase(5, {"J-HA": 1}, pools="japanese")
    [preview] = pos.view("japanese").previews
    assert [chance.numerator for chance in preview.chances] == [10, 26]


@rule("taierzhuang", "6.1")
def test_the_last_chit_may_be_paid_too_and_then_nothing_is_repeated() -> None:
    pos = phase(9, {"C-DD": 1}, pools="chinese")
    act(pos, "decline")
    assert pos.decision.prompt == "prompt.test"
    act(pos, "throw 2 3", "pay C-DD")
    assert pos.decision.prompt == "prompt.test_again"
    act(pos, "throw 2 3")
    assert pos.decision.prompt == "prompt.quantity"
    act(pos, "throw 1 1")
    assert pos.decision.kind == "draw"
    pos = phase(9, {"C-DD": 1}, pools="chinese")
    act(pos, "decline", "throw 2 3", "decline", "throw 1 1", "pay C-DD")
    assert pos.decision.prompt == "prompt.quantity_again"


@rule("taierzhuang", "6.1", "6.2", "R-07")
def test_the_modifier_of_a_roll_is_told_with_its_result() -> None:
    def told(pos: Position, throw: str) -> tuple[str, str, int]:
        event = next(event for event in act(pos, throw) if event.key.startswith("event.test"))
        return event.case, event.key, event.params["drm"]

    pos = phase(5, pools="chinese", drm=2)
    act(pos, "decline")
    assert told(pos, "throw 2 2") == ("6.1", "event.test_fails", 2)
    pos = phase(5, {"J-HA": 1}, pools="japanese", drm=2)
    act(pos, "pay J-HA")
    assert told(pos, "throw 2 2") == ("6.2", "event.test_succeeds", 0)


@rule("taierzhuang", "6.1", "6.2", "5.3", "R-50")
def test_a_chit_that_pays_goes_back_and_only_its_owner_knows_which() -> None:
    pos = phase(9, {"J-HA": 2, "J-BS": 1}, pools="japanese")
    before = in_cup(pos, "J-HA")
    events = [event for event in act(pos, "pay J-HA") if event.key.startswith("event.chit_paid")]
    assert [(event.case, event.known_to("japanese"), event.known_to("chinese")) for event in events] == [
        ("6.2", True, True),
        ("6.2", True, False),
    ]
    assert (pos.held(0), in_cup(pos, "J-HA")) == (2, before + 1)
