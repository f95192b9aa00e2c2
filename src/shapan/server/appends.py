"""What actions add to their games: whatever waits goes to the database together, by its own driver.

An action of its own needs five journeys to PostgreSQL and back (begin, game, entries, news, commit) and a change of
thread; so many games that move at the same moment need one of each. SQLite reaches the disk once for all of them. It is
what the server does most, and to put the same statements together again each time would cost more than all the rest.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from .entries import Entry
from .threads import Threads

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


class Appends:
    """Gathers them while the ones before are on their way. Belongs to one event loop."""

    def __init__(self, store: Callable[[Sequence[Append]], set[str]]) -> None:
        self._store = store
        """Stores some, all or none; which games have gone on."""
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None
        self._thread = Threads(1, "shapan-append")

    async def add(self, one: Append) -> bool:
        """Whether the game was where this begins. If so, it is on disk when this returns."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((one, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._carry())
        return await answer

    async def close(self) -> None:
        """Finish what is on its way."""
        if self._task is not None:
            await asyncio.wait([self._task])
        await asyncio.to_thread(self._thread.close)

    async def _carry(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(0)  # those who are about to come join
                await self._settle(self._taken())
        finally:
            self._task = None

    def _taken(self) -> list[tuple[Append, asyncio.Future[bool]]]:
        """The next to go: each game once, as its second step begins where the first has led."""
        games: set[str] = set()
        now: list[tuple[Append, asyncio.Future[bool]]] = []
        later: list[tuple[Append, asyncio.Future[bool]]] = []
        for order in self._waiting:
            fits = len(now) < MOST and order[0].game_id not in games
            (now if fits else later).append(order)
            games.add(order[0].game_id)
        self._waiting = later
        return now

    async def _settle(self, batch: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        try:
            gone = await self._thread.do(self._store, [one for one, _ in batch])
        except Exception as error:
            if len(batch) > 1:  # it may be the fault of one: each by itself
                for order in batch:
                    await self._settle([order])
            elif not batch[0][1].done():
                batch[0][1].set_exception(error)
            return
        for one, answer in batch:
            if not answer.done():
                answer.set_result(one.game_id in gone)
