"""Units and figures on the table, with what can be seen of their state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from shapan.ground.table import bearing
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Heaps, PieceView

from ..actions import CARDS, FORCED
from ..book import YangtzeBook
from ..command import in_circle
from ..position import ARMAMENT, DISABLED, HALF_SPEED, STEERING, WHEEL, WRECK, YangtzePosition
from ..who import Figure, Unit
from ..works.loads import bearers
from .knowledge import known, open_card

DAMAGE: Final = (
    (HALF_SPEED, "half_speed"),
    (DISABLED, "disabled"),
    (WHEEL, "wheel"),
    (STEERING, "steering"),
    (ARMAMENT, "armament"),
    (WRECK, "wreck"),
)
MARKED: Final = ("pinned", "contact", "captive", "swimming", "leads", "fired", "afoot", "porter", "out_of_command")
"""What figures can be, and what is a bit each."""
STATUSES: Final = (
    *(word for _, word in DAMAGE),
    *MARKED,
    *(f"card.{card}" for card in (*CARDS, *sorted(FORCED))),
)
"""Everything that can be seen of a unit or a figure besides numbers."""


Foe: TypeAlias = tuple[int, int, Unit]
"""A unit, and where the first of its figures stands."""


class Looks(NamedTuple):
    """Everything that a viewer sees of a unit: its pieces follow from this alone."""

    owner: int
    at: tuple[int, int, int] | None
    """Point and heading of the model of a vehicle, vessel, aircraft or gun."""
    people: int
    damage: int
    card: str
    """2.0: the order that lies open to the viewer."""
    figures: tuple[Figure, ...]
    across: tuple[int, ...]
    down: tuple[int, ...]
    floors: tuple[int, ...]
    mark: tuple[int, int] | None
    """What the figures are turned towards."""
    marked: tuple[int, ...]
    """Which figures are pinned, in contact …, a bit each, in the order of ``MARKED``."""


@follows_from(
    *("x", "y", "floor", "fate", "aboard", "at", "card", "damage", "owner", "hidden", "outcome", "phase", "cargo"),
    *("pinned", "fired", "unseen", "touched", "swimming", "captive", "promoted", "afoot", "fire_at", "fire_before"),
)
def heaps(pos: YangtzePosition, viewer: int | None) -> Heaps:
    """Whoever stands on the table and is not hidden from the viewer, unit by unit."""
    book = pos.book
    foes = [_in_the_open(pos, side) for side in range(len(book.sides))]
    carrying = sum(1 << figure for figure in bearers(pos)) if pos.cargo else 0
    return Heaps([_shown(book, unit, _looks(pos, unit, viewer, foes, carrying)) for unit in book.every_unit])


def _looks(
    pos: YangtzePosition, unit: Unit, viewer: int | None, foes: Sequence[Sequence[Foe]], carrying: int
) -> Looks | None:
    """What this viewer sees of a unit, if anything."""
    men, mine = pos.standing[unit], pos.owner[unit] == viewer
    if not known(pos, unit, viewer) or not (men or pos.in_play(unit) or pos.is_body(unit)):
        return None
    model = pos.at[unit] if pos.laid_out(unit) else None
    bits = sum([1 << figure for figure in men])
    flashed = sum([1 << figure for figure in men if pos.flashed(figure)]) if pos.fired else 0
    afoot = bits if pos.afoot >> unit & 1 else 0
    # The enemy could read the place of a hidden leader off the command of others.
    lost = bits & ~in_circle(pos, unit) if mine and men else 0
    marks = pos.pinned, pos.touched, pos.captive, pos.swimming, pos.promoted, flashed, afoot, carrying, lost
    return Looks(
        pos.owner[unit],
        model,
        len(pos.crew(unit)) if model else 0,
        pos.damage[unit] if model else 0,
        open_card(pos, unit, viewer),
        men,
        tuple([pos.x[figure] for figure in men]),
        tuple([pos.y[figure] for figure in men]),
        tuple([pos.floor[figure] for figure in men]),
        _faced(pos, unit, foes) if men else None,
        tuple([mask & bits for mask in marks]),
    )


def _in_the_open(pos: YangtzePosition, side: int) -> list[Foe]:
    """The enemies of a side that nobody hides, by where their first figure stands."""
    standing, hidden, owner = pos.standing, pos.hidden, pos.owner
    return [
        (pos.x[standing[unit][0]], pos.y[standing[unit][0]], unit)
        for unit in pos.book.every_unit
        if standing[unit] and owner[unit] != side and not hidden >> unit & 1
    ]


def _faced(pos: YangtzePosition, unit: Unit, foes: Sequence[Sequence[Foe]]) -> tuple[int, int] | None:
    """What the figures of a unit are turned towards: their target, else the nearest enemy in the open."""
    target = next((shot.target for shot in (*pos.fire_at, *pos.fire_before) if shot.firer == unit), None)
    if target is not None and pos.in_play(target):
        there = pos.standing[target]
        return (pos.x[there[0]], pos.y[there[0]]) if there else pos.at[target][:2]
    first = pos.standing[unit][0]
    x, y = pos.x[first], pos.y[first]
    ways = [((x - ex) ** 2 + (y - ey) ** 2, enemy, ex, ey) for ex, ey, enemy in foes[pos.owner[unit]]]
    nearest = min(ways, default=None)
    return nearest and nearest[2:]


@lru_cache(1 << 12)
def _shown(book: YangtzeBook, unit: Unit, looks: Looks | None) -> tuple[PieceView, ...]:
    """The pieces of a unit that looks so. Most units look as they did at the last decision."""
    if looks is None:
        return ()
    found, card = [], (f"card.{looks.card}",) if looks.card else ()
    owner = book.sides[looks.owner]
    if looks.at is not None:
        x, y, heading = looks.at
        statuses = (*(word for flag, word in DAMAGE if looks.damage & flag), *card)
        people = {"people": looks.people}
        found.append(
            PieceView(book.units[unit].id, owner, "", values=people, statuses=statuses, at=(x, y), heading=heading)
        )
    standing = zip(looks.figures, looks.across, looks.down, looks.floors, strict=True)
    return *found, *(_figure(book, looks, figure, (x, y), floor, owner, card) for figure, x, y, floor in standing)


def _figure(
    book: YangtzeBook,
    looks: Looks,
    figure: Figure,
    at: tuple[int, int],
    floor: int,
    owner: str,
    card: tuple[str, ...],
) -> PieceView:
    statuses = [word for word, mask in zip(MARKED, looks.marked, strict=True) if mask >> figure & 1]
    mark = looks.mark
    return PieceView(
        book.lexicon.pieces[book.piece_of_figure(figure)],
        owner,
        "",
        values={"floor": floor} if floor else {},
        statuses=(*statuses, *card),
        at=at,
        heading=None if mark is None else bearing(mark[0] - at[0], mark[1] - at[1]),
    )
