"""Storage: the only module that speaks SQL. SQLite in one file by default, PostgreSQL by URL."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, DisconnectionError, IntegrityError, SQLAlchemyError

from shapan.kernel import ShapanError

from .appends import STORED, Append, Appends, Order, add_to_file, add_to_server
from .batches import Batches
from .entries import Entry, now
from .migrate import upgrade
from .problems import Problem
from .tables import chat, entry, game, notice, player, pulse, sat, seat, session

T = TypeVar("T")
LOG = logging.getLogger("shapan.server")
Row: TypeAlias = dict[str, Any]
DRIVERS = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


THREADS = 4
UNTRIED = 2.0
"""Seconds for which a connection that has just worked is believed to work."""
CHANNEL = "shapan"
"""Where houses on one PostgreSQL database tell one another what they have changed."""


class TakenError(Exception):
    """A name, seat or number that is already in use."""


def engine_for(database: str, *, apart: bool = False, new: bool = True) -> sa.Engine:
    """An engine for a database URL; says what is wrong with any other text. ``apart``: on PostgreSQL one with a single
    connection, for which every statement is a transaction of its own. ``new``: a file that is not there is made."""
    try:
        url = make_url(database)
    except ArgumentError:
        raise ShapanError(f"{database!r} is not a database URL such as sqlite:///games.db") from None
    url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ShapanError(f"the database should be sqlite or postgresql, not {url.get_backend_name()}")
    if url.get_backend_name() == "postgresql":
        # the connection used last is used next: it need not be tried, and knows the statements
        sort = {"pool_size": 1, "isolation_level": "AUTOCOMMIT"} if apart else {"pool_size": THREADS * 2}
        engine = sa.create_engine(url, pool_use_lifo=True, hide_parameters=True, **sort)
        sa.event.listen(engine, "checkin", _put_aside)
        sa.event.listen(engine, "checkout", partial(_try_out, engine.dialect))
        return engine
    if url.database and url.database != ":memory:":
        if not new and not Path(url.database).exists():
            raise ShapanError(f"there is no database {url.database}")
        _make_private(Path(url.database))
    engine = sa.create_engine(url, hide_parameters=True)
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _put_aside(_connection: Any, record: Any) -> None:
    record.info["aside"] = time.monotonic()


def _try_out(dialect: sa.Dialect, connection: Any, record: Any, _proxy: Any) -> None:
    """A connection that nobody has used for a while may be dead: it is tried, and replaced. To try one that was used
    just now would cost as much as what it is used for."""
    if time.monotonic() - record.info.get("aside", math.inf) < UNTRIED:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise DisconnectionError("the connection is dead") from error


def _make_private(path: Path) -> None:
    """A file that its owner alone may read: seeds are in it. SQLite's other files follow its example."""
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        if os.name == "posix" and path.stat().st_uid == os.geteuid():
            path.chmod(0o600)
    except OSError as error:
        raise ShapanError(f"the database cannot be used: {path}: {error.strerror}") from None


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: a writer must lock at once, not at its first write
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _answering() -> Iterator[None]:
    """Whatever goes wrong between us and the database becomes a Problem, and a line in the log without its contents."""
    try:
        yield
    except IntegrityError:
        raise
    except DataError as error:
        LOG.warning("storage: refused a value: %s", _cause(error))
        raise Problem("invalid", "the storage does not take one of these values") from None
    except SQLAlchemyError as error:
        raise _silent(error) from None


def _silent(error: Exception) -> Problem:
    LOG.error("storage: %s", _cause(error))
    return Problem("busy", f"the storage does not answer ({_cause(error)})", retry=1)


def _cause(error: Exception) -> str:
    """The kind of the error alone: its text could tell what was to be stored."""
    return type(getattr(error, "orig", None) or error).__name__


NOTIFY = sa.text("select pg_notify(:channel, :said)")


class Store:
    """Reads and writes, each write one transaction.

    Statements run in threads: one change of thread for a whole transaction, where asynchronous drivers need one for
    every call. SQLite has one writer at a time, so its writers queue for it here instead of polling its lock, and those
    who have queued up write together.
    """

    def __init__(self, database: str, *, aloud: bool = False) -> None:
        """``aloud``: some other process owns the games and has to hear what is changed, on SQLite too."""
        self.engine = engine_for(database, new=not aloud)
        self.origin = secrets.token_hex(8)
        """What this store signs its news with."""
        self.tells = self.engine.dialect.name == "postgresql"
        """Can news be told to other processes?"""
        self._aloud = aloud and not self.tells
        self._readers = ThreadPoolExecutor(THREADS, thread_name_prefix="shapan-read")
        self._writers = ThreadPoolExecutor(THREADS, thread_name_prefix="shapan-write")
        self._pen = nullcontext() if self.tells else Lock()
        """Held by whoever writes where only one can."""
        self._batches = None if self.tells else Batches(self._transaction)
        self._appends = Appends(self._append)
        self._append_engine = engine_for(database, apart=True) if self.tells else self.engine

    async def open(self) -> None:
        """Bring the database to the present schema, and forget sessions that have expired."""
        try:
            await self._write(upgrade)
        except Problem as problem:
            raise ShapanError(f"the database cannot be used: {problem.detail}") from None
        await self.run(session.delete().where(session.c.expires < now()))

    async def close(self) -> None:
        """Finish what is being written."""
        if self._batches is not None:
            await asyncio.to_thread(self._batches.close)
        await asyncio.to_thread(self._writers.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self._append_engine.dispose()
        self.engine.dispose()

    async def _write(self, work: Callable[[sa.Connection], T], *news: str) -> T:
        """Do some work in one transaction; it is on disk, and the other houses hear the news, when this returns."""

        def told(connection: sa.Connection) -> T:
            done = work(connection)
            self._spread(connection, news)
            return done

        if self._batches is not None:
            return await self._batches.do(told)
        return await asyncio.get_running_loop().run_in_executor(self._writers, self._transaction, told)

    def _transaction(self, work: Callable[[sa.Connection], T]) -> T:
        with _answering(), self._pen, self.engine.connect() as connection:
            connection.execution_options(writes=True)
            with connection.begin():
                return work(connection)

    def _spread(self, connection: sa.Connection, news: Sequence[str]) -> None:
        """Tell the other houses, at the moment at which the transaction is done and not otherwise."""
        if self.tells:
            for one in news:
                connection.execute(NOTIFY, {"channel": CHANNEL, "said": f"{self.origin} {one}"})
        elif self._aloud and news:
            connection.execute(notice.insert(), [{"said": f"{self.origin} {one}"} for one in news])

    async def take_notices(self) -> list[str]:
        """What others have noted for the one process that owns a SQLite file; each is read once."""
        found = await self.rows(sa.select(notice).order_by(notice.c.n))
        if found:
            await self.run(notice.delete().where(notice.c.n <= found[-1]["n"]))
        return [row["said"] for row in found]

    async def run(self, *statements: sa.Executable, news: Sequence[str] = ()) -> None:
        """Write statements of which nobody wants an answer."""

        def work(connection: sa.Connection) -> None:
            for statement in statements:
                connection.execute(statement)

        await self._write(work, *news)

    async def rows(self, query: sa.Select[Any]) -> list[Row]:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._rows, query)

    def _rows(self, query: sa.Select[Any]) -> list[Row]:
        with _answering(), self.engine.connect() as connection:
            return [dict(found) for found in connection.execute(query).mappings()]

    async def row(self, query: sa.Select[Any]) -> Row | None:
        found = await self.rows(query)
        return found[0] if found else None

    async def beat(self, slot: int) -> None:
        """Write something, to see that it can be written."""
        await self.run(
            pulse.delete().where(pulse.c.slot == slot),
            pulse.insert().values(slot=slot, at=now()),
        )

    # --- games -----------------------------------------------------------------------------------

    async def add_game(
        self, row: Row, seats: Sequence[Row], entries: Sequence[Entry], parent: str | None = None
    ) -> None:
        """A new game. As the rematch of ``parent`` it is added only once; TakenError if there already is one."""

        def work(connection: sa.Connection) -> None:
            if parent is not None:
                free = game.update().where(game.c.id == parent, game.c.rematch.is_(None)).values(rematch=row["id"])
                if connection.execute(free).rowcount != 1:
                    raise TakenError(parent)
            connection.execute(game.insert(), [row])
            connection.execute(seat.insert(), list(seats))
            if sitting := [_sits(row["id"], one["side"], one["player_id"]) for one in seats if one["player_id"]]:
                connection.execute(sat.insert(), sitting)
            if entries:
                connection.execute(entry.insert(), [_stored(row["id"], one) for one in entries])

        await self._write(work, *(game_news(one) for one in (row["id"], parent) if one is not None))

    async def game(self, game_id: str) -> Row | None:
        return await self.row(sa.select(game).where(game.c.id == game_id))

    async def seats(self, *game_ids: str) -> list[Row]:
        return await self.rows(
            sa.select(seat).where(seat.c.game_id.in_(game_ids)).order_by(seat.c.game_id, seat.c.place)
        )

    async def sat(self, game_id: str) -> dict[str, set[str]]:
        """For each side who has ever held its seat."""
        found: dict[str, set[str]] = {}
        for row in await self.rows(sa.select(sat).where(sat.c.game_id == game_id)):
            found.setdefault(row["side"], set()).add(row["player_id"])
        return found

    async def entries(self, game_id: str, since: int = 0) -> list[Entry]:
        query = sa.select(entry).where(entry.c.game_id == game_id, entry.c.seq > since).order_by(entry.c.seq)
        return [Entry(**{name: row[name] for name in STORED}) for row in await self.rows(query)]

    def append(self, order: Order) -> None:
        """Add entries to a running game, in the thread that calls this; StaleError, and nothing is added, if it is not
        where they begin."""
        self._appends.add(order)

    def _append(self, batch: Sequence[Append]) -> set[str]:
        """Store what several games have waited with; which of them were where it begins."""
        with self._by_driver() as connection:
            if self.tells:
                return add_to_server(connection, batch, CHANNEL, f"{self.origin} game")
            return add_to_file(connection, batch)

    @contextmanager
    def _by_driver(self) -> Iterator[Any]:
        """A connection as the database's own driver has it. What goes wrong with it becomes a Problem, and the next one
        is another."""
        errors = self.engine.dialect.loaded_dbapi.Error
        with _answering(), self._pen:
            try:
                pooled = self._append_engine.raw_connection()
            except errors as error:
                raise _silent(error) from None
            try:
                yield pooled.driver_connection
            except errors as error:
                pooled.invalidate()
                raise _silent(error) from None
            finally:
                pooled.close()

    async def change_game(self, game_id: str, changes: Row) -> None:
        await self.run(game.update().where(game.c.id == game_id).values(**changes), news=[game_news(game_id)])

    async def change_seat(
        self, game_id: str, side: str, changes: Row, game_changes: Row | None = None, **where: Any
    ) -> bool:
        """Change a seat that is still as ``where`` says; False if it is not."""
        query = seat.update().where(seat.c.game_id == game_id, seat.c.side == side)
        for name, value in where.items():
            query = query.where(seat.c[name] == value if value is not None else seat.c[name].is_(None))

        def work(connection: sa.Connection) -> bool:
            if connection.execute(query.values(**changes)).rowcount != 1:
                return False
            if changes.get("player_id"):
                connection.execute(sat.insert(), [_sits(game_id, side, changes["player_id"])])
            if game_changes:
                connection.execute(game.update().where(game.c.id == game_id).values(**game_changes))
            return True

        return await self._write(work, game_news(game_id))

    async def listed(self, status: str, title: str | None, before: str | None, limit: int) -> list[Row]:
        """Public games with this status, newest first."""
        query = sa.select(game).where(game.c.visibility == "public", game.c.status == status)
        if title is not None:
            query = query.where(game.c.title == title)
        if before is not None:
            query = query.where(game.c.updated < before)
        return await self.rows(query.order_by(game.c.updated.desc()).limit(limit))

    async def games_of(self, player_id: str, limit: int) -> list[Row]:
        """The games in which a player holds a seat or which it started, newest first."""
        seated = sa.select(seat.c.game_id).where(seat.c.player_id == player_id)
        query = sa.select(game).where(sa.or_(game.c.id.in_(seated), game.c.owner == player_id))
        return await self.rows(query.order_by(game.c.updated.desc()).limit(limit))

    async def waiting_for_bots(self, game_id: str | None = None) -> list[str]:
        """Running games in which a bot owes the decision; or this one, if it is such a game."""
        bots = sa.and_(seat.c.game_id == game.c.id, seat.c.side == game.c.actor, seat.c.kind == "bot")
        query = sa.select(game.c.id).join(seat, bots).where(game.c.status == "running", game.c.bots_paused.is_(False))
        if game_id is not None:
            query = query.where(game.c.id == game_id)
        return [row["id"] for row in await self.rows(query)]

    # --- chat ------------------------------------------------------------------------------------

    async def add_chat(self, row: Row) -> int:
        """Store a line and number it."""
        last = sa.select(sa.func.coalesce(sa.func.max(chat.c.n), 0)).where(chat.c.game_id == row["game_id"])

        def work(connection: sa.Connection) -> int:
            connection.execute(sa.select(game.c.id).where(game.c.id == row["game_id"]).with_for_update())  # one by one
            number = int(connection.execute(last).scalar_one()) + 1
            connection.execute(chat.insert(), [{**row, "n": number}])
            self._spread(connection, [f"chat {row['game_id']} {number}"])
            return number

        return await self._write(work)

    async def chat(self, game_id: str, since: int, limit: int) -> list[Row]:
        query = sa.select(chat).where(chat.c.game_id == game_id, chat.c.n > since).order_by(chat.c.n)
        return await self.rows(query.limit(limit))

    # --- players and sessions --------------------------------------------------------------------

    async def add_player(self, row: Row, session_row: Row) -> None:
        await self.run(player.insert().values(**row), session.insert().values(**session_row))

    async def add_session(self, row: Row) -> None:
        await self.run(session.insert().values(**row))

    async def admit(self, row: Row, password: str) -> bool:
        """Begin the session of an account of which this is (still) the password, and which is not closed; False if it
        has been changed, or closed, while the password was being compared: all sessions have just ended then."""
        mine = player.c.id == row["player_id"]
        same = sa.select(player.c.id).where(mine, player.c.password == password, player.c.banned.is_(None))

        def work(connection: sa.Connection) -> bool:
            if connection.execute(same.with_for_update()).first() is None:
                return False
            connection.execute(session.insert(), [row])
            return True

        return await self._write(work)

    async def player_of(self, token_hash: str, at: str) -> Row | None:
        """The player of a session that has not expired."""
        query = sa.select(player).join(session, session.c.player_id == player.c.id)
        return await self.row(query.where(session.c.token_hash == token_hash, session.c.expires > at))

    async def account(self, key: str) -> Row | None:
        return await self.row(sa.select(player).where(player.c.account_key == key))

    async def change_player(self, player_id: str, changes: Row) -> None:
        """Raises TakenError when the account name is in use."""
        try:
            await self.run(player.update().where(player.c.id == player_id).values(**changes))
        except IntegrityError:
            raise TakenError(changes.get("account")) from None

    async def hand_over(self, giver: str, taker: str) -> None:
        """All seats and games of an anonymous player go to an account."""
        await self.run(
            seat.update().where(seat.c.player_id == giver).values(player_id=taker),
            sat.update().where(sat.c.player_id == giver).values(player_id=taker),
            game.update().where(game.c.owner == giver).values(owner=taker),
            player.delete().where(player.c.id == giver),
            news=[f"player {giver}", f"player {taker}"],
        )

    async def end_session(self, token_hash: str) -> None:
        await self.run(session.delete().where(session.c.token_hash == token_hash), news=[f"session {token_hash}"])

    async def end_sessions(self, player_id: str) -> list[str]:
        """All sessions of a player end; which they were."""
        return await self._write(lambda connection: self._end_sessions(connection, player_id))

    def _end_sessions(self, connection: sa.Connection, player_id: str) -> list[str]:
        theirs = session.c.player_id == player_id
        ended = list(connection.execute(sa.select(session.c.token_hash).where(theirs)).scalars())
        connection.execute(session.delete().where(theirs))
        self._spread(connection, [f"session {token_hash}" for token_hash in ended])
        return ended

    async def living(self, tokens: Collection[str]) -> set[str]:
        """Those of these sessions that have not ended."""
        query = sa.select(session.c.token_hash).where(session.c.token_hash.in_(tokens), session.c.expires > now())
        return {row["token_hash"] for row in await self.rows(query)}

    async def remove_player(self, player_id: str) -> list[str]:
        """The player goes, and so do its sessions: which they were. Its seats are free, and running games wait."""

        def work(connection: sa.Connection) -> list[str]:
            theirs = sa.select(seat.c.game_id).where(seat.c.player_id == player_id)
            halted = game.update().where(game.c.id.in_(theirs), game.c.status == "running")
            connection.execute(halted.values(status="waiting"))
            left = {"player_id": None, "name": None, "key_hash": None}
            connection.execute(seat.update().where(seat.c.player_id == player_id).values(**left))
            connection.execute(game.update().where(game.c.owner == player_id).values(owner=None))
            ended = self._end_sessions(connection, player_id)
            connection.execute(player.delete().where(player.c.id == player_id))
            return ended

        return await self._write(work, f"player {player_id}")


def game_news(game_id: str) -> str:
    """A game has changed: its entries, its row or its seats."""
    return f"game {game_id}"


def _sits(game_id: str, side: str, player_id: str) -> Row:
    return {"game_id": game_id, "side": side, "player_id": player_id, "at": now()}


def _stored(game_id: str, one: Entry) -> Row:
    return {"game_id": game_id, **{name: getattr(one, name) for name in STORED}}
