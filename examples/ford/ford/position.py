"""The position: a banner on a road, a deck, two hands."""

from shapan.kernel import Position

from .book import FordBook


class FordPosition(Position[FordBook], kw_only=True, eq=False):
    """Every field is an immutable value; sides are numbers, 0 for red and 1 for blue."""

    banner: int
    deck: tuple[int, ...]
    """2.1: how many cards of each strength are left."""
    hands: tuple[tuple[int, ...], ...] = ((), ())
    played: tuple[int, int] = (0, 0)
    """2.2: the card that each side has laid face down this turn; 0 for none."""
    spent: int = 0
    """2.3: how many cards have been played and turned up."""

    def give(self, side: int, hand: tuple[int, ...]) -> None:
        """This side now holds these cards."""
        self.hands = (hand, self.hands[1]) if side == 0 else (self.hands[0], hand)
