"""How a staff officer plays the Shanghai-Nanking Campaign.

The Chinese win by staying next to Shanghai until turn 8, or by keeping one city to the end; the Japanese have to clear
the one by then and to take the others afterwards. Both therefore fight for the hexes around Shanghai first; then the
Chinese delay from town to town and hold the farthest city, and the Japanese march, overrun and besiege.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from shapan.ground.hexes import bits
from shapan.kernel.doctrine import Advice, anything, chance_for, lawful

from . import staff_chinese, staff_japanese, staff_landing, staff_settle
from .actions import FIGHT, Attack, Commit, Join, Pass, Support
from .combat import odds
from .game import ShanghaiNanking
from .officers import TEMPERS
from .position import CampaignPosition
from .sides import CHINESE
from .staff_battle import Plan, beside, best_plan, plans, support_gain
from .staff_picture import Picture
from .staff_value import chance, features
from .support import attacker_of, available
from .temper import EVEN, Temper

LOOKED_AT: Final = 8
"""So much of the advice is tested against the rules before it is given."""

Judgement = Callable[[CampaignPosition, Temper], list[Advice]]


class Staff:
    """Advice for every decision of both sides, by officers of a temper; the plain staff is even-tempered."""

    favourites: ClassVar[Mapping[str, str]] = {"chinese": "patient", "japanese": "headlong"}
    routine = frozenset({"join", "support", "lose", "advance", "stack", "replace", "intercept", "defend", "cover"})

    def __init__(self, tempers: Mapping[int, Temper] = EVEN) -> None:
        self.tempers = tempers

    def officers(self, side: str) -> Mapping[str, Staff]:
        """Who could lead a side in the staff's place, and how each of them has done: see ``officers.py``."""
        return OFFICERS[side]

    def advise(self, pos: CampaignPosition) -> list[Advice]:
        temper = self.tempers[pos.book.sides.index(pos.actor)]
        officer = ASKED.get(pos.step.name)
        return lawful(pos, officer(pos, temper) if officer else anything(pos), LOOKED_AT)

    def value(self, pos: CampaignPosition, side: str) -> float:
        """The chance to win, as the cities, Shanghai, the armies and the time left let one judge."""
        return chance_for(pos, side, chance)

    def features(self, pos: CampaignPosition) -> tuple[float, ...]:
        """What the judgement rests on, for ``shapan calibrate``."""
        return features(pos)


def plan(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    return staff_chinese.plan(pos, temper) if pos.frame[0] == CHINESE else staff_japanese.plan(pos, temper)


def move(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    return staff_chinese.move(pos, temper) if pos.frame[0] == CHINESE else staff_japanese.move(pos, temper)


# --- 10.0 combat ------------------------------------------------------------------------------------


def fight(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """The best attack that is left; none is better than a bad one."""
    (side,) = pos.frame
    picture = Picture(pos, side, temper)
    pool = pos.present & pos.book.mobile[side] & ~pos.acted
    advice = [_begin(picture, plan) for plan in plans(picture, pool)]
    return [*(entry for entry in advice if entry.score > 0), Advice(Pass(), 0.0, "reason.done")]


def _begin(picture: Picture, plan: Plan) -> Advice:
    first = max(plan.units, key=lambda unit: (picture.factors[unit], -unit))
    return Advice(
        Attack(first, plan.target), plan.worth - picture.temper.threshold, "reason.attack", _told(picture, plan)
    )


def _told(picture: Picture, plan: Plan) -> dict[str, str]:
    book = picture.pos.book
    return {
        "hex": book.grid.name(plan.target),
        "odds": book.crt.heading(plan.column),
        "chance": f"{plan.clear:.0%}",
        "gain": f"{plan.worth:+.1f}",
    }


def join(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """Whoever the best plan still misses; then the attack is committed."""
    target, units = pos.frame
    side = pos.book.side_of[bits(units)[0]]
    picture = Picture(pos, side, temper)
    pool = pos.present & pos.book.mobile[side] & ~pos.acted
    near = beside(picture, side, pool)
    counts: dict[int, int] = {}
    for members in near.values():
        for unit in members:
            counts[unit] = counts.get(unit, 0) + 1
    best = best_plan(picture, target, near[target], counts, have=units)
    if best is None:
        return anything(pos)
    told = _told(picture, best)
    missing = [unit for unit in best.units if not units >> unit & 1]
    advice: list[Advice] = [Advice(Join(unit), 2.0, "reason.join", told) for unit in missing]
    return [*advice, Advice(Commit(), 1.0, "reason.commit", told)]


# --- 11.1 fire support ------------------------------------------------------------------------------


def support(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """A marker where a column more is worth what another attack could have had of it."""
    kind, target, units, used = pos.frame
    side = attacker_of(pos)
    picture = Picture(pos, side, temper)
    column = odds(pos, kind, target, units, used).final
    able = available(pos, side, defending=False)
    gain = support_gain(picture, target, units, column, kind, len(able))
    pool = pos.present & pos.book.mobile[side] & ~pos.acted
    rivals = len(beside(picture, side, pool)) if kind == FIGHT else 2
    advice: list[Advice] = []
    for category in able:
        ready = pos.ready[side][staff_settle.number_of(category)]
        price = temper.marker * min(4.0, 1.0 + rivals / ready) if rivals else 0.01
        told = {"category": category, "odds": pos.book.crt.heading(column + 1), "gain": f"{gain:+.1f}"}
        advice.append(Advice(Support(category), gain - price, "reason.support", told))
    return [*advice, Advice(Pass(), 0.0, "reason.enough")]


ASKED: Final[dict[str, Judgement]] = {
    "plan": plan,
    "move": move,
    "stack": staff_settle.stack,
    "onward": staff_settle.onward,
    "fight": fight,
    "join": join,
    "support": support,
    "intercept": staff_settle.intercept,
    "defend": staff_settle.defend,
    "lose": staff_settle.lose,
    "advance": staff_settle.advance,
    "trim": staff_settle.trim,
    "cover": staff_settle.cover,
    "interdict": staff_settle.interdict,
    "arrive": staff_chinese.arrive,
    "replace": staff_landing.replace,
    "land": staff_landing.land,
    "assault": staff_landing.assault,
    "retreat": staff_settle.retreat,
    "inland": staff_landing.inland,
}

OFFICERS: Final[Mapping[str, Mapping[str, Staff]]] = {
    side: {name: Staff({**EVEN, number: temper}) for name, temper in TEMPERS[number].items()}
    for number, side in enumerate(ShanghaiNanking.sides)
}
"""The officers of each side."""
