"""How soon others are answered while somebody sets up and looks at the heaviest table, again and again."""

from __future__ import annotations

import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Final

import msgspec

from shapan.games import game as find_game

from .load import free_port, percentile, post, start, wait_for
from .load import stop as end

PAUSE: Final = 0.02
"""Seconds between two questions."""


class BesideFigures(msgspec.Struct):
    """Answers to ``/healthz``: alone, and while tables are set up."""

    tables: int
    """Set up meanwhile."""
    alone_p99_ms: float
    beside_p50_ms: float
    beside_p99_ms: float
    beside_slowest_ms: float


def bench_beside(title: str, scenario: str, seconds: float) -> BesideFigures:
    """Ask a server how it is, at first with nobody about, then while somebody sets up one table after another."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        port = free_port()
        server = start(f"sqlite:///{folder}/beside.db", port, 1)
        url, stop = f"http://127.0.0.1:{port}", Event()
        try:
            wait_for(url)
            alone = _asked(url, seconds / 4)
            busy = thread.submit(_set_up, url, title, scenario, stop)
            beside = _asked(url, seconds)
            stop.set()
            tables = busy.result()
        finally:
            stop.set()
            end(server)
    return BesideFigures(
        tables, percentile(alone, 0.99), percentile(beside, 0.5), percentile(beside, 0.99), max(beside, default=0.0)
    )


def _set_up(url: str, title: str, scenario: str, stop: Event) -> int:
    """Make games and look at them, each as somebody new; how many."""
    first, second = find_game(title).sides_in(scenario)
    wish = {"title": title, "scenario": scenario, "seats": {first: "me", second: "hotseat"}}
    made = 0
    while not stop.is_set():
        game, cookie = post(f"{url}/api/v1/games", wish)
        request = urllib.request.Request(f"{url}/api/v1/games/{game['id']}/view", headers={"Cookie": cookie})
        with urllib.request.urlopen(request, timeout=60) as answer:
            answer.read()
        made += 1
    return made


def _asked(url: str, seconds: float) -> list[float]:
    """How many milliseconds each answer took."""
    times: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        with urllib.request.urlopen(f"{url}/healthz", timeout=60) as answer:
            answer.read()
        times.append((time.perf_counter() - began) * 1000)
        time.sleep(PAUSE)
    return times
