"""1.0 Lengths as players read them: millimetres, or inches of 25 mm where they have agreed on it."""

from __future__ import annotations

from .position import YangtzePosition
from .specs import SCALE


def told(pos: YangtzePosition, length: int) -> str:
    """A length in board units as a text."""
    if not pos.book.switches["inches_display"]:
        whole, tenths = divmod(length, SCALE)
        return f"{whole}.{tenths} mm" if tenths else f"{whole} mm"
    inch = int(pos.book.charts["meta"]["mm_per_inch"]) * SCALE
    whole, rest = divmod(length, inch)
    tenths = rest * 10 // inch
    return f'{whole}.{tenths}"' if tenths else f'{whole}"'
