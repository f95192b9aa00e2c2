"""What the environments cost: decisions a second as agents take them, beside the engine's own, in one run.

OpenSpiel's chess is measured in the same way, so that the shares can be compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from shapan.games import games
from shapan.kernel import DICE, Game
from shapan.lab.bench import Measure

from .pettingzoo import WargameEnv, env

KEPT: Final = 60.0
"""The percentage of the engine's decisions that an agent with masks and observations should get."""
SECONDS: Final = 2.0
"""CPU time for each figure."""


def bench_adapters(seed: int, say: Callable[[str], None], seconds: float = SECONDS) -> list[Measure]:
    """For each title what masks leave of the engine's decisions, and what observations leave; chess beside them."""
    measures = []
    for name in games():
        say(f"{name}: the engine, its masks, its observations")
        table = env(name)
        own = rate(partial(engine_game, table.run.game), seed, seconds)
        masks = rate(partial(agents_game, table, False), seed, seconds)
        seen = rate(partial(agents_game, table, True), seed, seconds)
        measures.append(Measure(f"{name}: with masks", 100 * masks / own, KEPT, "% of the engine"))
        measures.append(Measure(f"{name}: with masks and observations", 100 * seen / own, KEPT, "% of the engine"))
    return [*measures, bench_chess(seed, say, seconds)]


def bench_chess(seed: int, say: Callable[[str], None], seconds: float) -> Measure:
    """OpenSpiel's chess beside its own engine: a figure to compare with, no target of ours."""
    say("chess of OpenSpiel")
    own = rate(partial(openspiel_chess, False), seed, seconds)
    seen = rate(partial(openspiel_chess, True), seed, seconds)
    return Measure("OpenSpiel chess: with masks and observations", 100 * seen / own, 0, "% of its engine")


def rate(play: Callable[[Random], int], seed: int, seconds: float) -> float:
    """Decisions per CPU second in games played one after the other; the first only warms up."""
    play(Random(f"warm {seed}"))
    decisions, number = 0, 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        decisions += play(Random(f"{seed} {number}"))
        number += 1
    return decisions / spent


def engine_game(game: Game, rng: Random) -> int:
    """A random game as the engine plays it; the decisions of the sides."""
    pos, decisions = game.start(), 0
    while pos.outcome is None:
        decisions += pos.actor != DICE
        pos.apply(pos.options().sample(rng))
    return decisions


def agents_game(table: WargameEnv, observe: bool, rng: Random) -> int:
    """A random game of agents, who spell under the mask and look at an observation or not; their whole decisions."""
    table.reset(seed=rng.randrange(1 << 30))
    run, decisions = table.run, 0
    while not run.over:
        side = run.pos.actor
        mask = table.observe(side)["action_mask"] if observe else run.mask(side)
        decisions += run.spell(rng.choice(np.flatnonzero(mask))) is not None
    return decisions


def openspiel_chess(observe: bool, rng: Random) -> int:
    """A random game of OpenSpiel's chess."""
    state: Any = pyspiel.load_game("chess").new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if observe:
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
        state.apply_action(rng.choice(state.legal_actions()))
        decisions += 1
    return decisions
