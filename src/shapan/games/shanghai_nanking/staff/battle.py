"""Attacks and their support as both staffs order them: what is attacked, by whom, with which markers (10.0, 11.1)."""

from __future__ import annotations

from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Attack, CallOff, Join, Pass

from ..actions import CATEGORIES, FIGHT, Commit, Support
from ..battle import Supporting, attacker_of
from ..combat import Fighting, Joining, odds
from ..fire_support import available
from ..position import CampaignPosition
from .odds import Prospect, beside, best_prospect, prospects, support_gain
from .picture import Picture
from .temper import Temper

# --- 10.0 combat ------------------------------------------------------------------------------------


def fight(pos: CampaignPosition, at: Fighting, temper: Temper) -> list[Advice]:
    """The best attack that is left; none is better than a bad one."""
    picture = Picture(pos, at.side, temper)
    pool = pos.present & pos.book.mobile[at.side] & ~pos.acted
    advice = [_begin(picture, prospect) for prospect in prospects(picture, pool)]
    return [*(entry for entry in advice if entry.score > 0), Advice(Pass(), 0.0, "reason.done")]


def _begin(picture: Picture, prospect: Prospect) -> Advice:
    first = max(prospect.units, key=lambda unit: (picture.factors[unit], -unit))
    return Advice(
        Attack(first, prospect.target),
        prospect.worth - picture.temper.threshold,
        "reason.attack",
        _told(picture, prospect),
    )


def _told(picture: Picture, prospect: Prospect) -> dict[str, str]:
    book = picture.pos.book
    return {
        "hex": book.grid.name(prospect.target),
        "odds": book.crt.heading(prospect.column),
        "chance": f"{prospect.clear:.0%}",
        "gain": f"{prospect.worth:+.1f}",
    }


def join(pos: CampaignPosition, at: Joining, temper: Temper) -> list[Advice]:
    """Whoever the best prospect still misses; then the attack is committed. One without any strength is called off."""
    side = pos.owner(at.units)
    picture = Picture(pos, side, temper)
    pool = pos.present & pos.book.mobile[side] & ~pos.acted
    near = beside(picture, side, pool)
    counts: dict[int, int] = {}
    for members in near.values():
        for unit in members:
            counts[unit] = counts.get(unit, 0) + 1
    best = best_prospect(picture, at.target, near[at.target], counts, have=at.units)
    if best is None:
        return [Advice(CallOff(), 0.0, "reason.call_off")]
    told = _told(picture, best)
    missing = [unit for unit in best.units if not at.units >> unit & 1]
    advice: list[Advice] = [Advice(Join(unit), 2.0, "reason.join", told) for unit in missing]
    return [*advice, Advice(Commit(), 1.0, "reason.commit", told)]


# --- 11.1 fire support ------------------------------------------------------------------------------


def support(pos: CampaignPosition, at: Supporting, temper: Temper) -> list[Advice]:
    """A marker where a column more is worth what another attack could have had of it."""
    side = attacker_of(pos, at)
    picture = Picture(pos, side, temper)
    column = odds(pos, at).final
    able = available(pos, at, side, defending=False)
    gain = support_gain(picture, at, column, len(able))
    pool = pos.present & pos.book.mobile[side] & ~pos.acted
    rivals = len(beside(picture, side, pool)) if at.kind == FIGHT else 2
    advice: list[Advice] = []
    for category in able:
        ready = pos.ready[side][CATEGORIES.index(category)]
        price = temper.marker * min(4.0, 1.0 + rivals / ready) if rivals else 0.01
        told = {"category": category, "odds": pos.book.crt.heading(column + 1), "gain": f"{gain:+.1f}"}
        advice.append(Advice(Support(category), gain - price, "reason.support", told))
    return [*advice, Advice(Pass(), 0.0, "reason.enough")]
