"""The Japanese staff: clear the ground next to Shanghai by turn 8, then march on the cities, fighting where it pays.

Divisions move together, to where they attack at good odds or come nearer to the city that they have been given. Naval
infantry guards Shanghai; the 10th Army lands where it helps most (4.1, 4.3, 8.4.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Move, Pass

from ..actions import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, MOVE_MOVE, PLANS, Overrun, Plan
from ..move_phase import outset_of
from ..overrun import approaches, overrunnable, way
from ..position import CampaignPosition
from ..sequence import fights_next
from ..sides import CHINESE, JAPANESE
from ..stacking import legal
from .ground import NEVER
from .guard import shortage
from .odds import opportunity, prospects
from .overrun import insists, weigh_overrun
from .picture import Picture
from .stand import Detachment, Stand, assignments, detachments, has_room, hurry, promise, sweeping
from .temper import Temper

LAST_CHANCE: Final = 20.0
"""What it costs to end the last turn before turn 8 with a move."""
CITY_GAIN: Final = 30.0
"""What it is worth to walk into a city."""
LONE: Final = 2.0
"""Steps of what is run down in passing."""

# --- 5.3 the plan -----------------------------------------------------------------------------------


def plan(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """Fight where the army stands in contact, move where it does not."""
    picture = Picture(pos, JAPANESE, temper)
    fight = opportunity(picture, pos.present & pos.book.mobile[JAPANESE])
    pool = pos.present & pos.book.mobile[JAPANESE]
    reach = pos.front(JAPANESE).field.reach_all({pos.place[unit] for unit in bits(pool)}, pos.book.movement_factor)
    closing, progress = _gains(picture, pool, {unit: reach[pos.place[unit]] for unit in bits(pool)})
    landing = sum(pos.factor(unit) for unit in pos.waiting(JAPANESE))
    last = pos.turn >= pos.book.turns
    scores = {
        FIGHT_FIGHT: (1 + temper.again[pos.turn >= pos.book.adjacent_wins_from and not last]) * fight
        + _clearing(picture),
        MOVE_FIGHT: temper.close * fight + closing + (0.0 if last else progress),
        FIGHT_MOVE: fight + (0.0 if last else temper.later * closing + 0.9 * progress + temper.ashore * landing),
        MOVE_MOVE: 0.0 if last else temper.pursuit * progress,
    }
    if pos.turn + 1 == pos.book.adjacent_wins_from and pos.occupied[CHINESE] & picture.ground.ring:
        # 4.1: whoever is still next to Shanghai after the last attack of this turn wins.
        scores[FIGHT_MOVE] -= LAST_CHANCE * (1.0 - _swept(picture))
        scores[MOVE_MOVE] -= LAST_CHANCE
    scores[FIGHT_FIGHT] -= _unguarded(picture)
    if any(mask & pos.book.terrain.japanese_goal & ~pos.japanese_held for mask in reach.values()):
        scores[MOVE_FIGHT] += CITY_GAIN
        scores[MOVE_MOVE] += CITY_GAIN
    params = {"gain": f"{fight:.1f}"}
    reasons = {order: f"reason.{_why(order)}" for order in PLANS}
    if _charging(picture):
        scores[MOVE_MOVE] += max(scores.values()) + LAST_CHANCE
        reasons[MOVE_MOVE] = "reason.charge"
    return [Advice(Plan(order), scores[order], reasons[order], params) for order in PLANS]


def _charging(picture: Picture) -> bool:
    """4.1, 4.2, 9.6: while it counts who is left next to Shanghai, a stack on the move attacks more often than in two
    fights."""
    pos = picture.pos
    if not any(insists(picture, here) for here in bits(pos.occupied[CHINESE] & picture.ground.ring)):
        return False
    return sweeping(picture) or pos.turn + 1 == pos.book.adjacent_wins_from


def _clearing(picture: Picture) -> float:
    """4.1: on the last turn before Shanghai's neighbours decide the game, two attacks on each are better than one."""
    pos = picture.pos
    if pos.turn + 1 != pos.book.adjacent_wins_from and not sweeping(picture):
        return 0.0
    targets = bits(pos.occupied[CHINESE] & picture.ground.ring)
    ready = all(promise(picture, target, picture.pressure(target)) > 1.0 for target in targets)
    return 6.0 * len(targets) if ready else 0.0


def _unguarded(picture: Picture) -> float:
    """4.1: what two fights would leave open next to Shanghai when turn 8 comes, as far as this officer cares."""
    pos, vigil = picture.pos, picture.temper.vigil
    if not vigil or pos.turn + 1 < pos.book.adjacent_wins_from:
        return 0.0
    hexes = picture.ground.ring & ~pos.occupied[CHINESE]
    holes = (hexes & ~pos.occupied[JAPANESE]).bit_count()
    return LAST_CHANCE * holes + vigil * sum(max(0.0, shortage(picture, here)) for here in bits(hexes))


def _swept(picture: Picture) -> float:
    """The chance that one round of attacks empties every hex next to Shanghai."""
    pos = picture.pos
    found = {each.target: each.clear for each in prospects(picture, pos.present & pos.book.mobile[JAPANESE])}
    chance = 1.0
    for target in bits(pos.occupied[CHINESE] & picture.ground.ring):
        chance *= found.get(target, 0.0)
    return chance


def _gains(picture: Picture, pool: int, reach: dict[int, Mask]) -> tuple[float, float]:
    """What a move phase would bring: attacks that become possible, and ground."""
    army = detachments(picture, pool & ~picture.pos.book.naval_infantry)
    goal_of = assignments(picture)
    progress = 0.0
    closing: dict[int, float] = {}
    for detachment in army:
        here, first = detachment.hex, detachment.units[0]
        goal = goal_of[first]
        stand = Stand(picture, detachment, goal, True)
        best = max(_candidates(picture, detachment, reach[first], goal), key=stand, default=here)
        if stand(best) > stand(here):
            aim = stand.aim(best)
            closing[aim.target] = max(closing.get(aim.target, 0.0), aim.gain - stand.attack(here))
            progress += hurry(picture) * max(0, goal.get(here, NEVER) - goal.get(best, NEVER))
    return sum(closing.values()), progress


def _why(order: str) -> str:
    return {FIGHT_FIGHT: "press", MOVE_FIGHT: "close", FIGHT_MOVE: "follow_up", MOVE_MOVE: "pursue"}[order]


# --- 9.0 movement -----------------------------------------------------------------------------------


def move(pos: CampaignPosition, temper: Temper) -> list[Advice]:
    """A city that lies open, the guard of Shanghai, overruns, then every division to its place."""
    picture = Picture(pos, JAPANESE, temper)
    pool = pos.present & pos.book.mobile[JAPANESE] & ~pos.acted
    if not pool:
        return [Advice(Pass(), 0.0, "reason.done")]
    reach = pos.reach_of(JAPANESE)
    advice = [*open_cities(pos, reach), *guard(picture, reach)]
    if not advice:
        advice = [*overruns(picture, pool), *marches(picture, pool, reach)]
    return [*advice, Advice(Pass(), 0.0, "reason.done")]


def open_cities(pos: CampaignPosition, reach: dict[int, Mask]) -> Iterator[Advice]:
    """4.3: a city without defenders is entered."""
    wanted = pos.book.terrain.japanese_goal & ~pos.japanese_held
    for unit, mask in reach.items():
        for there in bits(mask & wanted):
            yield Advice(Move(unit, (there,)), 60.0, "reason.take_city", {"hex": pos.book.grid.name(there)})


def guard(picture: Picture, reach: dict[int, Mask]) -> Iterator[Advice]:
    """4.1: from turn 8 on no Chinese unit may come next to Shanghai: whoever is least missed stands guard."""
    pos = picture.pos
    book = pos.book
    if pos.turn + 1 < book.adjacent_wins_from:
        return
    held = picture.stacks[JAPANESE]
    for here in bits(picture.ground.ring & ~pos.occupied[CHINESE]):
        missing = shortage(picture, here)
        if missing <= 0.5:
            continue
        able = [
            unit
            for unit, mask in reach.items()
            if mask >> here & 1 and not needed_here(picture, unit) and legal(pos, JAPANESE, [*held.get(here, ()), unit])
        ]
        if able:
            unit = min(able, key=lambda unit: _missed(picture, unit, here, missing))
            yield Advice(Move(unit, (here,)), 50.0 + missing, "reason.guard", {"hex": book.grid.name(here)})


def _missed(picture: Picture, unit: int, here: int, missing: float) -> tuple[float, int]:
    """Who is missed least: naval infantry, then whoever is near and just strong enough."""
    pos = picture.pos
    naval = pos.book.naval_infantry >> unit & 1
    away = pos.book.grid.distance(pos.place[unit], here)
    return abs(picture.factors[unit] - min(missing, 4.0)) + 0.3 * away - 3.0 * naval, unit


def needed_here(picture: Picture, unit: int) -> bool:
    """4.1: Shanghai and the hexes next to it keep what holds them; naval infantry leaves the city only to guard."""
    pos = picture.pos
    book = pos.book
    here = pos.place[unit]
    if not book.key_area >> here & 1:
        return False
    if here == book.key_hex:
        return bool(book.naval_infantry >> unit & 1) and _besieged(picture) and pos.turn + 1 < book.adjacent_wins_from
    return shortage(picture, here, unit) > 0


def _besieged(picture: Picture) -> bool:
    return bool(picture.ground.ring & picture.pos.occupied[CHINESE])


def marches(picture: Picture, pool: int, reach: dict[int, Mask]) -> list[Advice]:
    """The move that gains most for a whole detachment; its units follow one after the other."""
    pos = picture.pos
    army = detachments(picture, pool & ~pos.book.naval_infantry)
    goal_of = assignments(picture)
    fighting = fights_next(pos)
    advice = []
    for detachment in army:
        here, units = detachment.hex, detachment.units
        free = [unit for unit in units if not needed_here(picture, unit)]
        if not free:
            continue
        goal = goal_of[units[0]]
        score = Stand(picture, detachment, goal, fighting)
        stay = score(here)
        best = max(_candidates(picture, detachment, reach[free[0]], goal), key=score, default=None)
        if best is None:
            continue
        gain = score(best) - stay
        if gain > 0.15:
            params = {"hex": pos.book.grid.name(best)}
            reason = "reason.position" if score.attack(best) > 0.3 else "reason.march"
            advice.append(Advice(Move(free[0], (best,)), gain, reason, params))
    return advice


def _candidates(picture: Picture, detachment: Detachment, mask: Mask, goal: dict[int, int]) -> list[int]:
    """Hexes next to the enemy, and the few that are nearest to the goal, in which the detachment finds room."""
    pos = picture.pos
    contact = mask & pos.front(JAPANESE).adjacent
    rest = sorted(bits(mask & ~contact), key=lambda here: goal.get(here, NEVER))[:8]
    room = [here for here in (*bits(contact), *rest) if has_room(picture, here, detachment)]
    return room


# --- 9.6 overruns -----------------------------------------------------------------------------------


def overruns(picture: Picture, pool: int) -> Iterator[Advice]:
    """Lone divisions in the open are run down when that is nearly certain and the way leads there anyhow; next to
    Shanghai some officers try whatever stands there."""
    pos = picture.pos
    weak = [here for here in bits(overrunnable(pos)) if picture.endurance(here) <= LONE or insists(picture, here)]
    if not weak:
        return
    field, points = pos.front(JAPANESE).field, pos.book.movement_factor
    army = detachments(picture, pool & ~pos.book.naval_infantry)
    goal_of = assignments(picture)
    for detachment in army:
        here, units = detachment.hex, detachment.units
        if any(needed_here(picture, unit) for unit in units):
            continue
        stand = Stand(picture, detachment, goal_of[detachment.units[0]], fights_next(pos))
        close = pos.book.grid.spread(field.reach(here, points) | 1 << here)
        for target in weak:
            if close >> target & 1 and has_room(picture, target, detachment):
                yield from by_every_approach(picture, target, list(units), stand(target) - stand(here))


def by_every_approach(picture: Picture, target: int, units: list[int], ground: float) -> Iterator[Advice]:
    """Every approach that differs in odds or points; the first of them is meant when only the target is named."""
    pos = picture.pos
    outset = outset_of(pos, units[0])
    for number, (spent, last) in enumerate(approaches(pos, outset, target)):
        attempt = weigh_overrun(picture, last, target, units, outset.points - spent)
        if attempt.enough and attempt.worth + ground > 0.3:
            path = way(pos, outset, last, target) if number else (target,)
            yield Advice(
                Overrun(units[0], path), attempt.worth + ground, attempt.reason, attempt.told(pos.book, target)
            )
