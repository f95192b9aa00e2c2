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
from itertools import accumulate, chain
from math import prod
from operator import attrgetter
from struct import pack, pack_into
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from shapan.kernel import DICE, ShapanError, View
from shapan.kernel.board import Board
from shapan.kernel.position import Book
from shapan.kernel.view import Box, Ledger, Mark, PieceView

from .spelling import SLOTS, Speller

VERSION: Final = 3
"""Raised whenever a column is added, renamed or means something else."""
SPELT: Final = 24
"""How many of the tokens spelt last are shown."""

T = TypeVar("T")
U = TypeVar("U")
Floats = NDArray[np.float32]
Observation = dict[str, Floats]
Numbers: TypeAlias = "memoryview[float]"
"""All tables in one row of numbers: so each is found faster than by row and column."""
Cell: TypeAlias = "int | None"
"""A number by its place in that row, if any."""
Tally: TypeAlias = "frozenset[tuple[int, float]]"
"""What a part of a View adds to which cells."""
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
    """What there is to write of a piece."""

    span: slice
    """Where in memory."""
    row: bytes
    """Its row of the table of pieces but for the boxes that it could lie in, or of those that are not known."""
    cell: Cell
    """The number among the places that counts it."""


def _packed(row: Sequence[float]) -> bytes:
    """Numbers as they lie in memory."""
    return pack(f"{len(row)}f", *row)


def _standing(names: Sequence[str]) -> Standing:
    of = {name: column for column, name in enumerate(names)}
    return Standing(of["on_map"], _after("side:", of), of["place"], of["x"], of["y"], of["order"])


def _after(head: str, of: Mapping[str, int]) -> dict[str, int]:
    """The columns whose names begin so, by what follows."""
    return {name.removeprefix(head): column for name, column in of.items() if name.startswith(head)}


_in_all_else: Final = attrgetter("place", "side", "order", "hidden", "face", "values", "statuses")
"""What is told of a piece besides its point and its heading."""
HEADS: Final = ("box", "phase", "ledger")
"""Where in a game's texts the words stand that Views are made of."""


class Gauge:
    """Turns the Views of a scenario with its switches into observations."""

    def __init__(self, book: Book) -> None:
        self._book = book
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
        self._whole = np.dtype([(name, FLOAT, shape) for name, shape in self.shapes.items()])
        sizes = map(prod, self.shapes.values())
        self.first: Final = dict(zip(self.shapes, accumulate(sizes, initial=0), strict=False))
        """The cell with which each table begins."""
        self._standing = {table: _standing(getattr(self.columns, table)) for table in ("pieces", "hidden")}
        self._face, self._heading = self.of["pieces"]["face"], self.of["pieces"]["heading"]
        self._statuses = _after("status:", self.of["pieces"])
        self._values = _after("value:", self.of["pieces"])
        self._counting = {hidden: _after(f"{what}:", self.of["places"]) for what, hidden in COUNTED.items()}
        self.ready: Final = Kept(self._written, 1 << 13)
        """What there is to write of a piece that has a name."""
        self.boxed: Final = Kept(self._box, 1 << 11)
        self.marked: Final = Kept(self._mark, 1 << 9)
        self.lined: Final = Kept(self._ledger, 1 << 10)
        """What a box, a mark and a ledger add."""
        self._told = lru_cache(1 << 10)(self._tell)
        self._ground = self._printed()
        self._points = [(float(x), float(y)) for x, y in self._ground[:, :2]]
        inside, marks = _after("in:", self.of["pieces"]), _after("marks:", self.of["places"])
        self.inside: Final = min(inside.values(), default=len(self.columns.pieces))
        """The columns of the pieces before this one follow from a piece's own entry; the others from boxes."""
        self._faces = self._printed_pieces()
        names = (name.rpartition(":") for name in self.columns.globals)
        self._counted = {(key, side): self._cell_of(f"{key}:{side}") for key, _, side in names if "." in key}
        """The cell of the globals that counts something of a side, by both."""
        self._inside = {key: self._down("pieces", column, self.pieces) for key, column in inside.items()}
        """The cells that tell which pieces lie in boxes of a sort, by piece."""
        self._marking = {side: self._down("places", column, self.places) for side, column in marks.items()}
        """The cells that count the marks of a side, by place."""
        self._blank = b"".join(
            (self._ground if name == "places" else np.zeros(shape, FLOAT)).tobytes()
            for name, shape in self.shapes.items()
        )

    def _cell_of(self, name: str) -> int:
        """The cell of a column of the globals."""
        return self.first["globals"] + self.of["globals"][name]

    def __reduce__(self) -> tuple[Any, ...]:
        return gauge, (self._book,)

    def _printed_pieces(self) -> list[list[float]]:
        """The rows of the pieces as they are printed: their values."""
        rows = [[0.0] * self.inside for _ in self.pieces]
        for piece in self.board.pieces:
            for name, value in piece.values.items():
                rows[self.pieces[piece.id]][self._value(name)] = number(value)
        return rows

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

    def _down(self, table: str, column: int, rows: Mapping[str, int]) -> dict[str, int]:
        """The cells of a column, by what each row stands for."""
        first, width = self.first[table] + column, self.shapes[table][1]
        return {name: first + row * width for name, row in rows.items()}

    def observe(self, view: View, speller: Speller | None = None) -> Observation:
        """The tables of a View; the speller is that of the viewer, if he is the one who is spelling."""
        memory = self._seen(view)
        if speller is not None:
            self.spell(memory, speller)
        return self.tables(memory)

    def seen(self, view: View) -> Observation:
        """The tables that follow from the View, made anew; a ``Follower`` brings former ones up to date."""
        return self.tables(self._seen(view))

    def _seen(self, view: View) -> bytearray:
        memory = self.blank()
        numbers: Numbers = memoryview(memory).cast("f")
        unknown = 0
        for piece in view.pieces:
            if piece.hidden or piece.id not in self.pieces:
                span, row, cell = self.unknown(unknown, piece)
                unknown += 1
            else:
                span, row, cell = self.ready(piece)
            memory[span] = row
            if cell is not None:
                numbers[cell] += 1
        tallies = map(self.boxed, view.boxes), map(self.marked, view.marks), map(self.lined, view.ledgers)
        for cell, amount in chain.from_iterable(chain.from_iterable(tallies)):
            numbers[cell] += amount
        for cell, value in self.told(view):
            numbers[cell] = value
        return memory

    def tables(self, memory: bytearray) -> Observation:
        """All tables, in one piece of memory: it is copied at once, which field by field takes three times as long."""
        whole = np.ndarray((), self._whole, memory)
        return {name: whole[name] for name in self.shapes}

    def blank(self) -> bytearray:
        """The memory of the tables before anybody has looked: nothing but what is printed."""
        return bytearray(self._blank)

    def _span(self, table: str, row: int, count: int) -> slice:
        """Where in memory the first numbers of a row are."""
        first = FLOAT.itemsize * (self.first[table] + row * self.shapes[table][1])
        return slice(first, first + FLOAT.itemsize * count)

    def _stand(self, row: list[float], table: str, piece: PieceView) -> None:
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

    def _written(self, piece: PieceView) -> Ready:
        """What is known of a piece that has a name: where it stands, face, heading, current values, statuses."""
        at = self.pieces[piece.id]
        row = self._faces[at].copy()
        self._stand(row, "pieces", piece)
        if piece.face != "front":
            row[self._face] = FACES.get(piece.face, 2)
        if piece.heading is not None:
            row[self._heading] = piece.heading / 360
        for name, value in piece.values.items():
            row[self._value(name)] = value if type(value) is int else number(value)
        for status in piece.statuses:
            row[self._statuses.get(status, self._statuses["other"])] += 1
        return Ready(self._span("pieces", at, self.inside), _packed(row), self._cell(piece))

    def shift(self, numbers: Numbers, before: PieceView, now: PieceView) -> bool:
        """Write where a piece stands that has moved over ground without places and is in all else what it was; False if
        there is more to write of it. A tabletop has figures that move by the dozen."""
        if now.at is None or now.place in self.places or _in_all_else(before) != _in_all_else(now):
            return False
        first, of = self.first["pieces"] + self.pieces[now.id] * len(self.columns.pieces), self._standing["pieces"]
        numbers[first + of.x], numbers[first + of.y] = self._point(now, None)
        numbers[first + self._heading] = 0 if now.heading is None else now.heading / 360
        return True

    def unknown(self, at: int, piece: PieceView | None) -> Ready:
        """What there is to write of a piece that is seen and not known, as one of so many; 0 everywhere for none."""
        row = [0.0] * len(self.columns.hidden)
        if piece is not None:
            self._stand(row, "hidden", piece)
        cell = None if piece is None else self._cell(piece)
        return Ready(self._span("hidden", at, len(row)), _packed(row), cell)

    def _cell(self, piece: PieceView) -> Cell:
        """The number among the places that counts it."""
        row = self.places.get(piece.place)
        column = self._counting[piece.hidden].get(piece.side)
        if row is None or column is None:
            return None
        return self.first["places"] + row * len(self.columns.places) + column

    def _box(self, box: Box) -> Tally:
        """Its pieces are inside, and it counts what it holds."""
        inside = self._inside.get(box.title, {})
        cells = [(inside[piece], 1) for piece in box.pieces if piece in inside]
        if (counted := self._counted.get((box.title, box.side))) is not None:
            cells.append((counted, box.count or len(box.pieces)))
        return frozenset(cells)

    def _mark(self, mark: Mark) -> Tally:
        """It lies in its places."""
        cells = self._marking.get(mark.side, {})
        return frozenset([(cells[place], 1) for place in mark.places if place in cells])

    def _ledger(self, ledger: Ledger) -> Tally:
        """Its lines are added up; one in words counts one."""
        sums: dict[int, int] = {}
        for line in ledger.rows:
            if (cell := self._counted.get((line.key, line.side))) is not None:
                sums[cell] = sums.get(cell, 0) + (line.value if isinstance(line.value, int) else 1)
        return frozenset(sums.items())

    def told(self, view: View) -> Sequence[tuple[int, float]]:
        """Clock, who is asked what, outcome: all that is not counted, by the cells that tell it."""
        clock, ask, outcome = view.clock, view.ask, view.outcome
        won = None if outcome is None else f"won:{outcome.winner}" if outcome.winner else "drawn"
        return self._told(clock.turn, clock.turns, clock.phase_key, view.side, ask.kind, ask.actor, won)

    def _tell(
        self, turn: int, turns: int, phase: str, viewer: str, kind: str, actor: str, won: str | None
    ) -> tuple[tuple[int, float], ...]:
        names = (phase.replace("phase.", "phase:", 1), f"viewer:{viewer}", f"asked:{kind}", f"acting:{actor}", won)
        of = self.of["globals"]
        flags = [(self._cell_of(name), 1) for name in names if name is not None and name in of]
        return (self._cell_of("turn"), turn), (self._cell_of("turns"), turns), *flags

    def spell(self, memory: bytearray, speller: Speller) -> None:
        """Write what has been spelt into the memory of tables where nothing is."""
        latest = speller.spelt[-SPELT:]
        self._write(memory, "spelt", [token + 1 for token in latest])
        if speller.offered:
            self._write(memory, "slots", list(chain.from_iterable(map(self._slot, speller.offered))))

    def _write(self, memory: bytearray, table: str, numbers: Sequence[float]) -> None:
        """Write numbers into the first cells of a table."""
        pack_into(f"{len(numbers)}f", memory, FLOAT.itemsize * self.first[table], *numbers)

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
