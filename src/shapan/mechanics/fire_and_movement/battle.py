"""Fire & Movement 7.3 to 7.5: how a battle stands on the combat results table."""

from __future__ import annotations

from typing import NamedTuple

from shapan.ground.hexes import bits
from shapan.mechanics.sides import other

from .position import FM
from .terms import Battle, Term


class Odds(NamedTuple):
    """7.3: attack minus defence, and the column that it finds."""

    attack: int
    defence: int
    column: int

    @property
    def differential(self) -> int:
        return self.attack - self.defence


def defenders(pos: FM, battle: Battle) -> list[int]:
    """The defending units in the attacked hex, which defend as one (7.1)."""
    return [unit for unit in pos.units_in(battle.target) if pos.book.side_of[unit] != battle.side]


def origins(pos: FM, battle: Battle) -> set[int]:
    """The hexes that the attackers attack from."""
    return {pos.place[unit] for unit in bits(battle.units)}


def attack_terms(pos: FM, battle: Battle) -> list[Term]:
    """7.3: the attack strengths that the counters now show, and the attacker's support (8.3)."""
    book = pos.book
    terms = [Term("factor.attacker", book.attack[unit][pos.steps[unit]], "7.3", unit) for unit in bits(battle.units)]
    return terms + support_terms(pos, battle.markers)


def support_terms(pos: FM, markers: int) -> list[Term]:
    book = pos.book
    return [Term("factor.support", book.markers[at].strength, "8.3", book.first_marker + at) for at in bits(markers)]


def defence_terms(pos: FM, battle: Battle) -> list[Term]:
    """7.3 to 7.5: the defence strengths, whatever else defends, support, terrain, and hexsides all attackers cross."""
    book = pos.book
    terms = [
        Term("factor.defender", book.defence[unit][pos.steps[unit]], "7.3", unit) for unit in defenders(pos, battle)
    ]
    terms += pos.garrison_terms(battle)
    terms += support_terms(pos, battle.cover)
    terms.append(pos.terrain_term(battle))
    hexes = origins(pos, battle)
    for name, sides, value in book.hexside_defence:
        if hexes and all((here, battle.target) in sides for here in hexes):
            terms.append(Term(f"factor.{name}", value, "7.4"))
    return terms


def odds(pos: FM, battle: Battle) -> Odds:
    """7.3: subtract, and find the column."""
    attack = sum(term.value for term in attack_terms(pos, battle))
    defence = sum(term.value for term in defence_terms(pos, battle))
    return Odds(attack, defence, pos.book.crt.column("", attack - defence))


def attacker(pos: FM, battle: Battle) -> str:
    side: str = pos.book.sides[battle.side]
    return side


def defender(pos: FM, battle: Battle) -> str:
    side: str = pos.book.sides[other(battle.side)]
    return side
