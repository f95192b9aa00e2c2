"""The officers of Mukden: the two of the plain staff, and those who could lead a side in their place.

The infiltrator probes through the Russian line (9.13) and goes round it; the raider sends a unit to Liaoyang, which the
plain Japanese staff leaves empty (4.1). The keeper is the answer to the infiltrator: while the railroad can end the
game (4.2) he mans every hex of it that the Japanese could be in after their next march, the far ones first. The
linesman does so by one plan for the whole railroad, so that somebody is on his way to the far end from the first turn.
The sentinel is a linesman who waits: on the first turn those act first who stay where they are anyway (5.5), and he
reckons with the probes that the infiltrator makes before he marches (9.13). The pincer sends his light units round as
the infiltrator does and the divisions straight ahead, and attacks only where it pays well, so that the exchange is
still his if Mukden falls (4.3). What they score against each other is told in ``docs/league.md``.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from .temper import Temper

JAPANESE_STAFF: Final = Temper()
RUSSIAN_STAFF: Final = Temper(attack=0.55, kill=1.15, cleared=0.3, follow=-1.0)
"""The Russians need not attack at all; but the Japanese need six steps for five (4.3)."""

JAPANESE_OFFICERS: Final = {
    "infiltrator": Temper(probing=1.0, detour=4, watch=20.0),
    "patient": Temper(probing=1.0, attack=0.4, watch=20.0),
    "outflanker": Temper(detour=4, watch=20.0),
    "pincer": Temper(probing=1.0, attack=0.4, detour=4, riders=2, watch=20.0),
}
LINESMAN: Final = Temper(
    attack=0.55,
    kill=1.15,
    cleared=0.3,
    follow=-1.0,
    beside=0.4,
    keep=8.0,
    late=30.0,
    leaving=25.0,
    raid=1.0,
    raiders=1,
)
RUSSIAN_OFFICERS: Final = {
    "raider": Temper(attack=0.55, kill=1.15, cleared=0.3, follow=-1.0, beside=0.4, raid=1.0, raiders=1),
    "keeper": Temper(
        attack=0.55,
        kill=1.15,
        cleared=0.3,
        follow=-1.0,
        beside=0.4,
        keep=8.0,
        leaving=12.0,
        raid=1.0,
        raiders=1,
    ),
    "linesman": LINESMAN,
    "sentinel": replace(LINESMAN, probed=0.8, bide=50.0),
    "watchful": Temper(attack=0.55, kill=1.15, cleared=0.3, follow=-1.0, beside=0.4),
    "bold": Temper(attack=0.2, kill=1.15, cleared=0.3, follow=-1.0, beside=0.4),
}
OFFICERS: Final = {"japanese": JAPANESE_OFFICERS, "russian": RUSSIAN_OFFICERS}

RECRUITS: Final = {
    "japanese": Temper(attack=0.9, follow=-1.0, road=2.0, exposure=0.6),
    "russian": Temper(attack=1.5, kill=1.15, cleared=0.3, follow=-1.0, relief=0.8, garrison=2.0),
}
"""Beginners: the Japanese one attacks only what is sure and follows nobody, the Russian one sits in Mukden."""
