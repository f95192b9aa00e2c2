"""How a staff officer of Taierzhuang bears losses: 7.4 damage, 8.0 retreats, and whom the others would miss least."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.ground.areas import bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Flip

from ..actions import Destroy, Hit, Retreat, Rout
from ..bombardment import Interdiction
from ..damage import Damage, sufferers
from ..position import TaierzhuangPosition
from ..retreats import destinations
from ..stacking import Surplus
from . import lifeline, picture
from .picture import Worth, soldier
from .temper import Temper


def apply_damage(pos: TaierzhuangPosition, at: Damage, temper: Temper) -> list[Advice]:
    """Flip before giving ground, give ground before dying, unless the ground decides; the weakest first."""
    left = pos.strength(at.side, at.area)
    worths = picture.worths(pos, temper, at.side)
    ground = worths[at.area]
    staying = ground.of(left) - ground.of(left - 1)
    # Who dies takes two points with him, who retreats one: the dead hold a post for longer.
    yielded = temper.exposed * lifeline.dependents(pos, at.area)
    goals = destinations(pos, at.side, at.area)
    ways = [(goal, leaving(pos, temper, at.side, goal, staying, worths) - yielded) for goal in goals]
    advice = []
    for unit in bits(sufferers(pos, at)):
        value = soldier(pos, unit)
        if not pos.spent >> unit & 1:
            advice.append(Advice(Flip(unit), -0.3 - 0.05 * value, "reason.flip"))
            advice.append(Advice(Destroy(unit), -1.2 - 0.1 * value, "reason.die"))
            continue
        advice.append(Advice(Destroy(unit), -0.9 - 0.1 * value - temper.stubborn * staying, "reason.die"))
        if not ways:
            advice.append(Advice(Rout(unit), -1.6 - 0.1 * value - temper.stubborn * staying, "reason.die"))
        advice += [Advice(Retreat(unit, goal), worth, "reason.retreat") for goal, worth in ways]
    return advice


def leaving(
    pos: TaierzhuangPosition, temper: Temper, side: int, goal: int, staying: float, worths: Sequence[Worth]
) -> float:
    """What it is worth to save a unit by a retreat to a place; one that goes into a zone is out of play for long."""
    if not pos.book.areas >> goal & 1:
        return -0.9 - temper.stubborn * staying
    worth = worths[goal]
    count = pos.strength(side, goal)
    gained = min(worth.of(count + 1) - worth.of(count), 2.0)
    return -0.5 - temper.stubborn * staying + 0.1 * gained


def interdict(pos: TaierzhuangPosition, at: Interdiction, temper: Temper) -> list[Advice]:
    """12.5: the weakest are turned back."""
    return [Advice(Hit(unit), -soldier(pos, unit), "reason.flip") for unit in bits(at.units)]


def surplus(pos: TaierzhuangPosition, at: Surplus, temper: Temper) -> list[Advice]:
    """7.1.2: the best of the enemy's surplus."""
    units = bits(pos.units_in(at.side, at.area))
    return [Advice(Destroy(unit), soldier(pos, unit), "reason.surplus") for unit in units]
