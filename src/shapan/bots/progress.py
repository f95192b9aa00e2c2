"""How a bot that thinks for long keeps whoever waits for it posted.

A bot that can tell how far it is has an attribute ``progress``; whoever waits puts a function there. It is called with
a fraction from 0 to 1, as often as the bot likes, and may raise :class:`Enough`: then the bot answers with the best
that it has found so far, or lets the exception pass, and the staff officer answers in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Progress: TypeAlias = Callable[[float], None]


class Enough(Exception):
    """Nobody wants to wait any longer."""


def unheard(_fraction: float) -> None:
    """The progress of a bot that nobody waits for."""
