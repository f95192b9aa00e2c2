"""Doctrine: what a game's own staff officer would do, and why. Bots, hints and search all ask the same officer.

A game keeps its doctrine in ``games/<game>/doctrine.py`` as a class named ``Staff``. It keeps no memory: what it says
follows from the position alone, which is one that its side could believe to be true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from typing import Any, ClassVar, Final, Protocol, TypeVar

import msgspec

from .actions import Action
from .actors import Side
from .position import Position

P = TypeVar("P", bound=Position[Any])

DRAWN: Final = 0.25
"""What a draw is worth: less than half a win, or a side that is a little behind would settle for it at once."""


class Advice(msgspec.Struct, frozen=True):
    """One thing that could be done: how good it looks, and a reason as a text key with parameters."""

    action: Action
    score: float
    reason: str = ""
    params: Mapping[str, Any] = {}


class Doctrine(Protocol):
    """The staff officer of a game.

    It may name decisions of ``routine`` (their steps), in which nobody needs to look further than its advice, and say
    how far one has to look ahead in its game (``thinking``: numbers for the budget of a search that has no other).
    """

    def advise(self, pos: Position[Any]) -> list[Advice]:
        """What the acting side could do, the best first; never empty while a side owes a decision."""
        ...

    def value(self, pos: Position[Any], side: Side) -> float:
        """How the game stands for a side: 0 lost, 1 won, in between the chance to win as far as one can judge."""
        ...


class Council(Doctrine, Protocol):
    """A staff with officers of another temper, any of whom could lead a side in the staff's place.

    An officer may ask to be ``followed`` in every step once he leads: whoever looks ahead from one decision to the next
    sees at once what a plan costs, and what it brings only days later.
    """

    favourites: ClassVar[Mapping[Side, str]]
    """The officer of a side who has been shown to do better than the staff, where there is one."""

    def officers(self, side: Side) -> Mapping[str, Doctrine]:
        """They by name, the same objects whenever asked."""
        ...


class Guessing(Doctrine, Protocol):
    """A staff that has an opinion about what an enemy has ordered in secret."""

    def believe(self, pos: Position[Any], side: Side) -> None:
        """Put the likeliest orders of the others in place of those that chance dealt them, in a world that this side
        imagines."""
        ...


def believed(staff: Doctrine, pos: P, side: Side) -> P:
    """An imagined world, made likelier where a staff has an opinion about it."""
    believe: Callable[[P, Side], None] | None = getattr(staff, "believe", None)
    if believe is not None:
        believe(pos, side)
    return pos


def officers_of(staff: Doctrine, side: Side) -> Mapping[str, Doctrine]:
    """Who could lead a side in the staff's place; nobody where a staff has no such officers."""
    officers: Callable[[Side], Mapping[str, Doctrine]] | None = getattr(staff, "officers", None)
    return officers(side) if officers else {}


def best_first(advice: list[Advice]) -> list[Advice]:
    """Sorted by score; among equals the order in which they were thought of."""
    return sorted(advice, key=lambda entry: -entry.score)


def anything(pos: Position[Any]) -> list[Advice]:
    """No opinion: whatever the rules offer, in their order."""
    return [Advice(action, 0.0, "reason.any") for action in pos.options()]


def lawful(pos: Position[Any], advice: list[Advice], count: int) -> list[Advice]:
    """The best so many pieces of advice as far as the rules allow them; anything, if they allow none."""
    return [entry for entry in best_first(advice)[:count] if pos.refusal(entry.action) is None] or anything(pos)


def chance_for(pos: P, side: Side, first: Callable[[P], float]) -> float:
    """What a game is worth to a side: how it ended, or as the first side's chance is judged."""
    if pos.outcome is not None:
        return DRAWN if pos.outcome.winner is None else float(pos.outcome.winner == side)
    chance = first(pos)
    return chance if side == pos.book.sides[0] else 1 - chance


class Judging(Doctrine, Protocol):
    """A staff officer whose judgement rests on weighed features; ``shapan calibrate`` finds the weights."""

    def features(self, pos: Position[Any]) -> tuple[float, ...]:
        """What matters, from the view of the first side; the first feature is always 1."""
        ...


def logistic(weights: Sequence[float], features: Sequence[float]) -> float:
    """The chance of the first side to win.

    >>> logistic((0.0, 1.0), (1.0, 0.0))
    0.5
    """
    total = sum(weight * feature for weight, feature in zip(weights, features, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))
