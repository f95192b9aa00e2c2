"""Board documents, made once and kept: a board takes a second to draw and never changes while the server runs."""

from __future__ import annotations

import gzip
import logging
from hashlib import blake2b
from typing import Final, NamedTuple

from shapan.games import game as find_game
from shapan.games import games

from . import jobs
from .workers import JobFailed, JobLate, Workers

LOG: Final = logging.getLogger("shapan.server")
SECONDS: Final = 60.0


class Made(NamedTuple):
    """A board as it is sent."""

    body: bytes
    packed: bytes
    tag: str


class Boards:
    """All boards that have been asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], Made] = {}

    def get(self, title: str, scenario: str) -> Made:
        """The board of a scenario; takes a while the first time."""
        return self._made.get((title, scenario)) or self._keep(title, scenario, jobs.board(title, scenario))

    def _keep(self, title: str, scenario: str, body: bytes) -> Made:
        tag = blake2b(body, digest_size=12).hexdigest()
        made = self._made[title, scenario] = Made(body, gzip.compress(body, 6), tag)
        return made

    async def warm(self, workers: Workers) -> None:
        """Make the boards of all first scenarios in a worker process, before anybody asks."""
        for title in games():
            scenario = next(iter(find_game(title).scenarios))
            try:
                body = await workers.do(jobs.board, title, scenario, seconds=SECONDS)
            except (JobFailed, JobLate) as error:
                LOG.warning("no board of %s: %r", title, error)
                continue
            self._keep(title, scenario, body)
