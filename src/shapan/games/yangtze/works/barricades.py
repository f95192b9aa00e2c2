"""S16.8 Barricades: what can be cleared away is a gate as long as the obstacle itself, shut until it is cleared."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from shapan.ground.table import Line, Tabletop, length, load_table, near_segment

from ..who import Figure, Unit

if TYPE_CHECKING:
    from ..position import YangtzePosition

MARGIN: Final = 20
"""What the gap reaches beyond the ends of the barricade, so that its last inch is cleared too (millimetres)."""


def load_ground(board: Mapping[str, Any], terrain: Mapping[str, Any]) -> Tabletop:
    """The table of a board; each stretch of a barricade is a gate of its own."""
    lines = [_opening(entry) if _clears(entry, terrain) else entry for entry in board.get("lines", ())]
    return load_table({**board, "lines": lines}, terrain)


def _clears(entry: Mapping[str, Any], terrain: Mapping[str, Any]) -> bool:
    return bool(terrain["line"][entry["k"]].get("clears"))


def _opening(entry: Mapping[str, Any]) -> dict[str, Any]:
    gates = [
        [(ax + bx) // 2, (ay + by) // 2, length(ax, ay, bx, by) + MARGIN] for (ax, ay), (bx, by) in pairwise(entry["p"])
    ]
    return {**entry, "gates": gates}


def barriers(table: Tabletop, terrain: Mapping[str, Any]) -> int:
    """The gates that are stretches of barricades, one bit each."""
    kinds = [name for name, kind in terrain["line"].items() if isinstance(kind, dict) and kind.get("clears")]
    return sum(1 << gate.number for line in table.lines if line.obstacle.name in kinds for gate in line.gates)


def bars(pos: YangtzePosition, line: Line) -> bool:
    """Is this a barricade, and still in place?"""
    return _stretches(line) & pos.book.barriers & pos.shut != 0


def cleared(pos: YangtzePosition, line: Line) -> bool:
    """Is this a barricade that has been cleared away?"""
    return _stretches(line) & pos.book.barriers != 0 and not bars(pos, line)


def _stretches(line: Line) -> int:
    return sum(1 << gate.number for gate in line.gates)


def touches(pos: YangtzePosition, figure: Figure, line: Line) -> bool:
    """Is the figure in contact with the obstacle?"""
    reach = pos.book.figures[figure].radius + pos.book.contact_gap
    return any(near_segment(pos.x[figure], pos.y[figure], edge) <= reach * reach for edge in line.edges)


def at_barricade(pos: YangtzePosition, x: int, y: int) -> bool:
    """Is the point just short of a barricade that is still in place?"""
    near = pos.book.contact_gap**2
    return any(
        bars(pos, line) and any(near_segment(x, y, edge) <= near for edge in line.edges)
        for line in pos.book.table.lines
    )


def barricade_at(pos: YangtzePosition, unit: Unit) -> Line | None:
    """A barricade still in place that somebody of the unit touches."""
    for line in pos.book.table.lines:
        if bars(pos, line) and any(touches(pos, figure, line) for figure in pos.standing[unit]):
            return line
    return None


def clear_barricades(pos: YangtzePosition, workers: list[Figure]) -> None:
    """S16.8: four figures in contact that worked for a whole turn clear it."""
    wanted = int(pos.book.charts["works"]["clear_barricade"])
    for line in pos.book.table.lines:
        if not bars(pos, line):
            continue
        for side in range(2):
            hands = [f for f in workers if pos.owner[pos.book.figures[f].unit] == side and touches(pos, f, line)]
            if len(hands) >= wanted:
                for gate in line.gates:
                    pos.shut &= ~(1 << gate.number)
                pos.show(hands)
                pos.tell("S16.8", "event.cleared", unit=pos.book.figures[hands[0]].unit, what=line.name)
                break
