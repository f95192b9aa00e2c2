"""What the environments cost: decisions a second as agents take them, beside the engine's own, in one run.

Chess as others offer it is measured in the same way, so that the shares can be compared. PettingZoo's chess needs the
package ``chess``; where that is not installed it is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
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
    return [*measures, *bench_chess(seed, say, seconds)]


def bench_chess(seed: int, say: Callable[[str], None], seconds: float) -> list[Measure]:
    """Chess of OpenSpiel and of PettingZoo, each beside its own engine: figures to compare with, no targets of ours."""
    say("chess of others")
    own = rate(partial(openspiel_chess, False), seed, seconds)
    seen = rate(partial(openspiel_chess, True), seed, seconds)
    measures = [Measure("OpenSpiel chess: with masks and observations", 100 * seen / own, 0, "% of its engine")]
    if find_spec("chess") is None:
        say("PettingZoo's chess is left out: it needs the package chess")
        return measures
    own = rate(python_chess, seed, seconds)
    seen = rate(pettingzoo_chess, seed, seconds)
    return [*measures, Measure("PettingZoo chess: with masks and observations", 100 * seen / own, 0, "% of its engine")]


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


def python_chess(rng: Random) -> int:
    """A random game on the engine behind PettingZoo's chess."""
    from chess import Board  # noqa: PLC0415  not part of any extra of ours

    board, decisions = Board(), 0
    while not board.is_game_over(claim_draw=True):
        board.push(rng.choice(list(board.legal_moves)))
        decisions += 1
    return decisions


def pettingzoo_chess(rng: Random) -> int:
    """A random game of PettingZoo's chess."""
    from pettingzoo.classic import chess_v6  # noqa: PLC0415  needs the package chess

    table, decisions = chess_v6.env(), 0
    table.reset(seed=rng.randrange(1 << 30))
    for _ in table.agent_iter():
        seen, _, over, stopped, _ = table.last()
        ended = over or stopped
        table.step(None if ended else rng.choice(np.flatnonzero(seen["action_mask"])))
        decisions += not ended
    return decisions
