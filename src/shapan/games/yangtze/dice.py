"""Dice as decisions: one or two dice for a purpose, and chance draws of a figure.

A purpose is a rule of its chapter, under the name by which snapshots and prompts know it: ``roll(pos, 2, morale_test,
unit)`` asks for two dice and then calls ``morale_test(pos, their sum, unit)``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar, TypeVarTuple

from shapan.kernel import Action, Chances, ChanceStep, DieStep, Frame, Options, Param, amended

from .actions import Strike
from .position import YangtzePosition
from .who import Figure

R = TypeVar("R", bound=int)
V = TypeVarTuple("V")
Rule = Callable[[YangtzePosition, R, *V], None]
"""What becomes of a score, or of a figure that chance has picked; with what else the rule has to know."""


class Purpose(Generic[R, *V]):
    """What dice are cast for."""

    def __init__(self, name: str, rule: Rule[R, *V]) -> None:
        self.name = name
        self.rule = rule
        self.__doc__ = rule.__doc__

    def __call__(self, pos: YangtzePosition, score: R, *values: *V) -> None:
        self.rule(pos, score, *values)


PURPOSES: Final[dict[str, Purpose[Any, *tuple[Any, ...]]]] = {}
"""All of them, so that a frame that was read from a snapshot finds its rule."""


def purpose(name: str) -> Callable[[Rule[R, *V]], Purpose[R, *V]]:
    """This rule is what dice are cast for under that name."""
    if name in PURPOSES:
        raise TypeError(f"two purposes share the name {name}")

    def register(rule: Rule[R, *V]) -> Purpose[R, *V]:
        made = PURPOSES[name] = Purpose(name, rule)
        return made

    return register


def roll(pos: YangtzePosition, dice: int, purpose: Purpose[int, *V], *values: *V) -> None:
    """Ask for so many dice; their sum goes to the purpose."""
    pos.then(Dice(dice, 0, purpose.name, values))


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


def draw(pos: YangtzePosition, figures: Sequence[Figure], purpose: Purpose[Figure, *V], *values: *V) -> None:
    """7.2: chance picks one of these figures; it goes to the purpose. One figure needs no draw."""
    if len(figures) == 1:
        purpose(pos, figures[0], *values)
    else:
        pos.then(Draw(tuple(figures), purpose.name, values))


class Draw(Frame):
    """7.2: one of these figures is to be drawn."""

    figures: tuple[Figure, ...]
    purpose: str
    """What becomes of the one who is drawn."""
    values: tuple[Any, ...]
    """What the purpose is told besides."""


class DrawFigure(ChanceStep[YangtzePosition, Draw]):
    """7.2: casualties are taken at random."""

    case = "7.2"

    def options(self, pos: YangtzePosition, at: Draw) -> Options:
        return Chances(tuple(Strike(pos.book.piece_of_figure(figure)) for figure in at.figures))

    def apply(self, pos: YangtzePosition, at: Draw, action: Action) -> None:
        assert isinstance(action, Strike)
        pos.done()
        PURPOSES[at.purpose](pos, action.figure - len(pos.book.units), *at.values)
