"""News between processes that share a database: what one of them has changed, the others hear.

PostgreSQL's own LISTEN and NOTIFY: told with the transaction that makes it true and never without it, in the order of
the transactions, and one server less to run and to trust. What was missed while the connection was lost is looked up.
On SQLite one process owns all games; whatever an administrator changes beside it is noted in a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from .problems import Problem
from .store import CHANNEL

if TYPE_CHECKING:
    from psycopg.pq.abc import PGconn

    from .house import House

LOG = logging.getLogger("shapan.server")
AGAIN: Final = 0.5
"""Seconds between two attempts to listen."""


GLANCE: Final = 1.0
"""Seconds between two looks at the notices in a SQLite file."""


class News:
    """Listens for one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen."""
        if not self._house.store.tells:
            self._task = asyncio.create_task(self._look())
        else:
            listening = asyncio.Event()
            self._task = asyncio.create_task(self._listen(listening))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(listening.wait(), 5)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(GLANCE)
            try:
                for said in await self._house.store.take_notices():
                    await self._hear(said)
            except Problem as problem:
                LOG.warning("news: %s; looking again", problem.detail)

    async def _listen(self, listening: asyncio.Event) -> None:
        import psycopg  # noqa: PLC0415 - only where PostgreSQL is used

        url = self._house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    listening.set()
                    await self._catch_up()
                    await self._follow(connection.pgconn)
            except (psycopg.Error, OSError, Problem) as error:
                LOG.warning("news: %s; listening again", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _follow(self, line: PGconn) -> None:
        """Hear what comes until the line is lost. Most of it is this house's own, told with every action: that is
        dropped where it arrives."""
        loop, own = asyncio.get_running_loop(), self._house.store.origin.encode()
        socket = line.socket
        others: asyncio.Queue[str | None] = asyncio.Queue()

        def arrived() -> None:
            try:
                line.consume_input()
            except Exception:  # whatever it is, the line is lost
                loop.remove_reader(socket)
                others.put_nowait(None)
                return
            while (notice := line.notifies()) is not None:
                if not notice.extra.startswith(own):
                    others.put_nowait(notice.extra.decode())

        loop.add_reader(socket, arrived)
        try:
            while (said := await others.get()) is not None:
                await self._hear(said)
        finally:
            loop.remove_reader(socket)

    async def _hear(self, said: str) -> None:
        origin, kind, *rest = said.split(" ")
        if origin == self._house.store.origin:
            return
        if kind == "game":
            for game_id in rest:
                await self._take_in(kind, [game_id])
        else:
            await self._take_in(kind, rest)

    async def _take_in(self, kind: str, rest: list[str]) -> None:
        try:
            match kind, rest:
                case "game", [game_id]:
                    await self.of_game(game_id)
                case "chat", [game_id, number]:
                    await self.of_chat(game_id, int(number))
                case "player", [player_id]:
                    await self.of_player(player_id)
                case "session", [token_hash]:
                    self._house.hub.end(token_hash)
        except Problem as problem:
            LOG.warning("news of %s: %s", kind, problem.detail)

    async def of_game(self, game_id: str) -> None:
        """A game was changed in the storage."""
        house = self._house
        if house.remembers(game_id):
            async with house.holding(game_id) as room:
                await house.renew(room)
        elif house.owns(game_id) and await house.store.waiting_for_bots(game_id):
            house.bots.wake_later(game_id)

    async def of_chat(self, game_id: str, number: int) -> None:
        """Somebody has said something at another house."""
        house = self._house
        if game_id in house.hub:
            room = await house.room(game_id)
            for row in await house.store.chat(game_id, number - 1, 1):
                house.hub.show_chat(room, {name: row[name] for name in ("n", "side", "name", "text", "at")})

    async def of_player(self, player_id: str) -> None:
        """The seats of a player have changed hands."""
        for room in self._house.present():
            if room.owns(player_id) or room.sides_of(player_id):
                await self.of_game(room.id)

    async def _catch_up(self) -> None:
        """Nothing was heard for a while: compare all games in memory, and all connections, with what is stored."""
        house = self._house
        for room in house.present():
            await self.of_game(room.id)
        here = house.hub.sessions()
        for token_hash in here - await house.store.living(here):
            house.hub.end(token_hash)
