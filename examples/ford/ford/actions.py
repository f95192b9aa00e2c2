"""What can be done at the Ford, and how it is written."""

from typing import Annotated, ClassVar

from shapan.kernel import Action, Grammar, ListKind, NumberKind, Piece, Place, Roll, SideName

STRENGTH = NumberKind(1, 3)
Card = Annotated[int, STRENGTH]
Cards = Annotated[tuple[int, ...], ListKind(STRENGTH, ",", "cards")]


class Draw(Action, frozen=True):
    """2.1: the next card of the deck; an answer of the dice."""

    verb: ClassVar[str] = "draw"
    card: Card


class Play(Action, frozen=True):
    """2.2: a card laid face down."""

    verb: ClassVar[str] = "play"
    card: Card


class March(Action, frozen=True):
    """3.1: the banner goes to a place."""

    verb: ClassVar[str] = "march"
    piece: Piece
    place: Place


class Arrange(Action, frozen=True):
    """2.1: a side puts its hand in another order, whenever it likes."""

    verb: ClassVar[str] = "arrange"
    side: SideName
    cards: Cards

    def author(self, actor: str) -> str:
        return self.side


GRAMMAR = Grammar(Draw, Play, Roll, March, Arrange)
