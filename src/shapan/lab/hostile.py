"""Hostile submissions: actions that nobody honest would send, to positions of all sorts.

Options of other positions, the other side's actions, mutated fields, wrong types. None may crash the position, change
it while being refused, or be accepted against the rules: an accepted action must either be listed among the options or
belong to the verbs whose space cannot be listed (paths, orders of a stack), and then it must leave a lawful position.
And whoever asks learns nothing by the answer: it is the same, word for word, in a world that differs in hidden facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec

from shapan.kernel import Action, Capitulate, Game, Position, Refusal, Roll, Side

from .fuzz import random_switches

FREE_SHARE: Final = 0.1
"""How often what a side may do besides answering joins the pool of actions to be misused."""


class Forged(Roll, frozen=True):
    """Passes for a roll and is none."""


ODD_VALUES: Final[tuple[object, ...]] = (
    None, -1, 0, 1, 2, 7, 10**9, -(10**30), 1 << 70, True, 0.5, float("nan"), "", "x", "japanese", b"1", (), (0,),
    (1, 2), (-1,), ("a",), [1], {}, {1: 2}, object(), (1 << 65,), ((),), "\0", "move",
    Forged(6), Capitulate("nobody"),
)  # fmt: skip


class HostileReport(msgspec.Struct):
    """What a run of hostile submissions found."""

    submissions: int = 0
    accepted: int = 0
    compared: int = 0
    """How many answers were compared with those of another world."""
    cases: Counter[str] = msgspec.field(default_factory=Counter)
    faults: list[str] = []


def hostile(
    game: Game, submissions: int, seed: int, progress: Callable[[int], None] | None = None, each: int = 12
) -> HostileReport:
    """Submit to the positions of random games, ``each`` submissions a position."""
    report = HostileReport()
    rng = Random(f"hostile {seed}")
    pool: list[Action] = []
    scenarios = list(game.scenarios)
    number = 0
    while report.submissions < submissions:
        pos = game.start(scenarios[number % len(scenarios)], random_switches(game, rng))
        number += 1
        while pos.outcome is None and report.submissions < submissions:
            options = pos.options()
            pool = [*pool[-400:], options.sample(rng), *free_actions(game, pos, rng)]
            worlds = {side: pos.imagine(side, rng) for side in pos.book.sides}
            for _ in range(each):
                action = make(rng, pool, options.sample(rng))
                submit(game, pos, action, report)
                compare(game, pos, worlds, action, report)
            if progress:
                progress(report.submissions)
            pos.apply(options.sample(rng))
    return report


def free_actions(game: Game, pos: Position[Any], rng: Random) -> list[Action]:
    """Now and then, something that a side may do without being asked."""
    if rng.random() >= FREE_SHARE:
        return []
    free = pos.free_options(rng.choice(pos.book.sides))
    return [free.sample(rng)] if free else []


def make(rng: Random, pool: list[Action], legal: Action) -> object:
    """One hostile submission."""
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(pool)
    if kind < 0.85:
        return mutated(rng, rng.choice([legal, rng.choice(pool)]), pool)
    return rng.choice([*ODD_VALUES, legal.verb, type(legal), (legal.verb,)])


def mutated(rng: Random, action: Action, pool: list[Action]) -> object:
    """The same action with a field or two replaced by something near or something odd."""
    names = type(action).__struct_fields__
    if not names:
        return rng.choice(pool)
    fields = {name: getattr(action, name) for name in names}
    for name in rng.sample(names, rng.randint(1, len(names))):
        fields[name] = near(rng, fields[name]) if rng.random() < 0.7 else rng.choice(ODD_VALUES)
    return type(action)(**fields)


def near(rng: Random, value: Any) -> Any:
    """A value of the same type that could pass for another piece, place, number or path."""
    if isinstance(value, bool) or not isinstance(value, int | tuple):
        return value
    if isinstance(value, int):
        return value + rng.choice((-28, -27, -2, -1, 1, 2, 27, 28, rng.randrange(100), rng.randrange(1000)))
    extra = tuple(near(rng, item) for item in value)
    return rng.choice((extra, value + extra, value[:-1], value[::-1], value * 2, (*value, rng.randrange(1000))))


def submit(game: Game, pos: Position[Any], action: object, report: HostileReport) -> None:
    """Judge one submission and note anything that should not be."""
    report.submissions += 1
    before = pos.key()
    try:
        refusal = pos.refusal(action)
    except Exception as error:  # whatever it is, it is the fault we look for
        report.faults.append(f"{action!r} crashes refusal(): {error!r}")
        return
    if pos.key() != before:
        report.faults.append(f"judging {action!r} changed the position")
    if refusal is not None:
        report.cases[refusal.case] += 1
        return
    report.accepted += 1
    assert isinstance(action, Action)
    after = pos.copy()
    try:
        after.push(action)
    except Exception as error:  # likewise
        report.faults.append(f"{game.format(pos, action)!r} is accepted and then crashes: {error!r}")
        return
    listed = isinstance(action, Capitulate) or action in pos.options() or action in pos.free_options(action.author(""))
    if not listed and action.verb not in game.open_verbs:
        report.faults.append(f"{game.format(pos, action)!r} is accepted in {pos.decision.kind!r} but is no option")
    if broken := after.violations():
        report.faults.append(f"{game.format(pos, action)!r} is accepted and breaks the rules: {broken[0]}")


def compare(
    game: Game, pos: Position[Any], worlds: dict[Side, Position[Any]], action: object, report: HostileReport
) -> None:
    """What is answered to a side must not depend on anything that it cannot know."""
    if not isinstance(action, Action) or not game.grammar.fits(pos.book.lexicon, action):
        return
    side = action.author(pos.actor)
    if side not in worlds:
        return
    report.compared += 1
    real, dreamt = answer(pos, action), answer(worlds[side], action)
    if real != dreamt:
        text = game.format(pos, action)
        report.faults.append(f"the answer to {text!r} tells {side} something hidden: {real}, or else {dreamt}")


def answer(pos: Position[Any], action: Action) -> tuple[Any, ...] | str:
    """All that is said of an action: nothing more than that it is legal, or the refusal with every word of it."""
    try:
        refusal: Refusal | None = pos.refusal(action)
    except Exception as error:  # a crash is noted where the action is submitted; here it is an answer like any other
        return f"crashes: {error!r}"
    return () if refusal is None else (refusal.case, refusal.key, refusal.params, refusal.text)
