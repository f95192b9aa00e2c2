"""The games: every package in this folder is one, found by its folder's name; others come in by entry points."""

from __future__ import annotations

import pkgutil

from shapan.kernel import Game
from shapan.kernel.game import GAMES

GAMES.bring(
    {module.name: f"{__name__}.{module.name}:GAME" for module in pkgutil.iter_modules(__path__) if module.ispkg}
)


def games() -> tuple[str, ...]:
    """The ids of all games: ours, sorted, then those of other packages."""
    return GAMES.names()


def game(name: str) -> Game:
    """The game with this id. Loading compiles nothing; starting it does."""
    return GAMES[name]
