"""What a combat being put together would do (8.4, 10.3 to 10.5), from what its player may know; warnings (4.1, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import Frame
from shapan.kernel.view import Factor, Preview, Token
from shapan.mechanics.crt import Result
from shapan.mechanics.odds import odds_position, odds_text
from shapan.mechanics.outlook import AVERAGE, heading, losses
from shapan.mechanics.sides import other

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
from .unseen import Force, bounds

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
    """Every factor and shift with its case, and the whole distribution: one where it is certain who defends, else one
    against the weakest that may lie there and one against the strongest (6.3)."""
    book = pos.book
    names = book.lexicon.pieces
    defenders = pos.stack_in(battle.target)
    known = [unit for unit in defenders if seen_by(pos, side) >> unit & 1]
    attackers = bits(battle.units)
    factors = [Factor("factor.attacker", pos.factor(unit), "10.3", {"unit": names[unit]}) for unit in attackers]
    factors.append(Factor("factor.attack", attack, "8.4" if battle.kind == LANDING else "10.4.1"))
    factors += [Factor("factor.defender", pos.factor(unit), "10.3", {"unit": names[unit]}) for unit in known]
    unseen = len(defenders) - len(known)
    if unseen:
        factors.append(Factor("factor.unknown", unseen, "6.3"))
    title, target = heading(book.grid.name(battle.target), (names[unit] for unit in known), unseen > 0)
    draft = Preview(title, factors, "crt", params=target, tokens=list(_tokens(pos, battle)))
    if not attack:
        moved = [Factor(shift.key, f"{shift.columns:+d}", shift.case) for shift in column_shifts(pos, battle)]
        yield structs.replace(draft, factors=[*factors, *moved], warnings=["warning.too_weak"])
        return
    seen = Force(pos.strength(known), sum(pos.steps[unit] for unit in known))
    if not unseen:
        yield _exact(pos, side, battle, attack, seen, draft)
        return
    for force, said in _unseen(pos, side, battle, draft):
        both = Force(seen.factors + force.factors, seen.steps + force.steps)
        yield _exact(pos, side, battle, attack, both, said)


def _unseen(pos: CampaignPosition, side: str, battle: Battle, draft: Preview) -> Iterator[tuple[Force, Preview]]:
    """6.3: what the unseen defenders can be, and how that is said."""
    found = bounds(pos, pos.stack_in(battle.target), seen_by(pos, side))
    # 6.0 (2): after a combat of this phase all stacks have been looked at; before it, limits may be broken.
    doubt = ["warning.unchecked"] if found.limited and not (battle.kind == FIGHT and pos.attacked) else []
    if found.weakest == found.strongest:
        certain = Factor("factor.unseen", found.weakest.factors, "6.3")
        yield found.weakest, structs.replace(draft, factors=[*draft.factors, certain], warnings=doubt)
        return
    for title, force in (("preview.weakest", found.weakest), ("preview.strongest", found.strongest)):
        said = {"hex": draft.params["hex"], "count": force.factors}
        yield force, structs.replace(draft, title=title, params=said, warnings=["warning.unknown", *doubt])


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


def _exact(pos: CampaignPosition, side: str, battle: Battle, attack: int, defence: Force, draft: Preview) -> Preview:
    """10.3 to 10.5, 8.4: odds, shifts, the final column, and what each face of the die costs both sides."""
    shifts = column_shifts(pos, battle)
    found = Odds(attack, defence.factors, odds_position(attack, defence.factors), shifts)
    moved = [Factor(shift.key, f"{shift.columns:+d}", shift.case) for shift in shifts]
    attackers = tuple(bits(battle.units))
    results = [pos.book.crt.result(found.final, face) for face in range(1, len(pos.book.crt.rows) + 1)]
    if battle.kind == LANDING:
        results = [_on_the_beach(pos, battle.target, result) for result in results]
    attacking = pos.book.sides[pos.book.side_of[attackers[0]]] == side
    most = Result(sum(pos.steps[unit] for unit in attackers), defence.steps)
    return structs.replace(
        draft,
        factors=[*draft.factors, Factor("factor.odds", odds_text(found.base), "10.3"), *moved],
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
