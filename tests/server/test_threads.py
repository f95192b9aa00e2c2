"""Threads that work for an event loop."""

from __future__ import annotations

import asyncio
from threading import Event, current_thread

import pytest

from shapan.server.threads import Threads

pytestmark = pytest.mark.anyio


async def test_results_and_failures_come_back() -> None:
    threads = Threads(2, "test")
    assert await threads.do(divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        await threads.do(divmod, 7, 0)
    assert (await threads.do(current_thread)).name.startswith("test_")
    threads.close()


async def test_whoever_goes_away_does_not_stop_the_work() -> None:
    threads, go_on, done = Threads(1, "test"), Event(), Event()

    def work() -> None:
        go_on.wait()
        done.set()

    waiting = asyncio.ensure_future(threads.do(work))
    await asyncio.sleep(0)
    waiting.cancel()
    go_on.set()
    assert await threads.do(done.is_set), "the next is served after it"
    threads.close()
