"""The bench itself: it measures, whatever the figures are on the machine that runs the tests."""

from __future__ import annotations

from shapan.server.bench import VIEW_LIMIT_KB, bench_load, bench_views


def test_views() -> None:
    figures = bench_views(games=1)
    assert figures.views > 50
    assert figures.largest_gzip_kb < VIEW_LIMIT_KB


def test_load() -> None:
    figures = bench_load(games=3, every=0.3, seconds=2)
    assert figures.actions >= 6
    assert figures.errors == 0
