"""Storm Over Taierzhuang: areas, alternating impulses, hands of secret chits."""

from .game import Taierzhuang

GAME = Taierzhuang

__all__ = ["GAME", "Taierzhuang"]
