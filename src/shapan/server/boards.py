"""Board documents, made once and kept: a board takes a second to draw and never changes while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias

from shapan.games import game as find_game
from shapan.games import games
from shapan.kernel import Game

from . import jobs
from .problems import Problem
from .workers import JobFailed, JobLate, Workers

LOG: Final = logging.getLogger("shapan.server")
SECONDS: Final = 60.0
Key: TypeAlias = tuple[str, str, str]
"""Title, scenario, data version."""


class Made(NamedTuple):
    """A board as it is sent."""

    body: bytes
    packed: bytes
    tag: str


class Boards:
    """All boards that have been asked for."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._drawing: dict[Key, asyncio.Task[Made]] = {}
        self._made: dict[Key, Made] = {}

    async def get(self, game: Game, scenario: str) -> Made:
        """The board of a scenario. Drawing it takes a while the first time, in a worker, however many ask for it."""
        key = (game.id, scenario, game.data_version)
        if key in self._made:
            return self._made[key]
        if key not in self._drawing:
            task = self._drawing[key] = asyncio.create_task(self._draw(key))
            task.add_done_callback(partial(self._done, key))
        return await asyncio.shield(self._drawing[key])

    def _done(self, key: Key, task: asyncio.Task[Made]) -> None:
        self._drawing.pop(key, None)
        if not task.cancelled():
            task.exception()  # whoever waited has been told; when the server stops nobody waits any more

    async def _draw(self, key: Key) -> Made:
        try:
            body, packed = await self._workers.do(jobs.board, *key, seconds=SECONDS)
        except (JobFailed, JobLate) as error:
            LOG.warning("no board of %s: %r", key[0], error)
            raise Problem("busy", "the board cannot be drawn just now", retry=5) from None
        made = self._made[key] = Made(body, packed, blake2b(body, digest_size=12).hexdigest())
        return made

    async def warm(self) -> None:
        """Have the boards of all first scenarios drawn before anybody asks; those who wait already come first."""
        for title in map(find_game, games()):
            with contextlib.suppress(Problem):
                await self.get(title, next(iter(title.scenarios)))
