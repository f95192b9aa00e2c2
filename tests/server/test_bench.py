"""The bench itself: it measures, whatever the figures are on the machine that runs the tests."""

from __future__ import annotations

import pytest

from shapan.server import ordeal
from shapan.server.bench import VIEW_LIMIT_KB, bench_views
from shapan.server.beside import bench_beside
from shapan.server.load import Burden, bench_load


def test_views() -> None:
    figures = bench_views(games=1)
    assert figures.views > 50
    assert figures.largest_gzip_kb < VIEW_LIMIT_KB


def test_load() -> None:
    figures = bench_load(Burden(games=3, every=0.3, seconds=2))
    assert figures.actions >= 3
    assert figures.errors == 0
    assert figures.memory_mb > 10


def test_load_on_two_processes(database: str) -> None:
    figures = bench_load(Burden(games=4, every=0.3, seconds=2, processes=2, database=database))
    assert figures.actions >= 4
    assert figures.errors == 0


def test_an_ordeal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordeal, "PAUSE", (1.0, 2.0))
    figures = ordeal.endure("mukden", Burden(games=2, every=0.1, seconds=4))
    assert figures.killed >= 1
    assert figures.acknowledged > 0
    assert (figures.lost, figures.doubled, figures.errors) == (0, 0, 0)
    assert len(figures.recovered) == figures.killed


def test_others_are_answered_beside_somebody_who_sets_up_tables() -> None:
    figures = bench_beside("mukden", "battle", 1)
    assert figures.tables > 0
    assert figures.beside_slowest_ms >= figures.beside_p99_ms > 0
