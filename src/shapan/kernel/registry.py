"""Where the kernel learns of games without knowing any: the package of games puts its finder here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .errors import Unknown

if TYPE_CHECKING:
    from .game import Game

_finders: list[Callable[[str], Game]] = []


def register(finder: Callable[[str], Game]) -> None:
    """Let games be found by their id."""
    _finders.append(finder)


def find(name: str) -> Game:
    """The game with this id, from the first finder that knows it."""
    unknown = Unknown("game", name)
    for finder in _finders:
        try:
            return finder(name)
        except Unknown as error:
            unknown = unknown if unknown.args[2] else error
    raise unknown
