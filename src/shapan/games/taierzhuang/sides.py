"""The two sides by number."""

from __future__ import annotations

from typing import Final

JAPANESE: Final = 0
CHINESE: Final = 1
