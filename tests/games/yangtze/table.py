"""A bare table to test on: any units, put where a test wants them, in millimetres (y to the south)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from shapan.games import game
from shapan.games.yangtze.actions import HALT, MOVE, Card, Ready
from shapan.games.yangtze.book import YangtzeBook
from shapan.games.yangtze.dice import Dice, Draw, Stake
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.game import Position, Yangtze
from shapan.games.yangtze.movement.together import simultaneous_move
from shapan.games.yangtze.orders.cards import Orders, allocate_cards, needs_card
from shapan.games.yangtze.place import Berth, Pose, move
from shapan.games.yangtze.position import STANDING
from shapan.games.yangtze.who import Figure, Model, Piece, Unit, numbered, put
from shapan.games.yangtze.works.barricades import load_ground
from shapan.kernel import DICE, Action, Event, Refusal, Roll

GAME = game("yangtze")
assert isinstance(GAME, Yangtze)
GRAND = "s8_wanling_bund"
SIZE = (2400, 1200)


def box(left: int, top: int, right: int, bottom: int) -> list[list[int]]:
    """A rectangle as ground files have it (y to the north)."""
    height = SIZE[1]
    return [[left, height - top], [right, height - top], [right, height - bottom], [left, height - bottom]]


def case(refusal: Refusal | None) -> str | None:
    """The case that a refusal cites."""
    return refusal.case if refusal else None


def bare(scenario: str = GRAND, ground: Any = None, **switches: Any) -> Stage:
    """An empty table under the forces of a scenario. ``ground`` adds areas, lines and buildings (data coordinates)."""
    sheet = GAME.data.table(f"scenarios/{scenario}.toml")
    own = GAME.data.table(f"boards/{sheet['board']}.toml")
    board = {"id": "bare", "size": SIZE, "zones": own["zones"], **(ground or {})}
    table = load_ground(board, GAME.data.table("ground.toml"))
    options = GAME.chosen(switches)
    book = YangtzeBook(GAME, scenario, options, {sheet["board"]: table})
    pos = GAME.set_up(book)
    assert isinstance(pos, Position)
    pos.stack = (Orders(0, True), ())
    pos.phase = 1
    return Stage(pos)


K = TypeVar("K", bound=Stake)


class Stage:
    """A position and the few words that tests use."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos
        self.events: list[Event] = []

    def unit(self, template: str, copy: int = 0) -> Unit:
        """The number of a unit by its template."""
        found = [n for n, unit in numbered(self.pos.book.units) if unit.template == template]
        return found[copy]

    def men(self, unit: Unit) -> tuple[Figure, ...]:
        return self.pos.book.men[unit]

    def put(self, unit: Unit, *points: tuple[float, float]) -> tuple[Figure, ...]:
        """The first figures of a unit stand at these points; the rest of it is not there."""
        pos = self.pos
        men = pos.book.men[unit]
        for figure, (x, y) in zip(men, points, strict=False):
            pos.stand(figure, round(x * 10), round(y * 10))
        return men[: len(points)]

    def row(self, unit: Unit, x: float, y: float, count: int, step: float = 30) -> tuple[Figure, ...]:
        return self.put(unit, *((x + step * number, y) for number in range(count)))

    def model(self, unit: Unit, x: float, y: float, heading: int = 0, crew: bool = True) -> None:
        """A vehicle, vessel, aircraft or gun model."""
        move(self.pos, (Model(unit), Pose(round(x * 10), round(y * 10), heading)))
        if crew and self.pos.book.units[unit].carrier:
            self.board(unit, unit)

    def board(self, unit: Unit, carrier: Unit) -> None:
        move(self.pos, *((figure, Berth(carrier)) for figure in self.men(unit)))

    def card(self, card: str, *units: Unit) -> None:
        for unit in units:
            self.pos.card = put(self.pos.card, unit, card)

    def roll(self, *faces: int) -> None:
        """Answer the dice; draws of a figure take the first one offered."""
        for face in faces:
            self.drawn()
            assert self.pos.actor == DICE, f"no die is asked for {face}"
            self.pos.apply(Roll(face), self.events.append)
        self.drawn()

    def drawn(self) -> None:
        self.settle()
        while self.pos.stack and isinstance(self.pos.top, Draw):
            self.pos.apply(next(iter(self.pos.options())), self.events.append)

    def settle(self) -> None:
        self.pos.teller = self.events.append
        self.pos.settle()
        self.pos.teller = None

    def move(self) -> None:
        """The common movement: everybody carries out his plan."""
        pos = self.pos
        pos.stack, pos.spent = (), (0,) * len(pos.x)
        simultaneous_move(pos)
        self.settle()

    def walk(self) -> None:
        """The common movement and nothing after it."""
        pos = self.pos
        pos.stack, pos.spent = (Orders(0, True), ()), (0,) * len(pos.x)
        simultaneous_move(pos)
        self.settle()

    def play(self, *said: Action, to: str, faces: Iterable[int] = (), otherwise: int = 1) -> None:
        """A turn through the front door, from the cards up to the first question of this phase or of a later one. The
        sides say these things as soon as they may; whoever is left halts, and nobody says anything else. So many dice
        fall as they are told to, the others alike."""
        pos, left, dice = self.pos, list(said), [*faces]
        phases = [phase.name for phase in pos.SEQUENCE.phases]
        turn, last = pos.turn, phases.index(to)
        if phases[pos.phase] == "allocate_cards":
            pos.stack, pos.phase = (), 0
            self.settle()
        while pos.turn == turn and pos.phase < last:
            if pos.actor == DICE:
                drawing = isinstance(pos.top, Draw)
                pos.push(next(iter(pos.options())) if drawing else Roll(dice.pop(0) if dice else otherwise), self.hear)
                continue
            word = next((word for word in left if pos.refusal(word) is None), None)
            if word is not None:
                left.remove(word)
            pos.push(word or self._least(), self.hear)
        assert not left, f"nobody could say {left}"

    def _least(self) -> Action:
        """What a side says that has nothing to say: HALT, and that it is ready."""
        cards = [action for action in self.pos.options() if isinstance(action, Card)]
        return next((action for action in cards if action.card == HALT), Ready())

    def hear(self, event: Event) -> None:
        self.events.append(event)

    def piece(self, unit: Unit, number: int = 0) -> Piece:
        """One figure of a unit, as players name it."""
        return self.pos.book.piece_of_figure(self.men(unit)[number])

    def places(self, unit: Unit) -> list[tuple[float, float]]:
        """Where the figures of a unit stand."""
        return [(self.pos.x[f] / 10, self.pos.y[f] / 10) for f in self.pos.standing[unit]]

    def turn(self, cards: Mapping[Unit, str], *said: Action, dice: Sequence[int] = ()) -> None:
        """A whole turn of players: cards (HALT where none is named), then whatever is said as soon as it may be said,
        until the turn is over or the dice have run out."""
        pos, left, faces = self.pos, list(said), list(dice)
        turn, pos.stack = pos.turn, ()
        allocate_cards(pos)
        self.settle()
        while pos.outcome is None and pos.turn == turn:
            if pos.actor == DICE and not isinstance(pos.top, Draw) and not faces:
                break
            pos.push(self._answer(cards, left, faces), self.events.append)
        assert not left, f"{left[0]} could not be said"

    def _answer(self, cards: Mapping[Unit, str], left: list[Action], faces: list[int]) -> Action:
        """What is said next: a face, a card, what the test wants said, ready, or the first thing that can be."""
        pos = self.pos
        if pos.actor == DICE and not isinstance(pos.top, Draw):
            return Roll(faces.pop(0))
        if isinstance(pos.top, Orders):
            for unit in filter(lambda unit: needs_card(pos, unit), pos.units_of(pos.top.side)):
                return Card(unit, cards.get(unit, MOVE if pos.book.units[unit].aircraft else HALT))
        for action in left:
            if pos.refusal(action) is None:
                left.remove(action)
                return action
        return Ready() if pos.refusal(Ready()) is None else next(iter(pos.options()))

    def why(self, action: Action) -> str | None:
        """The case that forbids an action now."""
        return case(self.pos.refusal(action))

    def asks(self, what: object) -> bool:
        """Are dice asked for this purpose now, or a decision of this kind?"""
        at = self.pos.top
        return what is type(at.stake if isinstance(at, Dice) else at)

    def stake(self, kind: type[K]) -> K:
        """What the dice are asked for now; it has to be of this kind."""
        assert isinstance(self.pos.top, Dice)
        assert isinstance(self.pos.top.stake, kind)
        return self.pos.top.stake

    @property
    def volley(self) -> Volley:
        """The volley that is being fired."""
        at = self.pos.nearest(Volley)
        assert at is not None
        return at

    def told(self, key: str) -> list[Event]:
        return [event for event in self.events if event.key == f"event.{key}"]

    def standing(self, unit: Unit) -> int:
        return len(self.pos.standing[unit])

    def gone(self, figures: Iterable[Figure]) -> list[Figure]:
        return [figure for figure in figures if self.pos.fate[figure] != STANDING]
