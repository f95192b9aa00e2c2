"""Yanks Up the Yangtze. One module per section of the rulebook; numbers are in ``data``, cases in ``rules.toml``."""

from .game import Yangtze

GAME = Yangtze

__all__ = ["GAME"]
