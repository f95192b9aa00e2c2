"""Invariants of a position, for the fuzzer."""

from __future__ import annotations

from shapan.mechanics.sides import other

from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .stacking import overstacked


def violations(pos: TaierzhuangPosition) -> list[str]:
    """Units and chits conserved, stacks within the limit, nobody where he cannot be, control as the rules have it."""
    book, found = pos.book, []
    seen = 0
    for units in pos.at:
        if seen & units:
            found.append("2.1: a unit is in two places")
        seen |= units
    if seen != book.everyone:
        found.append("2.1: units are missing or too many")
    if crowded := overstacked(pos):
        found.append(f"7.1.2: overstacked: {crowded}")
    for side in (JAPANESE, CHINESE):
        elsewhere = 0
        foe = other(side)
        for place in (*_zones(book.zones[foe]), book.pool[foe], book.lost[foe]):
            elsewhere |= pos.at[place]
        if elsewhere & book.roster[side]:
            found.append("2.3: a unit is in an enemy zone or box")
    off = pos.at[book.muster]
    for side in (JAPANESE, CHINESE):
        off |= pos.at[book.pool[side]] | pos.at[book.lost[side]]
    if pos.spent & (off | book.removed):
        found.append("2.1: a unit off the map is Spent")
    if pos.retreated & ~(pos.at[book.pool[0]] | pos.at[book.pool[1]]):
        found.append("8.0: a retreated unit is not in a pool")
    return found + _chit_violations(pos)


def _zones(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def _chit_violations(pos: TaierzhuangPosition) -> list[str]:
    found = []
    for chit, entry in enumerate(pos.book.chits):
        there = (pos.hands[chit], pos.cups[chit], pos.played[chit])
        if min(there) < 0 or sum(there) > entry.count or (entry.after == "cup" and sum(there) != entry.count):
            found.append(f"5.2: {entry.id}: {there} of {entry.count}")
    if pos.control[0] & pos.control[1]:
        found.append("9.0: an area controlled by both sides")
    return found
