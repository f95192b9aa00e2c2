"""Looking ahead: one imagined world played on by officers of all sides, the dice falling as they may.

The dice of a world are keyed by what is rolled for: two candidates that come to the same roll, in the same frame of the
same phase, see the same face. Comparisons of candidates are then about the candidates and not about luck. What an
officer says about a position is remembered, for the worlds of a search meet again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeAlias
from zlib import crc32

import msgspec

from shapan.kernel import DICE, Action, Position, Side
from shapan.kernel.staff import Staff

REMEMBERED: Final = 20_000
"""How many pieces of advice are kept."""
PATIENCE: Final = 2
"""A phase is cut short after so many times the depth."""


Watch: TypeAlias = Callable[[Position[Any], Action], None]
"""Is shown a decision before it is carried out."""


class KeyedDice:
    """The dice of one imagined world."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rolls: dict[str, int] = {}

    def roll(self, pos: Position[Any]) -> Action:
        key = f"{pos.turn} {pos.phase} {tuple(pos.top)}"
        again = self.rolls[key] = self.rolls.get(key, 0) + 1
        return pos.chances().sample(Random(self.seed ^ crc32(f"{key} {again}".encode()) << 32))


class Orders(msgspec.Struct, frozen=True):
    """Who leads a side in an imagined world, and what is done instead of what he advises."""

    leader: Staff[Any, Any]
    instead: Mapping[Action, Action] = {}


class LookAhead:
    """Plays imagined worlds to a horizon."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.positions = 0
        self._advice: dict[tuple[Any, ...], Action] = {}

    def play(
        self,
        world: Position[Any],
        orders: Mapping[Side, Orders],
        depth: int,
        seed: int,
        *,
        action: Action | None = None,
        until: int | None = None,
        watch: Watch | None = None,
    ) -> int:
        """Let all sides go on in a world for so many phases, after an action if one is given; returns how many.

        Without a number it goes on to the first new phase beyond the depth. Nobody is then judged in the middle of
        something, and what is compared is judged at the same time. A phase that takes too long is cut short at a
        change of hands; where that or the end of the game came first, others may go on to the next phase. Whoever
        watches is shown every decision before it is carried out.
        """
        dice = KeyedDice(seed)
        phase, phases = (world.turn, world.phase), 0
        steps, before = 0, world.actor
        if action is not None:
            world.apply(action)
            steps = 1
        while world.outcome is None:
            if (world.turn, world.phase) != phase:
                phase, phases = (world.turn, world.phase), phases + 1
                if steps >= depth if until is None else phases >= until:
                    self.positions += steps
                    return phases
            actor = world.actor
            if actor == DICE:
                world.apply(dice.roll(world))
            else:
                if steps >= PATIENCE * depth and actor != before:
                    break
                before = actor
                chosen = self.ordered(world, orders[actor])
                if watch is not None:
                    watch(world, chosen)
                world.apply(chosen)
            steps += 1
        self.positions += steps
        return phases + 1

    def ordered(self, world: Position[Any], orders: Orders) -> Action:
        """What is done under these orders: what the leader advises, or what has been put in its place if it can be."""
        advised = self.advised(world, orders.leader)
        other = orders.instead.get(advised)
        return advised if other is None or not world.allows(other) else other

    def advised(self, world: Position[Any], leader: Staff[Any, Any]) -> Action:
        """What this officer would do."""
        key = (id(leader), *world.key())
        action = self._advice.get(key)
        if action is None:
            if len(self._advice) >= REMEMBERED:
                self._advice.clear()
            action = self._advice[key] = leader.decide(world)
        return action
