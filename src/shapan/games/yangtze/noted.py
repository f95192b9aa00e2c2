"""What the players note in the course of a turn, or lay on the table: an entry of each kind is a class of its own.

The position keeps them as they are, and a snapshot as plain lists.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import msgspec

from .fire.aimed import AtFigure, AtHull
from .who import Figure, Piece, Shooter, Unit


class Climb(NamedTuple):
    """S16.1: stairs on somebody's way: what he has spent when they end, the floor to which they lead, and the one from
    which."""

    spent: int
    floor: int
    start: int


class Rounds(NamedTuple):
    """9.3: what a gun has left of each kind."""

    he: int
    shrapnel: int


class Job(NamedTuple):
    """S16.8, S17.6: a halted unit works instead of firing."""

    unit: Unit
    task: str


class Trigger(NamedTuple):
    """7.1: what a sniper waits for, and how near it has to come."""

    unit: Unit
    quarry: str
    reach: int


class Marker(NamedTuple):
    """7.9: a weapon covers the area about a point."""

    weapon: Shooter
    """What a crew serves goes by its first man, whether he lives or not."""
    x: int
    y: int
    wanted: int
    """How many enemies it waits for."""
    tested: int
    """The figures that it has tested so far, one bit each."""


class UnitFire(msgspec.Struct, frozen=True, array_like=True, tag="fire"):
    """7.3: small arms of a unit, or a mount, at a unit. Whoever is named in a declaration fires even if he is hit in
    the same step (7.1)."""

    piece: Piece
    """The unit or mount that fires."""
    target: Unit
    shooters: tuple[Shooter, ...]


class HullFire(msgspec.Struct, frozen=True, array_like=True, tag="hull"):
    """12.2: heavy machine guns hole a small boat."""

    piece: Piece
    target: Unit
    shooters: tuple[Shooter, ...]


class GunFire(msgspec.Struct, frozen=True, array_like=True, tag="shell"):
    """9.1: a round of artillery."""

    piece: Piece
    target: Unit
    shooters: tuple[Shooter, ...]
    round: str
    """9.3: of which kind."""


class GrenadeFire(msgspec.Struct, frozen=True, array_like=True, tag="throw"):
    """11.1: grenades."""

    piece: Unit
    target: Unit
    shooters: tuple[Figure, ...]


class SniperFire(msgspec.Struct, frozen=True, array_like=True, tag="snipe"):
    """7.2: a sniper picks a figure, or fires at a vehicle or vessel (R68)."""

    piece: Unit
    target: AtFigure | AtHull
    shooters: tuple[Figure, ...]


Declared: TypeAlias = UnitFire | HullFire | GunFire | GrenadeFire | SniperFire
"""7.3: who fires at what."""


class FiredAt(NamedTuple):
    """7.4: who has fired at whom."""

    firer: Unit
    target: Unit


class Attack(NamedTuple):
    """10.1, 10.2, S15.3: what an aircraft is going to do, and where on its flight."""

    unit: Unit
    kind: str
    """The verb of the action: bomb or strafe."""
    x: int
    y: int
    course: int | None = None
    """In which direction it flies there; known when the flight is made."""


class Absence(NamedTuple):
    """S15.2: an aircraft has left the table by this edge, and may be back in this turn."""

    unit: Unit
    edge: int
    turn: int


class UnderWay(NamedTuple):
    """S7: a vehicle or vessel on its way: where that began, and what it has spent of its move."""

    unit: Unit
    x: int
    y: int
    spent: int


class Captivity(NamedTuple):
    """S17.2: a captive, and the figure that he goes with."""

    captive: Figure
    captor: Figure
