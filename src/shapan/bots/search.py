"""Search: looks ahead from the staff officer's proposals, for any game that has a doctrine.

The staff's first choice is raced against other proposals of the staff: each is played in imagined worlds, the same
worlds with the same dice for all of them, both staffs going on from there, and the doctrine judges where that leads.
A challenger that falls behind drops out at once, so that decisions in which the staff is plainly right cost little; one
that leads by more than chance explains is played instead.
"""

from __future__ import annotations

import time
from contextlib import suppress
from random import Random
from typing import Any

import msgspec

from shapan.kernel import Action, Position
from shapan.kernel.doctrine import Advice

from .lookahead import LookAhead
from .progress import Enough, Progress, unheard
from .race import Race, Terms
from .staff import StaffBot


class Budget(msgspec.Struct, frozen=True):
    """How much a decision may cost: in positions (reproducible) and, if given, in seconds."""

    positions: int = 1000
    seconds: float | None = None
    width: int = 4
    """How many proposals are tried, the staff's first choice among them."""
    depth: int = 40
    """How many decisions the look ahead goes on, and then to the next change of hands."""
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

    def choose(self, pos: Position[Any]) -> Action:
        proposals = various(self.staff.advise(pos), self.budget.width)
        race = Race(len(proposals) - 1, self.budget.terms)
        with suppress(Enough):
            self.run(race, pos, [entry.action for entry in proposals])
        return proposals[race.winner()].action

    def run(self, race: Race, pos: Position[Any], actions: list[Action]) -> None:
        """Lap after lap until the race is decided or the budget is spent."""
        budget, side, ahead = self.budget, pos.actor, self.ahead(pos)
        started, deadline = ahead.positions, time.monotonic() + (budget.seconds or 0.0)
        while race.alive and not race.won:
            spent = (ahead.positions - started) / budget.positions
            self.progress(min(spent, 1.0))
            if spent >= 1 or (budget.seconds is not None and time.monotonic() >= deadline):
                return
            seed = self.rng.getrandbits(64)
            values = {
                number: ahead.play(pos.imagine(side, Random(seed)), side, actions[number], seed)
                for number in (0, *race.alive)
            }
            race.lap(values.pop(0), values)

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
