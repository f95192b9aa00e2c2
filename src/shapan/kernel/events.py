"""Events: what happened, under which case. Log, animation, tests and statistics all read the same ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from .actors import Side


class Event(msgspec.Struct, frozen=True):
    """One thing that happened. ``to`` limits who may learn it; ``None`` means everybody."""

    case: str
    key: str
    params: Mapping[str, Any] = {}
    to: tuple[Side, ...] | None = None

    def known_to(self, side: Side) -> bool:
        """May this side (or the spectator) learn of it?"""
        return self.to is None or side in self.to


Teller: TypeAlias = Callable[[Event], None]
"""Receives each Event as it happens."""
