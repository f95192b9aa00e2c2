"""What an attack being put together would do (7.3 to 7.6), and what stiff resistance promises (7.8)."""

from __future__ import annotations

from collections import Counter

from shapan.ground.hexes import bits
from shapan.kernel.flow import FACES
from shapan.kernel.view import Chance, Factor, Preview
from shapan.mechanics.fire_and_movement.battle import attack_terms, defence_terms, odds
from shapan.mechanics.fire_and_movement.combat import Covering, Joining
from shapan.mechanics.fire_and_movement.resistance import resist_refusal
from shapan.mechanics.fire_and_movement.retreat import Withdrawal, retreats, touches
from shapan.mechanics.fire_and_movement.terms import Battle, Term
from shapan.mechanics.forces import OFF

from ..position import ShanghaiPosition
from ..sides import JAPANESE


def preview(pos: ShanghaiPosition) -> Preview | None:
    """The battle that is being put together or supported, or the resistance that may be offered; else None."""
    if pos.outcome:
        return None
    match pos.top:
        case Withdrawal() as go:
            return _resistance(pos, go)
        case Joining(side=side) as battle:
            return _attack(pos, battle, ["warning.defensive_support"] if side != JAPANESE else [])
        case Covering() as battle:
            return _attack(pos, battle, [])
    return None


def _attack(pos: ShanghaiPosition, battle: Battle, warnings: list[str]) -> Preview:
    """7.3 to 7.6: the differential, and what the die may bring."""
    factors = [_factor(pos, term, 1) for term in attack_terms(pos, battle)]
    factors += [_factor(pos, term, -1) for term in defence_terms(pos, battle) if term.value or term.piece != OFF]
    column = odds(pos, battle).column
    # 4.1: an exchange in a mobile combat phase is no effect.
    cells = [row[column] for row in pos.book.crt.rows]
    results = Counter(pos.book.no_effect if cell.exchange and battle.mobile else cell.code for cell in cells)
    faces = len(cells)
    chances = [Chance("chance.result", count, faces, {"result": code}) for code, count in results.items()]
    return Preview("preview.attack", factors, "crt", pos.book.crt.headings[""][column], chances, warnings)


def _resistance(pos: ShanghaiPosition, go: Withdrawal) -> Preview | None:
    """7.8: how likely each unit that may be tested holds, in a fort certainly (17.2); 12.3: the price of retreats."""
    units = [unit for unit in bits(go.left) if resist_refusal(pos, go, unit) is None]
    warnings = _price_of_retreat(pos, go)
    if not units:
        return Preview("preview.retreat", [], warnings=warnings) if warnings else None
    faces = len(FACES)
    strengths = [(unit, pos.book.defence[unit][pos.steps[unit]]) for unit in units]
    names = pos.book.lexicon.pieces
    factors = [Factor("factor.defender", strength, "7.8", {"unit": names[unit]}) for unit, strength in strengths]
    chances = [
        Chance("chance.hold", faces if go.free else min(strength, faces), faces, {"unit": names[unit]})
        for unit, strength in strengths
    ]
    return Preview("preview.resistance", factors, chances=chances, warnings=warnings)


def _price_of_retreat(pos: ShanghaiPosition, go: Withdrawal) -> list[str]:
    """18.0: is there a retreat that enters a settlement whose entry has consequences?"""
    shunned = pos.shunned_by(go.side)
    ways = [way for unit in bits(go.left) for way in retreats(pos, go, unit).values()] if shunned else []
    return ["warning.settlement"] if any(touches(way, shunned) for way in ways) else []


def _factor(pos: ShanghaiPosition, term: Term, sign: int) -> Factor:
    params = {} if term.piece == OFF else {"unit": pos.book.lexicon.pieces[term.piece]}
    return Factor(term.key, sign * term.value, term.case, params)
