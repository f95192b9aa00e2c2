"""7.2 Firing procedure: who may fire, with what, from where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt

from shapan.ground.table import OUTDOORS, Eye, Pt, bearing, near_polygon, near_polygons, turned

from ..actions import CHARGE, FORCED, HALT
from ..command import in_circle, in_command
from ..noted import FiredAt, HullFire, UnitFire
from ..position import ABOARD, ARMAMENT, DISABLED, STANDING, WRECK, YangtzePosition
from ..specs import Weapon
from ..vessels.crews import DRIVER, hands
from ..who import Figure, GunMount, Mounted, Piece, Shooter, Unit
from .declared import declared
from .markers import laid
from .noise import noise
from .sighting import (
    body_sees_body,
    closed_room,
    eyes,
    figure_sees,
    free_line,
    nearest_point,
    outside,
    point_sees,
    sees_body,
    too_dark,
)

SHOTS = ("figure", "zone")
GUNNER = "gunner"


def weapon_of(pos: YangtzePosition, shooter: Shooter) -> Shooter:
    """7.1, R61: the weapon that a shooter fires, as a thing that keeps its state whoever serves it: what a crew serves
    goes by its first man, any other by its bearer or mount."""
    if isinstance(shooter, Mounted) or shooter not in pos.book.serves:
        return shooter
    return pos.book.men[pos.book.figures[shooter].unit][0]


def served_by(pos: YangtzePosition, weapon: Shooter) -> Shooter | None:
    """R61, R70: who fires a weapon now: the first of its crew who lives, at a gun the first who stands by the piece."""
    book = pos.book
    if isinstance(weapon, Mounted) or weapon not in book.serves:
        return weapon
    unit = book.figures[weapon].unit
    crew = crew_at(pos, unit) if weapon in book.gunners else pos.alive(unit)
    return crew[0] if crew else None


def crew_at(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """S2.1: the crew of a gun within 25 mm of the piece."""
    spec = pos.book.units[unit]
    if not spec.gun_radius or not pos.laid_out(unit):
        return []
    x, y, _ = pos.at[unit]
    reach = spec.gun_radius + spec.radius + pos.book.line_cover_gap
    return [f for f in pos.standing[unit] if (pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2 <= reach * reach]


def arm_of(pos: YangtzePosition, shooter: Shooter) -> Weapon:
    """The weapon that a shooter fires; the crew besides the one who fires have none (R70)."""
    book = pos.book
    if isinstance(shooter, Mounted):
        return book.weapons[book.mounts[shooter.mount].weapon]
    if shooter not in book.serves:
        return book.arms[shooter]
    weapon = book.men[book.figures[shooter].unit][0]
    return book.arms[weapon] if served_by(pos, weapon) == shooter else book.weapons["unarmed"]


def arm_at(pos: YangtzePosition, weapon: Shooter) -> Weapon:
    """What a weapon is, whoever serves it."""
    book = pos.book
    return book.weapons[book.mounts[weapon.mount].weapon] if isinstance(weapon, Mounted) else book.arms[weapon]


def shooter_of(pos: YangtzePosition, piece: Piece) -> Shooter | None:
    """A figure or a mount as a shooter; None for a unit."""
    mount = pos.book.as_mount(piece)
    return pos.book.as_figure(piece) if mount is None else Mounted(mount)


def unit_of(pos: YangtzePosition, shooter: Shooter) -> Unit:
    book = pos.book
    return book.mounts[shooter.mount].unit if isinstance(shooter, Mounted) else book.figures[shooter].unit


def bit_of(pos: YangtzePosition, shooter: Shooter) -> int:
    """The place of the shooter's weapon in ``pos.fired``."""
    return 1 << pos.book.arm(weapon_of(pos, shooter))


def carrier_of(pos: YangtzePosition, shooter: Shooter) -> Unit | None:
    """What carries the shooter."""
    if isinstance(shooter, Mounted):
        return pos.book.mounts[shooter.mount].unit
    return pos.aboard[shooter] if pos.fate[shooter] == ABOARD else None


def fire_card(pos: YangtzePosition, shooter: Shooter) -> str:
    """Whose card counts: riders fire under that of what carries them (R57), unless their own lets nobody fire."""
    carrier = carrier_of(pos, shooter)
    own = pos.card[unit_of(pos, shooter)]
    if carrier is None or own == CHARGE or own in FORCED:
        return own
    return pos.card[carrier] or HALT


def muzzle(pos: YangtzePosition, shooter: Shooter, x: int, y: int) -> tuple[int, int, int]:
    """Where the fire comes from, and the radius of the base there: a hull fires from its nearest point, a gun from the
    base of the piece (R91)."""
    carrier = carrier_of(pos, shooter)
    if carrier is not None:
        return (*nearest_point(pos.body(carrier), x, y), 0)
    assert not isinstance(shooter, Mounted)
    if shooter in pos.book.gunners:
        unit = pos.book.figures[shooter].unit
        if pos.laid_out(unit):
            return (*pos.at[unit][:2], pos.book.units[unit].gun_radius)
    return pos.x[shooter], pos.y[shooter], pos.book.figures[shooter].radius


def note_fire(pos: YangtzePosition, unit: Unit, targets: Iterable[Unit], shooters: Iterable[Shooter]) -> None:
    """7.1 once a turn; 7.4 who fires at whom; S6.7 fire lays a hidden unit open; S6.8 it is heard where it is made."""
    for shooter in shooters:
        pos.fired |= bit_of(pos, shooter)
        noise(pos, *_whereabouts(pos, shooter))
    pos.fire_at = (*pos.fire_at, *(FiredAt(unit, target) for target in targets))
    pos.reveal(unit, "S6.7")


def _whereabouts(pos: YangtzePosition, shooter: Shooter) -> Pt:
    """Where a weapon is; aboard something where that is."""
    carrier = carrier_of(pos, shooter)
    x, y, _ = pos.at[carrier] if carrier is not None else muzzle(pos, shooter, 0, 0)
    return x, y


def storey(pos: YangtzePosition, shooter: Shooter) -> int:
    """S4.2: the floor from which a shooter fires."""
    return 0 if isinstance(shooter, Mounted) or pos.fate[shooter] != STANDING else pos.floor[shooter]


def covering(pos: YangtzePosition, shooter: Shooter) -> bool:
    """7.9: does the shooter's weapon cover an area this turn?"""
    return laid(pos, weapon_of(pos, shooter))


def may_fire(pos: YangtzePosition, shooter: Shooter) -> bool:
    """7.2, 4.1: alive, armed, in command, unfired, and under a card that allows it."""
    if pos.fired & bit_of(pos, shooter):
        return False
    unit = unit_of(pos, shooter)
    card = fire_card(pos, shooter)
    if unit_holds_fire(pos, unit, card) or covering(pos, shooter) or met(pos, shooter, pos.touched_early):
        return False
    if isinstance(shooter, Mounted):
        return mount_works(pos, shooter.mount) and halts_for(pos, arm_of(pos, shooter), card)
    if pos.fate[shooter] not in (STANDING, ABOARD) or pos.swimming >> shooter & 1:
        return False
    if pos.fate[shooter] == ABOARD and (
        not rides_armed(pos, shooter) or shooter in at_mounts(pos, pos.carrier(shooter))
    ):
        return False
    return fires_under(pos, shooter, card) and in_command(pos, shooter)


def met(pos: YangtzePosition, shooter: Shooter, figures: int) -> bool:
    """6.2: is the shooter one of these figures, whom the enemy has reached? A mount is met where her people are who
    could serve it: boarders come upon all of them at once (S14.6)."""
    if not figures:
        return False
    if not isinstance(shooter, Mounted):
        return bool(figures >> shooter & 1)
    people = hands(pos, pos.book.mounts[shooter.mount].unit)
    return bool(people) and all(figures >> figure & 1 for figure in people)


def unit_holds_fire(pos: YangtzePosition, unit: Unit, card: str) -> bool:
    """7.2: what keeps a whole unit from firing."""
    if card == CHARGE or card in FORCED or pos.asleep >> unit & 1:
        return True
    return any(job.unit == unit for job in pos.works)


def fires_under(pos: YangtzePosition, shooter: Figure, card: str) -> bool:
    """9.0, 7.2: does a figure's weapon fire at all, and under this card?"""
    arm = arm_of(pos, shooter)
    if arm.roll == "none" or (arm.roll == "round" and (card != HALT or not crewed(pos, unit_of(pos, shooter)))):
        return False
    return halts_for(pos, arm, card)


def halts_for(pos: YangtzePosition, arm: Weapon, card: str) -> bool:
    """R18: by agreement medium and heavy machine guns, those of mounts too, fire only on HALT."""
    return card == HALT or not (pos.book.switches["mmg_must_halt"] and arm.hurts_small_boats)


def firing_line(pos: YangtzePosition, unit: Unit, cards: tuple[str, ...]) -> list[Figure]:
    """The figures of a unit on foot that :func:`may_fire` under one of these cards: the unit is judged once for all."""
    card = pos.card[unit]
    if card not in cards or unit_holds_fire(pos, unit, card):
        return []
    out = pos.touched_early | pos.swimming
    if pos.book.men[unit][0] in pos.book.serves:
        weapon = pos.book.men[unit][0]
        if pos.fired >> weapon & 1 or covering(pos, weapon):
            return []
    else:
        out |= pos.fired
        for marker in pos.markers:
            if not isinstance(marker.weapon, Mounted):
                out |= 1 << marker.weapon
    able = in_circle(pos, unit) & ~out
    return [figure for figure in pos.standing[unit] if able >> figure & 1 and fires_under(pos, figure, card)]


def rides_armed(pos: YangtzePosition, figure: Figure) -> bool:
    """S5.5, S14.8: riders fire at will; a crew's weapons are those of the mounts (S12.8), except a vessel's rifles."""
    carrier = pos.carrier(figure)
    if pos.damage[carrier] & WRECK:
        return False
    spec = pos.book.figures[figure]
    return spec.unit != carrier or (pos.book.units[carrier].kind == "vessel" and spec.role != GUNNER)


def crewed(pos: YangtzePosition, unit: Unit) -> bool:
    """9.0, S2.1: a gun needs its crew beside it."""
    arm = pos.book.weapons[pos.book.figures[pos.book.men[unit][0]].weapon]
    return len(crew_at(pos, unit)) >= int(pos.book.charts["artillery"]["crew_needed"].get(arm.calibre, 1))


def mount_works(pos: YangtzePosition, mount: GunMount) -> bool:
    """S12.8, S14.8: undamaged, and with crew enough left besides those who serve other mounts this turn."""
    unit = pos.book.mounts[mount].unit
    if not pos.in_play(unit) or pos.damage[unit] & (DISABLED | WRECK):
        return False
    return not knocked_out(pos, mount) and len(idle_hands(pos, mount)) >= hands_for(pos, mount)


def knocked_out(pos: YangtzePosition, mount: GunMount) -> bool:
    """12.2: is it the main armament of a vessel, and hit?"""
    unit = pos.book.mounts[mount].unit
    return bool(pos.damage[unit] & ARMAMENT) and pos.book.guns[unit].index(mount) == pos.book.units[unit].main


def why_unserved(pos: YangtzePosition, shooter: Shooter) -> tuple[str, str] | None:
    """What keeps a mount or a gun from being served at all: damage, or too few hands."""
    unit = unit_of(pos, shooter)
    if not isinstance(shooter, Mounted):
        short = shooter in pos.book.gunners and not crewed(pos, unit)
        return ("S2.1", "refusal.short_crew") if short else None
    if knocked_out(pos, shooter.mount):
        return "12.2", "refusal.armament_out"
    vessel = pos.book.units[unit].kind == "vessel"
    if pos.damage[unit] & DISABLED and not vessel:
        return "S12.4", "refusal.disabled_fire"
    return None if mount_works(pos, shooter.mount) else ("S14.8" if vessel else "S12.8", "refusal.short_crew")


def hands_for(pos: YangtzePosition, mount: GunMount) -> int:
    """S12.8, S14.8: a ship's gun needs two, any other mount one."""
    spec = pos.book.mounts[mount]
    big = pos.book.weapons[spec.weapon].roll == "round" and pos.book.units[spec.unit].kind == "vessel"
    return 2 if big else 1


def idle_hands(pos: YangtzePosition, mount: GunMount) -> list[Figure]:
    """S14.8: those who could serve a mount and serve no other one."""
    unit = pos.book.mounts[mount].unit
    others = (at for at in pos.book.guns[unit] if at != mount and in_service(pos, at))
    return free_hands(pos, unit)[sum(hands_for(pos, at) for at in others) :]


def free_hands(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """S12.8, S14.8, R92: the people aboard who have fired no weapon of their own this turn, and whom neither a charge
    nor work nor their nerves keep from firing (7.2), as they come to the mounts: first gunners, then the rest of the
    crew, then who rides with them. In a vehicle the crew besides the drivers. Who has been named for a volley of the
    step can still be called away from it (R262)."""
    figures = pos.book.figures
    if pos.book.units[unit].kind != "vessel":
        people = [f for f in pos.alive(unit) if figures[f].role != DRIVER]
    else:
        named = (shot.shooters for shot in pos.shots if not isinstance(shot, UnitFire | HullFire))
        busy = {f for shooters in named for f in shooters} | {marker.weapon for marker in pos.markers}
        aboard = [f for f in hands(pos, unit) if not unit_holds_fire(pos, figures[f].unit, pos.card[figures[f].unit])]
        people = [f for f in aboard if not pos.fired & bit_of(pos, f) and f not in busy]
    return sorted(people, key=lambda f: (figures[f].unit != unit, figures[f].role != GUNNER, f))


def servers(pos: YangtzePosition, mount: GunMount) -> list[Figure]:
    """S14.8: those who serve a mount, or would: each mount in service has its own, the lower number first."""
    guns = pos.book.guns[pos.book.mounts[mount].unit]
    chosen = in_service(pos, mount)
    before = [at for at in guns if at != mount and in_service(pos, at) and (at < mount or not chosen)]
    start = sum(hands_for(pos, at) for at in before)
    return free_hands(pos, pos.book.mounts[mount].unit)[start : start + hands_for(pos, mount)]


def at_mounts(pos: YangtzePosition, carrier: Unit) -> list[Figure]:
    """R92: whoever serves a mount of a vessel, and so has no other shot this turn."""
    guns = pos.book.guns[carrier] if pos.book.units[carrier].kind == "vessel" else ()
    serving = sum(hands_for(pos, mount) for mount in guns if in_service(pos, mount))
    return free_hands(pos, carrier)[:serving] if serving else []


def in_service(pos: YangtzePosition, mount: GunMount) -> bool:
    """S14.8: the owner has chosen this mount: it has fired, is to fire, or covers an area."""
    weapon = Mounted(mount)
    if pos.fired & bit_of(pos, weapon) or declared(pos, pos.book.piece_of_mount(mount)):
        return True
    return laid(pos, weapon)


def in_arc(pos: YangtzePosition, shooter: Shooter, x: int, y: int) -> bool:
    """S2.4, S12.8: the arc of a mount must hold the line of sight."""
    if not isinstance(shooter, Mounted):
        return True
    mount = pos.book.mounts[shooter.mount]
    cx, cy, heading = pos.at[mount.unit]
    return turned(bearing(x - cx, y - cy), (heading + mount.bearing) % 360) <= mount.half


def sees_figure(pos: YangtzePosition, shooter: Shooter, target: Figure) -> bool:
    carrier = carrier_of(pos, shooter)
    if carrier is None:
        assert not isinstance(shooter, Mounted)
        return figure_sees(pos, shooter, target)
    return in_arc(pos, shooter, pos.x[target], pos.y[target]) and _seen_from_aboard(pos, carrier, target)


def _seen_from_aboard(pos: YangtzePosition, carrier: Unit, target: Figure) -> bool:
    """The same from a vehicle or hull, wherever its weapons point: all of them look from its nearest point."""
    key = (carrier, target, bool(pos.book.dark) and pos.flashed(target))
    # At which window somebody is seen may hang on who else is in the house (S16.2): that is kept for one scene only.
    known = pos.scene.made_out if pos.room[target] == OUTDOORS else pos.scene.made_out_inside
    if key not in known:
        x, y = nearest_point(pos.body(carrier), pos.x[target], pos.y[target])
        known[key] = point_sees(pos, x, y, target, (carrier,))
    return known[key]


def sees_unit_body(pos: YangtzePosition, shooter: Shooter, unit: Unit) -> bool:
    carrier = carrier_of(pos, shooter)
    if carrier is None:
        assert not isinstance(shooter, Mounted)
        return sees_body(pos, shooter, unit)
    return in_arc(pos, shooter, *pos.at[unit][:2]) and body_sees_body(pos, carrier, unit)


def lays_on_piece(pos: YangtzePosition, shooter: Shooter, target: Unit) -> bool:
    """9.5, R32, R91: does a gun fire at the enemy's piece itself? Where somebody serves it, and whoever serves the gun
    sees it; at others it fires as at any men."""
    if arm_at(pos, weapon_of(pos, shooter)).roll != "round" or not crew_at(pos, target):
        return False
    x, y, _ = pos.at[target]
    return sees_point(pos, shooter, x, y, any(map(pos.flashed, pos.standing[target])))


def piece_in_reach(pos: YangtzePosition, shooter: Shooter, target: Unit, reach: int) -> bool:
    """7.5: is the enemy's piece at most so far away, edge to edge?"""
    px, py, _ = pos.at[target]
    x, y, radius = muzzle(pos, shooter, px, py)
    limit = reach + radius + pos.book.units[target].gun_radius
    return (x - px) ** 2 + (y - py) ** 2 <= limit * limit


def sees_point(pos: YangtzePosition, shooter: Shooter, x: int, y: int, flash: bool = False) -> bool:
    """S4.1: a spot on the ground, or a gun that stands there; in a closed room all of it (S16.1)."""
    hx, hy, _ = muzzle(pos, shooter, x, y)
    if too_dark(pos, (hx, hy), (x, y), flash):
        return False
    carrier, mark = carrier_of(pos, shooter), Eye(x, y)
    if carrier is not None:
        return in_arc(pos, shooter, x, y) and free_line(pos, Eye(hx, hy), mark, (carrier,))
    assert not isinstance(shooter, Mounted)
    room = closed_room(pos, shooter)
    if room != OUTDOORS and pos.table.building(x, y) == room:
        return True
    return any(outside(hole, mark) and free_line(pos, eye, mark) for eye, hole in eyes(pos, shooter))


def in_reach(pos: YangtzePosition, shooter: Shooter, target: Figure, reach: int) -> bool:
    """7.5: is the target at most so far away, edge to edge?"""
    x, y, radius = muzzle(pos, shooter, pos.x[target], pos.y[target])
    limit = reach + radius + pos.book.figures[target].radius
    return (x - pos.x[target]) ** 2 + (y - pos.y[target]) ** 2 <= limit * limit


def within(pos: YangtzePosition, shooter: Shooter, reach: int) -> Callable[[Figure], bool]:
    """The same for many targets: whoever nothing carries fires at all of them from one point."""
    if carrier_of(pos, shooter) is not None:
        return lambda target: in_reach(pos, shooter, target, reach)
    x, y, radius = muzzle(pos, shooter, 0, 0)
    xs, ys, radii, base = pos.x, pos.y, pos.book.radii, reach + radius
    return lambda target: (x - xs[target]) ** 2 + (y - ys[target]) ** 2 <= (base + radii[target]) ** 2


def body_gap(pos: YangtzePosition, shooter: Shooter, unit: Unit) -> int:
    """From the shooter to the nearest edge of a vehicle or hull, rounded down; only to say who is nearer."""
    square, radius = _from_body(pos, shooter, unit)
    return isqrt(square) - radius


def body_in_reach(pos: YangtzePosition, shooter: Shooter, unit: Unit, reach: int) -> bool:
    """7.5, S1: is a vehicle or hull at most so far away, edge to edge?"""
    square, radius = _from_body(pos, shooter, unit)
    return square <= (reach + radius) ** 2


def _from_body(pos: YangtzePosition, shooter: Shooter, unit: Unit) -> tuple[int, int]:
    """The square of the distance to a vehicle or hull, and how much of it lies under the shooter's own base."""
    carrier = carrier_of(pos, shooter)
    if carrier is not None:
        return near_polygons(pos.body(carrier), pos.body(unit)), 0
    x, y, radius = muzzle(pos, shooter, *pos.at[unit][:2])
    return near_polygon(pos.body(unit), x, y), radius
