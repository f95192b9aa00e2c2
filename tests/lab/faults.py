"""The toy game with faults planted on purpose: the laboratory has to find each of them."""

from random import Random
from typing import Any, ClassVar, Self

import msgspec

from ford.actions import Arrange, Play
from ford.book import FordBook
from ford.game import Ford, Position
from shapan.kernel import DICE, Action, Capitulate, Event, Frame, Game, Options, Refusal, Side, View, one


class Faulty(Ford):
    """A game with another position; its files are those of the toy."""

    position: ClassVar[type[Position]]

    @property
    def package(self) -> str:
        return Ford.__module__.partition(".")[0]

    def set_up(self, book: FordBook) -> Position:
        return self.position(book=book, banner=book.start, deck=book.deck)


def game_with(position: type[Position]) -> Game:
    """The toy game, played with a faulty position."""
    made: Game = type("Faulty", (Faulty,), {"position": position})()
    return made


class Leaks(Position, kw_only=True, eq=False):
    """Shows everybody all hands."""

    def view(self, side: Side) -> View:
        return super().view("red")


class RefusesAnOption(Position, kw_only=True, eq=False):
    def _refusal(self, action: object) -> Refusal | None:
        return Refusal("2.2", "refusal.play_first") if action == Play(2) else super()._refusal(action)


class OffersTwice(Position, kw_only=True, eq=False):
    def options(self) -> Options:
        options = super().options()
        return options if self.actor == DICE else Options(*options.groups, *options.groups)


class Shares(Position, kw_only=True, eq=False):
    """Keeps its moves in a list, which every copy shares."""

    moves: list[str] = msgspec.field(default_factory=list)

    def apply(self, action: Action, tell: Any = None) -> None:
        self.moves.append(action.verb)
        super().apply(action, tell)


class NeverEnds(Position, kw_only=True, eq=False):
    def settle(self, asked: Frame | None = None) -> None:
        super().settle(asked)
        if self.outcome is not None and self.outcome.case != "4.3":
            self.outcome, self.turn, self.banner = None, 1, self.book.start
            self.deck, self.hands, self.spent = self.book.deck, ((), ()), 0
            self.phase = -1
            super().settle(asked)


class DeadEnd(Position, kw_only=True, eq=False):
    def options(self) -> Options:
        return Options() if self.actor == "blue" else super().options()


class Crashes(Position, kw_only=True, eq=False):
    def apply(self, action: Action, tell: Any = None) -> None:
        super().apply(action, tell)
        if self.turn == 2:
            raise ZeroDivisionError("planted")


class CrashesWhenJudging(Position, kw_only=True, eq=False):
    def _refusal(self, action: object) -> Refusal | None:
        if isinstance(action, Play) and action.card in range(4, 1000):
            raise IndexError("planted")
        return super()._refusal(action)


class AcceptsTooMuch(Position, kw_only=True, eq=False):
    """Lets a side play a card that it does not hold."""

    def _refusal(self, action: object) -> Refusal | None:
        refusal = super()._refusal(action)
        return None if refusal is not None and refusal.key == "refusal.not_in_hand" else refusal

    def apply(self, action: Action, tell: Any = None) -> None:
        if isinstance(action, Play) and action not in self.options():
            self.done()
        else:
            super().apply(action, tell)


class ChangesWhenJudging(Position, kw_only=True, eq=False):
    def _refusal(self, action: object) -> Refusal | None:
        if not isinstance(action, Action | Capitulate):
            self.banner = 1
        return super()._refusal(action)


class LosesCards(Position, kw_only=True, eq=False):
    """Takes any cards for an arrangement of the hand."""

    def free_refusal(self, action: Action) -> Refusal | None:
        return None if isinstance(action, Arrange) else super().free_refusal(action)


class Forgets(Position, kw_only=True, eq=False):
    """A snapshot that leaves out the turn."""

    def to_json(self) -> str:
        twin = self.copy()
        twin.turn = 1
        return super(Forgets, twin).to_json()


class ImaginesBadly(Position, kw_only=True, eq=False):
    """Deals the other side too many cards, where nobody sees it."""

    def imagine(self, side: Side, rng: Random) -> Self:
        world = super().imagine(side, rng)
        world.deck = (*world.deck[:-1], world.deck[-1] + 1)
        return world


class ImaginesFromTheTruth(Position, kw_only=True, eq=False):
    """Deals as it should, but what it deals follows from the cards that are really there."""

    def imagine(self, side: Side, rng: Random) -> Self:
        return super().imagine(side, Random(f"{rng.random()} {self.hands}"))


class Peeks(Position, kw_only=True, eq=False):
    """Whoever lays a card is told what the other side holds, and nothing says that he has learned it."""

    def apply(self, action: Action, tell: Any = None) -> None:
        author = action.author(self.actor)
        super().apply(action, tell)
        if tell is not None and isinstance(action, Play):
            number = self.book.sides.index(author)
            tell(Event("2.1", "event.drew", {"side": author, "card": sum(self.hands[1 - number])}, (author,)))


class Whispers(Position, kw_only=True, eq=False):
    """When a card is laid, the other side is told what its author has left."""

    def apply(self, action: Action, tell: Any = None) -> None:
        author = action.author(self.actor)
        super().apply(action, tell)
        if tell is not None and isinstance(action, Play):
            number = self.book.sides.index(author)
            params = {"side": author, "card": sum(self.hands[number])}
            tell(Event("2.1", "event.drew", params, (self.book.sides[1 - number],)))


class TurnsUpSilently(Position, kw_only=True, eq=False):
    """Lays cards open without a word that something has become known."""

    def learned(self) -> None:
        pass


class RefusesByWhatIsHidden(Position, kw_only=True, eq=False):
    """Lets nobody lay a card that the other side holds too."""

    def options(self) -> Options:
        found = super().options()
        allowed = tuple(action for action in found if self._refusal(action) is None)
        return found if self.actor == DICE or not allowed else Options(*[one(action) for action in allowed])

    def view(self, side: Side) -> View:
        view = super().view(side)
        return msgspec.structs.replace(view, ask=msgspec.structs.replace(view.ask, options=()))

    def _refusal(self, action: object) -> Refusal | None:
        refusal = super()._refusal(action)
        if refusal is not None or not isinstance(action, Play):
            return refusal
        number = self.book.sides.index(self.actor)
        mine, theirs = self.hands[number], self.hands[1 - number]
        return Refusal("2.2", "refusal.play_first") if action.card in theirs and set(mine) - set(theirs) else None


class CitesNothing(Position, kw_only=True, eq=False):
    def apply(self, action: Action, tell: Any = None) -> None:
        super().apply(action, tell)
        self.teller = tell
        self.tell("77.7", "event.strange")
        self.teller = None


class TellsAll(Position, kw_only=True, eq=False):
    """Shows at a prompt what nobody may know."""

    def __repr__(self) -> str:
        return f"<hands {self.hands}>"


class TellsAllGame(Faulty):
    """At home in this module, so that it can be packed."""

    position = TellsAll


class KeepsItsBook(Position, kw_only=True, eq=False):
    """Takes another book along, and forgets the banner, when it is copied."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        twin = self.copy()
        twin.book, twin.banner = self.book.game.book("dusk"), 0
        return twin


class KeepsItsBookGame(Faulty):
    position = KeepsItsBook


class ExplainsByWhatIsHidden(Position, kw_only=True, eq=False):
    """Tells by the reason of a refusal what the other side holds."""

    def _refusal(self, action: object) -> Refusal | None:
        refusal = super()._refusal(action)
        if refusal is None or self.actor == DICE or self.outcome:
            return refusal
        return Refusal(refusal.case, refusal.key, held=sum(map(sum, self.hands)))
