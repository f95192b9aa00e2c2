"""Pieces on their places: stacks with the top one on top, and pieces that stand on a point of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shapan.kernel.board import Board, PieceEntry, PlaceEntry, SideEntry
from shapan.kernel.view import PieceView, View

from . import counters, ribbons
from .markup import group, move, num, tag, text
from .nations import nation

STEP = (0.09, -0.09)
"""Where the next lower piece of a stack peeks out, as a share of the piece: never downwards, where names are."""


class Tray:
    """Everything that is needed to draw the pieces of a View."""

    def __init__(self, board: Board, fit: int = 3) -> None:
        self.board, self.fit = board, max(1, fit)
        self.entries: Mapping[str, PieceEntry] = {entry.id: entry for entry in board.pieces}
        self.sides: Mapping[str, SideEntry] = {side.id: side for side in board.sides}

    def drawn(self, view: View) -> list[str]:
        """Every piece on the map, north before south, so that what lies nearer covers what lies farther."""
        places = {place.id: place for place in self.board.places}
        heaps: dict[str, list[PieceView]] = {}
        piles: dict[tuple[str, tuple[float, float]], list[PieceView]] = {}
        standing = []
        for seen in view.pieces:
            if seen.at is not None and seen.place:
                piles.setdefault((seen.place, seen.at), []).append(seen)
            elif seen.at is not None:
                standing.append(seen)
            elif seen.place in places:
                heaps.setdefault(seen.place, []).append(seen)
        order = sorted(heaps, key=lambda id: (places[id].y, places[id].x, id))
        stacks = [self.stack(heaps[id], places[id]) for id in order]
        return [
            *stacks,
            *(self._pile(piles[key], key[1]) for key in sorted(piles, key=lambda key: (key[1][1], key[1][0]))),
            *(self._standing(seen) for seen in sorted(standing, key=self._height)),
            *self._ribbons(standing),
        ]

    def _ribbons(self, standing: Sequence[PieceView]) -> list[str]:
        """One for each unit of figures, each vessel and each vehicle."""
        found = ribbons.units(standing, self.entries, self.board.piece)
        plates = ribbons.plates(found, self.board)
        return [
            ribbons.ribbon(unit, plates[id], nation(self.sides.get(unit.first.side), unit.entry), self.board.piece)
            for id, unit in found.items()
        ]

    def _height(self, seen: PieceView) -> tuple[Any, ...]:
        """What is drawn first: models lie below the men that stand on and around them."""
        entry = self.entries.get(seen.id)
        return (entry is None or entry.shape != "model", seen.at, seen.id)

    def stack(self, pieces: Sequence[PieceView], place: PlaceEntry) -> str:
        """The pieces of one place, the top one drawn last; those that do not fit are only counted."""
        parts = self._heap(pieces, self._size(place))
        return group(parts, class_="stack", transform=move(place.x, place.y), data_place=place.id)

    def _pile(self, pieces: Sequence[PieceView], at: tuple[float, float]) -> str:
        """Equal pieces on one point of an area."""
        parts = self._heap(pieces, self.board.piece, "×")
        return group(parts, class_="stack", transform=move(*at), data_place=pieces[0].place)

    def _heap(self, pieces: Sequence[PieceView], size: float, sign: str = "") -> list[str]:
        top_first = sorted(pieces, key=lambda seen: seen.order)
        shown = top_first[: self.fit]
        parts = [
            self.one(shown[depth], STEP[0] * depth * size, STEP[1] * depth * size, size)
            for depth in range(len(shown) - 1, -1, -1)
        ]
        return [*parts, self._count(f"{sign}{len(top_first)}", size)] if len(top_first) > 1 else parts

    def one(self, seen: PieceView, x: float, y: float, size: float) -> str:
        """A single piece of this size at (x, y)."""
        entry = None if seen.hidden else self.entries.get(seen.id)
        body = counters.piece(entry, seen, self.sides.get(seen.side), self.board.texts)
        return tag("g", body, class_="piece", transform=move(x, y, size / 100), data_piece=seen.id)

    def _standing(self, seen: PieceView) -> str:
        entry = None if seen.hidden else self.entries.get(seen.id)
        size = 2 * entry.radius if entry and entry.radius else self.board.piece
        x, y = seen.at or (0, 0)
        return self.one(seen, x, y, size)

    def _size(self, place: PlaceEntry) -> float:
        return min(self.board.piece, place.room * 1.3) if place.room else self.board.piece

    @staticmethod
    def _count(words: str, size: float) -> str:
        disc = tag("circle", r=17, fill="#fffaf0", stroke="#241d12", stroke_width=2.5)
        drawn = text(words, 0, 8, class_="count", font_size=num(24 if len(words) < 2 else 20), fill="#241d12")
        return tag("g", disc, drawn, class_="height", transform=move(-0.47 * size, -0.47 * size, size / 100))
