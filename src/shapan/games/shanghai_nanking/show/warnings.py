"""What a player may overlook before he commits himself: Shanghai won or lost (4.1, 4.2), beaches too small (R-47)."""

from __future__ import annotations

from collections.abc import Iterable

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import Frame
from shapan.mechanics.crt import Result

from ..advance import Advancing, Aftermath
from ..battle import Battle
from ..beaches import Retreating, goes_inland, retreat_hexes
from ..fog import seen_by
from ..landings import Landing
from ..losses import Losing, next_to_lose
from ..move_phase import Moving
from ..position import CampaignPosition, Hex, Units
from ..sides import CHINESE, JAPANESE
from ..stacking import legal


def warnings(pos: CampaignPosition, side: str, at: Frame) -> list[str]:
    """4.1, 4.2, R-47: what a player may overlook before he commits himself."""
    found = []
    if _last_guard_may_leave(pos, at):
        found.append("warning.last_at_shanghai")
    if isinstance(at, Landing):
        if any(not legal(pos, JAPANESE, _crowd(pos, site)) for _, site in pos.at_sea):
            found.append("warning.landing_too_big")
        if _may_retreat_to_shanghai(pos, side):
            found.append("warning.retreat_to_shanghai")
    return found


def _guards(pos: CampaignPosition) -> list[int]:
    """4.2: the Chinese units in or next to Shanghai."""
    return [unit for unit in pos.on_map(CHINESE) if pos.book.key_area >> pos.place[unit] & 1]


def _last_guard_may_leave(pos: CampaignPosition, at: Frame) -> bool:
    """4.2: is the Chinese player about to take his only unit away from Shanghai, by a move, an advance, a retreat, or
    by giving it up among equals?"""
    book, guards = pos.book, _guards(pos)
    if pos.turn > book.absent_loses_until or len(guards) != 1:
        return False
    match at:
        case Moving(side=side):
            return side == CHINESE and guards[0] in pos.movers(CHINESE)
        case Advancing(target=target, units=units):
            return bool(units >> guards[0] & 1) and not book.key_area >> target & 1
        case Retreating(hex=here):
            return pos.place[guards[0]] == here
        case Losing(side=side, units=units, left=left):
            given_up = guards[0] in next_to_lose(pos, units) and pos.steps[guards[0]] <= left
            return side == CHINESE and given_up and not _may_enter_instead(pos)
    return False


def _may_enter_instead(pos: CampaignPosition) -> bool:
    """R-01: losses and the advance after them are one act: has the attack emptied a hex in or next to Shanghai?"""
    after = pos.nearest(Aftermath)
    held = pos.occupied[CHINESE] | pos.occupied[JAPANESE]
    return after is not None and bool(pos.book.key_area & ~held & 1 << after.target)


def may_cost_shanghai(pos: CampaignPosition, battle: Battle, results: Iterable[Result], defending: int) -> bool:
    """4.2: do all Chinese units in or next to Shanghai take part in this attack, and is there a result after which none
    of them can be left? R-01: one that empties such a hex is none, if anybody lives to enter it. ``defending``: the
    steps of the defenders.
    """
    guards = mask_of(_guards(pos))
    attackers = battle.units
    if pos.owner(attackers) != CHINESE or pos.turn > pos.book.absent_loses_until or guards & ~attackers:
        return False
    steps = sum(pos.steps[unit] for unit in bits(attackers))
    near = bool(pos.book.key_area >> battle.target & 1)
    return any(
        not (near and result.defender >= defending and result.attacker < steps)
        and not _can_keep(pos, guards, attackers, result.attacker)
        for result in results
    )


def _can_keep(pos: CampaignPosition, guards: Units, units: Units, losses: int) -> bool:
    """10.5.2: among equals the owner chooses: can one of these guards outlive such losses?"""
    if not losses or not pos.alive(guards):
        return bool(pos.alive(guards))
    for unit in next_to_lose(pos, units):
        twin = pos.copy()
        twin.set_steps(unit, twin.steps[unit] - 1)
        if _can_keep(twin, guards, units, losses - 1):
            return True
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
