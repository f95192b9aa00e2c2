"""7.2, 7.3, 7.7 How small arms fire: one at each figure, into a beaten zone, at a vehicle or vessel, or as a sniper."""

from __future__ import annotations

from ..position import YangtzePosition
from .artillery import hull_score
from .cover import effective
from .scores import BULLETS, HULL, base_score, with_cover
from .shooters import arm_of, bit_of, body_gap, in_reach, muzzle, sees_figure, unit_of
from .targets import Aim, aim, fit_for, middle, reaches
from .volley import ANYONE, Blast, Shot, body, fire, fire_together


def note_fire(pos: YangtzePosition, unit: int, target: int, shooters: list[int]) -> None:
    """7.4 who fires at whom; 7.1 once a turn; S6.7 fire lays a hidden unit open."""
    for shooter in shooters:
        pos.fired |= bit_of(pos, shooter)
    pos.fire_at = (*pos.fire_at, (unit, target))
    pos.reveal(unit, "S6.7")


def fire_at_unit(pos: YangtzePosition, shooters: list[int], target: int, hull: bool = False) -> None:
    """7.3: one volley of those shooters who reach the target; against a small boat at its people or its hull."""
    shooters = fit_for(pos, shooters, target)
    sight = aim(pos, shooters, target, 1 << 20) if shooters else None
    if sight is None:
        return
    shooters = [s for s in shooters if reaches(pos, s, sight)]
    if not shooters:
        return
    unit = unit_of(pos, shooters[0])
    note_fire(pos, unit, target, shooters)
    pos.tell("7.3", "event.fires", unit=unit, unit2=target, count=len(shooters))
    if sight.nominated < 0:
        at_body(pos, unit, shooters, target, hull)
        return
    small = [s for s in shooters if arm_of(pos, s).roll == "figure"]
    zones = [s for s in shooters if arm_of(pos, s).roll == "zone"]
    parts = [aimed_fire(pos, unit, small, sight)] if small else []
    fire_together(pos, [*parts, *(zone_fire(pos, unit, shooter, sight) for shooter in zones)])


def aimed_fire(pos: YangtzePosition, unit: int, shooters: list[int], sight: Aim) -> tuple[Blast, list[Shot]]:
    """7.2: one die for each figure; hits are allotted to the unit."""
    shots = []
    for shooter in shooters:
        arm = arm_of(pos, shooter)
        mark = sight.nearest if arm.nearest else sight.nominated
        x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
        score = base_score(pos, shooter, in_reach(pos, shooter, mark, arm.short))
        need = with_cover(pos, score, effective(pos, mark, (x, y)))
        shots.append((ANYONE, need.score, need.strict))
    own = [s for s in shooters if s >= 0]
    central = middle(pos, tuple(own)) if own else shooters[0]
    x, y, _ = muzzle(pos, central, pos.x[sight.nominated], pos.y[sight.nominated])
    weapon = arm_of(pos, shooters[0]).name
    return Blast(unit, sight.target, x, y, BULLETS, weapon, visible=sight.visible), shots


def zone_fire(pos: YangtzePosition, unit: int, shooter: int, sight: Aim) -> tuple[Blast, list[Shot]]:
    """7.7: the nominated figure first, then every other figure in the beaten zone that the weapon sees."""
    arm = arm_of(pos, shooter)
    mark = sight.nearest if arm.nearest else sight.nominated
    x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
    score = base_score(pos, shooter, in_reach(pos, shooter, mark, arm.short))
    centre = (pos.x[mark], pos.y[mark])
    shots = []
    for figure in (mark, *(f for f in in_zone(pos, centre, arm.zone) if f != mark)):
        friend = pos.owner[pos.book.figures[figure].unit] == pos.owner[unit]
        if figure == shooter or (friend and pos.book.switches["zone_spares_friends"]):
            continue
        if figure == mark or sees_figure(pos, shooter, figure):
            need = with_cover(pos, score, effective(pos, figure, (x, y)))
            shots.append((figure, need.score, need.strict))
    blast = Blast(unit, sight.target, x, y, BULLETS, arm.name, False, *centre, arm.zone, visible=sight.visible)
    return blast, shots


def in_zone(pos: YangtzePosition, centre: tuple[int, int], radius: int) -> list[int]:
    """7.7: all figures, friend or foe, whose base lies wholly or partly in the circle."""
    found = []
    for figures in pos.standing:
        for figure in figures:
            reach = radius + pos.book.figures[figure].radius
            if (pos.x[figure] - centre[0]) ** 2 + (pos.y[figure] - centre[1]) ** 2 <= reach * reach:
                found.append(figure)
    return found


def at_body(pos: YangtzePosition, unit: int, shooters: list[int], target: int, hull: bool) -> None:
    """12.1, 12.3: one die for each weapon; beaten zones do not multiply against vehicles and vessels."""
    groups: dict[str, list[Shot]] = {}
    for shooter in shooters:
        arm = arm_of(pos, shooter)
        score = base_score(pos, shooter, body_gap(pos, shooter, target) <= arm.short)
        if hull:
            score = hull_score(pos, pos.book.units[unit].grade)
        groups.setdefault(arm.name, []).append((body(target), score, False))
    x, y, _ = muzzle(pos, shooters[0], *pos.at[target][:2])
    manner = HULL if hull else BULLETS
    fire_together(pos, [(Blast(unit, target, x, y, manner, name), shots) for name, shots in groups.items()])


def snipe(pos: YangtzePosition, shooter: int, figure: int) -> None:
    """7.2: a sniper's shot at one figure."""
    unit, target = pos.book.figures[shooter].unit, pos.book.figures[figure].unit
    note_fire(pos, unit, target, [shooter])
    pos.tell("7.2", "event.snipes", unit=unit, piece=pos.book.piece_of_figure(figure))
    x, y, _ = muzzle(pos, shooter, pos.x[figure], pos.y[figure])
    score = base_score(pos, shooter, in_reach(pos, shooter, figure, arm_of(pos, shooter).short))
    need = with_cover(pos, score, effective(pos, figure, (x, y)))
    blast = Blast(unit, target, x, y, BULLETS, "sniper_rifle", sniper=True)
    fire(pos, blast, ((figure, need.score, need.strict),))
