"""What each roll would do that its player can call for, from what he may know: an attack, a chit, an infiltration, a
reinforcement roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from shapan.kernel.kept import follows_from
from shapan.kernel.view import Chance, Factor, Preview, Token
from shapan.mechanics.outlook import AVERAGE, best_first
from shapan.mechanics.sides import other

from ..anti_tank import TanksMet
from ..attack import Attack
from ..bombardment import Interdiction, bombable, turns_back
from ..chits import holds
from ..combat import Blow, Stand, Total, attack_parts, defence_parts, total
from ..damage import endurance
from ..deployment import case_of
from ..impulse import Impulse
from ..infiltration import Infiltrating, modifiers, slips
from ..position import TaierzhuangPosition
from ..reinforcements import ArrivalReroll, Levying, Order, QuantityReroll, arrives
from ..sides import CHINESE, JAPANESE
from ..supply import AirDrop

D6: Final = range(1, 7)
TWO_D6: Final = tuple(first + second for first in D6 for second in D6)
"""2.4: the sums of all 36 throws."""


def previews(pos: TaierzhuangPosition) -> Iterator[Preview]:
    """The rolls that the acting side decides about."""
    match pos.top if pos.outcome is None else None:
        case Impulse(side=side):
            yield from _calls(pos, side)
        case Attack() as at:
            yield _attack(pos, at)
        case TanksMet() as at:
            yield from _gun(pos, at)
        case Stand():
            yield from _stand(pos)
        case Interdiction() as at:
            yield _hit(pos, at)
        case AirDrop():
            yield from _air_drop(pos)
        case Infiltrating() as at:
            yield _infiltration(pos, at)
        case Order():
            yield from _order(pos)
        case ArrivalReroll():
            yield _arrival(pos, CHINESE)
        case QuantityReroll():
            yield _quantity(pos)
        case Levying():
            yield _arrival(pos, JAPANESE)


# --- 7.2.2, 7.3 attacks -----------------------------------------------------------------------------


def _attack(pos: TaierzhuangPosition, at: Attack) -> Preview:
    """7.2.2: an attack by units as it has been put together so far.

    What a Human Wave costs hangs on the survivors that the enemy leaves and on a die for each attacker: it is
    warned of, not counted.
    """
    strength = attack_parts(pos, at.side, at.group, at.bonus, at.wave)
    defence = defence_parts(pos, other(at.side), at.target, not at.inside)
    most = endurance(pos, pos.units_in(other(at.side), at.target))
    return Preview(
        "preview.attack",
        _factors(strength, defence),
        chances=_damage(total(strength) - total(defence), most, None if at.wave else 0),
        warnings=_warnings(pos, at),
        params=_named(pos, target=at.target),
        average="" if at.wave else AVERAGE,
        tokens=list(_tokens(pos, at)),
    )


@follows_from("at", "spent", "control", "hands", "event")
def _calls(pos: TaierzhuangPosition, side: int) -> list[Preview]:
    """5.2, 12.5: artillery and aircraft that the side holds, on every place where it could call for them."""
    book = pos.book
    held = [chit for chit in book.chits_of[side] if pos.hands[chit] and book.chits[chit].effect == "bombardment"]
    return [
        _bombardment(pos, side, chit, place) if book.areas >> place & 1 else _raid(pos, chit, place)
        for chit in held
        for place in bombable(pos, side, chit)
    ]


def _bombardment(pos: TaierzhuangPosition, side: int, chit: int, target: int) -> Preview:
    """5.2: artillery or aircraft against an area."""
    strength = attack_parts(pos, side, 0, pos.book.chits[chit].at, wave=False)
    defence = defence_parts(pos, other(side), target, outside=True)
    most = endurance(pos, pos.units_in(other(side), target))
    return Preview(
        "preview.call",
        _factors(strength, defence),
        chances=_damage(total(strength) - total(defence), most, 0),
        warnings=["warning.resolute"] if side == JAPANESE else [],
        params=_named(pos, chit, target),
        average=AVERAGE,
    )


def _raid(pos: TaierzhuangPosition, chit: int, zone: int) -> Preview:
    """12.5: the same against a zone: how many units are hit, not more than there are."""
    there = pos.at[zone]
    strength = [Total("chits", pos.book.chits[chit].at, "12.5")]
    defence = [Total("defence", pos.best_defence(there), "12.5")]
    margin = total(strength) - total(defence)
    hits = Counter(min(max(margin + dice, 0), there.bit_count()) for dice in TWO_D6)
    return Preview(
        "preview.call",
        _factors(strength, defence, "12.5"),
        chances=[Chance("chance.hits", hits[count], len(TWO_D6), {"count": count}) for count in sorted(hits)[::-1]],
        warnings=["warning.hits"],
        params=_named(pos, chit, zone),
    )


def _hit(pos: TaierzhuangPosition, at: Interdiction) -> Preview:
    """12.5: the die of a Ready unit that is chosen; a Spent one needs none."""
    good = sum(map(turns_back, D6))
    chances = _shares("chance.turned_back", "chance.spent", good, len(D6)) if at.units & ~pos.spent else []
    warnings = ["warning.hit_spent"] if at.units & pos.spent else []
    return Preview("preview.hit", [], chances=chances, warnings=warnings)


def _gun(pos: TaierzhuangPosition, at: TanksMet) -> Iterator[Preview]:
    """5.2, R-60: a PaK 36 against the tanks of the group, without terrain; only they take the points."""
    if not holds(pos, "anti_tank"):
        return
    tanks = at.tanks & pos.at[at.area]
    strength = [Total("chits", pos.book.chits[pos.book.by_effect["anti_tank"]].at, "5.2")]
    defence = [Total("defence", pos.best_defence(tanks), "5.2")]
    yield Preview(
        "preview.gun",
        _factors(strength, defence),
        chances=_damage(total(strength) - total(defence), endurance(pos, tanks), 0),
        params=_named(pos, target=at.area),
        average=AVERAGE,
    )


def _stand(pos: TaierzhuangPosition) -> Iterator[Preview]:
    """5.2: the attack as it comes, and against Resolute Defenders if China holds them."""
    blow = pos.nearest(Blow)
    assert blow is not None
    chit = pos.book.chits[pos.book.by_effect["resolute"]]
    strength = attack_parts(pos, blow.side, blow.units, blow.bonus, blow.wave)
    most = endurance(pos, pos.units_in(CHINESE, blow.target))
    answers = {"preview.attack": 0} | ({"preview.stand": chit.dt} if holds(pos, "resolute") else {})
    for title, resolute in answers.items():
        defence = defence_parts(pos, CHINESE, blow.target, blow.outside, resolute)
        chances = _damage(total(strength) - total(defence), most, 0, defending=True)
        yield Preview(title, _factors(strength, defence), chances=chances, params=_named(pos, target=blow.target))


@lru_cache(1 << 10)
def _damage(margin: int, most: int, own: int | None, defending: bool = False) -> list[Chance]:
    """7.3: the 36 throws; nobody loses more than he can take (R-22)."""
    throws = Counter(max(margin + dice, 0) for dice in TWO_D6)
    return best_first(
        Chance(
            "chance.damage",
            number,
            len(TWO_D6),
            {"count": damage},
            yours=min(damage, most) if defending else own,
            theirs=own if defending else min(damage, most),
        )
        for damage, number in sorted(throws.items(), reverse=not defending)
    )


def _factors(strength: list[Total], defence: list[Total], case: str = "7.2.2") -> list[Factor]:
    """Both totals part by part, and what is left for the dice."""
    margin = Factor("factor.difference", f"{total(strength) - total(defence):+d}", case)
    return [*(_factor(part, +1) for part in strength), *(_factor(part, -1) for part in defence), margin]


def _factor(part: Total, sign: int) -> Factor:
    return Factor(f"factor.{part.key}", sign * part.value, part.case)


def _named(pos: TaierzhuangPosition, chit: int | None = None, target: int | None = None) -> dict[str, str]:
    """What a title names."""
    lexicon = pos.book.lexicon
    names = {} if chit is None else {"piece": lexicon.pieces[pos.book.first_chit + chit]}
    return names if target is None else names | {"target": lexicon.places[target]}


def _warnings(pos: TaierzhuangPosition, at: Attack) -> list[str]:
    """5.2: what the Chinese may answer with, to tanks or to infantry alone; 7.2.2b."""
    warnings = []
    if at.side == JAPANESE:
        warnings.append("warning.reactions" if at.group & pos.book.tanks else "warning.resolute")
    if at.wave:
        warnings.append("warning.human_wave")
    return warnings


def _tokens(pos: TaierzhuangPosition, at: Attack) -> Iterator[Token]:
    """What has been thrown in already: chits, a Human Wave."""
    side = pos.name(at.side)
    if at.bonus:
        yield Token(side, symbol="burst", label=f"+{at.bonus}")
    if at.wave:
        yield Token(side, symbol="infantry", label=f"+{at.group.bit_count() // pos.book.wave_units}")


# --- 6.1, 6.2 reinforcements, 5.2 supply, 12.6 infiltration ------------------------------------------


def _order(pos: TaierzhuangPosition) -> Iterator[Preview]:
    """5.2, 6.1: the roll as it is, and with Generalissimo's Order if China holds it."""
    yield _arrival(pos, CHINESE)
    if holds(pos, "order"):
        ordered = pos.copy()
        ordered.drm += pos.book.chits[pos.book.by_effect["order"]].drm
        yield _arrival(ordered, CHINESE, "preview.order")


def _arrival(pos: TaierzhuangPosition, side: int, title: str = "preview.arrival") -> Preview:
    """6.1, 6.2: the chance that the next reinforcement roll succeeds."""
    good = sum(arrives(pos, side, dice) for dice in TWO_D6)
    case = case_of(side)
    factors = [Factor("factor.turn", pos.turn, case)]
    if side == CHINESE and pos.drm:
        factors.append(Factor("factor.drm", pos.drm, case))
    return Preview(title, factors, chances=_shares("chance.arrive", "chance.stay_away", good, len(TWO_D6)))


def _quantity(pos: TaierzhuangPosition) -> Preview:
    """6.1: how many units a repeated roll brings, not more than the pool holds (R-09)."""
    pool = pos.at[pos.book.pool[CHINESE]].bit_count()
    units = Counter(min(dice, pool) for dice in TWO_D6)
    chances = [Chance("chance.units", units[count], len(TWO_D6), {"count": count}) for count in sorted(units)[::-1]]
    return Preview("preview.quantity", [Factor("factor.pool", pool, "6.1")], chances=chances)


def _air_drop(pos: TaierzhuangPosition) -> Iterator[Preview]:
    """5.2: the faces that bring an Air Drop to its area, whichever that is."""
    if holds(pos, "air_drop"):
        good = pos.book.chits[pos.book.by_effect["air_drop"]].success
        factors = [Factor("factor.drop_value", good, "5.2")]
        yield Preview("preview.air_drop", factors, chances=_shares("chance.dropped", "chance.missed", good, len(D6)))


def _infiltration(pos: TaierzhuangPosition, at: Infiltrating) -> Preview:
    """12.6: the modifiers and the faces that succeed."""
    side, units, area = at.side, at.group, at.area
    good = sum(slips(pos, side, units, area, face) for face in D6)
    factors = [Factor("factor.slip_value", pos.book.slip_value[side], "12.6")]
    factors += [Factor(f"factor.{entry.key}", entry.value, "12.6") for entry in modifiers(pos, side, units, area)]
    return Preview("preview.infiltration", factors, chances=_shares("chance.slips", "chance.fails", good, len(D6)))


def _shares(success: str, failure: str, good: int, faces: int) -> list[Chance]:
    return [Chance(success, good, faces), Chance(failure, faces - good, faces)]
