"""Attacks as a staff officer plans them: who fires at what, by exact expected damage."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from shapan.ground.areas import bits, mask_of

from . import estimate, lifeline
from .assault import ASSAULT_CASES, COUNTER, FIRE, join_room, mates
from .bombardment import bombable
from .chits import piece
from .combat import defence_parts, total
from .damage import endurance
from .fire import able, targets
from .position import CHINESE, JAPANESE, TaierzhuangPosition, other
from .temper import Temper
from .ways import step_refusal


class Plan(msgspec.Struct, frozen=True):
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
    points, wiped = estimate.damage(margin, endurance(pos, theirs))
    value = (points + temper.cleared * wiped) * estimate.stake(pos, temper, target) - price * number
    value += temper.fence * min(points, estimate.callers(pos, side, target))
    risk = 0.0
    if wave:
        ready = (theirs & ~pos.spent).bit_count()
        risk = estimate.wave_share(margin, ready, theirs.bit_count() - ready) * number
        value -= risk * temper.fallen
    return Outlook(points, wiped, risk, value)


def price_of(pos: TaierzhuangPosition, temper: Temper, side: int) -> float:
    """What it costs to use a unit."""
    if pos.eager >> side & 1:
        return 0.0
    return temper.spared if pos.turn >= pos.book.turns else temper.flipped


def plan(
    pos: TaierzhuangPosition, temper: Temper, side: int, here: int, target: int, *, pool: int, manner: int
) -> Plan | None:
    """The best attack by some of these units: the strongest first, as long as it gets better."""
    book = pos.book
    inside = manner != FIRE or here == target
    bonus = book.chits[book.by_effect[ASSAULT_CASES[manner].effect]].at if manner else 0
    defence = total(defence_parts(pos, other(side), target, not inside))
    price = price_of(pos, temper, side)
    best: Plan | None = None
    chosen = factors = 0
    for number, unit in enumerate(sorted(bits(pool), key=lambda one: -book.cf[one]), 1):
        chosen |= 1 << unit
        factors += book.cf[unit]
        margin = factors + bonus - defence + (book.zero_cf if side == CHINESE and not factors else 0)
        for wave in (False, True) if inside and number >= book.wave_units else (False,):
            more = number // book.wave_units if wave else 0
            hope = outlook_of(pos, temper, side, target, margin=margin + more, number=number, wave=wave, price=price)
            if hope.points > 0 and (best is None or hope.worth > best.worth):
                best = Plan(here, target, chosen, wave, hope.worth, hope)
    return best


def fires(pos: TaierzhuangPosition, temper: Temper, side: int, used: int = 0, acted: int = 0) -> Iterator[Plan]:
    """7.2: the best Fire action of each area or zone at each target."""
    for here in range(pos.book.place_count):
        ready = pos.ready_in(side, here) & ~acted
        if not ready or used >> here & 1:
            continue
        for target in targets(pos, side, here):
            pool = able(pos, ready, here, target)
            found = plan(pos, temper, side, here, target, pool=pool, manner=FIRE) if pool else None
            if found:
                yield found


def assaults(pos: TaierzhuangPosition, temper: Temper, side: int, manner: int) -> Iterator[Plan]:
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
                found = plan(pos, temper, side, here, target, pool=pool, manner=manner)
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
    most = join_room(pos, side, 0, here, target)
    ranked = sorted(bits(units), key=lambda unit: -pos.book.cf[unit])[:most]
    return sum(1 << unit for unit in ranked)


def _may_step(pos: TaierzhuangPosition, side: int, found: Plan) -> bool:
    step = (found.here, found.target)
    return step_refusal(pos, side, found.units, step, pos.allowance(found.units), False) is None


def _counted(pos: TaierzhuangPosition, temper: Temper, side: int, found: Plan, manner: int) -> Plan:
    """Entering has its own merits and dangers; those who were Spent lose nothing by a counter-attack."""
    if manner == COUNTER:
        tired = (found.units & pos.spent).bit_count()
        return msgspec.structs.replace(found, worth=found.worth + price_of(pos, temper, side) * tired)
    if found.here == found.target:
        return found
    after = min(0.5 * estimate.engagement(pos, temper, side, found.target, found.units), 1.0)
    if side == JAPANESE and temper.exposed:
        after -= lifeline.price(pos, temper, found.units, (found.here, found.target))
    return msgspec.structs.replace(found, worth=found.worth + after)


def bombardments(pos: TaierzhuangPosition, temper: Temper, side: int, chit: int) -> Iterator[tuple[int, float, float]]:
    """Each place that a chit may be called on, the points to expect there, and what that is worth."""
    book = pos.book
    for target in bombable(pos, side, chit):
        theirs = pos.units_in(other(side), target)
        if book.areas >> target & 1:
            margin = book.chits[chit].at - total(defence_parts(pos, other(side), target, True))
            hope = outlook_of(pos, temper, side, target, margin=margin, number=0, wave=False, price=0.0)
            points, value = hope.points, hope.worth
        else:
            points, _ = estimate.damage(book.chits[chit].at - pos.best_defence(theirs), theirs.bit_count())
            value = 0.8 * points
        yield target, points, value


def chit_piece(pos: TaierzhuangPosition, effect: str) -> int:
    """The piece of the chit with this effect if its owner holds one, else -1."""
    chit = pos.book.by_effect[effect]
    return piece(pos, chit) if pos.hands[chit] else -1
