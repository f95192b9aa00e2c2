"""Observation: what a side may know, as tables of numbers. They are made of its View and of the Board, nothing else.

===========  =============================================================================================
``pieces``   a row for each piece that has a name: those of the notation in its order, then the Board's others
``hidden``   a row for each piece that is seen and not known, in the order of the View
``places``   a row for each place of the Board
``globals``  one row: clock, who is asked what, ledgers, boxes, outcome
``spelt``    the tokens that the viewer has spelt of its answer, each plus one; 0 behind the last
``slots``    a row for each slot: the value that it stands for now
===========  =============================================================================================

The names of all columns are in :class:`Columns`. They follow from the scenario and its switches, and are the same as
long as :data:`VERSION` and the game's ``data_version`` are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from math import prod
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from shapan.kernel import DICE, ShapanError, View
from shapan.kernel.board import Board
from shapan.kernel.position import Book
from shapan.kernel.view import Box, Ledger, PieceView

from .spelling import SLOTS, Speller

VERSION: Final = 3
"""Raised whenever a column is added, renamed or means something else."""
SPELT: Final = 24
"""How many of the tokens spelt last are shown."""

T = TypeVar("T")
U = TypeVar("U")
Floats = NDArray[np.float32]
Observation = dict[str, Floats]
Rows = NDArray[np.intp]
Cell: TypeAlias = "int | None"
"""A number of a table by its place in memory, row after row, if any."""
FLOAT: Final = np.dtype(np.float32)
_NUMBER: Final = re.compile(r"-?\d+")


def number(value: object) -> float:
    """A value of the View as a number: of a text the first whole number in it, 0 without one.

    >>> number(3), number("(12)"), number("no")
    (3.0, 12.0, 0.0)
    """
    if isinstance(value, str):
        return _first(value)
    return float(value) if isinstance(value, int | float) else 0.0


@lru_cache(1 << 12)
def _first(text: str) -> float:
    """The first whole number of a text."""
    found = _NUMBER.search(text)
    return float(found[0]) if found else 0.0


class Columns:
    """The names of all columns, table by table, of a scenario with its switches."""

    def __init__(self, book: Book, board: Board) -> None:
        game, sides = book.game, book.sides
        keys = {head: [key for key in game.texts.texts if key.startswith(f"{head}.")] for head in HEADS}
        values = dict.fromkeys((*(name for piece in board.pieces for name in piece.values), *game.told))
        terrain = dict.fromkeys(key for place in board.places for key in place.terrain)
        owners = ("", *sides)
        self.pieces: Final = (
            "on_map",
            *(f"side:{side}" for side in sides),
            *("place", "x", "y", "order", "face", "heading"),
            *(f"value:{name}" for name in values),
            "value:other",
            *(f"status:{status}" for status in game.statuses),
            "status:other",
            *(f"in:{key}" for key in keys["box"]),
        )
        self.hidden: Final = ("on_map", *(f"side:{side}" for side in sides), "place", "x", "y", "order")
        self.places: Final = (
            *("x", "y"),
            *(f"is:{key}" for key in terrain),
            *(f"pieces:{side}" for side in owners),
            *(f"hidden:{side}" for side in owners),
            *(f"marks:{side}" for side in owners),
        )
        self.globals: Final = (
            *("turn", "turns"),
            *(f"phase:{key.removeprefix('phase.')}" for key in keys["phase"]),
            *(f"asked:{name}" for name in (*game.position.STEPS.by_name, "over")),
            *(f"acting:{actor}" for actor in (*sides, DICE)),
            *(f"viewer:{side}" for side in sides),
            *(f"{key}:{side}" for key in keys["ledger"] for side in owners),
            *(f"{key}:{side}" for key in keys["box"] for side in owners),
            *(f"won:{side}" for side in sides),
            "drawn",
        )
        self.slots: Final = ("offered", "x", "y", "points", "number")


class Standing(NamedTuple):
    """The columns of a table that tell whose a piece is and where it stands."""

    on_map: int
    sides: Mapping[str, int]
    place: int
    x: int
    y: int
    order: int


class Kept(Generic[T, U]):
    """Work on parts of Views that is kept for whoever sees the very same part again, on whichever side."""

    def __init__(self, work: Callable[[T], U], most: int) -> None:
        self._work, self._most = work, most
        self._found: dict[int, tuple[T, U]] = {}
        """By identity; each entry holds its part, so that no other can have the same."""

    def __call__(self, part: T) -> U:
        found = self._found.get(id(part))
        if found is None:
            if len(self._found) >= self._most:
                self._found.clear()
            found = self._found[id(part)] = part, self._work(part)
        return found[1]


class Ready(NamedTuple):
    """What there is to write of a piece that has a name."""

    row: Floats
    """Its row of the table of pieces, but for the boxes that it could lie in."""
    cell: Cell
    """The number among the places that counts it."""


class Boxed(NamedTuple):
    """What there is to write of a box."""

    column: int | None
    """The column of the globals that counts what it holds."""
    held: int
    """How many."""
    inside: Rows | None
    """The numbers of the table of pieces that tell which of them are inside."""


def _standing(names: Sequence[str]) -> Standing:
    of = {name: column for column, name in enumerate(names)}
    return Standing(of["on_map"], _after("side:", of), of["place"], of["x"], of["y"], of["order"])


def _after(head: str, of: Mapping[str, int]) -> dict[str, int]:
    """The columns whose names begin so, by what follows."""
    return {name.removeprefix(head): column for name, column in of.items() if name.startswith(head)}


HEADS: Final = ("box", "phase", "ledger")
"""Where in a game's texts the words stand that Views are made of."""


class Gauge:
    """Turns the Views of a scenario with its switches into observations."""

    def __init__(self, book: Book) -> None:
        self.board: Final = book.game.board(book.scenario)
        self.columns: Final = Columns(book, self.board)
        named = dict.fromkeys((*book.lexicon.pieces, *(piece.id for piece in self.board.pieces)))
        self.pieces: Final = {name: row for row, name in enumerate(named)}
        """The row of each piece that has a name."""
        self.places: Final = {place.id: row for row, place in enumerate(self.board.places)}
        """The row of each place."""
        self.of: Final = {
            table: {name: column for column, name in enumerate(getattr(self.columns, table))}
            for table in ("pieces", "hidden", "places", "globals")
        }
        """The column of each name, table by table."""
        self.shapes: Final[dict[str, tuple[int, ...]]] = {
            "pieces": (len(self.pieces), len(self.columns.pieces)),
            "hidden": (len(self.pieces), len(self.columns.hidden)),
            "places": (len(self.places), len(self.columns.places)),
            "globals": (len(self.columns.globals),),
            "spelt": (SPELT,),
            "slots": (SLOTS, len(self.columns.slots)),
        }
        """The shape of each table of an observation."""
        sizes = [FLOAT.itemsize * prod(shape) for shape in self.shapes.values()]
        self.size: Final = sum(sizes)
        """The bytes of all of them in one piece of memory."""
        self._parts = list(zip(self.shapes, self.shapes.values(), accumulate(sizes, initial=0), strict=False))
        self._standing = {table: _standing(getattr(self.columns, table)) for table in ("pieces", "hidden")}
        self._face, self._heading = self.of["pieces"]["face"], self.of["pieces"]["heading"]
        self._statuses = _after("status:", self.of["pieces"])
        self._values = _after("value:", self.of["pieces"])
        self._counting = {hidden: _after(f"{what}:", self.of["places"]) for what, hidden in COUNTED.items()}
        self.ready: Final = Kept(self._written, 1 << 13)
        """What there is to write of a piece that has a name."""
        self.tallied: Final = Kept(self._tallied, 1 << 8)
        """What the ledgers count, as a row of the globals."""
        self._lines = Kept(self._line_by_line, 1 << 10)
        self.boxed: Final = Kept(self._box, 1 << 11)
        """What there is to write of a box."""
        self._asked = lru_cache(1 << 10)(self._named)
        self._ground = self._printed()
        self._points = [(float(x), float(y)) for x, y in self._ground[:, :2]]
        boxes = [column for name, column in self.of["pieces"].items() if name.startswith("in:")]
        self.inside: Final = min(boxes, default=len(self.columns.pieces))
        """The columns of the pieces before this one follow from a piece's own entry; the others from boxes."""
        self._faces = self._printed_pieces()
        names = (name.rpartition(":") for name in self.columns.globals)
        self._counted = {(key, side): self.of["globals"][f"{key}:{side}"] for key, _, side in names if "." in key}

    def _printed_pieces(self) -> list[Floats]:
        """The rows of the pieces as they are printed: their values."""
        table = np.zeros(self.shapes["pieces"], np.float32)
        for piece in self.board.pieces:
            for name, value in piece.values.items():
                table[self.pieces[piece.id], self._value(name)] = number(value)
        return list(table[:, : self.inside])

    def _value(self, name: str) -> int:
        """The column of a value."""
        return self._values.get(name, self._values["other"])

    def _printed(self) -> Floats:
        """The table of places as it is printed: points and terrain."""
        ground = np.zeros((len(self.board.places), len(self.columns.places)), np.float32)
        of = self.of["places"]
        for row, place in enumerate(self.board.places):
            ground[row, of["x"]] = place.x / self.board.width
            ground[row, of["y"]] = place.y / self.board.height
            for key in place.terrain:
                ground[row, of[f"is:{key}"]] = 1
        return ground

    def observe(self, view: View, speller: Speller | None = None) -> Observation:
        """The tables of a View; the speller is that of the viewer, if he is the one who is spelling."""
        return self.seen(view) | self.spelling(speller)

    def seen(self, view: View) -> Observation:
        """The tables that follow from the View, made anew; a ``Follower`` brings former ones up to date."""
        tables = self.blank()
        unknown = 0
        for piece in view.pieces:
            if piece.hidden or piece.id not in self.pieces:
                self.stand(tables["hidden"][unknown], "hidden", piece)
                unknown += 1
            else:
                self.write(tables["pieces"][self.pieces[piece.id]], piece)
            self.count(tables["places"].reshape(-1), piece, 1)
        for mark in view.marks:
            column = self.of["places"].get(f"marks:{mark.side}")
            for place in mark.places:
                if place in self.places and column is not None:
                    tables["places"][self.places[place], column] += 1
        for box in view.boxes:
            self.fill(tables["pieces"].reshape(-1), tables["globals"], box, 1)
        tables["globals"] += self.tallied(view.ledgers)
        self.globals(tables["globals"], view)
        return tables

    def tables(self, memory: bytearray) -> Observation:
        """All tables, in one piece of memory: it is copied at once, which field by field takes three times as long."""
        return {name: np.ndarray(shape, FLOAT, memory, first) for name, shape, first in self._parts}

    def blank(self) -> Observation:
        """The tables before anybody has looked: nothing but what is printed."""
        tables = {name: np.zeros(self.shapes[name], np.float32) for name in ("pieces", "hidden", "globals")}
        return {**tables, "places": self._ground.copy()}

    def stand(self, row: Floats, table: str, piece: PieceView) -> None:
        """Whose a piece is and where it stands."""
        of = self._standing[table]
        row[of.on_map] = 1
        if (side := of.sides.get(piece.side)) is not None:
            row[side] = 1
        place = self.places.get(piece.place)
        if place is not None:
            row[of.place] = place + 1
        row[of.x], row[of.y] = self._point(piece, place)
        if piece.order and (place is None or piece.at is None):
            row[of.order] = piece.order

    def _point(self, piece: PieceView, place: int | None) -> tuple[float, float]:
        """The point of its place; its own, on ground without places: where in a place a counter lies is drawing, as is
        the order of those that lie there side by side."""
        if place is not None:
            return self._points[place]
        return (0.0, 0.0) if piece.at is None else (piece.at[0] / self.board.width, piece.at[1] / self.board.height)

    def write(self, row: Floats, piece: PieceView) -> None:
        """What is known of a piece that has a name: where it stands, face, heading, current values, statuses."""
        row[: self.inside] = self._faces[self.pieces[piece.id]]
        self._look(row, piece)

    def _look(self, row: Floats, piece: PieceView) -> None:
        """All of it but what is printed."""
        self.stand(row, "pieces", piece)
        if piece.face != "front":
            row[self._face] = FACES.get(piece.face, 2)
        if piece.heading is not None:
            row[self._heading] = piece.heading / 360
        for name, value in piece.values.items():
            row[self._value(name)] = value if type(value) is int else number(value)
        for status in piece.statuses:
            row[self._statuses.get(status, self._statuses["other"])] += 1

    def _written(self, piece: PieceView) -> Ready:
        row = self._faces[self.pieces[piece.id]].copy()
        self._look(row, piece)
        return Ready(row, self._cell(piece))

    def count(self, places: Floats, piece: PieceView, weight: int) -> None:
        """One piece more, or less, at its place; the table of places is given in one row."""
        cell = self._cell(piece)
        if cell is not None:
            places[cell] += weight

    def _cell(self, piece: PieceView) -> Cell:
        """The number among the places that counts it."""
        row = self.places.get(piece.place)
        column = self._counting[piece.hidden].get(piece.side)
        return None if row is None or column is None else row * len(self.columns.places) + column

    def _box(self, box: Box) -> Boxed:
        column = self.of["pieces"].get(f"in:{box.title}")
        rows = np.array([self.pieces[piece] for piece in box.pieces if piece in self.pieces], np.intp)
        inside = rows * len(self.columns.pieces) + column if column is not None and len(rows) else None
        return Boxed(self._counted.get((box.title, box.side)), box.count or len(box.pieces), inside)

    def fill(self, pieces: Floats, row: Floats, box: Box, weight: int) -> None:
        """The pieces of a box are inside and count in a row of the globals, or no longer; the table of pieces is given
        in one row."""
        column, held, inside = self.boxed(box)
        if inside is not None:
            pieces[inside] = weight > 0
        if column is not None:
            row[column] += weight * held

    def _tallied(self, ledgers: Sequence[Ledger]) -> Floats:
        row = np.zeros(self.shapes["globals"], np.float32)
        for ledger in ledgers:
            row += self._lines(ledger)
        return row

    def _line_by_line(self, ledger: Ledger) -> Floats:
        """What one ledger counts, as a row of the globals."""
        row = np.zeros(self.shapes["globals"], np.float32)
        for line in ledger.rows:
            if (column := self._counted.get((line.key, line.side))) is not None:
                row[column] += line.value if isinstance(line.value, int) else 1
        return row

    def globals(self, row: Floats, view: View) -> None:
        """Clock, who is asked what, outcome: all that is not counted."""
        clock, ask, outcome, of = view.clock, view.ask, view.outcome, self.of["globals"]
        row[of["turn"]], row[of["turns"]] = clock.turn, clock.turns
        for column in self._asked(clock.phase_key, view.side, ask.kind, ask.actor):
            row[column] = 1
        if outcome is not None:
            row[of[f"won:{outcome.winner}" if outcome.winner else "drawn"]] = 1

    def _named(self, phase: str, viewer: str, kind: str, actor: str) -> tuple[int, ...]:
        """The columns that tell the phase, who looks, what is asked, and who is asked."""
        names = (phase.replace("phase.", "phase:", 1), f"viewer:{viewer}", f"asked:{kind}", f"acting:{actor}")
        return tuple(column for name in names if (column := self.of["globals"].get(name)) is not None)

    def spelling(self, speller: Speller | None) -> Observation:
        """The tables that follow from what the viewer has spelt; all 0 while another side is asked."""
        tables = {name: np.zeros(self.shapes[name], np.float32) for name in ("spelt", "slots")}
        if speller is not None:
            self.spell(tables, speller)
        return tables

    def spell(self, tables: Observation, speller: Speller) -> None:
        """Write what has been spelt into tables where nothing is."""
        if speller.spelt:
            latest = speller.spelt[-SPELT:]
            tables["spelt"][: len(latest)] = [token + 1 for token in latest]
            for slot, value in enumerate(speller.offered):
                tables["slots"][slot] = self._slot(value)

    def _slot(self, value: Any) -> tuple[float, ...]:
        """What stands behind a slot: a number, a point, or the end of a route and how many points it has. Of anything
        else only how many parts it has."""
        if not isinstance(value, tuple):
            return (1, 0, 0, 0, number(value))
        route = value if value and isinstance(value[0], tuple) else (value,)
        if len(route[-1]) != 2:
            return (1, 0, 0, len(value), 0)
        x, y = route[-1]
        return (1, x / self.board.width, y / self.board.height, len(route), 0)

    @cached_property
    def planes_shape(self) -> tuple[int, int, int]:
        """How many planes a hex map gives, and how many rows and columns they have."""
        rows, columns = self._grid
        return len(self.columns.places), int(rows.max()) + 1, int(columns.max()) + 1

    def planes(self, observation: Observation) -> Floats:
        """The table of places of a hex map as planes: one for each of its columns, by row and column of the map."""
        planes = np.zeros(self.planes_shape, np.float32)
        rows, columns = self._grid
        planes[:, rows, columns] = observation["places"].T
        return planes

    @cached_property
    def _grid(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The row and the column of each place; every second column of hexes stands half a hex lower."""
        if self.board.ground != "hex":
            raise ShapanError(f"planes are for hex maps; {self.board.title} is played on another kind of ground")
        down = np.array([place.y for place in self.board.places])
        columns = np.unique([round(place.x) for place in self.board.places], return_inverse=True)[1]
        pitch = float(np.diff(np.sort(down[columns == columns[0]])).min())
        return np.floor((down - down.min()) / pitch + 0.01).astype(np.int64), columns


COUNTED: Final = {"pieces": False, "hidden": True}
"""Which columns of the places count those that are known, and those that are not."""
FACES: Final = {"front": 0, "back": 1}
"""The number of a face; 2 is any other."""


@cache
def gauge(book: Book) -> Gauge:
    """The gauge of a book, made once."""
    return Gauge(book)


def mask(speller: Speller) -> NDArray[np.int8]:
    """1 for each token that can follow, 0 for all others."""
    found = bytearray(len(speller.alphabet))
    for token in speller.choices:
        found[token] = 1
    return np.frombuffer(found, np.int8)
