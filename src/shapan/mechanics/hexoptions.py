"""Sets of hexes as the values of an option group: counted, sampled and tested without being listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from shapan.ground.hexes import Mask, bits, nth_bit

W = TypeVar("W")


def apart(ways: Iterable[W], measure: Callable[[W], tuple[int, int]]) -> list[W]:
    """Of several ways to one hex those worth offering apart, best first.

    The measure is what matters besides the cost, less being better, and the cost. Each further way is cheaper than all
    before it; whatever is beaten in both is left out.

    >>> apart([("bridge", 2, 5), ("ford", 1, 9), ("detour", 2, 7)], lambda way: way[1:])
    [('ford', 1, 9), ('bridge', 2, 5)]
    """
    found: list[W] = []
    least: int | None = None
    for way in sorted(ways, key=measure):
        cost = measure(way)[1]
        if least is None or cost < least:
            found.append(way)
            least = cost
    return found


class Hexes:
    """The hexes of a set, for an action whose last field is a place."""

    __slots__ = ("mask",)

    def __init__(self, mask: Mask) -> None:
        self.mask = mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __getitem__(self, index: int) -> int:
        return nth_bit(self.mask, index)

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value >= 0 and bool(self.mask >> value & 1)

    def __iter__(self) -> Iterator[int]:
        return iter(bits(self.mask))


class Destinations:
    """The same for an action whose last field is a path: each hex stands for the cheapest way there."""

    __slots__ = ("mask",)

    def __init__(self, mask: Mask) -> None:
        self.mask = mask

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __getitem__(self, index: int) -> tuple[int]:
        return (nth_bit(self.mask, index),)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and len(value) == 1 and bool(self.mask >> value[0] & 1)

    def __iter__(self) -> Iterator[tuple[int]]:
        return ((here,) for here in bits(self.mask))
