"""S14 Vessels: alongside what is to be boarded, to the shore where riders have work, else still and firing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.table import (
    Pt,
    ahead,
)
from shapan.kernel.staff import Advice

from ...actions import CHARGE, HALT, MOVE, Card, Charge, Land
from ...movement.charge import charge_refusal
from ...position import ABOARD
from ...vessels.crews import immobile
from ...vessels.grappling import alongside
from ...vessels.riders import landing_ways
from ...who import Unit
from .. import odds
from ..errands import wrecked
from ..notebook import noted
from ..picture import Picture
from ..places import FAR, STRIDE, raster_of
from .steering import aboard, landing_place, quarry, sailings, walk_home, work_ashore

SHORT: Final = 1500
"""A landing so much worse than the best is taken rather than another turn at sea."""


# --- landing -----------------------------------------------------------------------------------------------


def landing(pic: Picture, rider: Unit) -> tuple[int, Pt] | None:
    """The best point to land now from a carrier that lies still: what the way to the work costs, and the point; none if
    another bank is much better."""
    return noted(pic.notes, ("landing", rider), _landing, pic, rider)


def _landing(pic: Picture, rider: Unit) -> tuple[int, Pt] | None:
    pos = pic.pos
    carrier = pos.riding(rider)
    assert carrier is not None
    most = pic.pos.allowance(rider, MOVE)[1]
    men = [f for f in pos.alive(rider) if pos.fate[f] == ABOARD and pos.aboard[f] == carrier]
    worst = FAR - 1
    if pic.book.units[carrier].kind == "vessel":
        best = landing_place(pic, carrier, rider)
        worst = min(worst, best[0] + SHORT) if best else worst
    found = sorted((walk_home(pic, rider, point), point) for point in _beside(pic, rider, carrier))
    for spent, point in found[:5]:
        if spent > worst:
            break
        if 4 * len(landing_ways(pos, rider, carrier, point, most)) >= 3 * len(men):
            return spent, point
    return None


def _beside(pic: Picture, rider: Unit, carrier: Unit) -> Iterator[Pt]:
    """Points round a hull, near and as far as riders can walk."""
    spec = pic.book.units[carrier]
    x, y, heading = pic.pos.at[carrier]
    radius = pic.book.units[rider].radius
    for out in (pic.book.alongside + radius, 1200):
        for turn in range(0, 360, 30):
            half = spec.size[0] // 2 if turn in (0, 180) else spec.size[1] // 2
            for along in (0,) if turn in (0, 180) else (-spec.size[0] // 3, 0, spec.size[0] // 3):
                base = ahead(x, y, heading, along)
                point = ahead(*base, heading + turn, half + out)
                if pic.book.table.on_table(*point, radius) and _dry(pic, rider, point):
                    yield point


def _dry(pic: Picture, rider: Unit, point: Pt) -> bool:
    return bool(raster_of(pic.pos, rider).steps(raster_of(pic.pos, rider).square(*point)))


def wants_to_land(pic: Picture, rider: Unit) -> bool:
    """Is this bank good enough?"""
    if pic.book.units[rider].kind == "civilian" or not work_ashore(pic, rider):
        return False
    return landing(pic, rider) is not None


# --- cards and plans --------------------------------------------------------------------------------------------


def card(pic: Picture, unit: Unit, allowed: list[str]) -> list[Advice]:
    """A vessel: MOVE while there is somewhere to go and nobody wants to get off."""
    pos = pic.pos
    advice = [Advice(Card(unit, HALT), 0.05, "reason.lie_still", {"unit": unit})]
    if MOVE in allowed and wants_to_sail(pic, unit):
        for entry in sailings(pic, unit)[:1]:
            advice.append(Advice(Card(unit, MOVE), entry.score, entry.reason, entry.params))
    return [entry for entry in advice if pos.refusal(entry.action) is None]


def wants_to_sail(pic: Picture, unit: Unit) -> bool:
    pos = pic.pos
    if immobile(pos, unit):
        return False
    target = quarry(pic, unit)
    if target is not None:
        return not alongside(pos, unit, target)
    if any(load.carrier == unit for load in pos.cargo):
        return True
    guns = any(pic.book.weapons[pic.book.mounts[m].weapon].roll == "round" for m in pic.book.guns[unit])
    riders = [rider for rider in aboard(pos, unit) if pic.book.units[rider].kind != "civilian"]
    return bool(riders) and not guns and not any(wants_to_land(pic, rider) for rider in riders)


def rider_card(pic: Picture, unit: Unit, allowed: list[str]) -> list[Advice]:
    """Riders board, land, or stay and fire."""
    pos = pic.pos
    carrier = pos.riding(unit)
    assert carrier is not None
    advice = [Advice(Card(unit, HALT), 0.1, "reason.stay_aboard", {"unit": unit})]
    if pic.book.units[carrier].kind == "vessel":
        target = quarry(pic, carrier)
        if target is not None and CHARGE in allowed and pic.book.units[unit].kind == "foot":
            close = alongside(pos, carrier, target) or any(
                e.reason == "reason.alongside" for e in sailings(pic, carrier)
            )
            if close and charge_refusal(pos, unit, target) is None:
                gain = boarding(pic, unit, target)
                params = {"unit": unit, "unit2": target, "gain": f"{gain:+.1f}"}
                advice.append(Advice(Card(unit, CHARGE), gain, "reason.board", params))
        elif MOVE in allowed and pos.card[carrier] in (HALT, "") and wants_to_land(pic, unit):
            advice.append(Advice(Card(unit, MOVE), 1.0, "reason.land", {"unit": unit}))
    elif MOVE in allowed and (wrecked(pos, carrier) or station(pic, unit, carrier)):
        advice.append(Advice(Card(unit, MOVE), 1.0, "reason.land", {"unit": unit}))
    return advice


def station(pic: Picture, unit: Unit, carrier: Unit) -> bool:
    """Does a train or lorry without a load stand near its riders' work?"""
    if pic.book.units[carrier].cargo or not work_ashore(pic, unit):
        return False
    return walk_home(pic, unit, pic.pos.at[carrier][:2]) <= 4 * STRIDE


def boarding(pic: Picture, unit: Unit, target: Unit) -> float:
    """S14.6: what a fight for a vessel promises: its people, its load, the vessel."""
    pos, book = pic.pos, pic.book
    riders = [u for u in pos.units_of(pic.side) if pos.riding(u) is not None and pos.card[u] in (CHARGE, "")]
    men = sum(len(pos.alive(u)) for u in riders)
    foes = pos.crew(target)
    fight = odds.melee(max(men, len(pos.alive(unit))), max(1, len(foes)))
    mine, theirs = pic.value(book.units[unit]), pic.rates[pic.side] + 0.1
    prize = 2.0 if men > len(foes) else 0.5
    return fight.given * theirs - fight.taken * mine + prize


def plan(pic: Picture, unit: Unit) -> list[Advice]:
    """How a vessel or its riders carry out their card."""
    pos = pic.pos
    carrier = pos.riding(unit)
    if carrier is None:
        found = sailings(pic, unit)
    elif pos.card[unit] == CHARGE:
        target = quarry(pic, carrier)
        found = []
        if target is not None:
            params = {"unit": unit, "unit2": target, "gain": f"{boarding(pic, unit, target):+.1f}"}
            found = [Advice(Charge(unit, target), 1.0, "reason.board", params)]
    else:
        spot = landing(pic, unit)
        found = [Advice(Land(unit, spot[1]), 1.0, "reason.land", {"unit": unit})] if spot else []
    legal = [entry for entry in found if pos.refusal(entry.action) is None]
    if legal:
        return legal
    groups = [group for group in pos.options().groups if group.head[:1] == (unit,) and len(group)]
    return [Advice(action, 0.0, "reason.any") for group in groups for action in group]
