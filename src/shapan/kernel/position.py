"""Position: a game in progress, to which somebody always owes one Decision."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, TypeVar

import msgspec

from . import faces
from .actions import Action, Capitulate, Lexicon
from .actors import DICE, NOBODY, SPECTATOR, Actor, Side
from .errors import BadSnapshot
from .events import Event, Teller
from .flow import Sequence, Step, Steps
from .frames import F, Frame, Stack, holds
from .options import NONE, Chances, Options
from .reading import read
from .refusal import Param, Refusal
from .texts import named

if TYPE_CHECKING:
    from .game import Game
    from .view import Aid, View


class Decision(msgspec.Struct, frozen=True):
    """What is asked, of whom, and under which case."""

    kind: str
    actor: Actor
    case: str
    prompt: str
    params: dict[str, Any] = {}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the winner (``None`` for a draw), the case, and a text key that says why."""

    winner: Side | None
    case: str
    key: str
    level: str = ""


class Book:
    """The compiled data of one scenario with its switches: everything that never changes during a game.

    Games subclass it. All copies of a position share one book.
    """

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any], lexicon: Lexicon) -> None:
        self.game = game
        self.scenario = scenario
        self.switches = switches
        self.agreed = tuple(sorted(switches.items()))
        """The switches as a value that can be compared."""
        self.lexicon = lexicon
        self.sides = lexicon.sides
        self.names: Mapping[str, str] = {}
        """How pieces and places are shown in sentences, where that is longer than their id."""

    def prepare(self) -> None:
        """Work out ahead what the first moves of a game would have to wait for. It may run in a thread beside games,
        and without it everything is worked out when it is first wanted."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Wherever it is sent, the book is compiled there already or will be: what travels is its name.
        return _same_book, (self.game, self.scenario, self.switches, self.game.data_version)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def _same_book(game: Game, scenario: str, switches: dict[str, Any], data_version: str) -> Any:
    if data_version != game.data_version:
        raise BadSnapshot(f"this was made with data {data_version} of {game.id}; this is {game.data_version}")
    return game.book(scenario, switches)


B = TypeVar("B", bound=Book)


MOST_STEPS: Final = 100_000
"""Automatic steps in a row after which a game is thought to go round in circles."""


class Position(msgspec.Struct, Generic[B], kw_only=True, eq=False):
    """One class per game. Every field is an immutable value, so a copy is shallow and shares nothing that can change.

    Fields named in ``DERIVED`` follow from the others: :meth:`derive` rebuilds them and they are never saved.
    """

    DERIVED: ClassVar[frozenset[str]] = frozenset()
    STEPS: ClassVar[Steps[Any]]
    SEQUENCE: ClassVar[Sequence[Any]]

    book: B
    turn: int = 1
    phase: int = -1
    stack: Stack = ()
    outcome: Outcome | None = None
    horizon: int = 0
    """How often something became known that cannot be unlearned (dice, reveals): undo ends there. See `learned`."""
    teller: Teller | None = None
    skipped: tuple[Frame, ...] = ()
    """Decisions that closed by themselves since the last action because nothing in them was legal."""

    # --- what is asked ---------------------------------------------------------------------------

    @property
    def top(self) -> Frame:
        """The frame of the step that is under way."""
        frame: Frame = self.stack[0]
        return frame

    @property
    def step(self) -> Step[Any, Any]:
        return self.STEPS.by_name[self.stack[0][0]]

    @property
    def actor(self) -> Actor:
        """Who owes the decision: a side, DICE, or NOBODY once there is an outcome."""
        if self.outcome is not None:
            return NOBODY
        at = self.stack[0]
        return self.STEPS.by_name[at[0]].actor(self, at)

    @property
    def decision(self) -> Decision:
        if self.outcome:
            return Decision("over", NOBODY, self.outcome.case, "prompt.over")
        step, at = self.step, self.top
        key, params = step.prompt(self, at)
        return Decision(step.name, step.actor(self, at), step.cited(self, at), key, named(self.book.lexicon, params))

    def options(self) -> Options:
        """Enough legal actions for anyone to play every sensible game; none is ever refused."""
        if self.outcome is not None:
            return NONE
        at = self.stack[0]
        return self.STEPS.by_name[at[0]].options(self, at)

    def chances(self) -> Chances:
        """The faces of the dice with their weights, when the dice owe the decision."""
        options = self.options()
        if not isinstance(options, Chances):
            raise ValueError("the dice are not asked now")
        return options

    def refusal(self, action: object) -> Refusal | None:
        """Why the rules forbid this action here; None when they allow it. Judges any object whatever."""
        refusal = self._refusal(action)
        if refusal is not None:
            refusal.text = self.book.game.say(refusal.key, named(self.book.lexicon, refusal.params), self)
        return refusal

    def allows(self, action: object) -> bool:
        """Do the rules allow this action here? The same without the words of a reason."""
        return self._refusal(action) is None

    def _refusal(self, action: object) -> Refusal | None:
        game = self.book.game
        if not issubclass(type(action), Action):
            return Refusal("0", "refusal.no_action")
        if not game.grammar.fits(self.book.lexicon, action):
            return Refusal("0", "refusal.malformed")
        if self.outcome:
            return Refusal(self.outcome.case, "refusal.game_over")
        assert isinstance(action, Action)
        if isinstance(action, Capitulate):
            return None
        free = self.free_refusal(action)
        return self._answered(action) if free is NOT_FREE else free

    def _answered(self, action: Action) -> Refusal | None:
        """What the step that asks says of an action; of one that is foreign to it, what a step just passed over says.

        The reason of another side's step is not told: it could rest on what that side alone knows.
        """
        refusal = self._judged(self.top, action)
        if refusal is None or not self._foreign(self.top, refusal):
            return refusal
        actor = self.actor
        for frame in self.skipped:
            if actor in (DICE, self.STEPS[frame.step].actor(self, frame)):
                reason = self._judged(frame, action)
                if reason is not None and not self._foreign(frame, reason):
                    return reason
        return self.misplaced(action) or refusal

    def misplaced(self, action: Action) -> Refusal | None:
        """The rule that says where an action belongs of which no step at hand knows anything; None if none does."""
        return None

    def _judged(self, at: Frame, action: Action) -> Refusal | None:
        return self.STEPS[at.step].refusal(self, at, action)

    def _foreign(self, at: Frame, refusal: Refusal) -> bool:
        """Is this what the step of a frame says of any action that is not its own?"""
        plain = self._judged(at, NOTHING)
        return plain is not None and (plain.case, plain.key) == (refusal.case, refusal.key)

    def free_refusal(self, action: Action) -> Refusal | None:
        """For actions that a side may take at any time: None or the reason. ``NOT_FREE`` for all other actions."""
        return NOT_FREE

    def free_options(self, side: Side) -> Options:
        """What this side may do besides answering the decision (arrange its stacks, for example)."""
        return NONE

    # --- what happens ----------------------------------------------------------------------------

    def push(self, action: Action, tell: Teller | None = None) -> None:
        """Answer the decision. Raises the :class:`Refusal`, and changes nothing, if the rules forbid it.

        All or nothing: should a rule or the listener fail halfway, the position is as it was before.
        """
        refusal = self.refusal(action)
        if refusal is not None:
            raise refusal
        before = self.copy()
        try:
            self.apply(action, tell)
        except BaseException:
            self._be(before)
            raise

    def let_stand(self, action: Action, tell: Teller | None = None) -> None:
        """Carry out an action that was legal when it was played; today's :class:`Refusal` if it cannot be carried out,
        or would leave a position that can never be."""
        before, refusal = self.copy(), self.refusal(action)
        if refusal is None:
            return self.push(action, tell)
        try:
            self.apply(action, tell)
            sound = not self.violations()
        except Exception:  # a rule that was never asked about such a thing may fail in any way
            sound = False
        if not sound:
            self._be(before)
            raise refusal

    def _be(self, other: Self) -> None:
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))

    def apply(self, action: Action, tell: Teller | None = None) -> None:
        """Like :meth:`push`, unjudged and unguarded, for an action known to be legal such as one of the options."""
        self.teller = tell
        asked: Frame | None = None
        try:
            if isinstance(action, Capitulate):
                self.capitulate(action.side)
            elif not self.apply_free(action):
                self.skipped = ()  # not by what a side does besides: the reasons given to another would tell of it
                asked = self.stack[0]
                step = self.STEPS.by_name[asked[0]]
                if step.actor(self, asked) == DICE:
                    self.learned()
                step.apply(self, asked, action)
            self.settle(asked)
        finally:
            self.teller = None

    def apply_free(self, action: Action) -> bool:
        """Carry out an action that :meth:`free_refusal` allowed; False if it is an ordinary answer."""
        return False

    def settle(self, asked: Frame | None = None) -> None:
        """Run everything automatic until somebody owes a decision or the game is over.

        A step that could ask and closes by itself is noted as skipped; the one that was asked last, as it was asked.
        """
        steps = self.STEPS.by_name
        for _ in range(MOST_STEPS):
            if self.outcome is not None:
                return
            stack = self.stack
            if not stack:
                self.SEQUENCE.advance(self)
                continue
            at = stack[0]
            step = steps[at[0]]
            if step.settle(self, at):
                return
            if step.asks and not holds(self.stack, at):
                self.skipped = (*self.skipped, asked if asked and asked.step == at.step else at)
        raise RuntimeError(f"the step {self.step.name} neither asks nor comes to an end")

    def capitulate(self, side: Side) -> None:
        """A side gives up: whoever is left alone wins, and among several nobody does."""
        game = self.book.game
        self.tell(game.capitulation_case, "event.capitulated", side=side)
        left = [other for other in self.book.sides if other != side]
        winner, level = (left[0], game.capitulation_level) if len(left) == 1 else (None, "")
        self.end(Outcome(winner, game.capitulation_case, "outcome.capitulation", level))

    def end(self, outcome: Outcome) -> None:
        """The game is over, whatever was going on."""
        self.outcome = outcome
        self.stack = ()
        if outcome.winner is None:
            self.tell(outcome.case, "event.drawn")
        else:
            self.tell(outcome.case, "event.over", side=outcome.winner, why=outcome.key)

    def tell(self, case: str, key: str, to: tuple[Side, ...] | None = None, **params: Param) -> None:
        """Report an Event; free of charge when nobody listens."""
        if self.teller is not None:
            self.teller(Event(case, key, named(self.book.lexicon, params), to))

    def learned(self) -> None:
        """Somebody learns, or looks in vain for, what he could not know: nobody undoes alone what was done before."""
        self.horizon += 1

    # --- frames ----------------------------------------------------------------------------------

    def then(self, *frames: Frame) -> None:
        """What comes next, in reading order; what is now on top goes on when all of it is done."""
        for frame in reversed(frames):
            self.stack = (frame, self.stack)

    def done(self) -> None:
        """The step on top has ended."""
        self.stack = self.stack[1]

    def become(self, frame: Frame) -> None:
        """Put this frame in the place of the one on top."""
        self.stack = (frame, self.stack[1])

    def frames(self) -> Iterator[Frame]:
        """All frames of the stack, the top first."""
        stack = self.stack
        while stack:
            frame, stack = stack
            yield frame

    def nearest(self, kind: type[F]) -> F | None:
        """The frame of this kind that is nearest to the top."""
        return next((frame for frame in self.frames() if isinstance(frame, kind)), None)

    # --- faces -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return faces.line(self)

    def _repr_svg_(self) -> str | None:
        """How notebooks show a position: the board with what everybody may know."""
        return faces.picture(self)

    # --- copies, keys, snapshots -----------------------------------------------------------------

    if TYPE_CHECKING:

        def __copy__(self) -> Self:
            """Every msgspec.Struct has it; its types do not say so."""

    def copy(self) -> Self:
        """An independent copy, in well under a microsecond: every field is an immutable value."""
        return self.__copy__()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (type(self), self.book, tuple(getattr(self, name) for name in self.state_fields()))

    def key(self) -> tuple[Any, ...]:
        """Hashable; equal for equal positions of the same scenario and switches."""
        return (self.book.scenario, self.book.agreed, *self.key_values()(self))

    @classmethod
    @cache
    def key_fields(cls) -> tuple[str, ...]:
        return tuple(name for name in cls.state_fields() if name != "horizon")

    @classmethod
    @cache
    def key_values(cls) -> Callable[[Position[Any]], tuple[Any, ...]]:
        """Takes the values of these fields from a position, all in one go."""
        return attrgetter(*cls.key_fields())

    @classmethod
    @cache
    def state_fields(cls) -> tuple[str, ...]:
        """The fields that make up a snapshot."""
        passing = {"book", "teller", "skipped", *cls.DERIVED}
        return tuple(name for name in cls.__struct_fields__ if name not in passing)

    def derive(self) -> None:
        """Rebuild the fields named in DERIVED from the others."""

    def to_json(self) -> str:
        """An exact snapshot, secrets included; :meth:`Game.from_json` reads it back."""
        book = self.book
        state = {name: getattr(self, name) for name in self.state_fields()}
        header = {
            "game": book.game.id,
            "data": book.game.data_version,
            "scenario": book.scenario,
            "options": book.switches,
        }
        return json.dumps({**header, "state": msgspec.to_builtins(state)}, separators=(",", ":"))

    @classmethod
    def from_state(cls, book: Any, state: dict[str, Any], trusted: bool = False) -> Self:
        """The position with these field values, derived fields rebuilt; BadSnapshot for what no game could reach, which
        is not looked for in a state that is trusted."""
        expected = set(cls.state_fields())
        if set(state) != expected:
            odd = ", ".join(sorted(set(state) ^ expected))
            raise BadSnapshot(f"the snapshot's fields do not match this game's position: {odd}")
        types = {field.name: field.type for field in msgspec.structs.fields(cls)}
        try:
            values = {name: _frozen(read(value, types[name])) for name, value in state.items()}
            values["stack"] = cls.STEPS.revived(values["stack"])
            pos = cls(book=book, **values)
            pos.derive()
            broken = None if trusted else next(pos._damage(), None)
        except Exception as error:  # a damaged snapshot can mislead a rule in any way; the answer is always the same
            raise BadSnapshot(f"the snapshot is damaged: {error}") from None
        if broken:
            raise BadSnapshot(f"the snapshot is damaged: {broken}")
        return pos

    def _damage(self) -> Iterator[str]:
        """What is wrong with a position that was read from outside; what comes later relies on what came before."""
        if not -1 <= self.phase < len(self.SEQUENCE.phases):
            yield f"there is no phase {self.phase}"
        if self.outcome is None and not self.stack:
            yield "nothing is asked and nobody has won"
        yield from self.violations()
        if self.outcome is None and not self.options():
            yield "what is asked cannot be answered"
        self.view(SPECTATOR)

    # --- what may be known -----------------------------------------------------------------------

    def view(self, side: Side) -> View:
        """What this side (or the spectator) may know, ready to draw."""
        raise NotImplementedError

    def glance(self, side: Side) -> View:
        """The same for whoever only counts: without options, preview, overlays and prompt, which cost the most, and
        without where counters lie within a place."""
        return self.view(side)

    def uncovered(self, side: Side) -> int:
        """What others could hide and this side sees now, a bit each: whatever is added to it has been learned."""
        return 0

    def knows_more(self, before: Self, side: Side) -> bool:
        """Has this side learned anything, by its own doing or not, that it could not know in the position before?"""
        return self.horizon != before.horizon or bool(self.uncovered(side) & ~before.uncovered(side))

    def aids(self, side: Side, piece: str) -> list[Aid]:
        """What can be drawn around a piece for this side; nothing for a piece that it does not know."""
        return []

    def imagine(self, side: Side, rng: Random) -> Self:
        """A position that agrees with this side's view, with hidden things dealt anew."""
        return self.copy()

    def violations(self) -> list[str]:
        """Broken invariants, for the fuzzer; an empty list for every position that the rules can reach."""
        return []


def _unpacked(kind: type[Position[Any]], book: Any, values: tuple[Any, ...]) -> Position[Any]:
    """A position that has travelled: its own values, what follows from them rebuilt."""
    pos = kind(book=book, **dict(zip(kind.state_fields(), values, strict=True)))
    pos.derive()
    return pos


def _frozen(value: Any) -> Any:
    """Lists become tuples all the way down: positions hold immutable values only. A named tuple keeps its name."""
    if not isinstance(value, list | tuple):
        return value
    return tuple.__new__(type(value) if isinstance(value, tuple) else tuple, map(_frozen, value))


class _Nothing(Action, frozen=True):
    """What no step knows: how a step speaks of actions that are not its own."""

    verb: ClassVar[str] = "nothing"


NOTHING: Final = _Nothing()

NOT_FREE = Refusal("0", "refusal.not_now")
"""Sentinel of :meth:`Position.free_refusal`: not an action that may be taken at any time."""
