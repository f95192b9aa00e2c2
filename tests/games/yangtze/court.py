"""A game before the judges: whatever is fired, fought and tested in it is judged from the position alone.

:class:`Court` plays a game and puts each question to the game and to the judge: who may fire at whom, which dice a
volley rolls at what score, who is struck, who fights whom, who tests morale and what becomes of him. The first
difference ends the hearing with both answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from tests.games.yangtze import slow_fire, slow_melee, slow_morale, slow_volley
from tests.games.yangtze.slow_fire import Shooter, Sight
from tests.games.yangtze.slow_volley import Choice, Pick, Roll, Shot, Talk, Tally
from tests.games.yangtze.table import GAME

from shapan.games.yangtze.actions import Fire, Guard, Strike
from shapan.games.yangtze.dice import Dice, Draw
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.melee import bouts
from shapan.games.yangtze.position import LOST, YangtzePosition
from shapan.games.yangtze.who import Figure, Piece, Unit
from shapan.kernel import Action, Event
from shapan.kernel import Roll as Face

Chooser = Callable[[YangtzePosition], Action]


class Declared(NamedTuple):
    """Fire that has been declared: who of the unit will fire, and what all of them see of the target."""

    unit: Unit
    target: Unit
    seen: Sight
    firing: Sequence[Shooter]


class Hearing:
    """A volley that the judge follows die by die."""

    def __init__(self, pos: YangtzePosition, shots: Sequence[Shot], seen: Sight) -> None:
        self.tally = Tally(pos.doomed)
        self.talk: Talk = slow_volley.resolve(pos.copy(), shots, seen, self.tally)
        self.ask: Roll | Pick | Choice | None = next(self.talk, None)

    def answer(self, value: int | None) -> None:
        try:
            self.ask = self.talk.send(value)
        except StopIteration:
            self.ask = None


class Court:
    """One game from the beginning to the end, or to the end of a turn."""

    def __init__(self, scenario: str, seed: int, share: float = 1.0, **switches: Any) -> None:
        self.rng, self.dice, self.share = Random(seed), Random(seed + 1), share
        pos = GAME.start(scenario, **switches)
        assert isinstance(pos, YangtzePosition)
        self.pos = pos
        self.label = f"{scenario} {seed}"
        self.judged: Counter[str] = Counter()
        self.declared: list[Declared] = []
        self.hearing: Hearing | None = None
        self.dawn = pos.copy()
        self.tested: set[Unit] = set()
        self.asked = 0

    def same(self, what: str, game: object, judge: object, *about: object) -> None:
        """The game and the judge agree."""
        self.judged[what] += 1
        where = f"{self.label}, decision {self.asked}, {what}"
        assert game == judge, f"{where}: {game} for the game, {judge} for the judge; {about}"

    # --- the game

    def play(self, turns: int, choose: Chooser | None = None) -> Counter[str]:
        """Play so many turns; whoever is asked answers by chance, or as he is told to."""
        while self.pos.outcome is None and self.pos.turn <= turns:
            self.asked += 1
            dice = self.pos.actor not in self.pos.book.sides
            if choose is None or dice:
                action = self.pos.options().sample(self.dice if dice else self.rng)
            else:
                action = choose(self.pos)
            self.step(action)
        return self.judged

    def step(self, action: Action) -> None:
        pos, top = self.pos, self.pos.top
        if isinstance(top, Firing):
            self.before_fire(top, action)
        self.before_dice(top)
        before, events = pos.copy(), list[Event]()
        pos.apply(action, events.append)
        self.after_dice(before, top, action, events)
        self.morale(before, events)
        self.new_volley(events)
        if any(event.key == "event.turn" for event in events) or pos.outcome is not None:
            self.dusk()

    # --- 7.3, 7.4 declaring fire

    def before_fire(self, at: Firing, action: Action) -> None:
        """Every unit and mount of the side at every enemy: may it fire at it? Then whoever fires now."""
        if self.rng.random() < self.share:
            self.legality(at)
            self.groups()
        if isinstance(action, Fire):
            unit, who = self.shooters(action.firer, at.stage)
            seen = slow_fire.sight(self.pos, who, action.target)
            assert seen is not None, f"{self.label}: {action} at what the judge does not see"
            firing = [shooter for shooter in who if slow_fire.fires_at(self.pos, shooter, seen)]
            self.declared.append(Declared(unit, action.target, seen, firing))

    def shooters(self, piece: Piece, stage: str) -> tuple[Unit, list[Shooter]]:
        pos, book = self.pos, self.pos.book
        unit, mount = book.as_unit(piece), book.as_mount(piece)
        if mount is None:
            assert unit is not None
            return unit, slow_fire.free_shooters(pos, unit, stage)
        unit = book.mounts[mount].unit
        return unit, [s for s in slow_fire.mounts(pos, unit, stage) if s.mount == mount]

    def legality(self, at: Firing) -> None:
        pos = self.pos
        for unit in pos.units_of(at.side):
            _, mine = slow_fire.may_fire(pos, unit, at.stage)
            for target in pos.book.every_unit:
                if pos.owner[target] != at.side:
                    refusal = pos.refusal(Fire(unit, target))
                    self.same("target", refusal is None, target in mine, at, unit, target, refusal)
                    self.judged["target that may be taken"] += refusal is None

    # --- 7.3, 8 volleys

    def new_volley(self, events: Sequence[Event]) -> None:
        """The first die of declared fire is about to be rolled: are these the shots?"""
        pos = self.pos
        told = [event for event in events if event.key == "event.fires"]
        at = pos.nearest(Volley) if pos.stack and told else None
        if at is None or at.rolled or not isinstance(pos.top, Dice):
            return
        names = {pos.book.units[unit].id: unit for unit in pos.book.every_unit}
        unit, target = names[told[-1].params["unit"]], names[told[-1].params["unit2"]]
        heard = [fire for fire in self.declared if (fire.unit, fire.target) == (unit, target)]
        if not heard:
            return
        game = [(shot.figure, shot.unit, need, strict) for shot, need, strict, _ in at.shots]
        plans = [slow_volley.volley(pos, fire.firing, fire.seen) for fire in heard]
        judge = [[(shot.figure, shot.hull, shot.need, shot.strict) for shot in shots] for shots in plans]
        found = judge.index(game) if game in judge else 0
        self.same("volley", game, judge[found], told[-1].params)
        self.declared.remove(heard[found])
        self.hearing = Hearing(pos, plans[found], heard[found].seen)

    def before_dice(self, top: object) -> None:
        """Is the next roll or draw of the volley the one that the judge waits for?"""
        hearing = self.hearing
        if hearing is None:
            return
        if isinstance(top, Dice) and top.purpose in ("to_hit", "confirm"):
            if top.total == 0:
                ask = hearing.ask
                judge = (ask.what, ask.dice) if isinstance(ask, Roll) else ask
                self.same(top.purpose, (top.purpose, top.left), judge, top.values)
        elif isinstance(top, Draw) and top.purpose in ("struck", "stand_in"):
            self.same(top.purpose, Pick(top.purpose, tuple(sorted(top.figures))), hearing.ask)

    def after_dice(self, before: YangtzePosition, top: object, action: Action, events: Sequence[Event]) -> None:
        hearing = self.hearing
        if hearing is None or hearing.ask is None:
            self.hearing = None
            return
        if isinstance(hearing.ask, Roll) and isinstance(top, Dice) and isinstance(action, Face):
            if top.purpose == hearing.ask.what and top.left == 1:
                needs = [event.params["need"] for event in events if "need" in event.params][:1]
                self.same("score", needs, [hearing.ask.need], top.values)
                hearing.answer(top.total + action.face)
        elif isinstance(hearing.ask, Pick) and isinstance(action, Strike):
            hearing.answer(before.book.the_figure(action.figure))
        elif isinstance(hearing.ask, Choice):
            guard = before.book.the_figure(action.figure) if isinstance(action, Guard) else None
            self.same("bodyguard", guard is None or guard in hearing.ask.guards, True)
            hearing.answer(guard)
        if hearing.ask is None:
            self.outcome(hearing.tally)
            self.hearing = None

    def outcome(self, tally: Tally) -> None:
        """8.1, 8.4: who has fallen in this step, and who is pinned."""
        pos = self.pos
        fallen = sum(1 << figure for figure in pos.book.everyone if pos.fate[figure] == LOST) | pos.doomed
        self.same("fallen", tally.doomed & ~fallen, 0)
        self.same("pinned", tally.pinned & ~(pos.pinned_next | pos.pinned | fallen), 0)

    # --- 13.2 melee

    def groups(self) -> None:
        """The groups that would fight now."""
        found = bouts.fights_now(self.pos.copy())
        if any(self.pos.aboard[bout.chargers[0]] is not None for bout in found):
            return
        self.melee(self.pos, [tuple(bout)[:4] for bout in found])

    def melee(self, pos: YangtzePosition, found: Sequence[tuple[Any, ...]]) -> None:
        if not slow_melee.plain(pos):
            self.judged["melee with chains, left alone"] += 1
            return
        mine = [(g.chargers, g.charged, g.helpers, g.comrades) for g in slow_melee.groups(pos)]
        self.same("melee" if mine else "no melee", in_order(found), in_order(mine))

    # --- 13.3, 14 morale

    def morale(self, before: YangtzePosition, events: Sequence[Event]) -> None:
        pos = self.pos
        for event in events:
            if event.key not in ("event.morale_holds", "event.morale_fails"):
                continue
            assert isinstance(before.top, Dice)
            unit: Unit = before.top.values[0]
            lost, hits = (before.lost & before.book.bits[unit]).bit_count(), before.hits[unit]
            score = slow_morale.score(before, unit, event.params["dice"], lost, hits)
            failed = event.key == "event.morale_fails"
            self.same("morale", (event.params["score"], failed), (score, slow_morale.fails(score)), unit)
            self.same("morale is due", True, slow_morale.must_test(before, unit, lost, hits), unit)
            self.same("morale is tested once", unit in self.tested, False, unit)
            self.tested.add(unit)
            vehicle = before.book.units[unit].kind in slow_morale.VEHICLES
            if failed and before.top.purpose == "morale" and not vehicle:
                self.breaks(before, pos, unit)

    def breaks(self, before: YangtzePosition, pos: YangtzePosition, unit: Unit) -> None:
        """14.4 to 14.6: the state of the next turn, which may have begun, and the deserters."""
        state = pos.forced[unit] or pos.card[unit]
        there = len(slow_morale.living(before, unit))
        gone = there - len(slow_morale.living(pos, unit))
        grade = before.book.units[unit].grade
        if gone < there:
            self.same("broken", state in slow_morale.next_turn(before, unit), True, unit, state)
        self.same("deserters", gone, slow_morale.deserters(there) if grade == "C" else 0, unit)

    def dusk(self) -> None:
        """14.2: nobody who has lost a figure this turn has forgotten his test."""
        pos = self.pos
        gone = Counter(
            pos.book.figures[figure].unit
            for figure in pos.book.everyone
            if pos.fate[figure] == LOST and self.dawn.fate[figure] != LOST
        )
        for unit, lost in gone.items():
            if pos.outcome is None and slow_morale.must_test(pos, unit, lost, 0):
                self.same("nobody forgets", unit in self.tested, True, unit)
        self.dawn, self.tested, self.declared = pos.copy(), set(), []


def in_order(groups: Sequence[tuple[Sequence[Figure], ...]]) -> list[tuple[tuple[Figure, ...], ...]]:
    return sorted(tuple(tuple(sorted(part)) for part in group) for group in groups)
