"""What breaks into movement: 6.1 defensive fire, 7.9 covering fire, 7.1 snipers, S6.7 ambushes that are seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shapan.ground.table import within
from shapan.mechanics.sides import other

from .actions import CHARGE, HALT
from .command import in_command
from .cover import effective
from .dice import purpose
from .elements import small_arms, snipe_refusal
from .position import ABOARD, STANDING, YangtzePosition, put
from .resolving import fire_at_unit, in_zone, snipe
from .scores import BULLETS, base_score, with_cover
from .shooters import arm_of, bit_of, may_fire, mount_works, muzzle, sees_figure, unit_of
from .sighting import figure_sees
from .targets import legal_targets
from .volley import Blast, Burial, fire

Interruption = Callable[[YangtzePosition], None]


def last_moment(pos: YangtzePosition, charger: int, enemy: int) -> Interruption | None:
    """6.1, S7.4: a halted unit that has not fired does so just before it is touched, unless it holds its fire."""
    unit = pos.book.figures[enemy].unit
    if pos.card[unit] != HALT or (pos.holding | pos.asleep) >> unit & 1:
        return None
    shooters = small_arms(pos, unit, "halt")
    if not shooters:
        return None
    target = pos.book.figures[charger].unit

    def defend(pos: YangtzePosition) -> None:
        pos.tell("6.1", "event.last_moment", unit=unit, unit2=target)
        pos.then(Burial())
        fire_at_unit(pos, shooters, target)
        for shooter in shooters:
            # Fire or not, the moment has passed for the whole unit.
            pos.fired |= bit_of(pos, shooter)

    return defend


def covering_fire(pos: YangtzePosition) -> Interruption | None:
    """7.9, R55: the first time an enemy is in the covered circle in view, he is tested there and then."""
    for number, fresh in opening_fire(pos):

        def open_fire(pos: YangtzePosition, number: int = number, fresh: tuple[int, ...] = fresh) -> None:
            pos.then(Burial())
            cover_shots(pos, number, fresh)

        return open_fire
    return None


def opening_fire(pos: YangtzePosition) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The markers that have enemies enough in their circles now, each with the figures to be tested."""
    for number, (weapon, x, y, count, tested) in enumerate(pos.markers):
        fresh = covered(pos, weapon, (x, y), tested)
        side = pos.owner[unit_of(pos, weapon)]
        foes = [figure for figure in fresh if pos.owner[pos.book.figures[figure].unit] != side]
        if foes and (tested or len(foes) >= count):
            yield number, tuple(fresh)


def covered(pos: YangtzePosition, weapon: int, point: tuple[int, int], tested: int) -> list[int]:
    """The figures in a covered circle that the weapon sees and has not tested yet."""
    if not can_cover(pos, weapon):
        return []
    zone = arm_of(pos, weapon).zone
    near = [f for f in in_zone(pos, point, zone) if not tested >> f & 1 and f != weapon]
    return [f for f in near if sees_figure(pos, weapon, f)]


def can_cover(pos: YangtzePosition, weapon: int) -> bool:
    """The weapon still has somebody to fire it, in command, and not in contact."""
    if weapon < 0:
        return mount_works(pos, ~weapon)
    return pos.fate[weapon] in (STANDING, ABOARD) and not pos.touched >> weapon & 1 and in_command(pos, weapon)


def cover_shots(pos: YangtzePosition, number: int, figures: tuple[int, ...]) -> None:
    weapon, x, y, count, tested = pos.markers[number]
    unit = unit_of(pos, weapon)
    arm = arm_of(pos, weapon)
    for figure in figures:
        tested |= 1 << figure
    pos.markers = put(pos.markers, number, (weapon, x, y, count, tested))
    hx, hy, radius = muzzle(pos, weapon, x, y)
    score = base_score(pos, weapon, within(hx, hy, x, y, arm.short + radius))
    shots = []
    for figure in figures:
        need = with_cover(pos, score, effective(pos, figure, (hx, hy)))
        shots.append((figure, need.score, need.strict))
        pos.fire_at = (*pos.fire_at, (unit, pos.book.figures[figure].unit))
    pos.reveal(unit, "S6.7")
    pos.fired |= bit_of(pos, weapon)
    pos.tell("7.9", "event.covering", unit=unit, count=len(figures))
    fire(pos, Blast(unit, unit, hx, hy, BULLETS, arm.name, False, x, y, arm.zone), tuple(shots))


@purpose("covering_rest")
def covering_rest(pos: YangtzePosition) -> None:
    """7.9: in the fire phase the weapon tests those in its circle whom it has not tested yet, and nobody else."""
    for number, figures in list(opening_fire(pos)):
        cover_shots(pos, number, figures)


def sniper_fire(pos: YangtzePosition) -> Interruption | None:
    """7.1, R56: a sniper fires at the first target that answers his trigger."""
    for unit, quarry, reach in pos.triggers:
        marksmen = [f for f in pos.standing[unit] if arm_of(pos, f).picks and may_fire(pos, f)]
        if not marksmen:
            if shot := at_will(pos, unit, quarry, reach):
                return shot
            continue
        for enemy in pos.units_of(other(pos.owner[unit])):
            for figure in pos.standing[enemy]:
                if not wanted(pos, figure, quarry) or not pos.within(marksmen[0], figure, reach):
                    continue
                if snipe_refusal(pos, marksmen, figure) is None:

                    def shoot(pos: YangtzePosition, who: int = marksmen[0], whom: int = figure) -> None:
                        pos.then(Burial())
                        snipe(pos, who, whom)

                    return shoot
    return None


def at_will(pos: YangtzePosition, unit: int, quarry: str, reach: int) -> Interruption | None:
    """6.1, R7: by agreement a halted unit fires once during movement, when its trigger and the priorities allow it."""
    if not pos.book.switches["halt_opportunity_fire"] or pos.card[unit] != HALT:
        return None
    shooters = small_arms(pos, unit, "halt")
    for target in legal_targets(pos, shooters):
        near = [f for f in pos.standing[target] if wanted(pos, f, quarry)]
        if any(pos.within(shooter, figure, reach) for figure in near for shooter in shooters):

            def volley(pos: YangtzePosition, shooters: list[int] = shooters, target: int = target) -> None:
                pos.then(Burial())
                fire_at_unit(pos, shooters, target)

            return volley
    return None


def wanted(pos: YangtzePosition, figure: int, quarry: str) -> bool:
    """Does the figure answer a sniper's trigger?"""
    spec = pos.book.figures[figure]
    if quarry == "any":
        return True
    if quarry == "leader":
        return pos.leads(figure)
    return pos.book.units[spec.unit].kind == quarry


def unmask(pos: YangtzePosition) -> Interruption | None:
    """S6.7: a hidden unit is seen within 150 mm, or when it moves or charges in view."""
    if not pos.hidden:
        return None
    for unit in range(len(pos.card)):
        if pos.hidden >> unit & 1 and spotted(pos, unit):
            pos.reveal(unit, "S6.7")
    return None


def spotted(pos: YangtzePosition, unit: int) -> bool:
    """S6.7: does an enemy see a figure of this hidden unit, near by or moving?"""
    reach = pos.book.radius
    for enemy in pos.units_of(other(pos.owner[unit])):
        for watcher in pos.standing[enemy]:
            for figure in pos.standing[unit]:
                moving = pos.spent[figure] > 0 or (pos.card[unit] == CHARGE and bool(pos.track[figure]))
                if (moving or pos.within(watcher, figure, reach)) and figure_sees(pos, watcher, figure):
                    return True
    return False
