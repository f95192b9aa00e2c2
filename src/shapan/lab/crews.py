"""Where the laboratory's work is done: in this process, in several, or on a Ray cluster of many machines.

The results come in the order of the tasks and are the same wherever the work is done: a task brings its seed along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from typing import TypeVar

import msgspec

from shapan.kernel import ShapanError

Task = TypeVar("Task")
Result = TypeVar("Result")


class Ground(StrEnum):
    """What a crew works on."""

    PROCESSES = "processes"
    RAY = "ray"


class Crew(msgspec.Struct, frozen=True):
    """Who does the work."""

    jobs: int = 1
    """How many work side by side; on a cluster that runs already, as many as it has cores."""
    on: Ground = Ground.PROCESSES
    address: str | None = None
    """Of a Ray cluster; without one it is started on this machine."""

    def spread(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results, in the order of the tasks."""
        if self.address is not None and self.on is not Ground.RAY:
            raise ShapanError("an address is that of a Ray cluster: say --on ray too")
        if self.on is Ground.RAY:
            from .cluster import spread

            yield from spread(work, tasks, self.jobs, self.address)
        elif self.jobs <= 1:
            yield from map(work, tasks)
        else:
            with ProcessPoolExecutor(self.jobs) as pool:
                yield from pool.map(work, tasks)


ALONE = Crew()
"""This process and nobody else."""
