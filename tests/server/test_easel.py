"""Views that are wanted at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from threading import Event, Thread, current_thread
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
        self.done = Event()
        self.room = cast(Room, SimpleNamespace(table=self, drawing=drawing))

    def draw(self, _wanted: Collection[Wanted]) -> None:
        self.by = current_thread()
        self.done.set()
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


class Endless(Picture):
    """One that is not done before all others are."""

    def __init__(self, others: Sequence[Picture]) -> None:
        super().__init__(LONG)
        self.others = others
        self.alone = False
        """Was it left to the end, though it was wanted first?"""

    def draw(self, wanted: Collection[Wanted]) -> None:
        super().draw(wanted)
        self.alone = all(other.done.wait(PATIENCE) for other in self.others)


PATIENCE = 5
"""Seconds until whoever waits for something that never comes gives up."""


async def test_nobody_waits_for_one_that_took_long_the_last_time() -> None:
    """It would be the first of all if one thread drew them one after another."""
    short = [Picture(), Picture()]
    long = Endless(short)
    assert await drawn(long, *short) == [None, None, None]
    assert long.alone
    assert len({one.by for one in short}) == 1


async def test_one_that_fails_spoils_no_other() -> None:
    found = await drawn(Picture(), Picture(spoilt=True), Picture())
    assert [type(one) for one in found] == [type(None), ZeroDivisionError, type(None)]


async def test_how_long_it_took_is_remembered() -> None:
    picture = Picture(LONG)
    await drawn(picture)
    assert picture.room.drawing < LONG
