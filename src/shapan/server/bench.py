"""Measures the server: how large and how quick Views are, and how soon actions of many games are acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import multiprocessing
import os
import socket
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from shapan.games import game as find_game
from shapan.kernel import NOBODY, Match
from shapan.lab.bench import Measure

from .command import run
from .settings import Settings
from .table import Table

VIEW_LIMIT_KB = 100
VIEW_LIMIT_MS = 50
ACK_LIMIT_MS = 250
CPU_LIMIT_MS = 20
"""Half of one core at forty actions a second."""


class ViewFigures(msgspec.Struct):
    """The largest View of random games, and how long Views take."""

    title: str
    views: int
    largest_kb: float
    largest_gzip_kb: float
    p50_ms: float
    p95_ms: float
    p95_cpu_ms: float
    """The same in processor time, which does not depend on what else the machine does."""

    @property
    def holds(self) -> bool:
        return self.largest_gzip_kb < VIEW_LIMIT_KB and self.p95_ms < VIEW_LIMIT_MS


class LoadFigures(msgspec.Struct):
    """How soon actions were acknowledged while many games were played at once."""

    games: int
    seconds: float
    actions: int
    per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    slowest_ms: float
    within_limit: float
    server_cpu_ms: float
    """Processor time of the server per action, which does not depend on what else the machine does."""
    errors: int

    @property
    def holds(self) -> bool:
        return self.within_limit >= 0.99 and self.errors == 0


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def bench_views(title: str = "mukden", games: int = 3, seed: int = 1) -> ViewFigures:
    """View and options of every position of random games, encoded as they are sent."""
    rng = Random(seed)
    times: list[float] = []
    processor: list[float] = []
    largest = b""
    for _ in range(games):
        table = Table(Match(find_game(title)))
        table.publish(table.start())
        while table.position.actor != NOBODY:
            side = table.position.actor
            began, spent = time.perf_counter(), time.process_time()
            body = table.view(side)
            times.append((time.perf_counter() - began) * 1000)
            processor.append((time.process_time() - spent) * 1000)
            largest = max(largest, body, key=len)
            table.publish(table.play(table.position.options().sample(rng)))
    small = len(gzip.compress(largest, 5)) / 1024
    return ViewFigures(
        title=title,
        views=len(times),
        largest_kb=len(largest) / 1024,
        largest_gzip_kb=small,
        p50_ms=percentile(times, 0.5),
        p95_ms=percentile(times, 0.95),
        p95_cpu_ms=percentile(processor, 0.95),
    )


# --- many games at once ---------------------------------------------------------------------------


def _serve(folder: str, port: int) -> None:
    run(Settings(database=f"sqlite:///{folder}/bench.db", workers=1, limits=False), "127.0.0.1", port)


class Pair:
    """Both players of one game, each with a socket, who act by turns."""

    def __init__(self, url: str, title: str, rng: Random) -> None:
        self.url = url
        self.title = title
        self.rng = rng
        self.times: list[float] = []
        self.errors = 0
        self.state: dict[str, Any] = {}
        self.sockets: dict[str, ClientConnection] = {}
        self.readers: list[asyncio.Task[None]] = []
        self.acks: dict[str, asyncio.Future[dict[str, Any]]] = {}

    async def open(self, stack: contextlib.AsyncExitStack) -> None:
        """Make the game, join it from a second browser, connect both."""
        sides = find_game(self.title).sides_in()
        wish = {"title": self.title, "seats": {sides[0]: "me", sides[1]: "human"}}
        game, host = await asyncio.to_thread(_post, f"{self.url}/api/v1/games", wish)
        secret = {"secret": game["invitations"][sides[1]]["secret"]}
        _, guest = await asyncio.to_thread(_post, f"{self.url}/api/v1/games/{game['id']}/join", secret)
        for side, cookie in zip(sides, (host, guest), strict=True):
            url = f"{self.url.replace('http', 'ws', 1)}/ws/v1/{game['id']}"
            headers = {"Cookie": cookie}
            link = await stack.enter_async_context(connect(url, additional_headers=headers, max_size=None))
            await link.send(json.dumps({"t": "hello", "proto": 1}))
            self.sockets[side] = link
            self.readers.append(asyncio.create_task(self._read(side, link)))

    async def _read(self, side: str, link: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for text in link:
                message = msgspec.json.decode(text)
                if message["t"] in ("state", "patch") and message["view"]["ask"]["actor"] in (side, NOBODY):
                    self.state = message
                elif message["t"] in ("ack", "err") and (waiting := self.acks.pop(message["cid"], None)):
                    waiting.set_result(message)

    async def play(self, every: float, until: float) -> None:
        """An action every so many seconds, by whoever owes the decision."""
        await asyncio.sleep(self.rng.random() * every)
        number = 0
        while time.monotonic() < until:
            due = time.monotonic() + every
            number += 1
            await self._act(str(number))
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def _act(self, cid: str) -> None:
        ask = self.state.get("view", {}).get("ask", {})
        groups = ask.get("options")
        if not groups:
            return
        group = self.rng.choice(groups)
        words = [group["verb"], *group.get("words", ())]
        if group.get("values"):
            words.append(self.rng.choice(group["values"]))
        waiting = self.acks[cid] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        message = {"t": "act", "cid": cid, "seq": self.state["seq"], "action": " ".join(words)}
        await self.sockets[ask["actor"]].send(json.dumps(message))
        try:
            answer = await asyncio.wait_for(waiting, 30)
        except TimeoutError:
            self.errors += 1
            return
        self.times.append((time.perf_counter() - began) * 1000)
        self.errors += answer["t"] == "err"


async def _load(url: str, pid: int, title: str, games: int, every: float, seconds: float) -> LoadFigures:
    pairs = [Pair(url, title, Random(number)) for number in range(games)]
    async with contextlib.AsyncExitStack() as stack:
        for pair in pairs:
            await pair.open(stack)
        began, spent = time.monotonic(), _processor_seconds(pid)
        await asyncio.gather(*(pair.play(every, began + seconds) for pair in pairs))
        lasted, spent = time.monotonic() - began, _processor_seconds(pid) - spent
        for pair in pairs:
            for reader in pair.readers:
                reader.cancel()
    times = [one for pair in pairs for one in pair.times]
    within = sum(one < ACK_LIMIT_MS for one in times) / max(1, len(times))
    return LoadFigures(
        games=games,
        seconds=lasted,
        actions=len(times),
        per_second=len(times) / lasted,
        p50_ms=percentile(times, 0.5),
        p95_ms=percentile(times, 0.95),
        p99_ms=percentile(times, 0.99),
        slowest_ms=max(times, default=0.0),
        within_limit=within,
        server_cpu_ms=spent * 1000 / max(1, len(times)),
        errors=sum(pair.errors for pair in pairs),
    )


def bench_load(title: str = "mukden", games: int = 200, every: float = 5.0, seconds: float = 60.0) -> LoadFigures:
    """So many live games, each with an action every so many seconds, against a server in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        server = multiprocessing.get_context("spawn").Process(target=_serve, args=(folder, port))
        server.start()
        try:
            url = f"http://127.0.0.1:{port}"
            _wait(url)
            return asyncio.run(_load(url, server.pid or 0, title, games, every, seconds))
        finally:
            server.terminate()
            server.join(10)
            if server.is_alive():
                server.kill()


def _processor_seconds(pid: int) -> float:
    """User and system time of a process; 0 on systems that do not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _post(url: str, body: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The answer to a request of somebody new, and the cookie that came with it."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer), answer.headers["Set-Cookie"].partition(";")[0]


def _wait(url: str) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=5):
            return
        time.sleep(0.05)
    raise TimeoutError("the server does not answer")


def _free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def bench_server(title: str, games: int, seconds: float, say: Callable[[str], None]) -> list[Measure]:
    """The limits of the server: how large and quick Views are, how soon actions of many games are acknowledged."""
    say(f"views of {title}")
    views = bench_views(title)
    say(f"{games} games at once for {seconds:.0f} seconds")
    load = bench_load(title, games, seconds=seconds)
    return [
        Measure("largest view, gzipped", views.largest_gzip_kb, VIEW_LIMIT_KB, "KB", at_most=True),
        Measure("view, 95th percentile", views.p95_ms, VIEW_LIMIT_MS, "ms", at_most=True),
        Measure(f"{load.games} games: acknowledged within {ACK_LIMIT_MS} ms", 100 * load.within_limit, 99, "percent"),
        Measure("server's processor time per action", load.server_cpu_ms, CPU_LIMIT_MS, "ms", at_most=True),
        Measure("errors under load", load.errors, 0, "", at_most=True),
    ]
