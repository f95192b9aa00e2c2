"""Units and figures on the table, with what can be seen of their state."""

from __future__ import annotations

from typing import Final

from shapan.ground.table import bearing
from shapan.kernel.view import PieceView

from ..actions import CARDS, FORCED
from ..command import in_command
from ..position import ARMAMENT, DISABLED, HALF_SPEED, STEERING, WHEEL, WRECK, YangtzePosition
from ..who import Figure, Unit, numbered
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
STATUSES: Final = (
    *(word for _, word in DAMAGE),
    *("pinned", "contact", "captive", "swimming", "leads"),
    *("fired", "afoot", "porter", "out_of_command"),
    *(f"card.{card}" for card in (*CARDS, *sorted(FORCED))),
)
"""Everything that can be seen of a unit or a figure besides numbers."""


def pieces(pos: YangtzePosition, viewer: int | None) -> list[PieceView]:
    """Whoever stands on the table and is not hidden from the viewer."""
    book = pos.book
    found = []
    for unit, spec in numbered(book.units):
        if not known(pos, unit, viewer) or not (pos.in_play(unit) or pos.standing[unit] or pos.is_body(unit)):
            continue
        owner = book.sides[pos.owner[unit]]
        if pos.laid_out(unit):
            x, y, heading = pos.at[unit]
            found.append(
                PieceView(
                    spec.id,
                    owner,
                    "",
                    values={"people": len(pos.crew(unit))},
                    statuses=_unit_statuses(pos, unit, viewer),
                    at=(x, y),
                    heading=heading,
                )
            )
        if pos.standing[unit]:
            card, mark = open_card(pos, unit, viewer), _faced(pos, unit)
            found += [_figure(pos, figure, owner, viewer, card, mark) for figure in pos.standing[unit]]
    return found


def _unit_statuses(pos: YangtzePosition, unit: Unit, viewer: int | None) -> tuple[str, ...]:
    found = [word for flag, word in DAMAGE if pos.damage[unit] & flag]
    card = open_card(pos, unit, viewer)
    return (*found, *((f"card.{card}",) if card else ()))


def _faced(pos: YangtzePosition, unit: Unit) -> tuple[int, int] | None:
    """What the figures of a unit are turned towards: their target, else the nearest enemy in the open."""
    if not pos.standing[unit]:
        return None
    target = next((shot.target for shot in (*pos.fire_at, *pos.fire_before) if shot.firer == unit), None)
    if target is None or not pos.in_play(target):
        first = pos.standing[unit][0]
        enemies = [
            (pos.apart(first, pos.standing[enemy][0]), enemy)
            for enemy in pos.book.every_unit
            if pos.owner[enemy] != pos.owner[unit] and not pos.hidden >> enemy & 1 and pos.standing[enemy]
        ]
        if not enemies:
            return None
        target = min(enemies)[1]
    if pos.standing[target]:
        return pos.x[pos.standing[target][0]], pos.y[pos.standing[target][0]]
    return pos.at[target][:2]


def _figure(
    pos: YangtzePosition,
    figure: Figure,
    owner: str,
    viewer: int | None,
    card: str,
    mark: tuple[int, int] | None,
) -> PieceView:
    book = pos.book
    unit = book.figures[figure].unit
    statuses = []
    if (pos.pinned | pos.touched | pos.captive | pos.swimming | pos.promoted) >> figure & 1:
        statuses += [word for word, mask in _marked(pos) if mask >> figure & 1]
    if pos.flashed(figure):
        statuses.append("fired")
    if pos.afoot >> unit & 1:
        statuses.append("afoot")
    if pos.cargo and figure in bearers(pos):
        statuses.append("porter")
    # The enemy could read the place of a hidden leader off the command of others.
    if pos.owner[unit] == viewer and not in_command(pos, figure):
        statuses.append("out_of_command")
    if card:
        statuses.append(f"card.{card}")
    return PieceView(
        book.lexicon.pieces[book.piece_of_figure(figure)],
        owner,
        "",
        values={"floor": pos.floor[figure]} if pos.floor[figure] else {},
        statuses=tuple(statuses),
        at=(pos.x[figure], pos.y[figure]),
        heading=None if mark is None else bearing(mark[0] - pos.x[figure], mark[1] - pos.y[figure]),
    )


def _marked(pos: YangtzePosition) -> tuple[tuple[str, int], ...]:
    """Statuses, and the figures that have them."""
    return (
        ("pinned", pos.pinned),
        ("contact", pos.touched),
        ("captive", pos.captive),
        ("swimming", pos.swimming),
        ("leads", pos.promoted),
    )
