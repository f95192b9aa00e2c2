"""What players of several games say in the same words. Each game's grammar names the cases under which it is said."""

from __future__ import annotations

from typing import ClassVar

from shapan.kernel import Action, Path, Piece, Place


class Pass(Action, frozen=True):
    """No more of what is asked: an impulse, a phase or an activity is over."""

    verb: ClassVar[str] = "pass"


class Move(Action, frozen=True):
    """One unit along a path from where it stands; a single hex means the cheapest way there."""

    verb: ClassVar[str] = "move"
    unit: Piece
    path: Path


class Flip(Action, frozen=True):
    """One unit is turned over."""

    verb: ClassVar[str] = "flip"
    unit: Piece


class Attack(Action, frozen=True):
    """Begin an attack on a hex with this unit."""

    verb: ClassVar[str] = "attack"
    unit: Piece
    hex: Place


class Join(Action, frozen=True):
    """A further unit takes part in what has been begun."""

    verb: ClassVar[str] = "join"
    unit: Piece


class Resolve(Action, frozen=True):
    """Nothing more joins: what has been put together is carried out, and there is no way back."""

    verb: ClassVar[str] = "resolve"


class CallOff(Action, frozen=True):
    """What has been put together is not carried out after all, as if it had not been begun."""

    verb: ClassVar[str] = "call_off"


class Lose(Action, frozen=True):
    """This unit takes the next step lost."""

    verb: ClassVar[str] = "lose"
    unit: Piece


class Advance(Action, frozen=True):
    """This unit enters the hex that the defender has lost."""

    verb: ClassVar[str] = "advance"
    unit: Piece


class Halt(Action, frozen=True):
    """Nobody goes any further."""

    verb: ClassVar[str] = "halt"
