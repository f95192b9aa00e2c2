"""Measurements. The figures that count are ratios of CPU time against a naive engine, in one process and one run.

The naive engine of a game lives in the tests (``tests/games/<game>/reference.py``), where it is the judge of the fast
one; so a checkout is needed to measure, not an installed package.
"""

from __future__ import annotations

import importlib.util
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import msgspec

from shapan.kernel import Action, Game, Position, ShapanError

from .coverage import find_tests

PLAYED_FOR_MEMORY: Final = 20


class Naive(Protocol):
    """What a reference module offers."""

    def start(self, game: Game) -> Any: ...
    def follow(self, ref: Any, pos: Position[Any], action: Action) -> None: ...
    def marching(self, ref: Any) -> bool: ...
    def reach(self, ref: Any, side: str) -> Any: ...


class Measure(msgspec.Struct, frozen=True):
    """One figure with its target."""

    name: str
    value: float
    target: float
    unit: str
    at_most: bool = False

    @property
    def met(self) -> bool:
        return self.value <= self.target if self.at_most else self.value >= self.target


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


def cpu(work: Callable[[], object], least: float = 0.1, rounds: int = 5) -> float:
    """Seconds of CPU time that one call takes: the best of several rounds.

    A round is long enough that the clock's own cost does not count.
    """
    calls = 1
    while (spent := timed(work, calls)) < least / rounds:
        calls *= 2
    return min([spent, *(timed(work, calls) for _ in range(rounds - 1))]) / calls


def timed(work: Callable[[], object], calls: int) -> float:
    started = time.process_time()
    for _ in range(calls):
        work()
    return time.process_time() - started


def bench_hexes(game: Game, seed: int, say: Callable[[str], None]) -> list[Measure]:
    """The targets of a game of counters on hexes."""
    naive = load_reference(game)
    say("playing to positions in mid-game")
    pairs = middle_positions(game, naive, seed)
    return [
        *reach_measures(pairs, naive, say),
        copy_measure(pairs, say),
        game_measure(game, naive, seed, say),
        speed_measure(game, seed, say),
        memory_measure(game, say),
    ]


def middle_positions(game: Game, naive: Naive, seed: int, count: int = 4) -> list[tuple[Any, Any]]:
    """Positions in which a side is about to move a unit, from random games, in both engines."""
    found: list[tuple[Any, Any]] = []
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
            found.append((pos, ref))
    return found


def reach_measures(pairs: list[tuple[Any, Any]], naive: Naive, say: Callable[[str], None]) -> list[Measure]:
    say("whole army's destinations: cold, warm and naive")
    sides = pairs[0][0].book.sides
    book = pairs[0][0].book

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


def copy_measure(pairs: list[tuple[Any, Any]], say: Callable[[str], None]) -> Measure:
    say("copies")
    pos, ref = pairs[0]
    return Measure("copy", cpu(ref.copy, rounds=3) / cpu(pos.copy), 800, "x deepcopy")


def game_measure(game: Game, naive: Naive, seed: int, say: Callable[[str], None]) -> Measure:
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


def play_random(game: Game, games: int, seed: int) -> int:
    """Random games without events; the number of decisions."""
    decisions = 0
    for number in range(games):
        rng, pos = Random(f"{seed} {number}"), game.start()
        while pos.outcome is None:
            pos.apply(pos.options().sample(rng))
            decisions += 1
    return decisions


def speed_measure(game: Game, seed: int, say: Callable[[str], None], games: int = 40) -> Measure:
    say("decisions per CPU second in random play")
    play_random(game, 2, seed)
    started = time.process_time()
    decisions = play_random(game, games, seed)
    spent = max(time.process_time() - started, 1e-9)
    return Measure("decisions in random play", decisions / spent, game.decisions_per_second, "per CPU second")


def memory_measure(game: Game, say: Callable[[str], None]) -> Measure:
    """Resident memory of a process that does nothing but play."""
    say("resident memory of a playing process")
    program = f"from shapan.lab.bench import resident; print(resident({game.id!r}, {PLAYED_FOR_MEMORY}))"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root)
    return Measure("resident memory", float(done.stdout), 60, "MB", at_most=True)


def resident(name: str, games: int) -> float:
    """Play, then tell the largest resident size of this process in megabytes."""
    from shapan.games import game as find  # noqa: PLC0415  keeps the measured process small

    play_random(find(name), games, 1)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bench(game: Game, seed: int, say: Callable[[str], None]) -> list[Measure]:
    """All measures of a game: those against a naive engine where it has one, speed and memory in any case."""
    if reference_path(game) is not None:
        return bench_hexes(game, seed, say)
    return [speed_measure(game, seed, say), memory_measure(game, say)]
