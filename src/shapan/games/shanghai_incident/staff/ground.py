"""What a staff officer of Shanghai Incident knows of the ground before the first shot: how far it is to every hex."""

from __future__ import annotations

from itertools import accumulate
from operator import or_
from typing import Final, NamedTuple

from shapan.ground.hexes import Mask, bits
from shapan.ground.hexes.flood import marches_to, union

from ..book import ShanghaiBook

FAR: Final = 99


class Ways(NamedTuple):
    """The marches of a leg unit to one hex on an empty map."""

    rings: list[Mask]
    """The hexes from which it takes 0, 1, ... points, and last those from which it never gets there."""
    march: list[int]
    """The points from every hex."""
    closer: list[Mask]
    """The hexes from which it takes less than 0, 1, ... points."""


class Atlas(dict[int, Ways]):
    """The ways to every hex, each worked out when somebody first asks."""

    def __init__(self, book: ShanghaiBook) -> None:
        super().__init__()
        self.costs, self.all, self.entry = book.costs["leg"], book.grid.all, bits(book.entry)
        self._doors: dict[int, list[int]] = {}

    def __missing__(self, goal: int) -> Ways:
        rings = marches_to(self.costs, 1 << goal, FAR - 1)
        rings.append(self.all & ~union(rings))
        march = [FAR] * self.all.bit_length()
        for spent, ring in enumerate(rings):
            for here in bits(ring):
                march[here] = spent
        found = self[goal] = Ways(rings, march, [0, *accumulate(rings, or_)])
        return found

    def doors(self, goal: int) -> list[int]:
        """13.6: the hexes at which the Chinese enter the map, the nearest to this one first."""
        if goal not in self._doors:
            self._doors[goal] = sorted(self.entry, key=self[goal].march.__getitem__)
        return self._doors[goal]


_atlases: dict[int, Atlas] = {}


def atlas(book: ShanghaiBook) -> Atlas:
    """The ways on the map of a book."""
    found = _atlases.get(id(book))
    if found is None:
        found = _atlases[id(book)] = Atlas(book)
    return found


def march_to(book: ShanghaiBook, goal: int) -> list[int]:
    """The points from every hex to this one."""
    return atlas(book)[goal].march


def nearest_to(book: ShanghaiBook, goal: int, among: Mask) -> int:
    """Of some hexes the one from which the march to this one is shortest; among equals that of the lowest number."""
    if among and not among & ~book.entry:
        return next(here for here in atlas(book).doors(goal) if among >> here & 1)
    for ring in atlas(book)[goal].rings:
        if hit := ring & among:
            return (hit & -hit).bit_length() - 1
    raise ValueError("there is no hex among which to choose")
