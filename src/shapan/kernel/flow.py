"""The flow is data: a small stack of frames, and steps that say what a frame means.

A *frame* is a tuple: the name of a step and its few values. Frames are nested, ``(frame, frames below)``, so that a
Position can be copied, saved, searched and resumed at any point. A *step* is a stateless object that knows one decision
(or one automatic act) of the rulebook. The *sequence* of play is declared as the book prints it, one line a phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from .actions import Action, Roll
from .actors import DICE, Actor
from .options import Chances, Options
from .refusal import Param, Refusal

if TYPE_CHECKING:
    from .position import Position

P = TypeVar("P", bound="Position[Any]")
Frame: TypeAlias = tuple[Any, ...]
Stack: TypeAlias = tuple[Any, ...]
"""``()`` or ``(frame, stack below)``."""


class Step(Generic[P]):
    """One step of the flow. Its frame's values are ``pos.frame``; it keeps no state of its own."""

    name: ClassVar[str]
    case: ClassVar[str]

    def settle(self, pos: P) -> bool:
        """Do what is automatic. True when a decision is owed, False when something was done and there is more."""
        return True

    def actor(self, pos: P) -> Actor:
        """Who owes the decision."""
        raise NotImplementedError(self.name)

    def options(self, pos: P) -> Options:
        """Enough legal actions for anyone to play every sensible game."""
        raise NotImplementedError(self.name)

    def refusal(self, pos: P, action: Action) -> Refusal | None:
        """Why the rules forbid this well-formed action of the right actor; complete, and never wrong."""
        return None if action in self.options(pos) else Refusal(self.case, "refusal.not_an_option")

    def apply(self, pos: P, action: Action) -> None:
        """Carry out a legal action."""
        raise NotImplementedError(self.name)

    def prompt(self, pos: P) -> tuple[str, dict[str, Param]]:
        """Text key and parameters of the question. Must tell nothing that the other side may not know."""
        return f"prompt.{self.name}", {}


class SideStep(Step[P]):
    """A decision of one side: the frame begins with its number."""

    def actor(self, pos: P) -> Actor:
        side: Actor = pos.book.sides[pos.frame[0]]
        return side


FACES: Final = tuple(Roll(face) for face in range(1, 7))


class DieStep(Step[P]):
    """One die is cast; what it brings is :meth:`rolled`."""

    def actor(self, pos: P) -> Actor:
        return DICE

    def options(self, pos: P) -> Options:
        return Chances(FACES)

    def apply(self, pos: P, action: Action) -> None:
        assert isinstance(action, Roll)
        self.rolled(pos, action.face)

    def rolled(self, pos: P, face: int) -> None:
        """What comes of this face."""
        raise NotImplementedError(self.name)


class Steps(Generic[P]):
    """All steps of a game by name."""

    def __init__(self, *steps: Step[P]) -> None:
        self.by_name = {step.name: step for step in steps}
        if len(self.by_name) != len(steps):
            raise TypeError("two steps share a name")

    def __getitem__(self, name: str) -> Step[P]:
        return self.by_name[name]


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
