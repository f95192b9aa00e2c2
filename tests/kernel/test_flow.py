"""The flow: frames, steps, phases, driven by a game that the kernel has never seen."""

from typing import Any

import pytest
from tests.kernel.play import DEAL, after
from tests.toy import FORD
from tests.toy.actions import Play
from tests.toy.game import Position
from tests.toy.sequence import DealCard, PlayCard

from shapan.kernel import DICE, Refusal, Roll, Step, Steps, phase, sequence


def test_the_first_phase_begins_by_itself() -> None:
    pos = FORD.start()
    assert (pos.actor, pos.decision.kind, pos.decision.case) == (DICE, "deal", "2.1")
    assert pos.turn == 1
    assert pos.SEQUENCE.phases[pos.phase].number == "I"


def test_frames_called_last_are_asked_first() -> None:
    assert after().frame == (0,)
    assert after("draw 1", "draw 3").frame == (1,)
    assert after(*DEAL).actor == "red"
    assert after(*DEAL, "play 1").actor == "blue"


def test_phases_follow_each_other_and_the_turn_comes_round() -> None:
    pos = after(*DEAL, "play 1", "play 2")
    assert (pos.decision.kind, pos.actor, pos.frame) == ("march", "blue", (1, 1))
    pos.push(FORD.parse(pos, "march banner ford"))
    assert (pos.turn, pos.decision.kind, pos.SEQUENCE.phases[pos.phase].name) == (2, "deal", "deal")


def test_a_step_may_call_another_in_its_place() -> None:
    pos = after("draw 2", "draw 3", "draw 2", "draw 3", "play 2", "play 2")
    assert (pos.decision.kind, pos.actor) == ("tie", DICE)
    low, high = pos.copy(), pos.copy()
    low.push(Roll(3))
    high.push(Roll(4))
    assert (low.actor, high.actor) == ("red", "blue")


def test_call_become_and_done_build_new_frames_and_leave_old_ones() -> None:
    pos = after(*DEAL)
    old = pos.stack
    pos.call("march", 0, 1)
    pos.become(1, 2)
    assert (pos.step.name, pos.frame) == ("march", (1, 2))
    pos.done()
    assert pos.stack is old


def test_a_skipped_phase_does_not_begin() -> None:
    begun: list[str] = []

    def first(pos: Any) -> None:
        begun.append("first")

    def second(pos: Any) -> None:
        begun.append("second")

    turn = sequence(phase("I", "1", first, unless=lambda pos: pos.turn == 1), phase("II", "2", second))
    pos = after(*DEAL)
    pos.phase = -1
    for _ in range(3):
        turn.advance(pos)
    assert begun == ["second"]
    pos.turn = 2
    turn.advance(pos)
    turn.advance(pos)
    assert begun == ["second", "second", "first"]
    assert [line.name for line in turn.phases] == ["first", "second"]


def test_a_step_that_says_nothing_else_refuses_what_is_no_option() -> None:
    refusal = DealCard().refusal(after(), Play(1))
    assert isinstance(refusal, Refusal)
    assert (refusal.case, refusal.key) == ("2.1", "refusal.not_an_option")


def test_a_step_without_code_says_which_one_it_is() -> None:
    class Bare(Step[Position]):
        name = "bare"
        case = "1"

    pos = after()
    assert Bare().settle(pos)
    assert Bare().prompt(pos) == ("prompt.bare", {})
    for method in (Bare().actor, Bare().options, lambda pos: Bare().apply(pos, Play(1))):
        with pytest.raises(NotImplementedError, match="bare"):
            method(pos)


def test_two_steps_of_one_name_are_a_mistake_of_the_game() -> None:
    with pytest.raises(TypeError, match="share a name"):
        Steps(PlayCard(), PlayCard())
