"""Errors that a user can cause. Each says what is wrong and what was expected; none needs a traceback."""

from __future__ import annotations


class ShapanError(Exception):
    """Base of every error that the command line shows as one line with exit code 2."""


class Unknown(ShapanError):
    """A game, scenario, option, piece or place that does not exist."""

    def __init__(self, what: str, name: object, known: object = ()) -> None:
        names = ", ".join(sorted(map(str, known))) if known else ""  # type: ignore[call-overload]
        super().__init__(f"unknown {what} {name!r}" + (f" (known: {names})" if names else ""))


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
