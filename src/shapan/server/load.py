"""Many games at once against a server in processes of its own: how soon actions are acknowledged, and at what cost."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from shapan.games import game as find_game

from .deltas import applied
from .settings import Settings

ACK_LIMIT_MS: Final = 250
OPENING: Final = 20
"""How many games are opened at a time."""


class Burden(msgspec.Struct, frozen=True, kw_only=True):
    """What is played."""

    title: str = "mukden"
    scenario: str | None = None
    games: int = 200
    every: float = 5.0
    """Seconds between two actions of a game."""
    seconds: float = 60.0
    processes: int = 1
    database: str | None = None
    """A new SQLite file if none."""


class LoadFigures(msgspec.Struct):
    """How soon actions were acknowledged while many games were played at once."""

    games: int
    processes: int
    seconds: float
    actions: int
    per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    slowest_ms: float
    within_limit: float
    server_cpu_ms: float
    """Processor time of all the server's processes per action, which does not depend on what else the machine does."""
    memory_mb: float
    """Of all the server's processes together; what they share is counted once."""
    load: float
    """The machine's load average at the end: above its number of cores, times say more about the others."""
    wrong: dict[str, int]
    """What went wrong, how often."""

    @property
    def errors(self) -> int:
        return sum(self.wrong.values())

    @property
    def holds(self) -> bool:
        return self.within_limit >= 0.99 and self.errors == 0


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


# --- the players ------------------------------------------------------------------------------------


class Shown(msgspec.Struct):
    """What a player needs of a View."""

    ask: dict[str, Any]


class Differing(msgspec.Struct):
    """What has changed in that."""

    ask: dict[str, Any] | None = None


class Change(msgspec.Struct, rename={"inside": "in"}):
    inside: Differing


class Heard(msgspec.Struct):
    """A message of the server. Whatever else is in it is passed over: players share the machine with the server that is
    measured, and what they do with a View they would do at home."""

    t: str
    seq: int = 0
    cid: str | None = None
    view: Shown | None = None
    change: Change | None = None
    problem: dict[str, Any] = {}


HEARD: Final = msgspec.json.Decoder(Heard)


class Stand(msgspec.Struct):
    """How the game stands for a side: its number, and what is asked."""

    seq: int
    ask: dict[str, Any]


class Pair:
    """Both players of one game, each with a socket, who act by turns."""

    def __init__(self, url: str, burden: Burden, rng: Random) -> None:
        self.url = url
        self.burden = burden
        self.rng = rng
        self.times: list[float] = []
        self.wrong: Counter[str] = Counter()
        """What went wrong, how often."""
        self.seen: Counter[str] = Counter()
        """The last entry of each side that was acknowledged: nobody acts before he has seen it."""
        self.stands: dict[str, Stand] = {}
        self.sockets: dict[str, ClientConnection] = {}
        self.readers: list[asyncio.Task[None]] = []
        self.acks: dict[str, asyncio.Future[Heard]] = {}

    async def open(self, stack: contextlib.AsyncExitStack) -> None:
        """Make the game, join it from a second browser, connect both."""
        sides = find_game(self.burden.title).sides_in(self.burden.scenario)
        wish: dict[str, Any] = {"title": self.burden.title, "seats": {sides[0]: "me", sides[1]: "human"}}
        if self.burden.scenario is not None:
            wish["scenario"] = self.burden.scenario
        game, host = await asyncio.to_thread(post, f"{self.url}/api/v1/games", wish)
        secret = {"secret": game["invitations"][sides[1]]["secret"]}
        _, guest = await asyncio.to_thread(post, f"{self.url}/api/v1/games/{game['id']}/join", secret)
        for side, cookie in zip(sides, (host, guest), strict=True):
            url = f"{self.url.replace('http', 'ws', 1)}/ws/v1/{game['id']}"
            cookies = {"Cookie": cookie}
            # browsers send no pings of their own
            opening = connect(
                url, additional_headers=cookies, max_size=None, compression=None, open_timeout=60, ping_interval=None
            )
            link = await stack.enter_async_context(opening)
            await link.send(json.dumps({"t": "hello", "proto": 1, "deltas": True}))
            self.sockets[side] = link
            self.readers.append(asyncio.create_task(self._read(side, link)))

    async def _read(self, side: str, link: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for text in link:
                heard = HEARD.decode(text)
                if heard.view is not None:
                    self.stands[side] = Stand(heard.seq, heard.view.ask)
                elif heard.change is not None:
                    stand, ask = self.stands[side], heard.change.inside.ask
                    self.stands[side] = Stand(heard.seq, stand.ask if ask is None else applied(stand.ask, ask))
                elif heard.cid is not None and (waiting := self.acks.pop(heard.cid, None)):
                    waiting.set_result(heard)

    async def play(self, until: float) -> None:
        """An action every so many seconds, by whoever owes the decision."""
        every = self.burden.every
        await asyncio.sleep(self.rng.random() * every)
        number = 0
        while time.monotonic() < until:
            due = time.monotonic() + every
            number += 1
            await self._act(str(number))
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def _act(self, cid: str) -> None:
        asked = ((side, stand) for side, stand in self.stands.items() if stand.ask["actor"] == side)
        actor, stand = next(asked, ("", Stand(0, {})))
        groups = stand.ask.get("options")
        if not groups or stand.seq < self.seen[actor]:
            return
        group = self.rng.choice(groups)
        words = [group["verb"], *group.get("words", ())]
        if group.get("values"):
            words.append(self.rng.choice(group["values"]))
        waiting = self.acks[cid] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        message = {"t": "act", "cid": cid, "seq": stand.seq, "action": " ".join(words)}
        try:
            await self.sockets[actor].send(json.dumps(message))
            answer = await asyncio.wait_for(waiting, 30)
        except Exception as error:
            self.wrong[type(error).__name__] += 1
            return
        self.times.append((time.perf_counter() - began) * 1000)
        if answer.t == "err":
            self.wrong[answer.problem["type"]] += 1
        else:
            self.seen[actor] = answer.seq


@contextlib.contextmanager
def unhalted() -> Iterator[None]:
    """Without looking for garbage: what thousands of players remember would take this process half a second each time,
    and all who wait for an answer then would seem to wait for the server."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _load(url: str, pid: int, burden: Burden) -> LoadFigures:
    pairs = [Pair(url, burden, Random(number)) for number in range(burden.games)]
    async with contextlib.AsyncExitStack() as stack:
        for first in range(0, len(pairs), OPENING):
            await asyncio.gather(*(pair.open(stack) for pair in pairs[first : first + OPENING]))
        with unhalted():
            began, spent = time.monotonic(), processor_seconds(pid)
            await asyncio.gather(*(pair.play(began + burden.seconds) for pair in pairs))
            lasted, spent = time.monotonic() - began, processor_seconds(pid) - spent
        memory = memory_mb(pid)
        for pair in pairs:
            for reader in pair.readers:
                reader.cancel()
    times = [one for pair in pairs for one in pair.times]
    return LoadFigures(
        games=burden.games,
        processes=burden.processes,
        seconds=lasted,
        actions=len(times),
        per_second=len(times) / lasted,
        p50_ms=percentile(times, 0.5),
        p95_ms=percentile(times, 0.95),
        p99_ms=percentile(times, 0.99),
        slowest_ms=max(times, default=0.0),
        within_limit=sum(one < ACK_LIMIT_MS for one in times) / max(1, len(times)),
        server_cpu_ms=spent * 1000 / max(1, len(times)),
        memory_mb=memory,
        load=os.getloadavg()[0],
        wrong=dict(sum((pair.wrong for pair in pairs), Counter())),
    )


def start(database: str, port: int, processes: int, *, spare: bool = False) -> subprocess.Popen[bytes]:
    """A server with a keeper of its own; without a spare process, whose start would count among the costs of
    actions."""
    settings = Settings(database=database, workers=1, limits=False, processes=processes, tables=2000, spare=spare)
    written = msgspec.json.encode(settings, enc_hook=str).decode()
    # an installed server has been compiled once; here it is when it starts for the first time
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen([sys.executable, "-c", SERVE, written, str(port)], env=environment)


SERVE: Final = """
import sys, msgspec
from shapan.server.command import run
from shapan.server.settings import Settings
settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
run(settings, "127.0.0.1", int(sys.argv[2]))
"""
"""What the keeper's process does: it holds nothing of those who load it."""
STOPPING: Final = 20
"""Seconds that a server has to end by itself."""


def stop(server: subprocess.Popen[bytes]) -> None:
    """End a server, in whatever way it takes."""
    server.terminate()
    try:
        server.wait(STOPPING)
    except subprocess.TimeoutExpired:
        server.kill()


def bench_load(burden: Burden) -> LoadFigures:
    """This many live games, each with an action every so many seconds, against a server in processes of its own."""
    with tempfile.TemporaryDirectory() as folder:
        database = burden.database or f"sqlite:///{folder}/bench.db"
        port = free_port()
        server = start(database, port, burden.processes)
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url)
            return asyncio.run(_load(url, server.pid, burden))
        finally:
            stop(server)


# --- what the server's processes use --------------------------------------------------------------


def family(pid: int) -> list[int]:
    """A process and all that come from it; itself alone on systems that do not tell."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(_fields(stat)[1])
    found = [pid]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def _fields(stat: Path) -> list[str]:
    """What follows the name of a process, which may hold anything."""
    return stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()


def processor_seconds(pid: int) -> float:
    """User and system time of a process and all that come from it."""
    spent = 0.0
    for one in family(pid):
        with contextlib.suppress(OSError):
            fields = _fields(Path(f"/proc/{one}/stat"))
            spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return spent


def memory_mb(pid: int) -> float:
    """Memory of a process and all that come from it; what they share is counted once."""
    total = 0
    for one in family(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total / 1024


def post(url: str, body: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The answer to a request of somebody new, and the cookie that came with it."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), answer.headers["Set-Cookie"].partition(";")[0]


def wait_for(url: str) -> None:
    """Wait until a server is ready."""
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=5):
            return
        time.sleep(0.05)
    raise TimeoutError("the server does not answer")


def free_port() -> int:
    """A port that nobody listens on."""
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
