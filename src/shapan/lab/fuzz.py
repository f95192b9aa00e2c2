"""Random games to the end, with the kernel's promises checked after every action.

After each action: the option taken is not refused, a copy equals its original and takes the same action to the same
key, the game's own invariants hold. Every few actions, at points that differ from game to game: all options are judged,
the snapshot makes the round trip, refusals change nothing, and for each side (and the spectator) an imagined world with
other hidden facts gives the same view to the byte; nobody can undo an action that would have shown him something else
in such a world; and what follows an action of others looks the same in it. At the end: the record, as text, replays to
the same key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, cast

import msgspec

from shapan.kernel import DICE, SPECTATOR, Action, Event, Game, Position, Record, Refusal, Side
from shapan.kernel.actions import kinds

from .crews import ALONE, Crew
from .logs import resumed

COPIES: Final = 20
"""Copies are compared this many times as often as what is expensive: at every decision, unless it is made rare."""
LONGEST_GAME: Final = 200_000
"""No game of ours comes near this many decisions: one that does will not end."""
OPTIONS_JUDGED: Final = 400
"""How many options of one list are judged at most when all are to be judged."""


class Violation(msgspec.Struct, frozen=True):
    """A broken promise: which game of the run, after how many actions, what."""

    game: int
    at: int
    what: str


class FuzzReport(msgspec.Struct):
    """What a run of random games found."""

    games: int = 0
    decisions: int = 0
    views: int = 0
    longest: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter)
    violations: list[Violation] = []

    def add(self, other: FuzzReport) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.views += other.views
        self.longest = max(self.longest, other.longest)
        self.outcomes += other.outcomes
        self.violations += other.violations


def fuzz(  # noqa: PLR0913  all but three have a default
    game: Game,
    games: int,
    seed: int,
    every: int = 7,
    switches: dict[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
    scenario: str | None = None,
    *,
    crew: Crew = ALONE,
    log: Path | None = None,
) -> FuzzReport:
    """Play ``games`` random games, all scenarios in turn unless one is named and with random switches unless some are
    given; the heavy checks come at every ``every``-th action. Games that are in the log are not played again."""
    total = FuzzReport()
    scenarios = list(game.scenarios) if scenario is None else [scenario]
    tasks = [Task(game, scenarios[number % len(scenarios)], switches, every, seed, number) for number in range(games)]
    for fuzzed in resumed(crew, play_one, tasks, log, Fuzzed, lambda fuzzed: fuzzed.task):
        total.add(fuzzed.report)
        if progress:
            progress(total.games)
    return total


class Task(NamedTuple):
    """One random game to play."""

    game: Game
    scenario: str
    switches: dict[str, Any] | None
    every: int
    seed: int
    number: int


class Fuzzed(msgspec.Struct, frozen=True):
    """What was found in one of them; of the game only its name is kept."""

    task: tuple[str, str, dict[str, Any] | None, int, int, int]
    report: FuzzReport


def play_one(task: Task) -> Fuzzed:
    """Play it, and tell what was found."""
    rng = Random(f"{task.seed} {task.number}")
    chosen = random_switches(task.game, rng) if task.switches is None else task.switches
    report = FuzzReport(games=1)
    FuzzGame(task.game, task.scenario, chosen, rng, task.every, task.number, report).play()
    return Fuzzed((task.game.id, *task[1:]), report)


def every_switch(game: Game) -> dict[str, Any]:
    """Every optional rule in force; of several values the last."""
    return {name: switch.values[-1] for name, switch in game.switches.items()}


def random_switches(game: Game, rng: Random) -> dict[str, Any]:
    """Half of the games with the defaults, half with every switch drawn at random."""
    if rng.random() < 0.5:
        return {}
    return {name: rng.choice(switch.values) for name, switch in game.switches.items()}


class FuzzGame:
    """One random game under observation."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        switches: dict[str, Any],
        rng: Random,
        every: int,
        number: int,
        report: FuzzReport,
    ) -> None:
        self.game, self.rng, self.every, self.number, self.report = game, rng, every, number, report
        self.record = Record(game, scenario, switches)
        self.pos: Position[Any] = self.record.start()
        self.stale: list[Action] = []

    def complain(self, what: str) -> None:
        self.report.violations.append(Violation(self.number, len(self.record), what))

    def play(self) -> None:
        """The whole game. A crash is a violation like any other: what led to it can be played again by the seed."""
        try:
            self.play_on()
        except Exception as error:
            self.complain(f"crash after {self.record.moves[-1:]}: {error!r}")

    def play_on(self) -> None:
        while self.pos.outcome is None and len(self.record) < LONGEST_GAME:
            if not self.move():
                return
        if self.pos.outcome is None:
            self.complain(f"the game does not end within {LONGEST_GAME} decisions")
            return
        self.report.outcomes[f"{self.pos.outcome.winner or 'draw'} {self.pos.outcome.case}"] += 1
        self.report.longest = max(self.report.longest, len(self.record))
        self.check_record()

    def move(self) -> bool:
        """One action with its checks; False when the game cannot go on."""
        pos = self.pos
        options = pos.options()
        if not options:
            self.complain(f"no option in {pos.decision.kind!r}")
            return False
        action = options.sample(self.rng)
        if (refusal := pos.refusal(action)) is not None:
            self.complain(f"option {self.game.format(pos, action)!r} is refused: {refusal}")
            return False
        if self.rng.randrange(self.every) == 0:
            self.check_heavily(action)
        if len(self.record) % max(1, self.every // COPIES) == 0:
            self.check_copy(action)
        self.record.add(pos, action)
        pos.push(action, self.listen)
        self.report.decisions += 1
        if self.rng.random() < 0.05:
            self.stale = [*self.stale[-20:], action]
        for broken in pos.violations():
            self.complain(broken)
        return True

    def listen(self, event: Event) -> None:
        if event.case not in self.game.rules and event.case != "0":
            self.complain(f"event {event.key} cites the unknown case {event.case}")

    # --- the checks ----------------------------------------------------------------------------------

    def check_copy(self, action: Action) -> None:
        """A copy is equal, and after the same action still equal; the original has not changed meanwhile."""
        before = self.pos.key()
        twin = self.pos.copy()
        if twin.key() != before:
            self.complain("a copy differs from its original")
        try:
            hash(before)
        except TypeError as error:
            self.complain(f"a position holds something that can change, and its copies share it: {error}")
        twin.apply(action)
        if self.pos.key() != before:
            self.complain("an action on a copy changed the original")
        after = self.pos.copy()
        after.apply(action, lambda event: None)
        if after.key() != twin.key():
            self.complain("telling events changed what an action does")

    def check_heavily(self, action: Action) -> None:
        self.check_options()
        self.check_snapshot()
        self.check_refusals()
        self.check_views()
        self.check_undos(action)
        self.check_onlookers(action)

    def check_options(self) -> None:
        """No option is refused or given twice, each is written and read back exactly, counting agrees with listing."""
        pos, options = self.pos, self.pos.options()
        known: set[Action] = set()
        listed = 0
        for action in islice(self.some(options), OPTIONS_JUDGED):
            listed += 1
            if action in known:
                self.complain(f"option {action!r} is given twice")
            known.add(action)
            if (refusal := pos.refusal(action)) is not None:
                self.complain(f"option {action!r} is refused: {refusal}")
            text = self.game.format(pos, action)
            if self.game.parse(pos, text) != action:
                self.complain(f"{text!r} is not read back as it was written")
            if action not in options:
                self.complain(f"{text!r} is listed but not contained in the options")
        if listed < OPTIONS_JUDGED and listed != len(options):
            self.complain(f"{listed} options are listed, {len(options)} are counted")

    def some(self, options: Any) -> Iterator[Action]:
        groups = list(options.groups)
        self.rng.shuffle(groups)
        for group in groups:
            yield from group

    def check_snapshot(self) -> None:
        if self.game.from_json(self.pos.to_json()).key() != self.pos.key():
            self.complain("the snapshot does not give the same position")

    def check_refusals(self) -> None:
        """A refused action raises its Refusal and changes nothing; it cites a case that exists."""
        before = self.pos.key(), self.pos.horizon
        for action in (*self.stale, None, 7, "pass"):
            refusal = self.pos.refusal(action)
            if refusal is None:
                continue
            if refusal.case not in self.game.rules and refusal.case != "0":
                self.complain(f"refusal {refusal.key} cites the unknown case {refusal.case}")
            try:
                self.pos.push(cast(Action, action))
                self.complain(f"{action!r} was refused and then taken")
            except Refusal:
                pass
        if (self.pos.key(), self.pos.horizon) != before:
            self.complain("a refused action changed the position")

    def check_views(self) -> None:
        """Worlds that differ in hidden facts only look the same to the byte, and imagined again from any of them, the
        same dice make the same world."""
        for side in (*self.pos.book.sides, SPECTATOR):
            world = self.pos.imagine(side, self.rng)
            self.report.views += 1
            if world.view(side).to_json() != self.pos.view(side).to_json():
                self.complain(f"the view of {side} tells something hidden (or imagining changed something known)")
            if broken := world.violations():
                self.complain(f"the world imagined for {side} breaks the rules: {broken[0]}")
            seed = self.rng.getrandbits(32)
            if world.imagine(side, Random(seed)).key() != self.pos.imagine(side, Random(seed)).key():
                self.complain(f"what is imagined for {side} rests on what it cannot know")

    def check_undos(self, action: Action) -> None:
        """The action that comes next, and one that each side may take besides."""
        besides = [self.pos.free_options(side) for side in self.pos.book.sides]
        for one in (action, *[options.sample(self.rng) for options in besides if options]):
            self.check_undo(one)

    def check_undo(self, action: Action) -> None:
        """No undo after a look: an action that is not said to teach its author anything shows the same in another world
        that looks the same before."""
        side = action.author(self.pos.actor)
        after, told = self.pos.copy(), list[Event]()
        after.push(action, told.append)
        if side == DICE or after.outcome or after.knows_more(self.pos, side):
            return
        world, dreamt = self.pos.imagine(side, self.rng), list[Event]()
        text = self.game.format(self.pos, action)
        if (refusal := world.refusal(action)) is not None:
            self.complain(f"whether {text!r} is refused tells {side} something hidden: {refusal}")
            return
        world.push(action, dreamt.append)
        if shown(world, side, dreamt) != shown(after, side, told):
            self.complain(f"{text!r} shows {side} something hidden and could be undone")

    def check_onlookers(self, action: Action) -> None:
        """The action that comes next, and those that need no words, as somebody sees them who does not act."""
        pos, options = self.pos, self.pos.options()
        if pos.actor == DICE:
            return
        plain = [verb() for verb in self.game.grammar.actions.values() if not kinds(verb)]
        for one in (action, *[other for other in plain if other != action and other in options]):
            side = self.rng.choice([side for side in (*pos.book.sides, SPECTATOR) if side != pos.actor])
            if gives_away(pos, one, side, self.rng):
                self.complain(f"what follows {self.game.format(pos, one)!r} shows {side} something hidden")

    def check_record(self) -> None:
        again = Record.loads(self.record.dumps())
        if again.moves != self.record.moves or again.replay().key() != self.pos.key():
            self.complain("the record does not replay to the same position")


def shown(pos: Position[Any], side: Side, told: list[Event]) -> tuple[bytes, bytes]:
    """What a side sees of a position and of what has just happened."""
    return pos.view(side).to_json(), msgspec.json.encode([event for event in told if event.known_to(side)])


def gives_away(pos: Position[Any], action: Action, side: Side, rng: Random) -> bool:
    """Does what follows an action tell a side that does not act something hidden, though nothing was laid open?

    An action that names no piece looks the same in any world that looked the same before: above all who is asked next,
    and for what.
    """
    world = pos.imagine(side, rng)
    if any(kind.name in ("piece", "pieces") for _, kind in kinds(type(action))) or world.refusal(action) is not None:
        return False  # that it was done tells what its author had
    if pos.step.sealed and world.top != pos.top:
        return False  # whatever its author has chosen in secret so far comes out with it
    seen = []
    for before in (pos, world):
        after, told = before.copy(), list[Event]()
        after.push(action, told.append)
        if after.outcome or after.knows_more(before, side) or after.step.telling:
            return False
        seen.append(shown(after, side, told))
    return seen[0] != seen[1]
