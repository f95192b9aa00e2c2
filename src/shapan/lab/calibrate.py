"""Calibrating a staff's judgement: which weights of its features foretell best who wins between staffs.

Games are played by the staff and its officers, drawn for each game, with an occasional slip, so that other styles and
positions off the beaten track are seen too. Wherever the initiative changes hands, now and then, the features are noted
down together with how the game ended; a logistic regression with a little ridge finds the weights. Whole games are held
out to see what the weights are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from shapan.bots.staff import staff_of
from shapan.games import game as find
from shapan.kernel import DICE, Position, ShapanError
from shapan.kernel.staff import Staff, logistic

from .crews import ALONE, Crew

SLIP: Final = 0.1
"""How often the staff takes one of its next best proposals instead of the best."""
SLIPS: Final = 4
NOTED: Final = 0.12
"""The share of changes of hands that are noted."""
RIDGE: Final = 2.0
FOLDS: Final = 4
ALL: Final = "all"
ROUNDS: Final = 12

Row = tuple[tuple[float, ...], float, float, int]
"""Features, the staff's own judgement, who won (1 for the first side), number of the game."""


class Calibration(msgspec.Struct, frozen=True):
    """Weights and what they are worth: the mean surprise (log loss) over games that they were not fitted to."""

    game: str
    games: int
    positions: int
    weights: tuple[float, ...]
    fitted: float
    present: float
    constant: float


def calibrate(
    name: str,
    games: int,
    seed: int,
    scenario: str | None = None,
    progress: Callable[[int], None] | None = None,
    crew: Crew = ALONE,
) -> Calibration:
    """Play, fit, and judge the fit; with ``all`` the scenarios take turns."""
    staff = staff_of(find(name))
    if not staff.features(find(name).start()):
        raise ShapanError(f"the staff of {name} judges without features")
    rows: list[Row] = []
    scenarios = rota(name, scenario)
    tasks = [Task(name, scenarios[number % len(scenarios)], seed, number) for number in range(games)]
    for number, noted in enumerate(crew.spread(play, tasks), 1):
        rows += noted
        if progress:
            progress(number)
    losses = [0.0, 0.0, 0.0]
    for fold in range(FOLDS):
        # Whole rounds of scenarios are held out together, so that each fold has seen all of them.
        inside = [row for row in rows if row[3] // len(scenarios) % FOLDS != fold]
        outside = [row for row in rows if row[3] // len(scenarios) % FOLDS == fold]
        weights, mean = fit(inside), sum(row[2] for row in inside) / max(1, len(inside))
        for features, judged, won, _ in outside:
            for number, chance in enumerate((logistic(weights, features), judged, mean)):
                losses[number] += surprise(chance, won) / len(rows)
    return Calibration(name, games, len(rows), fit(rows), *losses)


def rota(name: str, scenario: str | None) -> list[str | None]:
    """The scenarios that are played in turn: the one that is named, or all of them."""
    return list(find(name).scenarios) if scenario == ALL else [scenario]


class Task(NamedTuple):
    """One game to play."""

    game: str
    scenario: str | None
    seed: int
    number: int


def play(task: Task) -> list[Row]:
    """One game between slipping staffs and what was noted of it."""
    staff, rng = staff_of(find(task.game)), Random(f"calibrate {task.seed} {task.number}")
    pos: Position[Any] = find(task.game).start(task.scenario)
    first = pos.book.sides[0]
    leaders = {side: rng.choice([staff, *staff.officers(side).values()]) for side in pos.book.sides}
    noted: list[tuple[tuple[float, ...], float]] = []
    before = ""
    while pos.outcome is None:
        actor = pos.actor
        if actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        if actor != before and rng.random() < NOTED:
            noted.append((staff.features(pos), staff.value(pos, first)))
        before = actor
        pos.apply(_slipping(leaders[actor], pos, rng))
    winner = pos.outcome.winner
    won = 0.5 if winner is None else float(winner == first)
    return [(features, judged, won, task.number) for features, judged in noted]


def _slipping(leader: Staff[Any, Any], pos: Position[Any], rng: Random) -> Any:
    advice = leader.advise(pos)
    return (rng.choice(advice[:SLIPS]) if rng.random() < SLIP else advice[0]).action


# --- logistic regression ---------------------------------------------------------------------------


def surprise(chance: float, won: float) -> float:
    bounded = max(1e-6, min(1 - 1e-6, chance))
    return -won * log(bounded) - (1 - won) * log(1 - bounded)


def fit(rows: Sequence[Row]) -> tuple[float, ...]:
    """Newton's method; the first feature is the constant and is not held back by the ridge."""
    size = len(rows[0][0])
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope, curve = [0.0] * size, [[0.0] * size for _ in range(size)]
        for features, _, won, _ in rows:
            chance = logistic(weights, features)
            bend = max(chance * (1 - chance), 1e-4)
            for i, feature in enumerate(features):
                slope[i] += (won - chance) * feature
                for k in range(size):
                    curve[i][k] += bend * feature * features[k]
        for i in range(size):
            ridge = RIDGE if i else 1e-3
            curve[i][i] += ridge
            slope[i] -= ridge * weights[i]
        steps = _solved(curve, slope)
        weights = [weight + step for weight, step in zip(weights, steps, strict=True)]
    return tuple(round(weight, 3) for weight in weights)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss and Jordan."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda at: abs(rows[at][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for at in range(size):
            if at != i:
                factor = rows[at][i] / rows[i][i]
                rows[at] = [value - factor * top for value, top in zip(rows[at], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]
