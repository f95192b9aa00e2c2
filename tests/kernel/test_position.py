"""Position: judging anything, changing everything or nothing, copies, keys, capitulation, the horizon."""

from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.play import DEAL, after, random_actions, random_position
from tests.kernel.test_actions import anything
from tests.toy import FORD

from ford.actions import Arrange, Draw, March, Play
from ford.game import Position
from ford.position import FordPosition
from ford.sequence import PlayCard, Playing
from shapan.kernel import DICE, NOBODY, SPECTATOR, Action, Capitulate, Event, Refusal, Roll, rule


def everything(pos: Position) -> tuple[Any, ...]:
    """All fields, the teller and the horizon included."""
    return tuple(getattr(pos, name) for name in pos.__struct_fields__)


class Forged(Play, frozen=True):
    """A subclass that nobody knows."""


class Nameless(Action, frozen=True):
    verb: ClassVar[Any] = {}


ODD: tuple[Any, ...] = (
    None,
    7,
    "play 1",
    b"",
    (),
    [],
    {},
    object(),
    Play,
    Forged(1),
    Nameless(),
    Play(True),
    Play(1 << 80),
    Play(float("nan")),  # type: ignore[arg-type]
    Play([1]),  # type: ignore[arg-type]
    Arrange("red", ((1,),)),  # type: ignore[arg-type]
    Arrange("red", (1,) * 100_000),
    Arrange("red" * 100_000, ()),
    March(-1, 0),
    March(0, 10**30),
    Roll(6),
    Draw(1),
    Capitulate(DICE),
    Capitulate(""),
)


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_push_refuses_anything_odd_and_changes_nothing(odd: Any) -> None:
    told: list[Event] = []
    pos = after(*DEAL)
    before = everything(pos)
    refusal = pos.refusal(odd)
    assert refusal is not None
    with pytest.raises(Refusal) as caught:
        pos.push(odd, told.append)
    assert caught.value.case == refusal.case
    assert caught.value.case in FORD.rules or caught.value.case == "0"
    assert caught.value.key in FORD.texts.texts
    assert len(str(caught.value)) < 200
    assert everything(pos) == before
    assert told == []


def test_an_object_that_fails_when_asked_for_its_class_is_refused() -> None:
    class Ghost:
        @property  # type: ignore[misc]  # the property of object can be set, this one only fails
        def __class__(self) -> Any:
            raise RuntimeError("boo")

    assert after(*DEAL).refusal(Ghost()) is not None


@given(st.integers(0, 300), anything)
def test_any_object_is_refused_with_a_reason(seed: int, thing: Any) -> None:
    pos = random_position(seed)
    before = everything(pos)
    refusal = pos.refusal(thing)
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("0", "refusal.no_action")
    assert everything(pos) == before


@given(st.integers(0, 300))
def test_options_of_other_positions_are_options_here_or_refused(seed: int) -> None:
    pos = random_position(seed)
    options = pos.options()
    for action in random_actions(seed):
        refusal = pos.refusal(action)
        assert (refusal is None) == (action in options)
        if refusal is not None:
            assert refusal.case in FORD.rules
            assert refusal.text


def test_a_refusal_says_the_case_and_the_reason_in_words() -> None:
    with pytest.raises(Refusal) as caught:
        after(*DEAL, "play 2")
    assert str(caught.value) == "2.2: there is no card 2 in the hand"


def test_names_in_a_reason_are_those_of_the_map() -> None:
    refusal = after(*DEAL, "play 3", "play 2").refusal(March(0, 4))
    assert refusal is not None
    assert str(refusal) == "3.1: the banner cannot reach Blue camp"


# --- all or nothing ----------------------------------------------------------------------------------


class Fails(PlayCard):
    """A step with a fault: it fails when half of the work is done."""

    def apply(self, pos: FordPosition, at: Playing, action: Action) -> None:
        super().apply(pos, at, action)
        pos.turn += 1
        raise ZeroDivisionError("a fault of the game")


def test_a_rule_that_fails_halfway_leaves_the_position_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = after(*DEAL)
    before = everything(pos)
    monkeypatch.setitem(Position.STEPS.by_name, "play", Fails())
    with pytest.raises(ZeroDivisionError):
        pos.push(Play(1), lambda event: None)
    assert everything(pos) == before
    assert pos.teller is None


class Hangs(Fails):
    """A step with a fault: it asks nothing and does not come to an end either."""

    def settle(self, pos: FordPosition, at: Playing) -> bool:
        return False


def test_a_step_that_neither_asks_nor_comes_to_an_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = after(*DEAL)
    monkeypatch.setitem(Position.STEPS.by_name, "play", Hangs())
    with pytest.raises(RuntimeError, match="the step play neither asks nor comes to an end"):
        pos.settle()


def test_a_listener_that_fails_leaves_the_position_as_it_was() -> None:
    def deaf(event: Event) -> None:
        raise OSError("the line is cut")

    pos = after(*DEAL)
    before = everything(pos)
    with pytest.raises(OSError, match="cut"):
        pos.push(Play(1), deaf)
    assert everything(pos) == before


def test_nobody_listens_after_a_push() -> None:
    pos = after(*DEAL)
    pos.push(Play(1), lambda event: None)
    assert pos.teller is None


# --- copies and keys ---------------------------------------------------------------------------------


@given(st.integers(0, 300))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    pos, rng = random_position(seed), Random(seed)
    before = everything(pos)
    twin = pos.copy()
    assert twin.key() == pos.key()
    for _ in range(5):
        if twin.outcome is None:
            twin.apply(twin.options().sample(rng))
    assert everything(pos) == before
    assert hash(pos.key()) == hash(pos.copy().key())


def test_equal_positions_have_equal_keys_however_they_came_about() -> None:
    one = after(*DEAL, "arrange blue 2,2", "play 1")
    other = after(*DEAL, "play 1")
    assert one.key() == other.key()
    assert one is not other
    assert {one.key(): "same"}[other.key()] == "same"


def test_keys_tell_scenarios_switches_and_positions_apart() -> None:
    keys = {
        after().key(),
        after(scenario="dusk").key(),
        after(open_hands=True).key(),
        after("draw 1").key(),
        after("draw 2").key(),
    }
    assert len(keys) == 5


# --- the end -----------------------------------------------------------------------------------------


@rule("ford", "4.3")
@pytest.mark.parametrize("side", ["red", "blue"])
@given(seed=st.integers(0, 100))
def test_either_side_may_capitulate_at_any_time(side: str, seed: int) -> None:
    pos, told = random_position(seed), list[Event]()
    assert pos.refusal(Capitulate(side)) is None
    pos.push(Capitulate(side), told.append)
    assert pos.outcome is not None
    assert (pos.outcome.winner, pos.outcome.case) == ("blue" if side == "red" else "red", "4.3")
    assert [event.key for event in told] == ["event.capitulated", "event.over"]
    assert (pos.actor, pos.decision.kind, len(pos.options()), pos.stack) == (NOBODY, "over", 0, ())


def test_nothing_is_allowed_once_the_game_is_over() -> None:
    pos = after(*DEAL, "capitulate red")
    for action in (Play(1), Capitulate("blue"), Arrange("red", (1, 3))):
        refusal = pos.refusal(action)
        assert refusal is not None
        assert (refusal.case, refusal.key) == ("4.3", "refusal.game_over")


def test_a_draw_is_told_as_such() -> None:
    told: list[Event] = []
    pos = after(*DEAL, "play 1", "play 2", scenario="dusk")
    pos.turn = pos.book.turns
    pos.banner = 2
    pos.push(March(0, 2), told.append)
    assert pos.outcome is not None
    assert pos.outcome.winner is None
    assert told[-1].key == "event.drawn"


# --- what becomes known ------------------------------------------------------------------------------


def test_the_horizon_grows_with_dice_and_reveals_and_with_nothing_else() -> None:
    assert after().horizon == 0
    assert after("draw 1").horizon == 1
    dealt = after(*DEAL).horizon
    assert after(*DEAL, "arrange red 3,1").horizon == dealt
    assert after(*DEAL, "play 1").horizon == dealt
    turned = after(*DEAL, "play 1", "play 2").horizon
    assert turned == dealt + 1
    assert after(*DEAL, "play 1", "play 2", "march banner red_bank").horizon == turned


def test_a_free_action_answers_no_decision() -> None:
    pos = after(*DEAL, "play 1")
    assert pos.actor == "blue"
    pos.push(Arrange("red", (3,)))
    assert pos.actor == "blue"
    refusal = pos.refusal(Arrange("red", (1, 3)))
    assert refusal is not None
    assert (refusal.case, refusal.key) == ("2.1", "refusal.other_cards")


def test_chances_are_for_the_dice_only() -> None:
    assert after().chances().weights == (3, 3, 2)
    with pytest.raises(ValueError, match="dice"):
        after(*DEAL).chances()


def test_a_card_that_has_run_out_is_not_dealt() -> None:
    pos = after("draw 3", "draw 3")
    assert Draw(3) not in pos.options()
    assert pos.refusal(Draw(3)) is not None


@given(st.integers(0, 200))
def test_worlds_that_differ_in_hidden_things_look_the_same(seed: int) -> None:
    pos, rng = random_position(seed), Random(seed)
    for side in (*FORD.sides, SPECTATOR):
        assert pos.imagine(side, rng).view(side).to_json() == pos.view(side).to_json()
