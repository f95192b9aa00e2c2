"""Threads that work for an event loop: a piece of work goes there and its result comes back, with nothing in between.

What the standard executors do besides (futures for threads that wait, locks for each of them) costs as much as a small
piece of work does.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")


Finish: TypeAlias = Callable[[], object]
"""What is done once a thread is free again: whoever hears of some work may have more."""
Work: TypeAlias = Callable[[], Finish | None]


class Threads:
    """This many threads; work is taken up in the order in which it comes, by whoever has worked last: what he needs for
    it is still at hand."""

    def __init__(self, count: int, name: str) -> None:
        self._lock = Lock()
        """Held by whoever looks who is idle, or what waits."""
        self._waiting: deque[Work] = deque()
        self._idle: list[SimpleQueue[Work | None]] = []
        self._desks: list[SimpleQueue[Work | None]] = [SimpleQueue() for _ in range(count)]
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
        self.post(partial(_answered, loop, answer, work, arguments))
        return await answer

    def post(self, work: Work) -> None:
        """Have some work done that tells by itself what has come of it, and raises nothing."""
        with self._lock:
            desk = self._idle.pop() if self._idle else None
            if desk is None:
                self._waiting.append(work)
        if desk is not None:
            desk.put(work)

    def close(self) -> None:
        """Finish what has been ordered, and wait for it."""
        for desk in self._desks:
            desk.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, desk: SimpleQueue[Work | None]) -> None:
        while (work := desk.get()) is not None:
            while work is not None:
                finish = work()
                work = self._next(desk)
                if finish is not None:
                    finish()
                del finish  # nothing is kept alive by a thread that waits

    def _next(self, desk: SimpleQueue[Work | None]) -> Work | None:
        """What has waited longest; if nothing does, this one is idle."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._idle.append(desk)
            return None


def _answered(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[T], work: Callable[..., T], arguments: tuple[Any, ...]
) -> Finish:
    try:
        return partial(tell, loop, answer, work(*arguments))
    except BaseException as error:
        return partial(tell, loop, answer, error)


def tell(loop: asyncio.AbstractEventLoop, answer: asyncio.Future[T], found: T | BaseException) -> None:
    """Settle, from any thread, what somebody waits for."""
    loop.call_soon_threadsafe(settle, answer, found)


def settle(answer: asyncio.Future[T], found: T | BaseException) -> None:
    """What somebody waits for is there, or has failed; he may have given up waiting."""
    if answer.done():
        return
    if isinstance(found, BaseException):
        answer.set_exception(found)
    else:
        answer.set_result(found)
