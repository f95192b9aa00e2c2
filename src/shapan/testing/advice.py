"""A staff has an answer to every decision: legal, the best first, with its reason, and blind to what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from shapan.bots.staff import StaffBot
from shapan.kernel import DICE, ChanceStep, Game, Position, Side, Step
from shapan.kernel.staff import Staff

LOOKED_AT: Final = 6
"""How many of the best pieces of advice are judged."""


def faults(game: Game, decisions: int, seed: object) -> Iterator[str]:
    """What is wrong with the staff of a game, if it has one, in random games of so many decisions together."""
    staff = game.staff
    if staff is None:
        return
    yield from unanswered(game, staff)
    for number, pos in enumerate(asked(game, decisions, seed)):
        officers = everybody(staff, pos.actor)
        officer = officers[number % len(officers)]
        yield from _wrong(officer, pos)
        other = pos.imagine(pos.actor, Random(number))
        first, second = (
            Asked(Random(number), officer).choose(world.imagine(pos.actor, Random(11))) for world in (pos, other)
        )
        if first != second:
            yield f"the staff answers {pos.decision.kind!r} differently in worlds that its side cannot tell apart"


class Asked(StaffBot):
    """Somebody who takes the advice of this officer."""

    def __init__(self, rng: Random, adviser: Staff[Any, Any]) -> None:
        super().__init__(rng)
        self.adviser = adviser

    def leader(self, pos: Position[Any]) -> Staff[Any, Any]:
        return self.adviser


def everybody(staff: Staff[Any, Any], side: Side) -> list[Staff[Any, Any]]:
    """Whoever could lead a side: the plain staff, its officers, and the beginner."""
    beginner = [staff.recruit(side)] if side in staff.recruits else []
    return [staff, *staff.officers(side).values(), *beginner]


def unanswered(game: Game, staff: Staff[Any, Any]) -> Iterator[str]:
    """Decisions that nobody answers, and answers to what is never asked."""
    steps = game.position.STEPS.by_name.values()
    frames = {step.frame for step in steps}
    asks = {step.frame for step in steps if type(step).options is not Step.options and not isinstance(step, ChanceStep)}
    answered = set(staff.answers) | staff.indifferent
    for frame in sorted(asks - answered, key=str):
        yield f"the staff does not answer the decision {frame.__name__} and is not indifferent to it either"
    for frame in sorted(answered - frames, key=str):
        yield f"the staff answers {frame.__name__}, which is never asked"
    for frame in sorted(set(staff.answers) & staff.indifferent, key=str):
        yield f"the staff answers {frame.__name__} and is indifferent to it"
    for frame in sorted(staff.routine - answered, key=str):
        yield f"the staff takes {frame.__name__} for routine, and has no answer to it"


def asked(game: Game, decisions: int, seed: object) -> Iterator[Position[Any]]:
    """Positions of random games in which a side owes a decision; the scenarios take turns."""
    scenarios = list(game.scenarios)
    number = 0
    while decisions > 0:
        rng = Random(f"advice {seed} {number}")
        pos = game.start(scenarios[number % len(scenarios)])
        number += 1
        while pos.outcome is None and decisions > 0:
            if pos.actor != DICE and rng.random() < 0.25:
                decisions -= 1
                yield pos.copy()
            pos.apply(pos.options().sample(rng))


def _wrong(staff: Staff[Any, Any], pos: Position[Any]) -> Iterator[str]:
    kind, before = pos.decision.kind, pos.key()
    advice = staff.advise(pos)
    if not advice:
        yield f"the staff has no answer to {kind!r}"
    if [entry.score for entry in advice] != sorted((entry.score for entry in advice), reverse=True):
        yield f"the staff's best answer to {kind!r} does not come first"
    elif advice and staff.decide(pos) != advice[0].action:
        yield f"the staff decides {kind!r} otherwise than it advises"
    for entry in advice[:LOOKED_AT]:
        if (refusal := pos.refusal(entry.action)) is not None:
            yield f"the staff's answer {entry.action!r} to {kind!r} is refused: {refusal}"
        if entry.reason not in pos.book.game.texts.texts:
            yield f"there is no text for the staff's reason {entry.reason!r}"
    if not all(0 <= staff.value(pos, side) <= 1 for side in pos.book.sides):
        yield f"what a position is worth in {kind!r} is no chance between 0 and 1"
    if pos.key() != before:
        yield f"asking the staff in {kind!r} changed the position"
