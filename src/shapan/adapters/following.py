"""Following a game: the tables of an observation, brought up to date by what has changed in the View since the last.

It reads nothing but Views, like :meth:`Gauge.seen`, which makes the tables anew and judges it in the tests. In a game
that goes on from decision to decision most of a View is what it was, and only the rest is counted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, zip_longest
from operator import is_not
from typing import Final, TypeVar

import numpy as np

from shapan.kernel import View
from shapan.kernel.view import Box, Ledger, Mark, PieceView

from .observation import Floats, Gauge, Observation, Ready

T = TypeVar("T")
GONE: Final = Ready(np.zeros(1, np.float32), None)
"""What there is to write of a piece that is no longer seen: 0 everywhere."""


def replaced(before: Sequence[T], now: Sequence[T]) -> tuple[list[T], list[T]]:
    """What is in the first list and not in the second, and the other way round, as the very same thing.

    >>> replaced(("a", "b", "c"), ("c", "a", "d"))
    (['b'], ['d'])
    """
    gone, came = before, now
    if len(before) == len(now):  # most of it lies where it lay, and that is told apart at once
        other = list(map(is_not, before, now))
        gone, came = list(compress(before, other)), list(compress(now, other))
    old, new = set(map(id, gone)), set(map(id, came))
    return [each for each in gone if id(each) not in new], [each for each in came if id(each) not in old]


class Follower:
    """The tables of what one side sees of one game. Its arrays change with every View: whoever keeps one copies it."""

    def __init__(self, gauge: Gauge) -> None:
        self.gauge: Final = gauge
        self._memory = bytearray(gauge.size)
        self.tables: Final[Observation] = gauge.tables(self._memory)
        for name, table in gauge.blank().items():
            self.tables[name][...] = table
        self._pieces_seen: Sequence[PieceView] = ()
        self._entries: Final = self.tables["pieces"][:, : gauge.inside]
        self._inside: Final = self.tables["pieces"].reshape(-1)
        self._places: Final = self.tables["places"].reshape(-1)
        """Both tables once more, in one row: so their numbers are found faster."""
        self._known: dict[str, PieceView] = {}
        """Those of them that have a name."""
        self._ready: dict[str, Ready] = {}
        """What was last written of each."""
        self._hidden: list[PieceView] = []
        self._marks: Sequence[Mark] = ()
        self._boxes: Sequence[Box] = ()
        self._ledgers: Sequence[Ledger] = ()
        self._held, self._counts = (np.zeros(gauge.shapes["globals"], np.float32) for _ in range(2))
        """What the boxes count, and what they and the ledgers do."""

    def seen(self, view: View) -> Observation:
        """The tables of this View."""
        if view.pieces is not self._pieces_seen:
            self._pieces(view.pieces)
        if view.marks is not self._marks:
            self._mark(view.marks)
            self._marks = view.marks
        if view.ledgers is not self._ledgers or view.boxes is not self._boxes:
            if view.boxes is not self._boxes:
                self._fill(view.boxes)
                self._boxes = view.boxes
            np.add(self._held, self.gauge.tallied(view.ledgers), self._counts)
            self._ledgers = view.ledgers
        row: Floats = self.tables["globals"]
        row[:] = self._counts
        self.gauge.globals(row, view)
        return self.tables

    def taken(self) -> Observation:
        """The tables as they are, for whoever wants to keep or change them; nothing is spelt in them."""
        return self.gauge.tables(self._memory[:])

    def _pieces(self, pieces: Sequence[PieceView]) -> None:
        """Only entries that are not the very same as before are looked at, and most of a game's are."""
        named, known = self.gauge.pieces, self._known
        gone, came = replaced(self._pieces_seen, pieces)
        hides = bool(self._hidden)
        for piece in came:
            if piece.hidden or piece.id not in named:
                hides = True
                continue
            if known.get(piece.id) != piece:
                self._change(piece.id, self.gauge.ready(piece))
            known[piece.id] = piece
        for piece in gone:
            if known.get(piece.id) is piece:
                del known[piece.id]
                self._change(piece.id, GONE)
        if hides:
            self._unknown([piece for piece in pieces if piece.hidden or piece.id not in named])
        self._pieces_seen = pieces

    def _change(self, name: str, new: Ready) -> None:
        """A piece that has a name is no longer as it was."""
        before, after, places = self._ready.get(name, GONE).cell, new.cell, self._places
        self._ready[name] = new
        self._entries[self.gauge.pieces[name]] = new.row
        if before != after:
            if before is not None:
                places[before] -= 1
            if after is not None:
                places[after] += 1

    def _unknown(self, hidden: list[PieceView]) -> None:
        """Those that are seen and not known have a row each, in the order of the View."""
        table, places, before = self.tables["hidden"], self._places, self._hidden
        if hidden == before:
            return
        for row in range(max(len(hidden), len(before))):
            old = before[row] if row < len(before) else None
            new = hidden[row] if row < len(hidden) else None
            if old is not new and old != new:
                if old is not None:
                    self.gauge.count(places, old, -1)
                table[row] = 0
                if new is not None:
                    self.gauge.count(places, new, 1)
                    self.gauge.stand(table[row], "hidden", new)
        self._hidden = hidden

    def _fill(self, boxes: Sequence[Box]) -> None:
        """Boxes that are no longer as they were are emptied first: what one loses another may get."""
        gone, came = replaced(self._boxes, boxes)
        for weight, changed in ((-1, gone), (1, came)):
            for box in changed:
                self.gauge.fill(self._inside, self._held, box, weight)

    def _mark(self, marks: Sequence[Mark]) -> None:
        """Marks that lay there before, and those that lie there now; what is in both need not be counted."""
        for old, new in zip_longest(self._marks, marks):
            if old is not new and old != new:
                self._lie(old, -1)
                self._lie(new, 1)

    def _lie(self, mark: Mark | None, weight: int) -> None:
        column = None if mark is None else self.gauge.of["places"].get(f"marks:{mark.side}")
        if mark is not None and column is not None and mark.places:
            rows, places = self.gauge.places, self.tables["places"]
            for place in mark.places:
                if place in rows:
                    places[rows[place], column] += weight
