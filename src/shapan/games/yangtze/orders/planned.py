"""5.0, S6.2 What a unit will do under its card, as its side has planned it.

Each kind of plan is a class of its own. In snapshots it is a list that begins with its tag.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from shapan.ground.table import Pt

from ..who import Unit


class Marching(msgspec.Struct, frozen=True, array_like=True, tag="march"):
    """5.1, 5.2: those on the table go their ways, which are kept figure by figure."""

    landings: tuple[Pt, ...] = ()
    """S14.5: the points about which those of the unit gather who are still aboard something."""
    formed: bool = False
    """S6.4: has it taken another formation?"""
    horses: bool = False
    """S11: does it get off its horses, or on them again, at the end of its way?"""


class Saddling(msgspec.Struct, frozen=True, array_like=True, tag="saddle"):
    """S11: a mounted unit gets off its horses, or on them again, where it stands."""


class Landing(msgspec.Struct, frozen=True, array_like=True, tag="land"):
    """4.6, S12.3, S14.5: riders get off and gather about these points, one for each carrier."""

    landings: tuple[Pt, ...]


class Embarking(msgspec.Struct, frozen=True, array_like=True, tag="embark"):
    """S12.3, S14.5: the unit goes aboard."""

    carrier: Unit


class Charging(msgspec.Struct, frozen=True, array_like=True, tag="charge"):
    """5.3: the unit charges this enemy unit, or boards this vessel."""

    target: Unit


class Charged(msgspec.Struct, frozen=True, array_like=True, tag="charged"):
    """R49: its charge is over, because it has routed somebody."""


class Driving(msgspec.Struct, frozen=True, array_like=True, tag="drive"):
    """S12.1: a vehicle or train takes this way."""

    manner: str
    """Onward, in reverse, or over whoever is in its path."""
    route: tuple[Pt, ...]


class Driven(msgspec.Struct, frozen=True, array_like=True, tag="driven"):
    """13.4: its drive is over, because it came before everybody else's."""


class Sailing(msgspec.Struct, frozen=True, array_like=True, tag="sail"):
    """S14.1: a vessel pivots to a heading, runs so many millimetres, and pivots again."""

    turn: int
    run: int
    then: int


class Flying(msgspec.Struct, frozen=True, array_like=True, tag="fly"):
    """S15.1: an aircraft flies along these points."""

    route: tuple[Pt, ...]


class Banished(msgspec.Struct, frozen=True, array_like=True, tag="banished"):
    """10.3: an aircraft was hit and put at the edge of the table: its flight is over."""


Planned: TypeAlias = (
    Marching | Saddling | Landing | Embarking | Charging | Charged | Driving | Driven | Sailing | Flying | Banished
)


def landings_of(plan: Planned | None) -> tuple[Pt, ...]:
    """The points about which the riders of a unit are to gather."""
    return plan.landings if isinstance(plan, Marching | Landing) else ()


def saddles(plan: Planned | None) -> bool:
    """S11: does a unit get off its horses or on them again?"""
    return isinstance(plan, Saddling) or (isinstance(plan, Marching) and plan.horses)
