"""8.2 Targets in cover: what shelters a figure from a source of fire, and what its card makes of it (S5)."""

from __future__ import annotations

from typing import Final

from shapan.ground.table import OUTDOORS, Edge, Line, along, beyond, haze, length, near_polygon, near_segment, where
from shapan.ground.table.geometry import crossed, strikes
from shapan.ground.table.sight import near_gate

from ..actions import CHARGE, COWER, FLEE, HALT, MOVE, RETREAT, SKIRMISH
from ..position import DISABLED, YangtzePosition
from ..who import Figure
from ..works.barricades import cleared

RANK: Final = {"none": 0, "bare": 0, "open": 1, "soft": 2, "hard": 3, "hard_plus": 4}
THIN: Final = "soft"
"""S5.1: what crops, a gun or a disabled vehicle in front give those who have less."""
BONUS: Final = "hard+"
"""8.2: hard cover, with the bonus of those who know how to use it."""
GOOD: Final = ("A", "B")


def ground_cover(
    pos: YangtzePosition, figure: Figure, source: tuple[int, int], bullets: bool, floor: int = 0, thrown: bool = False
) -> str:
    """S5.1: the best of the ground, a line close in front, the building, the figure's own gun, and crops between."""
    best = solid_cover(pos, figure, source, bullets or thrown)
    if RANK[best] >= RANK[THIN]:
        return best
    if bullets and behind_gun(pos, figure):
        return THIN
    if pos.room[figure] == OUTDOORS and (through_crops(pos, figure, source, floor) or behind_hulk(pos, figure, source)):
        return THIN
    return best


def solid_cover(pos: YangtzePosition, figure: Figure, source: tuple[int, int], inside: bool) -> str:
    """S5.1: the best of the ground, a line close in front, and the building. No building shelters from who fires or
    throws inside it; against a burst it does (S5.3)."""
    table = pos.book.table
    room = pos.room[figure]
    if room != OUTDOORS:
        if inside and table.building(*source) == room:
            return "open"
        roof = "hard" if pos.rubble >> room & 1 else table.buildings[room].construction.cover
        wall = "bare" if pos.floor[figure] or RANK[roof] >= RANK["hard"] else line_cover(pos, figure, source)
        return max(roof, wall, key=lambda cover: RANK[cover])
    best = underfoot(pos, figure)
    if RANK[best] < RANK["hard"]:
        best = max(best, line_cover(pos, figure, source), key=lambda cover: RANK[cover])
    return best


def underfoot(pos: YangtzePosition, figure: Figure) -> str:
    """The cover of the ground on which a figure stands in the open; remembered while nobody moves."""
    known, key = pos.scene.known, ("underfoot", figure)
    if key not in known:
        cover = pos.book.table.ground(pos.x[figure], pos.y[figure]).cover
        completely = cover == "open" and pos.book.switches["completely_open"] == "all"
        known[key] = "bare" if completely else cover
    found: str = known[key]
    return found


def line_cover(pos: YangtzePosition, figure: Figure, source: tuple[int, int]) -> str:
    """A hedge, wall or bank that the line of fire crosses within 25 mm of the target's base."""
    best = "bare"
    near = lines_about(pos, figure)
    if not near:
        return best
    x, y = pos.x[figure], pos.y[figure]
    reach = pos.book.line_cover_gap + pos.book.figures[figure].radius
    ray = (*source, x, y)
    for line, edges in near:
        if RANK[line.obstacle.cover] <= RANK[best] or cleared(pos, line):
            continue
        for edge in crossed(ray, edges):
            whole = length(*ray)
            cx, cy = along(*ray, where(*ray, edge, whole), whole)
            if (cx - x) ** 2 + (cy - y) ** 2 <= reach * reach and not _gateway(pos, line, cx, cy):
                best = line.obstacle.cover
    return best


def lines_about(pos: YangtzePosition, figure: Figure) -> list[tuple[Line, list[Edge]]]:
    """The lines within 25 mm of a figure's base, each with those of its edges that are; remembered while nobody moves,
    since a figure is fired at from many places."""
    known, key = pos.scene.known, ("lines", figure)
    if key not in known:
        x, y = pos.x[figure], pos.y[figure]
        reach = pos.book.line_cover_gap + pos.book.figures[figure].radius
        near = [line for line in pos.book.table.lines if not beyond(line.bounds, x, y, reach)]
        close = [(line, [edge for edge in line.edges if near_segment(x, y, edge) <= reach * reach]) for line in near]
        known[key] = [(line, edges) for line, edges in close if edges]
    found: list[tuple[Line, list[Edge]]] = known[key]
    return found


def _gateway(pos: YangtzePosition, line: Line, x: int, y: int) -> bool:
    """S5.1, S4.5: an open gate is no wall."""
    gates = [gate for gate in line.gates if near_gate(x, y, gate.at, gate.width)]
    return bool(gates) and not pos.shut >> gates[0].number & 1


def behind_gun(pos: YangtzePosition, figure: Figure) -> bool:
    """9.5: the piece shelters its crew from bullets."""
    number = pos.book.figures[figure].unit
    unit = pos.book.units[number]
    if unit.kind != "gun" or not pos.laid_out(number):
        return False
    x, y, _ = pos.at[number]
    reach = unit.gun_radius + pos.book.figures[figure].radius + pos.book.line_cover_gap
    return (x - pos.x[figure]) ** 2 + (y - pos.y[figure]) ** 2 <= reach * reach


def behind_hulk(pos: YangtzePosition, figure: Figure, source: tuple[int, int]) -> bool:
    """S12.4: a disabled vehicle close in front shelters those behind it."""
    x, y = pos.x[figure], pos.y[figure]
    reach = pos.book.line_cover_gap + pos.book.figures[figure].radius
    for unit, edges in pos.bodies:
        close = pos.damage[unit] & DISABLED and near_polygon(edges, x, y) <= reach * reach
        if close and strikes((*source, x, y), edges):
            return True
    return False


def through_crops(pos: YangtzePosition, figure: Figure, source: tuple[int, int], floor: int) -> bool:
    """S5.1, R150: 25 mm or more of see-through ground on the way, all of it taken together; what grows below the line
    of fire is not on it (S4.4)."""
    book = pos.book
    here, there = (*source, floor, OUTDOORS), (pos.x[figure], pos.y[figure], pos.floor[figure], OUTDOORS)
    return haze(book.table, book.sight_rule, here, there) >= book.line_cover_gap


def ladder_row(pos: YangtzePosition, figure: Figure) -> str:
    """Which line of the cover ladder a figure uses, by its unit's card and class (5.1 to 5.4, 8.2, R15, R24, R45)."""
    number = pos.book.figures[figure].unit
    card = pos.card[number]
    careful = pos.book.units[number].grade in GOOD or bool(pos.book.switches["c_class_takes_cover"])
    if pos.asleep >> number & 1:
        return "C_HALT_SKIRMISH"
    if card in (HALT, SKIRMISH, ""):
        return "AB_HALT_SKIRMISH" if careful else "C_HALT_SKIRMISH"
    if card == COWER:
        return "COWER" if careful else "C_HALT_SKIRMISH"
    if card in (RETREAT, FLEE):
        return card
    if pos.stuck >> figure & 1:
        return "PINNED_NOT_HALTED"
    return MOVE if card == MOVE else CHARGE


def effective(
    pos: YangtzePosition,
    figure: Figure,
    source: tuple[int, int],
    bullets: bool = True,
    floor: int = 0,
    thrown: bool = False,
) -> str:
    """8.2: none, soft, hard, hard+ (with the target's bonus) or hard_plus. The fire comes from this floor."""
    return pos.book.ladder[ladder_row(pos, figure)][ground_cover(pos, figure, source, bullets, floor, thrown)]


def has_bonus(pos: YangtzePosition, figure: Figure, source: tuple[int, int]) -> bool:
    """8.2, R16: does a figure have the bonus of hard cover against what bursts there? That is all that the cover of
    those in a zone is asked for, and mostly the line of the ladder answers it, or what is solid does."""
    row = pos.book.ladder[ladder_row(pos, figure)]
    if BONUS not in row.values():
        return False
    if row[solid_cover(pos, figure, source, False)] == BONUS:
        return True
    return row[THIN] == BONUS and effective(pos, figure, source, False) == BONUS


def lowered(pos: YangtzePosition, cover: str) -> str:
    """8.5, R28: high explosive takes one level; the bonus of hard+ goes with it."""
    levels = pos.book.levels
    at = levels.index(cover.rstrip("+"))
    return levels[max(0, at - int(pos.book.charts["reduce_cover"]["levels"]))]
