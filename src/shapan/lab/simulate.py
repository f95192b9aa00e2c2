"""Games between bots by the thousand: who wins, under which case, how long it takes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from shapan.games import game as find

from .crews import ALONE, Crew
from .logs import resumed
from .playing import play_game


class SimulationReport(msgspec.Struct):
    """The sum of many games."""

    games: int = 0
    decisions: int = 0
    cpu_seconds: float = 0.0
    wins: Counter[str] = msgspec.field(default_factory=Counter)
    cases: Counter[str] = msgspec.field(default_factory=Counter)
    turns: Counter[int] = msgspec.field(default_factory=Counter)

    @property
    def mean_length(self) -> float:
        return self.decisions / self.games if self.games else 0.0

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.cpu_seconds if self.cpu_seconds else 0.0

    def add(self, other: SimulationReport) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.cpu_seconds += other.cpu_seconds
        self.wins += other.wins
        self.cases += other.cases
        self.turns += other.turns


class Task(msgspec.Struct, frozen=True):
    """One worker's share: games ``first`` to ``last`` of a run."""

    game: str
    bots: tuple[str, ...]
    seed: int
    first: int
    last: int
    scenario: str | None = None
    switches: dict[str, Any] = {}


class Shared(msgspec.Struct, frozen=True):
    """What came of a share."""

    task: Task
    report: SimulationReport


def play_games(task: Task) -> Shared:
    """Play a share of the games; the same seed gives the same games, however they are shared out."""
    report = SimulationReport()
    started = time.process_time()
    for number in range(task.first, task.last):
        play_one(task, number, report)
    report.cpu_seconds = time.process_time() - started
    return Shared(task, report)


def play_one(task: Task, number: int, report: SimulationReport) -> None:
    pos, decisions, _ = play_game(find(task.game), task.scenario, task.switches, task.bots, f"{task.seed} {number}")
    assert pos.outcome is not None
    report.decisions += decisions
    report.games += 1
    report.wins[pos.outcome.winner or "draw"] += 1
    report.cases[f"{pos.outcome.winner or 'draw'} {pos.outcome.case}"] += 1
    report.turns[pos.turn] += 1


def simulate(
    task: Task,
    crew: Crew = ALONE,
    progress: Callable[[int], None] | None = None,
    share: int = 5,
    log: Path | None = None,
) -> SimulationReport:
    """Play all games of a task, shared out among a crew; shares that are in the log are not played again."""
    shares = [
        msgspec.structs.replace(task, first=first, last=min(first + share, task.last))
        for first in range(task.first, task.last, share)
    ]
    total = SimulationReport()
    for shared in resumed(crew, play_games, shares, log, Shared, lambda shared: shared.task):
        total.add(shared.report)
        if progress:
            progress(total.games)
    return total
