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
PIECES: Final = 4


class Index:
    """The things of a table by number; whoever asks gets all that touch what he asks about, and perhaps some near it."""

    def __init__(self, boxes: Sequence[Bounds], width: int, height: int) -> None:
        self.width, self.height = width, height
        columns, rows = range(width // STEP + 1), range(height // STEP + 1)
        # A thing that begins before the end of a stretch and ends after the beginning of another lies between the two.
        self._from_west = [_bits(box[0] < at * STEP + STEP for box in boxes) for at in columns]
        self._from_east = [_bits(box[2] >= at * STEP for box in boxes) for at in columns]
        self._from_north = [_bits(box[1] < at * STEP + STEP for box in boxes) for at in rows]
        self._from_south = [_bits(box[3] >= at * STEP for box in boxes) for at in rows]

    def about(self, left: int, top: int, right: int, bottom: int) -> int:
        """The things about an upright rectangle. What reaches beyond the table is asked for at its edge."""
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            left, right = min(max(left, 0), self.width), max(min(right, self.width), 0)
            top, bottom = min(max(top, 0), self.height), max(min(bottom, self.height), 0)
        return (
            self._from_west[right // STEP]
            & self._from_east[left // STEP]
            & self._from_north[bottom // STEP]
            & self._from_south[top // STEP]
        )

    def along(self, ax: int, ay: int, bx: int, by: int) -> int:
        """The things about a straight line."""
        dx, dy = bx - ax, by - ay
        wide, high = abs(dx), abs(dy)
        pieces = min((wide if wide < high else high) // PIECE + 1, PIECES)
        if pieces == 1:
            return self.about(ax if dx > 0 else bx, ay if dy > 0 else by, bx if dx > 0 else ax, by if dy > 0 else ay)
        found = 0
        x, y = ax, ay
        for at in range(1, pieces + 1):
            nx, ny = ax + dx * at // pieces, ay + dy * at // pieces
            # Ends of pieces are rounded down: one unit more on every side holds all of the line.
            found |= self.about(
                (x if dx > 0 else nx) - 1, (y if dy > 0 else ny) - 1, (nx if dx > 0 else x) + 1, (ny if dy > 0 else y) + 1
            )
            x, y = nx, ny
        return found


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << number for number, flag in enumerate(flags) if flag)
