"""The officers of the Shanghai-Nanking Campaign: men of another temper than the staff, the most tried first.

What each of them has won against the staff is told in docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from .temper import CHINESE_STAFF, JAPANESE_STAFF, Temper

PATIENT: Final = replace(
    CHINESE_STAFF,
    threshold=0.7,
    calm=(4.0, 1.5),
    counter=4.0,
    stout=14.0,
    trade_space=True,
    far_marches=True,
    cities=1,
    last_ring=2,
    lurk=2,
)
"""Attacks only when it pays well, leaves Shanghai when he may, brings the army back to the last city, and keeps a few
divisions near enough to Shanghai to walk in."""
STEADFAST: Final = replace(CHINESE_STAFF, threshold=1.5, calm=(6.0, 1.5), far_marches=True, cities=1)
"""Hardly ever attacks, and stays next to Shanghai to the end."""
WARDEN: Final = replace(STEADFAST, relieving=1.0)
"""The same, and lets the strong take the places of the weak next to Shanghai: the answer to the headlong one (9.6)."""
STORMING: Final = replace(CHINESE_STAFF, breach=3.0, calm=(0.5, 0.5), again=(1.2, 1.2), stout=14.0)
"""Goes for Shanghai itself."""
GRINDING: Final = replace(
    JAPANESE_STAFF, clear_ring=(2.0, 5.0), again=(1.0, 0.6), close=0.8, ring_attack=6.0, elsewhere=1.5, early_guard=4.0
)
"""Kills steps wherever he finds them, and fights twice rather than moves."""
CAREFUL: Final = replace(JAPANESE_STAFF, garrison_steps=4, vigil=2.0)
"""Leaves no hole and no weak post next to Shanghai when turn 8 comes."""
HEADLONG: Final = replace(JAPANESE_STAFF, sweep=2, insist=0.35)
"""Overruns whoever stands next to Shanghai, attempt after attempt, on the last two turns on which the Chinese must be
there and on the last before they win by it."""
VANGUARD: Final = replace(HEADLONG, insist=0.3, early_march=0.15)
"""The same, and sends a part of the army towards the cities while Shanghai is still contested: the last of them is what
the warden keeps most often (4.3)."""

OFFICERS: Final[Mapping[str, Mapping[str, Temper]]] = {
    "chinese": {"warden": WARDEN, "patient": PATIENT, "steadfast": STEADFAST, "storming": STORMING},
    "japanese": {"headlong": HEADLONG, "vanguard": VANGUARD, "grinding": GRINDING, "careful": CAREFUL},
}
"""By side and name."""
RECRUITS: Final[Mapping[str, Temper]] = {
    "chinese": replace(CHINESE_STAFF, threshold=3.0, calm=(9.0, 9.0), shoulders=2, reserves=0, delay=0),
    "japanese": replace(JAPANESE_STAFF, threshold=0.6, again=(0.2, 0.2), break_through=0.95, clear_ring=(1.0, 3.0)),
}
"""Beginners: the Chinese one fills the first line and never attacks, the Japanese one attacks only what is sure."""
