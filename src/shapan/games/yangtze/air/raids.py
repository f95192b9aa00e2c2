"""10.1 Aerial bombs and 10.2 strafing."""

from __future__ import annotations

from shapan.ground.table import ahead, in_polygon, near_polygons, outline, strip

from ..actions import Bomb
from ..fire.artillery import land, lowers_cover
from ..fire.cover import effective
from ..fire.scores import BULLETS, BURST, chart, ladder, with_cover
from ..fire.sighting import point_sees
from ..fire.volley import Blast, body, fire
from ..position import YangtzePosition, put
from ..specs import SCALE
from .flight import announced


def resolve_attacks(pos: YangtzePosition) -> None:
    """Attacks that no gunner has spoilt."""
    attacks, pos.attack = announced(pos), ()
    for unit, kind, x, y, course in reversed(attacks):
        if kind == Bomb.verb:
            bomb(pos, unit, x, y, course)
        else:
            strafe(pos, unit, x, y, course)


def bomb(pos: YangtzePosition, unit: int, x: int, y: int, course: int) -> None:
    """10.1, R34: the short column of the pilot's class; a miss scatters along and across the line of flight."""
    pos.bombs = put(pos.bombs, unit, pos.bombs[unit] - 1)
    arm = pos.book.weapons["bomb_large" if pos.book.switches["large_bombs"] else "bomb"]
    score = chart(pos, pos.book.units[unit].grade, True)
    nominated, target = _under(pos, x, y)
    sx, sy = ahead(x, y, course + 180, arm.zone)
    blast = Blast(unit, target, sx, sy, BURST, arm.name, lowers_cover(pos, "bomb"), x, y, arm.zone)
    pos.tell("10.1", "event.bombs", unit=unit)
    land(pos, blast, nominated, score, pos.book.units[unit].grade)


def _under(pos: YangtzePosition, x: int, y: int) -> tuple[int, int]:
    """The figure or hull beneath a bomb, and its unit; the nearest figure when the point is empty."""
    for unit, edges in pos.bodies:
        if near_polygons(edges, outline(((x, y), (x + 1, y), (x, y + 1)))) == 0:
            return -1, unit
    near = [((pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2, f) for figures in pos.standing for f in figures]
    if not near:
        return -1, 0
    figure = min(near)[1]
    return figure, pos.book.figures[figure].unit


def strafe(pos: YangtzePosition, unit: int, x: int, y: int, course: int) -> None:
    """10.2, S15.3: every base that the strip touches is tested; beyond 200 mm at long range; moving fire."""
    arm = pos.book.weapons["aircraft_mg"]
    long, wide = (int(side) * SCALE for side in pos.book.charts["beaten_zone"]["strafe"])
    corners = strip((x, y), course, long, wide)
    bases = [(f, pos.x[f], pos.y[f], pos.book.figures[f].radius) for figures in pos.standing for f in figures]
    shots = []
    for figure in in_polygon(corners, bases):
        reach = arm.short + pos.book.figures[figure].radius
        short = (pos.x[figure] - x) ** 2 + (pos.y[figure] - y) ** 2 <= reach * reach
        score = _strafe_score(pos, unit, short)
        if point_sees(pos, x, y, figure):
            need = with_cover(pos, score, effective(pos, figure, (x, y)))
            shots.append((figure, need.score, need.strict))
            pos.reveal(pos.book.figures[figure].unit, "S6.7")
    for target, edges in pos.bodies:
        if near_polygons(edges, outline(corners)) == 0:
            shots.append((body(target), _strafe_score(pos, unit, True), False))
    pos.tell("10.2", "event.strafes", unit=unit, count=len(shots))
    fire(pos, Blast(unit, unit, x, y, BULLETS, arm.name, False, x, y, long), tuple(shots))


def _strafe_score(pos: YangtzePosition, unit: int, short: bool) -> int:
    moving = int(pos.book.charts["to_hit_mod"]["moving_fire"])
    return ladder(chart(pos, pos.book.units[unit].grade, short), moving)
