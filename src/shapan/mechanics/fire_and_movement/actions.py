"""What a player says under the standard rules of Fire & Movement."""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Action, Path, Piece, Place


class Move(Action, frozen=True):
    """5.1: a unit along a path; a single hex means the cheapest way there."""

    verb: ClassVar[str] = "move"
    unit: Piece
    path: Path


class Carry(Action, frozen=True):
    """5.1, 2.3.2: two units of a stack that start together go the same way; one of them may then go on alone."""

    verb: ClassVar[str] = "carry"
    unit: Piece
    mate: Piece
    path: Path


class Done(Action, frozen=True):
    """4.1: nothing more in this phase or step."""

    verb: ClassVar[str] = "done"


class Attack(Action, frozen=True):
    """7.1: begin an attack on a hex with this unit and the stack that it belongs to."""

    verb: ClassVar[str] = "attack"
    unit: Piece
    hex: Place


class Bombard(Action, frozen=True):
    """8.4: begin an attack on a hex with this support marker and no units."""

    verb: ClassVar[str] = "bombard"
    marker: Piece
    hex: Place


class Join(Action, frozen=True):
    """7.1: this unit's stack takes part in the attack that has been begun."""

    verb: ClassVar[str] = "join"
    unit: Piece


class Support(Action, frozen=True):
    """8.3: this marker supports the combat, as its owner's attack or defence."""

    verb: ClassVar[str] = "support"
    marker: Piece


class Resolve(Action, frozen=True):
    """7.6: nothing more joins; the die is cast."""

    verb: ClassVar[str] = "resolve"


class Lose(Action, frozen=True):
    """7.6: this unit takes the step of an exchange."""

    verb: ClassVar[str] = "lose"
    unit: Piece


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


class Advance(Action, frozen=True):
    """7.9: this unit enters the hex that the defender has lost."""

    verb: ClassVar[str] = "advance"
    unit: Piece


class Halt(Action, frozen=True):
    """7.9: nobody else advances."""

    verb: ClassVar[str] = "halt"


STANDARD = (Move, Carry, Done, Attack, Bombard, Join, Support, Resolve, Lose, Resist, Retreat, Perish, Advance, Halt)
