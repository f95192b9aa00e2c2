"""Views that are wanted at the same moment are drawn by one thread, one after another, and told together.

To wake a thread that has slept costs as much as a small View. A game whose Views took long the last time gets a thread
of its own, so that no other waits for it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from .hub import Wanted
from .room import Room
from .threads import Finish, Threads, settle

LONG: Final = 0.005
"""Seconds of drawing for which nobody else should wait."""
MOST: Final = 8
"""Games that are drawn one after another."""


class _Order(NamedTuple):
    room: Room
    wanted: Collection[Wanted]
    answer: asyncio.Future[None]


class Easel:
    """Gathers what is wanted in one turn of the event loop."""

    def __init__(self, threads: Threads, timed: Callable[..., Any]) -> None:
        self._threads = threads
        self._timed = timed
        """Does something, and counts what it takes."""
        self._orders: list[_Order] = []

    async def draw(self, room: Room, wanted: Collection[Wanted]) -> None:
        """Have the Views of these sides of a game drawn."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[None] = loop.create_future()
        if not self._orders:
            loop.call_soon(self._hand_out, loop)
        self._orders.append(_Order(room, wanted, answer))
        await answer

    def _hand_out(self, loop: asyncio.AbstractEventLoop) -> None:
        orders, self._orders = self._orders, []
        short = [order for order in orders if order.room.drawing < LONG]
        batches = [short[at : at + MOST] for at in range(0, len(short), MOST)]
        batches += [[order] for order in orders if order.room.drawing >= LONG]
        for batch in batches:
            self._threads.post(partial(self._drawn, loop, batch))

    def _drawn(self, loop: asyncio.AbstractEventLoop, orders: Sequence[_Order]) -> Finish:
        found: list[BaseException | None] = []
        for room, wanted, _ in orders:
            began = time.thread_time()
            try:
                self._timed(room.table.draw, wanted)
                found.append(None)
            except BaseException as error:
                found.append(error)
            room.drawing = time.thread_time() - began
        return partial(loop.call_soon_threadsafe, _settle, orders, found)


def _settle(orders: Sequence[_Order], found: Sequence[BaseException | None]) -> None:
    for order, one in zip(orders, found, strict=True):
        settle(order.answer, one)
