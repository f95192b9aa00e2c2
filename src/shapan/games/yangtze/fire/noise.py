"""S6.8 Noise: shots, bursts and melees are heard, or are not, where and when they happen."""

from __future__ import annotations

from shapan.ground.table import contains, near_segment

from ..position import ABOARD, YangtzePosition
from ..specs import SCALE
from ..who import Figure


def noise(pos: YangtzePosition, x: int, y: int) -> None:
    """The scenario: is this inside the wall, or so near to it that those who sleep behind it hear it?"""
    rule = pos.book.alarm
    if rule is None or pos.alarm or pos.heard:
        return
    reach = rule.reach * SCALE
    pos.heard = any(
        contains(line.edges, x, y) or any(near_segment(x, y, edge) <= reach * reach for edge in line.edges)
        for line in pos.book.table.lines
        if line.name == rule.wall
    )


def noise_about(pos: YangtzePosition, figure: Figure) -> None:
    """The same for what somebody does where he stands, or aboard what carries him."""
    if pos.fate[figure] == ABOARD:
        noise(pos, *pos.at[pos.carrier(figure)][:2])
    else:
        noise(pos, pos.x[figure], pos.y[figure])
