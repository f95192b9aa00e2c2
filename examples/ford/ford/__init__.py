"""The Ford: a game of one banner, two hands of cards and a die, small enough to read in one sitting.

It is the example of docs/adding-a-game.md, a package of its own that Shapan finds by its entry points: nothing of it is
in ``shapan``.
"""

from .game import Ford

GAME = Ford

__all__ = ["GAME"]
