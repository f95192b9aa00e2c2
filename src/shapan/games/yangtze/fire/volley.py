"""7.3 What a volley is: a list of shots, each with its own die, and the hits that come of them; S8.10 how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from shapan.ground.table import OUTDOORS
from shapan.kernel import Frame, Step

from ..position import LOST, YangtzePosition
from ..who import Figure, Unit
from .aimed import AtFigure, Target


class Strikes(StrEnum):
    """How fire strikes what it hits; a snapshot holds the word."""

    BULLETS = "bullets"
    HULL = "hull"
    """12.2: bullets that are to hole a small boat."""
    BOARDERS = "boarders"
    """S14.6: bullets at people who climb from one hull to another."""
    BURST = "burst"
    GRENADE = "grenade"


class Blast(NamedTuple):
    """What a volley's fire is: who fires at whom, from where, and how it strikes."""

    unit: Unit | None
    """Who fires; nobody does where a charge goes off (S17.7)."""
    target: Unit | None
    """At whom; at nobody where whoever is near is tested."""
    x: int
    y: int
    """Where the fire comes from, for cover."""
    strikes: Strikes
    weapon: str
    he: bool = False
    cx: int = 0
    cy: int = 0
    radius: int = 0
    """The beaten zone."""
    room: int = OUTDOORS
    """11.1: the room that a grenade bursts in."""
    visible: tuple[Figure, ...] = ()
    """7.2: the figures of the target to whom hits may be allotted."""
    sniper: bool = False
    caught: tuple[Figure, ...] = ()
    """7.7: the figures that are tested in the beaten zone."""
    course: int | None = None
    """9.2: the direction in which a round or bomb came, where it is not the line from the firer."""
    floor: int = 0
    """S4.2: the floor on which the firer stands."""

    @property
    def firer(self) -> Unit:
        assert self.unit is not None
        return self.unit

    @property
    def at(self) -> Unit:
        assert self.target is not None
        return self.target


class Hit(NamedTuple):
    """Something has hit and is still to be confirmed."""

    target: Target
    strict: bool = False
    """R16: on hard cover it is confirmed on the highest throw only."""
    part: int = 0
    """To which blast of its volley it belongs, by number."""


class Shot(NamedTuple):
    """7.10: one die to hit, and the score that it needs."""

    target: Target
    score: int
    strict: bool = False
    part: int = 0

    @property
    def hit(self) -> Hit:
        """What it becomes if the die is good enough."""
        return Hit(self.target, self.strict, self.part)


def men_in(shots: Iterable[Shot]) -> tuple[Figure, ...]:
    """The figures that are aimed at one by one."""
    return tuple(shot.target.figure for shot in shots if isinstance(shot.target, AtFigure))


def fire(pos: YangtzePosition, blast: Blast, shots: tuple[Shot, ...], hits: tuple[Hit, ...] = ()) -> None:
    """Begin a volley of one kind; ``hits`` are those that need no die."""
    pos.then(*volley(blast, shots, hits))


def volley(blast: Blast, shots: tuple[Shot, ...], hits: tuple[Hit, ...] = ()) -> tuple[Volley, ...]:
    """The volley, if there is anything in it."""
    return (Volley((blast,), shots, 0, hits),) if shots or hits else ()


def joint_volley(parts: Sequence[tuple[Blast, Sequence[Shot]]]) -> tuple[Volley, ...]:
    """S8: several weapons of a unit in one volley: all their dice to hit come before the first hit is confirmed."""
    shots = tuple(shot._replace(part=number) for number, (_, listed) in enumerate(parts) for shot in listed)
    return (Volley(tuple(blast for blast, _ in parts), shots),) if shots else ()


def in_turn(fires: Iterable[tuple[Frame, ...]]) -> tuple[Frame, ...]:
    """S8, R59: fire of the same moment casts its dice in this order; those who fall are removed together (S8.10)."""
    return tuple(frame for each in fires for frame in each)


class Volley(Frame):
    """7.3, S8: a volley under way."""

    blasts: tuple[Blast, ...]
    """Each kind of fire in it."""
    shots: tuple[Shot, ...]
    """All of its shots."""
    rolled: int = 0
    """How many of them have had their die."""
    hits: tuple[Hit, ...] = ()
    """What has hit and is still to be confirmed."""


def bury(pos: YangtzePosition) -> None:
    """S8.10: those who fell in this step of fire are removed together."""
    if pos.doomed:
        fallen = [f for f in pos.book.everyone if pos.doomed >> f & 1]
        pos.doomed = 0
        pos.remove(fallen, LOST)


class Burial(Frame, step="bury"):
    """S8.10: a step of fire is coming to its end."""


class Bury(Step[YangtzePosition, Burial]):
    """The end of a step of fire: those who fell in it are removed."""

    case = "S8.10"

    def settle(self, pos: YangtzePosition, at: Burial) -> bool:
        pos.done()
        bury(pos)
        return False
