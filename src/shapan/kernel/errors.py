"""Errors that a user can cause. Each says what is wrong and what was expected; none needs a traceback."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from typing import Final

_SHORT: Final = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80


def shown(value: object) -> str:
    """A value as an error quotes it: however long it was sent, the message stays readable."""
    return _SHORT.repr(value)


class ShapanError(Exception):
    """Base of every error that the command line shows as one line with exit code 2."""


class Unknown(ShapanError):
    """A game, scenario, switch, piece or place that does not exist."""

    def __init__(self, what: str, name: object, known: Iterable[object] = ()) -> None:
        # Kept as they came, so that the error crosses from one process to another.
        super().__init__(what, name, tuple(sorted(map(str, known))))

    def __str__(self) -> str:
        what, name, known = self.args
        return f"unknown {what} {shown(name)}" + (f" (known: {', '.join(known)})" if known else "")


class BadNotation(ShapanError):
    """A text that is not an action of this game."""


class BadRecord(ShapanError):
    """A record that cannot be read, was made with other data, or was tampered with."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line is not None else message)
        self.line = line


class BadSnapshot(ShapanError):
    """A snapshot that does not describe a position of this game."""


class BadData(ShapanError):
    """A data file of a game that contradicts itself; names the file and the place."""
