"""Simulations and measurements: the same games however they are shared out; no assertion about time."""

from typing import Any

import msgspec
import pytest
from tests.toy import FORD

import shapan
from shapan.kernel import ShapanError, Unknown
from shapan.lab import bench
from shapan.lab.bench import Measure
from shapan.lab.crews import Crew
from shapan.lab.simulate import SimulationReport, Task, simulate


def quiet(text: str) -> None: ...


def counted(report: SimulationReport) -> tuple[Any, ...]:
    return report.games, report.decisions, report.wins, report.cases, report.turns


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes() -> None:
    task = Task("mukden", ("random", "random"), 7, 0, 4)
    seen: list[int] = []
    alone = simulate(task, progress=seen.append)
    assert counted(simulate(task, Crew(2), share=1)) == counted(alone)
    assert counted(simulate(task, share=3)) == counted(alone)
    assert alone.games == 4
    assert seen[-1] == 4
    assert alone.mean_length == alone.decisions / 4
    assert counted(simulate(msgspec.structs.replace(task, seed=8))) != counted(alone)


def test_a_mistake_in_another_process_arrives_as_it_is() -> None:
    task = Task("mukden", ("random", "random"), 7, 0, 2, "nowhere")
    with pytest.raises(Unknown, match="unknown scenario 'nowhere'"):
        simulate(task, Crew(2), share=1)


def test_an_empty_report_has_no_mean() -> None:
    assert SimulationReport().mean_length == 0
    assert SimulationReport().decisions_per_second == 0


def test_a_measure_knows_whether_it_is_met() -> None:
    assert Measure("copy", 900, 800, "x").met
    assert not Measure("copy", 700, 800, "x").met
    assert Measure("memory", 50, 60, "MB", at_most=True).met
    assert not Measure("memory", 70, 60, "MB", at_most=True).met


def test_a_game_without_a_naive_engine_is_measured_by_speed_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "memory_measure", lambda game, say: Measure("resident memory", 1, 60, "MB", True))
    told: list[str] = []
    measures = bench.bench(FORD, 1, told.append)
    assert [measure.name for measure in measures] == ["decisions in random play", "resident memory"]
    assert measures[0].value > 0
    assert told


def test_a_game_on_hexes_is_measured_against_its_naive_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "cpu", lambda work, **more: (work(), 1.0)[1])
    mukden = shapan.game("mukden")
    naive = bench.load_reference(mukden)
    pairs = bench.middle_positions(mukden, naive, 1, count=1)
    names = [measure.name for measure in bench.reach_measures(pairs, naive, quiet)]
    assert names == ["whole army's destinations, cold", "whole army's destinations, warm"]
    assert bench.copy_measure(pairs, quiet).value == 1.0


def test_without_a_naive_engine_there_is_nothing_to_measure_against() -> None:
    with pytest.raises(ShapanError, match=r"tests/games/ford/reference\.py is not here"):
        bench.load_reference(FORD)


def test_timing_repeats_until_the_clock_does_not_count() -> None:
    calls: list[int] = []
    assert bench.cpu(lambda: calls.append(1), least=0.001, rounds=2) > 0
    assert len(calls) > 10


def test_random_play_counts_decisions_and_memory() -> None:
    assert bench.play_random(FORD, 2, 1) == bench.play_random(FORD, 2, 1) > 10
    assert 5 < bench.resident("mukden", 0) < 2000
