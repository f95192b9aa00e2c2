"""The Ford's front door: where the other modules hang together."""

from random import Random
from typing import Any, ClassVar, Self

from shapan.kernel import NOT_FREE, Action, Board, Finding, Game, Options, Refusal, Side, Steps, View
from shapan.kernel.data import blocks_without_provenance

from . import knowledge
from .actions import GRAMMAR, Arrange
from .board import board
from .book import FordBook
from .marching import MarchBanner
from .position import FordPosition
from .sequence import TURN, BreakTie, DealCard, PlayCard, Playing


class Position(FordPosition, kw_only=True, eq=False):
    """The position with its sequence of play, steps and views."""

    SEQUENCE = TURN
    STEPS = Steps(DealCard(), PlayCard(), BreakTie(), MarchBanner())

    def free_refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, Arrange):
            return NOT_FREE
        hand = self.hands[self.book.sides.index(action.side)]
        return None if sorted(hand) == sorted(action.cards) else Refusal("2.1", "refusal.other_cards")

    def apply_free(self, action: Action) -> bool:
        if not isinstance(action, Arrange):
            return False
        self.give(self.book.sides.index(action.side), action.cards)
        self.tell("2.1", "event.arranged", (action.side,), side=action.side)
        return True

    def free_options(self, side: Side) -> Options:
        return knowledge.arrangements(self, side)

    def view(self, side: Side) -> View:
        return knowledge.view(self, side)

    def imagine(self, side: Side, rng: Random) -> Self:
        world = knowledge.imagine(self, side, rng)
        assert isinstance(world, type(self))
        return world

    def violations(self) -> list[str]:
        """2.1: cards are conserved. 3.1: the banner is on the road."""
        found = []
        face_down = sum(map(bool, self.played)) if self.stack and isinstance(self.top, Playing) else 0
        if sum(self.deck) + sum(map(len, self.hands)) + face_down + self.spent != sum(self.book.deck):
            found.append("2.1: cards were lost or made")
        if self.banner not in self.book.lexicon.places:
            found.append("3.1: the banner is off the road")
        return found


class Ford(Game):
    """The title."""

    id: ClassVar[str] = "ford"
    title: ClassVar[str] = "The Ford"
    summary: ClassVar[str] = "A banner, two hands of cards and a die"
    sides: ClassVar[tuple[Side, ...]] = ("red", "blue")
    grammar = GRAMMAR
    position = Position
    capitulation_case: ClassVar[str] = "4.3"
    takeback_case: ClassVar[str] = "2.4"
    takeback_switch: ClassVar[str] = "takebacks_by_consent"
    open_verbs: ClassVar[frozenset[str]] = frozenset({"arrange"})

    def compile(self, scenario: str, switches: dict[str, Any]) -> FordBook:
        return FordBook(self, scenario, switches)

    def set_up(self, book: FordBook) -> Position:
        return Position(book=book, banner=book.start, deck=book.deck)

    def board(self, scenario: str | None = None) -> Board:
        return board(self, scenario)

    def check(self) -> list[Finding]:
        data = self.data.table("scenario.toml")
        return [
            Finding("every block says where it comes from", not [*blocks_without_provenance(data, "scenario.toml")]),
            Finding("the road has a middle", len(data["road"]["places"]) % 2 == 1, "4.2"),
        ]
