"""The flow is data: a small stack of frames, and steps that say what a frame means.

A *frame* (see ``frames.py``) holds the few values of a step under way. Frames are nested, ``(frame, frames below)``, so
that a Position can be copied, saved, searched and resumed at any point. A *step* is a stateless object that knows one
decision (or one automatic act) of the rulebook; its frame comes with every call as ``at``. The *sequence* of play is
declared as the book prints it, one line a phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar, get_args

from .actions import Action, Roll
from .actors import DICE, Actor
from .errors import BadSnapshot, shown
from .frames import F, Frame, S, Stack
from .options import Chances, Options
from .refusal import Param, Refusal

if TYPE_CHECKING:
    from .position import Position

P = TypeVar("P", bound="Position[Any]")


class Step(Generic[P, F]):
    """One step of the flow, ``Step[ItsPosition, ItsFrame]``. It keeps no state of its own: ``at`` is the frame."""

    frame: ClassVar[type[Frame]]
    case: ClassVar[str]
    asks: ClassVar[bool] = False
    """Does it ask anybody for anything, or is it all automatic?"""
    sealed: ClassVar[bool] = False
    """May it be answered so that others see nothing of the answer? How often it is asked is nobody's business then."""
    telling: ClassVar[bool] = False
    """Is it asked because of something hidden, so that by the rule itself others learn of that? No other step is."""

    def __init_subclass__(cls) -> None:
        """The frame is the one named in the brackets behind the base class."""
        super().__init_subclass__()
        named = [kind for base in getattr(cls, "__orig_bases__", ()) for kind in get_args(base)]
        for kind in named:
            if isinstance(kind, type) and issubclass(kind, Frame):
                cls.frame = kind
        cls.asks = cls.options is not Step.options

    @property
    def name(self) -> str:
        """As snapshots, prompts and the View's question have it."""
        return self.frame.step

    def settle(self, pos: P, at: F) -> bool:
        """Do what is automatic. True when a decision is owed, False when something was done and there is more."""
        return True

    def actor(self, pos: P, at: F) -> Actor:
        """Who owes the decision."""
        raise NotImplementedError(self.name)

    def options(self, pos: P, at: F) -> Options:
        """Enough legal actions for anyone to play every sensible game."""
        raise NotImplementedError(self.name)

    def refusal(self, pos: P, at: F, action: Action) -> Refusal | None:
        """Why the rules forbid this well-formed action of the right actor; complete, and never wrong."""
        return None if action in self.options(pos, at) else Refusal(self.cited(pos, at), "refusal.not_an_option")

    def apply(self, pos: P, at: F, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError(self.name)

    def cited(self, pos: P, at: F) -> str:
        """The case under which the question is asked, where it is not always the same."""
        return self.case

    def prompt(self, pos: P, at: F) -> tuple[str, dict[str, Param]]:
        """Text key and parameters of the question. Must tell nothing that the other side may not know."""
        return f"prompt.{self.name}", {}


class SideStep(Step[P, S]):
    """A decision of one side, whose number its frame holds first."""

    def actor(self, pos: P, at: S) -> Actor:
        side: Actor = pos.book.sides[at.side]
        return side


FACES: Final = tuple(Roll(face) for face in range(1, 7))
ONE_DIE: Final = Chances(FACES)


class ChanceStep(Step[P, F]):
    """A roll or a draw: the dice answer, and the options are :class:`Chances`."""

    def actor(self, pos: P, at: F) -> Actor:
        return DICE

    def refusal(self, pos: P, at: F, action: Action) -> Refusal | None:
        return None if action in self.options(pos, at) else Refusal(self.cited(pos, at), "refusal.dice_first")


class DieStep(ChanceStep[P, F]):
    """One die is cast; what it brings is :meth:`rolled`."""

    def options(self, pos: P, at: F) -> Options:
        return ONE_DIE

    def apply(self, pos: P, at: F, action: Action) -> None:
        assert isinstance(action, Roll)
        self.rolled(pos, at, action.face)

    def rolled(self, pos: P, at: F, face: int) -> None:
        """What comes of this face."""
        raise NotImplementedError(self.name)


class Steps(Generic[P]):
    """All steps of a game by name."""

    def __init__(self, *steps: Step[P, Any]) -> None:
        self.by_name = {step.name: step for step in steps}
        if len(self.by_name) != len(steps):
            raise TypeError("two steps share a name")

    def __getitem__(self, name: str) -> Step[P, Any]:
        return self.by_name[name]

    def revived(self, stack: Stack) -> Stack:
        """A stack that was read from outside, its frames typed again; BadSnapshot if it names no step of the game."""
        if not stack:
            return ()
        (name, *values), below = stack
        if name not in self.by_name:
            raise BadSnapshot(f"there is no step {shown(name)}")
        kind = self.by_name[name].frame
        if not len(kind.fields) - len(kind.defaults) <= len(values) <= len(kind.fields):
            raise BadSnapshot(f"the step {name} carries {', '.join(kind.fields) or 'nothing'}, not {shown(values)}")
        return (kind.revived(values), self.revived(below))


class Phase(Generic[P]):
    """One line of the sequence of play: number and case as the book prints them, and what starts it."""

    def __init__(
        self, number: str, case: str, begin: Callable[[P], None], unless: Callable[[P], bool] | None = None
    ) -> None:
        self.number = number
        self.case = case
        self.begin = begin
        self.unless = unless
        self.name = begin.__name__


class Sequence(Generic[P]):
    """The phases of a turn in order; after the last comes the first again."""

    def __init__(self, *phases: Phase[P]) -> None:
        self.phases = phases

    def advance(self, pos: P) -> None:
        """Begin the next phase that is not skipped."""
        pos.phase = (pos.phase + 1) % len(self.phases)
        phase = self.phases[pos.phase]
        if phase.unless is None or not phase.unless(pos):
            phase.begin(pos)


def phase(number: str, case: str, begin: Callable[[P], None], *, unless: Callable[[P], bool] | None = None) -> Phase[P]:
    """One line of a :func:`sequence`."""
    return Phase(number, case, begin, unless)


def sequence(*phases: Phase[P]) -> Sequence[P]:
    """The sequence of play as the rulebook prints it."""
    return Sequence(*phases)
