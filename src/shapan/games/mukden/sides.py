"""The two sides by number."""

from __future__ import annotations

from typing import Final

JAPANESE: Final = 0
RUSSIAN: Final = 1
