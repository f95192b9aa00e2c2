"""A game before the judges: whatever is fired, fought and tested in it is judged from the position alone.

:class:`Court` plays a game and puts each question to the game and to the judge: who may fire at whom, which dice a
volley rolls at what score, who is struck, who fights whom, who tests morale and what becomes of him. The first
difference ends the hearing with both answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from tests.games.yangtze import slow_artillery, slow_fire, slow_grenades, slow_volley
from tests.games.yangtze.court_melee import MeleeCourt
from tests.games.yangtze.slow_artillery import Round
from tests.games.yangtze.slow_fire import Shooter, Sight
from tests.games.yangtze.slow_interrupts import covering_weapon
from tests.games.yangtze.slow_volley import Choice, Pick, Roll, Shot, Talk, Tally
from tests.games.yangtze.table import GAME

from shapan.games.yangtze.actions import CHARGE, HE, Charge, Fire, Guard, Hull, Shell, Snipe, Strike, Throw
from shapan.games.yangtze.dice import Dice, Draw, tag_of
from shapan.games.yangtze.fire.aimed import AtFigure, AtGun, AtHull, Target
from shapan.games.yangtze.fire.artillery import Drift, RoundLands, Scatter
from shapan.games.yangtze.fire.firing import Firing
from shapan.games.yangtze.fire.grenades import GrenadeAtBody, GrenadeLands
from shapan.games.yangtze.fire.hits import Confirming, Guarding, StandIn, Struck, ToHit
from shapan.games.yangtze.fire.volley import Strikes, Volley
from shapan.games.yangtze.position import LOST, YangtzePosition
from shapan.games.yangtze.vessels.damage import Armour, VehicleDamage, VesselDamage, VesselPeople
from shapan.games.yangtze.who import Figure, Mounted, Piece, Unit
from shapan.kernel import Action, Event
from shapan.kernel import Roll as Face

OF_HULLS = (Armour, VehicleDamage, VesselDamage, VesselPeople)
"""What dice say of a vehicle or vessel that has been hit."""

Chooser = Callable[[YangtzePosition], Action]
OPENINGS = frozenset(
    f"event.{word}"
    for word in ("fires", "last_moment", "snipes", "covering", "shell_lands", "drifts", "grenade_lands", "strafes")
)
"""What is told before the first die of a volley."""
ROUNDING = 2
EAGER = (Fire, Throw, Snipe, Shell, Hull, Charge)
Listed: TypeAlias = tuple[Figure | None, Unit | None, int, bool]
"""A shot of the game: at whom, or at which hull, at what score, and whether a hit wants twelve."""


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

    @property
    def over(self) -> bool:
        return self.ask is None

    def answer(self, value: int | None) -> None:
        try:
            self.ask = self.talk.send(value)
        except StopIteration:
            self.ask = None


class Court(MeleeCourt):
    """One game from the beginning to the end, or to the end of a turn."""

    def __init__(self, scenario: str, seed: int, share: float = 1.0, **switches: Any) -> None:
        self.rng, self.dice, self.share = Random(seed), Random(seed + 1), share
        pos = GAME.start(scenario, **switches)
        assert isinstance(pos, YangtzePosition)
        self.pos = pos
        self.label = f"{scenario} {seed}"
        self.judged = Counter()
        self.declared: list[Declared] = []
        self.hearing: Hearing | None = None
        self.dawn = pos.copy()
        self.tested = set()
        self.pairs, self.failed = (), set()
        self.asked = 0
        self.round: Round | None = None
        self.grenade: slow_grenades.Throw | None = None
        self.scatter = (0, 0)
        """9.2: which way off, and how far."""

    # --- the game

    def play(self, turns: int, choose: Chooser | None = None) -> Counter[str]:
        """Play so many turns; whoever is asked answers by chance, or as he is told to."""
        while self.pos.outcome is None and self.pos.turn <= turns:
            self.asked += 1
            dice = self.pos.actor not in self.pos.book.sides
            if dice:
                action = self.pos.options().sample(self.dice)
            else:
                action = self.eagerly() if choose is None else choose(self.pos)
            self.step(action)
        return self.judged

    def eagerly(self) -> Action:
        """By chance, but rather to blows than not."""
        options = self.pos.options()
        drawn = [options.sample(self.rng) for _ in range(3)]
        return next((action for action in drawn if isinstance(action, EAGER)), drawn[0])

    def step(self, action: Action) -> None:
        pos, top = self.pos, self.pos.top
        if isinstance(top, Firing):
            self.before_fire(top, action)
        self.before_dice(top)
        before, events = pos.copy(), list[Event]()
        pos.apply(action, events.append)
        self.after_dice(before, top, action, events)
        self.bout(before, top, action, events)
        self.damage(before, top, action, events)
        self.morale(before, events)
        self.aftermath(before, events)
        self.new_volley(before, events)
        if any(event.key == "event.turn" for event in events) or pos.outcome is not None:
            self.dusk()
            self.declared = []

    # --- 7.3, 7.4 declaring fire

    def before_fire(self, at: Firing, action: Action) -> None:
        """Every unit and mount of the side at every enemy: may it fire at it? Then whoever fires now."""
        if self.rng.random() < self.share:
            self.legality(at)
            self.groups()
        if isinstance(action, Fire):
            unit, who = self.shooters(action.firer, at.stage)
            if self.pos.book.units[unit].kind == "vessel" and len(self.pos.crew(unit)) > len(self.pos.alive(unit)):
                return  # R92: which hands serve her mounts where others are aboard is not judged.
            seen = slow_fire.sight(self.pos, who, action.target)
            assert seen is not None, f"{self.label}: {action} at what the judge does not see"
            firing = [shooter for shooter in who if slow_fire.fires_at(self.pos, shooter, seen)]
            self.declared.append(Declared(unit, action.target, seen, firing))
        elif isinstance(action, Throw):
            # R69: who throws does not fire, whenever his unit says so.
            self.declared = [fire for fire in self.declared if fire.unit != action.unit]

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
                    self.may("target", at, Fire(unit, target), target in mine)
            for shooter in slow_fire.mounts(pos, unit, at.stage):
                self.mount(at, shooter)
            gun = slow_artillery.gun(pos, unit, at.stage)
            if pos.book.units[unit].kind == "gun":
                self.shell(at, unit, gun)

    def may(self, what: str, at: Firing, action: Action, judge: bool) -> None:
        refusal = self.pos.refusal(action)
        self.same(what, refusal is None, judge, at, action, refusal)
        self.judged[f"{what} that may be taken"] += refusal is None

    def mount(self, at: Firing, shooter: Shooter) -> None:
        """S14.8: a mount chooses for itself."""
        assert shooter.mount is not None
        piece = self.pos.book.piece_of_mount(shooter.mount)
        if shooter.weapon.calibre:
            self.shell(at, piece, shooter)
            return
        found = slow_fire.targets(self.pos, [shooter], at.side)
        for target in self.pos.book.every_unit:
            if self.pos.owner[target] != at.side:
                open_to_it = at.stage != "window" or self.pos.card[target] == CHARGE
                self.may("target of a mount", at, Fire(piece, target), target in found and open_to_it)

    def shell(self, at: Firing, piece: Piece, gun: Shooter | None) -> None:
        """9.1: at what a gun may be laid."""
        declared = any(shot.piece == piece for shot in self.pos.shots)
        found = slow_fire.targets(self.pos, [gun], at.side) if gun is not None and not declared else set()
        for target in self.pos.book.every_unit:
            if self.pos.owner[target] != at.side:
                open_to_it = at.stage != "window" or self.pos.card[target] == CHARGE
                self.may("target of a gun", at, Shell(piece, HE, target), target in found and open_to_it)

    # --- 7.3, 8 volleys

    def new_volley(self, before: YangtzePosition, events: Sequence[Event]) -> None:
        """The first die of some fire is about to be rolled: are these the shots?"""
        pos = self.pos
        at = pos.nearest(Volley) if pos.stack and isinstance(pos.top, Dice | Draw | Guarding) else None
        told = [event for event in events if event.key in OPENINGS]
        if at is None or not told or at.rolled:
            return
        event = told[-1]
        names = {pos.book.units[unit].id: unit for unit in pos.book.every_unit}
        unit = names[event.params["unit"]]
        match event.key:
            case "event.fires":
                self.declared_fire(at, unit, names[event.params["unit2"]])
            case "event.last_moment":
                self.last_moment(before, at, unit, names[event.params["unit2"]])
            case "event.snipes":
                self.sniped(at, unit, event.params["piece"])
            case "event.covering":
                self.covering(before, at, unit)
            case "event.grenade_lands":
                self.grenade_bursts(at)
            case "event.shell_lands" | "event.drifts":
                self.burst(at, landed=event.key == "event.shell_lands")

    def hear(self, what: str, at: Volley, shots: Sequence[Shot], seen: Sight) -> None:
        """The shots of the game and those of the judge; then he follows them."""
        self.same(what, listed(at), [(s.figure, s.hull, s.need, s.strict) for s in shots], at.blasts[0])
        self.hearing = Hearing(self.pos, shots, seen)

    def declared_fire(self, at: Volley, unit: Unit, target: Unit) -> None:
        heard = [fire for fire in self.declared if (fire.unit, fire.target) == (unit, target)]
        weapon = at.blasts[0].weapon
        heard = [fire for fire in heard if any(s.weapon.name == weapon for s in fire.firing)] or heard
        if not heard:
            return
        plans = [slow_volley.volley(self.pos, fire.firing, fire.seen) for fire in heard]
        judge = [[(s.figure, s.hull, s.need, s.strict) for s in shots] for shots in plans]
        found = judge.index(listed(at)) if listed(at) in judge else 0
        self.hear("volley", at, plans[found], heard[found].seen)
        self.declared.remove(heard[found])

    def last_moment(self, before: YangtzePosition, at: Volley, unit: Unit, target: Unit) -> None:
        """S7.4, R102: all of the unit who see one of the chargers and reach them; fire at boarders is left alone."""
        if at.blasts[0].strikes is Strikes.BOARDERS:
            return
        pos = self.pos.copy()
        pos.fired = before.fired
        who = slow_fire.shooters(pos, unit, "halt", before.fired)
        seen = slow_fire.sight(pos, who, target)
        assert seen is not None
        firing = [shooter for shooter in who if slow_fire.fires_at(pos, shooter, seen)]
        self.hear("last moment", at, slow_volley.volley(pos, firing, seen), seen)

    def sniped(self, at: Volley, unit: Unit, name: str) -> None:
        pos, book = self.pos, self.pos.book
        target = book.the_figure(Piece(book.lexicon.piece_numbers[name]))
        sniper = next(f for f in book.men[unit] if book.arms[f].picks)
        shooter = Shooter(book.arm(sniper), book.arms[sniper], unit, sniper)
        seen = Sight(book.figures[target].unit, (target,), False)
        self.hear("sniper", at, [slow_volley.snipe(pos, shooter, target)], seen)

    def covering(self, before: YangtzePosition, at: Volley, unit: Unit) -> None:
        """7.9, R55: those in the circle whom the weapon sees and has not tested yet."""
        pos, book = self.pos, self.pos.book
        plans = []
        for marker in before.markers:
            who = marker.weapon
            mine = unit == (book.mounts[who.mount].unit if isinstance(who, Mounted) else book.figures[who].unit)
            if mine:
                shooter = covering_weapon(pos, who)
                assert shooter is not None
                plans.append(slow_volley.covered(pos, shooter, (marker.x, marker.y), marker.tested))
        judge = [[(s.figure, s.hull, s.need, s.strict) for s in shots] for shots in plans]
        found = judge.index(listed(at)) if listed(at) in judge else 0
        self.hear("covering fire", at, plans[found], Sight(unit, (), False))

    # --- 11 grenades

    def in_the_air(self, stake: GrenadeLands) -> None:
        """11.1, 11.2: what a grenade needs to land; those aboard a hull are left alone."""
        pos, blast = self.pos, stake.blast
        assert blast.unit is not None
        places = [(pos.x[f], pos.y[f]) for f in pos.standing[blast.unit]]
        self.grenade = None
        if (blast.x, blast.y) in places:
            thrower = slow_grenades.thrower_at(pos, blast.unit, blast.x, blast.y)
            far = slow_grenades.launches(pos, thrower)
            self.grenade = slow_grenades.throw(pos, thrower, stake.mark, far)
            judge = (self.grenade.room, self.grenade.lands, self.grenade.tests)
            self.same("grenade", (blast.room, stake.score, stake.others), judge, blast, stake.mark, thrower)

    def grenade_bursts(self, at: Volley) -> None:
        if self.grenade is None:
            return
        shots = slow_grenades.burst(self.pos, self.grenade)
        game = [(self.grenade.mark, None, 0, False), *listed(at)]
        judge = [(s.figure, s.hull, s.need, s.strict) for s in shots]
        self.same("burst of a grenade", game, judge, at.blasts[0])
        self.hearing = Hearing(self.pos, shots, Sight(self.pos.book.figures[self.grenade.mark].unit, (), False))

    # --- 9 rounds

    def landing(self, stake: RoundLands) -> None:
        """9.1: what the round needs to land, and where it is aimed."""
        pos, book = self.pos, self.pos.book
        blast, need = stake.blast, stake.need
        unit, target = blast.unit, blast.target
        if unit is None or target is None or book.units[unit].aircraft:
            self.round = None
            return
        shooter = slow_artillery.piece(pos, unit, blast.weapon)
        seen = slow_fire.sight(pos, [shooter], target)
        if seen is None:
            self.same("round", "seen", "unseen", blast)
            return
        self.round, lands = slow_artillery.fired(pos, shooter, seen, blast.he)
        self.same("round", need, lands, blast)
        near = max(abs(blast.cx - self.round.aim[0]), abs(blast.cy - self.round.aim[1]))
        self.same("aim", near <= ROUNDING or seen.hull, True, blast, self.round)
        self.round = self.round._replace(aim=(blast.cx, blast.cy))

    def burst(self, at: Volley, *, landed: bool) -> None:
        """9.2, R29: where it bursts, and who is tested there."""
        pos, round = self.pos, self.round
        if round is None:
            return
        blast = at.blasts[0]
        centre = (blast.cx, blast.cy)
        if not landed:
            x, y = slow_artillery.astray(round.source, round.aim, *self.scatter)
            off = max(abs(x - centre[0]), abs(y - centre[1]))
            # S1.5: headings are whole degrees, a hundredth of the way off.
            self.same("scatter", off <= ROUNDING + self.scatter[1], True, blast, (x, y), round)
        shots = slow_artillery.burst(pos, round, centre, landed)
        game = listed(at)
        marks = [(hit.target, hit.strict) for hit in at.hits]
        sure: list[Listed] = [(mark.figure, None, 0, strict) for mark, strict in marks if isinstance(mark, AtFigure)]
        men = [(s.figure, s.hull, s.need, s.strict) for s in shots]
        if landed and not at.shots and round.mark is not None:
            sure = men[:1]  # The one who is hit without a die is being judged already.
        self.same("burst", sure + [shot for shot in game if shot[0] is not None], men, blast, round)
        things = {(unit, need) for figure, unit, need, _ in game if figure is None and unit is not None}
        if not (landed and round.mark is None):
            self.same("things in a burst", things, slow_artillery.things(pos, round, centre), blast)
        rest = [Shot(None, unit, need, False, centre) for figure, unit, need, _ in game if figure is None]
        self.hearing = Hearing(pos, [*shots, *rest], round.seen)

    def before_dice(self, top: object) -> None:
        """Is the next roll or draw of the volley the one that the judge waits for?"""
        hearing = self.hearing
        if isinstance(top, Dice) and isinstance(top.stake, RoundLands):
            self.landing(top.stake)
        if isinstance(top, Dice) and isinstance(top.stake, GrenadeLands):
            self.in_the_air(top.stake)
        if isinstance(top, Dice) and isinstance(top.stake, GrenadeAtBody):
            self.grenade = None  # At a hull: what has been hit is judged, not how.
        if hearing is None:
            return
        if isinstance(top, Dice) and isinstance(top.stake, ToHit | Confirming):
            if top.total == 0:
                ask, what = hearing.ask, tag_of(type(top.stake))
                judge = (ask.what, ask.dice) if isinstance(ask, Roll) else ask
                self.same(what, (what, top.left), judge, top.stake)
        elif isinstance(top, Draw) and isinstance(top.lot, Struck | StandIn):
            what = tag_of(type(top.lot))
            self.same(what, Pick(what, tuple(sorted(top.figures))), hearing.ask)

    def after_dice(self, before: YangtzePosition, top: object, action: Action, events: Sequence[Event]) -> None:
        hearing = self.hearing
        if isinstance(top, Dice) and isinstance(action, Face) and top.left == 1:
            if isinstance(top.stake, Scatter):
                self.scatter = (action.face, 0)
            elif isinstance(top.stake, Drift):
                self.scatter = (self.scatter[0], top.total + action.face)
        if hearing is None or hearing.ask is None:
            self.hearing = None
            return
        if isinstance(hearing.ask, Roll) and isinstance(top, Dice) and isinstance(action, Face):
            if tag_of(type(top.stake)) == hearing.ask.what and top.left == 1:
                needs = [event.params["need"] for event in events if "need" in event.params][:1]
                self.same("score", needs, [hearing.ask.need], top.stake)
                hearing.answer(top.total + action.face)
        elif isinstance(hearing.ask, Pick) and isinstance(action, Strike):
            hearing.answer(before.book.the_figure(action.figure))
        elif isinstance(hearing.ask, Choice):
            guard = before.book.the_figure(action.figure) if isinstance(action, Guard) else None
            self.same("bodyguard", guard is None or guard in hearing.ask.guards, True)
            hearing.answer(guard)
        if hearing.over:
            self.outcome(hearing.tally)
            self.hearing = None

    def outcome(self, tally: Tally) -> None:
        """8.1, 8.4: who has fallen in this step, and who is pinned."""
        pos = self.pos
        if isinstance(pos.top, Dice) and isinstance(pos.top.stake, OF_HULLS):
            self.judged["fallen beside a hull, left alone"] += 1  # what has become of it is found out before they fall
            return
        fallen = sum(1 << figure for figure in pos.book.everyone if pos.fate[figure] == LOST) | pos.doomed
        self.same("fallen", tally.doomed & ~fallen, 0)
        self.same("pinned", tally.pinned & ~(pos.pinned_next | pos.pinned | fallen), 0)


def listed(at: Volley) -> list[Listed]:
    """The shots of a volley: at whom, at what score, and whether a hit wants twelve."""
    return [(*aimed_at(shot.target), shot.score, shot.strict) for shot in at.shots]


def aimed_at(target: Target) -> tuple[Figure | None, Unit | None]:
    """The figure, or the hull or gun, at which a shot goes."""
    match target:
        case AtFigure(figure):
            return figure, None
        case AtHull(unit) | AtGun(unit):
            return None, unit
        case _:
            return None, None
