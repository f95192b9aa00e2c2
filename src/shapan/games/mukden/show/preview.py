"""What an attack being put together would do (9.4 to 9.9), from what its player may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import nlargest
from itertools import combinations_with_replacement
from typing import Final

from msgspec import structs

from shapan.ground.hexes import Hex, bits
from shapan.kernel.view import Factor, Preview, Token
from shapan.mechanics.crt import Result
from shapan.mechanics.outlook import AVERAGE, heading, losses
from shapan.mechanics.sides import other

from ..actions import GRAMMAR, Resolve
from ..battle import Joining
from ..combat import markers_allowed
from ..fog import seen_by
from ..odds import column_shifts, odds
from ..position import MukdenPosition
from ..stacking import room

MARKER: Final = "heavy_artillery"
"""What stands for the markers beside the hex that is attacked."""


def previews(pos: MukdenPosition) -> Iterator[Preview]:
    """The attack that the acting side is putting together."""
    match pos.top if not pos.outcome else None:
        case Joining(probing=False) as attack:
            yield from _attack(pos, attack)


def _attack(pos: MukdenPosition, at: Joining) -> Iterator[Preview]:
    """One preview where every defender can be seen; else one for the weakest that may lie there, and one for the
    strongest."""
    attackers = tuple(bits(at.units))
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    factors = [
        Factor("factor.attacker", pos.steps[unit], "9.4", {"unit": pos.book.lexicon.pieces[unit]}) for unit in attackers
    ]
    shifts = column_shifts(pos, at.target, attackers)
    moved = [Factor(f"shift.{shift.key}", f"{shift.columns:+d}", "9.6") for shift in shifts]
    defenders = pos.stack_in(at.target)
    known = [unit for unit in defenders if seen_by(pos, side) >> unit & 1]
    factors += [
        Factor("factor.defender", -pos.steps[unit], "9.4", {"unit": pos.book.lexicon.pieces[unit]}) for unit in known
    ]
    names = [pos.book.lexicon.pieces[unit] for unit in known]
    title, target = heading(pos.book.lexicon.places[at.target], names, len(known) < len(defenders))
    draft = Preview(title, [*factors, *moved], "crt", params=target)
    unseen = len(defenders) - len(known)
    if not unseen:
        yield from _with_markers(pos, at, pos.strength(defenders), draft)
        return
    warned = [*factors, Factor("factor.unknown", unseen, "6.2"), *moved]
    for name, steps in _bounds(pos, side, known, unseen).items():
        said = {"hex": target["hex"], "count": steps}
        titled = structs.replace(draft, title=name, factors=warned, warnings=["warning.unknown"], params=said)
        yield from _with_markers(pos, at, pos.strength(known) + steps, titled)


def _with_markers(pos: MukdenPosition, at: Joining, defence: int, known: Preview) -> Iterator[Preview]:
    """9.7: one preview for each number of markers that may be committed on resolving; one in all where there are
    none."""
    attackers = tuple(bits(at.units))
    allowed = markers_allowed(pos, at)
    if not allowed:
        yield _exact(pos, at.target, attackers, pos.strength(attackers), defence, known)
        return
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    for markers in range(allowed + 1):
        support = markers * pos.book.factor_per_marker
        free = Token(side, symbol=MARKER, label=f"≤ {allowed}", state="free")
        with_markers = structs.replace(
            known,
            factors=[*known.factors, Factor("factor.markers", support, "9.7")] if markers else known.factors,
            tokens=[Token(side, symbol=MARKER, label=f"{support:+d}") if markers else free],
            answer=GRAMMAR.write(pos.book.lexicon, Resolve(markers)),
        )
        yield _exact(pos, at.target, attackers, pos.strength(attackers) + support, defence, with_markers)


def _bounds(pos: MukdenPosition, side: str, known: list[int], unseen: int) -> dict[str, int]:
    """6.2: how few and how many steps so many unseen defenders may have: one each, or those of the strongest enemies
    that are nowhere to be seen and find room beside the others (6.1). Neither hangs on who it is. Whoever lies in the
    dead pile is not there, unless nobody may look into it (4.3).
    """
    book = pos.book
    by_size: dict[int, list[int]] = {}
    army = book.roster[other(book.sides.index(side))]
    for unit in bits((army if book.hidden_losses else army & pos.present) & ~seen_by(pos, side)):
        by_size.setdefault(book.equivalents[unit], []).append(book.start_steps[unit])
    sorts = [sizes for sizes in combinations_with_replacement(by_size, unseen) if sum(sizes) <= room(book, known)]
    return {"preview.weakest": unseen, "preview.strongest": max(_strongest(by_size, sizes) for sizes in sorts)}


def _strongest(by_size: dict[int, list[int]], sizes: tuple[int, ...]) -> int:
    """The most steps that units of these sizes can have together."""
    return sum(sum(nlargest(count, by_size[size])) for size, count in Counter(sizes).items())


def _exact(
    pos: MukdenPosition, target: Hex, attackers: tuple[int, ...], attack: int, defence: int, known: Preview
) -> Preview:
    """The whole distribution of this strength against that."""
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    result = odds(pos, target, attackers, attack, defence)
    column = pos.book.crt.headings[side][result.column]
    read = [Factor("factor.difference", result.written, "9.4"), Factor("factor.column", column, "9.6")]
    return structs.replace(
        known,
        factors=[*known.factors, *read],
        column=column,
        # 9.9: any excess is ignored, and a step is a point of strength.
        chances=losses((row[result.column] for row in pos.book.crt.rows), Result(pos.strength(attackers), defence)),
        average=AVERAGE,
    )
