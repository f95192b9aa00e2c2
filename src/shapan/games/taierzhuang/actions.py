"""What a player of Storm Over Taierzhuang can say. The notation is the verb and one word for each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from shapan.kernel import Action, Die, Grammar, ListKind, Path, Piece, Place, Roll
from shapan.kernel.actions import PIECE
from shapan.mechanics.verbs import Flip, Halt, Pass, Resolve

Squad = Annotated[tuple[int, ...], ListKind(PIECE, ",", "piece", least=1, most=60)]
"""Units that do the same thing together. The options name them one by one; several can be typed, joined by commas."""


class Throw(Action, frozen=True):
    """Two six-sided dice: added for 2D6, or one for each player (the Japanese one first)."""

    verb: ClassVar[str] = "throw"
    first: Die
    second: Die


class Draw(Action, frozen=True):
    """5.1, 6.1, 6.2: what comes out of the cup or the pool; the answer of the dice, not of a player."""

    verb: ClassVar[str] = "draw"
    piece: Piece


class Take(Action, frozen=True):
    """12.1, 12.2, 12.4: a chit or a unit chosen knowingly."""

    verb: ClassVar[str] = "take"
    piece: Piece


class PlaceUnits(Action, frozen=True):
    """3.0, 6.0: units arrive in an area or zone."""

    verb: ClassVar[str] = "place"
    area: Place
    units: Squad


class Rest(Action, frozen=True):
    """3.0, 6.0: as many of the units that wait as fit arrive in an area or zone."""

    verb: ClassVar[str] = "rest"
    area: Place


class Play(Action, frozen=True):
    """5.2: a chit that needs no place."""

    verb: ClassVar[str] = "play"
    chit: Piece


class Call(Action, frozen=True):
    """5.2: a chit aimed at an area or zone: artillery, aircraft, guerrillas, air drop, the Emperor's will."""

    verb: ClassVar[str] = "call"
    chit: Piece
    area: Place


class Pay(Action, frozen=True):
    """6.1, 6.2: a chit goes back into the cup, unseen, for a roll."""

    verb: ClassVar[str] = "pay"
    chit: Piece


class Decline(Action, frozen=True):
    """No chit is played or paid here."""

    verb: ClassVar[str] = "decline"


class Discard(Action, frozen=True):
    """5.3: a chit is to go back into the cup at the end of the turn."""

    verb: ClassVar[str] = "discard"
    chit: Piece


class Keep(Action, frozen=True):
    """5.3: no more discards."""

    verb: ClassVar[str] = "keep"


class Move(Action, frozen=True):
    """7.1: these units of one area or zone begin a Movement action."""

    verb: ClassVar[str] = "move"
    units: Squad


class Join(Action, frozen=True):
    """7.0: further units of the same area take part."""

    verb: ClassVar[str] = "join"
    units: Squad


class All(Action, frozen=True):
    """7.0: as many more units of the same area as can take part do so."""

    verb: ClassVar[str] = "all"


class Go(Action, frozen=True):
    """7.1: the group moves on along a path from where it stands; a single area means the cheapest way there."""

    verb: ClassVar[str] = "go"
    path: Path


class Leave(Action, frozen=True):
    """7.1.1: these units are dropped off where the group is now."""

    verb: ClassVar[str] = "leave"
    units: Squad


class Fire(Action, frozen=True):
    """7.2: these units of one area or zone attack an area."""

    verb: ClassVar[str] = "fire"
    area: Place
    units: Squad


class Assault(Action, frozen=True):
    """Banzai, Night Attack or Resolute Defenders Case 1: these units attack inside this area."""

    verb: ClassVar[str] = "assault"
    area: Place
    units: Squad


class Wave(Action, frozen=True):
    """7.2.2b: the attack is a Human Wave."""

    verb: ClassVar[str] = "wave"


class Retreat(Action, frozen=True):
    """7.4, 8.0: a Spent unit retreats for one Damage Point."""

    verb: ClassVar[str] = "retreat"
    unit: Piece
    area: Place


class Rout(Action, frozen=True):
    """8.0: a Spent unit that has to retreat and cannot is eliminated for the one Damage Point."""

    verb: ClassVar[str] = "rout"
    unit: Piece


class Destroy(Action, frozen=True):
    """7.4: a unit is eliminated (two Damage Points if Spent, three if Ready); 7.1.2: a surplus unit is removed."""

    verb: ClassVar[str] = "destroy"
    unit: Piece


class Hit(Action, frozen=True):
    """12.5: this unit in the zone is affected."""

    verb: ClassVar[str] = "hit"
    unit: Piece


class Infiltrate(Action, frozen=True):
    """12.6: these units try to slip through a contested area."""

    verb: ClassVar[str] = "infiltrate"
    area: Place
    units: Squad


class Concentrate(Action, frozen=True):
    """12.7: units of several areas are going to move into this one."""

    verb: ClassVar[str] = "concentrate"
    area: Place


class Gather(Action, frozen=True):
    """12.7: these units of one area or zone move into the area of the concentration."""

    verb: ClassVar[str] = "gather"
    units: Squad


class Summon(Action, frozen=True):
    """12.7: as many units of this area or zone as can come move into the area of the concentration."""

    verb: ClassVar[str] = "summon"
    area: Place


GRAMMAR: Final = Grammar(
    Roll,
    Throw,
    Draw,
    Take,
    PlaceUnits,
    Rest,
    Play,
    Call,
    Pay,
    Decline,
    Discard,
    Keep,
    Pass,  # 4.0: no action in this impulse
    Move,
    Join,
    All,
    Go,
    Leave,
    Halt,  # 7.1: the group moves no further; or no more areas act under Li Tsung Jen's Command
    Fire,
    Assault,
    Wave,
    Resolve,  # the attack, infiltration or concentration is announced in full
    Flip,  # 7.4: a Ready unit becomes Spent for one Damage Point
    Retreat,
    Rout,
    Destroy,
    Hit,
    Infiltrate,
    Concentrate,
    Gather,
    Summon,
)
