"""Dice as decisions: one or two dice for a named purpose, and chance draws of a figure.

``roll(pos, 2, "morale", unit)`` asks for two dice and then calls the function registered as ``morale`` with their
sum and ``unit``. Each purpose is a rule of its chapter; the registry lets frames name it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from shapan.kernel import DICE, Action, Actor, Chances, Options, Param, Roll, Step

from .actions import Strike
from .position import YangtzePosition

SIX: Final = Chances(tuple(Roll(face) for face in range(1, 7)))
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
    pos.call("dice", dice, 0, name, values)


class Dice(Step[YangtzePosition]):
    """Six-sided dice, one after the other."""

    name = "dice"
    case = "1"

    def actor(self, pos: YangtzePosition) -> Actor:
        return DICE

    def options(self, pos: YangtzePosition) -> Options:
        return SIX

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        assert isinstance(action, Roll)
        left, total, name, values = pos.frame
        if left > 1:
            pos.become(left - 1, total + action.face, name, values)
            return
        pos.done()
        PURPOSES[name](pos, total + action.face, *values)

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return f"prompt.dice_{pos.frame[2]}", {}


def draw(pos: YangtzePosition, figures: Sequence[int], name: str, *values: Any) -> None:
    """7.2: chance picks one of these figures; it goes to the purpose. One figure needs no draw."""
    if len(figures) == 1:
        PURPOSES[name](pos, figures[0], *values)
    else:
        pos.call("draw", tuple(figures), name, values)


class Draw(Step[YangtzePosition]):
    """7.2: casualties are taken at random."""

    name = "draw"
    case = "7.2"

    def actor(self, pos: YangtzePosition) -> Actor:
        return DICE

    def options(self, pos: YangtzePosition) -> Options:
        first = len(pos.book.units)
        return Chances(tuple(Strike(first + figure) for figure in pos.frame[0]))

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        assert isinstance(action, Strike)
        _, name, values = pos.frame
        pos.done()
        PURPOSES[name](pos, action.figure - len(pos.book.units), *values)
