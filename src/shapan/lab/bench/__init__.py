"""Measurements, in CPU time. What can be compared is a ratio of things measured in one run, in turns.

=================  =====================================================================================
``works``          the pieces of work that are measured
``clock``          CPU time, runs in turns, the calibration loop
``play``           random play and whole lists, scenario by scenario
``naive``          against the naive engine of the tests
``thinking``       the staff and the search
``worst``          the slowest calls and where they came up
``memory``         what a playing process holds
``growth``         floods on larger and larger maps
``crews``          games an hour on processes and on Ray
``anchors``        engines that the field knows; ``beside``: all titles beside them
``against``        two commits in turns
``figures``        the page of figures in the documents
=================  =====================================================================================
"""

from __future__ import annotations

from shapan.kernel import Game

from .measure import Measure, Say
from .memory import bench_memory
from .naive import bench_naive, reference_path
from .play import bench_play
from .thinking import bench_thinking

__all__ = ["Measure", "Say", "bench"]


def bench(game: Game, seed: int, say: Say) -> list[Measure]:
    """All measures of a game: those against a naive engine where it has one, play, bots and memory in any case."""
    naive = bench_naive(game, seed, say) if reference_path(game) is not None else []
    return [*naive, *bench_play(game, say), *bench_thinking(game, say), bench_memory(game, say)]
