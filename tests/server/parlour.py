"""Sealed bids: a parlour game for the tests of the server, all of whose interest is hidden.

Each round the dice deal both sides a secret card, both bid secretly, and only who bid more is told. A side may secretly
mark its card at any time. Whoever has won more rounds after three wins; black wins ties.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Annotated, Any, ClassVar, Self

from shapan.kernel import (
    NOT_FREE,
    Action,
    Board,
    Book,
    Catalogue,
    DieStep,
    Finding,
    Frame,
    Game,
    Grammar,
    Group,
    Lexicon,
    NumberKind,
    Options,
    Outcome,
    Position,
    Refusal,
    Roll,
    RuleBook,
    Scenario,
    SideFrame,
    SideName,
    SideStep,
    Step,
    Steps,
    Switch,
    View,
    option_groups,
    phase,
    sequence,
)
from shapan.kernel.data import DataFolder
from shapan.kernel.texts import common
from shapan.kernel.view import Ask, Box, Clock

SIDES = ("white", "black")
ROUNDS = 3


class Bid(Action, frozen=True):
    """A secret bid."""

    verb: ClassVar[str] = "bid"
    height: Annotated[int, NumberKind(0, 99)]


class MarkCard(Action, frozen=True):
    """Mark one's card, secretly and at any time."""

    verb: ClassVar[str] = "mark"
    side: SideName
    sign: Annotated[int, NumberKind(0, 9)]

    def author(self, actor: str) -> str:
        return self.side


class ParlourPosition(Position[Book], kw_only=True, eq=False):
    """Two cards, two bids, two signs, rounds won."""

    cards: tuple[int, int] = (0, 0)
    bids: tuple[int, int] = (0, 0)
    signs: tuple[int, int] = (0, 0)
    won: tuple[int, int] = (0, 0)

    def free_refusal(self, action: Action) -> Refusal | None:
        return None if isinstance(action, MarkCard) else NOT_FREE

    def apply_free(self, action: Action) -> bool:
        if not isinstance(action, MarkCard):
            return False
        number = SIDES.index(action.side)
        self.signs = _put(self.signs, number, action.sign)
        self.tell("5", "event.marked", to=(action.side,), side=action.side, sign=action.sign)
        return True

    def free_options(self, side: str) -> Options:
        return Options(Group(MarkCard, side, values=(1, 2))) if side in SIDES and not self.outcome else Options()

    def view(self, side: str) -> View:
        decision = self.decision
        mine = decision.actor == side
        boxes = []
        for number, owner in enumerate(SIDES):
            open_ = owner == side or self.outcome is not None
            secret = f"card {self.cards[number]} bid {self.bids[number]} sign {self.signs[number]}"
            boxes.append(Box(f"hand.{owner}", "box.hand", owner, count=1, note=secret if open_ else ""))
        lexicon = self.book.lexicon
        return View(
            game="parlour",
            scenario=self.book.scenario,
            side=side,
            clock=Clock(self.turn, ROUNDS, f"round {self.turn}", "I", "phase.round", "1"),
            pieces=(),
            boxes=boxes,
            marks=(),
            ledgers=(),
            ask=Ask(
                decision.kind,
                decision.actor,
                decision.case,
                decision.prompt,
                decision.params,
                option_groups(lexicon, self.options()) if mine else (),
                option_groups(lexicon, self.free_options(side)),
            ),
            outcome=self.outcome,
        )

    def imagine(self, side: str, rng: Random) -> Self:
        twin = self.copy()
        for number, owner in enumerate(SIDES):
            if owner != side and not self.outcome:
                twin.cards = _put(twin.cards, number, rng.randint(1, 6) if self.cards[number] else 0)
                twin.bids = _put(twin.bids, number, rng.randint(0, 6) if self.bids[number] else 0)
                twin.signs = _put(twin.signs, number, rng.randint(0, 9))
        return twin


def _put(pair: tuple[int, int], number: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if number == 0 else (pair[0], value)


class Deal(SideFrame):
    """2: the dice deal a side its card."""


class Bidding(SideFrame, step="bid"):
    """3: a side bids."""


class Reckon(Frame):
    """4: the bids are compared."""


class DealCard(DieStep[ParlourPosition, Deal]):
    case = "2"

    def rolled(self, pos: ParlourPosition, at: Deal, face: int) -> None:
        pos.cards = _put(pos.cards, at.side, face)
        pos.tell("2", "event.dealt", to=(SIDES[at.side],), side=SIDES[at.side], card=face)
        pos.done()


class AskBid(SideStep[ParlourPosition, Bidding]):
    case = "3"

    def options(self, pos: ParlourPosition, at: Bidding) -> Options:
        return Options(Group(Bid, values=tuple(range(pos.cards[at.side] + 1))))

    def refusal(self, pos: ParlourPosition, at: Bidding, action: Action) -> Refusal | None:
        if not isinstance(action, Bid):
            return Refusal("3", "refusal.not_now")
        if action.height > pos.cards[at.side]:
            return Refusal("3", "refusal.too_high", most=pos.cards[at.side])
        return None

    def apply(self, pos: ParlourPosition, at: Bidding, action: Action) -> None:
        assert isinstance(action, Bid)
        pos.bids = _put(pos.bids, at.side, action.height)
        pos.tell("3", "event.bid", to=(SIDES[at.side],), side=SIDES[at.side], height=action.height)
        pos.done()


class ReckonBids(Step[ParlourPosition, Reckon]):
    case = "4"

    def settle(self, pos: ParlourPosition, at: Reckon) -> bool:
        winner = 0 if pos.bids[0] > pos.bids[1] else 1
        pos.won = _put(pos.won, winner, pos.won[winner] + 1)
        pos.learned()
        pos.tell("4", "event.round_won", side=SIDES[winner])
        pos.bids = (0, 0)
        pos.done()
        if pos.turn == ROUNDS:
            pos.end(Outcome(SIDES[0 if pos.won[0] > pos.won[1] else 1], "4", "outcome.rounds"))
        pos.turn += 1
        return False


def play_round(pos: ParlourPosition) -> None:
    """1: deal, deal, bid, bid, reckon."""
    pos.then(Deal(0), Deal(1), Bidding(0), Bidding(1), Reckon())


ParlourPosition.SEQUENCE = sequence(phase("I", "1", play_round))
ParlourPosition.STEPS = Steps(DealCard(), AskBid(), ReckonBids())


class Parlour(Game):
    """The title."""

    id: ClassVar[str] = "parlour"
    title: ClassVar[str] = "Sealed bids"
    sides: ClassVar[tuple[str, ...]] = SIDES
    grammar = Grammar(Bid, MarkCard, Roll)
    position = ParlourPosition

    def __init__(self) -> None:
        self.rules = RuleBook("Sealed bids", "BID", ())
        self.texts = Catalogue({"refusal.too_high": "at most {most}"}).over(common())
        self.data = DataFolder(self.package)
        self.data_version = "0"
        self.scenarios = {entry.id: entry for entry in self.list_scenarios()}
        self.switches = {entry.id: entry for entry in self.list_switches()}
        self._books: dict[tuple[Any, ...], Book] = {}

    def list_scenarios(self) -> Iterable[Scenario]:
        return [Scenario("evening", "An evening")]

    def list_switches(self) -> Iterable[Switch]:
        return [Switch("manners", "Manners", "0", "plain", ("plain", "courtly"))]

    def compile(self, scenario: str, switches: dict[str, Any]) -> Book:
        return Book(self, scenario, switches, Lexicon((), {}, SIDES))

    def set_up(self, book: Any) -> ParlourPosition:
        return ParlourPosition(book=book)

    def board(self, scenario: str | None = None) -> Board:
        raise NotImplementedError

    def check(self) -> list[Finding]:
        return []


GAME = Parlour()
