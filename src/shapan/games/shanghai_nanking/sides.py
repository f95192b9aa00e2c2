"""The two sides by number, in the order of play (5.1)."""

from __future__ import annotations

from typing import Final

CHINESE: Final = 0
JAPANESE: Final = 1
