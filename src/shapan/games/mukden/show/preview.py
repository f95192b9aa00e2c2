"""What an attack being put together would do (9.4 to 9.9), from what its player may know."""

from __future__ import annotations

from msgspec import structs

from shapan.ground.hexes import Hex, bits
from shapan.kernel.view import Factor, Preview
from shapan.mechanics.crt import Result
from shapan.mechanics.outlook import AVERAGE, heading, losses

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
    names = [pos.book.lexicon.pieces[unit] for unit in known]
    title, target = heading(pos.book.lexicon.places[at.target], names, len(known) < len(defenders))
    if len(known) < len(defenders):
        unknown = Factor("factor.unknown", len(defenders) - len(known), "6.2")
        return Preview(title, [*factors, unknown, *support, *moved], "crt", warnings=["warning.unknown"], params=target)
    return _exact(pos, at.target, attackers, Preview(title, [*factors, *support, *moved], "crt", params=target))


def _exact(pos: MukdenPosition, target: Hex, attackers: tuple[int, ...], known: Preview) -> Preview:
    """The whole distribution, when every defender can be seen: without bombardment, which is chosen on resolving."""
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    attack, defence = pos.strength(attackers), pos.strength(pos.stack_in(target))
    result = odds(pos, target, attackers, attack, defence)
    difference = Factor("factor.difference", f"{result.differential:+d}", "9.4")
    return structs.replace(
        known,
        factors=[*known.factors, difference],
        column=pos.book.crt.headings[side][result.column],
        # 9.9: any excess is ignored, and a step is a point of strength.
        chances=losses((row[result.column] for row in pos.book.crt.rows), Result(attack, defence)),
        average=AVERAGE,
    )
