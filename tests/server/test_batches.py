"""Writers of a database that has one: those who have queued up write together, each wholly or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa

from shapan.server.problems import Problem
from shapan.server.store import Store
from shapan.server.tables import pulse


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite:///{tmp_path}/batches.db")
    await store.open()
    yield store
    await store.close()


def beat(slot: int) -> sa.Insert:
    return pulse.insert().values(slot=slot, at="now")


pytestmark = pytest.mark.anyio


class Held:
    """Keeps the writer busy until it is let go, so that others queue up behind it."""

    def __init__(self, store: Store) -> None:
        self._go_on = Event()
        self._task = asyncio.ensure_future(store._write(lambda _: self._go_on.wait()))

    async def let_go(self) -> None:
        self._go_on.set()
        await self._task


async def queued(store: Store, *works: Any) -> list[Any]:
    """What becomes of works that queue up together, and how many transactions they took."""
    held = Held(store)
    await asyncio.sleep(0)
    began: list[int] = []
    sa.event.listen(store.engine, "begin", lambda _: began.append(1))
    tasks = [asyncio.ensure_future(store._write(work)) for work in works]
    await asyncio.sleep(0)
    await held.let_go()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert len(began) <= 2, "those who waited wrote together"
    return answers


async def slots(store: Store) -> list[int]:
    return [row["slot"] for row in await store.rows(sa.select(pulse).order_by(pulse.c.slot))]


async def test_those_who_wait_write_together(store: Store) -> None:
    def noted(slot: int) -> Any:
        def work(connection: sa.Connection) -> int:
            connection.execute(beat(slot))
            return slot

        return work

    assert await queued(store, *map(noted, range(10, 40))) == list(range(10, 40))
    assert await slots(store) == list(range(10, 40))


async def test_whoever_fails_takes_nobody_along(store: Store) -> None:
    def fails(connection: sa.Connection) -> None:
        connection.execute(beat(12))
        raise Problem("conflict", "not so")

    def same(connection: sa.Connection) -> None:
        connection.execute(beat(11))

    answers = await queued(store, same, fails, same, lambda connection: connection.execute(beat(13)) and None)
    assert [type(answer).__name__ for answer in answers] == ["NoneType", "Problem", "IntegrityError", "NoneType"]
    assert await slots(store) == [11, 13]


async def test_what_cannot_be_stored_at_all_is_told_to_everybody(store: Store) -> None:
    def breaks(connection: sa.Connection) -> None:
        connection.exec_driver_sql("insert into nowhere values (1)")

    answers = await queued(store, lambda connection: connection.execute(beat(14)) and None, breaks)
    assert [answer.kind for answer in answers] == ["busy", "busy"]
    assert await slots(store) == []


async def test_whoever_does_not_want_it_any_more_is_passed_over(store: Store) -> None:
    held = Held(store)
    await asyncio.sleep(0)
    task = asyncio.ensure_future(store.run(beat(15)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await held.let_go()
    await store.run(beat(16))
    assert await slots(store) == [16]
