"""Actions and the grammar that they are written in.

An Action is a frozen record with a verb. Each field is annotated with its :class:`Kind`, and from these annotations the
kernel derives the notation, the check of malformed input and the option tree of the View; a game writes none of that
by hand::

    class Move(Action, frozen=True):
        verb: ClassVar[str] = "move"
        unit: Piece
        path: Path

is written ``move J-1 1320-1319-1318`` and read back exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar, TypeGuard, get_args, get_type_hints

import msgspec

from .actors import Side
from .errors import BadData, BadNotation, shown


class Action(msgspec.Struct, frozen=True):
    """The answer to a Decision. Subclasses set ``verb`` and annotate each field with a Kind."""

    verb: ClassVar[str] = ""

    def author(self, actor: str) -> str:
        """Who submits this action, given who owes the decision. Actions allowed out of turn carry their own side."""
        return actor


class Lexicon:
    """The names of pieces and places of one scenario, in both directions.

    A name is one word of the notation: unique, without spaces, and without the marks that join several of them.
    """

    def __init__(self, pieces: Sequence[str], places: Mapping[int, str], sides: Sequence[Side]) -> None:
        self.pieces = tuple(pieces)
        self.places = dict(places)
        self.sides = tuple(sides)
        self.piece_numbers = {name: number for number, name in enumerate(self.pieces)}
        self.place_numbers = {name: number for number, name in self.places.items()}
        _check_names("piece", self.pieces, ",")
        _check_names("place", tuple(self.places.values()), ",-")


def _check_names(what: str, names: Sequence[str], marks: str) -> None:
    for name in names:
        if name.split() != [name] or name == "." or any(mark in name for mark in marks):
            raise BadData(f"a {what} cannot be called {shown(name)}: a name is one word without any of {marks!r}")
    if len(set(names)) != len(names):
        doubled = sorted({name for name in names if names.count(name) > 1})
        raise BadData(f"several {what}s are called {', '.join(doubled)}")


class Kind:
    """How one field of an action is written, read and checked. A field is always exactly one word."""

    name: str = "word"

    def read(self, lexicon: Lexicon, word: str) -> Any:
        raise NotImplementedError

    def write(self, lexicon: Lexicon, value: Any) -> str:
        return str(value)

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        """Is value of the right type and within the names of the lexicon? Must not raise for any object."""
        raise NotImplementedError


def _is_int(value: object) -> TypeGuard[int]:
    return type(value) is int


class PieceKind(Kind):
    name = "piece"

    def read(self, lexicon: Lexicon, word: str) -> int:
        try:
            return lexicon.piece_numbers[word]
        except KeyError:
            raise BadNotation(f"there is no piece {shown(word)} in this scenario") from None

    def write(self, lexicon: Lexicon, value: int) -> str:
        return lexicon.pieces[value]

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return _is_int(value) and 0 <= value < len(lexicon.pieces)


class PlaceKind(Kind):
    name = "place"

    def read(self, lexicon: Lexicon, word: str) -> int:
        try:
            return lexicon.place_numbers[word]
        except KeyError:
            raise BadNotation(f"there is no place {shown(word)} on this map") from None

    def write(self, lexicon: Lexicon, value: int) -> str:
        return lexicon.places[value]

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return _is_int(value) and value in lexicon.places


class NumberKind(Kind):
    """A whole number within bounds that the rules could ever allow; the tighter limits are the rules' business."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def read(self, lexicon: Lexicon, word: str) -> int:
        digits = word[1:] if word.startswith("-") else word
        if digits.isascii() and digits.isdigit() and len(digits) < 12 and self.low <= int(word) <= self.high:
            return int(word)
        raise BadNotation(f"{shown(word)} is not a whole number from {self.low} to {self.high}")

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return _is_int(value) and self.low <= value <= self.high


class WordKind(Kind):
    """One word out of a fixed list."""

    name = "word"

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, lexicon: Lexicon, word: str) -> str:
        if word in self.words:
            return word
        raise BadNotation(f"{shown(word)} is not one of: {', '.join(self.words)}")

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return type(value) is str and value in self.words


class SideKind(Kind):
    name = "side"

    def read(self, lexicon: Lexicon, word: str) -> str:
        if word in lexicon.sides:
            return word
        raise BadNotation(f"{shown(word)} is not a side (sides: {', '.join(lexicon.sides)})")

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return type(value) is str and value in lexicon.sides


class PointKind(Kind):
    """A point on ground without places, in whole board units: ``1200:845``. Whether it is on the table is the rules'
    business."""

    name = "point"
    most = 99_999

    def read(self, lexicon: Lexicon, word: str) -> tuple[int, int]:
        across, colon, down = word.partition(":")
        if colon and all(part.isascii() and part.isdigit() and len(part) <= 5 for part in (across, down)):
            return int(across), int(down)
        raise BadNotation(f"{word!r} is not a point such as 1200:845")

    def write(self, lexicon: Lexicon, value: tuple[int, int]) -> str:
        return f"{value[0]}:{value[1]}"

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return (
            type(value) is tuple and len(value) == 2 and all(_is_int(part) and 0 <= part <= self.most for part in value)
        )


class ListKind(Kind):
    """Several values of one kind in one word, joined by a mark; ``.`` stands for none."""

    def __init__(self, item: Kind, mark: str, name: str, *, least: int = 0, most: int = 1000) -> None:
        self.item, self.mark, self.name, self.least, self.most = item, mark, name, least, most

    def read(self, lexicon: Lexicon, word: str) -> tuple[Any, ...]:
        values = () if word == "." else tuple(self.item.read(lexicon, part) for part in word.split(self.mark))
        if self.least <= len(values) <= self.most:
            return values
        raise BadNotation(f"{shown(word)} should name {self.least} to {self.most} of them, joined by {self.mark!r}")

    def write(self, lexicon: Lexicon, value: Iterable[Any]) -> str:
        return self.mark.join(self.item.write(lexicon, item) for item in value) or "."

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return (
            type(value) is tuple
            and self.least <= len(value) <= self.most
            and all(self.item.fits(lexicon, item) for item in value)
        )


PIECE: PieceKind = PieceKind()
PLACE: PlaceKind = PlaceKind()
Piece = Annotated[int, PIECE]
Place = Annotated[int, PLACE]
Pieces = Annotated[tuple[int, ...], ListKind(PIECE, ",", "pieces")]
Places = Annotated[tuple[int, ...], ListKind(PLACE, ",", "places")]
Path = Annotated[tuple[int, ...], ListKind(PLACE, "-", "path", least=1, most=200)]
"""The places of a move from where it starts; a single place means "there, by the cheapest way"."""
POINT: PointKind = PointKind()
Point = Annotated[tuple[int, int], POINT]
Route = Annotated[tuple[tuple[int, int], ...], ListKind(POINT, "-", "route", least=1, most=64)]
"""The points of a way over ground without places, the starting point left out."""
SideName = Annotated[str, SideKind()]
Die = Annotated[int, NumberKind(1, 6)]


class Roll(Action, frozen=True):
    """A face of one six-sided die: the answer of the dice, not of a player."""

    verb: ClassVar[str] = "roll"
    face: Die


class Capitulate(Action, frozen=True):
    """A side gives up; allowed at any time, whoever owes the decision."""

    verb: ClassVar[str] = "capitulate"
    side: SideName

    def author(self, actor: str) -> str:
        return self.side


@cache
def kinds(action: type[Action]) -> tuple[tuple[str, Kind], ...]:
    """The fields of an action class with their kinds, in the order they are written."""
    hints = get_type_hints(action, include_extras=True)
    found = []
    for field in action.__struct_fields__:
        marks = [mark for mark in get_args(hints[field])[1:] if isinstance(mark, Kind)]
        if len(marks) != 1:
            raise TypeError(f"{action.__name__}.{field} needs exactly one Kind in its annotation")
        found.append((field, marks[0]))
    return tuple(found)


class Grammar:
    """All verbs of a game."""

    def __init__(self, *actions: type[Action]) -> None:
        verbs: tuple[type[Action], ...] = (*actions, Capitulate)
        self.actions = {action.verb: action for action in verbs}
        if len(self.actions) != len(actions) + 1:
            raise TypeError("two actions share a verb")
        self._kinds: dict[type, tuple[tuple[str, Kind], ...]] = {action: kinds(action) for action in verbs}

    def fits(self, lexicon: Lexicon, action: object) -> bool:
        """Is this an action of the game with fields of the right types? Never raises."""
        # Looked up by its very class: a subclass may have overridden anything, its verb and fields included.
        fields = self._kinds.get(type(action))
        return fields is not None and all(kind.fits(lexicon, getattr(action, name, None)) for name, kind in fields)

    def write(self, lexicon: Lexicon, action: Action) -> str:
        words = [kind.write(lexicon, getattr(action, name)) for name, kind in kinds(type(action))]
        return " ".join((action.verb, *words))

    def read(self, lexicon: Lexicon, text: str) -> Action:
        if not isinstance(text, str):
            raise BadNotation(f"an action is written as a text, not as {shown(text)}")
        verb, *words = text.split() or [""]
        action = self.actions.get(verb)
        if action is None:
            raise BadNotation(f"unknown verb {shown(verb)}; expected one of: {', '.join(sorted(self.actions))}")
        fields = kinds(action)
        if len(words) != len(fields):
            form = " ".join((verb, *(name.upper() for name, _ in fields)))
            raise BadNotation(f"{shown(text)} should have the form: {form}")
        return action(*(kind.read(lexicon, word) for (_, kind), word in zip(fields, words, strict=True)))
