"""Spelling: an agent writes an action one token a step, from an alphabet that is the same throughout a game.

An action is ``verb word… value``, and the options are a tree of such words already. An :class:`Alphabet` numbers every
word that can occur in a scenario with its switches: verbs, pieces, places, numbers, words, sides. What cannot be listed
beforehand (points, routes, numbers of a wide range) is chosen by its *slot*, the place that it has among the values
offered. A :class:`Speller` knows which tokens can follow: whatever it lets an agent spell is one of the options, every
option can be spelt, and of the options only the branch that is being spelt is ever listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from operator import index
from typing import Any, Final, NamedTuple, TypeAlias

from shapan.kernel import Action, Position, ShapanError
from shapan.kernel.actions import Kind, ListKind, NumberKind, PieceKind, PlaceKind, SideKind, WordKind, kinds
from shapan.kernel.errors import shown
from shapan.kernel.options import Group
from shapan.kernel.position import Book

SLOTS: Final = 64
"""How many values can be chosen by their slot; of more, first a page of so many and then one of the page."""
WIDEST: Final = 200
"""Numbers of a field with no more values than this have a token each; those of a wider field are chosen by slot."""
NAMED: Final = 12
"""How many legal tokens an error names one by one."""


class BadToken(ShapanError):
    """A token that cannot follow, or a step where none is asked. The message names what was legal."""


class Field(NamedTuple):
    """How one field of an action is spelt."""

    table: Mapping[Any, int] | None
    """The token of each value (of each item, in a list); None where values are chosen by slot."""
    listed: bool
    """Is the value several items, spelt one after the other?"""


class Alphabet:
    """The tokens of one scenario with its switches. The same book always gives the same alphabet."""

    def __init__(self, book: Book) -> None:
        self._book = book
        names: list[str] = []
        lexicon, actions = book.lexicon, book.game.grammar.actions
        every = [_item(kind) for action in actions.values() for _, kind in kinds(action)]

        def table(prefix: str, values: Iterable[Any], write: Callable[[Any], object] = str) -> dict[Any, int]:
            found = {value: len(names) + number for number, value in enumerate(values)}
            names.extend(f"{prefix}:{write(value)}" for value in found)
            return found

        self.end: Final = table("end", ("list",))["list"]
        self.verbs: Final = table("verb", actions)
        self._pieces = table("piece", range(len(lexicon.pieces)), lambda number: lexicon.pieces[number])
        self._places = table("place", lexicon.places, lambda number: lexicon.places[number])
        numbers = {number for kind in every if _narrow(kind) for number in range(kind.low, kind.high + 1)}
        self._numbers = table("number", sorted(numbers))
        self._words = table(
            "word", dict.fromkeys(w for kind in every if isinstance(kind, WordKind) for w in kind.words)
        )
        self._sides = table("side", lexicon.sides)
        self.slots: Final = table("slot", range(SLOTS))
        self.names: Final = tuple(names)
        """What each token stands for, by its number: ``verb:move``, ``piece:J-1``, ``slot:3`` …"""
        self.numbers: Final = {name: number for number, name in enumerate(names)}
        self.opening: Final = {action: self.verbs[verb] for verb, action in actions.items()}
        """The token that each action begins with."""
        self.fields: Final = {
            action: tuple(self._field(kind) for _, kind in kinds(action)) for action in actions.values()
        }

    def __len__(self) -> int:
        return len(self.names)

    def __reduce__(self) -> tuple[Any, ...]:
        return alphabet, (self._book,)

    def _field(self, kind: Kind) -> Field:
        table = self._table(_item(kind))
        return Field(table, isinstance(kind, ListKind) and table is not None)

    def _table(self, kind: Kind) -> Mapping[Any, int] | None:
        if isinstance(kind, PieceKind):
            return self._pieces
        if isinstance(kind, PlaceKind):
            return self._places
        if isinstance(kind, WordKind):
            return self._words
        if isinstance(kind, SideKind):
            return self._sides
        return self._numbers if _narrow(kind) else None


def _item(kind: Kind) -> Any:
    """The kind of what is spelt with one token: of a list, that of its items."""
    return kind.item if isinstance(kind, ListKind) else kind


def _narrow(kind: Kind) -> bool:
    return isinstance(kind, NumberKind) and kind.high - kind.low < WIDEST


@cache
def alphabet(book: Book) -> Alphabet:
    """The alphabet of a book, made once."""
    return Alphabet(book)


class Leaf(NamedTuple):
    """Where a spelling ends: the group, and the value in it."""

    group: Group[Action]
    value: Any

    @property
    def action(self) -> Action:
        group = self.group
        return group.make(*group.head) if group.single else group.make(*group.head, self.value)


Fork: TypeAlias = "list[Group[Action]] | Leaf"
"""What follows a whole field: groups that agree so far, or the end."""


class Items(NamedTuple):
    """A list of which some items have been spelt."""

    spelt: int
    left: list[tuple[Any, Fork]]


class Page(NamedTuple):
    """Values of which the slots are to be told."""

    left: list[tuple[Any, Fork]]


class Speller:
    """Spells the answer to the decision that a side owes. It belongs to one position, which it never changes.

    It holds nothing that the position and the tokens do not tell: ``Speller(pos, spelt)`` is the same again.
    """

    def __init__(self, pos: Position[Any], spelt: Sequence[int] = ()) -> None:
        self.pos = pos
        self.alphabet: Final = alphabet(pos.book)
        self.spelt: tuple[int, ...] = ()
        self.action: Action | None = None
        """The action, once it is spelt to the end."""
        self.offered: Sequence[Any] = ()
        """The values behind the slots that can follow; of a page, its first."""
        self._at = -1
        """Which field is being spelt; -1 is the verb."""
        self._last: Group[Action] | None = None
        """The only group that is left, when its values are all that can follow."""
        self.choices: Mapping[int, Any] = self._verbs()
        """The tokens that can follow."""
        for token in spelt:
            self.spell(token)

    def __reduce__(self) -> tuple[Any, ...]:
        return Speller, (self.pos, self.spelt)

    def spell(self, token: Any) -> Action | None:
        """Add a token; the action, if that was its last."""
        number = _whole(token)
        if number not in self.choices:
            raise BadToken(self._complaint(token))
        self.spelt = (*self.spelt, number)
        chosen = self.choices[number]
        self._follow(chosen)
        return self.action

    def leads(self, token: int, action: Action) -> bool:
        """Can the action be spelt by adding this token, which is one of the choices?"""
        chosen, group = self.choices[token], self._last
        return _leads(chosen, action) if group is None else group.make(*group.head, chosen) == action

    def words(self) -> str:
        """What has been spelt, for people."""
        return " ".join(self.alphabet.names[token] for token in self.spelt)

    def _verbs(self) -> dict[int, list[Group[Action]]]:
        found: dict[int, list[Group[Action]]] = {}
        opening = self.alphabet.opening
        for group in self.pos.options().groups:
            token = opening[group.make]
            if token in found:
                found[token].append(group)
            else:
                found[token] = [group]
        return {token: groups for token, groups in found.items() if any(groups)}

    def _follow(self, chosen: Any) -> None:
        self.offered = ()
        if self._last is not None:
            self.action, self.choices = self._last.make(*self._last.head, chosen), {}
        elif isinstance(chosen, Items):
            self.choices = self._items(chosen.left, chosen.spelt)
        elif isinstance(chosen, Page):
            self.choices = self._slots(chosen.left)
        elif isinstance(chosen, Leaf):
            self.action, self.choices = chosen.action, {}
        else:
            self._open(chosen)

    def _open(self, groups: list[Group[Action]]) -> None:
        """Go on to the next field of groups that agree in all before it."""
        self._at += 1
        fields = self.alphabet.fields[groups[0].make]
        if self._at == len(fields):
            self.action, self.choices = groups[0].make(*groups[0].head), {}
            return
        field = fields[self._at]
        alone = len(groups) == 1 and self._at == len(groups[0].head)
        if alone and field.table and (not field.listed or all(len(value) == 1 for value in groups[0].values)):
            self._end(groups[0], field.table, field.listed)
            return
        found = self._found(groups, self._at == len(fields) - 1)
        if field.table is None:
            self.choices = self._slots(list(found.items()))
        elif field.listed and any(len(value) != 1 for value in found):
            self.choices = self._items(list(found.items()), 0)
        elif field.listed:  # nothing but single items, as the ends of moves are
            self.choices = {field.table[value[0]]: fork for value, fork in found.items()}
        else:
            self.choices = {field.table[value]: fork for value, fork in found.items()}

    def _end(self, group: Group[Action], table: Mapping[Any, int], listed: bool) -> None:
        """One token more and the action is whole: most of them end so, and nothing is made of those not chosen."""
        self._last = group
        values = group.values
        self.choices = {table[value[0]]: value for value in values} if listed else {table[v]: v for v in values}

    def _found(self, groups: list[Group[Action]], last: bool) -> dict[Any, Fork]:
        """The values of a field with what follows each. Several groups may offer the same one."""
        found: dict[Any, Any] = {}
        at = self._at
        for group in groups:
            if at == len(group.head):
                for value in group.values:
                    found.setdefault(value, Leaf(group, value))
            elif last:
                found.setdefault(group.head[at], Leaf(group, None))
            elif at or group:  # behind the first field nothing empty is left
                found.setdefault(group.head[at], []).append(group)
        return found

    def _items(self, left: list[tuple[Any, Fork]], depth: int) -> dict[int, Any]:
        """The items that can follow in lists that agree so far; a list that others go on from is ended by a token."""
        table = self.alphabet.fields[self._group(left[0][1]).make][self._at].table
        assert table is not None
        found: dict[int, list[tuple[Any, Fork]]] = {}
        for entry in left:
            token = table[entry[0][depth]] if depth < len(entry[0]) else self.alphabet.end
            found.setdefault(token, []).append(entry)
        return {
            token: entries[0][1] if len(entries[0][0]) <= depth + 1 and len(entries) == 1 else Items(depth + 1, entries)
            for token, entries in found.items()
        }

    @staticmethod
    def _group(fork: Fork) -> Group[Action]:
        return fork.group if isinstance(fork, Leaf) else fork[0]

    def _slots(self, left: list[tuple[Any, Fork]]) -> dict[int, Any]:
        slots = self.alphabet.slots
        if len(left) <= SLOTS:
            self.offered = [value for value, _ in left]
            return {slots[number]: fork for number, (_, fork) in enumerate(left)}
        size = SLOTS
        while size * SLOTS < len(left):
            size *= SLOTS
        pages = [left[first : first + size] for first in range(0, len(left), size)]
        self.offered = [page[0][0] for page in pages]
        return {slots[number]: Page(page) for number, page in enumerate(pages)}

    def _complaint(self, token: Any) -> str:
        names, number = self.alphabet.names, _whole(token)
        what = f"token {number} ({names[number]})" if 0 <= number < len(names) else f"token {shown(token)}"
        if not self.choices:
            return f"{what} cannot be spelt: nothing is asked"
        legal = ", ".join(f"{number} ({names[number]})" for number in islice(self.choices, NAMED))
        more = f" and {len(self.choices) - NAMED} more" if len(self.choices) > NAMED else ""
        return f"{what} cannot follow {self.words()!r}; legal: {legal}{more}"


def _whole(token: Any) -> int:
    """A token as a plain number, whatever library it comes from; -1 for what is no number."""
    try:
        return index(token)
    except TypeError:
        return -1


def spelling(pos: Position[Any], action: Action) -> tuple[int, ...]:
    """The tokens of one of the options; BadToken for an action that is none of them."""
    speller = Speller(pos)
    while speller.action is None:
        token = next((token for token in speller.choices if speller.leads(token, action)), None)
        if token is None:
            raise BadToken(f"{shown(action)} is not one of the options")
        speller.spell(token)
    return speller.spelt


def _leads(chosen: Any, action: Action) -> bool:
    """Can the action be spelt by going this way?"""
    if isinstance(chosen, Items | Page):
        return any(_leads(fork, action) for _, fork in chosen.left)
    if isinstance(chosen, Leaf):
        return chosen.action == action
    return any(action in group for group in chosen)
