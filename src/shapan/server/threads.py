"""Threads that work for an event loop: a piece of work goes there and its result comes back, with nothing in between.

What the standard executors do besides (futures for threads that wait, locks for each of them) costs as much as a small
piece of work does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Order(NamedTuple):
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class Threads:
    """This many threads; work is taken up in the order in which it comes."""

    def __init__(self, count: int, name: str) -> None:
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._threads = [Thread(target=self._serve, name=f"{name}_{number}", daemon=True) for number in range(count)]
        for thread in self._threads:
            thread.start()

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """What some work gives. Whoever goes away meanwhile does not stop it."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._orders.put(_Order(loop, answer, work, arguments))
        return await answer

    def close(self) -> None:
        """Finish what has been ordered, and wait for it."""
        for _ in self._threads:
            self._orders.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (order := self._orders.get()) is not None:
            loop, answer, work, arguments = order
            done: Any = None
            failed: BaseException | None = None
            try:
                done = work(*arguments)
            except BaseException as error:
                failed = error
            loop.call_soon_threadsafe(_settle, answer, done, failed)
            del order, answer, work, arguments, done, failed  # nothing is kept alive by a thread that waits


def _settle(answer: asyncio.Future[Any], done: Any, failed: BaseException | None) -> None:
    if answer.done():
        return
    if failed is None:
        answer.set_result(done)
    else:
        answer.set_exception(failed)
