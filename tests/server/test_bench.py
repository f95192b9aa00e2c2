"""The bench itself: it measures, whatever the figures are on the machine that runs the tests."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.server.kit import process

from shapan.lab.bench import Measure
from shapan.lab.bench.figures import cells
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


SAID = [ordeal.Said("white", "a", 1), ordeal.Said("black", "b", 1), ordeal.Said("white", "c", 3)]


def _log(*entries: tuple[int, str, str | None]) -> ordeal.Log:
    return {seq: {"author": author, "action": action} for seq, author, action in entries}


def test_what_was_acknowledged_is_looked_for_under_its_number() -> None:
    white, black = _log((1, "white", "a"), (2, "black", None), (3, "white", "c")), _log((1, "black", "b"))
    assert ordeal.by_number(SAID, {"white": white, "black": black}) == (0, 0)
    moved = _log((1, "white", "a"), (4, "white", "c"))
    assert ordeal.by_number(SAID, {"white": moved, "black": black}) == (1, 1)
    assert ordeal.by_number(SAID, {"white": white, "black": {}}) == (1, 0)
    assert ordeal.by_number(SAID, {"white": white | _log((4, "white", "c")), "black": black}) == (0, 1)


def test_at_the_end_all_count_alike_and_the_order_tells() -> None:
    log = _log((1, "white", "a"), (2, "black", "b"), (3, "dice", "6"), (4, "white", "c"))
    assert ordeal.in_order(SAID, {"white": log, "black": log}) == (0, 0)
    assert ordeal.by_number(SAID, {"white": log, "black": log}) != (0, 0), "the numbers of then are not those of now"
    assert ordeal.in_order(SAID, {"white": log | _log((5, "white", "c")), "black": log}) == (0, 1)
    lacking = _log((1, "white", "a"), (4, "white", "c"))
    assert ordeal.in_order(SAID, {"white": lacking, "black": lacking}) == (1, 0)
    turned = _log((1, "black", "b"), (2, "white", "a"), (4, "white", "c"))
    assert ordeal.in_order(SAID, {"white": turned, "black": turned}) == (1, 1)


def test_a_game_that_ends_during_an_ordeal_is_judged_and_followed_by_another(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        duel = ordeal.Duel(server.url, "mukden", Random(1))
        for turn in range(4):
            for side in ("japanese", "russian"):
                duel._act(side, f"{side}.{turn}")
        duel._ask("russian", "/resign", {})
        first = duel._game
        assert not duel._act("japanese", "after the end")
        assert duel._game != first
        assert duel._act("japanese", "again")
        duel.judge()
    assert (duel.finished, duel.lost, duel.errors) == (1, 0, 0)
    assert duel.doubled == 1, "that one side gave up was not said by way of an action"


def test_a_figure_that_has_to_be_zero_is_judged_in_the_table() -> None:
    assert cells(Measure("lost", 3, 0, "", at_most=True))[-2:] == ("≤ 0", "NO")
    assert cells(Measure("lost", 0, 0, "", at_most=True))[-2:] == ("≤ 0", "yes")
    assert cells(Measure("started", 3, 0, "s"))[-2:] == ("", "")


def test_others_are_answered_beside_somebody_who_sets_up_tables() -> None:
    figures = bench_beside("mukden", "battle", 1)
    assert figures.tables > 0
    assert figures.beside_slowest_ms >= figures.beside_p99_ms > 0
