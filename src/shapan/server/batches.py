"""One writer for a database that has one: whatever waits when it begins goes to disk together.

To reach the disk takes longer than all else about a write, and costs the same for one action as for thirty.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

T = TypeVar("T")
Work = Callable[[sa.Connection], Any]
MOST: Final = 64
"""Orders that are carried out together."""


class Order:
    """Some work that somebody waits for."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.answer: Future[Any] = Future()
        self.done: Any = None
        self.failed: Exception | None = None

    def settle(self) -> None:
        """It is on disk, or it failed by itself and is not."""
        if self.failed is None:
            self.answer.set_result(self.done)
        else:
            self.answer.set_exception(self.failed)


class Batches:
    """Carries orders out in a thread of its own, in the order in which they came, each wholly or not at all."""

    def __init__(self, transaction: Callable[[Work], Any]) -> None:
        self._transaction = transaction
        """Does some work in one transaction."""
        self._waiting: SimpleQueue[Order] = SimpleQueue()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="shapan-write")

    async def do(self, work: Callable[[sa.Connection], T]) -> T:
        """Do some work; it is on disk when this returns."""
        order = Order(work)
        self._waiting.put(order)
        self._thread.submit(self._carry_out)
        return cast(T, await asyncio.wrap_future(order.answer))

    def close(self) -> None:
        """Finish what is being written."""
        self._thread.shutdown()

    def _carry_out(self) -> None:
        orders = self._taken()
        if not orders:  # somebody before has carried them out along with his own
            return
        try:
            self._transaction(lambda connection: _together(connection, orders))
        except BaseException as error:  # nothing of it is stored
            for order in orders:
                order.answer.set_exception(error)
        else:
            for order in orders:
                order.settle()

    def _taken(self) -> list[Order]:
        """Those that wait and are still wanted."""
        orders: list[Order] = []
        while len(orders) < MOST:
            try:
                order = self._waiting.get_nowait()
            except Empty:
                break
            if order.answer.set_running_or_notify_cancel():
                orders.append(order)
        return orders


def _together(connection: sa.Connection, orders: Sequence[Order]) -> None:
    if len(orders) == 1:
        orders[0].done = orders[0].work(connection)
        return
    for order in orders:
        try:
            with connection.begin_nested():
                order.done = order.work(connection)
        except IntegrityError as error:
            order.failed = error
        except SQLAlchemyError:  # nobody can tell what has become of the others
            raise
        except Exception as error:
            order.failed = error
