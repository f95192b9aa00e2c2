"""2.0 Sequence of play: deal, play, compare."""

from shapan.kernel import DICE, Action, Chances, Group, Options, Outcome, Refusal, Roll, Step, phase, sequence

from .actions import Draw, Play
from .position import FordPosition


class DealCard(Step[FordPosition]):
    """2.1: one card of the deck, each as likely as the next."""

    name = "deal"
    case = "2.1"

    def actor(self, pos: FordPosition) -> str:
        return DICE

    def options(self, pos: FordPosition) -> Chances:
        return Chances([Draw(strength) for strength in range(1, len(pos.deck) + 1)], pos.deck)

    def apply(self, pos: FordPosition, action: Action) -> None:
        assert isinstance(action, Draw)
        (side,) = pos.frame
        pos.deck = tuple(left - (at == action.card) for at, left in enumerate(pos.deck, 1))
        pos.give(side, (*pos.hands[side], action.card))
        owner = pos.book.sides[side]
        pos.tell("2.1", "event.drew", (owner,), side=owner, card=action.card)
        pos.done()


class PlayCard(Step[FordPosition]):
    """2.2: both sides lay a card face down, red first; nobody sees it before 2.3."""

    name = "play"
    case = "2.2"

    def actor(self, pos: FordPosition) -> str:
        (side,) = pos.frame
        return pos.book.sides[side]

    def options(self, pos: FordPosition) -> Options:
        (side,) = pos.frame
        return Options(Group(Play, values=tuple(sorted(set(pos.hands[side])))))

    def refusal(self, pos: FordPosition, action: Action) -> Refusal | None:
        (side,) = pos.frame
        if not isinstance(action, Play):
            return Refusal("2.2", "refusal.play_first")
        if action.card not in pos.hands[side]:
            return Refusal("2.2", "refusal.not_in_hand", card=action.card)
        return None

    def apply(self, pos: FordPosition, action: Action) -> None:
        assert isinstance(action, Play)
        (side,) = pos.frame
        hand = list(pos.hands[side])
        hand.remove(action.card)
        pos.give(side, tuple(hand))
        pos.played = (action.card, 0) if side == 0 else (pos.played[0], action.card)
        pos.tell("2.2", "event.played", side=pos.book.sides[side])
        pos.done()


class Tie(Step[FordPosition]):
    """2.3: equal cards are settled by a die, low for red and high for blue."""

    name = "tie"
    case = "2.3"

    def actor(self, pos: FordPosition) -> str:
        return DICE

    def options(self, pos: FordPosition) -> Chances:
        return Chances([Roll(face) for face in range(1, 7)])

    def apply(self, pos: FordPosition, action: Action) -> None:
        assert isinstance(action, Roll)
        pos.done()
        pos.call("march", int(action.face > 3), 1)


def deal(pos: FordPosition) -> None:
    """2.1: hands are filled up, red's first; frames are called last first."""
    for side in (1, 0):
        for _ in range(pos.book.hand - len(pos.hands[side])):
            pos.call("deal", side)


def play(pos: FordPosition) -> None:
    """2.2."""
    pos.played = (0, 0)
    pos.call("play", 1)
    pos.call("play", 0)


def compare(pos: FordPosition) -> None:
    """2.3: the cards are turned up, and nobody can forget what they were."""
    red, blue = pos.played
    pos.learned()
    pos.spent += 2
    pos.tell("2.3", "event.turned_up", red=red, blue=blue)
    if red == blue:
        pos.call("tie")
    else:
        pos.call("march", int(blue > red), abs(red - blue))


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
