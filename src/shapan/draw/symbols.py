"""Unit symbols, echelon marks, figures and models as data that the SVG renderer and the web client share.

Everything is a list of :class:`Stroke`: SVG path data that is filled with ``ink`` or ``paper``, stroked, or both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from shapan.kernel.reading import read

from .strokes import Stroke
from .tables import table

WIDTH, HEIGHT = 24.0, 16.0
"""The box of a unit symbol."""


class Symbol(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit symbol in a box of 24 x 16."""

    paths: Sequence[Stroke]
    frame: bool = False
    """Whether the box itself is drawn."""


class Model(msgspec.Struct, frozen=True):
    """A ship, vehicle or aircraft seen from above, bow to the top, 100 wide."""

    long: float
    """How many times as long as wide it is drawn."""
    paths: Sequence[Stroke]


class Letter(msgspec.Struct, frozen=True):
    """A part of an echelon mark, 6 high, and how far it advances."""

    advance: float
    path: Stroke


FRAME = Stroke("M0 0H24V16H0Z", "paper", 1.3)
UNKNOWN = "marker"

LETTERS: Mapping[str, Letter] = {
    "X": Letter(5.6, Stroke("M.5 .3L4.8 5.7M4.8 .3L.5 5.7", stroke=1.5)),
    "I": Letter(3.2, Stroke("M1.6 0V6", stroke=1.5)),
    "•": Letter(4.0, Stroke("M.6 3A1.3 1.3 0 1 1 3.2 3A1.3 1.3 0 1 1 .6 3Z", fill="ink")),
    "+": Letter(4.6, Stroke("M.5 3H4.1M2.3 1.2V4.8", stroke=1.1)),
}
_SPELLINGS = str.maketrans({".": "•", "·": "•", "*": "•", "●": "•", "x": "X", "×": "X", "i": "I", "|": "I"})


@cache
def symbols() -> Mapping[str, Symbol]:
    """Every unit symbol by name."""
    return read(table("symbols.toml"), dict[str, Symbol])


def symbol(name: str) -> Symbol:
    """The symbol of this name, or the neutral marker."""
    known = symbols()
    return known.get(name, known[UNKNOWN])


def strokes(shape: Symbol) -> Sequence[Stroke]:
    """What is drawn, the box first."""
    return (FRAME, *shape.paths) if shape.frame else shape.paths


def echelon(mark: str) -> list[tuple[float, Stroke]]:
    """The parts of an echelon mark with their places from the left; other letters than X, I and dots are left out.

    >>> [x for x, _ in echelon("XX")]
    [0.0, 5.6]
    """
    parts, x = [], 0.0
    for char in mark.translate(_SPELLINGS):
        if char in LETTERS:
            parts.append((x, LETTERS[char].path))
            x += LETTERS[char].advance
    return parts


def echelon_width(mark: str) -> float:
    """How wide the mark is drawn."""
    return sum(LETTERS[char].advance for char in mark.translate(_SPELLINGS) if char in LETTERS)


@cache
def figures() -> Mapping[str, Symbol]:
    """What figures on a table carry, by unit symbol."""
    return read(table("figures.toml"), dict[str, Symbol])


def carried(symbol: str) -> Sequence[Stroke]:
    """What a figure of this symbol carries; a rifle if nothing else is known."""
    known = figures()
    return known.get(symbol, known["infantry"]).paths


@cache
def models() -> Mapping[str, Model]:
    """Models on a table seen from above, by unit symbol."""
    return read(table("models.toml"), dict[str, Model])


def model(symbol: str) -> Model:
    """The model of this symbol; a boat if nothing else is known."""
    known = models()
    return known.get(symbol, known["boat"])
