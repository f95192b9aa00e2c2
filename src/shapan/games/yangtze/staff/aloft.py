"""10.0 Aircraft: where to fly, what to attack, and what to do about the enemy's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.table import Pt, ahead, bearing, in_polygon, length, near_segment, strip
from shapan.kernel.staff import Advice

from ..actions import MOVE, Banish, Bomb, Flak, Fly, Ready, Strafe
from ..air.anti_air import AntiAir, Banishing, flak_pairs, flak_shooter
from ..air.flight import Leg, attack_of, attack_refusal, flights, fly_refusal, legs
from ..fire.artillery import lowers_cover
from ..fire.cover import effective
from ..fire.scores import chart, ladder
from ..fire.shooters import arm_of
from ..orders.planned import Flying
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Unit
from . import odds
from .gunnery import burst
from .picture import Picture
from .temper import Temper
from .worths import price

AHEAD: Final = 1500
"""How far before its targets an aircraft opens fire."""
BESIDE: Final = 120 * SCALE
"""Whoever is farther from its course is safe from an aircraft."""
LOOKED_AT: Final = 5
"""So many flights are judged closely."""
LEAST: Final = 0.02


def flight(pic: Picture, unit: Unit) -> list[Advice]:
    """A flight that ends in the best attack; if there is none, one that turns towards the enemy."""
    pos = pic.pos
    start = pos.at[unit][:2]
    routes = [route for route in over_foes(pic, unit) if fly_refusal(pos, unit, route) is None]
    routes += flights(pos, unit)
    routes.sort(key=lambda route: -_crossed(pic, Leg(*start, *route[0])))
    found = []
    for route in routes[:LOOKED_AT]:
        worth = max((w for w, _ in attacks(pos, unit, [Leg(*start, *route[0])], pic)), default=0.0)
        near = min((foe.away(*route[-1]) for foe in pic.fighting), default=0)
        found.append(Advice(Fly(unit, route), worth - near / 200_000, "reason.fly", {"unit": unit}))
    return found


def _crossed(pic: Picture, leg: Leg) -> float:
    """About how much a flight passes over; where it ends near the enemy counts a little."""
    wide = BESIDE * BESIDE
    near = min((foe.away(leg.bx, leg.by) for foe in pic.fighting), default=0)
    crowds = ((foe, near_segment(foe.x, foe.y, leg)) for foe in pic.fighting)
    return sum(foe.clump * foe.worth * (1 - off / wide) for foe, off in crowds if off < wide) - near / 200_000


def over_foes(pic: Picture, unit: Unit) -> Iterator[tuple[Pt, ...]]:
    """Straight over each enemy, and a little beyond."""
    pos = pic.pos
    x, y, _ = pos.at[unit]
    low, high = pic.pos.allowance(unit, MOVE)
    for foe in pic.fighting:
        far = foe.away(x, y)
        if far and far <= high:
            point = ahead(x, y, bearing(foe.x - x, foe.y - y), min(high, max(low, far + AHEAD)))
            if pic.book.table.on_table(*point):
                yield (point,)


def attack(pos: YangtzePosition, unit: Unit) -> list[Advice]:
    """The attack of an aircraft whose flight is planned; empty when nothing is worth it or one is announced."""
    if attack_of(pos, unit) or not isinstance(pos.plan[unit], Flying):
        return []
    pic = Picture(pos, pos.owner[unit])
    found = []
    for worth, action in attacks(pos, unit, legs(pos, unit), pic):
        if worth > LEAST and attack_refusal(pos, unit, type(action), action.point) is None:
            reason = "reason.bomb" if isinstance(action, Bomb) else "reason.strafe"
            found.append(Advice(action, worth, reason, {"unit": unit, "gain": f"{worth:.2f}"}))
    return sorted(found, key=lambda entry: -entry.score)[:3]


def attacks(pos: YangtzePosition, unit: Unit, ways: list[Leg], pic: Picture) -> Iterator[tuple[float, Bomb | Strafe]]:
    """The attacks that a flight allows, with what they promise."""
    for leg in ways:
        whole = length(*leg)
        for foe in pic.fighting:
            along = length(leg.ax, leg.ay, foe.x, foe.y)
            off = near_segment(foe.x, foe.y, leg)
            if pos.bombs[unit] > 0 and along <= whole and off <= (60 * SCALE) ** 2:
                point = leg.point(along)
                yield bomb(pos, unit, point, leg.course), Bomb(unit, point)
            start = max(0, along - AHEAD)
            if start <= whole and off <= BESIDE * BESIDE:
                point = leg.point(start)
                yield strafe(pos, unit, point, leg.course), Strafe(unit, point)


def bomb(pos: YangtzePosition, unit: Unit, point: Pt, course: int) -> float:
    book = pos.book
    arm = book.weapons["bomb_large" if book.switches["large_bombs"] else "bomb"]
    score = chart(pos, book.units[unit].grade, True)
    hit = odds.chance_to_hit(score)
    source = ahead(*point, course + 180, arm.zone)
    return hit * burst(pos, unit, point, source, arm.zone, score, lowers_cover(pos, "bomb"))


def strafe(pos: YangtzePosition, unit: Unit, point: Pt, course: int) -> float:
    book = pos.book
    long, wide = (int(side) * SCALE for side in book.charts["beaten_zone"]["strafe"])
    bases = [(f, pos.x[f], pos.y[f], book.figures[f].radius) for figures in pos.standing for f in figures]
    score = ladder(chart(pos, book.units[unit].grade, True), int(book.charts["to_hit_mod"]["moving_fire"]))
    total = 0.0
    for figure in in_polygon(strip(point, course, long, wide), bases):
        owner = book.figures[figure].unit
        if pos.hidden >> owner & 1 and pos.owner[owner] != pos.owner[unit]:
            continue
        gain = odds.effect(book, score, effective(pos, figure, point)) * price(pos, figure)
        total += -1.5 * gain if pos.owner[owner] == pos.owner[unit] else gain
    return total


# --- 10.3 anti-aircraft fire -----------------------------------------------------------------------------


def flak(pos: YangtzePosition, at: AntiAir, _: Temper) -> list[Advice]:
    """Heavy machine guns fire at aircraft; lighter ones have better things to do."""
    found = [Advice(Ready(), 0.0, "reason.ready")]
    for piece, aircraft in flak_pairs(pos, at):
        bonus = arm_of(pos, flak_shooter(pos, piece)).anti_air_bonus
        need = int(pos.book.charts["air"]["aa_score"]) - bonus
        if bonus:
            params = {"piece": piece, "unit2": aircraft, "odds": f"{100 * odds.TWO[need]:.0f} %"}
            found.append(Advice(Flak(piece, aircraft), odds.TWO[need], "reason.flak", params))
    return found


def banish(pos: YangtzePosition, at: Banishing, _: Temper) -> list[Advice]:
    """As far as possible from our own people, with the longest way back."""
    table = pos.book.table
    x, y = pos.at[at.aircraft][:2]
    mine = [(pos.x[f], pos.y[f]) for u in pos.units_of(at.side) for f in pos.standing[u][:1]]
    found = []
    for point in ((x, 0), (x, table.height), (0, y), (table.width, y)):
        near = min((length(*point, *man) for man in mine), default=0)
        found.append(Advice(Banish(at.aircraft, point), near / 10_000, "reason.banish", {"unit": at.aircraft}))
    return found
