"""The judges of melee and morale at work on a game; see :mod:`.court`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.games.yangtze import slow_damage, slow_melee, slow_morale

from shapan.games.yangtze.actions import COWER
from shapan.games.yangtze.dice import Dice, Draw
from shapan.games.yangtze.fire.volley import Volley
from shapan.games.yangtze.melee import bouts
from shapan.games.yangtze.melee.bouts import Melee, MeleeDie
from shapan.games.yangtze.melee.morale import MeleeMorale, MoraleTest, Verdict
from shapan.games.yangtze.position import LOST, YangtzePosition
from shapan.games.yangtze.vessels.damage import Armour, LosingCrew, Passenger, VehicleDamage, VesselDamage, VesselPeople
from shapan.games.yangtze.who import Figure, Piece, Unit
from shapan.kernel import Action, Event
from shapan.kernel import Roll as Face


class MeleeCourt:
    """Melee, morale and damage."""

    pos: YangtzePosition
    label: str
    asked: int
    judged: Counter[str]
    dawn: YangtzePosition
    tested: set[Unit]
    pairs: tuple[tuple[Unit, Unit], ...]
    failed: set[Unit]

    def same(self, what: str, game: object, judge: object, *about: object) -> None:
        """The game and the judge agree."""
        self.judged[what] += 1
        where = f"{self.label}, decision {self.asked}, {what}"
        assert game == judge, f"{where}: {game} for the game, {judge} for the judge; {about}"

    # --- 13.2 melee

    def bout(self, before: YangtzePosition, top: object, action: Action, events: Sequence[Event]) -> None:
        """13.2: the last die of a group has been rolled: who has won, and who falls."""
        at = before.nearest(Melee)
        if not (isinstance(top, Dice) and isinstance(top.stake, MeleeDie) and isinstance(action, Face)) or at is None:
            return
        bout = at.bouts[at.settled]
        chargers, charged, helpers, standers = bout.chargers, bout.charged, bout.helpers, bout.standers
        dice = (*at.mine, *at.theirs, action.face)
        if len(dice) < len(chargers) + len(charged):
            return
        group = slow_melee.Group([*chargers], [*charged], [*helpers], [*standers])
        mine, theirs = dice[: len(chargers)], dice[len(chargers) :]
        won = slow_melee.winner(mine, theirs, group)
        lost = {1: charged, -1: chargers, 0: ()}[won]
        told = [event.params for event in events if event.key == "event.melee"]
        book = before.book
        fallen = [book.the_figure(Piece(book.lexicon.piece_numbers[name])) for p in told for name in p["pieces"]]
        self.same("bout", fallen, [*lost], at.bouts[at.settled], dice)
        self.same("losers of a bout", all(self.pos.fate[figure] == LOST for figure in lost), True)
        if won:
            scores = max(mine) + len(helpers), max(theirs) + len(standers)
            self.same("bout's score", [(params["score"], params["score2"]) for params in told], [scores])

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
            stake = before.top.stake
            assert isinstance(stake, MoraleTest | MeleeMorale)
            unit = stake.unit
            lost, hits = (before.lost & before.book.bits[unit]).bit_count(), before.hits[unit]
            score = slow_morale.score(before, unit, event.params["dice"], lost, hits)
            failed = event.key == "event.morale_fails"
            self.same("morale", (event.params["score"], failed), (score, slow_morale.fails(score)), unit)
            self.same("morale is due", True, slow_morale.must_test(before, unit, lost, hits), unit)
            self.same("morale is tested once", unit in self.tested, False, unit)
            self.tested.add(unit)
            verdict = before.nearest(Verdict)
            if verdict is not None:
                self.pairs = verdict.pairs
                self.failed |= {unit} if failed else set()
            vehicle = before.book.units[unit].kind in slow_morale.VEHICLES
            if failed and isinstance(stake, MoraleTest) and not vehicle:
                self.breaks(before, pos, unit)

    def aftermath(self, before: YangtzePosition, events: Sequence[Event]) -> None:
        """13.3: all who fought have tested: who runs at once, and who stays and cowers."""
        pos, top = self.pos, self.pos.top if self.pos.stack else None
        if not self.pairs or (isinstance(top, Dice) and isinstance(top.stake, MeleeMorale)):
            return
        units = {unit for pair in self.pairs for unit in pair}
        due = {u for u in units if slow_morale.must_test(before, u, (before.lost & before.book.bits[u]).bit_count(), 0)}
        self.same("who tests after melee", due <= self.tested, True, due, self.tested)
        runs, stays = slow_morale.who_runs(before, self.pairs, self.failed)
        ids = {pos.book.units[unit].id: unit for unit in units}
        fled = {ids[event.params["unit"]] for event in events if event.key == "event.flees_now"}
        empty = {unit for unit in units if not slow_morale.living(pos, unit)}
        self.same("flight", fled - empty, runs - empty, self.pairs, self.failed)
        for unit in runs | stays:
            there = len(slow_morale.living(before, unit))
            gone = there - len(slow_morale.living(pos, unit))
            runner = unit in runs and before.book.units[unit].grade == "C"
            quarter = slow_morale.deserters(len(slow_morale.ashore(before, unit)))
            self.same("deserters after melee", gone, quarter if runner else 0, unit)
            if gone < there:
                self.same("cowers", pos.forced[unit] or pos.card[unit], COWER, unit)
            far = before.flight(unit)
            near = all(slow_morale.ran_at_most(pos, before, figure, far) for figure in pos.standing[unit])
            self.same("as far as a charge", near, True, unit)
        self.pairs, self.failed = (), set()

    def breaks(self, before: YangtzePosition, pos: YangtzePosition, unit: Unit) -> None:
        """14.4 to 14.6: the state of the next turn, which may have begun, and the deserters."""
        state = pos.forced[unit] or pos.card[unit]
        there = len(slow_morale.living(before, unit))
        gone = there - len(slow_morale.living(pos, unit))
        grade = before.book.units[unit].grade
        if gone < there:
            self.same("broken", state in slow_morale.next_turn(before, unit), True, unit, state)
        quarter = slow_morale.deserters(len(slow_morale.ashore(before, unit)))
        self.same("deserters", gone, quarter if grade == "C" else 0, unit)

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
        self.dawn, self.tested = pos.copy(), set()

    # --- 12 damage

    def damage(self, before: YangtzePosition, top: object, action: Action, events: Sequence[Event]) -> None:
        """12.1, 12.2: two dice after a hit on a vehicle or vessel."""
        if not (isinstance(top, Dice) and isinstance(action, Face) and top.left == 1):
            return
        total = top.total + action.face
        match top.stake:
            case VehicleDamage(unit, bonus):
                self.suffers("vehicle", events, slow_damage.vehicle(before, unit, total + bonus), unit)
                at = before.nearest(Volley)
                arms = {blast.weapon for blast in at.blasts} if at is not None else set()
                adds = {slow_damage.bonus(before.book.weapons[arm]) for arm in arms if arm in before.book.weapons}
                self.same("bonus of a machine gun", bonus in adds or not adds, True, arms)
            case Armour(unit):
                judge = slow_damage.armour(before, unit, total)
                self.suffers("armour", events, slow_damage.PASSENGER if judge == slow_damage.CREW else judge, unit)
            case VesselDamage(unit, heavy):
                self.suffers("vessel", events, slow_damage.vessel(before, unit, total + 2 * heavy), unit)
            case VesselPeople(unit, need):
                hurt = not any(event.key == "event.hull_holds" for event in events)
                self.same("vessel's people", (need, hurt), (11, total >= 11), unit)

    def suffers(self, what: str, events: Sequence[Event], judge: str, unit: Unit) -> None:
        """What is told of a hit, or whose loss is asked for."""
        words = [event.key.removeprefix("event.") for event in events]
        top = self.pos.top if self.pos.stack else None
        if isinstance(top, LosingCrew) or "crew_lost" in words:
            words.append(slow_damage.CREW)
        if isinstance(top, Draw) and isinstance(top.lot, Passenger):
            words.append(slow_damage.PASSENGER)
        if judge == slow_damage.PASSENGER and slow_damage.CREW in words:
            judge = slow_damage.CREW  # S12.7: with nobody riding one of the crew goes.
        anybody = [f for f in self.pos.crew(unit) if not self.pos.doomed >> f & 1]
        if judge in (slow_damage.CREW, slow_damage.PASSENGER) and not anybody:
            return  # Nobody is left to be lost.
        self.same(what, judge in words, True, words, judge, unit)


def in_order(groups: Sequence[tuple[Sequence[Figure], ...]]) -> list[tuple[tuple[Figure, ...], ...]]:
    return sorted(tuple(tuple(sorted(part)) for part in group) for group in groups)
