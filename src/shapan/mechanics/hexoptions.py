"""Sets of hexes, and ways to them, as the values of an option group: counted and tested without being listed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, overload

from shapan.ground.hexes import Hex, Levels, Mask, bits, mask_of, nth_bit
from shapan.kernel import Lexicon
from shapan.kernel.actions import Kind
from shapan.kernel.options import Drawn, Masked, Written, sifted

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

    __slots__ = ("mask",)

    mask: Mask

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


@lru_cache(1 << 12)
def _named(lexicon: Lexicon, mask: Mask) -> tuple[str, ...]:
    """The names of these hexes. From one moment to the next most units can go where they could go before."""
    places = lexicon.places
    return tuple([places[here] for here in bits(mask)])


class Tolls(Mapping[Way, int]):
    """What it costs to end a move in each of some hexes, and by ways apart from the best: looked up one by one, or for
    a set of hexes at once."""

    __slots__ = ("_costs", "_ends", "_more")

    def __init__(self, ends: Mask, costs: Sequence[int], more: Mapping[Way, int] | None = None) -> None:
        """``costs``: those of the hexes, in rising order."""
        self._ends, self._costs, self._more = ends, costs, more or {}

    def __getitem__(self, way: Way) -> int:
        if len(way) == 1 and self._ends >> way[0] & 1:
            return self._costs[(self._ends & (1 << way[0]) - 1).bit_count()]
        return self._more[way]

    def __iter__(self) -> Iterator[Way]:
        return chain(((here,) for here in bits(self._ends)), self._more)

    def __len__(self) -> int:
        return len(self._costs) + len(self._more)

    def besides(self, more: Mapping[Way, int]) -> Tolls:
        """The same, with ways apart from the best."""
        return Tolls(self._ends, self._costs, more)

    def among(self, hexes: Mask) -> Sequence[int]:
        """Those of a set of the hexes, in rising order."""
        if hexes == self._ends:
            return self._costs
        return [cost for here, cost in zip(bits(self._ends), self._costs, strict=True) if hexes >> here & 1]


@lru_cache(1 << 12)
def prices_of(levels: Levels, ends: Mask) -> Tolls:
    """What it costs to end a move in each of these hexes."""
    price = levels.prices(ends).get
    return Tolls(ends, tuple([price(here, 0) for here in bits(ends)]))


class Ends(Masked, Written):
    """The same for an action whose last field is a path: each hex stands for the best way there.

    Ways that differ from it in something that matters to the game follow, those by one hex after those by another; each
    is worked out when somebody takes it.
    """

    __slots__ = ()

    @property
    def more(self) -> Sequence[Ways]:
        """The ways that differ."""
        raise NotImplementedError

    def rest(self) -> Sequence[Way]:
        more = self.more
        return Unwalked(more) if more else ()

    def __len__(self) -> int:
        more = self.more
        return self.mask.bit_count() + sum([ways.ends.bit_count() for ways in more]) if more else self.mask.bit_count()

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

    def priced(self, prices: Mapping[Any, int]) -> Sequence[int]:
        if not isinstance(prices, Tolls):
            return super().priced(prices)
        straight = prices.among(self.mask)
        return [*straight, *(prices[way] for way in self.rest())] if self.more else straight

    def words_among(self, lexicon: Lexicon, kind: Kind, others: Container[Any]) -> Sequence[str]:
        if isinstance(others, Ends):
            named = _named(lexicon, self.mask & others.mask)
        else:
            named = tuple(lexicon.places[here] for here in bits(self.mask) if (here,) in others)
        return (*named, *(kind.write(lexicon, way) for way in self.rest() if way in others)) if self.more else named


class Unwalked(Sequence[Way]):
    """Ways that are counted at once and worked out when somebody wants to know them."""

    __slots__ = ("_count", "_more", "_walked")

    def __init__(self, more: Sequence[Ways]) -> None:
        self._more = more
        self._count = sum([ways.ends.bit_count() for ways in more])
        self._walked: list[Way] | None = None

    @property
    def walked(self) -> list[Way]:
        """All of them."""
        if self._walked is None:
            self._walked = [way for ways in self._more for way in map(ways.to, bits(ways.ends))]
        return self._walked

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Way: ...
    @overload
    def __getitem__(self, index: slice) -> list[Way]: ...
    def __getitem__(self, index: int | slice) -> Way | list[Way]:
        return self.walked[index]

    def __iter__(self) -> Iterator[Way]:
        return iter(self.walked)


class Once:
    """Where a move may end, worked out when it is first asked for; what it costs follows from the same."""

    __slots__ = ("_found", "_work")

    def __init__(self, work: Callable[[], Destinations]) -> None:
        self._work = work
        self._found: Destinations | None = None

    def __call__(self) -> Destinations:
        if self._found is None:
            self._found = self._work()
        return self._found


class Destinations(Ends):
    """Ends that are known."""

    __slots__ = ("_rest", "mask", "more")

    mask: Mask
    more: Sequence[Ways]

    def __init__(self, mask: Mask, more: Sequence[Ways] = ()) -> None:
        self.mask, self.more = mask, more
        self._rest: Sequence[Way] | None = None if more else ()

    def rest(self) -> Sequence[Way]:
        if self._rest is None:
            self._rest = super().rest()
        return self._rest


class Doubtful(Ends, Drawn):
    """Ends some of which are doubtful: whoever lists them has those judged, whoever draws one only what he draws."""

    __slots__ = ("_candidates", "_doubtful", "_judged", "_passes")

    def __init__(self, candidates: Destinations, doubtful: Mask, passes: Callable[[Way], bool]) -> None:
        self._candidates, self._doubtful, self._passes = candidates, doubtful, passes
        self._judged: Destinations | None = None

    @property
    def judged(self) -> Destinations:
        """What is left of them."""
        if self._judged is None:
            more = [Ways(self._certain(ways.ends, ways.to), ways.to) for ways in self._candidates.more]
            self._judged = Destinations(self._certain(self._candidates.mask, lambda here: (here,)), more)
        return self._judged

    def _certain(self, ends: Mask, to: Callable[[Hex], Way]) -> Mask:
        doubtful = ends & self._doubtful
        return ends & ~doubtful | mask_of(here for here in bits(doubtful) if self._passes(to(here)))

    @property
    def mask(self) -> Mask:
        return self.judged.mask

    @property
    def more(self) -> Sequence[Ways]:
        return self.judged.more

    def __bool__(self) -> bool:
        if self._judged is None:
            return bool(self._candidates.mask & ~self._doubtful) or any(map(self._may, self._candidates))
        return len(self._judged) > 0

    def __contains__(self, value: object) -> bool:
        return value in self._candidates and self._may(cast("Way", value))

    def _may(self, way: Way) -> bool:
        return not self._doubtful >> way[-1] & 1 or self._passes(way)

    def draw(self, rng: Random) -> Way | None:
        candidates = self._candidates
        count = len(candidates)
        if not count:
            return None
        value = candidates[int(rng.random() * count)]
        return value if self._may(value) else sifted(candidates, self._may, rng)


class Ways(NamedTuple):
    """A way to each of some hexes."""

    ends: Mask
    to: Callable[[Hex], Way]
