"""The Ford: a game of one banner, two hands of cards and a die, small enough to read in one sitting.

It is the example of docs/adding-a-game.md, and the proof that the kernel knows no game: nothing of it is in ``shapan``.
"""

from shapan.kernel.game import GAMES

from .game import Ford

GAME = Ford
FORD = Ford()
GAMES.register(FORD.id, FORD)
