"""The Japanese staff: clear the ground next to Shanghai by turn 8, then march on the cities, fighting where it pays.

Divisions move together, to where they attack at good odds or come nearer to the city that they have been given. Naval
infantry guards Shanghai; the 10th Army lands where it helps most (4.1, 4.3, 8.4.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.doctrine import Advice
from shapan.mechanics.odds import odds_position

from .actions import FIGHT, PLANS, Move, Overrun, Pass, Plan
from .overrun import last_hexes, overrunnable
from .position import CampaignPosition
from .sequence import operation
from .sides import CHINESE, JAPANESE
from .stacking import legal
from .staff_battle import VICTORY, markers_at, opportunity, overrun_worth
from .staff_guard import guard_wanted, threat_to_shanghai
from .staff_picture import Picture

PROGRESS: Final = (0.16, 0.3)
"""What a half point nearer to the goal is worth, while Shanghai is contested and when time runs out."""
ASSUMED: Final = 2
"""So many markers are reckoned with before an attack."""
BREAK: Final = 0.6
"""The chance to break through that an overrun must have."""

AGAIN: Final = 0.5
"""What a second fight brings of what the first did."""
LATER: Final = 0.6
"""What contact is worth that is used on the next turn only."""
ASHORE: Final = 0.08
"""What it is worth to each factor that lands to be able to move at once (8.4)."""
TOGETHER: Final = 0.4
"""What it is worth to stand with another unit of one's formation."""

RING: Final = 2.5
CITY: Final = 2.0
OUTPOST: Final = 0.2
"""How much more or less an attack counts next to Shanghai, on a city, on a lone garrison."""
WATCH: Final = 0.35
"""What each factor is worth that a hex next to Shanghai still misses."""

LAST_CHANCE: Final = 20.0
"""What it costs to end the last turn before turn 8 with a move."""
CITY_GAIN: Final = 30.0
"""What it is worth to walk into a city."""

Group = tuple[int, int, tuple[int, ...]]
"""Units of one formation in one hex: (hex, formation, units)."""


# --- 5.3 the plan -----------------------------------------------------------------------------------


def plan(pos: CampaignPosition) -> list[Advice]:
    """Fight where the army stands in contact, move where it does not."""
    picture = Picture(pos, JAPANESE)
    fight = opportunity(picture, pos.present & pos.book.mobile[JAPANESE])
    pool = pos.present & pos.book.mobile[JAPANESE]
    reach = pos.front(JAPANESE).field.reach_all({pos.place[unit] for unit in bits(pool)}, pos.book.movement_factor)
    closing, progress = _gains(picture, pool, {unit: reach[pos.place[unit]] for unit in bits(pool)})
    landing = sum(pos.factor(unit) for unit in pos.waiting(JAPANESE))
    last = pos.turn >= pos.book.turns
    scores = {
        "fight-fight": (1 + AGAIN) * fight + _clearing(picture),
        "move-fight": 0.95 * fight + closing + (0.0 if last else progress),
        "fight-move": fight + (0.0 if last else LATER * closing + 0.9 * progress + ASHORE * landing),
        "move-move": 0.0 if last else 1.7 * progress,
    }
    if pos.turn + 1 == pos.book.adjacent_wins_from and pos.occupied[CHINESE] & picture.ground.ring:
        # 4.1: whoever is still next to Shanghai after the last attack of this turn wins.
        scores["fight-move"] -= LAST_CHANCE
        scores["move-move"] -= LAST_CHANCE
    if any(mask & pos.book.terrain.japanese_goal & ~pos.japanese_held for mask in reach.values()):
        scores["move-fight"] += CITY_GAIN
        scores["move-move"] += CITY_GAIN
    params = {"gain": f"{fight:.1f}"}
    return [Advice(Plan(order), scores[order], f"reason.{_why(order)}", params) for order in PLANS]


def _clearing(picture: Picture) -> float:
    """4.1: on the last turn before Shanghai's neighbours decide the game, two attacks on each are better than one."""
    pos = picture.pos
    if pos.turn + 1 != pos.book.adjacent_wins_from:
        return 0.0
    targets = bits(pos.occupied[CHINESE] & picture.ground.ring)
    ready = all(promise(picture, target, picture.pressure(target)) > 1.0 for target in targets)
    return 6.0 * len(targets) if ready else 0.0


def _gains(picture: Picture, pool: int, reach: dict[int, Mask]) -> tuple[float, float]:
    """What a move phase would bring: attacks that become possible, and ground."""
    army = groups(picture, pool & ~picture.pos.book.naval_infantry)
    goal_of = assignments(picture)
    progress = 0.0
    closing: dict[int, float] = {}
    for group in army:
        goal = goal_of[group[2][0]]
        stand = Stand(picture, group, goal, True)
        best = max(_candidates(picture, group, reach[group[2][0]], goal), key=stand, default=group[0])
        if stand(best) > stand(group[0]):
            gain, target = stand.aim(best)
            closing[target] = max(closing.get(target, 0.0), gain - stand.attack(group[0]))
            progress += hurry(picture.pos) * max(0, goal.get(group[0], 199) - goal.get(best, 199))
    return sum(closing.values()), progress


def _why(order: str) -> str:
    return {"fight-fight": "press", "move-fight": "close", "fight-move": "follow_up", "move-move": "pursue"}[order]


# --- what the army is for ---------------------------------------------------------------------------


def groups(picture: Picture, pool: int) -> list[Group]:
    """Units that can move, by hex and formation."""
    book, place = picture.pos.book, picture.pos.place
    found: dict[tuple[int, int], list[int]] = {}
    for unit in bits(pool):
        found.setdefault((place[unit], book.formation[unit]), []).append(unit)
    return [(here, formation, tuple(units)) for (here, formation), units in found.items()]


def assignments(picture: Picture) -> dict[int, dict[int, int]]:
    """For each unit the march map that it follows: Shanghai's neighbours first, then the cities by their needs.

    The whole army is shared out, whoever has moved already included, so that the shares stay the same during a phase.
    """
    pos, ground = picture.pos, picture.ground
    pool = pos.present & pos.book.mobile[JAPANESE] & ~pos.book.naval_infantry
    army = groups(picture, pool)
    ring = pos.occupied[CHINESE] & ground.ring
    key = pos.book.key_hex
    if ring and pos.turn < pos.book.adjacent_wins_from:
        goals = bits(ring)
        maps = {goal: ground.march[goal] for goal in goals}
        quota = {goal: 1.0 + picture.strength(goal) / 8 for goal in goals}
    else:
        goals = [goal for goal in ground.goals if not pos.japanese_held >> goal & 1]
        maps = {goal: ground.march[goal] for goal in goals} | {key: ground.to_key}
        quota = {goal: 1.0 + _defenders(picture, goal, 3) / 8 for goal in goals}
        quota[key] = threat_to_shanghai(picture) / 6
    force = {group: sum(picture.factors[unit] for unit in group[2]) for group in army}
    share = sum(force.values()) / max(sum(quota.values()), 1.0)
    left = {goal: share * weight for goal, weight in quota.items()}
    pairs = sorted(
        ((maps[goal].get(group[0], 199), goal, group) for goal in maps for group in army),
        key=lambda pair: (pair[0], pair[1], pair[2][2]),
    )
    chosen: dict[int, dict[int, int]] = {}
    for _, goal, group in pairs:
        if group[2][0] not in chosen and left[goal] > 0:
            chosen.update(dict.fromkeys(group[2], maps[goal]))
            left[goal] -= force[group]
    rest = maps[goals[-1] if goals else key]
    return {unit: chosen.get(unit, rest) for unit in bits(pool)}


def _defenders(picture: Picture, goal: int, within: int) -> float:
    distance = picture.pos.book.grid.distance
    return sum(picture.strength(here) for here in picture.stacks[CHINESE] if distance(here, goal) <= within)


# --- 9.0 movement -----------------------------------------------------------------------------------


def move(pos: CampaignPosition) -> list[Advice]:
    """A city that lies open, the guard of Shanghai, overruns, then every division to its place."""
    picture = Picture(pos, JAPANESE)
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
    """4.1: from turn 8 on no Chinese unit may come next to Shanghai: the holes are filled by whoever is least missed."""
    pos = picture.pos
    book = pos.book
    if pos.turn + 1 < book.adjacent_wins_from:
        return
    held = picture.stacks[JAPANESE]
    for here in bits(picture.ground.ring & ~pos.occupied[CHINESE]):
        missing = guard_wanted(picture, here) - (picture.strength(here) if here in held else 0.0)
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
    left = sum(picture.factors[mate] for mate in picture.stacks[JAPANESE][here] if mate != unit)
    return left < guard_wanted(picture, here)


def _besieged(picture: Picture) -> bool:
    return bool(picture.ground.ring & picture.pos.occupied[CHINESE])


def marches(picture: Picture, pool: int, reach: dict[int, Mask]) -> list[Advice]:
    """The move that gains most for a whole group; its units follow one after the other."""
    pos = picture.pos
    army = groups(picture, pool & ~pos.book.naval_infantry)
    goal_of = assignments(picture)
    fighting = _fights_next(pos)
    advice = []
    for group in army:
        here, _, units = group
        free = [unit for unit in units if not needed_here(picture, unit)]
        if not free:
            continue
        score = Stand(picture, group, goal_of[group[2][0]], fighting)
        stay = score(here)
        best = max(_candidates(picture, group, reach[free[0]], goal_of[group[2][0]]), key=score, default=None)
        if best is None:
            continue
        gain = score(best) - stay
        if gain > 0.15:
            params = {"hex": pos.book.grid.name(best)}
            reason = "reason.position" if score.attack(best) > 0.3 else "reason.march"
            advice.append(Advice(Move(free[0], (best,)), gain, reason, params))
    return advice


def _fights_next(pos: CampaignPosition) -> bool:
    """Does a fight follow before the Chinese can answer? Otherwise contact is worth less."""
    first = pos.SEQUENCE.phases[pos.phase].number == "II.A"
    return first and operation(pos, 1) == FIGHT


def _candidates(picture: Picture, group: Group, mask: Mask, goal: dict[int, int]) -> list[int]:
    """Hexes next to the enemy, and the few that are nearest to the goal, in which the group finds room."""
    pos = picture.pos
    contact = mask & pos.front(JAPANESE).adjacent
    rest = sorted(bits(mask & ~contact), key=lambda here: goal.get(here, 199))[:8]
    room = [here for here in (*bits(contact), *rest) if has_room(picture, here, group)]
    return room


def has_room(picture: Picture, here: int, group: Group) -> bool:
    """6.2: would the whole group fit?"""
    mates = [unit for unit in picture.stacks[JAPANESE].get(here, ()) if unit not in group[2]]
    extra: list[int] = []
    book = picture.pos.book
    if book.terrain.cities >> here & 1 and not mates:
        extra = picture.pos.pool()[:1]
    return legal(picture.pos, JAPANESE, [*mates, *group[2], *extra])


def hurry(pos: CampaignPosition) -> float:
    """What ground is worth now."""
    return PROGRESS[pos.turn >= pos.book.adjacent_wins_from]


class Stand:
    """How good it is for a group to stand in a hex: nearer to its goal, attacking at good odds, not exposed."""

    def __init__(self, picture: Picture, group: Group, goal: dict[int, int], fighting: bool) -> None:
        self.picture, self.goal, self.fighting = picture, goal, fighting
        self.hurry = hurry(picture.pos)
        self.here, self.formation, self.units = group
        self.force = sum(picture.factors[unit] for unit in group[2])
        self._seen: dict[int, float] = {}

    def __call__(self, here: int) -> float:
        found = self._seen.get(here)
        if found is None:
            found = -self.hurry * self.goal.get(here, 199) + (1.0 if self.fighting else 0.6) * self.attack(here)
            found += TOGETHER * self._comrades(here) - self._exposure(here)
            if self.picture.ground.ring >> here & 1:
                found += self._watch(here)
            self._seen[here] = found
        return found

    def attack(self, here: int) -> float:
        """The attack to which the group would add most."""
        return self.aim(here)[0]

    def aim(self, here: int) -> tuple[float, int]:
        """That attack's gain and its target."""
        picture = self.picture
        enemies = picture.pos.occupied[CHINESE] & picture.pos.book.terrain.steps[here]
        if not enemies:
            return 0.0, -1
        return max((self._adds(here, target), target) for target in bits(enemies))

    def _adds(self, here: int, target: int) -> float:
        picture = self.picture
        terrain = picture.pos.book.terrain
        whole = terrain.shares.whole
        already = picture.pressure(target)
        if terrain.steps[self.here] >> target & 1:
            already -= self.force * terrain.share(self.here, target) / whole
        total = already + self.force * terrain.share(here, target) / whole
        return importance(picture, target) * (promise(picture, target, total) - promise(picture, target, already))

    def _comrades(self, here: int) -> int:
        formation = self.picture.pos.book.formation
        mates = self.picture.stacks[JAPANESE].get(here, ())
        return sum(1 for unit in mates if formation[unit] == self.formation and unit not in self.units)

    def _watch(self, here: int) -> float:
        """4.1: what the group adds to the guard of a hex next to Shanghai."""
        picture = self.picture
        mates = picture.stacks[JAPANESE].get(here, ())
        already = sum(picture.factors[unit] for unit in mates if unit not in self.units)
        return WATCH * max(0.0, min(self.force, guard_wanted(picture, here) - already))

    def _exposure(self, here: int) -> float:
        """Chinese factors next to the hex beyond what the stack can stand."""
        picture = self.picture
        enemies = picture.pos.occupied[CHINESE] & picture.pos.book.terrain.steps[here]
        if not enemies:
            return 0.0
        foe = sum(picture.strength(there) for there in bits(enemies))
        mates = sum(picture.factors[u] for u in picture.stacks[JAPANESE].get(here, ()) if u not in self.units)
        return 0.15 * max(0.0, foe - 2.0 * (self.force + mates))


def importance(picture: Picture, target: int) -> float:
    """What is attacked first: Shanghai's neighbours and those beside them, cities, whatever bars the road."""
    pos = picture.pos
    book = pos.book
    if picture.ground.ring >> target & 1 and pos.turn < book.adjacent_wins_from:
        return RING
    if book.terrain.japanese_goal >> target & 1:
        return CITY if pos.turn >= book.adjacent_wins_from else 1.0
    if all(book.static >> unit & 1 for unit in picture.stacks[CHINESE][target]):
        return OUTPOST
    return 1.0


def promise(picture: Picture, target: int, attack: float) -> float:
    """What an attack with so many factors would be worth."""
    if attack < 1:
        return 0.0
    book = picture.pos.book
    column = odds_position(int(attack), picture.defence(target)) + book.terrain.shift[CHINESE][target]
    column += min(ASSUMED, markers_at(picture.pos, JAPANESE, FIGHT, target))
    results = picture.ground.results[book.crt.clamped(column)]
    gain = sum(taken - 0.6 * paid for paid, taken in results) / len(results)
    return max(0.0, gain)


# --- 9.6 overruns -----------------------------------------------------------------------------------


def overruns(picture: Picture, pool: int) -> Iterator[Advice]:
    """Lone divisions in the open are run down when that is nearly certain and the way leads there anyhow."""
    pos = picture.pos
    weak = [here for here in bits(overrunnable(pos)) if picture.endurance(here) <= 2.0]
    if not weak:
        return
    field, points = pos.front(JAPANESE).field, pos.book.movement_factor
    army = groups(picture, pool & ~pos.book.naval_infantry)
    goal_of = assignments(picture)
    for group in army:
        here, _, units = group
        if any(needed_here(picture, unit) for unit in units):
            continue
        stand = Stand(picture, group, goal_of[group[2][0]], _fights_next(pos))
        close = pos.book.grid.spread(field.reach(here, points) | 1 << here)
        for target in weak:
            if close >> target & 1 and has_room(picture, target, group):
                yield from _overrun(picture, here, target, list(units), stand(target) - stand(here))


def _overrun(picture: Picture, here: int, target: int, units: list[int], ground: float) -> Iterator[Advice]:
    pos = picture.pos
    field, points = pos.front(JAPANESE).field, pos.book.movement_factor
    for _, last in last_hexes(pos, field, here, target, points)[:1]:
        worth, clear, column = overrun_worth(picture, last, target, units)
        if clear >= BREAK and worth + ground > 0.3:
            params = {"hex": pos.book.grid.name(target), "odds": pos.book.crt.heading(column), "chance": f"{clear:.0%}"}
            yield Advice(Overrun(units[0], (target,)), worth + ground, "reason.overrun", params)


