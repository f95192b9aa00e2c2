"""What goes with a card: 7.9 covering fire, 7.1 watching for a target, 6.1 holding fire, 13.2 support, work (S6.1)."""

from __future__ import annotations

from typing import Final

from shapan.ground.table import within
from shapan.kernel import Action, Group, Refusal
from shapan.mechanics.sides import other

from ..actions import ANYONE, CHARGE, CLEAR, FORCED, HALT, Abet, Cover, Hold, Watch, Work
from ..command import in_command
from ..fire.markers import lay
from ..fire.shooters import (
    arm_of,
    carrier_of,
    covering,
    fire_card,
    mount_works,
    muzzle,
    rides_armed,
    sees_point,
    shooter_of,
    unit_of,
    weapon_of,
)
from ..noted import Job, Marker, Trigger
from ..position import YangtzePosition
from ..specs import FOOT_KINDS, SCALE
from ..who import Figure, Mounted, Piece, Shooter, Unit
from ..works.tasks import at_work, tasks_for, work_refusal
from .candidates import lazily

LONGEST: Final = 2000
"""The farthest that a trigger can be set, in millimetres."""
WORK_CASES: Final = {CLEAR: "S16.8"}


def piece_of(pos: YangtzePosition, shooter: Shooter) -> Piece:
    book = pos.book
    return book.piece_of_mount(shooter.mount) if isinstance(shooter, Mounted) else book.piece_of_figure(shooter)


def automatics(pos: YangtzePosition, unit: Unit) -> list[Shooter]:
    """7.9, R57: the weapons of a halted unit, its mounts included, that have a beaten zone and can cover an area."""
    if pos.card[unit] != HALT or pos.asleep >> unit & 1:
        return []
    shooters: list[Shooter] = [*bearing_arms(pos, unit)]
    shooters += [Mounted(mount) for mount in pos.book.guns[unit] if mount_works(pos, mount)]
    if at_work(pos, unit):
        return []
    free = [s for s in shooters if not covering(pos, s)]
    return [s for s in free if arm_of(pos, s).automatic and fire_card(pos, s) == HALT]


def cover_refusal(pos: YangtzePosition, side: int, piece: Piece, x: int, y: int) -> Refusal | None:
    """7.9, R55: an automatic weapon on HALT, in command, marks a point within range and sight."""
    shooter = shooter_of(pos, piece)
    if shooter is None or pos.owner[unit_of(pos, shooter)] != side:
        return Refusal("7.9", "refusal.figure_wanted")
    if shooter not in automatics(pos, unit_of(pos, shooter)):
        return Refusal("7.9", "refusal.cover_weapon")
    if not isinstance(shooter, Mounted) and not in_command(pos, shooter):
        return Refusal("4.1", "refusal.out_of_command")
    return _mark_refusal(pos, shooter, x, y)


def _mark_refusal(pos: YangtzePosition, shooter: Shooter, x: int, y: int) -> Refusal | None:
    hx, hy, radius = muzzle(pos, shooter, x, y)
    if not pos.book.table.on_table(x, y) or not within(hx, hy, x, y, arm_of(pos, shooter).reach + radius):
        return Refusal("7.9", "refusal.cover_range")
    return None if sees_point(pos, shooter, x, y) else Refusal("7.9", "refusal.cover_sight")


def watch_refusal(pos: YangtzePosition, side: int, unit: Unit) -> Refusal | None:
    """7.1, R56: a sniper who does not charge may wait for a target; by agreement every halted unit may (R7)."""
    if unit >= len(pos.book.units) or pos.owner[unit] != side or not pos.in_play(unit):
        return Refusal("7.1", "refusal.not_yours")
    if not watches(pos, unit):
        return Refusal("7.1", "refusal.not_sniper", unit=unit)
    if pos.card[unit] in FORCED or pos.card[unit] == CHARGE or any(set_up.unit == unit for set_up in pos.triggers):
        return Refusal("7.1", "refusal.cannot_watch", unit=unit)
    return None


def watches(pos: YangtzePosition, unit: Unit) -> bool:
    """Snipers; with opportunity fire also other units on HALT that have something to fire."""
    if unit in pos.book.marksmen and any(arm_of(pos, shooter).picks for shooter in weapons(pos, unit)):
        return True
    if not pos.book.switches["halt_opportunity_fire"] or pos.card[unit] != HALT or pos.asleep >> unit & 1:
        return False
    return any(arm_of(pos, shooter).roll != "none" for shooter in weapons(pos, unit))


def weapons(pos: YangtzePosition, unit: Unit) -> list[Shooter]:
    """All that a unit, vehicle or vessel could fire: the arms of those who stand or ride, and its mounts."""
    return [*bearing_arms(pos, unit), *(Mounted(mount) for mount in pos.book.guns[unit] if mount_works(pos, mount))]


def bearing_arms(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """4.6: the figures of a unit that have weapons of their own where they are."""
    return [f for f in pos.alive(unit) if carrier_of(pos, f) is None or rides_armed(pos, f)]


def hold_refusal(pos: YangtzePosition, side: int, unit: Unit) -> Refusal | None:
    """6.1: any armed unit on foot or on horseback that has played HALT, once."""
    mine = unit < len(pos.book.units) and pos.owner[unit] == side and pos.in_play(unit)
    if not mine or pos.card[unit] != HALT or pos.book.units[unit].kind not in FOOT_KINDS:
        return Refusal("6.1", "refusal.hold_halted")
    return Refusal("6.1", "refusal.hold_halted") if (pos.holding | pos.asleep) >> unit & 1 else None


def abet_refusal(pos: YangtzePosition, side: int, unit: Unit) -> Refusal | None:
    """13.2, R51: any unit in play that can fight hand to hand, once."""
    if unit >= len(pos.book.units) or pos.owner[unit] != side or not pos.in_play(unit):
        return Refusal("13.2", "refusal.not_yours")
    able = pos.book.units[unit].kind in FOOT_KINDS and not pos.abetting >> unit & 1
    return None if able else Refusal("13.2", "refusal.cannot_abet", unit=unit)


def stance_refusal(pos: YangtzePosition, side: int, action: Action) -> Refusal | None:
    """Judge whatever goes with a card."""
    match action:
        case Cover(piece, _, (x, y)):
            return cover_refusal(pos, side, piece, x, y)
        case Watch(unit, _, _):
            return watch_refusal(pos, side, unit)
        case Hold(unit):
            return hold_refusal(pos, side, unit)
        case Work(unit, task):
            return work_refusal(pos, side, unit, task)
        case Abet(unit):
            return abet_refusal(pos, side, unit)
    return Refusal("5.0", "refusal.cards_first")


def take_stance(pos: YangtzePosition, side: int, action: Action) -> None:
    """Note it; only the side itself learns of it before the reveal."""
    mine = (pos.book.sides[side],)
    match action:
        case Cover(piece, count, (x, y)):
            shooter = shooter_of(pos, piece)
            assert shooter is not None
            lay(pos, Marker(weapon_of(pos, shooter), x, y, count, 0))
            pos.tell("7.9", "event.covers", mine, piece=piece)
        case Watch(unit, quarry, reach):
            pos.triggers = (*pos.triggers, Trigger(unit, quarry, reach * SCALE))
        case Hold(unit):
            pos.holding |= 1 << unit
        case Work(unit, task):
            pos.works = (*pos.works, Job(unit, task))
            pos.tell(WORK_CASES.get(task, "S17.6"), "event.works", mine, unit=unit, task=task)
        case Abet(unit):
            pos.abetting |= 1 << unit


def stances(pos: YangtzePosition, side: int) -> list[Group[Action]]:
    """S6.5: what a side may add to its cards."""
    groups: list[Group[Action]] = []
    for unit in pos.units_of(side):
        if pos.card[unit] == HALT:
            for shooter in automatics(pos, unit):
                piece = piece_of(pos, shooter)
                groups.append(Group(Cover, piece, 1, values=lazily(_areas, pos, side, shooter)))
            if hold_refusal(pos, side, unit) is None:
                groups.append(Group(Hold, values=(unit,)))
            if tasks := tasks_for(pos, side, unit):
                groups.append(Group(Work, unit, values=tasks))
    for unit in pos.units_of(side):
        if pos.card[unit] == CHARGE and abet_refusal(pos, side, unit) is None:
            groups.append(Group(Abet, values=(unit,)))
        if watch_refusal(pos, side, unit) is None:
            reach = min(max(arm_of(pos, shooter).reach for shooter in weapons(pos, unit)) // SCALE, LONGEST)
            groups.append(Group(Watch, unit, ANYONE, values=(reach, reach // 2)))
    return groups


def _areas(pos: YangtzePosition, side: int, shooter: Shooter) -> tuple[tuple[int, int], ...]:
    """Candidate points for covering fire: where visible enemies stand within range, and halfway there."""
    found: list[tuple[int, int]] = []
    if not isinstance(shooter, Mounted) and not in_command(pos, shooter):
        return ()
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1 or not pos.standing[unit]:
            continue
        lead = pos.standing[unit][0]
        point = (pos.x[lead], pos.y[lead])
        x, y, _ = muzzle(pos, shooter, *point)
        half = ((point[0] + x) // 2, (point[1] + y) // 2)
        found += [spot for spot in (point, half) if _mark_refusal(pos, shooter, *spot) is None]
    return tuple(dict.fromkeys(found))


def reveal_stances(pos: YangtzePosition) -> None:
    """2.0: markers of covering fire and work are public with the cards; a sniper's trigger is not (R75). S8: who
    fires first in movement goes by the numbers of the units, not by who was given his orders first."""
    pos.markers = tuple(sorted(pos.markers, key=lambda m: (unit_of(pos, m.weapon), pos.book.arm(m.weapon))))
    pos.triggers = tuple(sorted(pos.triggers))
    for marker in pos.markers:
        if not pos.hidden >> unit_of(pos, marker.weapon) & 1:
            pos.tell("7.9", "event.covers", piece=piece_of(pos, marker.weapon))
    for job in pos.works:
        if not pos.hidden >> job.unit & 1:
            pos.tell(WORK_CASES.get(job.task, "S17.6"), "event.works", unit=job.unit, task=job.task)
