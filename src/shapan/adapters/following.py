"""Following a game: the tables of an observation, brought up to date by what has changed in the View since the last.

It reads nothing but Views, like :meth:`Gauge.seen`, which makes the tables anew and judges it in the tests. In a game
that goes on from decision to decision most of a View is what it was, and only the rest is counted again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from shapan.kernel import View
from shapan.kernel.view import Box, Ledger, Mark, PieceView

from .observation import Floats, Gauge, Observation


class Follower:
    """The tables of what one side sees of one game. Its arrays change with every View: whoever keeps one copies it."""

    def __init__(self, gauge: Gauge) -> None:
        self.gauge: Final = gauge
        self.tables: Final[Observation] = gauge.blank()
        self._pieces_seen: Sequence[PieceView] = ()
        self._known: dict[str, PieceView] = {}
        self._hidden: list[PieceView] = []
        self._marks: Sequence[Mark] = ()
        self._boxes: Sequence[Box] = ()
        self._ledgers: Sequence[Ledger] = ()
        self._counts: Mapping[int, float] = {}

    def seen(self, view: View) -> Observation:
        """The tables of this View."""
        if view.pieces is not self._pieces_seen:
            self._pieces(view.pieces)
            self._pieces_seen = view.pieces
        if view.marks != self._marks:
            self._mark(self._marks, -1)
            self._mark(view.marks, 1)
            self._marks = view.marks
        if view.ledgers is not self._ledgers or view.boxes is not self._boxes:
            self._ledgers, self._counts = view.ledgers, self.gauge.counts(view)
        row: Floats = self.tables["globals"]
        row[:] = 0
        self.gauge.globals(row, view, self._counts)
        if view.boxes is not self._boxes:
            self._fill(view.boxes)
        return self.tables

    def _pieces(self, pieces: Sequence[PieceView]) -> None:
        named, before, now = self.gauge.pieces, self._known, dict[str, PieceView]()
        hidden = []
        for piece in pieces:
            if piece.hidden or piece.id not in named:
                hidden.append(piece)
                continue
            now[piece.id] = piece
            old = before.pop(piece.id, None)
            if old is not piece and old != piece:
                self._change(old, piece)
        for gone in before.values():
            self._change(gone, None)
        self._known = now
        self._unknown(hidden)

    def _change(self, old: PieceView | None, new: PieceView | None) -> None:
        """A piece that has a name is no longer as it was."""
        table, places = self.tables["pieces"], self.tables["places"]
        if old is not None:
            self.gauge.count(places, old, -1)
            self.gauge.erase(table[self.gauge.pieces[old.id]])
        if new is not None:
            self.gauge.count(places, new, 1)
            self.gauge.write(table[self.gauge.pieces[new.id]], new)

    def _unknown(self, hidden: list[PieceView]) -> None:
        """Those that are seen and not known have a row each, in the order of the View."""
        table, places, before = self.tables["hidden"], self.tables["places"], self._hidden
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
        old, new, table = {box.id: box for box in self._boxes}, {box.id: box for box in boxes}, self.tables["pieces"]
        changed = [name for name in old | new if old.get(name) != new.get(name)]
        for held, inside in ((old, 0), (new, 1)):
            for name in changed:
                if name in held:
                    self.gauge.put(table, held[name], inside)
        self._boxes = boxes

    def _mark(self, marks: Sequence[Mark], weight: int) -> None:
        rows, of = self.gauge.places, self.gauge.of["places"]
        for mark in marks:
            column = of.get(f"marks:{mark.side}")
            if column is not None and mark.places:
                there = [rows[place] for place in mark.places if place in rows]
                np.add.at(self.tables["places"][:, column], there, weight)
