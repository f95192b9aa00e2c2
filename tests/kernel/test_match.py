"""Match: the record kept, the dice rolled by the referee alone, take-backs as the rules allow."""

import pytest
from tests.kernel.play import whole_match
from tests.toy import FORD

from ford.actions import Arrange, Draw, Play
from ford.game import Position
from shapan.kernel import Action, Capitulate, Event, Match, Record, Referee, Refusal, Roll, rule
from shapan.kernel.match import Request


def dealt(consent: bool = True) -> Match:
    """A match in which both hands have been dealt."""
    match = Match(FORD, switches={"takebacks_by_consent": consent}, referee=Referee("hands 5"))
    match.roll()
    return match


def hand(match: Match, side: int) -> tuple[int, ...]:
    assert isinstance(match.position, Position)
    return match.position.hands[side]


def lay(match: Match) -> Action:
    """Play the first option."""
    action = next(iter(match.position.options()))
    match.push(action)
    return action


def test_the_match_keeps_the_record() -> None:
    match = whole_match()
    record = Record.loads(match.record.dumps())
    assert record.commitment == match.referee.commitment
    assert bytes.fromhex(record.seed) == match.referee.seed
    assert match.position.outcome is not None
    assert record.result.split()[-1] == match.position.outcome.case
    assert record.verify().key() == match.position.key()


def test_seed_and_result_stay_secret_until_the_end() -> None:
    match = dealt()
    assert (match.record.seed, match.record.result) == ("", "")
    assert match.referee.seed.hex() not in match.record.dumps()
    match.push(Capitulate("red"))
    assert match.record.result == "blue 4.3"
    assert match.record.seed == match.referee.seed.hex()


def test_players_do_not_answer_for_the_dice() -> None:
    match = Match(FORD, referee=Referee(1))
    before = match.position.key()
    for face in (1, 2, 3):
        with pytest.raises(Refusal) as caught:
            match.push(Draw(face))
        assert (caught.value.case, caught.value.key) == ("2.1", "refusal.dice")
    assert match.position.key() == before
    assert len(match.record) == 0


def test_a_refused_action_leaves_no_trace() -> None:
    match = dealt()
    before, text = match.position.key(), match.record.dumps()
    for odd in (Roll(1), Play(9), None):
        with pytest.raises(Refusal):
            match.push(odd)  # type: ignore[arg-type]
    assert (match.position.key(), match.record.dumps()) == (before, text)


def test_an_action_is_judged_once_and_dice_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[object] = []

    def note(self: Position, action: object) -> Refusal | None:
        judged.append(action)
        return None

    match = dealt()
    action = next(iter(match.position.options()))
    monkeypatch.setattr(Position, "refusal", note)
    match.push(action)
    match.roll()
    assert judged == [action]


def test_a_fault_of_the_listener_leaves_no_trace() -> None:
    def deaf(event: Event) -> None:
        raise OSError

    match = dealt()
    before, text = match.position.key(), match.record.dumps()
    with pytest.raises(OSError):  # noqa: PT011  it has no message
        match.push(next(iter(match.position.options())), deaf)
    assert (match.position.key(), match.record.dumps()) == (before, text)


def test_a_stored_match_is_brought_back_by_its_actions() -> None:
    match, again = whole_match(4), Match(FORD, referee=Referee(4))
    for _, text in match.record.moves:
        again.push_again(text)
    assert again.position.key() == match.position.key()
    assert (again.rolls, again.record.result) == (match.rolls, match.record.result)


# --- take-backs --------------------------------------------------------------------------------------


def arrange(match: Match, side: str) -> str:
    """A side sorts its hand, which it may at any time; the action in notation."""
    action = Arrange(side, hand(match, FORD.sides.index(side))[::-1])
    match.push(action)
    return FORD.format(match.position, action)


def test_a_side_undoes_its_own_latest_action() -> None:
    match = dealt(consent=False)
    before, rolls = match.position.key(), match.rolls
    arrange(match, "red")
    match.undo("red")
    assert match.position.key() == before
    assert match.rolls == rolls
    assert match.position.actor == "red"


def test_what_was_taken_back_stays_as_a_remark() -> None:
    match = dealt()
    sorted_hand = arrange(match, "red")
    match.undo("red")
    assert match.record.remarks[4] == [f"# taken back by red: red: {sorted_hand}"]
    assert Record.loads(match.record.dumps()).remarks == match.record.remarks


def test_the_game_goes_on_after_a_take_back_and_proves_its_dice() -> None:
    match = dealt()
    arrange(match, "red")
    match.undo("red")
    while match.position.outcome is None:
        match.roll()
        if match.position.outcome is None:
            lay(match)
    assert Record.loads(match.record.dumps()).verify().key() == match.position.key()


def refused(match: Match, side: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        match.undo(side)
    return caught.value


@rule("ford", "2.4")
def test_nothing_is_undone_at_the_start_nor_after_dice() -> None:
    fresh = Match(FORD, referee=Referee(1))
    assert refused(fresh, "red").key == "refusal.takeback_nothing"
    error = refused(dealt(), "red")
    assert (error.case, error.key) == ("2.4", "refusal.takeback_known")
    assert "everybody else has to agree" in str(error)


@rule("ford", "2.4")
def test_the_opponents_action_is_not_undone() -> None:
    match = dealt()
    lay(match)
    assert refused(match, "blue").key == "refusal.takeback_consent"
    arrange(match, "blue")
    assert refused(match, "red").key == "refusal.takeback_consent"


@rule("ford", "2.4")
def test_once_the_other_side_is_asked_undo_tells_nothing_of_what_it_does_in_secret() -> None:
    match = dealt()
    lay(match)
    asked = str(refused(match, "red"))
    arrange(match, "blue")
    assert str(refused(match, "red")) == asked
    arrange(match, "red")
    assert str(refused(match, "red")) == asked, "out of turn nothing is undone: blue's next act would show"


@rule("ford", "2.4")
def test_nothing_is_undone_while_the_dice_are_asked() -> None:
    match = Match(FORD, referee=Referee(1))
    match.push(Arrange("red", ()))
    assert match.position.actor == "dice"
    assert refused(match, "red").key == "refusal.takeback_consent"


@rule("ford", "2.4")
def test_nothing_is_undone_after_a_reveal_or_after_the_end() -> None:
    match = dealt()
    match.push(Play(min(hand(match, 0))))
    match.push(Play(max(hand(match, 1))))
    assert match.position.actor == "blue", "the better card marches: blue is asked again, and has seen red's"
    assert refused(match, "blue").key == "refusal.takeback_known"
    over = dealt()
    over.push(Capitulate("red"))
    assert refused(over, "red").key == "refusal.game_over"


@rule("ford", "2.4")
def test_by_consent_both_go_back_further() -> None:
    match = dealt()
    before = match.position.key()
    lay(match)
    match.push(Arrange("blue", hand(match, 1)[::-1]))
    match.ask_takeback("red", 4)
    match.answer_takeback("blue", agreed=True)
    assert match.position.key() == before
    assert len(match.record) == 4


@rule("ford", "2.4")
def test_without_the_option_there_is_nothing_to_agree_on() -> None:
    match = dealt(consent=False)
    lay(match)
    with pytest.raises(Refusal) as caught:
        match.ask_takeback("red", 4)
    assert (caught.value.case, caught.value.key) == ("2.4", "refusal.takeback_off")


def test_a_request_can_be_declined_and_lapses_with_the_next_action() -> None:
    match = dealt()
    lay(match)
    match.ask_takeback("red", 4)
    match.answer_takeback("blue", agreed=False)
    assert len(match.record) == 5
    match.ask_takeback("red", 4)
    match.push(Arrange("red", hand(match, 0)))
    with pytest.raises(Refusal, match="nothing to take back"):
        match.answer_takeback("blue", agreed=True)


def test_nobody_agrees_to_his_own_request() -> None:
    match = dealt()
    lay(match)
    match.ask_takeback("red", 4)
    with pytest.raises(Refusal, match="nothing to take back"):
        match.answer_takeback("red", agreed=True)


@pytest.mark.parametrize("to", [-1, 5, 99])
def test_nobody_goes_back_to_where_the_game_never_was(to: int) -> None:
    match = dealt()
    lay(match)
    with pytest.raises(Refusal) as caught:
        match.ask_takeback("red", to)
    assert caught.value.key == "refusal.takeback_nothing"


@rule("ford", "2.4")
@pytest.mark.parametrize(("to", "known"), [(4, False), (3, True), (0, True)])
def test_a_request_says_whether_something_became_known_since(to: int, known: bool) -> None:
    match = dealt()
    lay(match)
    match.ask_takeback("red", to)
    assert match.asked == Request("red", to, known)


class FaceUp(Position, kw_only=True, eq=False):
    """Red sees whatever card blue's hand begins with: one thing to see, which a side can turn up by sorting."""

    def uncovered(self, side: str) -> int:
        return 1 << self.hands[1][0] if side == "red" and self.hands[1] else 0


def face_up() -> Match:
    match = dealt()
    pos = match.position
    match.position = FaceUp(**{name: getattr(pos, name) for name in pos.__struct_fields__})
    assert hand(match, 1)[0] != hand(match, 1)[-1], "two cards to tell apart"
    return match


@rule("ford", "2.4")
def test_whoever_has_seen_a_hidden_thing_has_learned_it_by_whose_action_ever() -> None:
    match = face_up()
    arrange(match, "red")
    assert match.undo_refusal("red") is None
    seen = len(match.record)
    arrange(match, "blue")
    assert match.known_since(seen, ("red",))
    assert not match.known_since(seen, ("blue",)), "it was blue's own card"
    match.ask_takeback("red", seen)
    assert match.asked == Request("red", seen, True)
    match.answer_takeback("blue", agreed=True)
    assert match.position.actor == "red"
    assert refused(match, "red").key == "refusal.takeback_known", "what was seen stays seen"
