"""Against the naive engine: ratios of CPU time in one process and one run.

The naive engine of a game lives in the tests (``tests/games/<game>/reference.py``), where it is the judge of the fast
one; so a checkout is needed to measure, not an installed package.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from shapan.kernel import Action, Game, Position, ShapanError

from ..coverage import find_tests
from .clock import cpu
from .measure import Measure, Say


class Naive(Protocol):
    """What a reference module offers."""

    def start(self, game: Game) -> Any: ...
    def follow(self, ref: Any, pos: Position[Any], action: Action) -> None: ...
    def marching(self, ref: Any) -> bool: ...
    def reach(self, ref: Any, side: str) -> Any: ...


def reference_path(game: Game) -> Path | None:
    """Where the naive engine of a game lies, if it has one."""
    tests = find_tests()
    path = tests / "games" / game.id / "reference.py" if tests else None
    return path if path is not None and path.exists() else None


def load_reference(game: Game) -> Naive:
    """The naive engine of a game, from the checkout's tests."""
    path = reference_path(game)
    if path is None:
        raise ShapanError(f"no naive engine to measure against: tests/games/{game.id}/reference.py is not here")
    spec = importlib.util.spec_from_file_location(f"reference_{game.id}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def bench_naive(game: Game, seed: int, say: Say) -> list[Measure]:
    """The targets of a game of counters on hexes."""
    naive = load_reference(game)
    say("playing to positions in mid-game")
    pairs = middle_positions(game, naive, seed)
    return [
        *reach_measures(pairs, naive, say),
        copy_measure(pairs, say),
        game_measure(game, naive, seed, say),
    ]


class Pair(NamedTuple):
    """The same position in both engines."""

    fast: Any
    naive: Any


def middle_positions(game: Game, naive: Naive, seed: int, count: int = 4) -> list[Pair]:
    """Positions in which a side is about to move a unit, from random games, in both engines."""
    found: list[Pair] = []
    number = 0
    while len(found) < count:
        rng = Random(f"bench {seed} {number}")
        number += 1
        pos, ref = game.start(), naive.start(game)
        stop = rng.randrange(20, 160)
        for _ in range(stop):
            if pos.outcome:
                break
            action = pos.options().sample(rng)
            naive.follow(ref, pos, action)
            pos.apply(action)
        if pos.outcome is None and naive.marching(ref):
            found.append(Pair(pos, ref))
    return found


def reach_measures(pairs: list[Pair], naive: Naive, say: Say) -> list[Measure]:
    say("whole army's destinations: cold, warm and naive")
    book = pairs[0].fast.book
    sides = book.sides

    def cold() -> None:
        for pos, _ in pairs:
            for side in range(len(sides)):
                book.forget()
                pos.reach_of(side)

    def warm() -> None:
        for pos, _ in pairs:
            for side in range(len(sides)):
                pos.reach_of(side)

    def slow() -> None:
        for _, ref in pairs:
            for side in sides:
                naive.reach(ref, side)

    reference, chilled = cpu(slow, rounds=2), cpu(cold)
    warmed = cpu(warm)
    return [
        Measure("whole army's destinations, cold", reference / chilled, 13, "x naive"),
        Measure("whole army's destinations, warm", reference / warmed, 500, "x naive"),
    ]


def copy_measure(pairs: list[Pair], say: Say) -> Measure:
    say("copies")
    pos, ref = pairs[0]
    return Measure("copy", cpu(ref.copy, rounds=3) / cpu(pos.copy), 800, "x deepcopy")


def game_measure(game: Game, naive: Naive, seed: int, say: Say) -> Measure:
    """One whole random game with the same actions in both engines; the naive one lists its options as it must."""
    say("a whole random game in both engines")
    actions: list[Action] = []

    def fast() -> None:
        actions.clear()
        book = game.book()
        book.forget()
        rng, pos = Random(f"bench game {seed}"), game.start()
        while pos.outcome is None:
            actions.append(pos.options().sample(rng))
            pos.apply(actions[-1])

    quick = cpu(fast)
    pos, ref = game.start(), naive.start(game)
    slow = 0.0
    for action in actions:
        started = time.process_time()
        ref.options()
        ref = ref.copy()
        slow += time.process_time() - started
        naive.follow(ref, pos, action)
        pos.apply(action)
    return Measure("whole random game", slow / quick, 100, "x naive")
