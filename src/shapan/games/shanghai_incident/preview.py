"""What an attack being put together would do (7.3 to 7.6): every term with its case, and the exact chances."""

from __future__ import annotations

from collections import Counter

from shapan.kernel.view import Chance, Factor, Preview
from shapan.mechanics.fire_and_movement.battle import attack_terms, defence_terms, odds
from shapan.mechanics.fire_and_movement.terms import Battle, Term
from shapan.mechanics.forces import OFF

from .position import ShanghaiPosition
from .sides import JAPANESE


def preview(pos: ShanghaiPosition) -> Preview | None:
    """The battle that is being put together or supported; None when there is none."""
    if pos.outcome or pos.step.name not in ("join", "cover"):
        return None
    battle = Battle(*pos.frame)
    factors = [_factor(pos, term, 1) for term in attack_terms(pos, battle)]
    factors += [_factor(pos, term, -1) for term in defence_terms(pos, battle) if term.value or term.piece != OFF]
    column = odds(pos, battle).column
    # 4.1: an exchange in a mobile combat phase is no effect.
    cells = [row[column] for row in pos.book.crt.rows]
    results = Counter(pos.book.no_effect if cell.exchange and battle.mobile else cell.code for cell in cells)
    faces = len(cells)
    chances = [Chance("chance.result", count, faces, {"result": code}) for code, count in results.items()]
    open_question = battle.side != JAPANESE and pos.step.name == "join"
    warnings = ["warning.defensive_support"] if open_question else []
    return Preview("preview.attack", factors, "crt", pos.book.crt.headings[""][column], chances, warnings)


def _factor(pos: ShanghaiPosition, term: Term, sign: int) -> Factor:
    params = {} if term.piece == OFF else {"unit": pos.book.lexicon.pieces[term.piece]}
    return Factor(term.key, sign * term.value, term.case, params)
