"""Where the laboratory's games are played: in this process, or shared out among several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1) -> Iterator[Result]:
    """The results in the order of the tasks, whoever does the work: the same for any number of processes."""
    if jobs <= 1:
        yield from map(work, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, tasks)
