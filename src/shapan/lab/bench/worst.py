"""The slowest calls: what a server would have to wait for, and where in which game it came up."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from random import Random
from typing import Final, TypeVar

import msgspec

from shapan.bots import ask, bot
from shapan.kernel import DICE, Game

from .measure import Measure, Say
from .play import scenarios
from .works import started

LIMIT_MS: Final = 50
"""No view, no list of options and no action may take longer."""
STAFF_LIMIT_MS: Final = 60
"""Nor the staff over a decision."""
RANDOM_GAMES: Final = 20
STAFF_GAMES: Final = 5
SHOWN: Final = 10
COLLECTION: Final = "collection"

T = TypeVar("T")


class Call(msgspec.Struct, frozen=True):
    """One call, its CPU time, and how to come to its position: the so-manyth decision of a game of this number."""

    ms: float
    kind: str
    scenario: str
    players: str
    game: int
    decision: int
    asked: str


def calls(game: Game, scenario: str, players: str, number: int) -> Iterator[Call]:
    """Every call of one game, timed: view, options, the player's decision if he thinks, and the action itself."""
    dice, imagination = Random(f"dice {number}"), Random(f"imagine {number}")
    seats = {side: bot(players, f"{side} {number}") for side in game.sides_in(scenario or None)}
    pos, decision = started(game, scenario), 0
    while pos.outcome is None:
        where = (pos.book.scenario, players, number, decision, pos.top.step)
        if pos.actor == DICE:
            action = pos.chances().sample(dice)
        else:
            yield Call(timed(partial(pos.view, pos.actor))[0], "view", *where)
            yield Call(timed(lambda: list(pos.options()))[0], "options", *where)
            spent, action = timed(partial(ask, seats[pos.actor], pos, imagination))
            if players != "random":
                yield Call(spent, "decision", *where)
        yield Call(timed(partial(pos.push, action))[0], "push", *where)
        decision += 1


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """The milliseconds of CPU time that a call takes, and what it gives."""
    begun = time.process_time()
    result = work()
    return 1000 * (time.process_time() - begun), result


def worst(game: Game, scenario: str, say: Say, random: int = RANDOM_GAMES, staff: int = STAFF_GAMES) -> list[Call]:
    """The slowest calls of each kind in games of random players and of the staff, the slowest first."""
    say(f"{scenario or game.id}: {random} random games and {staff} of the staff")
    started(game, scenario).book.prepare()  # a server does it beside the first game
    plays = [*(("random", number) for number in range(random)), *(("staff", number) for number in range(staff))]
    slow: dict[str, list[Call]] = {}
    with no_collector():
        for players, number in plays:
            for call in chain(calls(game, scenario, players, number), collections(game, scenario, players, number)):
                kept = slow.setdefault(call.kind, [])
                if len(kept) < SHOWN or call.ms > kept[-1].ms:
                    kept.append(call)
                    kept.sort(key=lambda one: -one.ms)
                    del kept[SHOWN:]
    return sorted((call for kept in slow.values() for call in kept), key=lambda one: -one.ms)


@contextmanager
def no_collector() -> Iterator[None]:
    """Nothing is collected meanwhile: whatever call happened to set it off would be charged with it.

    What has been loaded so far is left alone for good, as a house does it.
    """
    before = gc.isenabled()
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.unfreeze()
        if before:
            gc.enable()


def collections(game: Game, scenario: str, players: str, number: int) -> Iterator[Call]:
    """The collection of garbage after a game, which stops a server as well: a call of its own."""
    yield Call(timed(gc.collect)[0], COLLECTION, scenario or game.id, players, number, 0, "garbage")


def bench_worst(game: Game, say: Say) -> list[Measure]:
    """The ten slowest calls of every scenario and the slowest collection, and whether they keep the limits."""
    return [told(call) for scenario in scenarios(game) for call in shown(worst(game, scenario, say))]


def shown(found: list[Call]) -> list[Call]:
    """The first of these, collections of garbage aside, and of those the first."""
    asked = [call for call in found if call.kind != COLLECTION]
    return [*asked[:SHOWN], *[call for call in found if call.kind == COLLECTION][:1]]


def told(call: Call) -> Measure:
    """A call as a figure with its target."""
    where = f"{call.scenario}, {call.players} {call.game}, decision {call.decision}, {call.asked}"
    limit = STAFF_LIMIT_MS if call.kind == "decision" else LIMIT_MS
    return Measure(f"{call.kind}: {where}", call.ms, limit, "ms", at_most=True)
