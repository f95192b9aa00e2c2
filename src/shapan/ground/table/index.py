"""Which things lie about a line: their upright rectangles sorted by both axes, a set of them being an integer with one
bit each, so that four look-ups answer for all things of a table at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from .geometry import Bounds

STEP: Final = 250
"""How finely the axes are divided, in board units: a thing no farther from a rectangle than this may be named too."""
PIECE: Final = 700
"""A long line is looked at in pieces of about this length: their rectangles hold much less than that of the whole."""


class Index:
    """The things of a table by number; whoever asks gets all that touch what he asks for, perhaps some near it too."""

    def __init__(self, boxes: Sequence[Bounds], width: int, height: int) -> None:
        self.width, self.height = width, height
        # The first and the last stretch of each axis lie beyond the edge of the table.
        columns, rows = range(-1, width // STEP + 2), range(-1, height // STEP + 2)
        # A thing that begins before the end of a stretch and ends after the beginning of another lies between the two.
        self._from_west = [_bits(box[0] < at * STEP + STEP for box in boxes) for at in columns]
        self._from_east = [_bits(box[2] >= at * STEP for box in boxes) for at in columns]
        self._from_north = [_bits(box[1] < at * STEP + STEP for box in boxes) for at in rows]
        self._from_south = [_bits(box[3] >= at * STEP for box in boxes) for at in rows]

    def about(self, left: int, top: int, right: int, bottom: int) -> int:
        """The things about an upright rectangle. What reaches beyond the table is asked for at its edge."""
        width, height = self.width, self.height
        if left < 0 or top < 0 or right > width or bottom > height:
            left, right = min(max(left, 0), width), min(max(right, 0), width)
            top, bottom = min(max(top, 0), height), min(max(bottom, 0), height)
        return (
            self._from_west[right // STEP + 1]
            & self._from_east[left // STEP + 1]
            & self._from_north[bottom // STEP + 1]
            & self._from_south[top // STEP + 1]
        )

    def along(self, ax: int, ay: int, bx: int, by: int) -> int:
        """The things about a straight line."""
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            return self.about(left, top, right, bottom)
        west, east, north, south = self._from_west, self._from_east, self._from_north, self._from_south
        wide, high = right - left, bottom - top
        pieces = (wide if wide < high else high) // PIECE + 1
        if pieces == 1:
            return west[right // STEP + 1] & east[left // STEP + 1] & north[bottom // STEP + 1] & south[top // STEP + 1]
        found = 0
        falls = (ax < bx) == (ay < by)
        start = 0
        # Ends of pieces are rounded down: one unit more on every side holds all of the line.
        for at in range(1, pieces + 1):
            end = high * at // pieces
            first, last = (top + start, top + end) if falls else (bottom - end, bottom - start)
            found |= (
                west[(left + wide * at // pieces + 1) // STEP + 1]
                & east[(left + wide * (at - 1) // pieces - 1) // STEP + 1]
                & north[(last + 1) // STEP + 1]
                & south[(first - 1) // STEP + 1]
            )
            start = end
        return found


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << number for number, flag in enumerate(flags) if flag)
