"""Search: looks ahead from the staff officer's proposals, for any game that has a staff.

It decides twice, each time by a race in imagined worlds, the same worlds with the same dice for all who take part. At
the beginning of a game turn the officers of the side, men of different temper, each lead it for a while, and the one
who does best leads the turn. Then, decision by decision, that officer's first choice is raced against his other
proposals. Whoever falls behind drops out at once, so that plain decisions cost little; a challenger that leads by more
than chance explains is believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from shapan.kernel import Action, Position
from shapan.kernel.staff import Advice, Staff

from .bot import Bot, Enough
from .lookahead import LookAhead
from .race import BELIEVED, Race, Terms
from .staff import staff_of

SHARES: Final = 5
"""What is left of a turn's budget is thought of as for so many decisions."""

Runner: TypeAlias = Callable[[Position[Any], int, int | None], int]
"""Plays one candidate on in a world, with a seed for the dice, for so many phases; tells how many it were."""


class Budget(msgspec.Struct, frozen=True):
    """How much thinking may cost: in positions (reproducible) and, if given, in seconds."""

    positions: int = 1200
    """For one decision."""
    turn: int = 9_000
    """For all decisions of one game turn; the last of them get less and less, and then the officer decides alone."""
    council: int = 6_000
    """For the question who leads a game turn."""
    seconds: float | None = None
    """For one decision."""
    width: int = 4
    """How many proposals are tried, the officer's first choice among them."""
    wild: int = 1
    """How many legal actions are tried besides, whatever the officer thinks of them."""
    depth: int = 36
    """How many decisions the look ahead goes on, and then to the next phase."""
    tenure: int = 160
    """How many decisions an officer is watched before he is chosen."""
    terms: Terms = Terms()


class Memory(msgspec.Struct, array_like=True):
    """What a search keeps from one decision to the next. It is its own opinion and nothing that it was told."""

    turn: int = 0
    side: str = ""
    officer: str = ""
    """Who leads the side this game turn."""
    spent: int = 0
    """Positions looked at for the decisions of this game turn."""


class SearchBot(Bot):
    """Looks ahead: lets officers and proposals race in imagined worlds and plays what does best."""

    title = "General"
    needs_staff = True

    def __init__(self, rng: Random, budget: Budget | None = None) -> None:
        super().__init__(rng)
        self.given = budget
        self.budget = budget or Budget()
        self.known = Memory()
        self._done, self._share = 0.0, 1.0
        """What of the whole thought has been done, and what share of it is being done."""
        self._ahead: LookAhead | None = None

    @property
    def memory(self) -> str:
        """What it keeps, to be given to another search that goes on in its place."""
        return msgspec.json.encode(self.known).decode()

    @memory.setter
    def memory(self, text: str) -> None:
        self.known = msgspec.json.decode(text, type=Memory)

    def choose(self, pos: Position[Any]) -> Action:
        self.budget = self.given or Budget(**staff_of(pos.book.game).thinking)
        self._done = 0.0
        if (self.known.turn, self.known.side) != (pos.turn, pos.actor):
            self._share = self.budget.council / (self.budget.council + self.budget.positions)
            self.known = Memory(pos.turn, pos.actor, self.elect(pos))
            self._done = self._share
        self._share = 1 - self._done
        proposals = self.proposals(pos)
        race = Race(len(proposals) - 1, self.budget.terms)
        with suppress(Enough):
            self.race_proposals(race, pos, proposals)
        return proposals[race.winner()]

    def leader(self, pos: Position[Any]) -> Staff[Any, Any]:
        """Who leads the acting side this turn."""
        return staff_of(pos.book.game).officer(pos.actor, self.known.officer)

    # --- who leads the turn ---

    def elect(self, pos: Position[Any]) -> str:
        """The officer for this turn: the favourite, or the staff, unless another does clearly better from here."""
        side, staff, ahead = pos.actor, staff_of(pos.book.game), self.ahead(pos)
        favourite = staff.favourites.get(side, "")
        names = list(dict.fromkeys([favourite, "", *staff.officers(side)]))
        depth = self.budget.tenure
        if self.budget.council < BELIEVED * depth:
            return favourite  # too little for anybody to be believed

        def run(name: str) -> Runner:
            leaders = {side: staff.officer(side, name)}
            return lambda world, seed, until: ahead.play(world, leaders, depth, seed, until=until)

        race = Race(len(names) - 1, self.budget.terms)
        with suppress(Enough):
            self.run(race, pos, [run(name) for name in names], self.budget.council)
        return names[race.winner()]

    # --- what is done ---

    def proposals(self, pos: Position[Any]) -> list[Action]:
        """The officer's first choice and what is worth trying instead: nothing in matters of routine."""
        leader = self.leader(pos)
        advice = leader.advise(pos)
        if leader.followed or type(pos.top) in leader.routine:
            return [advice[0].action]
        found = dict.fromkeys(entry.action for entry in various(advice, self.budget.width))
        options = pos.options()
        found |= dict.fromkeys(options.sample(self.rng) for _ in range(self.budget.wild))
        return list(found)

    def race_proposals(self, race: Race, pos: Position[Any], actions: list[Action]) -> None:
        """Let the other proposals race against the first."""
        allowed = min(self.budget.positions, (self.budget.turn - self.known.spent) / SHARES)
        depth = self.budget.depth
        if allowed < BELIEVED * depth:
            return  # too little for anybody to be believed
        ahead, leaders = self.ahead(pos), {pos.actor: self.leader(pos)}

        def run(action: Action) -> Runner:
            return lambda world, seed, until: ahead.play(world, leaders, depth, seed, action=action, until=until)

        started = ahead.positions
        try:
            self.run(race, pos, [run(action) for action in actions], allowed)
        finally:
            self.known.spent += ahead.positions - started

    # --- races ---

    def run(self, race: Race, pos: Position[Any], runners: list[Runner], allowed: float) -> None:
        """Lap after lap until the race is decided or the budget is spent."""
        ahead = self.ahead(pos)
        started, seconds = ahead.positions, self.budget.seconds
        deadline = inf if seconds is None else time.monotonic() + seconds
        while race.alive and not race.won:
            spent = (ahead.positions - started) / allowed
            self.progress(self._done + self._share * min(spent, 1.0))
            if spent >= 1 or time.monotonic() >= deadline:
                break
            race.lap(*self.lap(pos, runners, race.alive))

    def lap(self, pos: Position[Any], runners: list[Runner], alive: list[int]) -> tuple[float, dict[int, float]]:
        """One world: what the first candidate is worth in it, and what those still in the race are."""
        side, seed, staff = pos.actor, self.rng.getrandbits(64), staff_of(pos.book.game)
        imagined = pos.imagine(side, Random(seed))
        staff.believe(imagined, side)
        values: dict[int, float] = {}
        until = None
        for number in (0, *alive):
            world = imagined.copy()
            phases = runners[number](world, seed, until)
            values[number] = staff.value(world, side)
            until = until or phases or None
        return values.pop(0), values

    def ahead(self, pos: Position[Any]) -> LookAhead:
        if self._ahead is None or self._ahead.game != pos.book.game.id:
            self._ahead = LookAhead(pos.book.game.id, staff_of(pos.book.game))
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
