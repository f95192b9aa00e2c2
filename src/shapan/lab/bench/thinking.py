"""Bots: how many positions a search looks at in a second, and how many decisions the staff takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shapan.kernel import Game

from .anchors import chess_installed, python_chess
from .clock import RUNS, Work, rates
from .measure import Measure, Say
from .play import CHESS, labelled, measured, per_choice, scenarios
from .works import WORKS

KINDS: Final = {"staff": "decisions of the staff", "search": "positions in search"}
SEARCHED: Final[Mapping[str, float]] = {
    "mukden": 0.075,
    "shanghai_nanking": 0.221,
    "shanghai_incident": 0.149,
    "taierzhuang": 0.131,
}
"""How many positions a search looked at while python-chess made one choice, when it was resolved to double them
(commit 54544a20)."""
WANTED: Final = 2
"""So many times as many are wanted."""


def bench_thinking(game: Game, say: Say, runs: int = RUNS) -> list[Measure]:
    """The same scenario by scenario, runs in turns; a title without a staff has nothing to tell."""
    if game.staff is None:
        return []
    say(f"the staff and the search, {runs} runs in turns")
    works: dict[str, Work] = {CHESS: python_chess} if chess_installed() else {}
    for scenario in scenarios(game):
        works |= {labelled(name, scenario): WORKS[kind](game, scenario) for kind, name in KINDS.items()}
    found = rates(works, runs, say=say)
    chess = found.pop(CHESS, None)
    measures = [measured(name, rate) for name, rate in found.items()]
    if chess is not None:
        for scenario in scenarios(game):
            rate, target = found[labelled(KINDS["search"], scenario)], WANTED * SEARCHED.get(game.id, 0)
            measures.append(per_choice(KINDS["search"], scenario, rate, chess, target))
    return measures
