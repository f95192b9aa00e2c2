"""Stub."""

from __future__ import annotations

from shapan.kernel.doctrine import Advice

from ..actions import Card
from .picture import Picture, Troop


def card(pic: Picture, unit: int, allowed: list[str]) -> list[Advice]:
    return [Advice(Card(unit, name), float(name == "HALT"), "reason.any") for name in allowed]


def civilian_card(pic: Picture, troop: Troop, allowed: list[str]) -> list[Advice]:
    return card(pic, troop.unit, allowed)


def plan(pic: Picture, unit: int) -> list[Advice]:
    return []
