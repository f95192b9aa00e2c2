"""7.2, 7.3, 7.7 How small arms fire: one at each figure, into a beaten zone, at a vehicle or vessel, or as a sniper."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.ground.table import OUTDOORS
from shapan.kernel import Frame

from ..position import STANDING, YangtzePosition
from ..who import Figure, Mounted, Piece, Shooter, Unit
from .aimed import AtAnyone, AtFigure, AtHull
from .scores import shot_at, shot_at_hull
from .shooters import arm_of, in_reach, muzzle, note_fire, sees_figure, storey, unit_of
from .targets import ANYWHERE, Aim, aim, fit_for, middle, nominated_for, reaches
from .trials import Trial
from .volley import Blast, Shot, Strikes, joint_volley, men_in, volley


def fire_at_unit(
    pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit, hull: bool = False
) -> tuple[Frame, ...]:
    """7.3: one volley of those shooters who reach the target; against a small boat at its people or its hull."""
    shooters = fit_for(pos, shooters, target)
    sight = aim(pos, shooters, target, ANYWHERE) if shooters else None
    if sight is None:
        return ()
    shooters = [s for s in shooters if reaches(pos, s, sight)]
    if not shooters:
        return ()
    unit = unit_of(pos, shooters[0])
    note_fire(pos, unit, [target], shooters)
    pos.tell("7.3", "event.fires", unit=unit, unit2=target, count=len(shooters))
    if sight.nominated is None:
        return at_body(pos, unit, shooters, target, hull)
    small = [s for s in shooters if arm_of(pos, s).roll == "figure"]
    zones = [s for s in shooters if arm_of(pos, s).roll == "zone"]
    parts = [aimed_fire(pos, unit, small, sight)] if small else []
    return joint_volley([*parts, *(zone_fire(pos, unit, shooter, sight) for shooter in zones)])


def aimed_shot(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> Trial:
    """7.5, 7.10: the shot of one small arm at the figure to which it measures."""
    mark = nominated_for(pos, shooter, sight)
    assert mark is not None
    return shot_at(pos, shooter, mark, in_reach(pos, shooter, mark, arm_of(pos, shooter).short))


def aimed_fire(pos: YangtzePosition, unit: Unit, shooters: Sequence[Shooter], sight: Aim) -> tuple[Blast, list[Shot]]:
    """7.2: one die for each figure; hits are allotted to the unit."""
    shots = []
    for shooter in shooters:
        trial = aimed_shot(pos, shooter, sight)
        shots.append(Shot(AtAnyone(), trial.score, trial.strict))
    own = [s for s in shooters if not isinstance(s, Mounted) and pos.fate[s] == STANDING]
    central = middle(pos, tuple(own)) if own else shooters[0]
    aimed = sight.nominated
    assert aimed is not None
    x, y, _ = muzzle(pos, central, pos.x[aimed], pos.y[aimed])
    weapon = arm_of(pos, shooters[0]).name
    floor = storey(pos, central)
    return Blast(unit, sight.target, x, y, Strikes.BULLETS, weapon, visible=sight.visible, floor=floor), shots


def zone_fire(pos: YangtzePosition, unit: Unit, shooter: Shooter, sight: Aim) -> tuple[Blast, list[Shot]]:
    """7.7: the nominated figure first, then every other figure in the beaten zone that the weapon sees."""
    arm = arm_of(pos, shooter)
    mark = nominated_for(pos, shooter, sight)
    assert mark is not None
    x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
    short = in_reach(pos, shooter, mark, arm.short)
    centre = (pos.x[mark], pos.y[mark])
    others = [f for f in in_zone(pos, centre, arm.zone, pos.floor[mark]) if f != mark]
    caught = [f for f in (mark, *others) if f != shooter and sees_figure(pos, shooter, f)]
    shots = zone_shots(pos, shooter, unsparing(pos, unit, caught), short)
    struck = men_in(shots)
    blast = Blast(unit, sight.target, x, y, Strikes.BULLETS, arm.name, False, *centre, arm.zone)
    return blast._replace(visible=sight.visible, caught=struck, floor=storey(pos, shooter)), shots


def zone_shots(pos: YangtzePosition, shooter: Shooter, figures: list[Figure], short: bool) -> list[Shot]:
    """7.7: a die for each of these figures; S6.7: hidden ones show when fire sweeps over them."""
    shots = []
    for figure in figures:
        trial = shot_at(pos, shooter, figure, short)
        shots.append(trial.shot)
        pos.reveal(pos.book.figures[figure].unit, "S6.7")
    return shots


def unsparing(pos: YangtzePosition, unit: Unit, figures: list[Figure]) -> list[Figure]:
    """R20: friend and foe; by agreement the zones of bullets spare friends."""
    if not pos.book.switches["zone_spares_friends"]:
        return figures
    return [f for f in figures if pos.owner[pos.book.figures[f].unit] != pos.owner[unit]]


def in_zone(pos: YangtzePosition, centre: tuple[int, int], radius: int, floor: int = 0) -> list[Figure]:
    """7.7, R20: all figures, friend or foe, whose base is wholly or partly in the circle; indoors on one floor."""
    (cx, cy), xs, ys, radii = centre, pos.x, pos.y, pos.book.radii
    found = []
    for figures in pos.standing:
        for figure in figures:
            reach, away = radius + radii[figure], xs[figure] - cx
            if -reach <= away <= reach and away * away + (ys[figure] - cy) ** 2 <= reach * reach:
                found.append(figure)
    return [figure for figure in found if pos.room[figure] == OUTDOORS or pos.floor[figure] == floor]


def at_body(
    pos: YangtzePosition, unit: Unit, shooters: Sequence[Shooter], target: Unit, hull: bool
) -> tuple[Frame, ...]:
    """12.1, 12.3: one die for each weapon; beaten zones do not multiply against vehicles and vessels."""
    groups: dict[str, list[Shot]] = {}
    for shooter in shooters:
        trial = shot_at_hull(pos, shooter, target, hull)
        groups.setdefault(arm_of(pos, shooter).name, []).append(trial.shot)
    x, y, _ = muzzle(pos, shooters[0], *pos.at[target][:2])
    strikes = Strikes.HULL if hull else Strikes.BULLETS
    return joint_volley([(Blast(unit, target, x, y, strikes, name), shots) for name, shots in groups.items()])


def sniped(pos: YangtzePosition, piece: Piece) -> AtFigure | AtHull:
    """7.2, R68: what a sniper fires at who has been given this piece."""
    figure = pos.book.as_figure(piece)
    return AtHull(pos.book.unit_of(piece)) if figure is None else AtFigure(figure)


def snipe(pos: YangtzePosition, shooter: Figure, mark: AtFigure | AtHull) -> tuple[Frame, ...]:
    """7.2: a sniper's shot at one figure; R68: at a vehicle or vessel like anybody's."""
    unit = pos.book.figures[shooter].unit
    if isinstance(mark, AtHull):
        note_fire(pos, unit, [mark.unit], [shooter])
        pos.tell("7.3", "event.fires", unit=unit, unit2=mark.unit, count=1)
        return at_body(pos, unit, [shooter], mark.unit, False)
    figure, target = mark.figure, pos.book.figures[mark.figure].unit
    note_fire(pos, unit, [target], [shooter])
    pos.tell("7.2", "event.snipes", unit=unit, piece=pos.book.piece_of_figure(figure))
    x, y, _ = muzzle(pos, shooter, pos.x[figure], pos.y[figure])
    trial = shot_at(pos, shooter, figure, in_reach(pos, shooter, figure, arm_of(pos, shooter).short))
    blast = Blast(unit, target, x, y, Strikes.BULLETS, "sniper_rifle", sniper=True, floor=storey(pos, shooter))
    return volley(blast, (trial.shot,))
