"""Dice as decisions: one or two dice with something at stake, and chance draws of a figure.

What is at stake is a class in its chapter, with what the rule has to know as its fields: ``roll(pos, 2,
MoraleTest(unit))`` asks for two dice and then calls ``MoraleTest(unit).scored(pos, their sum)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any, Self

import msgspec

from shapan.kernel import Action, Chances, ChanceStep, DieStep, Frame, Options, Param, amended
from shapan.kernel.reading import read

from .actions import Strike
from .position import YangtzePosition
from .who import Figure


class Stake(msgspec.Struct, frozen=True, array_like=True):
    """What dice are cast for. Subclasses are tagged with the name that snapshots and prompts have for it."""

    def scored(self, pos: YangtzePosition, score: int) -> None:
        """What comes of their sum."""
        raise NotImplementedError


class Lot(msgspec.Struct, frozen=True, array_like=True):
    """7.2: what chance picks a figure for; tagged likewise."""

    def drawn(self, pos: YangtzePosition, figure: Figure) -> None:
        """What becomes of the one who is drawn."""
        raise NotImplementedError


def tag_of(kind: type[Stake | Lot]) -> str:
    return str(kind.__struct_config__.tag)


@cache
def _kinds(base: type[Stake | Lot]) -> Any:
    """All that can be at stake, for whoever reads a snapshot: the tag says which it is."""
    return reduce(or_, base.__subclasses__())


def roll(pos: YangtzePosition, dice: int, stake: Stake) -> None:
    """Ask for so many dice; their sum goes to what is at stake."""
    pos.then(Dice(dice, 0, stake))


class Dice(Frame):
    """Dice that have been asked for."""

    left: int
    """How many are still to be cast."""
    total: int
    """The sum of those that have been."""
    stake: Stake
    """What the sum is for."""

    @classmethod
    def revived(cls, values: Iterable[Any]) -> Self:
        left, total, stake = values
        return cls(left, total, read(stake, _kinds(Stake)))


class RollDice(DieStep[YangtzePosition, Dice]):
    """Six-sided dice, one after the other."""

    case = "1"

    def rolled(self, pos: YangtzePosition, at: Dice, face: int) -> None:
        total = at.total + face
        if at.left > 1:
            pos.become(amended(at, left=at.left - 1, total=total))
            return
        pos.done()
        at.stake.scored(pos, total)

    def prompt(self, pos: YangtzePosition, at: Dice) -> tuple[str, dict[str, Param]]:
        return f"prompt.dice_{tag_of(type(at.stake))}", {}


def draw(pos: YangtzePosition, figures: Sequence[Figure], lot: Lot) -> None:
    """7.2: chance picks one of these figures. One figure needs no draw."""
    if len(figures) == 1:
        lot.drawn(pos, figures[0])
    else:
        pos.then(Draw(tuple(figures), lot))


class Draw(Frame):
    """7.2: one of these figures is to be drawn."""

    figures: tuple[Figure, ...]
    lot: Lot
    """What becomes of the one who is drawn."""

    @classmethod
    def revived(cls, values: Iterable[Any]) -> Self:
        figures, lot = values
        return cls(figures, read(lot, _kinds(Lot)))


class DrawFigure(ChanceStep[YangtzePosition, Draw]):
    """7.2: casualties are taken at random."""

    case = "7.2"

    def options(self, pos: YangtzePosition, at: Draw) -> Options:
        return Chances(tuple(Strike(pos.book.piece_of_figure(figure)) for figure in at.figures))

    def apply(self, pos: YangtzePosition, at: Draw, action: Action) -> None:
        assert isinstance(action, Strike)
        pos.done()
        at.lot.drawn(pos, pos.book.the_figure(action.figure))
