"""What a combat being put together would do (8.4, 10.3 to 10.5), from what its player may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from shapan.ground.hexes import bits, mask_of
from shapan.kernel.view import Factor, Preview, Token
from shapan.mechanics.crt import Result
from shapan.mechanics.odds import odds_position, odds_text
from shapan.mechanics.outlook import AVERAGE, heading, losses
from shapan.mechanics.sides import other

from ..actions import AIR, AMPHIBIOUS, ARTILLERY, FIGHT, NAVAL
from ..battle import (
    ABORTED,
    DEFENDED,
    LANDING,
    OVERRUN,
    Battle,
    Defending,
    Intercepting,
    Supporting,
    bit_of,
    carried,
)
from ..beaches import retreat_hexes
from ..combat import Joining, Odds, attack_strength, column_shifts
from ..fire_support import available
from ..fog import seen_by
from ..landings import Assaulting, Landing, pending
from ..losses import next_to_lose
from ..overrun import Forming, strength_after_move
from ..position import CampaignPosition, Hex
from ..sides import CHINESE
from .rolls import interception, other_rolls
from .unseen import Force, bounds, force
from .warnings import may_cost_shanghai, warnings

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
        case Intercepting() as at:
            yield from _intercepted(pos, side, at)
        case Battle() as at:
            yield from _battle(pos, side, at)
        case Landing() | Assaulting() as at:
            landings = [preview for landing in _landings(pos) for preview in _battle(pos, side, landing)]
            yield from _warned(landings, warnings(pos, side, at))
        case at:
            yield from _warned([*other_rolls(pos, at)], warnings(pos, side, at))


def _warned(found: list[Preview], told: list[str]) -> Iterator[Preview]:
    """Warnings stand with the first preview, which nobody overlooks, or alone."""
    if told and found:
        yield structs.replace(found[0], warnings=[*told, *found[0].warnings])
        yield from found[1:]
    elif told:
        yield Preview("preview.warning", [], warnings=told)
    else:
        yield from found


def _battle(pos: CampaignPosition, side: str, battle: Battle) -> Iterator[Preview]:
    return _combat(pos, side, battle, attack_strength(pos, battle.kind, battle.target, bits(battle.units)))


def _landings(pos: CampaignPosition) -> Iterator[Battle]:
    """8.4: the combats on the beaches that units lie off, as things stand."""
    for site in pending(pos):
        if pos.occupied[CHINESE] >> site & 1:
            yield Battle(LANDING, site, mask_of(unit for unit, there in pos.at_sea if there == site), 0)


def _intercepted(pos: CampaignPosition, side: str, at: Intercepting) -> Iterator[Preview]:
    """11.3: the combat as it comes, the die of the Chinese aircraft, and the combat if that turns the others away."""
    yield from _battle(pos, side, at)
    yield interception(pos)
    for preview in _battle(pos, side, carried(Battle, at, ABORTED)):
        yield structs.replace(preview, title="preview.aborted", params={"hex": pos.book.grid.name(at.target)})


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
    seen = [(unit, pos.steps[unit]) for unit in known]
    if unseen:
        yield from _bounded(pos, side, battle, attack, seen, draft)
    else:
        yield _exact(pos, side, battle, attack, force(book, seen), draft)


def _bounded(
    pos: CampaignPosition, side: str, battle: Battle, attack: int, seen: list[tuple[int, int]], draft: Preview
) -> Iterator[Preview]:
    """6.3: against the weakest and the strongest that the unseen defenders can be, beside those that are seen."""
    found = bounds(pos, pos.stack_in(battle.target), seen_by(pos, side))
    # 6.0 (2): after a combat of this phase all stacks have been looked at; before it, limits may be broken.
    doubt = ["warning.unchecked"] if found.limited and not (battle.kind == FIGHT and pos.attacked) else []
    weak, strong = (
        _exact(pos, side, battle, attack, force(pos.book, (*seen, *unknown.units)), draft)
        for unknown in (found.weakest, found.strongest)
    )
    if found.weakest.factors == found.strongest.factors and weak == strong:
        certain = Factor("factor.unseen", found.weakest.factors, "6.3")
        told = [*draft.factors, certain, *weak.factors[len(draft.factors) :]]
        yield structs.replace(weak, factors=told, warnings=[*doubt, *weak.warnings])
        return
    # What may happen against either is told with both.
    warned = ["warning.unknown", *doubt, *dict.fromkeys((*weak.warnings, *strong.warnings))]
    for title, unknown, preview in (
        ("preview.weakest", found.weakest, weak),
        ("preview.strongest", found.strongest, strong),
    ):
        said = {"hex": draft.params["hex"], "count": unknown.factors}
        yield structs.replace(preview, title=title, params=said, warnings=warned)


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
    elif isinstance(pos.top, Joining | Forming | Supporting | Landing | Assaulting):
        for category in available(pos, battle, owner, defending=False):
            yield Token(attacker, symbol=SUPPORT[category], label=f"{each:+d}", state="free")


def _exact(pos: CampaignPosition, side: str, battle: Battle, attack: int, defence: Force, draft: Preview) -> Preview:
    """10.3 to 10.5, 8.4: odds, shifts, the final column, and what each face of the die costs both sides."""
    shifts = column_shifts(pos, battle)
    found = Odds(attack, defence.factors, odds_position(attack, defence.factors), shifts)
    moved = [Factor(shift.key, f"{shift.columns:+d}", shift.case) for shift in shifts]
    attackers = tuple(bits(battle.units))
    results = _results(pos, found.final)
    attacking = pos.book.sides[pos.book.side_of[attackers[0]]] == side
    feared = [*results, *_results(pos, found.final - _gunfire(pos, battle))]
    falls = attacking and may_cost_shanghai(pos, battle, feared, defence.steps)
    if battle.kind == LANDING:
        results = [_on_the_beach(pos, battle.target, defence, result) for result in results]
    most = Result(sum(pos.steps[unit] for unit in attackers), defence.steps)
    return structs.replace(
        draft,
        factors=[*draft.factors, Factor("factor.odds", odds_text(found.base), "10.3"), *moved],
        column=pos.book.crt.heading(found.final),
        chances=losses(results, most, attacking=attacking),
        average=AVERAGE,
        warnings=[*draft.warnings, "warning.last_may_fall"] if falls else draft.warnings,
    )


def _results(pos: CampaignPosition, column: int) -> list[Result]:
    """10.5: what the faces of the die bring in this column."""
    return [pos.book.crt.result(column, face) for face in range(1, len(pos.book.crt.rows) + 1)]


def _gunfire(pos: CampaignPosition, battle: Battle) -> int:
    """11.4: the columns that the defender may still take from the attack."""
    defender = other(pos.owner(battle.units))
    return len(available(pos, battle, defender, defending=True)) * pos.book.shifts["fire_support"]


def _on_the_beach(pos: CampaignPosition, site: Hex, defence: Force, result: Result) -> Result:
    """8.4: what a result costs in all. Survivors on the beach cost one step more; garrisons among them perish, and so
    does everybody without a way back (R-16). Of equals the Chinese player loses a garrison, which would perish anyway.
    """
    twin, static = pos.copy(), pos.book.static
    for unit, steps in defence.units:
        twin.set_steps(unit, steps)
    defenders = mask_of(unit for unit, _ in defence.units)
    for _ in range(result.defender):
        if equals := next_to_lose(twin, defenders):
            loser = max(equals, key=lambda unit: static >> unit & 1)
            twin.set_steps(loser, twin.steps[loser] - 1)
    left = bits(twin.alive(defenders))
    if not left:
        return result
    perish = [unit for unit in left if static >> unit & 1 or not retreat_hexes(pos, site)]
    return Result(result.attacker + 1, result.defender + sum(twin.steps[unit] for unit in perish))
