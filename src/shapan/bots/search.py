"""Search: looks ahead from the staff officer's proposals, for any game that has a staff.

It decides three times, each time by a race in imagined worlds, the same worlds with the same dice for all who take
part. At the beginning of a game turn the officers of the side, men of different temper, each lead it for a while, and
the one who does best leads the turn. What he would do in it is a plan, which is changed here and there as long as that
does better; it is followed, and made anew when something unforeseen has happened. Then, decision by decision, what is
planned is raced against other proposals. Whoever falls behind drops out at once, so that plain decisions cost little; a
challenger that leads by more than chance explains is believed. The others are imagined as good players would lead them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from math import inf
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from shapan.kernel import Action, Position, Side
from shapan.kernel.reading import read_json
from shapan.kernel.staff import PLAIN, Advice, Staff

from .bot import Bot, Enough
from .lookahead import LookAhead, Orders, Watch
from .plans import Foreseen, Plan, Scouted, one_of, read, written
from .race import BELIEVED, Race, Terms
from .staff import staff_of

WORLDS: Final = 10
"""In so many worlds at most a plan is compared with another."""
PLANS: Final = 3
"""So often a plan is made in a game turn."""
TRIES: Final = 8
"""So many decisions are looked at for one in which there is a choice."""
DROPPED: Final = 0.15
"""How often it is asked whether a change of the plan is still of use."""
SHARES: Final = 5
"""What is left of a turn's budget is thought of as for so many decisions."""

Runner: TypeAlias = Callable[["World", Position[Any], int | None], int]
"""Plays one candidate on in a copy of a world for so many phases; returns how many."""


class Budget(msgspec.Struct, frozen=True):
    """How much thinking may cost: in positions (reproducible) and, if given, in seconds."""

    positions: int = 1200
    """For one decision."""
    turn: int = 7_500
    """For all decisions of one game turn; the last of them get less and less, and then the officer decides alone."""
    council: int = 5_000
    """For the question who leads a game turn."""
    plan: int = 4_000
    """For the plan of a game turn, and half as much for another when something unforeseen has happened."""
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
    span: int = 60
    """How many decisions a plan is followed before it is judged, and then to the next phase."""
    terms: Terms = Terms()


class Memory(msgspec.Struct, array_like=True):
    """What a search keeps from one decision to the next. It is its own opinion and nothing that it was told."""

    turn: int = 0
    side: str = ""
    officer: str = ""
    """Who leads the side this game turn."""
    spent: int = 0
    """Positions looked at for the decisions of this game turn."""
    changes: list[tuple[str, str]] = []
    """The plan of the turn: what is done instead of what the officer advises."""
    foreseen: Foreseen = msgspec.field(default_factory=Foreseen)
    decisions: int = 0
    """Taken since the plan was made."""
    plans: int = 0
    """How often it was made this game turn."""


class World(msgspec.Struct):
    """An imagined world and who leads the others in it."""

    seed: int
    start: Position[Any]
    others: Mapping[Side, Orders]
    until: int | None = None
    """After so many phases it is judged."""
    value: float = 0.0
    """What the present plan is worth in it."""


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
        self.judged = 0.0
        """What the world was worth in which a plan was followed last."""

    @property
    def memory(self) -> str:
        """What it keeps, to be given to another search that goes on in its place."""
        return msgspec.json.encode(self.known).decode()

    @memory.setter
    def memory(self, text: str) -> None:
        self.known = read_json(text, Memory)

    def choose(self, pos: Position[Any]) -> Action:
        self.budget = self.given or Budget(**staff_of(pos.book.game).thinking)
        budget, self._done = self.budget, 0.0
        if (self.known.turn, self.known.side) != (pos.turn, pos.actor):
            whole = max(1, budget.council + budget.plan + budget.positions)
            self._share = budget.council / whole
            self.known = Memory(pos.turn, pos.actor, self.elect(pos))
            self._done, self._share = self._share, budget.plan / whole
            self.make_plan(pos, budget.plan)
            self._done += self._share
        elif self.known.plans < PLANS and not self.known.foreseen.expected(self.known.decisions, self.value(pos)):
            self._share = 0.5
            self.make_plan(pos, budget.plan // 2)
            self._done = self._share
        self.known.decisions += 1
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
        favourite = staff.favourite(side, pos.book.scenario)
        names = list(dict.fromkeys([favourite, PLAIN, *staff.officers(side)]))
        depth = self.budget.tenure
        if self.budget.council < BELIEVED * depth:
            return favourite  # too little for anybody to be believed

        def run(name: str) -> Runner:
            mine = {side: Orders(staff.officer(side, name))}
            return lambda world, pos, until: ahead.play(pos, {**world.others, **mine}, depth, world.seed, until=until)

        race = Race(len(names) - 1, self.budget.terms)
        with suppress(Enough):
            self.run(race, pos, [run(name) for name in names], self.budget.council)
        return names[race.winner()]

    # --- the plan of the turn ---

    def plan(self, pos: Position[Any]) -> Plan:
        """The plan of this turn."""
        return Plan(self.known.officer, read(pos, self.known.changes))

    def value(self, pos: Position[Any]) -> float:
        return staff_of(pos.book.game).value(pos, pos.actor)

    def make_plan(self, pos: Position[Any], allowed: int) -> None:
        """Change the officer's plan here and there, as long as that does better in the same worlds, until the budget
        is spent."""
        self.known.foreseen, self.known.decisions = Foreseen(), 0
        self.known.plans += 1
        if self.leader(pos).followed or allowed < BELIEVED * self.budget.span:
            return
        ahead = self.ahead(pos)
        started, deadline = ahead.positions, self.deadline()
        last = started + allowed
        plan, worlds = self.plan(pos), list[World]()
        scouted = self.scout(pos, plan)
        with suppress(Enough):
            while ahead.positions < last and time.monotonic() < deadline:
                self.progress(self._done + self._share * (ahead.positions - started) / allowed)
                other = self.variation(plan, scouted)
                if other is None:
                    break
                values = self.compare(pos, plan, other, worlds, last)
                if values is not None:
                    plan = other
                    del worlds[len(values) :]
                    for world, value in zip(worlds, values, strict=True):
                        world.value = value
                    scouted = self.scout(pos, plan)
        self.known.changes = written(pos, plan)

    def scout(self, pos: Position[Any], plan: Plan) -> list[Scouted]:
        """What decisions the plan leads to in one world."""
        found, routine = list[Scouted](), self.leader(pos).routine

        def watch(now: Position[Any], action: Action) -> None:
            if now.actor == pos.actor and now.turn == pos.turn and type(now.top) not in routine:
                found.append(Scouted(now.copy(), action))

        self.follow(self.world(pos), plan, pos.actor, watch)
        return found

    def variation(self, plan: Plan, scouted: list[Scouted]) -> Plan | None:
        """The plan with one change more or less; none, if there is nothing to choose between."""
        if plan.instead and self.rng.random() < DROPPED:
            return plan.without(self.rng.choice(list(plan.instead)))
        for _ in range(TRIES if scouted else 0):
            at = one_of(scouted, self.rng)
            leader = staff_of(at.pos.book.game).officer(at.pos.actor, plan.officer)
            advice = leader.advise(at.pos)
            others = [entry.action for entry in various(advice, self.budget.width) if entry.action != at.done]
            if others:
                return plan.amended(advice[0].action, self.rng.choice(others))
        return None

    def compare(
        self, pos: Position[Any], plan: Plan, other: Plan, worlds: list[World], last: int
    ) -> list[float] | None:
        """What another plan is worth in each world, if it is to be believed that it is better."""
        race, values, ahead = Race(1, self.budget.terms), list[float](), self.ahead(pos)
        while race.alive and not race.won and race.laps < WORLDS and ahead.positions < last:
            if race.laps == len(worlds):
                worlds.append(self.foresee(pos, plan))
            world = worlds[race.laps]
            self.follow(world, other, pos.actor)
            values.append(self.judged)
            race.lap(world.value, {1: values[-1]})
        return values if race.winner() else None

    def foresee(self, pos: Position[Any], plan: Plan) -> World:
        """Another world and what the plan is worth in it; how the game stands on the way is foreseen from now on."""
        world, course = self.world(pos), list[float]()

        def watch(now: Position[Any], _: Action) -> None:
            if now.actor == pos.actor and now.turn == pos.turn:
                course.append(self.value(now))

        world.until = self.follow(world, plan, pos.actor, watch)
        world.value = self.judged
        self.known.foreseen.note(course)
        return world

    def follow(self, world: World, plan: Plan, side: Side, watch: Watch | None = None) -> int:
        """Follow a plan in a world, and judge how it ends."""
        copy = world.start.copy()
        staff = staff_of(copy.book.game)
        orders = {**world.others, side: Orders(staff.officer(side, plan.officer), plan.instead)}
        phases = self.ahead(copy).play(copy, orders, self.budget.span, world.seed, until=world.until, watch=watch)
        self.judged = staff.value(copy, side)
        return phases

    # --- what is done ---

    def proposals(self, pos: Position[Any]) -> list[Action]:
        """The officer's first choice and what is worth trying instead: nothing in matters of routine."""
        leader = self.leader(pos)
        advice = leader.advise(pos)
        if leader.followed or type(pos.top) in leader.routine:
            return [advice[0].action]
        planned = self.plan(pos).instead.get(advice[0].action)
        first = [planned] if planned is not None and pos.allows(planned) else []
        found = dict.fromkeys([*first, *(entry.action for entry in various(advice, self.budget.width))])
        options = pos.options()
        found |= dict.fromkeys(options.sample(self.rng) for _ in range(self.budget.wild))
        return list(found)

    def race_proposals(self, race: Race, pos: Position[Any], actions: list[Action]) -> None:
        """Let the other proposals race against the first."""
        allowed = min(self.budget.positions, (self.budget.turn - self.known.spent) / SHARES)
        depth = self.budget.depth
        if allowed < BELIEVED * depth:
            return  # too little for anybody to be believed
        ahead, mine = self.ahead(pos), {pos.actor: Orders(self.leader(pos), self.plan(pos).instead)}

        def run(action: Action) -> Runner:
            return lambda world, pos, until: ahead.play(
                pos, {**world.others, **mine}, depth, world.seed, action=action, until=until
            )

        started = ahead.positions
        try:
            self.run(race, pos, [run(action) for action in actions], allowed)
        finally:
            self.known.spent += ahead.positions - started

    # --- races ---

    def run(self, race: Race, pos: Position[Any], runners: list[Runner], allowed: float) -> None:
        """Lap after lap until the race is decided or the budget is spent."""
        ahead = self.ahead(pos)
        started, deadline = ahead.positions, self.deadline()
        while race.alive and not race.won:
            spent = (ahead.positions - started) / allowed
            self.progress(self._done + self._share * min(spent, 1.0))
            if spent >= 1 or time.monotonic() >= deadline:
                break
            race.lap(*self.lap(pos, runners, race.alive))

    def deadline(self) -> float:
        seconds = self.budget.seconds
        return inf if seconds is None else time.monotonic() + seconds

    def lap(self, pos: Position[Any], runners: list[Runner], alive: list[int]) -> tuple[float, dict[int, float]]:
        """One world: what the first candidate is worth in it, and what those still in the race are."""
        world, staff = self.world(pos), staff_of(pos.book.game)
        values: dict[int, float] = {}
        for number in (0, *alive):
            copy = world.start.copy()
            phases = runners[number](world, copy, world.until)
            values[number] = staff.value(copy, pos.actor)
            world.until = world.until or phases
        return values.pop(0), values

    def world(self, pos: Position[Any]) -> World:
        """One that the side could believe in, the others led by officers whom good players would send."""
        side, seed, staff = pos.actor, self.rng.getrandbits(64), staff_of(pos.book.game)
        imagined = pos.imagine(side, Random(seed))
        staff.believe(imagined, side)
        draw = Random(seed)
        others = {
            other: Orders(staff.drawn(other, pos.book.scenario, draw)) for other in pos.book.sides if other != side
        }
        return World(seed, imagined, others)

    def ahead(self, pos: Position[Any]) -> LookAhead:
        if self._ahead is None or self._ahead.game != pos.book.game.id:
            self._ahead = LookAhead(pos.book.game.id)
        return self._ahead


def various(advice: list[Advice], count: int) -> list[Advice]:
    """The best advice, and next to it what differs most: another verb, another piece, another place."""
    verbs: dict[str, int] = {}
    subjects: dict[tuple[Any, ...], int] = {}
    ranked = []
    for order, entry in enumerate(advice):
        verb, subject = entry.action.verb, entry.subject
        before, others = subjects.get(subject, 0), verbs.get(verb, 0)
        ranked.append((2.0 * others**0.5 + 1.5 * before, order))
        subjects[subject] = before + 1
        if not before:
            verbs[verb] = others + 1
    return [advice[order] for order in sorted(order for _, order in sorted(ranked)[:count])]
