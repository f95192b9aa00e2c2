"""The same server on PostgreSQL: a private one is started from the system's packages."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.server.kit import MUKDEN, PARLOUR, Player, Server, free_port, process, serving
from tests.server.test_socket import hear, say, two_tabs

pytestmark = pytest.mark.anyio


def run(command: list[str], *, check: bool = True) -> bool:
    """Run a command quietly; whether it succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = subprocess.DEVNULL
    return subprocess.run(command, check=check, env=environment, cwd="/tmp", stdout=quiet, stderr=quiet).returncode == 0


def find_binaries() -> Path | None:
    """The newest PostgreSQL of this machine; as root on Debian it is installed when it is missing."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not installed and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", "postgresql"]
        if not run(command, check=False):
            run(["apt-get", "update", "-q"], check=False)
            run(command, check=False)
        installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if installed:
        return installed[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


def as_user(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return (
        ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        if os.geteuid() == 0
        else [*command]
    )


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The URL of a database server of our own."""
    binaries = find_binaries()
    if binaries is None:
        advice = "no PostgreSQL: install it (Debian: apt-get install postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(advice)
        pytest.skip(f"#### THE POSTGRESQL TESTS DO NOT RUN: {advice} ####")
    folder = Path(mkdtemp(prefix="shapan-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()
    initdb = [str(binaries / "initdb"), "-D", str(data), "-U", "shapan", "-A", "trust", "-E", "UTF8", "--no-sync"]
    run(as_user(*initdb))
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = [str(binaries / "pg_ctl"), "-D", str(data), "-w"]
    run(as_user(*control, "-o", options, "-l", str(folder / "log"), "start"))
    try:
        yield f"postgresql://shapan@127.0.0.1:{port}/"
    finally:
        run(as_user(*control, "-m", "immediate", "stop"))
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
async def database(postgres: str) -> str:
    """A new, empty database."""
    import psycopg  # noqa: PLC0415 - only where there is a PostgreSQL to talk to

    name = f"test_{os.urandom(4).hex()}"
    async with await psycopg.AsyncConnection.connect(postgres + "postgres", autocommit=True) as connection:
        await connection.execute(f"create database {name}".encode())
    return postgres + name


async def test_a_game_on_postgresql(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as server:
        host, guest, game = await server.two_players({**PARLOUR, "visibility": "public"})
        answers = await asyncio.gather(*(host.act(game, "bid 0", seq=2) for _ in range(5)))
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 4
        await guest.post(f"/games/{game}/chat", {"text": "你好"})
        assert (await host.post("/accounts", {"name": "大山", "password": "correct horse"})).status_code == 201
        taken = await guest.post("/accounts", {"name": "大山", "password": "correct horse"})
        assert taken.status_code == 409
        assert len((await (await server.player()).json("/games?status=running"))["games"]) == 1
        before = await host.json(f"/games/{game}/view")
        cookies = host.client.cookies
    async with serving(tmp_path, database=database) as server:
        host = await server.player()
        host.client.cookies.update(cookies)
        assert await host.json(f"/games/{game}/view") == before


async def test_two_servers_on_one_postgresql(tmp_path: Path, database: str) -> None:
    async with serving(tmp_path, database=database) as one, serving(tmp_path, database=database) as other:
        host, _, game = await one.two_players(MUKDEN)
        same = await _same(other, dict(host.client.cookies))
        await same.json(f"/games/{game}/view")
        tries = [player.act(game, "declare combat", seq=0) for player in (host, same) for _ in range(3)]
        codes = sorted(answer.status_code for answer in await asyncio.gather(*tries))
        assert codes == [200] + [409] * 5


async def _same(server: Server, cookies: dict[str, str]) -> Player:
    player = await server.player()
    player.client.cookies.update(cookies)
    return player


def test_a_killed_server_loses_nothing_on_postgresql(tmp_path: Path, postgres: str) -> None:
    with process(tmp_path, postgres + "postgres") as server:
        host, guest, game = two_tabs(server)
        done = host.post(f"/games/{game}/actions", {"action": "declare combat"})
        server.kill()
        server.start()
        with guest.socket(game) as theirs:
            say(theirs, t="hello", proto=1, since=0)
            assert hear(theirs, "patch")["seq"] == done["seq"]
