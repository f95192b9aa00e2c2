"""Stub."""

from __future__ import annotations

from shapan.kernel.doctrine import Advice

from ..position import YangtzePosition
from .picture import Picture


def attack(pos: YangtzePosition, unit: int) -> list[Advice]:
    return []


def flight(pic: Picture, unit: int) -> list[Advice]:
    groups = [group for group in pic.pos.options().groups if group.head[:1] == (unit,) and len(group)]
    return [Advice(action, 0.0, "reason.any") for group in groups for action in group]
