"""Bots: how many positions a search looks at in a second, and how many decisions the staff takes."""

from __future__ import annotations

from shapan.kernel import Game

from .clock import RUNS, rates
from .measure import Measure, Say
from .play import labelled, measured, scenarios
from .works import WORKS

KINDS = {"staff": "decisions of the staff", "search": "positions in search"}


def bench_thinking(game: Game, say: Say, runs: int = RUNS) -> list[Measure]:
    """The same scenario by scenario, runs in turns; a title without a staff has nothing to tell."""
    if game.staff is None:
        return []
    say(f"the staff and the search, {runs} runs in turns")
    works = {
        labelled(name, scenario): WORKS[kind](game, scenario)
        for scenario in scenarios(game)
        for kind, name in KINDS.items()
    }
    return [measured(name, rate) for name, rate in rates(works, runs).items()]
