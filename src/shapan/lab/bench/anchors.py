"""Beside the field: games that everybody knows, played at random by the engines that everybody uses, in one run.

They come with the extra ``bench``; whatever is not installed is left out, and said so. What is counted is the same
everywhere: choices of players.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from .clock import Work


def python_chess(number: int) -> int:
    """A game of python-chess."""
    import chess

    rng, board, made = Random(number), chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        made += 1
    return made


def open_spiel(name: str, number: int) -> int:
    """A game of OpenSpiel's."""
    import pyspiel

    rng, made = Random(number), 0
    state: Any = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            faces, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(faces, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
    return made


def settlers(number: int) -> int:
    """A game of catanatron's; rolling the dice is a choice of a player there, as he may do something before it."""
    from catanatron import Color, Game, RandomPlayer

    rng = Random(number)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=number)
    made = 0
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick(decide_fn=lambda _player, _game, actions: rng.choice(actions))
        made += 1
    return made


def zoo_chess(number: int) -> int:
    """A game of PettingZoo's chess, observations and masks as its agents get them."""
    import numpy as np
    from pettingzoo.classic import chess_v6

    rng, made = Random(number), 0
    table: Any = chess_v6.env()
    table.reset(seed=number)
    for _agent in table.agent_iter():
        observation, _, over, cut, _ = table.last()
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if over or cut else int(rng.choice(legal)))
        made += not (over or cut)
    return made


ANCHORS: Final[dict[str, tuple[tuple[str, ...], Callable[[int], int]]]] = {
    "python-chess": (("chess",), python_chess),
    "OpenSpiel chess": (("pyspiel",), partial(open_spiel, "chess")),
    "OpenSpiel backgammon": (("pyspiel",), partial(open_spiel, "backgammon")),
    "catanatron": (("catanatron",), settlers),
    "PettingZoo chess": (("pettingzoo", "chess", "pygame"), zoo_chess),
}
"""Every anchor with the packages that it needs."""


def installed(packages: tuple[str, ...]) -> bool:
    return all(importlib.util.find_spec(package) is not None for package in packages)


def chess_installed() -> bool:
    """Is the one here by which targets are set?"""
    return installed(ANCHORS["python-chess"][0])


def anchors() -> dict[str, Work]:
    """Those that are installed."""
    return {name: play for name, (packages, play) in ANCHORS.items() if installed(packages)}
