"""The pieces of work that are measured, in public names alone, so that another commit's package can be put to them.

Each does the piece of some number, the same whenever asked, and tells how much it was. Run as a program it measures the
package that it finds: ``python works.py mukden "" choices 3`` prints how much was done in how many seconds of CPU time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Final, TypeAlias

from shapan.bots import ask, bot
from shapan.bots.search import Budget, Memory, SearchBot
from shapan.games import game as find
from shapan.kernel import DICE, Game, Position

Work: TypeAlias = Callable[[int], int]
LIMITS: Final[Mapping[str, Any]] = {"positions": 300, "turn": 100_000, "council": 300, "plan": 0}
THOUGHT: Final = Budget(**{name: limit for name, limit in LIMITS.items() if name in Budget.__struct_fields__})
"""How far a search thinks that is measured; an older one knows fewer limits."""
SHOWN: Final = 8
"""One in so many decisions is listed, shown or thought over."""


def started(game: Game, scenario: str) -> Position[Any]:
    pos: Position[Any] = game.start(scenario or None)
    return pos


def choices(game: Game, scenario: str) -> Work:
    """Random games: the choices that players made, the dice not counted."""
    return lambda number: _played(game, scenario, number)[0]


def steps(game: Game, scenario: str) -> Work:
    """The same games, the dice counted."""
    return lambda number: _played(game, scenario, number)[1]


def _played(game: Game, scenario: str, number: int) -> tuple[int, int]:
    rng, pos, chosen, taken = Random(f"bench {number}"), started(game, scenario), 0, 0
    while pos.outcome is None:
        chosen += pos.actor != DICE
        taken += 1
        pos.apply(pos.options().sample(rng))
    return chosen, taken


def sampled(game: Game, scenario: str) -> Iterator[Position[Any]]:
    """Some positions of a random game in which a side chooses."""
    rng, pos, made = Random("bench 0"), started(game, scenario), 0
    while pos.outcome is None:
        if pos.actor != DICE:
            made += 1
            if made % SHOWN == 1:
                yield pos.copy()
        pos.apply(pos.options().sample(rng))


def lists(game: Game, scenario: str) -> Work:
    """Whole lists of options, as objects: the options in them."""
    positions = list(sampled(game, scenario))
    return lambda number: sum(len(list(pos.options())) for pos in positions)


def rows(game: Game, scenario: str) -> Work:
    """The same options as masks and rows, without an object for each."""
    positions = list(sampled(game, scenario))
    return lambda number: sum(len(row) for pos in positions for row in pos.options().rows())


def views(game: Game, scenario: str) -> Work:
    """Views of the side that is asked, with all its options."""
    positions = list(sampled(game, scenario))
    return lambda number: sum(bool(pos.view(pos.actor).pieces) for pos in positions)


def staff(game: Game, scenario: str) -> Work:
    """Games of the staff against itself: its decisions."""

    def play(number: int) -> int:
        dice, imagination = Random(f"dice {number}"), Random(f"imagine {number}")
        players = {side: bot("staff", f"{side} {number}") for side in game.sides_in(scenario or None)}
        pos, made = started(game, scenario), 0
        while pos.outcome is None:
            if pos.actor == DICE:
                pos.apply(pos.chances().sample(dice))
            else:
                pos.apply(ask(players[pos.actor], pos, imagination))
                made += 1
        return made

    return play


def search(game: Game, scenario: str) -> Work:
    """Searches in positions of a random game: the positions that they look at.

    The plain staff leads: there are officers who are followed in every step, and behind them nobody searches.
    """
    positions = list(sampled(game, scenario))[::2]

    def think(number: int) -> int:
        player, pos = SearchBot(Random(number), THOUGHT), positions[number % len(positions)]
        player.known = Memory(pos.turn, pos.actor)
        player.choose(pos.imagine(pos.actor, Random(number)))
        return player.ahead(pos).positions

    return think


WORKS: Final = {work.__name__: work for work in (choices, steps, lists, rows, views, staff, search)}


def main(name: str, scenario: str, kind: str, pieces: int) -> None:
    """Do so many pieces after another to warm up; print how much it was and the CPU time."""
    work = WORKS[kind](find(name), scenario)
    work(pieces)
    begun = time.process_time()
    done = sum(map(work, range(pieces)))
    print(done, time.process_time() - begun)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
