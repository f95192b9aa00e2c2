"""The officers of Taierzhuang: who could lead a side in the staff's place, and whom one may trust."""

from __future__ import annotations

from typing import Final

import msgspec

from .temper import Temper

WATCHFUL: Final = Temper(useless=2.6, post=3, exposed=0.3, relief=1.0, fence=8.0)
"""He keeps his supply, draws new chits for those that found no use, and on the last turn stops who could still come."""
CROSSING: Final = msgspec.structs.replace(WATCHFUL, south=1.5, foothold=5.0)
"""The same man with an early eye on the areas south of the canal."""
MASSING: Final = msgspec.structs.replace(CROSSING, south=2.0, stakes=(1.6, 1.8), muster=1.5)
"""He gathers before the bridge and shells those behind it until they are Spent, and only then crosses in strength."""
ELUSIVE: Final = Temper(fallen=1.1, caution=1.0, flood=1.0, dispersed=12, refuge=8.0, away=3)
"""He has somebody in every corner of the map, so that the last of his units never falls (10.2)."""
CANAL: Final = msgspec.structs.replace(
    ELUSIVE,
    town=1.5,
    retake=0.0,
    gatekeepers=10,
    gate=3.5,
    bridge=3.2,
    bridgehead=10,
    posted=1.0,
    reserve=20,
    sanctuary=3.0,
    released=0,
    flood=0.0,
    one_by_one=True,
)
"""He holds the canal and lets the town go. Over the bridge the Japanese come one stack at a time and Spent (11.0); ten
Ready units there take many hits with nothing but a flip (7.4), if nobody sallies. Reinforcements wait in the southern
zone, where no fire reaches them (2.3) and from where the town is one march away: on the last turn they go there one by
one (10.0)."""
JAPANESE_OFFICERS: Final = {
    "watchful": WATCHFUL,
    "crossing": CROSSING,
    "massing": MASSING,
    "cautious": Temper(caution=1.3),
}
CHINESE_OFFICERS: Final = {
    "canal": CANAL,
    "elusive": ELUSIVE,
}
OFFICERS: Final = {"japanese": JAPANESE_OFFICERS, "chinese": CHINESE_OFFICERS}
RECRUITS: Final = {
    "japanese": Temper(least=0.9, caution=1.8, hope=0.3, chit=1.5, held=9),
    "chinese": Temper(fallen=2.6, least=0.9, caution=1.6, hope=0.3, chit=1.5, dispersed=2),
}
"""Beginners: they stay where they are unless a march promises much, and keep their chits for better days."""
TRUSTED: Final = frozenset({"watchful", "crossing", "massing", "canal"})
"""Officers whose every step is followed once they lead: a post on the line of supply is idle on all days but one."""
