"""Storm Over Taierzhuang 4.0 Sequence of play: phases, events, initiative, passes, the End Phase."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.taierzhuang.table import GAME, act, begin, choices, is_spent, lay, place, reason, refused

from shapan.games.taierzhuang.chits import missing
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.impulse import Impulse
from shapan.games.taierzhuang.sequence import EventRoll, InitiativeRoll, TurnEnd
from shapan.kernel import DICE, rule


@rule("taierzhuang", "4.0", "2.2")
def test_the_phases_follow_each_other_as_the_book_prints_them() -> None:
    pos, rng = GAME.start(), Random(4)
    seen: list[tuple[int, str]] = []
    while pos.turn < 3:
        clock = pos.view("spectator").clock
        if not seen or seen[-1] != (clock.turn, clock.phase):
            seen.append((clock.turn, clock.phase))
        pos.push(pos.options().sample(rng))
    wanted = [
        (1, "0"),
        (1, "1"),
        (1, "3"),
        (1, "5"),
        (1, "6"),
        (2, "1"),
        (2, "2"),
        (2, "3"),
        (2, "4"),
        (2, "5"),
        (2, "6"),
    ]
    assert [entry for entry in seen if entry in wanted] == wanted
    assert set(seen) == set(wanted)


@rule("taierzhuang", "4.0")
def test_japan_begins_turn_one_without_a_roll() -> None:
    pos, rng = GAME.start(), Random(1)
    while pos.decision.kind != "impulse":
        assert pos.decision.kind != "initiative"
        pos.push(pos.options().sample(rng))
    assert (pos.turn, pos.actor) == (1, "japanese")


@rule("taierzhuang", "4.0")
def test_the_higher_die_has_the_initiative_and_ties_are_rolled_again() -> None:
    pos = begin(lay({"Y": "J10-1"}), InitiativeRoll())
    act(pos, "throw 4 4")
    assert (pos.actor, pos.decision.kind) == (DICE, "initiative")
    act(pos, "throw 3 5")
    assert pos.initiative == 1
    pos = begin(lay({"Y": "J10-1"}), InitiativeRoll())
    act(pos, "throw 6 5")
    assert pos.initiative == 0


@rule("taierzhuang", "4.0", "R-29")
def test_two_passes_in_a_row_end_the_phase_and_a_pass_is_not_final() -> None:
    pos = lay({"Y": "J10-1..2", "A": "C31-1"})
    act(pos, "pass")
    assert pos.actor == "chinese"
    act(pos, "move C31-1", "go B", "halt")
    assert pos.actor == "japanese"
    act(pos, "move J10-1", "go U", "halt", "pass")
    assert (pos.actor, pos.decision.kind) == ("japanese", "impulse")
    act(pos, "pass")
    assert pos.decision.kind != "impulse"


@rule("taierzhuang", "4.0", "2.5")
@pytest.mark.parametrize("total", range(2, 13))
def test_every_total_has_its_event(total: int) -> None:
    pos = begin(lay({"Y": "J10-1"}), EventRoll())
    first = min(total - 1, 6)
    act(pos, f"throw {first} {total - first}")
    assert pos.event == total
    chart = next(chart for chart in GAME.board().charts if chart.id == "events")
    assert [row[1] for row in chart.rows if row[0] == str(total)] == [pos.book.events[total].name]


@rule("taierzhuang", "4.0", "6.1", "R-49")
def test_event_two_brings_chinese_units_also_on_turn_one() -> None:
    pos = begin(lay({"Y": "J10-1", "pool.chinese": "C2-1..10"}, turn=1), EventRoll())
    act(pos, "throw 1 1", "throw 1 2")
    assert pos.decision.kind == "draw"
    act(pos, "draw C2-1", "draw C2-2", "draw C2-3", "place CS C2-1,C2-2", "place CN C2-3")
    assert (place(pos, "C2-1"), place(pos, "C2-3")) == ("CS", "CN")


@rule("taierzhuang", "4.0", "6.2", "R-63")
def test_event_twelve_brings_japanese_units_for_nothing_and_an_empty_pool_nobody() -> None:
    pos = begin(lay({"Y": "J10-1", "pool.japanese": "J21-1"}, hands={"J-HA": 1}), EventRoll())
    act(pos, "throw 6 6", "throw 4 4", "draw J21-1", "place JE2 J21-1")
    assert place(pos, "J21-1") == "JE2"
    assert pos.held(0) == 1
    pos = begin(lay({"Y": "J10-1"}), EventRoll())
    assert [event.key for event in act(pos, "throw 6 6")] == ["event.no_event"]
    assert pos.decision.kind != "quantity"


@rule("taierzhuang", "2.4", "4.0", "R-55", "R-64")
@pytest.mark.parametrize(("throw", "side"), [("throw 1 2", "chinese"), ("throw 6 5", "japanese")])
def test_the_first_action_of_a_side_may_stay_ready(throw: str, side: str) -> None:
    pos = lay({"Y": "J10-1..2", "A": "C31-1..2"}, side=side)
    begin(pos, EventRoll())
    act(pos, throw)
    number = pos.book.sides.index(side)
    pos.stack = (Impulse(number), ())
    mover, goal = ("C31-1", "B") if side == "chinese" else ("J10-1", "U")
    act(pos, f"move {mover}", f"go {goal}", "halt", "pass")
    assert not is_spent(pos, mover)
    act(pos, f"move {mover}", f"go {'C' if side == 'chinese' else 'Q'}", "halt")
    assert is_spent(pos, mover)


@rule("taierzhuang", "2.4", "R-64")
def test_artillery_does_not_use_the_event_up_and_a_unit_hit_by_the_enemy_is_spent() -> None:
    pos = lay({"N": "C27-1 J10-1", "U": "J63-1"}, hands={"J-HA": 1})
    pos.eager = 1
    act(pos, "call J-HA N", "decline", "throw 1 1", "flip C27-1", "retreat C27-1 M")
    assert pos.eager == 1
    act(pos, "pass", "move J63-1", "go Q", "halt")
    assert pos.eager == 0
    assert not is_spent(pos, "J63-1")


@rule("taierzhuang", "4.0")
def test_a_fuel_shortage_stops_tanks_but_not_their_fire() -> None:
    pos = lay({"N": "C27-1 JT-1 J10-1"}, event=4)
    assert refused(pos, "move JT-1") == "4.0"
    assert refused(pos, "fire N JT-1") == ""
    act(pos, "move J10-1")
    assert refused(pos, "join JT-1") == "4.0"
    assert not any("JT-1" in text for text in choices(pos))


@rule("taierzhuang", "12.3")
def test_without_tanks_a_fuel_shortage_is_no_event() -> None:
    pos = lay({"N": "C27-1 J10-1"}, event=4, switches={"saving_face": True})
    assert pos.event_effect() == "none"


@rule("taierzhuang", "4.0", "6.1")
def test_tang_en_po_hesitates_for_one_turn() -> None:
    pos = begin(lay({"Y": "J10-1", "W": "J10-2", "pool.chinese": "C2-1..10"}, turn=2), EventRoll())
    act(pos, "throw 5 5")
    pos.stack = (TurnEnd(), ())
    pos.phase = 6
    pos.settle()
    assert (pos.turn, pos.drm) == (3, 2)


@rule("taierzhuang", "4.0", "R-33", "6.4")
def test_all_chinese_units_recover_also_in_zones() -> None:
    pos = lay({"W": "J10-1", "N": "C27-1", "CS": "C2-1"}, spent="C27-1 C2-1 J10-1")
    act(pos, "pass", "pass", "decline", "keep", "keep")
    assert pos.turn == 4
    assert not any(is_spent(pos, unit) for unit in ("C27-1", "C2-1", "J10-1"))


@rule("taierzhuang", "4.0", "5.3")
def test_the_last_turn_has_no_discards() -> None:
    pos = lay({"W": "J10-1..3", "N": "C27-1"}, turn=13, hands={"J-HA": 1})
    act(pos, "pass", "pass")
    assert pos.outcome is not None
    assert refused(pos, "pass") == "10.0"


@rule("taierzhuang", "5.1", "4.0", "R-32")
@pytest.mark.parametrize(("throw", "side", "change"), [("throw 2 3", 0, -1), ("throw 4 4", 1, +1)])
def test_a_changed_maximum_holds_for_the_next_turn_only(throw: str, side: int, change: int) -> None:
    pos = begin(lay({"W": "J10-1"}, turn=2), EventRoll())
    act(pos, throw)
    for turn, expected in ((3, change), (4, 0)):
        pos.stack, pos.phase = (TurnEnd(), ()), 6
        pos.settle()
        assert pos.turn == turn
        assert missing(pos, side) == pos.book.maxima[side][turn - 1] + expected


@rule("taierzhuang", "4.0")
def test_the_question_tells_that_another_pass_would_end_the_phase() -> None:
    pos = lay({"Y": "J10-1", "A": "C31-1"})
    assert pos.decision.prompt == "prompt.impulse"
    act(pos, "pass")
    assert pos.decision.prompt == "prompt.impulse_last"
    act(pos, "move C31-1", "go B", "halt")
    assert pos.decision.prompt == "prompt.impulse"


@rule("taierzhuang", "4.0", "5.3")
def test_nothing_of_a_turn_outlives_it_but_what_an_event_holds_for_the_next() -> None:
    pos = lay({"W": "J10-1..3", "N": "C27-1"}, turn=3, hands={"J-HA": 1, "C-DD": 1}, event=5)
    pos.cut, pos.dropped, pos.eager, pos.drm, pos.shift = 1, 2, 3, 4, (1, -1)
    pos.next_drm, pos.next_shift = 2, (-1, 0)
    events = act(pos, "pass", "pass", "keep", "keep")
    assert (pos.turn, pos.cut, pos.dropped, pos.event, pos.eager) == (4, 0, 0, 0, 0)
    assert (pos.drm, pos.next_drm, pos.shift, pos.next_shift) == (2, 0, (-1, 0), (0, 0))
    assert (pos.held(0), pos.held(1)) == (1, 1)
    begun = [event.params for event in events if event.key == "event.turn"]
    assert [(entry["turn"], entry["date"]) for entry in begun] == [(4, "28 Mar")]


@rule("taierzhuang", "4.0", "6.1")
def test_the_modifier_of_the_reinforcement_roll_ends_with_its_phase() -> None:
    pos = lay({"W": "J10-1..3", "N": "C27-1"}, turn=3)
    pos.drm, pos.phase, pos.stack = 2, 2, ()
    pos.settle()
    while pos.decision.kind != "event":
        pos.push(next(iter(pos.options())))
    assert pos.drm == 0


@rule("taierzhuang", "4.0", "6.1", "R-06")
def test_the_number_that_event_two_brings_may_be_repeated_too() -> None:
    pos = begin(lay({"Y": "J10-1", "pool.chinese": "C2-1..10"}, turn=3, hands={"C-DD": 1}), EventRoll())
    events = act(pos, "throw 1 1")
    assert [event.key for event in events][:1] == ["event.random_event"]
    assert pos.decision.prompt == "prompt.quantity"
    act(pos, "throw 1 2")
    assert pos.decision.kind == "reroll_quantity"
    pos = begin(lay({"Y": "J10-1"}, turn=3), EventRoll())
    assert [event.key for event in act(pos, "throw 3 4")][:1] == ["event.no_event"]


@rule("taierzhuang", "5.2", "5.3", "6.0", "6.1", "6.2", "7.0", "7.1", "7.2.2b", "7.4", "12.2", "12.4", "12.5", "12.7")
def test_what_has_no_place_in_an_impulse_cites_the_rule_that_gives_it_one() -> None:
    pos = lay({"C": "C31-1", "H": "J10-1"}, side="chinese", hands={"C-HA": 1})
    cases = {
        **{"take C-HA": "12.2", "take C2-1": "12.4", "discard C-HA": "5.3", "keep": "5.3", "pay C-HA": "6.1"},
        **{"decline": "5.2", "hit C31-1": "12.5", "flip C31-1": "7.4", "retreat C31-1 B": "7.4", "rout C31-1": "7.4"},
        **{"destroy C31-1": "7.4", "wave": "7.2.2b", "resolve": "7.0", "join C31-1": "7.0", "all": "7.0"},
        **{"halt": "7.1", "go B": "7.1", "leave C31-1": "7.1", "gather C31-1": "12.7", "summon C": "12.7"},
        **{"place A C31-1": "6.0", "rest A": "6.0", "assault G C31-1": "5.2"},
    }
    assert {line: refused(pos, line) for line in cases} == cases
    japanese = lay({"C": "C31-1", "H": "J10-1"}, hands={"J-HA": 1})
    assert (refused(japanese, "pay J-HA"), refused(japanese, "take J-HA")) == ("6.2", "12.2")
    chosen = lay({"C": "C31-1", "H": "J10-1"}, switches={"free_tc_choice": True, "free_kmt_reinforcements": True})
    assert {_key(chosen, "take J-HA"), _key(chosen, "take C2-1")} == {"refusal.take_when"}
    assert _key(japanese, "take J-HA") == "refusal.option_off"


def _key(pos: Position, text: str) -> str:
    refusal = reason(pos, text)
    assert refusal is not None
    return refusal.key


@rule("taierzhuang", "7.0", "7.1", "7.2")
def test_while_an_action_is_under_way_that_action_is_the_answer_to_everything_else() -> None:
    pos = lay({"N": "C31-1", "U": "J10-1"})
    act(pos, "move J10-1")
    assert (refused(pos, "flip C31-1"), _key(pos, "flip C31-1")) == ("7.1", "refusal.move_under_way")
    pos = lay({"N": "C31-1", "U": "J10-1"})
    act(pos, "fire N J10-1")
    assert (refused(pos, "go N"), _key(pos, "go N")) == ("7.2", "refusal.attack_under_way")
