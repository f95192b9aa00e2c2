"""The process of the porch: ``python -m shapan.server.be_porch``, started by the keeper."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from types import FrameType
from typing import Final

import uvicorn

from .errand import Errand, connections, take
from .porch import create_porch
from .protocol import uvicorn_settings

TICK: Final = 1.0
"""Seconds between two looks at the clock, for the date that answers carry."""


class Server(uvicorn.Server):
    """Sleeps until there is something to do: a process that wakes ten times a second to see whether it is to end costs
    more than a few games do."""

    _loop: asyncio.AbstractEventLoop | None = None
    _told: asyncio.Event

    async def main_loop(self) -> None:
        self._loop, self._told = asyncio.get_running_loop(), asyncio.Event()
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), TICK)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._told.set)


def serve(errand: Errand) -> None:
    """Let visitors in until the process is told to stop."""
    app = create_porch(errand.settings, errand.houses)
    config = uvicorn.Config(app, **uvicorn_settings(errand.proxy), limit_concurrency=connections())
    Server(config).run(sockets=[socket.socket(fileno=number) for number in errand.listen])


if __name__ == "__main__":
    take(serve)
