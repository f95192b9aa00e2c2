"""The marches of the optional rules as a staff officer plans them: 12.6 Infiltration, 12.7 Concentration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.areas import bits, mask_of
from shapan.kernel.doctrine import Advice

from . import estimate, marches
from .actions import Concentrate, Gather, Go, Infiltrate, Resolve
from .attacks import price_of
from .frames import march
from .infiltration import contested, infiltrate_refusal, slip_cost, slips, way_out
from .lifeline import Way
from .position import TaierzhuangPosition, other
from .retreats import destinations
from .stacking import room
from .temper import Temper
from .ways import entry_cost, reach

FACES: Final = range(1, 7)
SQUAD: Final = 3
"""So many units slip through together: enough to hold what lies behind, few enough to be spared."""
NOOSE: Final = 0.7
"""What it is worth, for each enemy unit, to close its only way of retreat."""
ONCE: Final = 3.0
"""What it is worth to keep the Concentration for later: each side has it only once."""


def infiltrations(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """12.6: through a contested area into the empty ground behind it, if the chance and the prize are good enough."""
    book = pos.book
    if not book.option["infiltration"]:
        return []
    worths = estimate.worths(pos, temper, side)
    advice = []
    for area in range(book.area_count):
        if not contested(pos, area):
            continue
        for here, units in _squads(pos, side, area):
            squad = mask_of(units)
            chance = sum(slips(pos, side, squad, area, face) for face in FACES) / len(FACES)
            left = pos.allowance(squad) - slip_cost(pos, squad, area)
            prizes = [
                marches.gain(pos, temper, side, squad, (here, *path), worths) + _noose(pos, side, path)
                for path in _ways(pos, side, squad, area, left)
            ]
            worth = chance * max(prizes, default=0.0) - price_of(pos, temper, side) * len(units)
            if worth > temper.least:
                params = {"area": area, "count": len(units), "chance": f"{chance:.0%}"}
                advice.append(Advice(Infiltrate(area, units), worth, "reason.infiltrate", params))
    return advice


def _ways(pos: TaierzhuangPosition, side: int, squad: int, area: int, left: int) -> Iterator[Way]:
    """12.6: out of the contested area into vacant ground, and from there on as far as the movement points go."""
    for there in bits(way_out(pos, side, squad, area, left)):
        yield area, there
        after = left - entry_cost(pos, side, squad, there)
        for path in reach(pos, side, squad, there, after).values():
            if path[-1] != area:
                yield area, *path


def _noose(pos: TaierzhuangPosition, side: int, path: Way) -> float:
    """8.0: who stands on the last way of retreat out of the contested area dooms those whom friends there can hit."""
    area, there = path[0], path[-1]
    closed = pos.ready_in(side, area) and destinations(pos, other(side), area) == [there]
    return NOOSE * pos.strength(other(side), area) if closed else 0.0


def _squads(pos: TaierzhuangPosition, side: int, area: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """From each place around a contested area: one good unit, a squad, half of those who may go, or all of them."""
    for here in range(pos.book.place_count):
        ready = pos.ready_in(side, here)
        if not ready or not pos.book.moves[side][here] >> area & 1:
            continue
        ranked = sorted(bits(ready & ~pos.book.tanks), key=lambda unit: -pos.book.cf[unit])
        most = min(len(ranked), room(pos, side, area))
        for number in {1, SQUAD, (most + 1) // 2, most}:
            units = tuple(ranked[:number])
            if 0 < number <= most and infiltrate_refusal(pos, side, area, units) is None:
                yield here, units


def slip(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """12.6: out of the contested area again, to where it is worth most."""
    now = march(pos)
    worths = estimate.worths(pos, temper, now.side)
    return [
        Advice(
            Go(path),
            marches.gain(pos, temper, now.side, now.group, path, worths) + _noose(pos, now.side, path),
            "reason.march",
            marches.params(pos, now.side, path[-1], now.group),
        )
        for path in _ways(pos, now.side, now.group, now.here, now.left)
    ]


def infiltrating(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """The squad was chosen when the action began."""
    return [Advice(Resolve(), 1.0, "reason.resolve_slip", {"area": pos.frame[3]})]


# --- 12.7 Concentration -----------------------------------------------------------------------------


def concentrations(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """12.7: several areas into one, when together they gain clearly more than the best of them alone."""
    if pos.concentration != side:
        return []
    best: dict[int, dict[int, marches.MarchPlan]] = {}
    for plan in marches.marches(pos, temper, side):
        senders = best.setdefault(plan.there, {})
        if plan.here not in senders or plan.worth > senders[plan.here].worth:
            senders[plan.here] = plan
    advice = []
    for there, senders in best.items():
        plans = sorted(senders.values(), key=lambda plan: -plan.worth)
        free, taken = room(pos, side, there), []
        for plan in plans:
            if plan.worth > 0 and plan.units.bit_count() <= free:
                free -= plan.units.bit_count()
                taken.append(plan)
        more = sum(plan.worth for plan in taken[1:])
        if len(taken) >= pos.book.concentration_areas and more > ONCE:
            count = sum(plan.units.bit_count() for plan in taken)
            params = {"area": there, "count": count}
            advice.append(Advice(Concentrate(there), taken[0].worth + more - ONCE, "reason.concentrate", params))
    return advice


def gathering(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """12.7: one group after the other, as long as another gains something."""
    side, goal, used, moved, _ = pos.frame
    advice = [
        Advice(
            Gather(tuple(bits(plan.units))),
            plan.worth,
            "reason.concentrate",
            {"area": goal, "count": plan.units.bit_count()},
        )
        for plan in marches.marches(pos, temper, side, used, moved)
        if plan.there == goal
    ]
    return [*advice, Advice(Resolve(), 0.0, "reason.hold")]
