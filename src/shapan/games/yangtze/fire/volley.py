"""7.3 What a volley is: a list of shots, each with its own die, and the hits that come of them; S8.10 how it ends.

A shot is ``(target, score, strict)``; see :class:`Target`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from shapan.ground.table import OUTDOORS
from shapan.kernel import Frame, Step

from ..position import LOST, YangtzePosition
from ..who import Figure, Unit


class Sort:
    """What a shot is aimed at."""

    FIGURE: Final = "figure"
    ANYONE: Final = "anyone"
    """7.2: somebody of the target unit; chance decides who."""
    HULL: Final = "hull"
    """A vehicle, train or vessel."""
    GUN: Final = "gun"
    """9.5: the piece itself."""
    GROUND: Final = "ground"
    """10.1: a place where nothing stands."""


class Target(NamedTuple):
    """What a shot is aimed at."""

    sort: str
    figure: Figure | None = None
    unit: Unit | None = None
    """The hull or the gun."""

    @property
    def man(self) -> Figure:
        assert self.figure is not None
        return self.figure

    @property
    def thing(self) -> Unit:
        assert self.unit is not None
        return self.unit


Aimed: TypeAlias = tuple[str, Figure | None, Unit | None]
"""The same at rest."""


ANYONE: Final = Target(Sort.ANYONE)
GROUND: Final = Target(Sort.GROUND)


def at_figure(figure: Figure) -> Target:
    return Target(Sort.FIGURE, figure)


def at_hull(unit: Unit) -> Target:
    return Target(Sort.HULL, unit=unit)


def at_gun(unit: Unit) -> Target:
    return Target(Sort.GUN, unit=unit)


NO_COURSE: Final = -1
"""At rest: the round came straight from the firer."""


class Blast(NamedTuple):
    """What a volley's fire is: who fires at whom, from where, and how it strikes."""

    unit: Unit | None
    """Who fires; nobody does where a charge goes off (S17.7)."""
    target: Unit | None
    """At whom; at nobody where whoever is near is tested."""
    x: int
    y: int
    """Where the fire comes from, for cover."""
    manner: str
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
    course: int = NO_COURSE
    """9.2: the direction in which a round or bomb came, where it is not the line from the firer."""

    @property
    def firer(self) -> Unit:
        assert self.unit is not None
        return self.unit

    @property
    def at(self) -> Unit:
        assert self.target is not None
        return self.target


AtRest: TypeAlias = tuple[Any, ...]
"""A blast as dice are told of it: in a game that was read from a snapshot nothing but a tuple is left of it."""
Shot: TypeAlias = tuple[Target, int, bool]
Hit: TypeAlias = tuple[Target, bool]


def fire(pos: YangtzePosition, blast: Blast, shots: tuple[Shot, ...], hits: tuple[Hit, ...] = ()) -> None:
    """Begin a volley of one kind; ``hits`` are those that need no die."""
    if shots or hits:
        listed = tuple((*shot, 0) for shot in shots)
        pos.then(Volley((tuple(blast),), listed, 0, tuple((*hit, 0) for hit in hits)))


def fire_together(pos: YangtzePosition, parts: Sequence[tuple[Blast, Sequence[Shot]]]) -> None:
    """S8: several weapons of a unit in one volley: all their dice to hit come before the first hit is confirmed."""
    shots = tuple((*shot, number) for number, (_, listed) in enumerate(parts) for shot in listed)
    if shots:
        pos.then(Volley(tuple(tuple(blast) for blast, _ in parts), shots))


class Volley(Frame):
    """7.3, S8: a volley under way."""

    blasts: tuple[tuple[Any, ...], ...]
    """Each kind of fire in it, as :class:`Blast` reads it."""
    shots: tuple[tuple[Aimed, int, bool, int], ...]
    """All of its shots: target, score, strict, and the number of the blast to which each belongs."""
    rolled: int = 0
    """How many of them have had their die."""
    hits: tuple[tuple[Aimed, bool, int], ...] = ()
    """What has hit and is still to be confirmed: target, strict, number of the blast."""


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
