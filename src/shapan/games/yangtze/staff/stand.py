"""How good a place is for a unit on foot under a card: fire given and taken, charges feared and hoped for."""

from __future__ import annotations

from math import isqrt
from typing import Final, NamedTuple

from shapan.ground.table import Pt

from ..actions import CHARGE, HALT
from ..command import radius
from ..who import Unit
from . import odds
from .errands import NOTHING, Task, lying_in_wait
from .notebook import noted
from .picture import Picture, Troop
from .places import cost
from .tasks import pull, task_of

MELEE: Final = ("foot", "mounted", "command", "special")
NEAR: Final = 8000
"""Enemies farther away than this do not count."""
MOST: Final = 7
"""So many enemies are looked at."""
SHARE: Final = 0.35
"""The part of an enemy's fire that a unit must expect while another of its side is nearer to him."""
BESIDES: Final = 0.4
"""The part of a second place's worth that draws a unit there: single figures can be sent at the end."""
FUTURE: Final = 0.5
"""What next turn's steady fire from a place is worth now."""
APART: Final = 0.1
"""What every hundred millimetres cost that a squad stands away from the others: alone it can be run down."""
AMBUSH: Final = 0.6
"""What it costs a hidden unit to show itself by moving."""
HAULED: Final = 0.2
"""What it costs to move a gun: it is silent meanwhile, and easily caught."""
SQUAD: Final = 8
SURE: Final = 0.75
"""What fire after a move is worth of what it looks like before: the enemy moves as well."""
DARING: Final = 0.35
"""How likely an enemy is to make a charge that pays for him."""
MASSED: Final = 0.4
"""How much of next turn's charge a place within reach of it is worth now."""


SEEN: Final = 9000
"""Nobody fires farther than this at a unit on foot."""
View = tuple[int, Troop, bool]


SAFE: Final = "no_risk"
RISKS: Final = ((0.05, SAFE), (0.5, "low_risk"), (1.5, "some_risk"))
"""Below so many victory points in danger it is called so."""


class Stand(NamedTuple):
    """A judgement, in victory points."""

    score: float
    given: float
    taken: float
    feared: float
    goal: float

    @property
    def risk(self) -> str:
        """What may be lost here, in a word that a player is told."""
        return next((word for most, word in RISKS if self.taken + self.feared < most), "high_risk")


STEP: Final = 200


def rounded(far: int) -> int:
    """Distances are judged in steps of 20 mm: what has been worked out for one serves all others of its step."""
    return far // STEP * STEP


def ground_of(pic: Picture, unit: Unit) -> Ground:
    """The judge of places for a unit with its task; the same one for all cards and plans of a turn."""
    return noted(pic.notes, ("ground", unit), _ground, pic, unit)


def _ground(pic: Picture, unit: Unit) -> Ground:
    return Ground(pic, pic.by_unit[unit], task_of(pic, unit))


class Ground:
    """Judges places for one unit. It knows nothing of the cards that lie this turn."""

    def __init__(self, pic: Picture, troop: Troop, task: Task) -> None:
        self.pic, self.troop, self.task = pic, troop, task
        near = sorted((foe.away(troop.x, troop.y), foe.unit) for foe in pic.fighting)
        self.foes = [pic.by_unit[unit] for far, unit in near if far <= NEAR][:MOST]
        self.friends = [t for t in pic.mine if t.unit != troop.unit and not t.body and t.spec.kind != "civilian"]
        self.reach = {foe.unit: pic.pos.allowance(foe.unit, CHARGE)[1] for foe in self.foes}
        self.range = max((arm.reach for arm, _ in troop.arms), default=-(1 << 20))
        self.mine = pic.pos.allowance(troop.unit, CHARGE)[1]
        self.leaders = self._leaders()
        self.front = {foe.unit: min((foe.away(t.x, t.y) for t in self.friends), default=1 << 20) for foe in self.foes}
        self._hits: dict[tuple[Unit, int, str, str], float] = {}
        self._fears: dict[tuple[int, int, bool], float] = {}
        self._support: dict[Unit, float] = {}
        # Beyond this it makes no difference whether there is a line of sight: neither of the two fires so far.
        self._matters = {
            foe.unit: min(SEEN, max([self.range + 1200, *(arm.reach + STEP for arm, _ in foe.arms)]))
            for foe in self.foes
        }
        self._hopes: dict[tuple[int, int], float] = {}

    def _leaders(self) -> list[Pt]:
        """Where the leaders are whom a machine gun needs; nobody for units that bring their own."""
        pos, book = self.pic.pos, self.pic.book
        if self.troop.spec.lead != "any":
            return []
        return [(pos.x[f], pos.y[f]) for t in self.pic.mine for f in t.men if book.figures[f].leader]

    def judge(self, x: int, y: int, card: str) -> Stand:
        """The worth of standing at a place under a card."""
        views = self.views(x, y)
        given = self.given(views, x, y, card)
        later = FUTURE * (given if card == HALT else self.given(views, x, y, HALT)) if self.pic.left > 1 else 0.0
        taken, feared, hoped = self.taken(views, x, y, card)
        goal = self.goal(x, y)
        order = self.order(x, y, card)
        return Stand(given + later - taken - feared + hoped + goal + order, given, taken, feared, goal)

    def goal(self, x: int, y: int) -> float:
        task = self.task
        if task is NOTHING or not task.goals:
            return self.loiter(x, y)
        pos, unit, left = self.pic.pos, self.troop.unit, self.pic.left
        also = sum(BESIDES * pull(task, cost(pos, unit, goals, x, y) // 2, left) for goals in task.besides)
        return pull(task, cost(pos, unit, task.goals, x, y), left) + also

    def loiter(self, x: int, y: int) -> float:
        """Without a task: towards the enemy for those who can hurt him, near the others for all."""
        troop = self.troop
        if not self.pic.fighting:
            return 0.0
        far = min(foe.away(x, y) for foe in self.pic.fighting)
        wanted = max((arm.reach for arm, _ in troop.arms), default=0) * 4 // 5
        if troop.spec.kind == "command":
            return -self.astray(x, y)
        return -0.05 * max(0, far - wanted) / 1000

    def astray(self, x: int, y: int) -> float:
        """A command group keeps within reach of its men, and behind them."""
        if not self.friends:
            return 0.0
        near = sorted(t.away(x, y) for t in self.friends)
        loss = 0.02 * max(0, near[0] - 1000) / 100 + 0.005 * sum(far for far in near[:3]) / 1000
        if self.pic.fighting:
            ahead = min(t.away(x, y) for t in self.pic.fighting)
            front = min(foe.away(t.x, t.y) for foe in self.pic.fighting for t in self.friends)
            loss += 0.04 * max(0, front + 800 - ahead) / 100
        return loss

    def order(self, x: int, y: int, card: str) -> float:
        """4.4: a machine gun out of command is silent. A gun is not hauled about without need."""
        if self.troop.spec.kind == "gun":
            return 0.0 if card == HALT else -HAULED
        if self.pic.pos.hidden >> self.troop.unit & 1 and card != HALT and lying_in_wait(self.pic.pos):
            return -AMBUSH
        if self.troop.spec.lead != "any":
            return self.apart(x, y)
        reach = radius(self.pic.pos, self.pic.side)
        if any((lx - x) ** 2 + (ly - y) ** 2 <= reach * reach for lx, ly in self.leaders):
            return 0.0
        return -1.0

    def apart(self, x: int, y: int) -> float:
        """Squads keep within reach of each other's fire until it is time to take ground."""
        if len(self.troop.men) > SQUAD or self.pic.left <= 2 or self.task.hurry:
            return 0.0
        near = min((t.away(x, y) for t in self.friends if t.spec.kind == "foot"), default=0)
        return -APART * max(0, near - 2000) / 1000

    # --- fire ----------------------------------------------------------------------------------------

    def views(self, x: int, y: int) -> list[View]:
        """The enemies from a place, the nearest first: how far they are, and whether there is a line of sight where
        that matters."""
        clear, matters = self.pic.clear, self._matters
        ranked = sorted([(isqrt((foe.x - x) ** 2 + (foe.y - y) ** 2), at) for at, foe in enumerate(self.foes)])
        seen = [(far, self.foes[at]) for far, at in ranked]
        return [(far, foe, far <= matters[foe.unit] and clear(x, y, foe)) for far, foe in seen]

    def given(self, views: list[View], x: int, y: int, card: str) -> float:
        """What the unit's fire can be expected to do: at the closest enemy in sight (7.4)."""
        for far, foe, seen in views:
            if far > self.range + 1200:
                return 0.0
            if seen and not (foe.body and foe.spec.armoured):
                sure = 1.0 if card == HALT else SURE
                return 0.0 if far > self.range else sure * self.volley_at(foe, x, y, far, card)
        return 0.0

    def volley_at(self, foe: Troop, x: int, y: int, far: int, card: str) -> float:
        pic = self.pic
        if foe.body:
            cover, clump = "hard", 1
        else:
            card_of_foe = "COWER" if foe.forced else HALT
            cover, clump = (
                pic.ladder(foe.spec, card_of_foe, pic.screened(foe.x, foe.y, x, y)),
                foe.clump,
            )
        far = rounded(far)
        key = (foe.unit, far, cover, card)
        if key not in self._hits:
            hits = pic.volley(self.troop.spec, self.troop.arms, far, card, cover, clump, len(foe.men))
            if not foe.body:
                hits += odds.shock(foe.spec, len(foe.men), len(pic.book.men[foe.unit]), hits)
            self._hits[key] = hits * foe.worth
        return self._hits[key]

    def taken(self, views: list[View], x: int, y: int, card: str) -> tuple[float, float, float]:
        """What enemy fire and enemy charges can be expected to cost, and what a charge of ours may promise."""
        pic, troop = self.pic, self.troop
        men, of = len(troop.men), len(pic.book.men[troop.unit])
        fallen = 0.0
        feared = hoped = 0.0
        for far, foe, seen in views:
            if seen and foe.arms and not foe.forced:
                share = SHARE if self.front[foe.unit] < far - 300 else 1.0
                cover = pic.ladder(troop.spec, card, pic.screened(x, y, foe.x, foe.y))
                fallen += share * self.hits_of(foe, far, cover, men)
            if foe.spec.kind in MELEE and far <= self.reach[foe.unit] + 600:
                feared += self.fear(foe, far, card == HALT)
            if far <= self.mine - 200:
                hoped = max(hoped, self.hope(foe, far))
        fallen = min(fallen, men)
        fallen += odds.shock(troop.spec, men, of, fallen)
        return fallen * troop.worth, feared, hoped

    def hits_of(self, foe: Troop, far: int, cover: str, men: int) -> float:
        """What the fire of an enemy on HALT can be expected to do to the unit in this cover."""
        far = rounded(far)
        key = (foe.unit, far, cover, "")
        if key not in self._hits:
            self._hits[key] = self.pic.volley(foe.spec, foe.arms, far, HALT, cover, self.troop.clump, men)
        return self._hits[key]

    def fear(self, foe: Troop, far: int, halted: bool) -> float:
        """What a charge of this enemy would cost, if it pays for him."""
        if foe.forced or self.pic.pos.asleep >> foe.unit & 1:
            return 0.0
        far = rounded(far)
        key = (foe.unit, far, halted)
        if key not in self._fears:
            self._fears[key] = self._fear(foe, far, halted)
        return self._fears[key]

    def _fear(self, foe: Troop, far: int, halted: bool) -> float:
        pic, troop = self.pic, self.troop
        part = min(1.0, max(0.15, (self.reach[foe.unit] + 600 - far) / 1500))
        chargers = foe.ready * part
        ready = 1.0 if halted else 0.45
        shot = ready * pic.volley(troop.spec, troop.arms, min(far, 1500), HALT, "none", foe.clump, len(foe.men))
        shot += self.support(foe)
        fight = odds.melee(max(0.0, chargers - shot), len(troop.men))
        lost = fight.given + odds.shock(troop.spec, len(troop.men), len(pic.book.men[troop.unit]), fight.given)
        lost += odds.headless(len(troop.men), fight.given)
        cost_us = lost * troop.worth
        cost_him = (fight.taken + min(shot, chargers)) * foe.worth
        return DARING * max(0.0, cost_us - cost_him)

    def support(self, foe: Troop) -> float:
        """What friends who see a charging enemy take off him on the way."""
        if foe.unit not in self._support:
            self._support[foe.unit] = self._supported(foe)
        return self._support[foe.unit]

    def _supported(self, foe: Troop) -> float:
        total = 0.0
        for mate in self.friends[:4]:
            far = mate.away(foe.x, foe.y)
            if mate.arms and far <= 4000 and self.pic.clear(mate.x, mate.y, foe):
                total += SHARE * self.pic.volley(mate.spec, mate.arms, far, HALT, "none", foe.clump, len(foe.men))
        return total

    def hope(self, foe: Troop, far: int) -> float:
        """What a charge of ours next turn may promise from here."""
        troop = self.troop
        if foe.body or foe.spec.kind not in MELEE or troop.spec.kind not in ("foot", "mounted"):
            return 0.0
        key = (foe.unit, far // 400)
        if key not in self._hopes:
            self._hopes[key] = MASSED * max(0.0, charge_worth(self.pic, [(troop, 1.0)], foe, 0.6, far))
        return self._hopes[key]


def charge_worth(pic: Picture, chargers: list[tuple[Troop, float]], foe: Troop, halted: float, far: int) -> float:
    """5.3, 13.0: what a charge of several units (with the part of each that gets there) can be expected to gain."""
    book = pic.book
    men = sum(troop.ready * part for troop, part in chargers)
    if men < 0.5:
        return -0.5
    if foe.forced:
        return len(foe.men) * foe.worth
    first = chargers[0][0]
    shot = halted * pic.volley(foe.spec, foe.arms, min(far, 2000), HALT, "none", first.clump, len(first.men))
    left = max(0.0, men - shot)
    fight = odds.melee(left, len(foe.men))
    gain = fight.given + odds.shock(foe.spec, len(foe.men), len(book.men[foe.unit]), fight.given)
    gain += odds.headless(len(foe.men), fight.given)
    loss = fight.taken + min(shot, men)
    lost = loss + odds.shock(first.spec, len(first.men), len(book.men[first.unit]), min(loss, len(first.men)))
    lost += odds.headless(len(first.men), fight.taken)
    won = prize(pic, foe) * min(1.0, fight.given / len(foe.men)) ** 2
    return gain * foe.worth + won - lost * first.worth


def prize(pic: Picture, foe: Troop) -> float:
    """S17.7: the points for a gun that falls with its crew."""
    if foe.spec.kind != "gun":
        return 0.0
    me = pic.book.side_ids[pic.side]
    named = [e for e in pic.book.objectives if e.kind == "destroy" and e.side == me]
    return sum(float(e.vp) for e in named if foe.unit in pic.book.handles[e.of])
