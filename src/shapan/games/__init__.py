"""The games: every package in this folder is one, found by its folder's name; others come in by entry points."""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Literal, overload

from shapan.kernel import Game
from shapan.kernel.game import GAMES

if TYPE_CHECKING:  # what follows is for editors and type checkers: loading a game takes a while
    from .mukden.game import Mukden
    from .shanghai_incident.game import ShanghaiIncident
    from .shanghai_nanking.game import ShanghaiNanking
    from .taierzhuang.game import Taierzhuang
    from .yangtze.game import Yangtze

GAMES.bring(
    {module.name: f"{__name__}.{module.name}:GAME" for module in pkgutil.iter_modules(__path__) if module.ispkg}
)


def games() -> tuple[str, ...]:
    """The ids of all games: ours, sorted, then those of other packages."""
    return GAMES.names()


@overload
def game(name: Literal["mukden"]) -> Mukden: ...
@overload
def game(name: Literal["shanghai_incident"]) -> ShanghaiIncident: ...
@overload
def game(name: Literal["shanghai_nanking"]) -> ShanghaiNanking: ...
@overload
def game(name: Literal["taierzhuang"]) -> Taierzhuang: ...
@overload
def game(name: Literal["yangtze"]) -> Yangtze: ...
@overload
def game(name: str) -> Game: ...
def game(name: str) -> Game:
    """The game with this id. Loading compiles nothing; starting it does."""
    return GAMES[name]
