"""Fire & Movement 8.0 Support fire: markers that add their strength to one combat until they are handed out again."""

from __future__ import annotations

from shapan.kernel import Refusal

from .position import ABSENT, FM, READY


def ready(pos: FM, target: int, taken: int = 0) -> list[int]:
    """8.1: the markers (piece numbers) that could support a combat for this hex, besides those already taken."""
    first = pos.book.first_marker
    return [
        first + at
        for at, state in enumerate(pos.support)
        if state == READY and not taken >> at & 1 and pos.marker_reach(first + at) >> target & 1
    ]


def marker_refusal(pos: FM, marker: int, target: int, taken: int = 0) -> Refusal | None:
    """8.1, 8.2: a marker that has arrived, has not been used, and reaches the hex."""
    at = marker - pos.book.first_marker
    if at < 0:
        return Refusal(pos.book.support_case, "refusal.no_marker")
    if pos.support[at] == ABSENT:
        return Refusal(pos.book.support_case, "refusal.marker_absent", unit=marker)
    if pos.support[at] != READY or taken >> at & 1:
        return Refusal(pos.book.support_case, "refusal.marker_used", unit=marker)
    if not pos.marker_reach(marker) >> target & 1:
        return Refusal(pos.book.range_case, "refusal.marker_range", unit=marker, hex=target)
    return None
