"""The temper of an officer on the Yangtze: how gladly he charges, stands or waits. Worths are in victory points."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """What an officer minds and what he wants. As it stands it is the plain one, of all sides."""

    eager: float = 0.02
    """What a charge must promise (5.3)."""
    steady: float = 0.0
    """What it is worth to stand where one is rather than to go anywhere (5.0)."""
    bide: int = 0
    """In so many first turns lorries and vessels wait while their escort goes ahead and looks who lies in the hills."""
