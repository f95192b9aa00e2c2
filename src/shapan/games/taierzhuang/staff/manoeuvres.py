"""The marches of the optional rules as a staff officer prospects them: 12.6 Infiltration, 12.7 Concentration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.areas import bits, mask_of
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Resolve

from ..actions import Concentrate, Gather, Infiltrate
from ..concentration import Gathering, Grouping
from ..infiltration import Infiltrating, contested, infiltrate_refusal, slip_cost, slips
from ..position import TaierzhuangPosition
from ..stacking import room
from . import march
from .picture import price_of
from .temper import Temper

FACES: Final = range(1, 7)
SQUAD: Final = 3
"""How many units slip through together: enough to hold what lies behind, few enough to be spared."""
ONCE: Final = 3.0
"""What it is worth to keep the Concentration for later: each side has it only once."""


def infiltrations(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """12.6: through a contested area into the empty ground behind it, if the chance and the prize are good enough."""
    book = pos.book
    if not book.switches["infiltration"]:
        return []
    survey = march.Survey(pos, temper, side)
    advice = []
    for area in range(book.area_count):
        if not contested(pos, area):
            continue
        for here, units in _squads(pos, side, area):
            squad = mask_of(units)
            chance = sum(slips(pos, side, squad, area, face) for face in FACES) / len(FACES)
            left = pos.allowance(squad) - slip_cost(pos, squad, area)
            prizes = [
                survey.gain(squad, (here, *path)) + march.noose(pos, side, path)
                for path in march.ways_through(pos, side, squad, area, left)
            ]
            worth = chance * max(prizes, default=0.0) - price_of(pos, temper, side) * len(units)
            if worth > temper.least:
                params = {"area": area, "count": len(units), "chance": f"{chance:.0%}"}
                advice.append(Advice(Infiltrate(area, units), worth, "reason.infiltrate", params))
    return advice


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


def infiltrating(pos: TaierzhuangPosition, at: Infiltrating, temper: Temper) -> list[Advice]:
    """The squad was chosen when the action began."""
    return [Advice(Resolve(), 1.0, "reason.resolve_slip", {"area": at.area})]


# --- 12.7 Concentration -----------------------------------------------------------------------------


def concentrations(pos: TaierzhuangPosition, temper: Temper, side: int) -> list[Advice]:
    """12.7: several areas into one, when together they gain clearly more than the best of them alone."""
    if pos.concentration != side:
        return []
    best: dict[int, dict[int, march.MarchProspect]] = {}
    for prospect in march.marches(pos, temper, side):
        senders = best.setdefault(prospect.there, {})
        if prospect.here not in senders or prospect.worth > senders[prospect.here].worth:
            senders[prospect.here] = prospect
    advice = []
    for there, senders in best.items():
        prospects = sorted(senders.values(), key=lambda prospect: -prospect.worth)
        free, taken = room(pos, side, there), []
        for prospect in prospects:
            if prospect.worth > 0 and prospect.units.bit_count() <= free:
                free -= prospect.units.bit_count()
                taken.append(prospect)
        more = sum(prospect.worth for prospect in taken[1:])
        if len(taken) >= pos.book.concentration_areas and more > ONCE:
            count = sum(prospect.units.bit_count() for prospect in taken)
            params = {"area": there, "count": count}
            advice.append(Advice(Concentrate(there), taken[0].worth + more - ONCE, "reason.concentrate", params))
    return advice


def gathering(pos: TaierzhuangPosition, at: Gathering, temper: Temper) -> list[Advice]:
    """12.7: one group after the other, as long as another gains something."""
    advice = [
        Advice(
            Gather(tuple(bits(prospect.units))),
            prospect.worth,
            "reason.concentrate",
            {"area": at.goal, "count": prospect.units.bit_count()},
        )
        for prospect in march.marches(pos, temper, at.side, at.used, at.moved)
        if prospect.there == at.goal
    ]
    return [*advice, Advice(Resolve(), 0.0, "reason.hold")]


def grouping(_pos: TaierzhuangPosition, _at: Grouping, _temper: Temper) -> list[Advice]:
    """12.7: whoever gains by it has been named at once."""
    return [Advice(Resolve(), 0.0, "reason.hold")]
