"""What an attack, an infiltration or a reinforcement roll would do, from what its player may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from shapan.kernel.view import Chance, Factor, Preview, Token
from shapan.mechanics.outlook import AVERAGE, best_first
from shapan.mechanics.sides import other

from ..attack import Attack
from ..combat import Total, attack_parts, defence_parts, total
from ..damage import endurance
from ..deployment import case_of
from ..infiltration import Infiltrating, modifiers, slips
from ..position import TaierzhuangPosition
from ..reinforcements import ArrivalReroll, Levying, Order, arrives
from ..sides import CHINESE, JAPANESE


def previews(pos: TaierzhuangPosition) -> Iterator[Preview]:
    """The attack, infiltration or roll that the acting side decides about."""
    match pos.top if pos.outcome is None else None:
        case Attack() as at:
            yield _attack(pos, at)
        case Infiltrating() as at:
            yield _infiltration(pos, at)
        case Order() | ArrivalReroll():
            yield _arrival(pos, CHINESE)
        case Levying():
            yield _arrival(pos, JAPANESE)


def _attack(pos: TaierzhuangPosition, at: Attack) -> Preview:
    """7.2.2, 7.3: both totals part by part, and the 36 throws; nobody loses more than he can take (R-22).

    What a Human Wave costs hangs on the survivors that the enemy leaves and on a die for each attacker: it is
    warned of, not counted.
    """
    defenders = pos.units_in(other(at.side), at.target)
    most, own = endurance(pos, defenders), None if at.wave else 0
    strength = attack_parts(pos, at.side, at.group, at.bonus, at.wave)
    defence = defence_parts(pos, other(at.side), at.target, not at.inside)
    margin = total(strength) - total(defence)
    throws = Counter(max(margin + first + second, 0) for first in range(1, 7) for second in range(1, 7))
    chances = best_first(
        Chance("chance.damage", number, throws.total(), {"count": damage}, own, min(damage, most))
        for damage, number in sorted(throws.items(), reverse=True)
    )
    factors = [_factor(part, +1) for part in strength] + [_factor(part, -1) for part in defence]
    factors.append(Factor("factor.difference", f"{margin:+d}", "7.2.2"))
    warnings = _warnings(pos, at)
    target = {"target": pos.book.lexicon.places[at.target]}
    average = "" if at.wave else AVERAGE
    return Preview(
        "preview.attack",
        factors,
        chances=chances,
        warnings=warnings,
        params=target,
        average=average,
        tokens=list(_tokens(pos, at)),
    )


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


def _arrival(pos: TaierzhuangPosition, side: int) -> Preview:
    """6.1, 6.2: the chance that the next reinforcement roll succeeds."""
    good = sum(arrives(pos, side, first + second) for first in range(1, 7) for second in range(1, 7))
    case = case_of(side)
    factors = [Factor("factor.turn", pos.turn, case)]
    if side == CHINESE and pos.drm:
        factors.append(Factor("factor.drm", pos.drm, case))
    chances = [Chance("chance.arrive", good, 36), Chance("chance.stay_away", 36 - good, 36)]
    return Preview("preview.arrival", factors, chances=chances)


def _factor(part: Total, sign: int) -> Factor:
    return Factor(f"factor.{part.key}", sign * part.value, part.case)


def _infiltration(pos: TaierzhuangPosition, at: Infiltrating) -> Preview:
    """12.6: the modifiers and the faces that succeed."""
    side, units, area = at.side, at.group, at.area
    good = sum(slips(pos, side, units, area, face) for face in range(1, 7))
    factors = [Factor("factor.slip_value", pos.book.slip_value[side], "12.6")]
    factors += [Factor(f"factor.{entry.key}", entry.value, "12.6") for entry in modifiers(pos, side, units, area)]
    chances = [Chance("chance.slips", good, 6), Chance("chance.fails", 6 - good, 6)]
    return Preview("preview.infiltration", factors, chances=chances)
