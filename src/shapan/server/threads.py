"""Threads that work for an event loop: a piece of work goes there and its result comes back, with nothing in between.

What the standard executors do besides (futures for threads that wait, locks for each of them) costs as much as a small
piece of work does.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Order(NamedTuple):
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]
    work: Callable[..., Any]
    arguments: tuple[Any, ...]


class Threads:
    """This many threads; work is taken up in the order in which it comes, by whoever has worked last: what he needs for
    it is still at hand."""

    def __init__(self, count: int, name: str) -> None:
        self._lock = Lock()
        """Held by whoever looks who is idle, or what waits."""
        self._waiting: deque[_Order] = deque()
        self._idle: list[SimpleQueue[_Order | None]] = []
        self._desks: list[SimpleQueue[_Order | None]] = [SimpleQueue() for _ in range(count)]
        self._threads = [
            Thread(target=self._serve, args=(desk,), name=f"{name}_{number}", daemon=True)
            for number, desk in enumerate(self._desks)
        ]
        self._idle += self._desks
        for thread in self._threads:
            thread.start()

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """What some work gives. Whoever goes away meanwhile does not stop it."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        order = _Order(loop, answer, work, arguments)
        with self._lock:
            desk = self._idle.pop() if self._idle else None
            if desk is None:
                self._waiting.append(order)
        if desk is not None:
            desk.put(order)
        return await answer

    def close(self) -> None:
        """Finish what has been ordered, and wait for it."""
        for desk in self._desks:
            desk.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, desk: SimpleQueue[_Order | None]) -> None:
        while (order := desk.get()) is not None:
            while order is not None:
                loop, answer, work, arguments = order
                done: Any = None
                failed: BaseException | None = None
                try:
                    done = work(*arguments)
                except BaseException as error:
                    failed = error
                order = self._next(desk)  # first: whoever hears the answer may have more
                loop.call_soon_threadsafe(_settle, answer, done, failed)
                del answer, work, arguments, done, failed  # nothing is kept alive by a thread that waits

    def _next(self, desk: SimpleQueue[_Order | None]) -> _Order | None:
        """What has waited longest; if nothing does, this one is idle."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._idle.append(desk)
            return None


def _settle(answer: asyncio.Future[Any], done: Any, failed: BaseException | None) -> None:
    if answer.done():
        return
    if failed is None:
        answer.set_result(done)
    else:
        answer.set_exception(failed)
