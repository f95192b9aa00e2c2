"""Mukden 6.2 The order within a stack, as far as players arrange their own."""

from __future__ import annotations

from typing import Final

from shapan.mechanics.restack import Restacking

from .alternation import Fighting, Moving
from .sequence import Arranging, Declaring, Paralysis, Returning

RESTACKING: Final = Restacking("6.2", frozenset({Returning, Declaring, Arranging, Paralysis, Moving, Fighting}))
"""6.2: players keep their own stacks in any order, still before the die of paralysis is cast, but not while what it
brings or a battle is being settled (R46)."""
