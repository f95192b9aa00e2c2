"""The laboratory on Ray: tasks go to whatever machine of a cluster is free, those of one that dies to another.

Ray plays the part of the pool of processes and no more: it hands out tasks, brings back results, and does again what a
dead worker had not finished. Results are handed on in the order of the tasks, each exactly once, so that no game is
lost and none is counted twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from logging import ERROR
from socket import create_connection
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import ray
from ray.exceptions import RayTaskError

from shapan.kernel import Refusal, ShapanError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD: Final = 4
"""For each core so many tasks are handed out before the first result is wanted: none idles, and few wait."""
FOR_EVER: Final = -1
KNOCK: Final = 10.0
"""Seconds within which a cluster opens its door; Ray itself would ask for minutes."""


def spread(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, address: str | None = None
) -> Iterator[Result]:
    """The results in the order of the tasks, from the cluster at an address or from one on this machine."""
    started = _enter(jobs, address)
    try:
        remote = ray.remote(max_retries=FOR_EVER)(work)
        waiting = iter(tasks)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        given = deque(remote.remote(task) for task in islice(waiting, ahead))
        while given:
            result: Result = _got(given.popleft())
            given.extend(remote.remote(task) for task in islice(waiting, 1))
            yield result
    finally:
        if started:
            ray.shutdown()


def _got(reference: Any) -> Any:
    """A result; a mistake is told as it would have been here, without the way that it took through the cluster."""
    try:
        return ray.get(reference)
    except RayTaskError as error:
        if isinstance(error.cause, ShapanError | Refusal):
            raise error.cause from None
        raise


def _enter(jobs: int, address: str | None) -> bool:
    """Join the cluster, unless this process has done so already."""
    if ray.is_initialized():
        return False
    try:
        if address is None:
            ray.init(num_cpus=jobs, include_dashboard=False, log_to_driver=False, logging_level=ERROR)
        else:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level=ERROR)
    except (OSError, ValueError, RuntimeError) as error:
        raise ShapanError(f"no Ray cluster at {address or 'this machine'}: {error}") from None
    return True


def _knock(address: str) -> None:
    """See that somebody is there, if the address names a host: OSError or ValueError if not."""
    parts = urlsplit(address if "://" in address else f"ray://{address}")
    if parts.port is None:
        return  # "auto" and "local" are found by Ray
    create_connection((parts.hostname or "", parts.port), KNOCK).close()
