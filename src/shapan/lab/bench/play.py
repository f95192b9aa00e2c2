"""Random play and whole lists: what the engine does when nobody thinks.

What is counted is what the field counts, choices of players: rolls of dice are steps of a game too, but nobody chooses
them. Play that samples its options lists none of them; lists of all options are a figure of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from shapan.kernel import Game

from .anchors import chess_installed, python_chess
from .clock import RUNS, Rate, Work, calibration, rates
from .measure import Measure, Say
from .works import WORKS

PACE: Final[Mapping[tuple[str, str], float]] = {
    ("mukden", ""): 0.75,
    ("shanghai_nanking", ""): 0.75,
    ("shanghai_incident", ""): 0.75,
    ("taierzhuang", ""): 0.9,
    ("yangtze", "s1_plum_village"): 0.2,
    ("yangtze", "s8_wanling_bund"): 0.06,
}
"""What random play is to reach, as a share of python-chess in the same run; what has no line here has no target."""
LISTED: Final[Mapping[str, float]] = dict.fromkeys(("mukden", "shanghai_nanking", "shanghai_incident"), 133.0)
"""How many options are to be listed as masks while python-chess makes one choice: three times as many as there were
when the target was set, 0.8 million a second beside 18,000 choices."""
CHESS: Final = "python-chess"
KINDS: Final = {
    "choices": "choices of players",
    "steps": "steps (dice too)",
    "lists": "options listed",
    "rows": "options as masks",
}


def scenarios(game: Game) -> list[str]:
    """The scenarios that are measured apart; no name where there is only one."""
    return list(game.scenarios) if len(game.scenarios) > 1 else [""]


def labelled(name: str, scenario: str) -> str:
    return f"{scenario}: {name}" if scenario else name


def bench_play(game: Game, say: Say, runs: int = RUNS) -> list[Measure]:
    """Choices, steps and listed options a second, scenario by scenario, and what they are measured by beside them."""
    say(f"random play, {runs} runs in turns")
    works: dict[str, Work] = {"calibration loop": calibration}
    if chess_installed():
        works[CHESS] = python_chess
    for scenario in scenarios(game):
        for kind, name in KINDS.items():
            works[labelled(name, scenario)] = WORKS[kind](game, scenario)
    found = rates(works, runs, say=say)
    return [*(measured(name, rate) for name, rate in found.items()), *shares(game, found)]


def measured(name: str, rate: Rate) -> Measure:
    """A rate as a figure without a target: two machines differ."""
    return Measure(name, rate.best, 0, "per CPU second", median=rate.median)


def shares(game: Game, found: Mapping[str, Rate]) -> list[Measure]:
    """Players' choices and options as masks beside the choices of python-chess in the same run, if it is installed."""
    if CHESS not in found:
        return []
    chess, measures = found[CHESS], []
    for scenario in scenarios(game):
        chosen, masks = (found[labelled(KINDS[kind], scenario)] for kind in ("choices", "rows"))
        measures.append(share(game, scenario, chosen, chess))
        measures.append(per_choice(KINDS["rows"], scenario, masks, chess, LISTED.get(game.id, 0)))
    return measures


def per_choice(what: str, scenario: str, own: Rate, chess: Rate, target: float) -> Measure:
    """How much of something is done while python-chess makes one choice: what does not depend on the machine."""
    name = labelled(f"{what}, by choice of python-chess", scenario)
    return Measure(name, own.best / chess.best, target, "", median=own.median / chess.median)


def share(game: Game, scenario: str, own: Rate, chess: Rate, label: str = "") -> Measure:
    """One of these shares with its target."""
    name = label or labelled("share of python-chess", scenario)
    target = PACE.get((game.id, scenario), 0)
    return Measure(name, own.best / chess.best, target, "", median=own.median / chess.median)
