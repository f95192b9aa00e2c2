"""Memory: what a process holds that does nothing but play."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

from shapan.kernel import Game

from .measure import Measure, Say

PLAYED: Final = 20
"""Games played before the size is taken."""
ALONE: Final = 60
"""Megabytes for one title."""
TOGETHER: Final = 120
"""Megabytes for all of them in one process."""


def bench_memory(game: Game, say: Say) -> Measure:
    """Resident memory of a process that does nothing but play."""
    say("resident memory of a playing process")
    return Measure("resident memory", _in_a_process([game.id], PLAYED), ALONE, "MB", at_most=True)


def bench_all(names: list[str], say: Say) -> Measure:
    """The same with every scenario of all titles loaded."""
    say("resident memory with all titles loaded")
    return Measure("all titles: resident memory", _in_a_process(names, 1), TOGETHER, "MB", at_most=True)


def _in_a_process(names: list[str], games: int) -> float:
    program = f"from shapan.lab.bench.memory import resident; print(resident({names!r}, {games}))"
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root)
    return float(done.stdout)


def resident(names: list[str], games: int) -> float:
    """Play so many games of every scenario, then tell the largest resident size of this process in megabytes."""
    from shapan.games import game as find

    for name in names:
        game = find(name)
        for number in range(games):
            scenario = list(game.scenarios)[number % len(game.scenarios)]
            play(game, scenario, number)
        if games == 1:
            for scenario in game.scenarios:
                game.start(scenario)
    return largest()


def largest() -> float:
    """The largest resident size of this process so far, in megabytes.

    The kernel's own account of the program is asked where there is one: what getrusage tells counts what the process
    was before it became this program, which is a copy of whoever started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        told = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
        return int(told["VmHWM"].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def play(game: Game, scenario: str, number: int) -> None:
    rng, pos = Random(number), game.start(scenario)
    while pos.outcome is None:
        pos.apply(pos.options().sample(rng))
