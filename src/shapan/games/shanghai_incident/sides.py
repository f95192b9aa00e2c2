"""The two sides by number."""

from typing import Final

JAPANESE: Final = 0
CHINESE: Final = 1
