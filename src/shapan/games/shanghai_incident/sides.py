"""The two sides by number."""

from typing import Final

JAPANESE: Final = 0
CHINESE: Final = 1
PHASE_MARKS: Final = "JC"
"""How phases are numbered: J1 is the first phase of the Japanese player turn."""
