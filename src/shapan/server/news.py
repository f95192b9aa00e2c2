"""News between houses that share a PostgreSQL database: what one of them has changed, the others hear.

PostgreSQL's own LISTEN and NOTIFY: told with the transaction that makes it true and never without it, in the order of
the transactions, and one server less to run and to trust. What was missed while the connection was lost is looked up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from .problems import Problem
from .store import CHANNEL

if TYPE_CHECKING:
    from .house import House

LOG = logging.getLogger("shapan.server")
AGAIN: Final = 0.5
"""Seconds between two attempts to listen."""


class News:
    """Listens for one house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to listen, where there is anything to be heard."""
        if self._house.store.tells:
            listening = asyncio.Event()
            self._task = asyncio.create_task(self._listen(listening))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(listening.wait(), 5)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _listen(self, listening: asyncio.Event) -> None:
        import psycopg  # noqa: PLC0415 - only where PostgreSQL is used

        url = self._house.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    listening.set()
                    await self._house.catch_up()
                    async for notice in connection.notifies():
                        await self._hear(notice.payload)
            except (psycopg.Error, OSError, Problem) as error:
                LOG.warning("news: %s; listening again", type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _hear(self, said: str) -> None:
        origin, kind, *rest = said.split(" ")
        if origin == self._house.store.origin:
            return
        try:
            match kind, rest:
                case "game", [game_id]:
                    await self._house.heard_game(game_id)
                case "chat", [game_id, number]:
                    await self._house.heard_chat(game_id, int(number))
                case "player", [player_id]:
                    await self._house.heard_player(player_id)
        except Problem as problem:
            LOG.warning("news of %s: %s", kind, problem.detail)
