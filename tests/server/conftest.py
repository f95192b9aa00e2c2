"""Fixtures of the server's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server import parlour
from tests.server.kit import Server, serving

from shapan.games import game as real_game
from shapan.kernel import Game
from shapan.server import house, lobby


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _parlour_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server also knows the parlour game."""

    def find(name: str) -> Game:
        return parlour.GAME if name == "parlour" else real_game(name)

    for module in (house, lobby):
        monkeypatch.setattr(module, "find_game", find)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path) as running:
        yield running
