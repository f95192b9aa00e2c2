"""Search: looks ahead from the staff officer's proposals, for any game that has a doctrine.

The staff's first choice is raced against other proposals of the staff: each is played in imagined worlds, the same
worlds with the same dice for all of them, both staffs going on from there, and the doctrine judges where that leads.
A challenger that falls behind drops out at once, so that decisions in which the staff is plainly right cost little; one
that leads by more than chance explains is played instead.
"""

from __future__ import annotations

import time
from contextlib import suppress
from math import inf
from random import Random
from typing import Any, Final

import msgspec

from shapan.kernel import Action, Position
from shapan.kernel.doctrine import Advice

from .lookahead import LookAhead
from .progress import Enough, Progress, unheard
from .race import BELIEVED, Race, Terms
from .staff import StaffBot

SHARES: Final = 5
"""What is left of a turn's budget is thought of as for so many decisions."""


class Budget(msgspec.Struct, frozen=True):
    """How much thinking may cost: in positions (reproducible) and, if given, in seconds."""

    positions: int = 1200
    """For one decision."""
    turn: int = 9_000
    """For all decisions of one game turn; the last of them get less and less, and then the staff decides alone."""
    seconds: float | None = None
    """For one decision."""
    width: int = 4
    """How many proposals are tried, the staff's first choice among them."""
    wild: int = 1
    """How many legal actions are tried besides, whatever the staff thinks of them."""
    depth: int = 36
    """How many decisions the look ahead goes on, and then to the next phase."""
    terms: Terms = Terms()


class SearchBot:
    """Looks ahead: tries the staff's best proposals in imagined worlds and overrules it where that clearly pays."""

    name = "search"
    needs_world = True
    needs_doctrine = True

    def __init__(self, rng: Random, budget: Budget | None = None) -> None:
        self.rng = rng
        self.staff = StaffBot(rng)
        self.budget = budget or Budget()
        self.progress: Progress = unheard
        self._ahead: LookAhead | None = None
        self._turn, self._spent = 0, 0

    def choose(self, pos: Position[Any]) -> Action:
        proposals = self.proposals(pos)
        race = Race(len(proposals) - 1, self.budget.terms)
        with suppress(Enough):
            self.run(race, pos, proposals)
        return proposals[race.winner()]

    def proposals(self, pos: Position[Any]) -> list[Action]:
        """The staff's first choice and what is worth trying instead: nothing in matters of routine."""
        advice = self.staff.advise(pos)
        if pos.step.name in getattr(self.staff.doctrine(pos), "routine", ()):
            return [advice[0].action]
        found = dict.fromkeys(entry.action for entry in various(advice, self.budget.width))
        options = pos.options()
        found |= dict.fromkeys(options.sample(self.rng) for _ in range(self.budget.wild))
        return list(found)

    def run(self, race: Race, pos: Position[Any], actions: list[Action]) -> None:
        """Lap after lap until the race is decided or the budget is spent."""
        ahead = self.ahead(pos)
        started, allowed = ahead.positions, self.allowance(pos.turn)
        if allowed < BELIEVED * self.budget.depth:
            return  # too little for anybody to be believed
        seconds = self.budget.seconds
        deadline = inf if seconds is None else time.monotonic() + seconds
        while race.alive and not race.won:
            spent = (ahead.positions - started) / allowed
            self.progress(min(spent, 1.0))
            if spent >= 1 or time.monotonic() >= deadline:
                break
            before = ahead.positions
            race.lap(*self.lap(pos, actions, race.alive))
            self._spent += ahead.positions - before

    def lap(self, pos: Position[Any], actions: list[Action], alive: list[int]) -> tuple[float, dict[int, float]]:
        """One world: what the staff's first choice is worth in it, and what those still in the race are."""
        side, seed, ahead = pos.actor, self.rng.getrandbits(64), self.ahead(pos)
        values: dict[int, float] = {}
        until = None
        for number in (0, *alive):
            world = pos.imagine(side, Random(seed))
            phases = ahead.play(world, side, actions[number], seed, until)
            values[number] = self.staff.value(world, side)
            until = until or phases or None
        return values.pop(0), values

    def allowance(self, turn: int) -> float:
        """Positions for this decision: as many as usual while the turn is young, a share of what is left later."""
        if turn != self._turn:
            self._turn, self._spent = turn, 0
        return min(self.budget.positions, (self.budget.turn - self._spent) / SHARES)

    def ahead(self, pos: Position[Any]) -> LookAhead:
        if self._ahead is None or self._ahead.game != pos.book.game.id:
            self._ahead = LookAhead(pos.book.game.id, self.staff.doctrine(pos), self.budget.depth)
        return self._ahead


def various(advice: list[Advice], count: int) -> list[Advice]:
    """The best advice, and next to it what differs most: another kind of action, another piece, another place."""
    kinds: dict[str, int] = {}
    pieces: dict[tuple[Any, ...], int] = {}
    ranked = []
    for order, entry in enumerate(advice):
        action = entry.action
        piece = (action.verb, *(getattr(action, name) for name in action.__struct_fields__[:1]))
        before, others = pieces.get(piece, 0), kinds.get(action.verb, 0)
        ranked.append((2.0 * others**0.5 + 1.5 * before, order))
        pieces[piece] = before + 1
        if not before:
            kinds[action.verb] = others + 1
    return [advice[order] for order in sorted(order for _, order in sorted(ranked)[:count])]
