"""What a player says under the standard rules of Fire & Movement."""

from __future__ import annotations

from typing import ClassVar, Final

from shapan.kernel import Action, Path, Piece, Place, one
from shapan.mechanics.verbs import Advance, Attack, Halt, Join, Lose, Move, Resolve


class Carry(Action, frozen=True):
    """5.1, 2.3.2: two units of a stack that start together go the same way; one of them may then go on alone."""

    verb: ClassVar[str] = "carry"
    unit: Piece
    mate: Piece
    path: Path


class Done(Action, frozen=True):
    """4.1: nothing more in this phase or step."""

    verb: ClassVar[str] = "done"


DONE: Final = one(Done())
"""The same as an option."""


class Bombard(Action, frozen=True):
    """8.4: begin an attack on a hex with this support marker and no units."""

    verb: ClassVar[str] = "bombard"
    marker: Piece
    hex: Place


class Support(Action, frozen=True):
    """8.3: this marker supports the combat, as its owner's attack or defence."""

    verb: ClassVar[str] = "support"
    marker: Piece


class Resist(Action, frozen=True):
    """7.8: stiff resistance instead of a retreat; this unit is tested and loses the step."""

    verb: ClassVar[str] = "resist"
    unit: Piece


class Retreat(Action, frozen=True):
    """7.7: this unit and its stack retreat along a path; a single hex means any lawful way there."""

    verb: ClassVar[str] = "retreat"
    unit: Piece
    path: Path


class Perish(Action, frozen=True):
    """7.7: this unit and its stack neither resist nor retreat, and are lost."""

    verb: ClassVar[str] = "perish"
    unit: Piece


STANDARD = (
    Move,  # 5.1
    Carry,
    Done,
    Attack,  # 7.1: with this unit and the stack that it belongs to
    Bombard,
    Join,  # 7.1: this unit's stack takes part
    Support,
    Resolve,  # 7.6
    Lose,  # 7.6: the step of an exchange
    Resist,
    Retreat,
    Perish,
    Advance,  # 7.9
    Halt,  # 7.9: nobody else advances
)
