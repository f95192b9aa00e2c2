"""What an attack being put together would do (7.3 to 7.6), and what stiff resistance promises (7.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import structs

from shapan.ground.hexes import bits, mask_of
from shapan.kernel.flow import FACES
from shapan.kernel.view import Chance, Factor, Preview, Token
from shapan.mechanics.fire_and_movement.battle import attack_terms, defence_terms, defenders, odds
from shapan.mechanics.fire_and_movement.book import CombatResult
from shapan.mechanics.fire_and_movement.combat import Covering, Joining
from shapan.mechanics.fire_and_movement.resistance import cornered, resisting
from shapan.mechanics.fire_and_movement.resolution import drive_back, throw_back
from shapan.mechanics.fire_and_movement.retreat import Withdrawal, retreats, touches
from shapan.mechanics.fire_and_movement.support import ready
from shapan.mechanics.fire_and_movement.terms import BOMBARDMENT, Battle, Term, Units
from shapan.mechanics.forces import OFF
from shapan.mechanics.outlook import AVERAGE, heading
from shapan.mechanics.sides import other

from ..position import ShanghaiPosition
from ..sides import JAPANESE
from ..snipers import SNIPER


def previews(pos: ShanghaiPosition) -> Iterator[Preview]:
    """The battle that is being put together or supported, or the resistance that may be offered."""
    match pos.top if not pos.outcome else None:
        case Withdrawal() as go:
            yield from _resistance(pos, go)
        case Joining(side=side) as battle:
            awaited = side != JAPANESE and ready(pos, battle.target)
            yield _attack(pos, battle, ["warning.defensive_support"] if awaited else [])
        case Covering() as battle:
            yield _attack(pos, battle, [])


def _attack(pos: ShanghaiPosition, battle: Battle, warnings: list[str]) -> Preview:
    """7.3 to 7.6: the differential, and what the die may bring."""
    factors = [_factor(pos, term, 1) for term in attack_terms(pos, battle)]
    factors += [_factor(pos, term, -1) for term in defence_terms(pos, battle) if term.value or term.piece != OFF]
    column = odds(pos, battle).column
    results = Counter(_outcome(pos, battle, row[column]) for row in pos.book.crt.rows)
    mine = pos.book.sides[battle.side] == pos.actor
    liked = sorted(results, key=lambda outcome: outcome.liking(mine))
    chances = [_chance(outcome, results[outcome], results.total(), mine) for outcome in liked]
    known = [pos.book.lexicon.pieces[unit] for unit in defenders(pos, battle)]
    title, target = heading(pos.book.grid.name(battle.target), known, unknown=False)
    average = AVERAGE
    if battle.kind == SNIPER:
        title, average = "preview.attack_sniper", ""
    heads = pos.book.crt.headings[""]
    draft = Preview(title, factors, "crt", heads[column], chances, warnings, params=target, average=average)
    return structs.replace(draft, tokens=[_token(pos, at) for at in (*bits(battle.markers), *bits(battle.cover))])


def _token(pos: ShanghaiPosition, marker: int) -> Token:
    """8.3, 15.2: support markers are Japanese, whoever attacks."""
    return Token(pos.book.sides[JAPANESE], pos.book.lexicon.pieces[pos.book.first_marker + marker])


class Outcome(NamedTuple):
    """7.6: who falls back how far, and who loses steps; no effect is nothing of all that."""

    retreats: str = ""
    hexes: int = 0
    attacker: int = 0
    defender: int = 0
    ends: str = ""
    """Who defended a hex and is no more: a sniper, the garrison of a fort, or the last unit beside it."""

    def liking(self, attacking: bool) -> tuple[int, int, int]:
        """What the viewer likes best comes first: the hex won rather than lost, then steps, then how far who runs."""
        won = 1 if self.ends or self.retreats == "defender" else -1 if self.retreats else 0
        sign = 1 if attacking else -1
        return -sign * won, sign * (self.attacker - self.defender), -sign * won * self.hexes


def _outcome(pos: ShanghaiPosition, battle: Battle, cell: CombatResult) -> Outcome:
    """7.6, 7.7; 4.1: an exchange in a mobile combat phase is no effect; 8.4: nothing happens to markers."""
    bombarded = battle.kind == BOMBARDMENT
    if not defenders(pos, battle):
        return _outcome_without_units(pos, battle, cell)
    if cell.exchange and not battle.mobile:
        opened = not bombarded and _opens_fort(pos, battle)
        return Outcome(attacker=0 if bombarded else 1, defender=1, ends="defender" if opened else "")
    if cell.defender:
        return _retreat(pos, "defender", drive_back(pos, battle, cell.defender))
    if cell.attacker and not bombarded:
        return _retreat(pos, "attacker", throw_back(pos, battle, cell.attacker))
    return Outcome()


def _retreat(pos: ShanghaiPosition, who: str, go: Withdrawal) -> Outcome:
    """7.7, 7.8: a retreat costs nothing where a way is open, and steps where none is."""
    steps = cornered(pos, go)
    attacking = who == "attacker"
    return Outcome(who, go.hexes, attacker=steps if attacking else 0, defender=0 if attacking else steps)


def _outcome_without_units(pos: ShanghaiPosition, battle: Battle, cell: CombatResult) -> Outcome:
    """16.3: whoever attacks a sniper ignores all results; 17.3: a garrison has no step to lose and does not retreat."""
    exchanged = cell.exchange and not battle.mobile
    over = exchanged or cell.defender > 0
    if battle.kind == SNIPER:
        return Outcome(ends="sniper") if over else Outcome()
    if over:
        lost = int(exchanged)
        return Outcome(attacker=lost, ends="garrison" if _steps(pos, battle.units) > lost else "")
    return _retreat(pos, "attacker", throw_back(pos, battle, cell.attacker)) if cell.attacker else Outcome()


def _opens_fort(pos: ShanghaiPosition, battle: Battle) -> bool:
    """17.3: does an exchange take the last step of those beside a garrison, and leave an attacker who can go in?"""
    fort = pos.garrisoned(other(battle.side)) >> battle.target & 1
    return bool(fort) and _steps(pos, mask_of(defenders(pos, battle))) == 1 < _steps(pos, battle.units)


def _steps(pos: ShanghaiPosition, units: Units) -> int:
    """The steps that these units have left."""
    return sum(pos.steps[unit] for unit in bits(units))


def _chance(outcome: Outcome, count: int, faces: int, attacking: bool) -> Chance:
    """One outcome as the viewer sees it."""
    yours, theirs = (outcome.attacker, outcome.defender) if attacking else (outcome.defender, outcome.attacker)
    if outcome.retreats:
        who = "you" if (outcome.retreats == "attacker") == attacking else "they"
        key = f"chance.{who}_{'cornered' if yours or theirs else 'retreat'}"
        return Chance(key, count, faces, {"count": outcome.hexes, "yours": yours, "theirs": theirs}, yours, theirs)
    if outcome.ends:
        key = f"chance.{outcome.ends}_dearly" if yours else f"chance.{outcome.ends}"
        return Chance(key, count, faces, {"yours": yours, "theirs": theirs}, yours, theirs)
    key = "chance.losses" if yours or theirs else "chance.nothing"
    return Chance(key, count, faces, {"yours": yours, "theirs": theirs}, yours, theirs)


def _resistance(pos: ShanghaiPosition, go: Withdrawal) -> Iterator[Preview]:
    """7.8: how likely each unit that may be tested holds, in a fort certainly (17.2); 12.3: the price of retreats."""
    units = resisting(pos, go)
    warnings = _price_of_retreat(pos, go)
    if not units:
        if warnings:
            yield Preview("preview.retreat", [], warnings=warnings)
        return
    faces = len(FACES)
    strengths = [(unit, pos.book.defence[unit][pos.steps[unit]]) for unit in units]
    names = pos.book.lexicon.pieces
    factors = [Factor("factor.defender", strength, "7.8", {"unit": names[unit]}) for unit, strength in strengths]
    chances = [
        Chance("chance.hold", faces if go.free else min(strength, faces), faces, {"unit": names[unit]})
        for unit, strength in strengths
    ]
    yield Preview("preview.resistance", factors, chances=chances, warnings=warnings)


def _price_of_retreat(pos: ShanghaiPosition, go: Withdrawal) -> list[str]:
    """18.0: is there a retreat that enters a settlement whose entry has consequences?"""
    shunned = pos.shunned_by(go.side)
    ways = [way for unit in bits(go.left) for way in retreats(pos, go, unit).values()] if shunned else []
    return ["warning.settlement"] if any(touches(way, shunned) for way in ways) else []


def _factor(pos: ShanghaiPosition, term: Term, sign: int) -> Factor:
    params = {} if term.piece == OFF else {"unit": pos.book.lexicon.pieces[term.piece]}
    return Factor(term.key, sign * term.value, term.case, params)
