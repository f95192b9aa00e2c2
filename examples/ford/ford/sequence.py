"""2.0 Sequence of play: deal, play, compare."""

from shapan.kernel import (
    Action,
    Chances,
    ChanceStep,
    DieStep,
    Frame,
    Group,
    Options,
    Outcome,
    Refusal,
    SideFrame,
    SideStep,
    phase,
    sequence,
)

from .actions import Draw, Play
from .marching import Marching
from .position import FordPosition


class Deal(SideFrame):
    """2.1: a side fills up its hand."""


class Playing(SideFrame, step="play"):
    """2.2: a side lays a card."""


class Tie(Frame):
    """2.3: the cards are equal."""


class DealCard(ChanceStep[FordPosition, Deal]):
    """2.1: one card of the deck, each as likely as the next."""

    case = "2.1"

    def options(self, pos: FordPosition, at: Deal) -> Chances:
        return Chances([Draw(strength) for strength in range(1, len(pos.deck) + 1)], pos.deck)

    def apply(self, pos: FordPosition, at: Deal, action: Action) -> None:
        assert isinstance(action, Draw)
        pos.deck = tuple(left - (strength == action.card) for strength, left in enumerate(pos.deck, 1))
        pos.give(at.side, (*pos.hands[at.side], action.card))
        owner = pos.book.sides[at.side]
        pos.tell("2.1", "event.drew", (owner,), side=owner, card=action.card)
        pos.done()


class PlayCard(SideStep[FordPosition, Playing]):
    """2.2: both sides lay a card face down, red first; nobody sees it before 2.3."""

    case = "2.2"

    def options(self, pos: FordPosition, at: Playing) -> Options:
        return Options(Group(Play, values=tuple(sorted(set(pos.hands[at.side])))))

    def refusal(self, pos: FordPosition, at: Playing, action: Action) -> Refusal | None:
        if not isinstance(action, Play):
            return Refusal("2.2", "refusal.play_first")
        if action.card not in pos.hands[at.side]:
            return Refusal("2.2", "refusal.not_in_hand", card=action.card)
        return None

    def apply(self, pos: FordPosition, at: Playing, action: Action) -> None:
        assert isinstance(action, Play)
        hand = list(pos.hands[at.side])
        hand.remove(action.card)
        pos.give(at.side, tuple(hand))
        pos.played = (action.card, 0) if at.side == 0 else (pos.played[0], action.card)
        pos.tell("2.2", "event.played", side=pos.book.sides[at.side])
        pos.done()


class BreakTie(DieStep[FordPosition, Tie]):
    """2.3: equal cards are settled by a die, low for red and high for blue."""

    case = "2.3"

    def rolled(self, pos: FordPosition, at: Tie, face: int) -> None:
        pos.done()
        pos.then(Marching(int(face > 3), 1))


def deal(pos: FordPosition) -> None:
    """2.1: hands are filled up, red's first."""
    missing = [pos.book.hand - len(hand) for hand in pos.hands]
    pos.then(*(Deal(side) for side in range(len(missing)) for _ in range(missing[side])))


def play(pos: FordPosition) -> None:
    """2.2."""
    pos.played = (0, 0)
    pos.then(Playing(0), Playing(1))


def compare(pos: FordPosition) -> None:
    """2.3: the cards are turned up, and nobody can forget what they were."""
    red, blue = pos.played
    pos.learned()
    pos.spent += 2
    pos.tell("2.3", "event.turned_up", red=red, blue=blue)
    if red == blue:
        pos.then(Tie())
    else:
        pos.then(Marching(int(blue > red), abs(red - blue)))


def end_turn(pos: FordPosition) -> None:
    """4.2: after the last turn, or when the deck cannot fill both hands, the bank decides."""
    short = sum(pos.book.hand - len(hand) for hand in pos.hands)
    if pos.turn == pos.book.turns or sum(pos.deck) < short:
        middle = len(pos.book.road) // 2
        winner = None if pos.banner == middle else pos.book.sides[int(pos.banner < middle)]
        pos.end(Outcome(winner, "4.2", "outcome.bank"))
    else:
        pos.turn += 1


TURN = sequence(
    phase("I", "2.1", deal),
    phase("II", "2.2", play),
    phase("III", "2.3", compare),
    phase("IV", "4.2", end_turn),
)
