"""Views that are wanted at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from threading import Thread, current_thread
from types import SimpleNamespace
from typing import Any, cast

import pytest

from shapan.server.easel import LONG, MOST, Easel
from shapan.server.hub import Wanted
from shapan.server.room import Room
from shapan.server.threads import Threads

pytestmark = pytest.mark.anyio


class Picture:
    """Something to draw, by whom it was drawn and in which company."""

    def __init__(self, drawing: float = 0.0, *, spoilt: bool = False) -> None:
        self.spoilt = spoilt
        self.by: Thread | None = None
        self.room = cast(Room, SimpleNamespace(table=self, drawing=drawing))

    def draw(self, _wanted: Collection[Wanted]) -> None:
        self.by = current_thread()
        if self.spoilt:
            raise ZeroDivisionError


async def drawn(*pictures: Picture) -> list[BaseException | None]:
    threads = Threads(4, "test")
    easel = Easel(threads, lambda work, *arguments: work(*arguments))
    found: list[Any] = await asyncio.gather(*(easel.draw(one.room, ()) for one in pictures), return_exceptions=True)
    await asyncio.to_thread(threads.close)
    return found


async def test_one_thread_draws_what_is_wanted_together() -> None:
    pictures = [Picture() for _ in range(MOST)]
    assert await drawn(*pictures) == [None] * MOST
    assert len({one.by for one in pictures}) == 1


async def test_nobody_waits_for_one_that_took_long_the_last_time() -> None:
    long, *short = [Picture(LONG), Picture(), Picture()]
    await drawn(long, *short)
    assert len({one.by for one in short}) == 1
    assert long.by not in {one.by for one in short}


async def test_one_that_fails_spoils_no_other() -> None:
    found = await drawn(Picture(), Picture(spoilt=True), Picture())
    assert [type(one) for one in found] == [type(None), ZeroDivisionError, type(None)]


async def test_how_long_it_took_is_remembered() -> None:
    picture = Picture(LONG)
    await drawn(picture)
    assert picture.room.drawing < LONG
