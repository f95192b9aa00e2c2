"""Who acts: a figure by its number, or a weapon on a mount; None is nobody, and no number stands for anybody else.

At rest a shooter is one number, so that positions stay numbers and texts; only the two functions below know how.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

NOBODY: Final = -1
"""At rest: no figure, no unit. Whoever reads such a field asks for None with :func:`anybody`."""


class Mounted(NamedTuple):
    """S12.8: the weapon of a mount on a vehicle or vessel, by the number of the mount."""

    mount: int


class Model(NamedTuple):
    """The model of a gun, vehicle, vessel or aircraft, by the number of its unit; a gun's is a base among figures'."""

    unit: int


Shooter: TypeAlias = int | Mounted
"""Who fires: a figure, or a mount whoever serves it."""


def at_rest(shooter: Shooter) -> int:
    """A shooter as a position keeps it: mounts below zero."""
    return ~shooter.mount if isinstance(shooter, Mounted) else shooter


def awake(kept: int) -> Shooter:
    """The shooter that a position keeps under this number."""
    return kept if kept >= 0 else Mounted(~kept)


def anybody(kept: int) -> int | None:
    """The figure or unit that a position keeps under this number, if it is anybody."""
    return kept if kept != NOBODY else None
