"""S1, 4, S5, 8.2: what the slow judges of fire, melee and morale read off the table: gaps, command, cover.

Everything is measured anew each time; sight has a judge of its own (``slow_sight``).
"""

from __future__ import annotations

from math import isqrt

from shapan.games.yangtze.actions import CHARGE, COWER, FLEE, HALT, MOVE, RETREAT, SKIRMISH
from shapan.games.yangtze.position import ABOARD, DESERTED, DISABLED, LOST, ROUTED, STANDING, YangtzePosition
from shapan.games.yangtze.who import Figure
from shapan.games.yangtze.works.barricades import cleared
from shapan.ground.table import OUTDOORS, Pt, along, inside, near_polygon, where
from shapan.ground.table.geometry import crossed

MM = 10


def square(one: Pt, two: Pt) -> int:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2


def place(pos: YangtzePosition, figure: Figure) -> Pt:
    return pos.x[figure], pos.y[figure]


def gap_at_most(pos: YangtzePosition, one: Figure, two: Figure, reach: int) -> bool:
    """S1.2: from base edge to base edge, by squares."""
    return square(place(pos, one), place(pos, two)) <= (reach + pos.book.radii[one] + pos.book.radii[two]) ** 2


# --- 4 command


def command_radius(pos: YangtzePosition, side: int) -> int:
    """4.1, 4.2, R3: 150 mm; 75 in limited visibility, or once all leader figures of the command group are lost."""
    group = pos.book.fcg[side]
    gone = bool(group) and all(pos.fate[figure] in (LOST, DESERTED, ROUTED) for figure in group)
    return (75 if gone or pos.book.dark else 150) * MM


def commanded(pos: YangtzePosition, figure: Figure) -> bool:
    """4.1: within the radius of a leader of his own unit or of the command group; machine guns of any leader ashore
    (4.4, R65). 4.5, 4.6: guns, special units and vehicles need none, nor do passengers."""
    book, unit = pos.book, pos.book.figures[figure].unit
    spec = book.units[unit]
    if spec.lead == "free" or pos.fate[figure] == ABOARD:
        return True
    group = set(book.fcg[spec.side])
    for leader in book.everyone:
        his = book.figures[leader].unit
        counts = leader in group or his == unit
        if spec.lead == "any":
            counts = counts or (book.units[his].side == spec.side and not book.units[his].carrier)
        alive = pos.fate[leader] in (STANDING, ABOARD)
        if counts and alive and pos.leads(leader) and within_radius(pos, figure, leader, spec.side):
            return True
    return False


def within_radius(pos: YangtzePosition, figure: Figure, leader: Figure, side: int) -> bool:
    """R4: base edge to base edge; R65: from the edge of what carries the leader."""
    radius = command_radius(pos, side)
    carrier = pos.aboard[leader]
    if pos.fate[leader] == ABOARD and carrier is not None:
        return near_polygon(pos.body(carrier), *place(pos, figure)) <= (radius + pos.book.radii[figure]) ** 2
    return gap_at_most(pos, figure, leader, radius)


# --- S5, 8.2 cover

ORDER = ("none", "bare", "open", "soft", "hard", "hard_plus")


def better(one: str, two: str) -> str:
    return max(one, two, key=ORDER.index)


def ground_cover(pos: YangtzePosition, figure: Figure, source: Pt, room: int, bullets: bool) -> str:
    """S5.1: the best of the ground under him, a line close in front of him, his building, his gun and the crops between
    him and the source; the source is a point, in that room or none."""
    x, y = place(pos, figure)
    found = pos.table.ground(x, y).cover
    if found == "open" and pos.book.switches["completely_open"] == "all":
        found = "bare"
    if pos.room[figure] != OUTDOORS and not pos.rubble >> pos.room[figure] & 1:
        found = "open"
        if pos.room[figure] != room:
            found = better(found, pos.table.buildings[pos.room[figure]].construction.cover)
    elif pos.room[figure] != OUTDOORS:
        found = "hard"
    if not pos.floor[figure]:  # Who stands upstairs looks over what is in front of the house.
        found = better(found, behind_a_line(pos, figure, source))
    if behind_crops(pos, figure, source) or behind_a_hulk(pos, figure, source):
        found = better(found, "soft")
    if bullets and beside_his_gun(pos, figure):
        found = better(found, "soft")
    return found


def behind_a_line(pos: YangtzePosition, figure: Figure, source: Pt) -> str:
    """A line that the line of sight crosses within 25 mm of his base; not where a gate stands open in it."""
    best, here = "none", place(pos, figure)
    whole = isqrt(square(source, here))
    for line in [line for line in pos.table.lines if not cleared(pos, line)]:
        for edge in crossed((*source, *here), line.edges):
            at = along(*source, *here, where(*source, *here, edge, whole), whole)
            near = square(at, here) <= (25 * MM + pos.book.radii[figure]) ** 2
            gate = any(
                4 * square(at, gate.at) <= gate.width**2 and not pos.shut >> gate.number & 1 for gate in line.gates
            )
            if near and not gate:
                best = better(best, line.obstacle.cover)
    return best


def behind_crops(pos: YangtzePosition, figure: Figure, source: Pt) -> bool:
    """25 mm or more of ground that can be seen through lie on the way, all of it together. R150, S4.3: what is no
    higher than the higher end counts only if it overtops the lower one within 150 mm of it."""
    here = place(pos, figure)
    whole = isqrt(square(source, here))
    floors = [pos.floor[f] for men in pos.standing for f in men if place(pos, f) == source]
    ends = (pos.table.level(*source) + max(floors, default=0), pos.table.level(*here) + pos.floor[figure])
    total = 0
    for area in pos.table.hazy if whole else ():
        top = area.surface.top + pos.table.level(*area.points[0])
        stretches = inside(area.edges, *source, *here, whole)
        from_lower = [start if ends[0] <= ends[1] else whole - end for start, end in stretches]
        if top > max(ends) or (top > min(ends) and any(far <= 150 * MM for far in from_lower)):
            total += sum(end - start for start, end in stretches)
    return total >= 25 * MM


def behind_a_hulk(pos: YangtzePosition, figure: Figure, source: Pt) -> bool:
    """S12.4: a disabled vehicle close in front of him."""
    here = place(pos, figure)
    return any(
        near_polygon(edges, *here) <= (25 * MM + pos.book.radii[figure]) ** 2 and crossed((*source, *here), edges)
        for unit, edges in pos.bodies
        if pos.damage[unit] & DISABLED
    )


def beside_his_gun(pos: YangtzePosition, figure: Figure) -> bool:
    """9.5: the piece shelters its crew from bullets, within 25 mm of it."""
    unit = pos.book.figures[figure].unit
    spec = pos.book.units[unit]
    if spec.kind != "gun" or not pos.laid_out(unit):
        return False
    reach = spec.gun_radius + pos.book.radii[figure] + 25 * MM
    return square(place(pos, figure), pos.at[unit][:2]) <= reach**2


def row(pos: YangtzePosition, figure: Figure) -> str:
    """8.2: the row of the cover chart, by card and class."""
    unit = pos.book.figures[figure].unit
    card, careful = pos.card[unit], pos.book.units[unit].grade != "C" or pos.book.switches["c_class_takes_cover"]
    if pos.asleep >> unit & 1:
        return "PINNED_NOT_HALTED"  # S6.8: the ground as it is
    if card in (MOVE, CHARGE) and (pos.pinned | pos.stuck) >> figure & 1:
        return "PINNED_NOT_HALTED"  # R24, R105
    if card in (HALT, SKIRMISH):
        return "AB_HALT_SKIRMISH" if careful else "C_HALT_SKIRMISH"
    if card == COWER:
        return "COWER" if careful else "C_HALT_SKIRMISH"
    assert card in (MOVE, CHARGE, RETREAT, FLEE)
    return card


def cover(pos: YangtzePosition, figure: Figure, source: Pt, room: int = -1, *, bullets: bool, he: bool = False) -> str:
    """8.2, 8.5: what he has in the end: none, soft, hard, hard+ (with the bonus of the careful) or hard_plus."""
    chart = pos.book.charts["cover_ladder"]
    ground = ground_cover(pos, figure, source, room, bullets)
    found = str(chart[row(pos, figure)][chart["ground"].index(ground if ground != "none" else "bare")])
    if not he:
        return found
    return {"none": "none", "soft": "none", "hard": "soft", "hard+": "soft", "hard_plus": "hard"}[found]


# --- 7.10, 8.3 scores


def score(pos: YangtzePosition, grade: str, short: bool, steps: int) -> int:
    """7.10, R13: Chart 2 with its modifiers; above six it is twelve on two dice, and twelve never changes."""
    need = int(pos.book.charts["to_hit"][grade][0 if short else 1])
    if need == 12:
        return 12
    need = max(need + steps, 2)
    return need if need <= 6 else 12


def against(need: int, cover: str) -> tuple[int, bool]:
    """R16, R76: careful troops in hard cover: one step more; who needs six or twelve has to confirm on twelve."""
    if cover != "hard+":
        return need, False
    return (need, True) if need >= 6 else (need + 1, False)


def confirmation(cover: str, strict: bool) -> int:
    """8.3: 0 none, 9 soft, 11 hard, 12 hard plus."""
    need = {"none": 0, "soft": 9, "hard": 11, "hard+": 11, "hard_plus": 12}[cover]
    return 12 if strict and cover == "hard+" else need
