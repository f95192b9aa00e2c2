"""Fire & Movement 7.2, 7.3: what a battle is, and what a number of its differential is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias, TypeVar

from shapan.ground.hexes import Hex
from shapan.kernel import SideFrame
from shapan.mechanics.forces import OFF

Units: TypeAlias = int
"""A set of units, one bit each."""
Markers: TypeAlias = int
"""A set of support markers, one bit each in the order of the data."""

ASSAULT: Final = "assault"
BOMBARDMENT: Final = "bombardment"


class Battle(SideFrame):
    """7.2: what every step of a battle carries; the side is the attacker. By itself, a battle that is thought of."""

    target: Hex
    units: Units
    """Who attacks."""
    markers: Markers
    """8.3: the attacker's support."""
    cover: Markers
    """8.3: the defender's."""
    mobile: bool
    """4.1: fought in a mobile combat phase."""
    kind: str
    """An assault by units, a bombardment by markers alone, or a kind that exclusive rules add."""


B = TypeVar("B", bound=Battle)


def carried(step: Callable[[int, Hex, Units, Markers, Markers, bool, str], B], at: Battle) -> B:
    """The battle as it stands, at another of its steps."""
    return step(at.side, at.target, at.units, at.markers, at.cover, at.mobile, at.kind)


class Term(NamedTuple):
    """One number of a differential, with its case and the piece it comes from."""

    key: str
    value: int
    case: str
    piece: int = OFF
