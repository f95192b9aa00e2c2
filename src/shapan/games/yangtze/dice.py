"""Dice as decisions: one or two dice for a named purpose, and chance draws of a figure.

``roll(pos, 2, "morale", unit)`` asks for two dice and then calls the function registered as ``morale`` with their
sum and ``unit``. Each purpose is a rule of its chapter; the registry lets frames name it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from shapan.kernel import Action, Chances, ChanceStep, DieStep, Frame, Options, Param, amended

from .actions import Strike
from .position import YangtzePosition

PURPOSES: Final[dict[str, Callable[..., None]]] = {}
F = TypeVar("F", bound=Callable[..., None])


def purpose(name: str) -> Callable[[F], F]:
    """Register what becomes of a roll: ``function(pos, score, *values)``."""

    def register(function: F) -> F:
        PURPOSES[name] = function
        return function

    return register


def roll(pos: YangtzePosition, dice: int, name: str, *values: Any) -> None:
    """Ask for so many dice; their sum goes to the purpose."""
    pos.then(Dice(dice, 0, name, values))


class Dice(Frame):
    """Dice that have been asked for."""

    left: int
    """How many are still to be cast."""
    total: int
    """The sum of those that have been."""
    purpose: str
    """What the sum is for."""
    values: tuple[Any, ...]
    """What the purpose is told besides the sum."""


class RollDice(DieStep[YangtzePosition, Dice]):
    """Six-sided dice, one after the other."""

    case = "1"

    def rolled(self, pos: YangtzePosition, at: Dice, face: int) -> None:
        total = at.total + face
        if at.left > 1:
            pos.become(amended(at, left=at.left - 1, total=total))
            return
        pos.done()
        PURPOSES[at.purpose](pos, total, *at.values)

    def prompt(self, pos: YangtzePosition, at: Dice) -> tuple[str, dict[str, Param]]:
        return f"prompt.dice_{at.purpose}", {}


def draw(pos: YangtzePosition, figures: Sequence[int], name: str, *values: Any) -> None:
    """7.2: chance picks one of these figures; it goes to the purpose. One figure needs no draw."""
    if len(figures) == 1:
        PURPOSES[name](pos, figures[0], *values)
    else:
        pos.then(Draw(tuple(figures), name, values))


class Draw(Frame):
    """7.2: one of these figures is to be drawn."""

    figures: tuple[int, ...]
    purpose: str
    """What becomes of the one who is drawn."""
    values: tuple[Any, ...]
    """What the purpose is told besides."""


class DrawFigure(ChanceStep[YangtzePosition, Draw]):
    """7.2: casualties are taken at random."""

    case = "7.2"

    def options(self, pos: YangtzePosition, at: Draw) -> Options:
        first = len(pos.book.units)
        return Chances(tuple(Strike(first + figure) for figure in at.figures))

    def apply(self, pos: YangtzePosition, at: Draw, action: Action) -> None:
        assert isinstance(action, Strike)
        pos.done()
        PURPOSES[at.purpose](pos, action.figure - len(pos.book.units), *at.values)
