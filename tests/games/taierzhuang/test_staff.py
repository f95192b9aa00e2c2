"""What the staff of Taierzhuang does with the special rules, and that every reason can be said."""

from __future__ import annotations

from typing import Any

from tests.games.taierzhuang.table import GAME, act, lay

from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.staff import Staff
from shapan.games.taierzhuang.windows import ChitWindow
from shapan.kernel import rule
from shapan.kernel.staff import Advice

STAFF = Staff()


def advice(pos: Any, verb: str) -> list[Advice]:
    return [entry for entry in STAFF.advise(pos) if entry.action.verb == verb]


@rule("taierzhuang", "5.2", "5.0")
def test_a_bot_answers_every_chit_window_at_once_so_that_its_time_tells_nothing_of_its_hand() -> None:
    windows = {step.frame for step in Position.STEPS.by_name.values() if isinstance(step, ChitWindow)}
    assert len(windows) == 5
    assert windows <= STAFF.routine, "nobody ponders whether to play what he may not even hold"


@rule("taierzhuang", "12.6")
def test_on_the_last_turn_the_chinese_slip_through_to_an_empty_victory_area() -> None:
    table = {"F": "J10-1 C27-1..3", "K": "C31-1..3", "I": "J63-1"}
    pos = lay(table, side="chinese", spent="J10-1", turn=13, switches={"infiltration": True})
    found = advice(pos, "infiltrate")
    assert found
    assert found[0].params["chance"] == "100%"
    assert "Slip through" in GAME.say(found[0].reason, {"area": "F", "count": 1, "chance": "100%"}, pos)


@rule("taierzhuang", "12.6", "8.0")
def test_the_chinese_slip_behind_an_enemy_to_close_his_only_way_of_retreat() -> None:
    table = {"N": "J63-1..4 C27-1..5", "M": "C31-1..4", "Q": "C44-1", "Y": "C44-2", "R": "C44-3", "I": "C30-1 C30-2"}
    south = {"A": "C4-1", "B": "C4-2", "C": "C4-3..8", "D": "C4-9"}
    town = {"G": "C2-1..10", "H": "C25-1..10"}
    pos = lay(table | south | town, side="chinese", spent="J63-1..4", switches={"infiltration": True})
    found = advice(pos, "infiltrate")
    assert found[0].params["area"] == pos.book.map.index("N")
    act(pos, GAME.format(pos, found[0].action), "resolve", "roll 1")
    act(pos, GAME.format(pos, STAFF.advise(pos)[0].action))
    assert pos.units_in(1, pos.book.map.index("U"))


@rule("taierzhuang", "12.7")
def test_the_concentration_is_used_when_several_areas_gain_by_it() -> None:
    table = {"K": "J10-1..5", "M": "J39-1..5", "I": "J63-1..3", "W": "J40-1..2"}
    pos = lay(table, turn=5, switches={"concentration": True})
    found = advice(pos, "concentrate")
    assert found
    act(pos, GAME.format(pos, found[0].action))
    assert STAFF.advise(pos)[0].action.verb == "gather"


def test_an_attack_is_advised_with_its_odds() -> None:
    pos = lay({"N": "C27-1", "U": "J10-1..5"})
    first = advice(pos, "fire")[0]
    words = GAME.say(first.reason, {**first.params, "area": "N"}, pos)
    assert "Damage Points to expect" in words
    assert "% to clear it" in words


@rule("taierzhuang", "3.1", "3.2")
def test_the_staff_sets_up_place_by_place_not_unit_by_unit() -> None:
    pos = GAME.start()
    assert isinstance(pos, Position)
    act(pos, "roll 2", "roll 5")
    seen: list[tuple[str, str]] = []
    while pos.decision.kind == "set_up":
        action = GAME.format(pos, STAFF.advise(pos)[0].action)
        seen.append((pos.actor, action.split()[1]))
        act(pos, action)
    assert len(seen) == len(set(seen))
    assert {place for side, place in seen if side == "japanese"} == {"JE1", "JE2"}
