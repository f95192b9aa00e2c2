"""The Ford, the example of docs/adding-a-game.md, as the tests have it: not installed, but known in this process."""

from ford.game import Ford
from shapan.kernel.game import GAMES

FORD = Ford()
GAMES.register(FORD.id, FORD)
