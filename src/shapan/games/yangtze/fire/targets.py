"""7.4 Target priorities: which enemy units a group of shooters sees, reaches, and is bound to take (R54)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Final, NamedTuple, TypeVar

from shapan.ground.table import Bounds
from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from ..actions import CHARGE
from ..command import shielded
from ..contact import in_contact
from ..noted import FiredAt
from ..orders.standstill import while_declaring
from ..position import ABOARD, WRECK, YangtzePosition
from ..specs import SCALE
from ..vessels.crews import hands
from ..vessels.grappling import fought_over, hulls_of, storming
from ..who import Figure, Mounted, Shooter, Unit
from .shooters import (
    arm_of,
    body_gap,
    body_in_reach,
    carrier_of,
    in_arc,
    in_reach,
    lays_on_piece,
    met,
    muzzle,
    piece_in_reach,
    sees_figure,
    sees_unit_body,
    unit_of,
)
from .sighting import seen_from

ANYWHERE: Final = 1 << 20
"""A range within which everything on a table lies."""
WINDOW: Final = "window"
"""The step of fire between the charges and the common movement."""


S = TypeVar("S", bound=Shooter)


class Aim(NamedTuple):
    """An enemy unit as a group of shooters sees it."""

    target: Unit
    gap: int
    """From the nearest shooter to the nearest figure that is seen."""
    visible: tuple[Figure, ...]
    nominated: Figure | None
    """7.5: the figure in the middle, to which ranges are measured; None for a vehicle or hull."""
    nearest: Figure | None
    """The visible figure nearest to a shooter."""


def is_target(pos: YangtzePosition, unit: Unit, side: int) -> bool:
    """R54: an enemy unit that fire can be directed at."""
    spec = pos.book.units[unit]
    if pos.owner[unit] == side or pos.hidden >> unit & 1 or spec.aircraft or not pos.in_play(unit):
        return False
    if spec.carrier:
        return bool(pos.crew(unit)) and not pos.damage[unit] & WRECK
    return bool(pos.standing[unit])


def civilian(pos: YangtzePosition, unit: Unit) -> bool:
    """R54, R66: civilians, and what carries nobody else."""
    spec = pos.book.units[unit]
    return spec.kind == "civilian" or (spec.carrier and not hands(pos, unit))


def aim(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit, reach: int) -> Aim | None:
    """What these shooters see of a unit, as far as anything of it lies within this range; remembered, since declaring,
    judging and resolving fire ask the same thing again."""
    key = (tuple(shooters), target, pos.fired & ~pos.unseen if pos.book.dark else 0)
    memory = pos.scene.aims
    known = memory.get(key)
    if known is None:
        known = _laid_on(pos, shooters, target, reach)
        if known is None:
            return None
        memory[key] = known
    nearest, sight = known
    return sight if nearest <= reach else None


def _laid_on(
    pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit, reach: int
) -> tuple[int, Aim | None] | None:
    """How far the nearest of a unit is, and what is seen of it; a vehicle or hull is one thing without figures."""
    if pos.is_body(target):
        gap = min(body_gap(pos, shooter, target) for shooter in shooters)
        if gap > reach:
            return None
        seen = any(sees_unit_body(pos, shooter, target) for shooter in shooters)
        return gap, Aim(target, gap, (), None, None) if seen else None
    ranked = _ranked(pos, shooters, target, reach)
    return (ranked[0][0], _aim(pos, shooters, target, ranked)) if ranked and ranked[0][0] <= reach else None


def _aim(
    pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit, ranked: list[tuple[int, Figure]]
) -> Aim | None:
    if pos.book.dark or any(carrier_of(pos, shooter) is not None for shooter in shooters):
        view = [figure for _, figure in ranked if any(sees_figure(pos, s, figure) for s in shooters)]
    else:
        view = seen_from(pos, [s for s in shooters if not isinstance(s, Mounted)], [figure for _, figure in ranked])
    if not view:
        return None
    visible = tuple(sorted(view))
    if shielded(pos, visible, pos.alive(target)):
        return None
    gap = next(gap for gap, figure in ranked if figure == view[0])
    return Aim(target, gap, visible, middle(pos, visible), view[0])


def _ranked(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit, reach: int) -> list[tuple[int, Figure]]:
    """The figures of a unit with their distance from the nearest shooter; may be empty when all are out of reach."""
    figures = pos.book.figures
    quarry = pos.standing[target]
    if not quarry:
        return []
    gunners = pos.book.gunners
    men = [s for s in shooters if not (isinstance(s, Mounted) or pos.fate[s] == ABOARD or s in gunners)]
    radius = figures[men[0]].radius if men else 0
    if len(men) < len(shooters) or any(figures[s].radius != radius for s in men):
        if all(out_of_reach(pos, shooter, target, reach) for shooter in shooters):
            return []
        return sorted((min(_gap(pos, shooter, figure) for shooter in shooters), figure) for figure in quarry)
    # Bases of one size: whose centre is nearer is nearer, and one root will do for each figure.
    xs, ys = pos.x, pos.y
    bases = radius + figures[quarry[0]].radius
    places = [(xs[s], ys[s]) for s in men]
    left, top, right, bottom = pos.scene.box(pos, target)
    across = max(left - max(x for x, _ in places), min(x for x, _ in places) - right, 0)
    down = max(top - max(y for _, y in places), min(y for _, y in places) - bottom, 0)
    if isqrt(across * across + down * down) - bases > reach:
        return []
    ranked = []
    for figure in quarry:
        fx, fy = xs[figure], ys[figure]
        ranked.append((isqrt(min([(x - fx) ** 2 + (y - fy) ** 2 for x, y in places])) - bases, figure))
    ranked.sort()
    return ranked


def out_of_reach(pos: YangtzePosition, shooter: Shooter, target: Unit, reach: int) -> bool:
    """Is the whole unit certainly out of this reach? Measured from the middle of what carries the shooter."""
    carrier = carrier_of(pos, shooter)
    if carrier is None:
        x, y, span = muzzle(pos, shooter, 0, 0)
    else:
        x, y, span = *pos.at[carrier][:2], pos.book.spans[carrier]
    left, top, right, bottom = pos.scene.box(pos, target)
    across, down = max(left - x, x - right, 0), max(top - y, y - bottom, 0)
    far = reach + span + pos.book.units[target].radius + SCALE
    return across * across + down * down > far * far


def _gap(pos: YangtzePosition, shooter: Shooter, figure: Figure) -> int:
    if not isinstance(shooter, Mounted) and pos.fate[shooter] != ABOARD and shooter not in pos.book.gunners:
        return pos.gap(shooter, figure)
    x, y, radius = muzzle(pos, shooter, pos.x[figure], pos.y[figure])
    far = isqrt((x - pos.x[figure]) ** 2 + (y - pos.y[figure]) ** 2)
    return far - radius - pos.book.figures[figure].radius


def middle(pos: YangtzePosition, figures: tuple[Figure, ...]) -> Figure:
    """7.5, S8.3: the figure nearest to the centre of those that are seen; in whole numbers, the first of equals."""
    count = len(figures)
    sx, sy = sum(pos.x[f] for f in figures), sum(pos.y[f] for f in figures)
    return min(figures, key=lambda f: ((count * pos.x[f] - sx) ** 2 + (count * pos.y[f] - sy) ** 2, f))


def reaches(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> bool:
    """7.5, 9.4: is the nominated figure or the hull within this shooter's range, not under it, and does he see it?"""
    arm = arm_of(pos, shooter)
    least = arm.least if of_ship(pos, shooter) else arm.least - 1
    if sight.nominated is None:
        under = arm.least and body_in_reach(pos, shooter, sight.target, least)
        if under or not body_in_reach(pos, shooter, sight.target, arm.reach):
            return False
        return sees_unit_body(pos, shooter, sight.target)
    if lays_on_piece(pos, shooter, sight.target):
        under = arm.least and piece_in_reach(pos, shooter, sight.target, least)
        return not under and piece_in_reach(pos, shooter, sight.target, arm.reach)
    figure = nominated_for(pos, shooter, sight)
    if figure is None or not in_reach(pos, shooter, figure, arm.reach):
        return False
    if arm.least and in_reach(pos, shooter, figure, least):
        return False
    return any(sees_figure(pos, shooter, seen) for seen in sight.visible)


def nominated_for(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> Figure | None:
    """7.5, R19: the figure to which a shooter measures: the one in the middle; with a weapon that reaches no farther
    than 100 mm the nearest that he sees himself."""
    if not arm_of(pos, shooter).nearest:
        return sight.nominated
    near = sight.nearest
    assert near is not None
    x, y, _ = muzzle(pos, shooter, pos.x[near], pos.y[near])
    order = sorted(((pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2, f) for f in sight.visible)
    return next((figure for _, figure in order if sees_figure(pos, shooter, figure)), None)


def of_ship(pos: YangtzePosition, shooter: Shooter) -> bool:
    carrier = carrier_of(pos, shooter)
    return carrier is not None and pos.book.units[carrier].kind == "vessel"


def window_open(pos: YangtzePosition, stage: str, target: Unit) -> bool:
    """6.1, R7: before the common movement only those who charge are fired at, unless halted units fire at will."""
    return stage != WINDOW or pos.card[target] == CHARGE or bool(pos.book.switches["halt_opportunity_fire"])


def in_contact_with_friends(pos: YangtzePosition, target: Unit, firer: Unit) -> bool:
    """R62: is the target locked in melee with friends of the firer? Not where the firer is in that fight himself."""
    if pos.is_body(target):
        return any(pos.owner[unit] == pos.owner[firer] for unit in fought_over(pos, target))
    foes = [figure for figure in pos.standing[target] if pos.touched >> figure & 1]
    locked = {
        unit
        for unit in (pos.units_of(pos.owner[firer]) if foes else ())
        for mate in pos.standing[unit]
        if pos.touched >> mate & 1 and any(in_contact(pos, mate, foe) for foe in foes)
    }
    return bool(locked) and firer not in locked


def touching(pos: YangtzePosition, shooter: Shooter, target: Unit) -> bool:
    """R10: is the target in contact with the shooter, and not merely beside him? From a vessel that is boarded, it is
    the hull from which they come."""
    carrier = carrier_of(pos, shooter)
    if carrier is not None:
        return target in hulls_of(pos, storming(pos, carrier))
    assert not isinstance(shooter, Mounted)
    foes = [enemy for enemy in pos.standing[target] if pos.touched >> enemy & 1]
    return any(in_contact(pos, shooter, enemy) for enemy in foes)


def fit_for(pos: YangtzePosition, shooters: Sequence[S], target: Unit) -> list[S]:
    """R10: figures in contact, and the mounts of a vessel that is boarded, fire only at those who touch them."""
    touched = pos.touched
    if not touched:
        return list(shooters)
    return [s for s in shooters if not met(pos, s, touched) or touching(pos, s, target)]


def in_range(pos: YangtzePosition, shooters: Sequence[Shooter], side: int, reach: int) -> list[Unit]:
    """The targets of a side of which anything can lie within this range; of the others certainly nothing does."""
    xs: list[int] = []
    ys: list[int] = []
    span = 0
    for shooter in shooters:
        carrier = carrier_of(pos, shooter)
        if carrier is None:
            x, y, wide = muzzle(pos, shooter, 0, 0)
        else:
            (x, y, _), wide = pos.at[carrier], pos.book.spans[carrier]
        xs.append(x)
        ys.append(y)
        span = max(span, wide)
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    found = []
    for unit, (west, north, east, south), wide in _marks(pos, side):
        far = reach + span + wide + SCALE
        across, down = max(west - right, left - east, 0), max(north - bottom, top - south, 0)
        if across * across + down * down <= far * far:
            found.append(unit)
    return found


def _marks(pos: YangtzePosition, side: int) -> list[tuple[Unit, Bounds, int]]:
    """Everything that this side may fire at: the rectangle about it, and how far it reaches beyond that."""
    known, key = pos.scene.known, ("marks", side, pos.hidden)
    if key not in known:
        targets = [unit for unit in pos.units_of(other(side)) if is_target(pos, unit, side)]
        known[key] = [(unit, *_extent(pos, unit)) for unit in targets]
    found: list[tuple[Unit, Bounds, int]] = known[key]
    return found


def _extent(pos: YangtzePosition, unit: Unit) -> tuple[Bounds, int]:
    if pos.is_body(unit):
        x, y, _ = pos.at[unit]
        return (x, y, x, y), pos.book.spans[unit]
    return pos.scene.box(pos, unit), pos.book.radii[pos.standing[unit][0]]


def sights(pos: YangtzePosition, shooters: Sequence[Shooter]) -> list[Aim]:
    """All enemy units that the shooters see within their longest range, nearest first."""
    if not shooters:
        return []
    side = pos.owner[unit_of(pos, shooters[0])]
    reach = max(arm_of(pos, shooter).reach for shooter in shooters)
    found = []
    for unit in in_range(pos, shooters, side, reach):
        able = fit_for(pos, shooters, unit)
        sight = aim(pos, able, unit, reach) if able else None
        if sight is not None:
            found.append(sight)
    return sorted(found, key=lambda sight: (sight.gap, sight.target))


def any_target(pos: YangtzePosition, shooters: Sequence[Shooter], stage: str) -> bool:
    """7.4: is there a unit that the shooters may fire at? Priorities choose among them, they never leave none."""
    key = ("any target", tuple(shooters), stage)
    return bool(shooters) and while_declaring(pos, key, lambda: _any_target(pos, shooters, stage))


def _any_target(pos: YangtzePosition, shooters: Sequence[Shooter], stage: str) -> bool:
    firer = unit_of(pos, shooters[0])
    side = pos.owner[firer]
    reach = max(arm_of(pos, shooter).reach for shooter in shooters)
    for unit in in_range(pos, shooters, side, reach):
        if not window_open(pos, stage, unit):
            continue
        if able := fit_for(pos, shooters, unit):
            sight = aim(pos, able, unit, reach)
            if sight is not None and _candidate(pos, shooters, firer, sight):
                return True
    return False


def legal_targets(pos: YangtzePosition, shooters: Sequence[Shooter]) -> Mapping[Unit, Aim]:
    """7.4: the closest unit if it can be shot at; else one that shoots at the firer; else any; single figures last."""
    if not shooters:
        return {}
    return while_declaring(pos, ("targets", tuple(shooters)), lambda: _legal_targets(pos, shooters))


def _legal_targets(pos: YangtzePosition, shooters: Sequence[Shooter]) -> Mapping[Unit, Aim]:
    firer = unit_of(pos, shooters[0])
    seen = sights(pos, shooters)
    units = pos.book.units
    civil = [s for s in seen if civilian(pos, s.target)]
    armed = [s for s in seen if not civilian(pos, s.target)]
    lone = [
        s for s in armed if len(s.visible) == 1 and units[s.target].kind in ("foot", "command", "special", "mounted")
    ]
    groups = ([s for s in armed if s not in lone], lone) if pos.book.switches["strict_priorities"] else (armed,)
    for group in groups:
        found = _bound(pos, shooters, firer, group)
        if found:
            return found
    return {s.target: s for s in civil if _candidate(pos, shooters, firer, s)}


def _candidate(pos: YangtzePosition, shooters: Sequence[Shooter], firer: Unit, sight: Aim) -> bool:
    if not any(reaches(pos, shooter, sight) for shooter in fit_for(pos, shooters, sight.target)):
        return False
    return not in_contact_with_friends(pos, sight.target, firer)


def _bound(pos: YangtzePosition, shooters: Sequence[Shooter], firer: Unit, seen: list[Aim]) -> dict[Unit, Aim]:
    if not seen:
        return {}
    if pos.book.switches["strict_priorities"]:
        closest = [s for s in seen if s.gap == seen[0].gap and _candidate(pos, shooters, firer, s)]
        if closest:
            return {s.target: s for s in closest}
    candidates = [s for s in seen if _candidate(pos, shooters, firer, s)]
    if not pos.book.switches["strict_priorities"]:
        return {s.target: s for s in candidates}
    at_us = [s for s in candidates if FiredAt(s.target, firer) in (*pos.fire_at, *pos.fire_before)]
    return {s.target: s for s in at_us or candidates}


def target_refusal(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit) -> Refusal | None:
    """Judge any target: 7.3 to 7.5, and why it may not be taken."""
    book = pos.book
    firer = unit_of(pos, shooters[0])
    if target >= len(book.units) or not is_target(pos, target, pos.owner[firer]):
        return Refusal("7.3", "refusal.target_enemy")
    if target in legal_targets(pos, shooters):
        return None
    able = fit_for(pos, shooters, target)
    reach = max(arm_of(pos, shooter).reach for shooter in shooters)
    if not able:
        return Refusal("6.2", "refusal.target_touching")
    sight = aim(pos, able, target, ANYWHERE)
    if sight is None:
        if not any(_bears(pos, shooter, target) for shooter in able):
            return Refusal("S12.8", "refusal.out_of_arc")
        return unseen(pos, able, target)
    if in_contact_with_friends(pos, target, firer):
        return Refusal("13.2", "refusal.target_melee", unit=target)
    if not any(reaches(pos, shooter, sight) for shooter in able):
        near = sight.gap <= reach and any(_under_its_range(pos, shooter, sight) for shooter in able)
        return Refusal("9.4" if near else "7.5", "refusal.target_under" if near else "refusal.target_far", unit=target)
    return Refusal("7.4", "refusal.target_priority", unit=target)


def unseen(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit) -> Refusal:
    """7.5: nobody sees anything of a unit; or 7.4, R25, R211: nothing but whoever falls last."""
    leaders = pos.leaders(pos.standing[target])
    if any(sees_figure(pos, shooter, leader) for shooter in shooters for leader in leaders):
        return Refusal("7.4", "refusal.target_leader", unit=target)
    return Refusal("7.5", "refusal.target_unseen", unit=target)


def _under_its_range(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> bool:
    """9.4: is the target too near for a gun?"""
    least = arm_of(pos, shooter).least
    if lays_on_piece(pos, shooter, sight.target):
        return bool(least) and piece_in_reach(pos, shooter, sight.target, least)
    return sight.gap <= least


def _bears(pos: YangtzePosition, shooter: Shooter, target: Unit) -> bool:
    """S12.8: does the arc of a mount hold any part of the target? Whatever is not mounted turns as it likes."""
    body = [pos.at[target][:2]] if pos.is_body(target) else []
    return any(in_arc(pos, shooter, *at) for at in (*body, *((pos.x[f], pos.y[f]) for f in pos.standing[target])))
