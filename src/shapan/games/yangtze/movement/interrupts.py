"""What breaks into movement: 6.1 defensive fire, 7.9 covering fire, 7.1 snipers, S6.7 ambushes that are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from shapan.kernel import Frame
from shapan.mechanics.sides import other

from ..actions import ANYONE, CHARGE, HALT, HE, SHRAPNEL
from ..fire.aimed import AtFigure
from ..fire.artillery import begin_shell, rounds_left
from ..fire.covering import cover_shots, opening_fire
from ..fire.defence import defence, defend
from ..fire.elements import HALT_FIRE, element, gunner, is_gun, snipe_refusal
from ..fire.shooters import arm_of, bit_of, body_in_reach, in_reach, may_fire, within
from ..fire.shooting import fire_at_unit, snipe
from ..fire.sighting import any_sees, sees_body
from ..fire.targets import legal_targets, out_of_reach
from ..fire.volley import Burial, in_turn
from ..noted import Trigger
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Piece, Shooter, Unit

Interruption = Callable[[YangtzePosition], None]


def last_moment(pos: YangtzePosition, charger: Figure, enemy: Figure) -> Interruption | None:
    """6.1, S7.4: a halted unit that has not fired does so just before it is touched, unless it holds its fire."""
    unit, target = pos.book.figures[enemy].unit, pos.book.figures[charger].unit
    able = defence(pos, unit, target, charger)
    return (lambda pos: defend(pos, able, target, charger)) if able else None


def covering_fire(pos: YangtzePosition, markers: Iterable[int] | None = None) -> Interruption | None:
    """7.9, R55: the first time an enemy is in the covered circle in view, he is tested there and then; of some markers,
    or of all."""
    for number, fresh in opening_fire(pos, markers):

        def open_fire(pos: YangtzePosition, number: int = number, fresh: tuple[Figure, ...] = fresh) -> None:
            pos.then(*cover_shots(pos, number, fresh), Burial())

        return open_fire
    return None


def sniper_fire(pos: YangtzePosition, triggers: Iterable[int] | None = None) -> Interruption | None:
    """7.1, R56: a sniper fires at the first target that answers his trigger; some of them, or all."""
    opportune = pos.book.switches["halt_opportunity_fire"]
    for trigger in pos.triggers if triggers is None else map(pos.triggers.__getitem__, triggers):
        unit, quarry, reach = trigger.unit, trigger.quarry, trigger.reach
        aim = [f for f in pos.alive(unit) if arm_of(pos, f).picks]
        # At most looks nobody is near: whether they may fire is asked when somebody is.
        if not opportune and not any(True for f in aim for _ in answering(pos, f, trigger)):
            continue
        marksmen = [f for f in aim if may_fire(pos, f)]
        if not marksmen:
            if shot := at_will(pos, unit, quarry, reach):
                return shot
            continue
        for figure in answering(pos, marksmen[0], trigger):
            if snipe_refusal(pos, marksmen, pos.book.piece_of_figure(figure)) is None:

                def shoot(pos: YangtzePosition, who: Figure = marksmen[0], whom: Figure = figure) -> None:
                    pos.then(*snipe(pos, who, AtFigure(whom)), Burial())

                return shoot
    return None


def answering(pos: YangtzePosition, marksman: Figure, trigger: Trigger) -> Iterator[Figure]:
    """The enemies within the distance of a trigger who answer it."""
    near = within(pos, marksman, trigger.reach)
    for enemy in pos.units_of(other(pos.owner[trigger.unit])):
        figures = pos.standing[enemy]
        if figures and not out_of_reach(pos, marksman, enemy, trigger.reach):
            for figure in figures:
                if near(figure) and wanted(pos, figure, trigger.quarry):
                    yield figure


def at_will(pos: YangtzePosition, unit: Unit, quarry: str, reach: int) -> Interruption | None:
    """6.1, R7: by agreement a halted unit, gun, vehicle or vessel fires once during movement, when its trigger and the
    priorities allow it."""
    if not pos.book.switches["halt_opportunity_fire"] or pos.card[unit] != HALT:
        return None
    for piece in (unit, *map(pos.book.piece_of_mount, pos.book.guns[unit])):
        shooters = gunner(pos, piece, HALT_FIRE) if is_gun(pos, piece) else element(pos, piece, HALT_FIRE)
        for target in legal_targets(pos, shooters):
            if _in_trigger(pos, shooters, target, quarry, reach):

                def volley(
                    pos: YangtzePosition,
                    piece: Piece = piece,
                    shooters: Sequence[Shooter] = shooters,
                    target: Unit = target,
                ) -> None:
                    pos.then(*_open_fire(pos, piece, shooters, target), Burial())

                return volley
    return None


def _open_fire(pos: YangtzePosition, piece: Piece, shooters: Sequence[Shooter], target: Unit) -> tuple[Frame, ...]:
    """A unit's small arms, a mount, or a gun with whatever round it has left."""
    if not is_gun(pos, piece):
        return fire_at_unit(pos, shooters, target)
    fires = []
    for shooter in shooters:
        kind = next((kind for kind in (HE, SHRAPNEL) if rounds_left(pos, piece, kind)), None)
        pos.fired |= bit_of(pos, shooter)
        if kind is not None:
            fires.append(begin_shell(pos, shooter, piece, target, kind))
    return in_turn(fires)


def _in_trigger(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit, quarry: str, reach: int) -> bool:
    """Is there anything of the target within the distance of the trigger? A vehicle or vessel answers to any."""
    if pos.is_body(target):
        return quarry == ANYONE and any(body_in_reach(pos, shooter, target, reach) for shooter in shooters)
    near = [figure for figure in pos.standing[target] if wanted(pos, figure, quarry)]
    return any(in_reach(pos, shooter, figure, reach) for figure in near for shooter in shooters)


def wanted(pos: YangtzePosition, figure: Figure, quarry: str) -> bool:
    """Does the figure answer a sniper's trigger?"""
    spec = pos.book.figures[figure]
    if quarry == ANYONE:
        return pos.book.units[spec.unit].kind != "civilian"
    if quarry == "leader":
        return pos.leads(figure)
    return pos.book.units[spec.unit].kind == quarry


def unmask(pos: YangtzePosition, units: Iterable[Unit] | None = None) -> None:
    """S6.7: a hidden unit is seen within 150 mm, or when it moves or charges in view: one of these, or any."""
    for unit in pos.book.every_unit if units is None else units:
        if pos.hidden >> unit & 1 and spotted(pos, unit):
            pos.reveal(unit, "S6.7")


def spotted(pos: YangtzePosition, unit: Unit) -> bool:
    """S6.7, R99: does an enemy, on foot or aboard something, see a figure of this hidden unit, near by or moving?"""
    side = other(pos.owner[unit])
    manned = [body for body, _ in pos.bodies if pos.owner[body] == side and pos.crew(body)]
    watchers = [watcher for enemy in pos.units_of(side) for watcher in pos.standing[enemy]]
    xs, ys, radii, reach = pos.x, pos.y, pos.book.radii, pos.book.radius
    for figure in pos.standing[unit]:
        near = watchers
        moving = pos.spent[figure] > 0 or (pos.card[unit] == CHARGE and bool(pos.track[figure]))
        if not moving:
            # Asked of everybody in every tick: what pos.within says is spelt out.
            x, y, far = xs[figure], ys[figure], reach + radii[figure]
            near = [f for f in watchers if (xs[f] - x) ** 2 + (ys[f] - y) ** 2 <= (far + radii[f]) ** 2]
        if near and any_sees(pos, near, figure):
            return True
        for body in manned:
            if (moving or _alongside(pos, figure, body)) and sees_body(pos, figure, body):
                return True
    return False


def _alongside(pos: YangtzePosition, figure: Figure, body: Unit) -> bool:
    """Does somebody lie hidden within 150 mm of a vehicle or hull?"""
    reach = pos.book.radius
    far = pos.far_from(body, pos.x[figure], pos.y[figure], reach + pos.book.radii[figure] + SCALE)
    return not far and pos.hull_gap(figure, body) <= reach
