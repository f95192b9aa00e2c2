"""What a plan of a turn is worth: made in some imagined worlds, tried in others that its maker has not seen.

For the beginnings of turns in games between staffs a plan is made with each of several budgets. Then the officer with
the plan and the officer without it play on in the same fresh worlds, with the same dice and the same opponents; the
difference of the chances to win at the end is what the plan gained. Worlds are many and cheap where games are few and
dear, so that small gains can be told from none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

import msgspec

from shapan.bots.plans import Plan
from shapan.bots.search import Budget, Memory, SearchBot
from shapan.bots.staff import staff_of
from shapan.games import game as find
from shapan.kernel import DICE, Position, Side

from .crews import ALONE, Crew


class Trial(msgspec.Struct, frozen=True):
    """One beginning of a turn, to be planned with each of these budgets."""

    game: str
    scenario: str | None
    side: Side
    budgets: tuple[int, ...]
    worlds: int
    seed: int
    number: int


class Gain(msgspec.Struct, frozen=True):
    """What plans of one budget gained, in chances to win, over all beginnings of turns."""

    side: Side
    positions: int
    """That a plan may cost."""
    turns: int
    changed: int
    """How many of the plans differ from what the officer would do without one."""
    mean: float
    error: float
    """The standard error of the mean; turns are the units."""


def foresight(
    name: str,
    budgets: Sequence[int],
    turns: int,
    worlds: int,
    seed: int,
    scenario: str | None = None,
    crew: Crew = ALONE,
    progress: Callable[[int], None] | None = None,
) -> list[Gain]:
    """What plans are worth on each side, budget by budget."""
    sides = find(name).sides_in(scenario)
    trials = [
        Trial(name, scenario, side, tuple(budgets), worlds, seed, number) for number in range(turns) for side in sides
    ]
    found: dict[tuple[Side, int], list[float | None]] = {}
    for done, (trial, gains) in enumerate(zip(trials, crew.spread(attempt, trials), strict=True), 1):
        for budget, gain in zip(budgets, gains, strict=True):
            found.setdefault((trial.side, budget), []).append(gain)
        if progress:
            progress(done)
    return [_gain(side, budget, gains) for (side, budget), gains in sorted(found.items())]


def _gain(side: Side, budget: int, gains: Sequence[float | None]) -> Gain:
    """An officer whose plan is the one he has anyway gains nothing."""
    values = [gain or 0.0 for gain in gains]
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    changed = sum(gain is not None for gain in gains)
    return Gain(side, budget, len(values), changed, round(mean, 4), round(sqrt(spread / len(values)), 4))


def attempt(trial: Trial) -> list[float | None]:
    """The gain of each budget at one beginning of a turn; None where the plan is what the officer does anyway."""
    pos = beginning(trial)
    gains: list[float | None] = []
    for budget in trial.budgets:
        player = SearchBot(Random(f"plan {trial.seed} {trial.number}"), Budget(plan=budget))
        officer = staff_of(pos.book.game).favourite(trial.side, pos.book.scenario)
        player.known = Memory(pos.turn, trial.side, officer)
        player.make_plan(pos.imagine(trial.side, Random(f"made {trial.seed} {trial.number}")), budget)
        plan = player.plan(pos)
        gains.append(tried(pos, plan, trial) if plan.instead else None)
    return gains


def tried(pos: Position[Any], plan: Plan, trial: Trial) -> float:
    """What a plan gains in fresh worlds, the same for all plans of this turn."""
    player = SearchBot(Random(f"fresh {trial.seed} {trial.number}"), Budget())
    total = 0.0
    for _ in range(trial.worlds):
        world = player.world(pos)
        world.until = player.follow(world, Plan(plan.officer), trial.side)
        before = player.judged
        player.follow(world, plan, trial.side)
        total += player.judged - before
    return total / trial.worlds


def beginning(trial: Trial) -> Position[Any]:
    """The first decision of a side that is not routine, in one of the turns of a game between good players."""
    game = find(trial.game)
    staff, rng = staff_of(game), Random(f"beginning {trial.seed} {trial.number}")
    pos = game.start(trial.scenario)
    leaders = {side: staff.drawn(side, pos.book.scenario, rng) for side in pos.book.sides}
    found: dict[int, Position[Any]] = {}
    while pos.outcome is None:
        if pos.actor == trial.side and pos.turn not in found and type(pos.top) not in staff.routine:
            found[pos.turn] = pos.copy()
        pos.apply(pos.chances().sample(rng) if pos.actor == DICE else leaders[pos.actor].decide(pos))
    return rng.choice(list(found.values()))
