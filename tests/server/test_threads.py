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


async def test_whoever_has_worked_last_works_next() -> None:
    threads = Threads(3, "test")
    names = {(await threads.do(current_thread)).name for _ in range(20)}
    threads.close()
    assert len(names) == 1


async def test_what_waits_is_taken_up_in_its_order_and_all_of_it_before_the_end() -> None:
    threads, go_on, done = Threads(1, "test"), Event(), list[int]()
    first = asyncio.ensure_future(threads.do(go_on.wait))
    waiting = [asyncio.ensure_future(threads.do(done.append, number)) for number in range(5)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.to_thread(threads.close)
    await asyncio.gather(first, *waiting)
    assert done == [0, 1, 2, 3, 4]
