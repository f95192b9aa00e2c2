"""What a player of Mukden can say. The notation is the verb and one word for each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from shapan.kernel import (
    Action,
    Grammar,
    NumberKind,
    Piece,
    Place,
    Roll,
    WordKind,
)
from shapan.mechanics.restack import Restack
from shapan.mechanics.verbs import Advance, Attack, CallOff, Flip, Halt, Join, Lose, Move, Pass

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


class Probe(Action, frozen=True):
    """9.13: begin a probing attack into an empty hex with this unit."""

    verb: ClassVar[str] = "probe"
    unit: Piece
    hex: Place


class Resolve(Action, frozen=True):
    """9.4, 9.7: no more units join; so many bombardment markers support the attack. There is no way back."""

    verb: ClassVar[str] = "resolve"
    markers: Markers


GRAMMAR: Final = Grammar(
    PlaceCorps,
    Declare,
    Paralyse,
    Roll,
    Flip,  # 5.5: an empty action: the unit does nothing
    Pass,  # 5.5: no more actions in this phase
    Move,  # 8.0
    Attack,  # 9.0, 9.12: an attack or a momentum attack
    Probe,
    Join,  # 9.0, 9.13: an attack or a probe
    Resolve,
    CallOff,  # 6.2: before the defenders are revealed
    Lose,  # 9.10
    Advance,  # 9.11
    Halt,  # 9.11, 9.12: nobody else advances; or no momentum attack is made
    Restack,  # 6.2
)
