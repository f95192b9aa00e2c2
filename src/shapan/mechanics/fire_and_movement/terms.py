"""Fire & Movement 7.2, 7.3: what a battle is, and what a number of its differential is."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.mechanics.forces import OFF

ASSAULT: Final = "assault"
BOMBARDMENT: Final = "bombardment"


class Battle(NamedTuple):
    """The values that the frames of a battle carry."""

    side: int
    target: int
    units: int
    markers: int
    """8.3: support markers of the attacker, one bit each."""
    cover: int
    """8.3: support markers of the defender."""
    mobile: bool
    """4.1: fought in a mobile combat phase."""
    kind: str
    """An assault by units, a bombardment by markers alone, or a kind that exclusive rules add."""


class Term(NamedTuple):
    """One number of a differential, with its case and the piece it comes from."""

    key: str
    value: int
    case: str
    piece: int = OFF
