"""Sets of hexes, and ways to them, as the values of an option group: counted and tested without being listed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from shapan.ground.hexes import Field, Hex, Levels, Mask, bits, mask_of, nth_bit
from shapan.kernel import Lexicon
from shapan.kernel.actions import Kind
from shapan.kernel.options import Masked, Sieve, Written

Way: TypeAlias = tuple[Hex, ...]
"""Hex by hex, the start included; a single hex stands for the best way there."""

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


class Hexes(Masked):
    """The hexes of a set, for an action whose last field is a place."""

    __slots__ = ()

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __getitem__(self, index: int) -> int:
        return nth_bit(self.mask, index)

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value >= 0 and bool(self.mask >> value & 1)

    def __iter__(self) -> Iterator[int]:
        return iter(bits(self.mask))


@lru_cache(1 << 12)
def _named(lexicon: Lexicon, mask: Mask) -> tuple[str, ...]:
    """The names of these hexes. From one moment to the next most units can go where they could go before."""
    places = lexicon.places
    return tuple([places[here] for here in bits(mask)])


@lru_cache(1 << 12)
def prices_of(levels: Levels, ends: Mask) -> Mapping[Way, int]:
    """What it costs to end a move in each of these hexes, in rising order."""
    found = levels.prices(ends)
    return MappingProxyType({(here,): found.get(here, 0) for here in bits(ends)})


class Destinations(Masked, Written):
    """The same for an action whose last field is a path: each hex stands for the best way there.

    Ways that differ from it in something that matters to the game follow, those by one hex after those by another; each
    is worked out when somebody takes it.
    """

    __slots__ = ("more",)

    def __init__(self, mask: Mask, more: Sequence[Ways] = ()) -> None:
        self.mask, self.more = mask, more

    def rest(self) -> Sequence[Way]:
        return [way for ways in self.more for way in map(ways.to, bits(ways.ends))] if self.more else ()

    def __len__(self) -> int:
        return self.mask.bit_count() + sum(ways.ends.bit_count() for ways in self.more)

    def __getitem__(self, index: int) -> Way:
        at = index - self.mask.bit_count()
        if at < 0:
            return (nth_bit(self.mask, index),)
        for ways in self.more:
            if at < ways.ends.bit_count():
                return ways.to(nth_bit(ways.ends, at))
            at -= ways.ends.bit_count()
        raise IndexError(index)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not value:
            return False
        if len(value) == 1:
            return bool(self.mask >> value[0] & 1)
        return any(ways.ends >> value[-1] & 1 and ways.to(value[-1]) == value for ways in self.more)

    def __iter__(self) -> Iterator[Way]:
        straight = zip(bits(self.mask), strict=True)
        return chain(straight, self.rest()) if self.more else straight

    def words(self, lexicon: Lexicon, kind: Kind) -> Sequence[str]:
        named = _named(lexicon, self.mask)
        return (*named, *(kind.write(lexicon, way) for way in self.rest())) if self.more else named

    def words_among(self, lexicon: Lexicon, kind: Kind, others: Container[Any]) -> Sequence[str]:
        if isinstance(others, Destinations):
            named = _named(lexicon, self.mask & others.mask)
        else:
            named = tuple(lexicon.places[here] for here in bits(self.mask) if (here,) in others)
        return (*named, *(kind.write(lexicon, way) for way in self.rest() if way in others)) if self.more else named


class Doubtful(Sieve):
    """Destinations of which few are doubtful: most draws need no list of them."""

    def __init__(self, ends: Destinations, passes: Callable[[Way], bool]) -> None:
        super().__init__(cast("Sequence[Way]", ends), passes)

    def draw(self, rng: Random) -> Any | None:
        value = self._candidates[int(rng.random() * len(self._candidates))] if self._candidates else None
        return value if value is not None and self._passes(value) else super().draw(rng)


class Ways(NamedTuple):
    """A way to each of some hexes."""

    ends: Mask
    to: Callable[[Hex], Way]


def way_by(field: Field, origin: Hex, by: Hex, end: Hex, points: int) -> Way:
    """The cheapest way that passes through a hex on its way to another one within reach."""
    first, spent = field.path(origin, by, points), field.levels(origin, points).cost(by)
    assert first is not None
    assert spent is not None
    second = field.path(by, end, points - spent)
    assert second is not None
    return (*first, *second[1:])


def ends_by(field: Field, origin: Hex, by: Hex, points: int) -> Mask:
    """The hexes that such a way leads to."""
    spent = field.levels(origin, points).cost(by)
    if spent is None or not field.go >> by & 1:
        return 0
    return field.levels(by, points - spent).reach() & ~(1 << origin | 1 << by)


def no_detour(field: Field, origin: Hex, by: Hex, ends: Mask, points: int) -> Mask:
    """Those of the hexes to which such a way is no dearer than any other."""
    straight = field.levels(origin, points)
    first = straight.cost(by) or 0
    second = field.levels(by, points - first)
    return mask_of(end for end in bits(ends) if straight.cost(end) == first + (second.cost(end) or 0))
