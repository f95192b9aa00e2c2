"""Two commits, run in turns: what a change has made faster or slower.

The other commit is laid out beside this checkout for as long as it is measured. Both are put to the same pieces of
work, each run in a process of its own, ours and theirs in turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from shapan.kernel import Game, ShapanError

from . import works
from .clock import RUNS
from .measure import Measure, Say
from .play import labelled, scenarios

PIECES: Final = {"choices": 6, "lists": 3, "views": 2, "staff": 1, "search": 6}
"""How many pieces of each kind of work a run has."""


@contextmanager
def laid_out(commit: str) -> Iterator[Path]:
    """A checkout of that commit, as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="shapan-bench-") as folder:
        tree = Path(folder) / "tree"
        done = _git("worktree", "add", "--detach", str(tree), commit)
        if done.returncode:
            raise ShapanError(f"no commit {commit} to measure against: {done.stderr.strip().splitlines()[-1]}")
        try:
            yield tree / "src"
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    here = Path(__file__).parent
    return subprocess.run(["git", "-C", str(here), *words], capture_output=True, text=True, check=False)


def rate(package: Path, game: str, scenario: str, kind: str) -> float:
    """How much of this work a CPU second does with the package that lies there, in a process of its own."""
    program = [sys.executable, works.__file__, game, scenario, kind, str(PIECES[kind])]
    told = subprocess.run(
        program, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(package)}
    )
    done, spent = told.stdout.split()
    return int(done) / max(float(spent), 1e-9)


def bench_against(game: Game, commit: str, say: Say, runs: int = RUNS) -> list[Measure]:
    """This checkout over that commit, kind by kind of work: above 1 is faster."""
    ours = Path(__file__).parents[3]
    measures = []
    with laid_out(commit) as theirs:
        for scenario in scenarios(game):
            for kind in PIECES if game.staff else ("choices", "lists", "views"):
                name = labelled(kind, scenario)
                say(f"{name}: {runs} runs in turns")
                turns = [[rate(tree, game.id, scenario, kind) for tree in (ours, theirs)] for _ in range(runs)]
                new, old = ([pair[side] for pair in turns] for side in (0, 1))
                note = f"{max(old):,.0f} to {max(new):,.0f} per CPU second"
                between = median(new) / median(old)
                measures.append(Measure(name, max(new) / max(old), 0, f"x {commit}", median=between, note=note))
    return measures
