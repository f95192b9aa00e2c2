"""Actions that wait for PostgreSQL go there together; one that is late or wrong takes nobody along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, Lock

import pytest
from msgspec.structs import replace
from tests.server.kit import PARLOUR, serving

from shapan.server.appends import Append, Appends, Order, StaleError
from shapan.server.problems import Problem

pytestmark = pytest.mark.anyio


class Shelf:
    """Stores what it is given, in batches that it remembers; the first one waits to be let go."""

    def __init__(self, *, stale: str = "", broken: str = "") -> None:
        self.batches: list[list[str]] = []
        self.begun, self.go_on = Event(), Event()
        self._stale, self._broken = stale, broken

    def store(self, batch: Sequence[Append]) -> set[str]:
        games = [one.game_id for one in batch]
        self.batches.append(games)
        self.begun.set()
        self.go_on.wait()
        if self._broken in games:
            raise Problem("busy", "broken")
        return set(games) - {self._stale}


async def added(shelf: Shelf, *games: str) -> list[bool | BaseException]:
    """What becomes of these while an earlier one is on its way."""
    appends, first = Appends(shelf.store), order("first")
    storing = asyncio.ensure_future(asyncio.to_thread(appends.add, first))
    await asyncio.to_thread(shelf.begun.wait)
    others = [order(game) for game in games]
    for one in others:
        await asyncio.to_thread(appends.add, one)  # nobody waits for whoever is storing
    shelf.go_on.set()
    await storing
    assert (await first.answer).game_id == "first"
    return [_came_of(one) for one in await asyncio.gather(*(one.answer for one in others), return_exceptions=True)]


def order(game: str) -> Order:
    loop = asyncio.get_running_loop()
    return Order(Append(game, 0, (), {}), loop, loop.create_future())


def _came_of(found: Append | BaseException) -> bool | BaseException:
    return found if isinstance(found, Problem) else not isinstance(found, StaleError)


async def test_those_who_wait_go_together() -> None:
    shelf = Shelf(stale="b")
    assert await added(shelf, "a", "b", "c") == [True, False, True]
    assert shelf.batches == [["first"], ["a", "b", "c"]]


async def test_the_second_step_of_a_game_waits_for_the_first() -> None:
    shelf = Shelf()
    assert await added(shelf, "a", "a", "b") == [True, True, True]
    assert shelf.batches == [["first"], ["a", "b"], ["a"]]


async def test_one_that_is_broken_takes_nobody_along() -> None:
    shelf = Shelf(broken="b")
    a, b, c = await added(shelf, "a", "b", "c")
    assert (a, type(b), c) == (True, Problem, True)
    assert shelf.batches == [["first"], ["a", "b", "c"], ["a"], ["b"], ["c"]]


class Pen:
    """A lock; something may happen just before it is laid down."""

    def __init__(self, before: Callable[[], None]) -> None:
        self._lock, self._before = Lock(), before

    def acquire(self, *, blocking: bool) -> bool:
        return self._lock.acquire(blocking=blocking)

    def release(self) -> None:
        self._before()
        self._lock.release()


async def test_nobody_is_forgotten_who_comes_as_the_pen_is_laid_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """He finds it held and goes; whoever held it had looked for the last time before he came."""
    shelf, late = Shelf(), [order("late")]
    shelf.go_on.set()
    appends = Appends(shelf.store)
    monkeypatch.setattr(appends, "_pen", Pen(lambda: appends.add(late.pop()) if late else None))
    appends.add(order("first"))
    assert shelf.batches == [["first"], ["late"]]


async def test_what_postgresql_stores_of_a_batch(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        house, stored = server.house, server.house.store
        games = [(await server.two_players(PARLOUR))[2] for _ in range(2)]
        rooms = [await house.room(game) for game in games]
        steps = []
        for room in rooms:
            action = room.game.parse(room.table.position, "bid 0")
            new = room.table.play(action, cid="c")
            steps.append((room.id, room.table.seq, new, {**room.changes(), "updated": room.row["updated"]}))
        late = (steps[1][0], steps[1][1] + 1, *steps[1][2:])
        loop = asyncio.get_running_loop()
        orders = [Order(Append(*step), loop, loop.create_future()) for step in (steps[0], late)]
        await asyncio.gather(*(asyncio.to_thread(stored.append, one) for one in orders))
        done = await asyncio.gather(*(one.answer for one in orders), return_exceptions=True)
        assert [type(one) for one in done] == [Append, StaleError]
        for game, (_, seq, new, changes), goes_on in zip(games, steps, (True, False), strict=True):
            kept = [replace(entry, events=()) for entry in new] if goes_on else []
            assert await stored.entries(game, seq) == kept
            row = await stored.game(game)
            assert row is not None
            assert row["seq"] == seq + len(kept)
            assert not goes_on or {name: row[name] for name in changes} == changes
