"""Options: the legal actions of a decision, listed only when somebody asks for the list.

Actions that differ in their last field alone form a :class:`Group`; the values of a group may be a set of hexes held as
a bitboard, computed when it is first needed, or a :class:`Sieve` of candidates. Groups that differ in one thing alone,
such as the unit that moves, form a :class:`Family`, which makes each of them when somebody looks at it. A bot that
samples one action pays for one group, and for no more of a sieve than it has to; whoever needs all of them and no
objects asks for :meth:`Options.rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from msgspec.structs import astuple

from . import faces
from .actions import Action, Kind, Lexicon

A_co = TypeVar("A_co", bound=Action, covariant=True)
M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)


class Values(Protocol):
    """The values of a group's last field: countable, indexable, testable."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __contains__(self, value: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Any]: ...


class Masked:
    """Values that are a set of whole numbers, one bit each, with perhaps a few others besides."""

    __slots__ = ()

    @property
    def mask(self) -> int:
        """The set."""
        raise NotImplementedError

    def rest(self) -> Sequence[Any]:
        """The values that the mask does not tell of."""
        return ()


class OptionRow(NamedTuple):
    """A group without an object for each of its actions."""

    make: type[Action]
    head: tuple[Any, ...]
    mask: int
    """A bit for each value that is a whole number, or a way that names its end only."""
    rest: Sequence[Any]
    """Values of any other kind."""

    @property
    def single(self) -> bool:
        """Is it one action, whole in its head?"""
        return len(self.head) == len(self.make.__struct_fields__)

    def __len__(self) -> int:
        return 1 if self.single else self.mask.bit_count() + len(self.rest)


class Written:
    """Values that know their words: shown without being listed one by one."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError

    def words(self, lexicon: Lexicon, kind: Kind) -> Sequence[str]:
        """The word of each value, in their order."""
        raise NotImplementedError

    def words_among(self, lexicon: Lexicon, kind: Kind, others: Container[Any]) -> Sequence[str]:
        """The words of those that are also among others."""
        raise NotImplementedError

    def priced(self, prices: Mapping[Any, int]) -> Sequence[int]:
        """The price of each value, in their order; what has a price and is none of them is left out."""
        return [prices[value] for value in self]


class Drawn:
    """Values that draw one of themselves without being counted."""

    __slots__ = ()

    def draw(self, rng: Random) -> Any | None:
        """One of the values, or None if there is none."""
        raise NotImplementedError


class Sieve(Drawn):
    """Values of a group that are judged one by one, each when somebody first needs to know."""

    __slots__ = ("_candidates", "_listed", "_passes")

    def __init__(self, candidates: Sequence[Any], passes: Callable[[Any], bool]) -> None:
        self._candidates = candidates
        self._passes = passes
        self._listed: list[Any] | None = None

    @property
    def listed(self) -> list[Any]:
        if self._listed is None:
            self._listed = [value for value in self._candidates if self._passes(value)]
        return self._listed

    def __len__(self) -> int:
        return len(self.listed)

    def __bool__(self) -> bool:
        return any(map(self._passes, self._candidates)) if self._listed is None else bool(self._listed)

    def __getitem__(self, index: int) -> Any:
        return self.listed[index]

    def __contains__(self, value: object) -> bool:
        return value in self._candidates and self._passes(value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.listed)

    def draw(self, rng: Random) -> Any | None:
        return sifted(self._candidates, self._passes, rng)


def sifted(candidates: Iterable[Any], passes: Callable[[Any], bool], rng: Random) -> Any | None:
    """One that passes, each as likely as the next, or None if there is none; the others are not judged."""
    left = list(candidates)
    while left:
        at = int(rng.random() * len(left))
        if passes(left[at]):
            return left[at]
        left[at] = left[-1]
        left.pop()
    return None


class First(Drawn):
    """The first few values of an endless or costly row, taken from it when somebody first needs them."""

    __slots__ = ("_found", "_most", "_row")

    def __init__(self, row: Iterator[Any], most: int) -> None:
        self._row, self._most = row, most
        self._found: list[Any] = []

    def _upto(self, count: int) -> list[Any]:
        if len(self._found) < count:
            self._found += islice(self._row, count - len(self._found))
        return self._found

    def __len__(self) -> int:
        return len(self._upto(self._most))

    def __bool__(self) -> bool:
        return bool(self._upto(1))

    def __getitem__(self, index: int) -> Any:
        return self._upto(self._most)[index]

    def __contains__(self, value: object) -> bool:
        return value in self._upto(self._most)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._upto(self._most))

    def draw(self, rng: Random) -> Any | None:
        """One of the values, each as likely as the next, or None; those behind it are not taken from the row."""
        at = int(rng.random() * self._most)
        found = self._upto(at + 1)
        if at < len(found):
            return found[at]
        return found[int(rng.random() * len(found))] if found else None


class Group(Generic[A_co]):
    """Actions of one class with the same leading fields. Without values it is a single action."""

    __slots__ = ("_values", "costs", "head", "make", "stops")

    def __init__(
        self,
        make: type[A_co],
        *head: Any,
        values: Values | Callable[[], Values] | None = None,
        costs: Callable[[], Mapping[Any, int]] | None = None,
        stops: Callable[[], Container[Any]] | None = None,
    ) -> None:
        self.make = make
        self.head = head
        self._values = values
        self.costs = costs
        """What each value costs, in the order of the values; for a sieve perhaps also what does not pass."""
        self.stops = stops
        """Among the values, those with which a move ends whatever it has left: hexes in enemy zones of control."""

    @property
    def single(self) -> bool:
        return self._values is None

    @property
    def values(self) -> Values:
        if callable(self._values):
            self._values = self._values()
        return () if self._values is None else self._values

    def __len__(self) -> int:
        return 1 if self._values is None else len(self.values)

    def __bool__(self) -> bool:
        return self._values is None or bool(self.values)

    def __iter__(self) -> Iterator[A_co]:
        return iter(self.listed())

    def listed(self) -> list[A_co]:
        """All of them."""
        make, head = self.make, self.head
        if self._values is None:
            return [make(*head)]
        if len(head) == 1:
            (first,) = head
            return [make(first, value) for value in self.values]
        return [make(*head, value) for value in self.values]

    def row(self) -> OptionRow:
        """The same without an object for each."""
        if self._values is None:
            return OptionRow(self.make, self.head, 0, ())
        values = self.values
        if isinstance(values, Masked):
            return OptionRow(self.make, self.head, values.mask, values.rest())
        return OptionRow(self.make, self.head, 0, list(values))

    def __getitem__(self, index: int) -> A_co:
        return self.make(*self.head) if self._values is None else self.make(*self.head, self.values[index])

    def draw(self, rng: Random) -> A_co | None:
        """A random action of the group; None when it has none."""
        if self._values is None:
            rng.random()  # every draw takes one number, so that the next does not depend on what was drawn
            return self.make(*self.head)
        values = self.values
        if isinstance(values, Drawn):
            value = values.draw(rng)
            return None if value is None else self.make(*self.head, value)
        size = len(values)
        return self.make(*self.head, values[int(rng.random() * size)]) if size else None

    def __repr__(self) -> str:
        return faces.grouped([self])

    def __contains__(self, action: object) -> bool:
        if type(action) is not self.make:
            return False
        fields = tuple(getattr(action, name) for name in self.make.__struct_fields__)
        if self._values is None:
            return fields == self.head
        return fields[:-1] == self.head and fields[-1] in self.values


class Members(Protocol[M_co]):
    """Those who have a group each: countable and indexable, so that they need not be listed either."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> M_co: ...
    def __iter__(self) -> Iterator[M_co]: ...


class Family(Generic[A_co]):
    """Groups one for each of some members, made when somebody looks at them."""

    __slots__ = ("make", "members")

    def __init__(self, members: Members[M], make: Callable[[M], Group[A_co]]) -> None:
        self.members: Members[Any] = members
        self.make: Callable[[Any], Group[A_co]] = make


class Options:
    """What may be answered. Iterating lists every action; :meth:`sample` lists nothing."""

    __slots__ = ("_groups", "_parts")

    def __init__(self, *parts: Group[Action] | Family[Action]) -> None:
        self._parts: Final = parts
        self._groups: tuple[Group[Action], ...] | None = None

    @property
    def groups(self) -> tuple[Group[Action], ...]:
        """Every group, those of families among them."""
        if self._groups is None:
            found: list[Group[Action]] = []
            for part in self._parts:
                found += map(part.make, part.members) if isinstance(part, Family) else (part,)
            self._groups = tuple(found)
        return self._groups

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(map(Group.listed, self.groups))

    def __len__(self) -> int:
        return sum(map(len, self.groups))

    def __bool__(self) -> bool:
        if self._groups is not None:
            return any(self._groups)
        return any(
            any(map(part.make, part.members)) if isinstance(part, Family) else bool(part) for part in self._parts
        )

    def __contains__(self, action: object) -> bool:
        return any(action in group for group in self.groups)

    def __repr__(self) -> str:
        return faces.grouped(self.groups)

    def rows(self) -> list[OptionRow]:
        """Every option without an object for each: group by group what they share, and the rest as a mask."""
        return [row for row in map(Group.row, self.groups) if len(row)]

    def sample(self, rng: Random) -> Action:
        """A random action: first a group, then a value in it. Not uniform over all actions, and that is the point."""
        count = len(self._parts)
        for part in self._parts:
            if type(part) is Family:
                count += len(part.members) - 1
        first = int(rng.random() * count)
        action = self._at(first).draw(rng)
        return self._sample_others(first, rng) if action is None else action

    def _at(self, index: int) -> Group[Action]:
        """The group of this number, the others not made."""
        for part in self._parts:
            if not isinstance(part, Family):
                if not index:
                    return part
                index -= 1
            elif index < len(part.members):
                return part.make(part.members[index])
            else:
                index -= len(part.members)
        raise IndexError("there is no option to sample")

    def _sample_others(self, empty: int, rng: Random) -> Action:
        """The group that was drawn first had nothing in it: one of the others."""
        left = list(self.groups)
        at = empty
        while True:
            left[at] = left[-1]
            left.pop()
            if not left:
                raise IndexError("there is no option to sample")
            at = int(rng.random() * len(left))
            action = left[at].draw(rng)
            if action is not None:
                return action


class Chances(Options):
    """The faces that the dice can show, with whole-number weights."""

    __slots__ = ("faces", "total", "weights")

    def __init__(self, faces: Sequence[Action], weights: Sequence[int] | None = None) -> None:
        weights = (1,) * len(faces) if weights is None else weights
        if len(weights) != len(faces) or sum(weights) <= 0 or min(weights) < 0:
            raise ValueError("every face needs a weight, and some face must be possible")
        # A face of weight zero cannot come up: it is no option, and whoever reports it is refused.
        super().__init__()
        self.faces = tuple([face for face, weight in zip(faces, weights, strict=True) if weight])
        self.weights = tuple([weight for weight in weights if weight])
        self.total = sum(self.weights)

    @property
    def groups(self) -> tuple[Group[Action], ...]:
        """Every face as a group of its own, made when somebody looks: whoever rolls needs none of them."""
        if self._groups is None:
            self._groups = tuple(map(one, self.faces))
        return self._groups

    def __bool__(self) -> bool:
        return True

    def at(self, number: int) -> Action:
        """The face on which a uniform number in ``range(total)`` falls."""
        if number < 0:
            raise IndexError("number below zero")
        for face, weight in zip(self.faces, self.weights, strict=True):
            if number < weight:
                return face
            number -= weight
        raise IndexError("number beyond the total weight")

    def sample(self, rng: Random) -> Action:
        return self.at(int(rng.random() * self.total))

    def __repr__(self) -> str:
        return faces.chanced(self)


def one(action: Action) -> Group[Action]:
    """A group of this one action."""
    return Group(type(action), *astuple(action))


NONE: Final = Options()
