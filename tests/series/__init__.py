"""The Causeway: the smallest title of the Fire & Movement series, with data and no exclusive rules at all."""

from .game import Causeway

GAME = Causeway

__all__ = ["GAME"]
