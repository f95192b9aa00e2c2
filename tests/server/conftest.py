"""Fixtures of the server's tests. What takes the ``server`` or the ``storage`` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from tests.server import parlour, trio
from tests.server.kit import Server, serving
from tests.server.postgres import new_database, running_postgres

from shapan.games import game as real_game
from shapan.kernel import Game
from shapan.server import house, identity, lobby


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def _parlour_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server also knows the parlour games."""
    ours = {game.id: game for game in (parlour.GAME, trio.GAME)}

    def find(name: str) -> Game:
        return ours[name] if name in ours else real_game(name)

    for module in (house, lobby):
        monkeypatch.setattr(module, "find_game", find)


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed with the least of everything: what makes guessing dear makes tests dear too."""
    least = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(identity, "PasswordHasher", least)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a database server."""
    with running_postgres() as url:
        yield url


@pytest.fixture
def database(postgres: str) -> str:
    """A new, empty database of PostgreSQL."""
    return new_database(postgres)


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def new_storage(request: pytest.FixtureRequest) -> Callable[[Path], str]:
    """Makes new databases: the tests that use it run once for each sort."""
    if request.param == "sqlite":
        return lambda folder: f"sqlite:///{folder / 'test.db'}"
    server: str = request.getfixturevalue("postgres")
    return lambda _folder: new_database(server)


@pytest.fixture
def storage(new_storage: Callable[[Path], str], tmp_path: Path) -> str:
    """The URL of a new database."""
    return new_storage(tmp_path)


@pytest.fixture
async def server(tmp_path: Path, storage: str) -> AsyncIterator[Server]:
    async with serving(tmp_path, database=storage) as running:
        yield running
