"""A bot of our own. It is asked for one action at a time, in a position that its side could believe to be true."""

from typing import Any

from shapan.bots import Bot
from shapan.kernel import Action, Position

from .sequence import Playing


class CautiousBot(Bot):
    """Lays its weakest card and keeps the others; marches as far as it may."""

    titles = ("ford",)

    def choose(self, pos: Position[Any]) -> Action:
        options = list(pos.options())
        return options[0] if isinstance(pos.top, Playing) else options[-1]
