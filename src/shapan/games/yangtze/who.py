"""Who is who: units, figures, mounts and carriers are numbers that mypy tells apart; None is nobody.

Whatever is kept for each of them is a row (:data:`ByUnit`, :data:`ByFigure`, :data:`ByMount`), which only numbers of
its own kind open. A weapon is a thing with a number too (:data:`Arm`), under which the position keeps what has become
of it, whoever serves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NewType, Protocol, TypeAlias, TypeVar, cast

Piece = NewType("Piece", int)
"""Anything that a player can name: units first, then figures, then mounts."""
Unit = NewType("Unit", Piece)
"""A unit, by its number in the scenario; as a piece it has the same number."""
Figure = NewType("Figure", int)
"""A figure, by its number among all figures."""
GunMount = NewType("GunMount", int)
"""S12.8: a weapon that is fixed to a vehicle or vessel, by its number among all mounts."""
Arm = NewType("Arm", int)
"""Whoever or whatever fires, as the position keeps it: figures by their number, then mounts. What a crew serves has the
number of its first man, whether he lives or not (R61)."""
Magazine = NewType("Magazine", int)
"""9.3: the rounds of a gun: of those that are units first, then of mounts."""

K = TypeVar("K", bound=int)
K_contra = TypeVar("K_contra", bound=int, contravariant=True)
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

if TYPE_CHECKING:

    class Row(Protocol[K_contra, V_co]):
        """A tuple with one value for each unit, figure or mount."""

        def __getitem__(self, key: K_contra, /) -> V_co: ...
        def __iter__(self) -> Iterator[V_co]: ...
        def __len__(self) -> int: ...
        def __hash__(self) -> int: ...
        def __contains__(self, value: object, /) -> bool: ...
        def index(self, value: object, /) -> int: ...
else:

    class Row:
        """A tuple, and nothing else as soon as the game runs."""

        def __class_getitem__(cls, kinds: tuple[Any, Any]) -> Any:
            return tuple[kinds[1], ...]


ByUnit: TypeAlias = Row[Unit, V]
ByFigure: TypeAlias = Row[Figure, V]
ByMount: TypeAlias = Row[GunMount, V]


if TYPE_CHECKING:

    def numbered(row: Row[K, V]) -> Iterator[tuple[K, V]]:
        """Every number of a row with its value."""

else:
    numbered = enumerate


def numbers(row: Row[K, Any]) -> Sequence[K]:
    """The numbers of a row."""
    return cast("Sequence[K]", range(len(row)))


def put(row: Row[K, V], at: K, value: V) -> Row[K, V]:
    """The row with one entry exchanged."""
    values = [*row]
    values[at] = value
    return tuple(values)


class Mounted(NamedTuple):
    """S12.8: the weapon of a mount on a vehicle or vessel, by the number of the mount."""

    mount: GunMount


class Model(NamedTuple):
    """The model of a gun, vehicle, vessel or aircraft, by the number of its unit; a gun's is a base among figures'."""

    unit: Unit


Shooter: TypeAlias = Figure | Mounted
"""Who fires: a figure, or a mount whoever serves it."""
