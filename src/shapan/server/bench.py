"""Measures the server: how large and how quick Views are, and how soon and at what cost actions are acknowledged."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from shapan.games import game as find_game
from shapan.kernel import NOBODY, Match
from shapan.lab.bench import Measure

from .beside import bench_beside
from .load import ACK_LIMIT_MS, Burden, LoadFigures, bench_load, percentile
from .table import Table

VIEW_LIMIT_KB: Final = 100
VIEW_LIMIT_MS: Final = 50
CPU_LIMIT_MS: Final = 3
HEAVIEST: Final = ("yangtze", "s8_wanling_bund")
"""The scenario whose Views take longest."""
HEAVIEST_CPU_LIMIT_MS: Final = 10
MEMORY_LIMIT_MB: Final = 600
HEALTH_LIMIT_MS: Final = 50
BESIDE_SECONDS: Final = 20.0


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


def bench_server(title: str, burden: Burden, say: Callable[[str], None]) -> list[Measure]:
    """The limits of the server: how large and quick Views are, how soon and at what cost actions are acknowledged."""
    say(f"views of {title}")
    views = bench_views(title)
    say(f"{burden.games} games of {title} at once for {burden.seconds:.0f} seconds")
    load = bench_load(msgspec.structs.replace(burden, title=title))
    heavy, scenario = HEAVIEST
    fewer = msgspec.structs.replace(burden, title=heavy, scenario=scenario, games=max(1, burden.games // 10))
    say(f"{fewer.games} games of {heavy}, {scenario}")
    heaviest = bench_load(fewer)
    say(f"one table of {heavy} after another, and somebody else beside it")
    beside = bench_beside(heavy, scenario, min(burden.seconds, BESIDE_SECONDS))
    say(f"{beside}")
    return [
        Measure("largest view, gzipped", views.largest_gzip_kb, VIEW_LIMIT_KB, "KB", at_most=True),
        Measure("view, 95th percentile", views.p95_ms, VIEW_LIMIT_MS, "ms", at_most=True),
        *_measures(load, CPU_LIMIT_MS),
        Measure(
            f"{heavy}: processor time per action", heaviest.server_cpu_ms, HEAVIEST_CPU_LIMIT_MS, "ms", at_most=True
        ),
        Measure("healthz beside it, 99th percentile", beside.beside_p99_ms, HEALTH_LIMIT_MS, "ms", at_most=True),
        Measure("healthz with nobody about, 99th percentile", beside.alone_p99_ms, HEALTH_LIMIT_MS, "ms", at_most=True),
    ]


def bench_crowd(burden: Burden, say: Callable[[str], None]) -> list[Measure]:
    """Many live games on one or several processes."""
    say(f"{burden.games} games at once for {burden.seconds:.0f} seconds on {burden.processes} processes")
    figures = bench_load(burden)
    say(f"{figures}")
    memory = Measure("memory of all processes", figures.memory_mb, MEMORY_LIMIT_MB, "MB", at_most=True)
    return [*_measures(figures, CPU_LIMIT_MS), memory]


def _measures(load: LoadFigures, processor: float) -> list[Measure]:
    return [
        Measure(f"{load.games} games: acknowledged within {ACK_LIMIT_MS} ms", 100 * load.within_limit, 99, "percent"),
        Measure("99th percentile", load.p99_ms, ACK_LIMIT_MS, "ms", at_most=True),
        Measure("actions a second", load.per_second, 0, ""),
        Measure("server's processor time per action", load.server_cpu_ms, processor, "ms", at_most=True),
        Measure("errors under load", load.errors, 0, "", at_most=True),
    ]
