"""Two worlds that one watcher cannot tell apart, played in step: whatever is asked, skipped or told must stay alike."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random
from typing import Any

from shapan.kernel import Action, Event, Position

TRIES = 12
"""How many actions of one world are tried in the other before the two part."""


def in_step(
    pos: Position[Any],
    world: Position[Any],
    watcher: str,
    rng: Random,
    *,
    most: int,
    unseen: Collection[str] = (),
    until: Callable[[Position[Any]], bool] = lambda pos: pos.outcome is not None,
) -> list[str]:
    """Play both worlds with the same actions; the steps that were asked while the watcher saw the same in both.

    An action that one of the worlds does not allow is left out, unless the watcher sees only its ``unseen`` verb: then
    the other world answers with one of its own. Where no action fits both, they part; and when all is laid open
    (``until``), which must be at the same time in both.
    """
    asked: list[str] = []
    for _ in range(most):
        assert (world.actor, world.decision) == (pos.actor, pos.decision), asked[-3:]
        assert world.view(watcher).to_json() == pos.view(watcher).to_json(), asked[-3:]
        if (pair := answers(pos, world, watcher, rng, unseen)) is None:
            break
        asked.append(pos.decision.kind)
        heard: tuple[list[Event], list[Event]] = [], []
        for one, action, told in zip((pos, world), pair, heard, strict=True):
            one.push(action, told.append)
        assert until(world) == until(pos)
        if until(pos):
            break
        here, there = ([known(event) for event in told if event.known_to(watcher)] for told in heard)
        assert here == there, (asked[-3:], pair)
    return asked


def answers(
    pos: Position[Any], world: Position[Any], watcher: str, rng: Random, unseen: Collection[str]
) -> tuple[Action, Action] | None:
    """An action for each world; whoever watches chooses himself among the same."""
    options = pos.options()
    if pos.actor == watcher:
        assert [*options] == [*world.options()]
    for _ in range(TRIES):
        action = options.sample(rng)
        if world.refusal(action) is None:
            return action, action
        if action.verb in unseen:
            return action, rng.choice([other for other in world.options() if other.verb == action.verb])
    return None


def known(event: Event) -> tuple[str, str, dict[str, Any]]:
    return event.case, event.key, dict(event.params)
