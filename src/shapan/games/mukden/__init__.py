"""Mukden 1905. One module per chapter of the rulebook; numbers are in ``data``, cases and rulings in ``rules.toml``."""

from .game import Mukden

GAME = Mukden

__all__ = ["GAME"]
