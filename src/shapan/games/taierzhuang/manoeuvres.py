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
from .position import TaierzhuangPosition
from .stacking import room

FACES: Final = range(1, 7)
SQUAD: Final = 3
"""So many units slip through together: enough to hold what lies behind, few enough to be spared."""
ONCE: Final = 3.0
"""What it is worth to keep the Concentration for later: each side has it only once."""


def infiltrations(pos: TaierzhuangPosition, side: int) -> list[Advice]:
    """12.6: through a contested area into the empty ground behind it, if the chance and the prize are good enough."""
    book = pos.book
    if not book.option["infiltration"]:
        return []
    worths = estimate.worths(pos, side)
    advice = []
    for area in range(book.area_count):
        if not contested(pos, area):
            continue
        for here, units in _squads(pos, side, area):
            squad = mask_of(units)
            chance = sum(slips(pos, side, squad, area, face) for face in FACES) / len(FACES)
            left = pos.allowance(squad) - slip_cost(pos, squad, area)
            prizes = [
                marches.gain(pos, side, squad, (here, area, there), worths)
                for there in bits(way_out(pos, side, squad, area, left))
            ]
            worth = chance * max(prizes, default=0.0) - price_of(pos, side) * len(units)
            if worth > marches.LEAST:
                params = {"area": area, "count": len(units), "chance": f"{chance:.0%}"}
                advice.append(Advice(Infiltrate(area, units), worth, "reason.infiltrate", params))
    return advice


def _squads(pos: TaierzhuangPosition, side: int, area: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """From each place around a contested area: one good unit, or a squad of them."""
    for here in range(pos.book.place_count):
        ready = pos.ready_in(side, here)
        if not ready or not pos.book.moves[side][here] >> area & 1:
            continue
        ranked = sorted(bits(ready & ~pos.book.tanks), key=lambda unit: -pos.book.cf[unit])
        for number in {1, SQUAD}:
            units = tuple(ranked[:number])
            if len(units) == number and infiltrate_refusal(pos, side, area, units) is None:
                yield here, units


def slip(pos: TaierzhuangPosition) -> list[Advice]:
    """12.6: out of the contested area again, to where it is worth most."""
    now = march(pos)
    worths = estimate.worths(pos, now.side)
    return [
        Advice(
            Go((there,)),
            marches.gain(pos, now.side, now.group, (now.here, there), worths),
            "reason.march",
            marches.params(pos, now.side, there, now.group),
        )
        for there in bits(way_out(pos, now.side, now.group, now.here, now.left))
    ]


def infiltrating(pos: TaierzhuangPosition) -> list[Advice]:
    """The squad was chosen when the action began."""
    return [Advice(Resolve(), 1.0, "reason.resolve_slip", {"area": pos.frame[3]})]


# --- 12.7 Concentration -----------------------------------------------------------------------------


def concentrations(pos: TaierzhuangPosition, side: int) -> list[Advice]:
    """12.7: several areas into one, when together they gain clearly more than the best of them alone."""
    if pos.concentration != side:
        return []
    best: dict[int, dict[int, marches.MarchPlan]] = {}
    for plan in marches.marches(pos, side):
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


def gathering(pos: TaierzhuangPosition) -> list[Advice]:
    """12.7: one group after the other, as long as another gains something."""
    side, goal, used, moved, _ = pos.frame
    advice = [
        Advice(
            Gather(tuple(bits(plan.units))),
            plan.worth,
            "reason.concentrate",
            {"area": goal, "count": plan.units.bit_count()},
        )
        for plan in marches.marches(pos, side, used, moved)
        if plan.there == goal
    ]
    return [*advice, Advice(Resolve(), 0.0, "reason.hold")]
