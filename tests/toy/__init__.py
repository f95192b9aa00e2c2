"""The Ford: a game of one banner, two hands of cards and a die, small enough to read in one sitting.

It is the example of docs/adding-a-game.md, and the proof that the kernel knows no game: nothing of it is in ``shapan``.
"""

from shapan.kernel import Game, Unknown
from shapan.kernel.registry import register

from .game import Ford

GAME = Ford
FORD = Ford()


def _find(name: str) -> Game:
    if name == FORD.id:
        return FORD
    raise Unknown("game", name)


register(_find)
