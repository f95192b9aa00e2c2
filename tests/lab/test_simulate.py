"""Simulations: the same games however they are shared out."""

from typing import Any

import msgspec
import pytest

from shapan.kernel import Unknown
from shapan.lab.crews import Crew
from shapan.lab.simulate import SimulationReport, Task, simulate


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
