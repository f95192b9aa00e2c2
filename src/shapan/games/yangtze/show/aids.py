"""What is drawn around a unit while a player looks at it: 5.0 how far it moves, 7.5 its ranges, S4 what it sees.

Only what the looking side may know goes in: its own cards, and units that are not hidden. The drawings decide nothing.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.table import OUTDOORS, Eye, Opening, Pt
from shapan.ground.table.layers import path
from shapan.kernel.view import Aid

from ..actions import CHARGE, MOVE, SKIRMISH
from ..fire.shooters import arm_of, carrier_of, in_arc
from ..fire.sighting import eyes, free_line, outside, too_dark
from ..fire.targets import aim
from ..movement.ways import guide
from ..position import STANDING, YangtzePosition
from ..specs import SCALE
from ..who import Figure, Mounted, Piece, Shooter, Unit
from .knowledge import known
from .marks import circle

REACH: Final = "reach"
RANGES: Final = "ranges"
SIGHT: Final = "sight"
LAYERS: Final = (REACH, RANGES, SIGHT)
CELLS: Final = 48
"""Unseen ground is shaded in squares, so many along the longer edge of the table."""
ANYWHERE: Final = 1 << 20


def aids(pos: YangtzePosition, viewer: int | None, name: str) -> list[Aid]:
    """The drawings for a unit or one of its figures, as this side may see them."""
    book = pos.book
    number = book.lexicon.piece_numbers.get(name)
    if number is None or book.as_mount(Piece(number)) is not None:
        return []
    unit, figure = book.unit_of(Piece(number)), book.as_figure(Piece(number))
    if not pos.in_play(unit) or not known(pos, unit, viewer):
        return []
    if figure is not None:
        at = figure if pos.fate[figure] == STANDING else None
    else:
        leader = guide(pos, unit) if pos.owner[unit] == viewer else None
        at = next(iter(pos.standing[unit]), None) if leader is None else leader
    reach = _reach(pos, unit, at) if pos.owner[unit] == viewer else []
    return [*reach, *_ranges(pos, unit, at), *_sight(pos, viewer, unit, at)]


def _spot(pos: YangtzePosition, unit: Unit, figure: Figure | None) -> tuple[int, int, int] | None:
    """Where distances are measured from, and the radius of the base there."""
    if figure is not None:
        return pos.x[figure], pos.y[figure], pos.book.figures[figure].radius
    return (*pos.at[unit][:2], 0) if pos.laid_out(unit) else None


def _ring(layer: str, kind: str, x: int, y: int, radius: int, label: str) -> Aid:
    return Aid(layer, kind, circle(x, y, radius), label, (x, y - radius), (x, y))


def _reach(pos: YangtzePosition, unit: Unit, figure: Figure | None) -> list[Aid]:
    """5.1 to 5.3: the least and the most of its card; without a card, the most of each."""
    spot = _spot(pos, unit, figure)
    if spot is None:
        return []
    x, y, _ = spot
    card = pos.card[unit]
    if card in (MOVE, SKIRMISH, CHARGE):
        low, high = pos.allowance(unit, card)
        rings = [("aid.least", low, card), ("aid.most", high, card)]
    else:
        rings = [("aid.most", pos.allowance(unit, each)[1], each) for each in (MOVE, SKIRMISH, CHARGE)]
    return [
        _ring(REACH, kind, x, y, far, f"{card.upper()} {far // SCALE} mm")
        for kind, far, card in dict.fromkeys(rings)
        if far
    ]


def _ranges(pos: YangtzePosition, unit: Unit, figure: Figure | None) -> list[Aid]:
    """7.5: short and long range of each weapon that the unit has, from edge to edge."""
    spot = _spot(pos, unit, figure)
    if spot is None:
        return []
    x, y, radius = spot
    book = pos.book
    people = [] if figure is None else [figure]
    shooters: list[Shooter] = [*pos.standing[unit], *people, *(Mounted(mount) for mount in book.guns[unit])]
    found = []
    for arm in dict.fromkeys(arm_of(pos, shooter) for shooter in shooters):
        name = arm.name.replace("_", " ")
        for kind, far in (("aid.short", arm.short), ("aid.long", arm.long)):
            if far:
                found.append(_ring(RANGES, kind, x, y, far + radius, f"{name} {far // SCALE} mm"))
    return found


def _sight(pos: YangtzePosition, viewer: int | None, unit: Unit, figure: Figure | None) -> list[Aid]:
    """S4: the ground that the figure does not see, and a line to each enemy unit that the unit sees."""
    found = []
    if figure is not None:
        shade = _unseen(pos, figure)
        if shade:
            found.append(Aid(SIGHT, "aid.unseen", shade))
    shooters: list[Shooter] = [*pos.standing[unit]] or [Mounted(mount) for mount in pos.book.guns[unit]]
    if not shooters:
        return found
    for enemy in pos.book.every_unit:
        if pos.owner[enemy] == pos.owner[unit] or not pos.in_play(enemy) or not known(pos, enemy, viewer):
            continue
        line = _line(pos, shooters, enemy)
        if line is not None:
            found.append(line)
    return found


def _line(pos: YangtzePosition, shooters: list[Shooter], enemy: Unit) -> Aid | None:
    """From the nearest shooter to the nearest of the enemy that is seen, with the distance."""
    body = pos.is_body(enemy)
    if not body and not pos.standing[enemy]:
        return None
    sight = aim(pos, shooters, enemy, ANYWHERE)
    if sight is None:
        return None
    near = sight.nearest
    there = pos.at[enemy][:2] if near is None else (pos.x[near], pos.y[near])
    able = [shooter for shooter in shooters if in_arc(pos, shooter, *there)]
    starts = [_muzzle(pos, shooter) for shooter in able or shooters]
    here = min(starts, key=lambda spot: (spot[0] - there[0]) ** 2 + (spot[1] - there[1]) ** 2)
    middle = ((here[0] + there[0]) // 2, (here[1] + there[1]) // 2)
    return Aid(SIGHT, "aid.line", path((here, there), False), f"{sight.gap // SCALE} mm", middle)


def _muzzle(pos: YangtzePosition, shooter: Shooter) -> tuple[int, int]:
    carrier = carrier_of(pos, shooter)
    if carrier is not None:
        return pos.at[carrier][:2]
    assert not isinstance(shooter, Mounted)
    return pos.x[shooter], pos.y[shooter]


def _unseen(pos: YangtzePosition, figure: Figure) -> str:
    """The ground in the open that a figure cannot see, as rows of squares."""
    table = pos.book.table
    cell = max(table.width, table.height) // CELLS
    looks = eyes(pos, figure)
    here = (pos.x[figure], pos.y[figure])
    runs = []
    for top in range(0, table.height, cell):
        start: int | None = None
        for left in range(0, table.width + cell, cell):
            x, y = left + cell // 2, top + cell // 2
            hidden = x < table.width and table.building(x, y) == OUTDOORS and not _seen(pos, looks, here, (x, y))
            if hidden and start is None:
                start = left
            elif not hidden and start is not None:
                runs.append(f"M{start} {top}H{min(left, table.width)}V{min(top + cell, table.height)}H{start}Z")
                start = None
    return "".join(runs)


def _seen(pos: YangtzePosition, looks: list[tuple[Eye, Opening | None]], here: Pt, spot: Pt) -> bool:
    mark = Eye(*spot)
    if too_dark(pos, here, spot, flash=False):
        return False
    return any(outside(opening, mark) and free_line(pos, eye, mark) for eye, opening in looks)
