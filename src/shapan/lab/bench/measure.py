"""What a measurement says: one figure, its target, and how much it swung."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

Say: TypeAlias = Callable[[str], None]
"""Told what is being measured."""


class Measure(msgspec.Struct, frozen=True):
    """One figure with its target; to be at least zero asks for nothing, to be at most zero asks for all."""

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
