"""What a combat being put together would do (8.4, 10.3 to 10.5), from what its player may know; warnings (4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import structs

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import Frame
from shapan.kernel.view import Factor, Preview, Token
from shapan.mechanics.crt import Result
from shapan.mechanics.odds import odds_position, odds_text
from shapan.mechanics.outlook import AVERAGE, heading, losses
from shapan.mechanics.sides import other
from shapan.mechanics.unseen import heaviest

from ..actions import AIR, AMPHIBIOUS, ARTILLERY, FIGHT, NAVAL
from ..advance import Advancing
from ..battle import ABORTED, DEFENDED, LANDING, OVERRUN, Battle, Defending, Supporting, bit_of
from ..beaches import Retreating, goes_inland, retreat_hexes
from ..combat import Joining, Odds, attack_strength, column_shifts
from ..fire_support import available
from ..fog import seen_by
from ..landings import Landing
from ..losses import next_to_lose
from ..move_phase import Moving
from ..overrun import Forming, strength_after_move
from ..position import CampaignPosition, Hex
from ..sides import CHINESE, JAPANESE
from ..stacking import legal

SUPPORT: Final = {ARTILLERY: "artillery", AIR: "aircraft", NAVAL: "ship", AMPHIBIOUS: "gunboat"}
"""What stands for a category of markers beside the hex that is attacked."""


def previews(pos: CampaignPosition, side: str) -> Iterator[Preview]:
    """For the side that owes the decision: the combat that is being put together, or what need be said."""
    if pos.outcome:
        return
    match pos.top:
        case Joining() as at:
            attack = attack_strength(pos, FIGHT, at.target, bits(at.units))
            yield from _combat(pos, side, Battle(FIGHT, at.target, at.units, 0), attack)
        case Forming() as at:
            *_, last, target = at.path
            attack = strength_after_move(pos, at.units, last, target)
            yield from _combat(pos, side, Battle(OVERRUN, target, at.units, 0), attack)
        case Battle() as at:
            yield from _combat(pos, side, at, attack_strength(pos, at.kind, at.target, bits(at.units)))
        case at:
            yield from _warnings(pos, side, at)


def _combat(pos: CampaignPosition, side: str, battle: Battle, attack: int) -> Iterator[Preview]:
    """Every factor and shift with its case, and the whole distribution: one preview where every defender can be seen,
    else one for the weakest that may lie there, and one for the strongest."""
    book = pos.book
    names = book.lexicon.pieces
    seen = seen_by(pos, side)
    defenders = pos.stack_in(battle.target)
    known = [unit for unit in defenders if seen >> unit & 1]
    attackers = bits(battle.units)
    factors = [Factor("factor.attacker", pos.factor(unit), "10.3", {"unit": names[unit]}) for unit in attackers]
    factors.append(Factor("factor.attack", attack, "8.4" if battle.kind == LANDING else "10.4.1"))
    factors += [Factor("factor.defender", pos.factor(unit), "10.3", {"unit": names[unit]}) for unit in known]
    shifts = column_shifts(pos, battle)
    moved = [Factor(shift.key, f"{shift.columns:+d}", shift.case) for shift in shifts]
    unknown = len(defenders) - len(known)
    title, target = heading(book.grid.name(battle.target), (names[unit] for unit in known), unknown > 0)
    draft = Preview(title, [*factors, *moved], "crt", params=target, tokens=list(_tokens(pos, battle)))
    if not attack:
        yield structs.replace(draft, warnings=["warning.too_weak"])
        return
    suppositions = {title: Defence(pos.strength(defenders), sum(pos.steps[unit] for unit in defenders))}
    if unknown:
        suppositions = _unseen(pos, side, known, unknown)
        factors.append(Factor("factor.unknown", unknown, "6.3"))
        draft = structs.replace(draft, warnings=["warning.unknown"])
    for name, defence in suppositions.items():
        found = Odds(attack, defence.factors, odds_position(attack, defence.factors), shifts)
        odds = Factor("factor.odds", odds_text(found.base), "10.3")
        params = {**target, "count": defence.factors} if unknown else target
        named = structs.replace(draft, title=name, params=params, factors=[*factors, odds, *moved])
        yield _exact(pos, side, battle, found, defence.steps, named)


class Defence(NamedTuple):
    """How strong a stack is supposed to be, and how many steps it has."""

    factors: int
    steps: int


def _unseen(pos: CampaignPosition, side: str, known: list[int], unseen: int) -> dict[str, Defence]:
    """6.3: the least and the most that so many unseen defenders may be, from what everybody knows: who is on the map,
    who is seen elsewhere, and what may stack (6.2). Which of them have been reduced is not known."""
    book = pos.book
    defender = other(book.sides.index(side))
    pool = bits(book.roster[defender] & pos.present & ~seen_by(pos, side))
    least, most = (
        heaviest(
            pool,
            unseen,
            weight=weight,
            sort=lambda unit: (book.formation[unit], book.equivalents[unit]),
            room=lambda stack: legal(pos, defender, (*known, *stack)),
        )
        for weight in (lambda unit: -book.factors[unit][1], lambda unit: book.factors[unit][-1])
    )
    factors, steps = pos.strength(known), sum(pos.steps[unit] for unit in known)
    return {
        "preview.weakest": Defence(factors + sum(book.factors[unit][1] for unit in least), steps + unseen),
        "preview.strongest": Defence(
            factors + sum(book.factors[unit][-1] for unit in most), steps + sum(book.full_steps[unit] for unit in most)
        ),
    }


def _tokens(pos: CampaignPosition, battle: Battle) -> Iterator[Token]:
    """11.1, 11.3, 11.4: the markers in this combat, the attacker's and the defender's gunfire; then those that whoever
    decides now may add to it, or could once it is committed."""
    owner, each = pos.owner(battle.units), pos.book.shifts["fire_support"]
    attacker, defender = pos.book.sides[owner], pos.book.sides[other(owner)]
    for category, symbol in SUPPORT.items():
        if battle.used & bit_of(category):
            lost = category == AIR and battle.used & ABORTED
            yield Token(attacker, symbol=symbol, label=f"{each:+d}", state="lost" if lost else "used")
    if battle.used & DEFENDED:
        yield Token(defender, symbol=SUPPORT[NAVAL], label=f"{-each:+d}")
    if isinstance(pos.top, Defending):
        for category in available(pos, battle, other(owner), defending=True):
            yield Token(defender, symbol=SUPPORT[category], label=f"{-each:+d}", state="free")
    elif isinstance(pos.top, Joining | Forming | Supporting):
        for category in available(pos, battle, owner, defending=False):
            yield Token(attacker, symbol=SUPPORT[category], label=f"{each:+d}", state="free")


def _exact(pos: CampaignPosition, side: str, battle: Battle, found: Odds, steps: int, draft: Preview) -> Preview:
    """10.5, 8.4: the final column, and what each face of the die costs both sides; the defenders have so many steps."""
    attackers = tuple(bits(battle.units))
    most = Result(sum(pos.steps[unit] for unit in attackers), steps)
    results = [pos.book.crt.result(found.final, face) for face in range(1, len(pos.book.crt.rows) + 1)]
    if battle.kind == LANDING:
        results = [_on_the_beach(pos, battle.target, result) for result in results]
    attacking = pos.book.sides[pos.book.side_of[attackers[0]]] == side
    return structs.replace(
        draft,
        column=pos.book.crt.heading(found.final),
        chances=losses(results, most, attacking=attacking),
        average=AVERAGE,
    )


def _on_the_beach(pos: CampaignPosition, site: Hex, result: Result) -> Result:
    """8.4: what a result costs in all. Survivors on the beach cost one step more; garrisons among them perish, and so
    does everybody without a way back (R-16). Of equals the Chinese player loses a garrison, which would perish anyway.
    """
    twin, static = pos.copy(), pos.book.static
    defenders = mask_of(pos.stack_in(site))
    for _ in range(result.defender):
        if equals := next_to_lose(twin, defenders):
            loser = max(equals, key=lambda unit: static >> unit & 1)
            twin.set_steps(loser, twin.steps[loser] - 1)
    left = bits(twin.alive(defenders))
    if not left:
        return result
    perish = [unit for unit in left if static >> unit & 1 or not retreat_hexes(pos, site)]
    return Result(result.attacker + 1, result.defender + sum(twin.steps[unit] for unit in perish))


def _warnings(pos: CampaignPosition, side: str, at: Frame) -> Iterator[Preview]:
    """4.1, 4.2, R-47: what a player may overlook before he commits himself."""
    warnings = []
    if _last_guard_may_leave(pos, at):
        warnings.append("warning.last_at_shanghai")
    if isinstance(at, Landing):
        if any(not legal(pos, JAPANESE, _crowd(pos, site)) for _, site in pos.at_sea):
            warnings.append("warning.landing_too_big")
        if _may_retreat_to_shanghai(pos, side):
            warnings.append("warning.retreat_to_shanghai")
    if warnings:
        yield Preview("preview.warning", [], warnings=warnings)


def _last_guard_may_leave(pos: CampaignPosition, at: Frame) -> bool:
    """4.2: is the Chinese player about to take his only unit away from Shanghai, by a move, an advance or a retreat?"""
    book = pos.book
    guards = [unit for unit in pos.on_map(CHINESE) if book.key_area >> pos.place[unit] & 1]
    if pos.turn > book.absent_loses_until or len(guards) != 1:
        return False
    match at:
        case Moving(side=side):
            return side == CHINESE and guards[0] in pos.movers(CHINESE)
        case Advancing(target=target, units=units):
            return bool(units >> guards[0] & 1) and not book.key_area >> target & 1
        case Retreating(hex=here):
            return pos.place[guards[0]] == here
    return False


def _may_retreat_to_shanghai(pos: CampaignPosition, side: str) -> bool:
    """4.1, 8.4: could Chinese units win by being driven off, from one landing hex to the next (R-46) or by the 10th
    Army's second hex? What lies hidden in a stack may be a unit that retreats.
    """
    book = pos.book
    if pos.turn < book.adjacent_wins_from:
        return False
    cleared = mask_of(site for _, site in pos.at_sea)
    for unit, site in pos.at_sea:
        if goes_inland(pos, unit):
            cleared |= book.terrain.steps[site] & book.terrain.coastal
    stay = book.static & seen_by(pos, side)
    driven = [unit for here in bits(cleared & pos.occupied[CHINESE]) for unit in pos.stack_in(here)]
    if all(stay >> unit & 1 for unit in driven):
        return False
    return any(retreat_hexes(pos, here) & book.key_area for here in bits(cleared))


def _crowd(pos: CampaignPosition, site: Hex) -> list[int]:
    """Everybody who would stand in a landing hex: those off it, and those who hold it already."""
    held = pos.stack_in(site) if pos.occupied[JAPANESE] >> site & 1 else ()
    return [*held, *(unit for unit, there in pos.at_sea if there == site)]
