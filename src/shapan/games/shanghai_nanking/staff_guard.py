"""4.1: what the Japanese have to leave next to Shanghai, where from turn 8 on a single Chinese unit ends the campaign."""

from __future__ import annotations

from typing import Final

from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .staff_picture import Picture

AROUND: Final = 9
"""Hexes from Shanghai within which Chinese troops threaten it."""
STEADFAST: Final = 10.0
"""Factors that hold a hex next to Shanghai against whatever can be brought against it."""
SENTRY: Final = 1.0
"""Even when nobody is near, somebody stands in each."""
EARLY: Final = 4.0
"""The same while the loss of such a hex can still be made good."""


def threat_to_shanghai(picture: Picture) -> float:
    """The factors of mobile Chinese troops that could turn back."""
    pos = picture.pos
    distance, key = pos.book.grid.distance, pos.book.key_hex
    total = 0.0
    for here, units in picture.stacks[CHINESE].items():
        if distance(here, key) <= AROUND:
            total += sum(picture.factors[unit] for unit in units if not pos.book.static >> unit & 1)
    return total


def guard_wanted(picture: Picture, here: int) -> float:
    """The factors that a hex next to Shanghai needs."""
    pos = picture.pos
    if pos.turn + 2 < pos.book.adjacent_wins_from:
        return min(EARLY, threat_to_shanghai(picture) / 4)
    return max(SENTRY, min(STEADFAST, threat_to_shanghai(picture) / 4))


def leaves_hole(picture: Picture, unit: int) -> bool:
    """Would Shanghai or a hex next to it be left with too little?"""
    pos: CampaignPosition = picture.pos
    book = pos.book
    here = pos.place[unit]
    if not book.key_area >> here & 1:
        return False
    left = sum(picture.factors[mate] for mate in picture.stacks[JAPANESE][here] if mate != unit)
    if here == book.key_hex:
        around = sum(picture.strength(there) for there in book.terrain.near[here] if pos.occupied[CHINESE] >> there & 1)
        return around > 3.0 * left
    return left < guard_wanted(picture, here)
