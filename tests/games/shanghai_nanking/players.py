"""Random players that do not throw the game away at once, and armies scattered over the map."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.shanghai_nanking.table import Position, start

from shapan.games.shanghai_nanking.book import IN_PLAY
from shapan.kernel import DICE, Action
from shapan.mechanics.forces import OFF
from shapan.mechanics.verbs import Move, Pass

TRIES = 12


def careful(pos: Position, rng: Random) -> Action:
    """A random action, drawn again while it would end the game at once or end a phase early."""
    options = pos.options()
    action = options.sample(rng)
    if pos.actor == DICE:
        return action
    for _ in range(TRIES):
        if not (isinstance(action, Pass) and rng.random() < 0.6) and not deserts(pos, action):
            world = pos.copy()
            world.apply(action)
            if world.outcome is None:
                return action
        action = options.sample(rng)
    return action


def deserts(pos: Position, action: Action) -> bool:
    """Does a Chinese unit leave Shanghai while its absence loses the game?"""
    guarded = pos.turn <= pos.book.absent_loses_until
    return guarded and isinstance(action, Move) and bool(pos.book.key_area >> pos.place[action.unit] & 1)


def scattered(seed: int, **switches: Any) -> Position:
    """Everybody on the map somewhere, on some turn: what takes a long game to come about is here at once."""
    rng = Random(f"strewn {seed}")
    pos = start(switches)
    book = pos.book
    pos.turn = rng.choice((2, 3, 5, 6, 7, 8, 9, 11))
    ground = [here for here in range(book.grid.size) if book.terrain.enterable >> here & 1]
    coast = [here for here in ground if book.grid.column_of(here) > 22]
    shanghai = book.key_area
    for unit in range(len(book.units)):
        if pos.due[unit] > pos.turn or book.static >> unit & 1 or rng.random() < 0.3:
            continue
        here = rng.choice(coast if rng.random() < 0.7 else ground)
        if pos.occupied[1 - book.side_of[unit]] >> here & 1 or (pos.turn >= 8 and shanghai >> here & 1):
            continue
        pos.set_due(unit, IN_PLAY)
        if pos.place[unit] == OFF:
            pos.set_steps(unit, rng.randint(1, book.full_steps[unit]))
        pos.put(unit, here)
    if pos.turn >= 8:
        for unit in pos.on_map(0):
            if shanghai >> pos.place[unit] & 1:
                pos.set_steps(unit, 0)
                pos.lift(unit)
    pos.japanese_held = book.japanese_start & ~pos.occupied[0] | pos.occupied[1]
    pos.owned = pos.ready = ((3, 0, 0, 0), (4, 3, 4, 2))
    return pos
