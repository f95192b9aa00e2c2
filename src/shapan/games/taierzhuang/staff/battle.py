"""7.2 Attacks as a staff officer plans them: who fires at what, by exact expected damage, and with which chits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from shapan.ground.areas import bits, mask_of
from shapan.kernel.staff import Advice
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Resolve

from ..actions import All, Assault, Play, Wave
from ..assault import ASSAULT_CASES, COUNTER, FIRE, mates
from ..attack import MODIFIERS, Assaulting, Attack
from ..bombardment import bombable
from ..chits import effect_piece, holds
from ..combat import attack_parts, defence_parts, total
from ..damage import endurance
from ..fire import able, targets
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from ..stacking import room
from ..ways import step_refusal
from . import lifeline, odds, picture
from .picture import price_of
from .temper import Temper


class Prospect(msgspec.Struct, frozen=True):
    """An attack as it could be made."""

    here: int
    target: int
    units: int
    wave: bool
    worth: float
    outlook: Outlook


class Outlook(msgspec.Struct, frozen=True):
    """What can be expected of an attack."""

    points: float
    """Damage Points on the average."""
    cleared: float
    """The chance that no enemy is left there."""
    risk: float
    """How many of the attackers fall in their own Human Wave."""
    worth: float
    """Everything weighed against what it costs."""

    def params(self, area: int) -> dict[str, object]:
        """For the reason in words."""
        return {
            "area": area,
            "points": f"{self.points:.1f}",
            "cleared": f"{self.cleared:.0%}",
            "risk": f"{self.risk:.1f}",
        }


def outlook_of(
    pos: TaierzhuangPosition,
    temper: Temper,
    side: int,
    target: int,
    *,
    margin: int,
    number: int,
    wave: bool,
    price: float,
) -> Outlook:
    """What an attack with this margin before the dice promises."""
    theirs = pos.units_in(other(side), target)
    points, wiped = odds.damage(margin, endurance(pos, theirs))
    value = (points + temper.cleared * wiped) * picture.stake(pos, temper, target) - price * number
    value += temper.fence * min(points, picture.callers(pos, side, target))
    risk = 0.0
    if wave:
        ready = (theirs & ~pos.spent).bit_count()
        risk = odds.wave_share(margin, ready, theirs.bit_count() - ready) * number
        value -= risk * temper.fallen
    return Outlook(points, wiped, risk, value)


def prospect(
    pos: TaierzhuangPosition, temper: Temper, side: int, here: int, target: int, *, pool: int, manner: int
) -> Prospect | None:
    """The best attack by some of these units: the strongest first, as long as it gets better."""
    book = pos.book
    inside = manner != FIRE or here == target
    bonus = book.chits[book.by_effect[ASSAULT_CASES[manner].effect]].at if manner else 0
    defence = total(defence_parts(pos, other(side), target, not inside))
    price = price_of(pos, temper, side)
    best: Prospect | None = None
    chosen = factors = 0
    for number, unit in enumerate(sorted(bits(pool), key=lambda one: -book.cf[one]), 1):
        chosen |= 1 << unit
        factors += book.cf[unit]
        margin = factors + bonus - defence + (book.zero_cf if side == CHINESE and not factors else 0)
        for wave in (False, True) if inside and number >= book.wave_units else (False,):
            more = number // book.wave_units if wave else 0
            hope = outlook_of(pos, temper, side, target, margin=margin + more, number=number, wave=wave, price=price)
            if hope.points > 0 and (best is None or hope.worth > best.worth):
                best = Prospect(here, target, chosen, wave, hope.worth, hope)
    return best


def fires(pos: TaierzhuangPosition, temper: Temper, side: int, used: int = 0, acted: int = 0) -> Iterator[Prospect]:
    """7.2: the best Fire action of each area or zone at each target."""
    for here in range(pos.book.place_count):
        ready = pos.ready_in(side, here) & ~acted
        if not ready or used >> here & 1:
            continue
        for target in targets(pos, side, here):
            pool = able(pos, ready, here, target)
            found = prospect(pos, temper, side, here, target, pool=pool, manner=FIRE) if pool else None
            if found:
                yield found


def assaults(pos: TaierzhuangPosition, temper: Temper, side: int, manner: int) -> Iterator[Prospect]:
    """Banzai, Night Attack, counter-attack: the best of each place against each target."""
    kind = ASSAULT_CASES[manner]
    for here in range(pos.book.place_count):
        units = mates(pos, side, here, manner)
        if not units:
            continue
        ways = (pos.book.moves[side][here] if kind.steps else 0) | (1 << here if kind.stays else 0)
        for target in bits(ways & pos.book.areas):
            if not pos.units_in(other(side), target):
                continue
            for those in _columns(pos, temper, side, here, target, units):
                pool = _fitting(pos, side, here, target, those)
                found = prospect(pos, temper, side, here, target, pool=pool, manner=manner)
                if found and (here == target or _may_step(pos, side, found)):
                    yield _counted(pos, temper, side, found, manner)


def _columns(pos: TaierzhuangPosition, temper: Temper, side: int, here: int, target: int, units: int) -> list[int]:
    """All of them; or, for who minds his supply, as many as leave a post behind."""
    stay = temper.post - (pos.strength(side, here) - units.bit_count())
    if side == CHINESE or here == target or not temper.exposed or not 0 < stay < units.bit_count():
        return [units]
    return [units, units & ~mask_of(lifeline.rearguard(pos, units, stay))]


def _fitting(pos: TaierzhuangPosition, side: int, here: int, target: int, units: int) -> int:
    """7.1.2: as many of them as have room there, the strongest."""
    if here == target:
        return units
    ranked = sorted(bits(units), key=lambda unit: -pos.book.cf[unit])
    return mask_of(ranked[: max(room(pos, side, target), 0)])


def _may_step(pos: TaierzhuangPosition, side: int, found: Prospect) -> bool:
    step = (found.here, found.target)
    return step_refusal(pos, side, found.units, step, pos.allowance(found.units), False) is None


def _counted(pos: TaierzhuangPosition, temper: Temper, side: int, found: Prospect, manner: int) -> Prospect:
    """Entering has its own merits and dangers; those who were Spent lose nothing by a counter-attack."""
    if manner == COUNTER:
        tired = (found.units & pos.spent).bit_count()
        return msgspec.structs.replace(found, worth=found.worth + price_of(pos, temper, side) * tired)
    if found.here == found.target:
        return found
    after = min(0.5 * odds.engagement(pos, temper, side, found.target, found.units), 1.0)
    if side == JAPANESE and temper.exposed:
        after -= lifeline.price(pos, temper, found.units, (found.here, found.target))
    elif side == CHINESE and temper.posted:
        after -= temper.posted * _abandoned(pos, temper, found)
    return msgspec.structs.replace(found, worth=found.worth + after)


def _abandoned(pos: TaierzhuangPosition, temper: Temper, found: Prospect) -> float:
    """What the post was worth that a sally leaves, as far as it is worth more than where it leads."""
    worths, number = picture.worths(pos, temper, CHINESE), found.units.bit_count()
    here, there = pos.strength(CHINESE, found.here), pos.strength(CHINESE, found.target)
    left = worths[found.here].of(here) - worths[found.here].of(here - number)
    gained = worths[found.target].of(there + number) - worths[found.target].of(there)
    return max(left - gained, 0.0)


class Bombing(NamedTuple):
    """A place that a chit may be called on."""

    target: int
    points: float
    """What to expect there."""
    worth: float


def bombardments(pos: TaierzhuangPosition, temper: Temper, side: int, chit: int) -> Iterator[Bombing]:
    """Each place that a chit may be called on, and what it brings there."""
    book = pos.book
    for target in bombable(pos, side, chit):
        theirs = pos.units_in(other(side), target)
        if book.areas >> target & 1:
            margin = book.chits[chit].at - total(defence_parts(pos, other(side), target, True))
            hope = outlook_of(pos, temper, side, target, margin=margin, number=0, wave=False, price=0.0)
            points, value = hope.points, hope.worth
        else:
            points, _ = odds.damage(book.chits[chit].at - pos.best_defence(theirs), theirs.bit_count())
            value = 0.8 * points
        yield Bombing(target, points, value)


# --- what is answered -------------------------------------------------------------------------------


def launch(pos: TaierzhuangPosition, at: Assaulting, temper: Temper) -> list[Advice]:
    """5.2: the best assault of each place against each target."""
    return [
        Advice(
            Assault(prospect.target, tuple(bits(prospect.units))),
            prospect.worth,
            "reason.assault",
            prospect.outlook.params(prospect.target),
        )
        for prospect in assaults(pos, temper, at.side, at.manner)
    ]


def announce(pos: TaierzhuangPosition, at: Attack, temper: Temper) -> list[Advice]:
    """As it stands, as a Human Wave, with a chit: whatever is worth most."""
    defence = total(defence_parts(pos, other(at.side), at.target, not at.inside))

    def judged(wave: bool, more: int) -> tuple[float, dict[str, object]]:
        strength = total(attack_parts(pos, at.side, at.group, at.bonus + more, wave))
        hope = outlook_of(
            pos,
            temper,
            at.side,
            at.target,
            margin=strength - defence,
            number=at.group.bit_count(),
            wave=wave,
            price=0.0,
        )
        return hope.worth, hope.params(at.target)

    worth, params = judged(at.wave, 0)
    advice = [Advice(Resolve(), worth, "reason.resolve", params), Advice(All(), worth - 1.0, "reason.join")]
    if not at.wave and at.inside:
        worth, params = judged(True, 0)
        advice.append(Advice(Wave(), worth, "reason.wave", params))
    for effect in MODIFIERS:
        chit = pos.book.by_effect[effect]
        if holds(pos, effect) and pos.book.chit_side[chit] == at.side:
            worth, params = judged(at.wave, pos.book.chits[chit].at)
            if effect == "spearhead":
                worth += temper.chit + temper.flipped * at.group.bit_count()
            advice.append(Advice(Play(effect_piece(pos, effect)), worth - temper.chit, "reason.chit", params))
    return advice
