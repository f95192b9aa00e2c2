"""What the environments cost: the same games as the engine plays them and as agents do, in one run.

Agents spell every action of these games token by token, with the exact mask before each token, and with an observation
besides. The chess of PettingZoo and that of OpenSpiel are measured in the same way, so that the shares can be compared:
their engines list what is legal before every choice, so ours is measured listing too. Beside an engine that draws one
option and lists none the shares are smaller; they are told as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

import chess
import pyspiel
from pettingzoo.classic.chess import chess as pettingzoo_board

from shapan.games import games
from shapan.kernel import DICE, Game
from shapan.lab.bench import Measure

from .run import Run
from .spelling import spelling

KEPT: Final = 60.0
"""The percentage of the engine's decisions that an agent with masks and observations should get."""
GAMES: Final = 3
"""How many games of each title are measured."""
ROUNDS: Final = 4
"""Everything is measured so often, in turns."""


class Round(NamedTuple):
    """Some games that everybody plays."""

    seeds: Sequence[str]
    scripts: Sequence[list[tuple[int, ...]]] = ()
    """The tokens of every decision of each, where tokens are spelt."""


Play = Callable[[Round], int]
"""Plays the games of a round; the decisions of their sides."""


def bench_adapters(
    seed: int, say: Callable[[str], None], count: int = GAMES, rounds: int = ROUNDS, chess_games: int = 2
) -> list[Measure]:
    """For each title what masks leave of the engine's decisions, and what observations leave; chess beside them."""
    measures = []
    for name in games():
        say(f"{name}: the engine, its masks, its observations")
        run = Run(name)
        lister, drawer = (partial(engine_games, run.game, lists=lists) for lists in (True, False))
        masked, seen = (partial(agents_games, run, observe=observe) for observe in (False, True))
        seeds = [[f"{seed} {turn} {number}" for number in range(count)] for turn in range(rounds + 1)]
        played = [Round(each, [spelt(run.game, one) for one in each]) for each in seeds]
        drawn, *shares = shares_of(lister, (drawer, masked, seen), played)
        for what, share in zip(("masks", "masks and observations"), shares, strict=True):
            measures.append(Measure(f"{name}: with {what}", share, KEPT, "% of the engine that lists"))
            measures.append(Measure(f"{name}: with {what}", 100 * share / drawn, 0, "% of the engine that draws"))
    say("chess of PettingZoo and of OpenSpiel")
    others: dict[str, tuple[Play, Play]] = {
        "PettingZoo": (pettingzoo_engine, pettingzoo_chess),
        "OpenSpiel": (partial(openspiel_chess, observe=False), partial(openspiel_chess, observe=True)),
    }
    chess_rounds = [Round([f"{seed} {turn} {number}" for number in range(chess_games)]) for turn in range(rounds + 1)]
    for title, (alone, as_agents) in others.items():
        (share,) = shares_of(alone, (as_agents,), chess_rounds)
        measures.append(Measure(f"{title} chess: with masks and observations", share, 0, "% of its engine"))
    return measures


def shares_of(engine: Play, others: Sequence[Play], rounds: Sequence[Round]) -> list[float]:
    """The decisions per CPU second of each, in percent of the engine's; the first round warms up.

    Nobody learns from games that are played twice, so every round has its own; and each begins a round in turn, because
    whoever comes first finds nothing that others have worked out.
    """
    plays = (engine, *others)
    decisions, spent = [0] * len(plays), [0.0] * len(plays)
    for turn, games_of_it in enumerate(rounds):
        for step in range(len(plays)):
            at = (turn + step) % len(plays)
            started = time.process_time()
            made = plays[at](games_of_it)
            if turn:
                spent[at] += time.process_time() - started
                decisions[at] += made
    rates = [made / max(seconds, 1e-9) for made, seconds in zip(decisions, spent, strict=True)]
    return [100 * rate / rates[0] for rate in rates[1:]]


def _two(seed: object) -> tuple[Random, Random]:
    """The dice of a :class:`Run` with this seed, and the choices of the sides."""
    return Random(f"adapters {seed}"), Random(f"sides {seed}")


def engine_games(game: Game, played: Round, lists: bool = False) -> int:
    """Random games as the engine plays them; it may list all options before each choice."""
    decisions = 0
    for seed in played.seeds:
        dice, choice = _two(seed)
        pos = game.start()
        while pos.outcome is None:
            rolls = pos.actor == DICE
            decisions += not rolls
            options = pos.options()
            if lists and not rolls:
                list(options)
            pos.apply(options.sample(dice if rolls else choice))
    return decisions


def spelt(game: Game, seed: str) -> list[tuple[int, ...]]:
    """The tokens of every decision of such a game."""
    dice, choice = _two(seed)
    pos, found = game.start(), []
    while pos.outcome is None:
        rolls = pos.actor == DICE
        action = pos.options().sample(dice if rolls else choice)
        if not rolls:
            found.append(spelling(pos, action))
        pos.apply(action)
    return found


def agents_games(run: Run, played: Round, observe: bool) -> int:
    """The same games as agents play them, who look at the mask before every token, and at an observation or not."""
    for seed, script in zip(played.seeds, played.scripts, strict=True):
        run.restart(seed)
        for tokens in script:
            side = run.pos.actor
            for token in tokens:
                run.mask(side)
                if observe:
                    run.observe(side)
                run.spell(token)
    return sum(map(len, played.scripts))


# --- the chess of others ----------------------------------------------------------------------------


def pettingzoo_engine(played: Round) -> int:
    """Random games as the package plays them that PettingZoo's chess is built on."""
    decisions = 0
    for seed in played.seeds:
        rng = Random(seed)
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            decisions += 1
    return decisions


def pettingzoo_chess(played: Round) -> int:
    """Random games of PettingZoo's chess."""
    decisions = 0
    table: Any = pettingzoo_board.env()
    for number, seed in enumerate(played.seeds):
        rng = Random(seed)
        table.reset(seed=number)
        for _ in table.agent_iter():
            seen, _, over, cut, _ = table.last()
            ended = over or cut
            table.step(None if ended else rng.choice(seen["action_mask"].nonzero()[0]))
            decisions += not ended
    return decisions


def openspiel_chess(played: Round, observe: bool) -> int:
    """Random games of OpenSpiel's chess."""
    decisions = 0
    game: Any = pyspiel.load_game("chess")
    for seed in played.seeds:
        rng = Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if observe:
                state.observation_tensor(state.current_player())
                state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions
