"""How many games an hour a crew plays: this process, two, two workers of Ray; and what a thousand cores would do.

This is the one measurement in wall-clock time, because that is what is asked. The clock starts when each has had a
first task, and everybody is at work: to start a pool or a cluster takes seconds, once.
"""

from __future__ import annotations

import time
from typing import Final

import msgspec

from shapan.games import game as find
from shapan.games import games
from shapan.kernel import ShapanError

from ..crews import ALONE, Crew, Ground
from ..simulate import Task, play_games
from .measure import Measure, Say

SHARE: Final = 2
"""Games of one task; of a title whose games take long, one."""
TASKS: Final = 12
"""Tasks of each title for each crew at most; of a title whose games take long fewer, but never less than FEWEST."""
FEWEST: Final = 4
BUDGET: Final = 16.0
"""CPU seconds that the games of one title should take a crew."""
MANY: Final = 1000
"""The cores of the cluster on paper."""
CREWS: Final = {
    "1 process": ALONE,
    "2 processes": Crew(jobs=2),
    "2 Ray workers": Crew(jobs=2, on=Ground.RAY),
}


class Pace(msgspec.Struct, frozen=True):
    """What a crew did."""

    an_hour: float
    """Games."""
    handing: float
    """CPU seconds that handing out a task and taking its result cost whoever hands them out."""


def _task(name: str, seed: int, first: int, last: int) -> Task:
    return Task(name, ("staff",) * len(find(name).sides_in(None)), seed, first, last)


def pace(crew: Crew, name: str, seed: int, tasks: int = TASKS, share: int = SHARE) -> Pace:
    """Staff against staff, in tasks of a few games."""
    given = [_task(name, seed, share * number, share * (number + 1)) for number in range(tasks + crew.jobs)]
    results = crew.spread(play_games, given)
    for _ in range(crew.jobs):
        next(results)
    began, spent = time.monotonic(), time.process_time()
    played = sum(shared.report.games for shared in results)
    seconds = max(time.monotonic() - began, 1e-9)
    return Pace(3600 * played / seconds, (time.process_time() - spent) / tasks)


def sized(seconds: float) -> tuple[int, int]:
    """How many tasks, and games in each, are enough of a title whose games take so long."""
    share = SHARE if seconds * SHARE * FEWEST <= BUDGET else 1
    return max(FEWEST, min(TASKS, int(BUDGET / max(seconds * share, 1e-9)))), share


def bench_crews(seed: int, say: Say) -> list[Measure]:
    """Title by title what each crew plays in an hour, and what follows for many cores."""
    measures = []
    for name in games():
        paces = {}
        say(f"{name}: one game")
        tasks, share = sized(play_games(_task(name, seed, 0, 1)).report.cpu_seconds)
        for turn, (label, crew) in enumerate(CREWS.items()):
            say(f"{name}: {label}")
            try:  # games that nobody in this process has played: a new process has its memory
                paces[label] = pace(crew, name, seed + turn, tasks, share)
            except ImportError:
                raise ShapanError("Ray is not installed: it comes with the extra cluster") from None
            measures.append(Measure(f"{name}: {label}", paces[label].an_hour, 0, "games an hour"))
        measures += on_paper(name, paces["1 process"], paces["2 Ray workers"], share)
    return measures


def on_paper(name: str, alone: Pace, cluster: Pace, share: int = SHARE) -> list[Measure]:
    """A cluster plays what its cores play, until whoever hands out the tasks can do no more."""
    a_core, handed = alone.an_hour, 3600 * share / max(cluster.handing, 1e-9)
    note = f"handing out a task of {share} games takes {1000 * cluster.handing:.1f} ms"
    return [
        Measure(f"{name}: {MANY:,} cores, on paper", min(MANY * a_core, handed), 0, "games an hour", note=note),
        Measure(f"{name}: cores that one can hand out to, on paper", handed / a_core, 0, "cores"),
    ]
