"""What actions add to their games: whatever waits goes to the database together, by its own driver.

An action of its own needs five journeys to PostgreSQL and back (begin, game, entries, news, commit); so many games that
move at the same moment need one. SQLite reaches the disk once for all of them. It is what the server does most, and to
put the same statements together again each time would cost more than all the rest.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec

from .entries import Entry
from .threads import settle

FOLLOWING: Final = ("ply", "status", "actor", "turn", "outcome", "takeback", "updated")
"""The columns of a game that follow from its entries."""
STORED: Final = Entry.__struct_fields__[:-1]
"""What of an entry is stored."""
MOST: Final = 64
"""Games that go to the database together."""
TYPES: Final = {"seq": "integer", "ply": "integer", "turn": "integer"}


def _columns(names: Sequence[str]) -> str:
    return ", ".join(f"{name} {TYPES.get(name, 'text')}" for name in names)


STATEMENT: Final = f"""
with step as (
    select * from json_to_recordset(%(steps)s::json) as step(id text, was integer, seq integer, {_columns(FOLLOWING)})
), gone as (
    update game set seq = step.seq, {", ".join(f"{name} = step.{name}" for name in FOLLOWING)}
    from step where game.id = step.id and game.seq = step.was and game.status = 'running' returning game.id
), kept as (
    insert into entry (game_id, {", ".join(STORED)}) select new.* from gone
    join json_to_recordset(%(entries)s::json) as new(game_id text, {_columns(STORED)}) on new.game_id = gone.id
)
select array_agg(id), pg_notify(%(channel)s, %(news)s || ' ' || string_agg(id, ' ')) from gone having count(*) > 0
"""
"""The games that are still where their step begins go on, with their entries; and the other houses hear of them."""


GO_ON: Final = f"""
update game set seq = :seq, {", ".join(f"{name} = :{name}" for name in FOLLOWING)}
where id = :id and seq = :was and status = 'running'
"""
NEW_ENTRY: Final = f"insert into entry (game_id, {', '.join(STORED)}) values (:game_id, :{', :'.join(STORED)})"
"""The same for SQLite, step by step; nobody has to be told."""


class Append(msgspec.Struct, eq=False):
    """The entries that a game gets next, and what follows from them for its row."""

    game_id: str
    was: int
    entries: Sequence[Entry]
    changes: dict[str, Any]

    def step(self) -> dict[str, Any]:
        return {"id": self.game_id, "was": self.was, "seq": self.was + len(self.entries), **self.changes}

    def rows(self) -> list[dict[str, Any]]:
        return [{"game_id": self.game_id, **{name: getattr(one, name) for name in STORED}} for one in self.entries]


def written(batch: Sequence[Append]) -> dict[str, str]:
    """These as the statement takes them."""
    steps, rows = [one.step() for one in batch], [row for one in batch for row in one.rows()]
    return {"steps": msgspec.json.encode(steps).decode(), "entries": msgspec.json.encode(rows).decode()}


def add_to_server(connection: Any, batch: Sequence[Append], channel: str, news: str) -> set[str]:
    """Store these in PostgreSQL, by a connection of its driver for which every statement is a transaction, and tell the
    other houses; which of the games were where it begins."""
    found = connection.execute(STATEMENT, {**written(batch), "channel": channel, "news": news}).fetchone()
    return set() if found is None else set(found[0])


def add_to_file(connection: sqlite3.Connection, batch: Sequence[Append]) -> set[str]:
    """The same in SQLite, by a connection of its driver that begins nothing by itself."""
    gone: set[str] = set()
    connection.execute("BEGIN IMMEDIATE")
    try:
        for one in batch:
            if connection.execute(GO_ON, one.step()).rowcount == 1:
                gone.add(one.game_id)
                connection.executemany(NEW_ENTRY, one.rows())
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # where the disk is full it has been taken back already
            connection.execute("ROLLBACK")
        raise
    return gone


class StaleError(Exception):
    """Somebody else has appended to the game since it was read."""


class Order(NamedTuple):
    """Something to store, and who waits for it."""

    append: Append
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Append]


class Appends:
    """Stores what the engine's threads bring, in the thread that brings it. Whoever comes while another one is at it
    leaves it to him and goes: whatever waits when he comes back goes next, together."""

    def __init__(self, store: Callable[[Sequence[Append]], set[str]]) -> None:
        self._store = store
        """Stores some, all or none; which games have gone on."""
        self._orders: deque[Order] = deque()
        self._pen = Lock()
        """Held by whoever stores."""

    def add(self, order: Order) -> None:
        """Store this, now or along with others. It is on disk when its answer is there, which is a StaleError if the
        game was not where this begins."""
        self._orders.append(order)
        # looked at once more after the pen has been laid down: somebody may have come just before
        while self._orders and self._pen.acquire(blocking=False):
            try:
                self._store_all()
            finally:
                self._pen.release()

    def _store_all(self) -> None:
        waiting: list[Order] = []
        while waiting or self._orders:
            while self._orders:  # nobody else takes any
                waiting.append(self._orders.popleft())
            now, waiting = _taken(waiting)
            now[0].loop.call_soon_threadsafe(_settle, list(self._carried_out(now)))

    def _carried_out(self, orders: Sequence[Order]) -> Iterator[tuple[Order, Append | Exception]]:
        """What has become of each."""
        try:
            gone = self._store([order.append for order in orders])
        except Exception as error:
            if len(orders) == 1:
                yield orders[0], error
            else:  # it may be the fault of one: each by itself
                for order in orders:
                    yield from self._carried_out([order])
        else:
            for order in orders:
                found = order.append
                yield order, found if found.game_id in gone else StaleError(found.game_id)


def _taken(waiting: Sequence[Order]) -> tuple[list[Order], list[Order]]:
    """The next to go, and the rest: each game once, as its second step begins where the first has led."""
    games: set[str] = set()
    now: list[Order] = []
    later: list[Order] = []
    for order in waiting:
        game = order.append.game_id
        (now if len(now) < MOST and game not in games else later).append(order)
        games.add(game)
    return now, later


def _settle(settled: Sequence[tuple[Order, Append | Exception]]) -> None:
    for order, found in settled:
        settle(order.answer, found)
