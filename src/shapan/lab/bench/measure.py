"""What a measurement says: one figure, its target, and how much it swung."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

Say: TypeAlias = Callable[[str], None]
"""Told what is being measured."""


class Measure(msgspec.Struct, frozen=True):
    """One figure with its target; a target of zero asks for nothing."""

    name: str
    value: float
    target: float
    unit: str
    at_most: bool = False
    median: float | None = None
    """Of the runs of which the value is the best, where there were several."""
    note: str = ""

    @property
    def met(self) -> bool:
        return self.value <= self.target if self.at_most else self.value >= self.target
