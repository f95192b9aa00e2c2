"""Following a game: the tables of an observation, brought up to date by what has changed in the View since the last.

It reads nothing but Views, like :meth:`Gauge.seen`, which makes the tables anew and judges it in the tests. In a game
that goes on from decision to decision most of a View is what it was, and only the rest is counted again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, compress, zip_longest
from operator import is_not
from typing import Any, Final, TypeVar

from shapan.kernel import View
from shapan.kernel.view import Box, Heaps, Ledger, Mark, PieceView

from .observation import Cell, Gauge, Numbers, Observation, Ready, Tally
from .spelling import Speller

T = TypeVar("T")
NOTHING: Final[Tally] = frozenset()


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
        self._memory = gauge.blank()
        self.tables: Final[Observation] = gauge.tables(self._memory)
        self._numbers: Final[Numbers] = memoryview(self._memory).cast("f")
        self._pieces_seen: Sequence[PieceView] = ()
        self._heaps: Sequence[Sequence[PieceView]] = ()
        self._known: dict[str, tuple[PieceView, Ready]] = {}
        """Those of them that have a name, and what was written of each."""
        self._hidden: list[PieceView] = []
        self._boxes: Sequence[Box] = ()
        self._marks: Sequence[Mark] = ()
        self._ledgers: Sequence[Ledger] = ()
        self._told: Sequence[tuple[int, float]] = ()
        """What was written of all that is not counted."""

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy has seen nothing yet: the View tells all of it again."""
        return Follower, (self.gauge,)

    def seen(self, view: View) -> Observation:
        """The tables of this View."""
        if view.pieces is not self._pieces_seen:
            self._pieces(view.pieces)
        if view.boxes is not self._boxes:
            self._count(self.gauge.boxed, self._boxes, view.boxes)
            self._boxes = view.boxes
        if view.marks is not self._marks:
            self._count(self.gauge.marked, self._marks, view.marks)
            self._marks = view.marks
        if view.ledgers is not self._ledgers:
            self._count(self.gauge.lined, self._ledgers, view.ledgers)
            self._ledgers = view.ledgers
        told = self.gauge.told(view)
        if told is not self._told:
            self._tell(told)
        return self.tables

    def taken(self, speller: Speller | None = None) -> Observation:
        """The tables as they are, for whoever wants to keep or change them, with what the viewer has spelt."""
        memory = self._memory[:]
        if speller is not None and speller.spelt:
            self.gauge.spell(memory, speller)
        return self.gauge.tables(memory)

    def _pieces(self, pieces: Sequence[PieceView]) -> None:
        """Only entries that are not the very same as before are looked at, and most of a game's are."""
        heaps = pieces.heaps if isinstance(pieces, Heaps) else (pieces,)
        left, entered = self._heaps, heaps
        if len(left) == len(entered):  # a heap never changes its place among the others
            other = list(map(is_not, left, entered))
            left, entered = tuple(compress(left, other)), tuple(compress(entered, other))
        gone, came = replaced(list(chain.from_iterable(left)), list(chain.from_iterable(entered)))
        named, known, hides = self.gauge.pieces, self._known, bool(self._hidden)
        for piece in came:
            name = piece.id
            if piece.hidden or name not in named:
                hides = True
                continue
            before = known.get(name)
            if before is None:
                known[name] = piece, self._write(self.gauge.ready(piece), None)
            elif before[0] == piece or self.gauge.shift(self._numbers, before[0], piece):
                known[name] = piece, before[1]
            else:
                known[name] = piece, self._write(self.gauge.ready(piece), before[1].cell)
        for piece in gone:
            if (before := known.get(piece.id)) is not None and before[0] is piece:
                span, row, cell = before[1]
                del known[piece.id]
                self._write(Ready(span, bytes(len(row)), None), cell)
        if hides:
            self._unknown([piece for piece in pieces if piece.hidden or piece.id not in named])
        self._pieces_seen, self._heaps = pieces, heaps

    def _write(self, ready: Ready, before: Cell) -> Ready:
        """A piece is no longer as it was, and no longer counted in this cell."""
        span, row, cell = ready
        self._memory[span] = row
        if cell != before:
            numbers = self._numbers
            if before is not None:
                numbers[before] -= 1
            if cell is not None:
                numbers[cell] += 1
        return ready

    def _unknown(self, hidden: list[PieceView]) -> None:
        """Those that are seen and not known have a row each, in the order of the View."""
        for at, (old, new) in enumerate(zip_longest(self._hidden, hidden)):
            if old is not new and old != new:
                before = self.gauge.unknown(at, old)
                self._write(self.gauge.unknown(at, new), before.cell)
        self._hidden = hidden

    def _count(self, tally: Callable[[T], Tally], before: Sequence[T], now: Sequence[T]) -> None:
        """What is no longer there is taken off, what has come is added; what both add stays where it is."""
        numbers = self._numbers
        alike = len(before) == len(now)  # then most of it lies where it lay
        for old, new in zip(before, now, strict=True) if alike else zip_longest(*replaced(before, now)):
            if old is new:
                continue
            less = NOTHING if old is None else tally(old)
            more = NOTHING if new is None else tally(new)
            for cell, amount in less - more:
                numbers[cell] -= amount
            for cell, amount in more - less:
                numbers[cell] += amount

    def _tell(self, told: Sequence[tuple[int, float]]) -> None:
        for cell, _ in self._told:
            self._numbers[cell] = 0
        for cell, value in told:
            self._numbers[cell] = value
        self._told = told
