"""The games: every package in this folder is one, found by its folder's name."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from shapan.kernel import Game, Unknown
from shapan.kernel.registry import register


@cache
def games() -> tuple[str, ...]:
    """The ids of all games, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def game(name: str) -> Game:
    """The game with this id. Loading compiles nothing; starting it does."""
    if name not in games():
        raise Unknown("game", name, games())
    found = import_module(f"{__name__}.{name}").GAME()
    assert isinstance(found, Game)
    return found


register(game)
