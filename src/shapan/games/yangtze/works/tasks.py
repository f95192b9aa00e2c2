"""S16.8, S17.6 Work: what halted figures do for a whole turn instead of firing. Clearing barricades, handling loads."""

from __future__ import annotations

from collections import Counter
from typing import Final

from shapan.kernel import Refusal

from ..actions import CLEAR, DROP, HALT, LIFT, STOW, UNLOAD
from ..fire.shooters import unit_of
from ..place import Load
from ..position import ABOARD, WRECK, YangtzePosition
from ..vessels.crews import immobile
from ..vessels.grappling import alongside
from ..who import Figure, Unit
from .barricades import barricade_at, clear_barricades
from .loads import at_liberty, carried_by, dropped, hands_at, porters_wanted, set_load

HANDY: Final = ("foot", "command", "special", "mg", "gun")
TASKS: Final = (CLEAR, UNLOAD, LIFT, STOW, DROP)


def at_work(pos: YangtzePosition, unit: Unit) -> bool:
    return any(job.unit == unit for job in pos.works)


def work_refusal(pos: YangtzePosition, side: int, unit: Unit, task: str) -> Refusal | None:
    """A unit on HALT, on foot, that has not been given work yet, and something there to work at."""
    case = "S16.8" if task == CLEAR else "S17.6"
    if unit >= len(pos.book.units) or pos.owner[unit] != side or not pos.in_play(unit):
        return Refusal(case, "refusal.not_yours")
    able = pos.book.units[unit].kind in HANDY or pos.afoot >> unit & 1
    if pos.card[unit] != HALT or not able or pos.asleep >> unit & 1 or at_work(pos, unit):
        return Refusal(case, "refusal.work_halted", unit=unit)
    if any(unit_of(pos, marker.weapon) == unit for marker in pos.markers):
        return Refusal("7.9", "refusal.work_covers", unit=unit)
    if task == CLEAR:
        return None if barricade_at(pos, unit) else Refusal(case, "refusal.no_barricade", unit=unit)
    if task == UNLOAD:
        return None if _unguarded(pos, unit) is not None else Refusal(case, "refusal.no_unguarded", unit=unit)
    if task == LIFT:
        return None if _liftable(pos, unit) is not None else Refusal(case, "refusal.no_load", unit=unit)
    if task == STOW:
        return None if _stowage(pos, unit) is not None else Refusal(case, "refusal.no_stowage", unit=unit)
    return None if carried_by(pos, unit) else Refusal(case, "refusal.no_load", unit=unit)


def tasks_for(pos: YangtzePosition, side: int, unit: Unit) -> list[str]:
    return [task for task in TASKS if work_refusal(pos, side, unit, task) is None]


def _unguarded(pos: YangtzePosition, unit: Unit) -> int | None:
    """A load on a carrier that nobody is aboard of, beside the unit."""
    for number, load in enumerate(pos.cargo):
        if load.carrier is None or load.away or pos.crew(load.carrier) or not pos.in_play(load.carrier):
            continue
        if any(pos.hull_gap(figure, load.carrier) <= pos.book.contact_gap for figure in pos.standing[unit]):
            return number
    return None


def _liftable(pos: YangtzePosition, unit: Unit) -> int | None:
    """A load on the ground with porters enough of the unit beside it."""
    for number, load in enumerate(pos.cargo):
        if load.on_ground and len(hands_at(pos, unit, load)) >= porters_wanted(pos):
            return number
    return None


def _stowage(pos: YangtzePosition, unit: Unit) -> tuple[int, Unit] | None:
    """The load that a unit could put aboard, and the carrier of its side that takes it."""
    teams = Counter(pos.carrier(f) for f in at_liberty(pos, pos.alive(unit)) if pos.fate[f] == ABOARD)
    able = [carrier for carrier, hands in teams.items() if hands >= porters_wanted(pos)]
    held = [at for at, load in enumerate(pos.cargo) if load.carrier in able and not load.away]
    carried = [at for at in carried_by(pos, unit) if at_liberty(pos, pos.cargo[at].bearers) == [*pos.cargo[at].bearers]]
    for number in (*carried, *held):
        carrier = _takes(pos, unit, pos.cargo[number])
        if carrier is not None:
            return number, carrier
    return None


def _takes(pos: YangtzePosition, unit: Unit, load: Load) -> Unit | None:
    """The carrier beside a load that could take it; one that can still go somewhere before one that cannot (R80)."""
    near: list[Unit] = []
    for carrier in pos.book.carriers:
        if carrier == load.carrier or pos.owner[carrier] != pos.owner[unit] or not pos.is_body(carrier):
            continue
        if not pos.book.units[carrier].seats or pos.damage[carrier] & WRECK:
            continue  # R80: what has no room for passengers has none for a load; a wreck is abandoned (12.2)
        if load.carrier is not None:
            beside = alongside(pos, load.carrier, carrier)
        else:
            beside = any(pos.hull_gap(figure, carrier) <= pos.book.alongside for figure in load.bearers)
        if beside:
            near.append(carrier)
    return min(near, key=lambda carrier: (immobile(pos, carrier) is not None, carrier), default=None)


# --- the end of the turn --------------------------------------------------------------------------


def finish_works(pos: YangtzePosition) -> None:
    """What was worked at for the whole turn is done, if those who did it were left alone."""
    for task in TASKS:
        units = [job.unit for job in pos.works if job.task == task and pos.in_play(job.unit)]
        if task in (CLEAR, UNLOAD):
            FINISH_TOGETHER[task](pos, at_liberty(pos, (f for unit in units for f in pos.standing[unit])))
        else:
            for unit in units:
                FINISH[task](pos, unit)


def take_off(pos: YangtzePosition, workers: list[Figure]) -> None:
    """Four figures beside an unguarded carrier take its load off and set it down there."""
    wanted = int(pos.book.charts["works"]["unload"])
    for number, load in enumerate(pos.cargo):
        if load.carrier is None or load.away or pos.crew(load.carrier):
            continue
        for side in range(2):
            hands = [
                f
                for f in workers
                if pos.owner[pos.book.figures[f].unit] == side and pos.hull_gap(f, load.carrier) <= pos.book.contact_gap
            ]
            if len(hands) >= wanted:
                x, y = pos.x[hands[0]], pos.y[hands[0]]
                pos.show(hands)
                pos.tell("S17.6", "event.load_taken", unit=load.carrier, what=load.name)
                set_load(pos, number, Load(load.name, None, x, y, side))
                break


def lift(pos: YangtzePosition, unit: Unit) -> None:
    number = _liftable(pos, unit)
    if number is not None:
        load = pos.cargo[number]
        team = tuple(hands_at(pos, unit, load)[: porters_wanted(pos)])
        pos.reveal(unit, "S6.7")
        pos.tell("S17.6", "event.load_lifted", unit=unit, what=load.name)
        set_load(pos, number, load._replace(side=pos.owner[unit], bearers=team))


def stow(pos: YangtzePosition, unit: Unit) -> None:
    stowage = _stowage(pos, unit)
    if stowage is not None:
        number, carrier = stowage
        load = pos.cargo[number]
        pos.tell("S17.6", "event.load_stowed", unit=unit, unit2=carrier, what=load.name)
        set_load(pos, number, load._replace(carrier=carrier, side=pos.owner[unit], bearers=()))


def drop(pos: YangtzePosition, unit: Unit) -> None:
    for number in carried_by(pos, unit):
        set_load(pos, number, dropped(pos, pos.cargo[number]))


FINISH: Final = {LIFT: lift, STOW: stow, DROP: drop}
FINISH_TOGETHER: Final = {CLEAR: clear_barricades, UNLOAD: take_off}
