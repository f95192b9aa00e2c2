"""What an attack being put together would do (9.4 to 9.9), from what its player may know."""

from __future__ import annotations

from shapan.ground.hexes import Hex, bits
from shapan.kernel.view import Chance, Factor, Preview

from ..combat import markers_allowed
from ..fog import seen_by
from ..frames import Joining
from ..odds import column_shifts, odds
from ..position import MukdenPosition


def preview(pos: MukdenPosition) -> Preview | None:
    """The attack that the acting side is putting together; None when it builds none."""
    if pos.outcome:
        return None
    match pos.top:
        case Joining(probing=False) as attack:
            return _preview(pos, attack)
    return None


def _preview(pos: MukdenPosition, at: Joining) -> Preview:
    attackers = tuple(bits(at.units))
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    factors = [
        Factor("factor.attacker", pos.steps[unit], "9.4", {"unit": pos.book.lexicon.pieces[unit]}) for unit in attackers
    ]
    shifts = column_shifts(pos, at.target, attackers)
    moved = [Factor(f"shift.{shift.key}", f"{shift.columns:+d}", "9.6") for shift in shifts]
    allowed = markers_allowed(pos, at)
    support = [Factor("factor.markers", f"0–{allowed}", "9.7")] if allowed else []
    defenders = pos.stack_in(at.target)
    known = [unit for unit in defenders if seen_by(pos, side) >> unit & 1]
    factors += [
        Factor("factor.defender", -pos.steps[unit], "9.4", {"unit": pos.book.lexicon.pieces[unit]}) for unit in known
    ]
    if len(known) < len(defenders):
        unknown = Factor("factor.unknown", len(defenders) - len(known), "6.2")
        return Preview("preview.attack", [*factors, unknown, *support, *moved], "crt", warnings=["warning.unknown"])
    return _exact(pos, at.target, attackers, [*factors, *support, *moved])


def _exact(pos: MukdenPosition, target: Hex, attackers: tuple[int, ...], factors: list[Factor]) -> Preview:
    """The whole distribution, when every defender can be seen: without bombardment, which is chosen on resolving."""
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    defence = pos.strength(pos.stack_in(target))
    result = odds(pos, target, attackers, pos.strength(attackers), defence)
    counts: dict[str, int] = {}
    for row in pos.book.crt.rows:
        cell = str(row[result.column])
        counts[cell] = counts.get(cell, 0) + 1
    chances = [Chance("chance.result", n, len(pos.book.crt.rows), {"result": cell}) for cell, n in counts.items()]
    return Preview("preview.attack", factors, "crt", pos.book.crt.headings[side][result.column], chances)
