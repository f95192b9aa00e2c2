"""What a player of any kind is: the base of all bots."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar, Self, TypeAlias

from shapan.kernel import Action, Game, Position, Unknown

Progress: TypeAlias = Callable[[float], None]


class Enough(Exception):
    """Nobody wants to wait any longer."""


def unheard(_fraction: float) -> None:
    """The progress of a bot that nobody waits for."""


class Bot:
    """Chooses for the side that owes the decision, with a stream of random numbers of its own.

    The position it gets is one that its side could believe to be true: hidden things have been dealt anew by
    :meth:`Position.imagine`, so that no bot can cheat, and the bot may push actions on copies of it as it likes.
    """

    title: ClassVar[str] = ""
    """What players call it; its name, if it says nothing."""
    needs_world: ClassVar[bool] = True
    """Whether it looks at more than its options; one that does not is spared the imagining."""
    needs_staff: ClassVar[bool] = False
    """Whether it can only play titles that bring a staff along."""
    titles: ClassVar[tuple[str, ...] | None] = None
    """The titles that it knows how to play; None for all of them."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.progress: Progress = unheard
        """Told a fraction from 0 to 1, as often as the bot likes. It may raise :class:`Enough`: then the bot answers
        with the best that it has found so far, or lets the exception pass, and the staff answers in its place."""
        self.lot: str | None = None
        """What it draws once for a whole game follows from this, so that whoever goes on in its place with the same lot
        draws the same. A bot that is given none draws with its own random numbers."""

    @classmethod
    def led(cls, rng: Random, word: str) -> Self:
        """The bot that a name such as ``staff:bold`` stands for; most kinds know no such word."""
        raise Unknown(f"word for {cls.__name__}", word)

    @classmethod
    def plays(cls, game: Game) -> bool:
        """Can it play this title?"""
        return (cls.titles is None or game.id in cls.titles) and (game.staff is not None or not cls.needs_staff)

    @property
    def memory(self) -> str:
        """What it keeps from one decision to the next, to be given to another bot that goes on in its place."""
        return ""

    @memory.setter
    def memory(self, text: str) -> None:
        """A bot that keeps nothing forgets what it is given."""

    def choose(self, pos: Position[Any]) -> Action:
        """One legal action for the acting side."""
        raise NotImplementedError
