"""The officers of the Yangtze: the plain one, and those who could lead in his place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shapan.kernel import Side

from .temper import Temper

STAFF: Final = Temper()
SIDES: Final[tuple[Side, ...]] = ("us", "cn", "lu", "pao")
LEADERS: Final[Mapping[str, Temper]] = {
    "cautious": Temper(eager=0.25, steady=0.12),
    "bold": Temper(eager=-0.15, steady=-0.08),
    "biding": Temper(bide=2),
}
"""By name; whatever the side, it is the same on a table where everybody has tasks of his own."""
RECRUIT: Final = Temper(eager=1.0, steady=0.4)
"""Stands and fires wherever he is, and charges only when nothing can go wrong."""

OFFICERS: Final = dict.fromkeys(SIDES, LEADERS)
RECRUITS: Final = dict.fromkeys(SIDES, RECRUIT)
