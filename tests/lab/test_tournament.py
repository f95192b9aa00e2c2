"""Tournaments: common seeds, resuming, intervals."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapan.kernel import ShapanError
from shapan.lab.logs import read
from shapan.lab.report import html
from shapan.lab.statistics import elo, elo_difference, wilson
from shapan.lab.tournament import Played, pairings, report, tournament


def test_every_pairing_on_both_sides_with_the_same_numbers() -> None:
    schedule = pairings("mukden", ("random", "staff"), 2, seed=1)
    assert len(schedule) == 8
    assert {pairing.bots for pairing in schedule} == {
        ("random", "random"),
        ("random", "staff"),
        ("staff", "random"),
        ("staff", "staff"),
    }
    assert sorted(pairing.number for pairing in schedule) == [0] * 4 + [1] * 4


def test_against_one_bot_only_every_other_sits_on_each_side_in_turn() -> None:
    schedule = pairings("mukden", ("search", "staff"), 1, seed=1, against="staff")
    assert {pairing.bots for pairing in schedule} == {("search", "staff"), ("staff", "search"), ("staff", "staff")}
    assert {pairing.bots for pairing in pairings("mukden", ("random",), 1, seed=1, against="staff")} == {
        ("random", "staff"),
        ("staff", "random"),
        ("staff", "staff"),
    }


def test_a_second_run_goes_on_where_the_first_stopped(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    schedule = pairings("mukden", ("random",), 3, seed=1)
    first = tournament(schedule[:2], log=log)
    log.write_bytes(log.read_bytes() + b'{"cut')
    counted: list[int] = []
    again = tournament(schedule, log=log, progress=counted.append)
    assert [played.winner for played in again[:2]] == [played.winner for played in first]
    assert counted == [1, 2, 3]
    assert [played.pairing for played in read(log, Played)] == schedule
    assert tournament(schedule[2:])[0].decisions == again[2].decisions


def test_a_log_of_something_else_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    log.write_text("not a game\nnor this\n")
    with pytest.raises(ShapanError, match="line 1"):
        read(log, Played)


def test_the_report_counts_wins_by_side_and_makes_a_page() -> None:
    found = report(tournament(pairings("mukden", ("random", "staff"), 1, seed=2)))
    staff = next(cell for cell in found.cells if (cell.side, cell.bot, cell.against) == ("japanese", "staff", "random"))
    assert staff.games == 1
    assert {row.bot for row in found.standings} == {"random", "staff"}
    for row in found.standings:
        assert 0 < row.p95 <= 1.1 * row.slowest
        assert row.slowest <= 1000 * row.longest_turn
    assert "staff" in html(found)


def test_wilson_and_elo() -> None:
    low, high = wilson(50, 100)
    assert low == pytest.approx(0.404, abs=0.001)
    assert high == pytest.approx(0.596, abs=0.001)
    assert elo_difference(0.5) == 0
    ratings = elo({("a", "b"): 75, ("b", "a"): 25}, "b")
    assert ratings["b"] == pytest.approx(0)
    assert ratings["a"] == pytest.approx(elo_difference(0.75), abs=5)
