"""7.1 to 7.6, R54: who may fire, at whom he may, and at whom he must, told once more from the book alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple

from tests.games.yangtze.slow_sight import body_sees_body, figure_sees, on_outline, point_sees, sees_body, together
from tests.games.yangtze.slow_table import commanded, gap_at_most, place, square

from shapan.games.yangtze.actions import CHARGE, HALT, MOVE, SKIRMISH
from shapan.games.yangtze.noted import GrenadeFire, HullFire, SniperFire, UnitFire
from shapan.games.yangtze.position import ABOARD, ARMAMENT, DISABLED, STANDING, SUNK, WRECK, YangtzePosition
from shapan.games.yangtze.specs import Weapon
from shapan.games.yangtze.who import Arm, Figure, GunMount, Mounted, Unit
from shapan.ground.table import Pt, bearing, near_polygon, near_polygons

STAGES = {"window": (HALT,), "halt": (HALT,), "other": (MOVE, SKIRMISH)}


class Shooter(NamedTuple):
    """A weapon with whoever fires it."""

    arm: Arm
    weapon: Weapon
    unit: Unit
    figure: Figure | None
    """The man who fires, or who stands for the crew of a machine gun (R70); nobody: a mount."""
    carrier: Unit | None = None
    """What he fires from."""
    mount: GunMount | None = None


# --- 7.2 who


def card_of(pos: YangtzePosition, shooter: Shooter) -> str:
    """R57: those who ride have the card of what carries them."""
    return pos.card[shooter.unit if shooter.carrier is None else shooter.carrier]


def shooters(pos: YangtzePosition, unit: Unit, stage: str, fired: int) -> list[Shooter]:
    """7.2: the figures of a unit that may fire in this stage: one die each; machine guns as one weapon (R61, R70)."""
    spec, book = pos.book.units[unit], pos.book
    if spec.kind in ("gun", "civilian", "aircraft") or not may_act(pos, unit):
        return []
    found = []
    men = [f for f in book.men[unit] if pos.fate[f] in (STANDING, ABOARD)]
    crew = sorted(men, key=lambda f: book.figures[f].role != "gunner")
    men = sorted(crew[hands_at_mounts(pos, unit, fired) :])
    for figure in men[:1] if spec.kind == "mg" else men:
        arm = Arm(book.men[unit][0] if spec.kind == "mg" else figure)
        weapon = book.arms[book.men[unit][0] if spec.kind == "mg" else figure]
        shooter = Shooter(arm, weapon, unit, figure, pos.aboard[figure] if pos.fate[figure] == ABOARD else None)
        if weapon.roll in ("figure", "zone") and not weapon.picks and ready(pos, shooter, stage, fired):
            found.append(shooter)
    return found


def hands_at_mounts(pos: YangtzePosition, unit: Unit, fired: int) -> int:
    """R92, S14.8: two serve a gun that fires and one a machine gun, gunners and then the first of the crew; they have
    no other shot."""
    covering = sum(1 << pos.book.arm(marker.weapon) for marker in pos.markers)
    served = [m for m in pos.book.guns[unit] if (fired | fixed(pos) | covering) >> pos.book.arm(Mounted(m)) & 1]
    return sum(2 if pos.book.weapons[pos.book.mounts[m].weapon].calibre else 1 for m in served)


def may_act(pos: YangtzePosition, unit: Unit) -> bool:
    """6.8 sleepers do not fire, 14 the broken do not, nor those at work (S16.8); 7.2 nor those who charge."""
    at_work = any(job.unit == unit for job in pos.works)
    broken = pos.card[unit] not in (HALT, MOVE, SKIRMISH)
    return not (pos.asleep >> unit & 1 or at_work or broken)


def ready(pos: YangtzePosition, shooter: Shooter, stage: str, fired: int) -> bool:
    """7.1: once a turn, and in the stage of one's card; 7.9: nor does fire who covers an area. 4.1: in command.
    6.2: nor who was touched by a charge's first move. S12.8: a gunner aboard has no weapon but the mount's."""
    figure = shooter.figure
    covering = any(pos.book.arm(marker.weapon) == shooter.arm for marker in pos.markers)
    if fired >> shooter.arm & 1 or covering or card_of(pos, shooter) not in STAGES[stage]:
        return False
    if shooter.weapon.name in ("mmg", "hmg") and pos.book.switches["mmg_must_halt"] and card_of(pos, shooter) != HALT:
        return False
    if shooter.carrier is not None and not fires_from(pos, shooter.carrier, shooter):
        return False
    if figure is None:
        return True
    return not (pos.touched_early | pos.swimming) >> figure & 1 and commanded(pos, figure)


def fires_from(pos: YangtzePosition, carrier: Unit, shooter: Shooter) -> bool:
    """S14.9: nobody fires from a wreck; S12.8: a gunner aboard serves the mount."""
    gunner = (
        shooter.figure is not None
        and shooter.unit == carrier
        and any(pos.book.mounts[mount].weapon == shooter.weapon.name for mount in pos.book.guns[carrier])
    )
    return not (pos.damage[carrier] & (WRECK | SUNK) or gunner)


# --- S4, 7.5 sight and range


def touched_by(pos: YangtzePosition, figure: Figure, unit: Unit) -> bool:
    """R10: does somebody of that unit touch him? Both are in contact by a charge, and not merely side by side."""
    return any(
        gap_at_most(pos, figure, foe, pos.book.contact_gap) and together(pos, figure, foe)
        for foe in pos.book.men[unit]
        if pos.fate[foe] == STANDING and pos.touched >> foe & 1
    )


def sees(pos: YangtzePosition, shooter: Shooter, target: Figure) -> bool:
    """S4.1; S12.8: a mount sees within its arc."""
    if shooter.carrier is None:
        assert shooter.figure is not None
        return figure_sees(pos, shooter.figure, target)
    there = place(pos, target)
    point = on_outline(pos.body(shooter.carrier), there)
    return in_arc(pos, shooter, there) and point_sees(pos, *point, target, (shooter.carrier,))


def in_arc(pos: YangtzePosition, shooter: Shooter, there: Pt) -> bool:
    if shooter.mount is None or shooter.carrier is None:
        return True
    spec, (x, y, heading) = pos.book.mounts[shooter.mount], pos.at[shooter.carrier]
    off = (bearing(there[0] - x, there[1] - y) - heading - spec.bearing) % 360
    return min(off, 360 - off) <= spec.half


def sees_hull(pos: YangtzePosition, shooter: Shooter, unit: Unit) -> bool:
    if shooter.carrier is None:
        assert shooter.figure is not None
        return sees_body(pos, shooter.figure, unit)
    return in_arc(pos, shooter, pos.at[unit][:2]) and body_sees_body(pos, shooter.carrier, unit)


def origin(pos: YangtzePosition, shooter: Shooter) -> tuple[Pt, int] | None:
    """The base from which he measures; None: the edge of a hull."""
    if shooter.carrier is not None:
        return None
    spec = pos.book.units[shooter.unit]
    if shooter.weapon.calibre and spec.kind == "gun":
        return pos.at[shooter.unit][:2], spec.gun_radius
    assert shooter.figure is not None
    return place(pos, shooter.figure), pos.book.radii[shooter.figure]


def spread(pos: YangtzePosition, shooter: Shooter, target: Figure) -> tuple[int, int]:
    """The square of the distance to his centre, and how much of its root is base and not gap."""
    base = origin(pos, shooter)
    if base is None:
        assert shooter.carrier is not None
        return near_polygon(pos.body(shooter.carrier), *place(pos, target)), pos.book.radii[target]
    return square(base[0], place(pos, target)), base[1] + pos.book.radii[target]


def spread_hull(pos: YangtzePosition, shooter: Shooter, unit: Unit) -> tuple[int, int]:
    base = origin(pos, shooter)
    if base is None:
        assert shooter.carrier is not None
        return near_polygons(pos.body(shooter.carrier), pos.body(unit)), 0
    return near_polygon(pos.body(unit), *base[0]), base[1]


def at_most(spread: tuple[int, int], reach: int) -> bool:
    return spread[0] <= (reach + spread[1]) ** 2


def gap(spread: tuple[int, int]) -> int:
    return isqrt(spread[0]) - spread[1]


def in_range(shooter: Shooter, spread: tuple[int, int]) -> bool:
    """7.5; 9.4, R27: medium guns from 200 mm, ship's guns beyond 100."""
    weapon = shooter.weapon
    if weapon.least and weapon.name.startswith("ship") and at_most(spread, weapon.least):
        return False
    if weapon.least and spread[0] < (weapon.least + spread[1]) ** 2:
        return False
    return at_most(spread, weapon.reach)


# --- 7.4, R54 at whom


class Sight(NamedTuple):
    """What a group of shooters sees of an enemy unit."""

    unit: Unit
    figures: tuple[Figure, ...]
    hull: bool

    @property
    def lone(self) -> bool:
        return not self.hull and len(self.figures) == 1


def is_hull(pos: YangtzePosition, unit: Unit) -> bool:
    return pos.book.units[unit].carrier


def manned(pos: YangtzePosition, unit: Unit) -> bool:
    return any(pos.aboard[f] == unit and pos.fate[f] == ABOARD for f in pos.book.everyone)


def sight(pos: YangtzePosition, who: Sequence[Shooter], unit: Unit) -> Sight | None:
    """S8.2: what of the unit is seen by at least one of them, engaged ones apart who may not fire at it (S8.1). Hidden
    units are not seen (S6.7), nor is what is no enemy unit: aircraft, wrecks, empty hulls."""
    who = [shooter for shooter in who if not engaged(pos, shooter, unit)]
    if pos.hidden >> unit & 1 or pos.book.units[unit].aircraft:
        return None
    if is_hull(pos, unit):
        here = pos.is_body(unit) and not pos.damage[unit] & WRECK and manned(pos, unit)
        return Sight(unit, (), True) if here and any(sees_hull(pos, s, unit) for s in who) else None
    men = [f for f in pos.book.men[unit] if pos.fate[f] == STANDING]
    seen = tuple(f for f in men if any(sees(pos, s, f) for s in who))
    return Sight(unit, seen, False) if seen else None


def nominated(pos: YangtzePosition, shooter: Shooter, seen: Sight) -> Figure:
    """S8.3: the figure nearest to the centre of those who are seen; R19: for weapons of 100 mm the nearest of those
    whom he sees himself."""
    if shooter.weapon.nearest:
        mine = [f for f in seen.figures if sees(pos, shooter, f)]
        return min(mine, key=lambda f: (square(origin_point(pos, shooter, f), place(pos, f)), f))
    return middle(pos, seen.figures)


def middle(pos: YangtzePosition, figures: Sequence[Figure]) -> Figure:
    count = len(figures)
    x, y = sum(pos.x[f] for f in figures), sum(pos.y[f] for f in figures)
    return min(figures, key=lambda f: ((count * pos.x[f] - x) ** 2 + (count * pos.y[f] - y) ** 2, f))


def origin_point(pos: YangtzePosition, shooter: Shooter, target: Figure) -> Pt:
    base = origin(pos, shooter)
    if base is not None:
        return base[0]
    assert shooter.carrier is not None
    return on_outline(pos.body(shooter.carrier), place(pos, target))


def engaged(pos: YangtzePosition, shooter: Shooter, unit: Unit) -> bool:
    """R10: who is touched fires only at those who touch him."""
    figure = shooter.figure
    return figure is not None and bool(pos.touched >> figure & 1) and not touched_by(pos, figure, unit)


def fires_at(pos: YangtzePosition, shooter: Shooter, seen: Sight) -> bool:
    """S8.4, R120: does he see it himself, and reach the figure that is nominated?"""
    if engaged(pos, shooter, seen.unit):
        return False
    if seen.hull:
        return sees_hull(pos, shooter, seen.unit) and in_range(shooter, spread_hull(pos, shooter, seen.unit))
    if not any(sees(pos, shooter, f) for f in seen.figures):
        return False
    return in_range(shooter, spread(pos, shooter, nominated(pos, shooter, seen)))


def closest(pos: YangtzePosition, who: Sequence[Shooter], seen: Sight) -> int:
    """R54: the smallest gap from any of them to anything that is seen of the unit."""
    who = [shooter for shooter in who if not engaged(pos, shooter, seen.unit)]
    if seen.hull:
        return min(gap(spread_hull(pos, s, seen.unit)) for s in who)
    return min(gap(spread(pos, s, f)) for s in who for f in seen.figures)


def only_leaders(pos: YangtzePosition, seen: Sight) -> bool:
    """7.4 (5), R25: leaders are no target while others of their unit live; R211: an officer while a sergeant does."""
    alive = [f for f in pos.book.men[seen.unit] if pos.fate[f] in (STANDING, ABOARD)]
    first = [f for f in alive if not pos.leads(f)] or [f for f in alive if pos.book.figures[f].role == "nco"]
    return bool(seen.figures and first) and not any(f in first for f in seen.figures)


def in_melee_with_others(pos: YangtzePosition, unit: Unit, target: Unit) -> bool:
    """R62: is somebody of the target in contact with friends of the firer? Not in a fight of his own."""
    side = pos.owner[unit]
    touching = {
        pos.book.figures[friend].unit
        for friend in pos.book.everyone
        if pos.fate[friend] == STANDING and pos.owner[pos.book.figures[friend].unit] == side
        if pos.touched >> friend & 1 and touched_by(pos, friend, target)
    }
    return bool(touching) and unit not in touching


def targets(pos: YangtzePosition, who: Sequence[Shooter], side: int) -> set[Unit]:
    """7.4, R54, R66: the units that these shooters may take."""
    if not who:
        return set()
    enemies = [unit for unit in pos.book.every_unit if pos.owner[unit] != side and pos.in_play(unit)]
    seen = [found for unit in enemies if (found := sight(pos, who, unit)) is not None]
    legal = [
        s
        for s in seen
        if any(fires_at(pos, shooter, s) for shooter in who)
        and not only_leaders(pos, s)
        and not in_melee_with_others(pos, who[0].unit, s.unit)
    ]
    armed = [s for s in legal if pos.book.units[s.unit].kind != "civilian"]
    if not armed:
        return {s.unit for s in legal}
    if not pos.book.switches["strict_priorities"]:
        return {s.unit for s in armed}
    bound = [s for s in seen if pos.book.units[s.unit].kind != "civilian" and not only_leaders(pos, s)]
    ranks = [s for s in bound if not single(pos, s)], [s for s in bound if single(pos, s)]
    return next({s.unit for s in first} for rank in ranks if (first := preferred(pos, who, rank, armed)))


def preferred(
    pos: YangtzePosition, who: Sequence[Shooter], seen: Sequence[Sight], legal: Sequence[Sight]
) -> Sequence[Sight]:
    """7.4: of these the closest, else those who fire at them, else any."""
    units = [s for s in seen if s in legal]
    if not units:
        return []
    least = min(closest(pos, who, s) for s in seen)
    first = [s for s in units if closest(pos, who, s) == least]
    if first:
        return first
    fired = {shot.firer for shot in (*pos.fire_at, *pos.fire_before) if shot.target == who[0].unit}
    return [s for s in units if s.unit in fired] or units


def single(pos: YangtzePosition, seen: Sight) -> bool:
    """7.4 (4): a single figure; machine guns and guns are units however few of them are seen."""
    return seen.lone and pos.book.units[seen.unit].kind not in ("mg", "gun")


def may_fire(pos: YangtzePosition, unit: Unit, stage: str) -> tuple[list[Shooter], set[Unit]]:
    """7.3: who of a unit could fire now, and its targets. 6.1: in the window only at those who charge."""
    who = free_shooters(pos, unit, stage)
    found = targets(pos, who, pos.owner[unit])
    return who, {target for target in found if stage != "window" or pos.card[target] == CHARGE}


def free_shooters(pos: YangtzePosition, unit: Unit, stage: str) -> list[Shooter]:
    """S8.4: those who cannot see or reach the first target may be given one other."""
    if sum(shot.piece == unit and isinstance(shot, UnitFire) for shot in pos.shots) > 1:
        return []
    other = [shot for shot in pos.shots if shot.piece == unit and isinstance(shot, GrenadeFire | HullFire)]
    thrown = sum(1 << arm for arm in {pos.book.arm(who) for shot in other for who in shot.shooters})
    who = shooters(pos, unit, stage, pos.fired | thrown)
    for shot in pos.shots:
        if shot.piece == unit and isinstance(shot, UnitFire):
            seen = sight(pos, who, shot.target)
            who = [shooter for shooter in who if seen is None or not fires_at(pos, shooter, seen)]
    return who


def mounts(pos: YangtzePosition, unit: Unit, stage: str) -> list[Shooter]:
    """S14.8: each mount fires for itself."""
    found = []
    for mount in pos.book.guns[unit]:
        weapon = pos.book.weapons[pos.book.mounts[mount].weapon]
        shooter = Shooter(pos.book.arm(Mounted(mount)), weapon, unit, None, unit, mount)
        free = may_act(pos, unit) and ready(pos, shooter, stage, pos.fired | fixed(pos))
        if free and works(pos, unit, mount) and hands_left(pos, unit, mount):
            found.append(shooter)
    return found


def works(pos: YangtzePosition, unit: Unit, mount: GunMount) -> bool:
    """S12.4: the mounts of a disabled vehicle do not fire; 12.2: nor does a main armament that was knocked out."""
    out = pos.damage[unit] & ARMAMENT and mount == pos.book.guns[unit][pos.book.units[unit].main or 0]
    return not (pos.damage[unit] & DISABLED or out)


def hands_left(pos: YangtzePosition, unit: Unit, mount: GunMount) -> bool:
    """S14.8: on a vessel two of her crew serve a gun and one a machine gun; R92: not who has fired, or serves another;
    R262: but who has only been named for a volley of the same step. S12.8: on a vehicle one besides the driver for
    each mount."""
    spec, book = pos.book.units[unit], pos.book
    aboard = [f for f in book.men[unit] if pos.fate[f] == ABOARD and pos.aboard[f] == unit]
    serving = pos.fired | fixed(pos) | sum(1 << book.arm(marker.weapon) for marker in pos.markers)
    others = [m for m in book.guns[unit] if m != mount and serving >> book.arm(Mounted(m)) & 1]
    if spec.kind != "vessel":
        return len([f for f in aboard if book.figures[f].role != "driver"]) > len(others)
    # R41, R89: her crew are all aboard but civilians.
    people = [f for f in book.everyone if pos.aboard[f] == unit and pos.fate[f] == ABOARD]
    aboard = [f for f in people if book.units[book.figures[f].unit].kind != "civilian"]
    busy = sum(2 if book.weapons[book.mounts[m].weapon].calibre else 1 for m in others)
    need = 2 if book.weapons[book.mounts[mount].weapon].calibre else 1
    shot = [f for f in aboard if (pos.fired | thrown(pos)) >> f & 1]
    return len(aboard) - len(shot) - busy >= need


def thrown(pos: YangtzePosition) -> int:
    """The figures that are to throw a grenade or to pick a target."""
    shots = [shot for shot in pos.shots if isinstance(shot, GrenadeFire | SniperFire)]
    return sum(1 << figure for figure in {figure for shot in shots for figure in shot.shooters})


def fixed(pos: YangtzePosition) -> int:
    """Mounts whose fire has been declared and not resolved yet."""
    mounts = [who for shot in pos.shots for who in shot.shooters if isinstance(who, Mounted)]
    return sum(1 << pos.book.arm(mount) for mount in mounts)
