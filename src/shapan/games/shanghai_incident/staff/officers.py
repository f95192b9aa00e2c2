"""The officers of Shanghai Incident: men of another temper than the staff, the most tried first.

What each of them has won against the staff is told in docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from .temper import CHINESE_STAFF, JAPANESE_STAFF, Temper

ENCIRCLING: Final = replace(JAPANESE_STAFF, ring=1.5, trapped=1.0, content=False)
"""Shuts the enemy's ways out and destroys him there: whoever cannot retreat never comes back (7.7, 13.7)."""
BESIEGING: Final = replace(ENCIRCLING, later=5.0, besiegers=9, weak=25)
"""The same man, who does not wait with Shanghai: divisions go there as well as for the cities, nine to one hex. He
pauses at once while the landing force is alone, before the whole country has marched into the city (13.1)."""
HOMEWARD: Final = replace(CHINESE_STAFF, alarm_points=10, homecoming=5, streets=2.0, storming=7)
"""Everybody back to Shanghai when the Japanese are about to win, and on the last days."""
GUARDS: Final = replace(HOMEWARD, commit_below=18)
"""The same man with Fifth Army: from the third pause on he calls it as long as its points alone do not decide the game
(13.4). Whoever has logistics points in the end and no regiment to spend them on has saved too long."""

OFFICERS: Final[Mapping[str, Mapping[str, Temper]]] = {
    "japanese": {"encircling": ENCIRCLING, "besieging": BESIEGING},
    "chinese": {"homeward": HOMEWARD, "guards": GUARDS},
}
"""By side and name."""
RECRUITS: Final[Mapping[str, Temper]] = {
    "japanese": replace(JAPANESE_STAFF, threshold=0.6, pressure=0.8, exposure=0.4),
    "chinese": replace(CHINESE_STAFF, threshold=0.8, pressure=0.2, exposure=0.4, footholds=1),
}
"""Beginners: they attack only what is sure and keep away from whatever is stronger."""
TRUSTED: Final = frozenset({"encircling", "besieging"})
"""Officers whose every step is followed once they lead. What a ring costs is seen today and what it brings days later:
looking ahead from one decision to the next a search would call it off."""
