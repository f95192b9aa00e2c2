"""How many games an hour a crew plays: this process, two, two workers of Ray; and what a thousand cores would do.

This is the one measurement in wall-clock time, because that is what is asked. The clock starts with the first result,
when everybody is at work: to start a pool or a cluster takes seconds, once.
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
"""Games of one task."""
TASKS: Final = 12
"""Tasks of each title for each crew."""
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


def pace(crew: Crew, name: str, seed: int, tasks: int = TASKS, share: int = SHARE) -> Pace:
    """Staff against staff, in tasks of a few games."""
    bots = ("staff",) * len(find(name).sides_in(None))
    given = [Task(name, bots, seed, share * number, share * (number + 1)) for number in range(tasks)]
    results = crew.spread(play_games, given)
    next(results)
    began, spent = time.monotonic(), time.process_time()
    played = sum(report.games for report in results)
    seconds = max(time.monotonic() - began, 1e-9)
    return Pace(3600 * played / seconds, (time.process_time() - spent) / (tasks - 1))


def bench_crews(seed: int, say: Say) -> list[Measure]:
    """Title by title what each crew plays in an hour, and what follows for many cores."""
    measures = []
    for name in games():
        paces = {}
        for label, crew in CREWS.items():
            say(f"{name}: {label}")
            try:
                paces[label] = pace(crew, name, seed)
            except ImportError:
                raise ShapanError("Ray is not installed: it comes with the extra cluster") from None
            measures.append(Measure(f"{name}: {label}", paces[label].an_hour, 0, "games an hour"))
        measures += on_paper(name, paces["1 process"], paces["2 Ray workers"])
    return measures


def on_paper(name: str, alone: Pace, cluster: Pace, share: int = SHARE) -> list[Measure]:
    """A cluster plays what its cores play, until whoever hands out the tasks can do no more."""
    a_core, handed = alone.an_hour, 3600 * share / max(cluster.handing, 1e-9)
    note = f"handing out a task of {share} games takes {1000 * cluster.handing:.1f} ms"
    return [
        Measure(f"{name}: {MANY:,} cores, on paper", min(MANY * a_core, handed), 0, "games an hour", note=note),
        Measure(f"{name}: cores that one can hand out to, on paper", handed / a_core, 0, "cores"),
    ]
