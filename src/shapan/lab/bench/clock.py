"""Clocks: CPU time, the best and the median of runs that take turns, and a loop by which machines can be compared.

A machine that does other things beside slows down for a while and then recovers. So everything that is to be compared
runs in turns, and of several turns the best counts: whatever disturbs a run makes it slower, nothing makes it faster.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Final, TypeAlias

import msgspec

from .measure import Say

RUNS: Final = 3
"""How often everything is run, in turns."""
SECONDS: Final = 0.5
"""CPU time of one run, at least."""

Work: TypeAlias = Callable[[int], int]
"""Does the piece of work of this number, the same whenever asked, and tells how much it was."""


class Rate(msgspec.Struct, frozen=True):
    """This much a CPU second: in the best of several runs, and in the run in the middle."""

    best: float
    median: float
    runs: int


def rates(
    works: Mapping[str, Work], runs: int = RUNS, seconds: float = SECONDS, say: Say | None = None
) -> dict[str, Rate]:
    """How fast each of these is, run in turns; a run does the same pieces as the one before.

    How many pieces a run has is settled in a first round, which only warms up. Who wants to hear it is told which run
    begins.
    """
    pieces = {name: _pieces(work, seconds) for name, work in works.items()}
    found: dict[str, list[float]] = {name: [] for name in works}
    for run in range(1, runs + 1):
        if say is not None:
            say(f"run {run} of {runs}")
        for name, work in works.items():
            started = time.process_time()
            done = sum(map(work, range(pieces[name])))
            found[name].append(done / max(time.process_time() - started, 1e-9))
    return {name: Rate(max(values), median(values), runs) for name, values in found.items()}


def _pieces(work: Work, seconds: float) -> int:
    """This many pieces take at least this long."""
    started, number = time.process_time(), 0
    while number == 0 or time.process_time() - started < seconds:
        work(number)
        number += 1
    return number


def calibration(_number: int = 0) -> int:
    """A loop that is always the same: what a machine, and an interpreter on it, does in a second. Tells its rounds.

    Whole numbers, a long one among them, a dictionary, a tuple and a call: what an engine in Python is made of.
    """
    known: dict[tuple[int, int], int] = {}
    mask = (1 << 1000) - 1
    for number in range(4000):
        key = (number & 63, number >> 3 & 7)
        known[key] = known.get(key, 0) + _turned(number)
        mask ^= 1 << number % 1000
    assert mask
    return 4000


def _turned(number: int) -> int:
    return (number << 3 ^ number >> 2) & 255


def cpu(work: Callable[[], object], least: float = 0.1, rounds: int = 5) -> float:
    """Seconds of CPU time that one call takes: the best of several rounds.

    A round is long enough that the clock's own cost does not count.
    """
    calls = 1
    while (spent := timed(work, calls)) < least / rounds:
        calls *= 2
    return min([spent, *(timed(work, calls) for _ in range(rounds - 1))]) / calls


def timed(work: Callable[[], object], calls: int) -> float:
    """Seconds of CPU time that so many calls take."""
    started = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - started
