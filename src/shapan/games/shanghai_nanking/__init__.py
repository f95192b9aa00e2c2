"""The Shanghai-Nanking Campaign 1937. One module per chapter of the rulebook; numbers are in ``data``, cases and
rulings in ``rules.toml``."""

from .game import ShanghaiNanking

GAME = ShanghaiNanking

__all__ = ["GAME"]
