"""Shanghai Incident 1932: the exclusive rules, one module per chapter, on the standard rules of Fire & Movement."""

from .game import ShanghaiIncident

GAME = ShanghaiIncident

__all__ = ["GAME"]
