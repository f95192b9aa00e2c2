"""10.1 Aerial bombs and 10.2 strafing."""

from __future__ import annotations

from shapan.ground.table import OUTDOORS, in_polygon, near_polygon, near_polygons, outline, strip, within
from shapan.kernel import Frame

from ..actions import Bomb
from ..fire.aimed import AtFigure, AtGround, AtGun, AtHull, Target
from ..fire.artillery import guns_near, landing_roll, lowers_cover, on_struck_floor
from ..fire.cover import effective
from ..fire.scores import chart, covered_trial, holing_trial, open_trial
from ..fire.shooting import unsparing
from ..fire.sighting import closed_room, too_dark
from ..fire.trials import Modifier, Trial
from ..fire.volley import Blast, Shot, Strikes, volley
from ..noted import Attack
from ..placing import hidden_from
from ..position import YangtzePosition
from ..specs import SCALE, Weapon
from ..who import Figure, Unit, numbered, put


def resolve_attacks(pos: YangtzePosition) -> tuple[Frame, ...]:
    """Attacks that no gunner has spoilt."""
    attacks, pos.attacks = pos.attacks, ()
    return tuple(frame for attack in attacks for frame in _raid(pos, attack))


def _raid(pos: YangtzePosition, attack: Attack) -> tuple[Frame, ...]:
    assert attack.course is not None
    make = bomb if attack.kind == Bomb.verb else strafe
    return make(pos, attack.unit, attack.x, attack.y, attack.course)


def bomb(pos: YangtzePosition, unit: Unit, x: int, y: int, course: int) -> tuple[Frame, ...]:
    """10.1, R34: the short column of the pilot's class; a miss scatters along and across the line of flight."""
    pos.bombs = put(pos.bombs, unit, pos.bombs[unit] - 1)
    trial = bombing(pos, unit, x, y)
    pos.tell("10.1", "event.bombs", unit=unit)
    blast = falling(pos, unit, trial.target, x, y, course)
    return (landing_roll(blast, trial, chart(pos, pos.book.units[unit].grade, True)),)


def falling(pos: YangtzePosition, unit: Unit, aimed: Target, x: int, y: int, course: int) -> Blast:
    """10.1: a bomb on its way to this point and what stands there."""
    arm = bomb_of(pos)
    match aimed:
        case AtFigure(figure):
            target = pos.book.figures[figure].unit
        case AtHull(hit) | AtGun(hit):
            target = hit
        case _:
            target = unit
    lowers = lowers_cover(pos, "bomb")
    return Blast(unit, target, x, y, Strikes.BURST, arm.name, lowers, x, y, arm.zone, course=course % 360)


def bombing(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Trial:
    """10.1, R34: the landing roll of a bomb: the short column of the pilot's class, against a vessel as artillery."""
    aimed, grade, pilot = _under(pos, unit, x, y), pos.book.units[unit].grade, pos.book.men[unit][0]
    if isinstance(aimed, AtHull) and pos.book.units[aimed.unit].kind == "vessel":
        return holing_trial(pos, pilot, aimed.unit, grade, True)
    return open_trial(pilot, aimed, True, chart(pos, grade, True), [])


def bomb_of(pos: YangtzePosition) -> Weapon:
    return pos.book.weapons["bomb_large" if pos.book.switches["large_bombs"] else "bomb"]


def _under(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Target:
    """10.1, 9.5: what stands beneath the bomb: a hull, a gun, a figure (under a roof one on the top floor, R20); the
    ground when nothing does, or nobody but those who hide there (S6.7)."""
    unknown = hidden_from(pos, pos.owner[unit])
    for carrier, edges in pos.bodies:
        if near_polygon(edges, x, y) == 0:
            return AtHull(carrier)
    there = Blast(None, None, x, y, Strikes.BURST, bomb_of(pos).name, False, x, y)
    for gun in guns_near(pos, there):
        if not unknown >> gun & 1:
            return AtGun(gun)
    known = [figures for owner, figures in numbered(pos.standing) if not unknown >> owner & 1]
    near = [(pos.apart_from(f, x, y), f) for figures in known for f in figures]
    on = [pair for pair in near if pair[0] <= pos.book.radii[pair[1]] ** 2]
    exposed = [pair for pair in on if on_struck_floor(pos, there, pair[1], None)]
    return AtFigure(min(exposed)[1]) if exposed else AtGround()


def strafe(pos: YangtzePosition, unit: Unit, x: int, y: int, course: int) -> tuple[Frame, ...]:
    """10.2, S15.3: every base that the strip touches is tested; beyond 200 mm at long range; moving fire."""
    arm = pos.book.weapons["aircraft_mg"]
    caught, hulls = under_strip(pos, unit, x, y, course)
    shots: list[Shot] = []
    for figure in caught:
        trial = strafed(pos, unit, figure, x, y)
        shots.append(trial.shot)
        pos.reveal(pos.book.figures[figure].unit, "S6.7")
    for target, short in hulls:
        trial = strafed_hull(pos, unit, target, short)
        shots.append(trial.shot)
    pos.tell("10.2", "event.strafes", unit=unit, count=len(shots))
    long = int(pos.book.charts["beaten_zone"]["strafe"][0]) * SCALE
    blast = Blast(unit, unit, x, y, Strikes.BULLETS, arm.name, False, x, y, long, caught=tuple(caught))
    return volley(blast, tuple(shots))


def under_strip(
    pos: YangtzePosition, unit: Unit, x: int, y: int, course: int
) -> tuple[list[Figure], list[tuple[Unit, bool]]]:
    """The figures that the strip touches, and the vehicles and vessels with whether they are at short range. From above
    only a roof hides a man (R95)."""
    long, wide = (int(side) * SCALE for side in pos.book.charts["beaten_zone"]["strafe"])
    corners = strip((x, y), course, long, wide)
    bases = [(f, pos.x[f], pos.y[f], pos.book.figures[f].radius) for figures in pos.standing for f in figures]
    seen = [f for f in in_polygon(corners, bases) if closed_room(pos, f) == OUTDOORS and not _dark(pos, x, y, f)]
    hulls, short = [], pos.book.weapons["aircraft_mg"].short
    for target, edges in pos.bodies:
        friend = pos.owner[target] == pos.owner[unit] and bool(pos.book.switches["zone_spares_friends"])
        if near_polygons(edges, outline(corners)) == 0 and not friend:
            hulls.append((target, near_polygon(edges, x, y) <= short**2))
    return unsparing(pos, unit, seen), hulls


def _dark(pos: YangtzePosition, x: int, y: int, figure: Figure) -> bool:
    return too_dark(pos, (x, y), (pos.x[figure], pos.y[figure]), pos.flashed(figure))


def strafed(pos: YangtzePosition, unit: Unit, figure: Figure, x: int, y: int) -> Trial:
    """10.2: the die for one figure in the strip."""
    arm = pos.book.weapons["aircraft_mg"]
    short = within(pos.x[figure], pos.y[figure], x, y, arm.short + pos.book.figures[figure].radius)
    base, cover = chart(pos, pos.book.units[unit].grade, short), effective(pos, figure, (x, y))
    return covered_trial(pos, pos.book.men[unit][0], figure, short, cover, base, _in_flight(pos))


def strafed_hull(pos: YangtzePosition, unit: Unit, target: Unit, short: bool) -> Trial:
    """10.2, 12.1: the die for a vehicle or vessel in the strip."""
    base = chart(pos, pos.book.units[unit].grade, short)
    return open_trial(pos.book.men[unit][0], AtHull(target), short, base, _in_flight(pos))


def _in_flight(pos: YangtzePosition) -> list[Modifier]:
    return [Modifier("factor.moving", int(pos.book.charts["to_hit_mod"]["moving_fire"]), "7.11")]
