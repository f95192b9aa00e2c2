"""What a player of Mukden can say. The notation is the verb and one word for each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from shapan.kernel import (
    Action,
    Grammar,
    NumberKind,
    Path,
    Piece,
    Place,
    Roll,
    WordKind,
)
from shapan.mechanics.restack import Restack

MOVEMENT_FIRST: Final = "movement"
COMBAT_FIRST: Final = "combat"

Depth = Annotated[int, NumberKind(1, 9)]
Markers = Annotated[int, NumberKind(0, 99)]
Order = Annotated[str, WordKind(MOVEMENT_FIRST, COMBAT_FIRST)]


class PlaceCorps(Action, frozen=True):
    """5.2: the Russian Cavalry Corps returns in this hex."""

    verb: ClassVar[str] = "return"
    hex: Place


class Declare(Action, frozen=True):
    """5.3: which of the two action phases comes first."""

    verb: ClassVar[str] = "declare"
    first: Order


class Paralyse(Action, frozen=True):
    """5.4: a Russian unit named by its hex and its place in the stack, counted from the top."""

    verb: ClassVar[str] = "paralyse"
    hex: Place
    depth: Depth


class Flip(Action, frozen=True):
    """5.5: an empty action: one unit is turned over and does nothing."""

    verb: ClassVar[str] = "flip"
    unit: Piece


class Pass(Action, frozen=True):
    """5.5: no more actions in this phase."""

    verb: ClassVar[str] = "pass"


class Move(Action, frozen=True):
    """8.0: one unit along a path from where it stands; a single hex means the cheapest way there."""

    verb: ClassVar[str] = "move"
    unit: Piece
    path: Path


class Attack(Action, frozen=True):
    """9.0: begin an attack (or a momentum attack) on a hex with this unit."""

    verb: ClassVar[str] = "attack"
    unit: Piece
    hex: Place


class Probe(Action, frozen=True):
    """9.13: begin a probing attack into an empty hex with this unit."""

    verb: ClassVar[str] = "probe"
    unit: Piece
    hex: Place


class Join(Action, frozen=True):
    """9.0: a further unit takes part in the attack or probe that has been begun."""

    verb: ClassVar[str] = "join"
    unit: Piece


class Resolve(Action, frozen=True):
    """9.4, 9.7: no more units join; so many bombardment markers support the attack. There is no way back."""

    verb: ClassVar[str] = "resolve"
    markers: Markers


class Lose(Action, frozen=True):
    """9.10: this unit takes the next step lost."""

    verb: ClassVar[str] = "lose"
    unit: Piece


class Advance(Action, frozen=True):
    """9.11: this unit enters the hex that the defender has lost."""

    verb: ClassVar[str] = "advance"
    unit: Piece


class Halt(Action, frozen=True):
    """9.11, 9.12: nobody else advances; or no momentum attack is made."""

    verb: ClassVar[str] = "halt"


GRAMMAR: Final = Grammar(
    PlaceCorps, Declare, Paralyse, Roll, Flip, Pass, Move, Attack, Probe, Join, Resolve, Lose, Advance, Halt, Restack
)
