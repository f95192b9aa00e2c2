"""The flow: frames, steps, phases, driven by a game that the kernel has never seen."""

from typing import Any

import pytest
from tests.kernel.play import DEAL, after
from tests.toy import FORD

from ford.actions import Draw, March, Play
from ford.game import Position
from ford.marching import Marching
from ford.sequence import Deal, DealCard, PlayCard, Playing, Tie
from shapan.kernel import (
    DICE,
    Action,
    Frame,
    Options,
    Refusal,
    Roll,
    SideFrame,
    SideStep,
    Step,
    Steps,
    amended,
    one,
    phase,
    sequence,
)


def test_the_first_phase_begins_by_itself() -> None:
    pos = FORD.start()
    assert (pos.actor, pos.decision.kind, pos.decision.case) == (DICE, "deal", "2.1")
    assert pos.turn == 1
    assert pos.SEQUENCE.phases[pos.phase].number == "I"


def test_what_follows_is_asked_in_reading_order() -> None:
    assert after().top == Deal(side=0)
    assert after("draw 1", "draw 3").top == Deal(side=1)
    assert after(*DEAL).actor == "red"
    assert after(*DEAL, "play 1").actor == "blue"


def test_phases_follow_each_other_and_the_turn_comes_round() -> None:
    pos = after(*DEAL, "play 1", "play 2")
    assert (pos.decision.kind, pos.actor, pos.top) == ("march", "blue", Marching(side=1, steps=1))
    pos.push(FORD.parse(pos, "march banner ford"))
    assert (pos.turn, pos.decision.kind, pos.SEQUENCE.phases[pos.phase].name) == (2, "deal", "deal")


def test_a_step_may_call_another_in_its_place() -> None:
    pos = after("draw 2", "draw 3", "draw 2", "draw 3", "play 2", "play 2")
    assert (pos.decision.kind, pos.actor) == ("tie", DICE)
    low, high = pos.copy(), pos.copy()
    low.push(Roll(3))
    high.push(Roll(4))
    assert (low.actor, high.actor) == ("red", "blue")


def test_then_become_and_done_build_new_frames_and_leave_old_ones() -> None:
    pos = after(*DEAL)
    old = pos.stack
    pos.then(Marching(0, 1), Tie())
    assert list(pos.frames())[:3] == [Marching(0, 1), Tie(), Playing(0)]
    assert (pos.nearest(Tie), pos.nearest(Deal)) == (Tie(), None)
    pos.become(amended(Marching(0, 1), steps=2))
    assert (pos.step.name, pos.top) == ("march", Marching(0, 2))
    pos.done()
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
    class Oath(SideFrame):
        pass

    class Swear(SideStep[Position, Oath]):
        case = "2.2"

        def options(self, pos: Position, at: Oath) -> Options:
            return Options(one(Play(1)))

    refusal = Swear().refusal(after(), Oath(0), Play(2))
    assert isinstance(refusal, Refusal)
    assert (refusal.case, refusal.key) == ("2.2", "refusal.not_an_option")


def test_while_the_dice_are_owed_they_come_first() -> None:
    pos = after()
    refusal = pos.refusal(Play(1))
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("2.1", "refusal.dice_first")
    assert DealCard().refusal(pos, Deal(0), Draw(1)) is None


def test_a_step_without_code_says_which_one_it_is() -> None:
    class Bare(Frame):
        pass

    class BareStep(Step[Position, Bare]):
        case = "1"

    pos, at, step = after(), Bare(), BareStep()
    assert step.settle(pos, at)
    assert step.prompt(pos, at) == ("prompt.bare", {})
    for method in (step.actor, step.options, lambda pos, at: step.apply(pos, at, Play(1))):
        with pytest.raises(NotImplementedError, match="bare"):
            method(pos, at)


def test_two_steps_of_one_name_are_a_mistake_of_the_game() -> None:
    with pytest.raises(TypeError, match="share a name"):
        Steps(PlayCard(), PlayCard())


class Truce(SideFrame):
    """A decision in which nothing is legal."""


class AskTruce(SideStep[Position, Truce]):
    case = "2.4"

    def settle(self, pos: Position, at: Truce) -> bool:
        pos.done()
        return False

    def options(self, pos: Position, at: Truce) -> Options:
        return Options(one(March(0, 0)))

    def refusal(self, pos: Position, at: Truce, action: Action) -> Refusal | None:
        return Refusal("2.4", "refusal.too_far") if isinstance(action, March) else Refusal("2.4", "refusal.not_now")


@pytest.mark.parametrize(("side", "case"), [(0, "2.4"), (1, "2.2")])
def test_a_step_that_closed_by_itself_gives_its_reason_to_the_side_that_it_would_have_asked(
    side: int, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Position.STEPS.by_name, "truce", AskTruce())
    pos = after(*DEAL)
    assert pos.actor == "red"
    pos.then(Truce(side))
    pos.settle()
    assert pos.actor == "red"
    missing = next(card for card in (1, 2, 3) if card not in pos.hands[0])
    march, play, draw = (pos.refusal(action) for action in (March(0, 0), Play(missing), Draw(1)))
    assert march is not None
    assert march.case == case
    assert play is not None
    assert play.case == "2.2", "what belongs to the question is judged by it"
    assert draw is not None
    assert draw.case == "2.2", "what belongs to nobody is refused as ever"
    pos.push(Play(1))
    assert pos.skipped == ()
