"""What the staff sees of the ground: distances, the line of supply, and what places and units are worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from shapan.ground.areas import bits, mask_of

from ..book import TaierzhuangBook
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE
from .temper import Temper

FAR: Final = 12
CALL: Final = 2
"""From so many steps away a Chinese unit gets into the town in one march."""
LINK: Final = 3
"""How many units in an area of the supply line are safe from guerrillas."""


class Worth(msgspec.Struct, frozen=True):
    """What units in a place are worth to a side: each one, the first of a garrison, and the very first."""

    each: float = 0.0
    guard: float = 0.0
    need: int = 0
    first: float = 0.0

    def of(self, count: int) -> float:
        need = self.need
        value = self.each * count + self.guard * (count if count < need else need)
        return value + self.first if count else value


# --- the map ----------------------------------------------------------------------------------------

_steps: dict[tuple[int, int, int], tuple[int, ...]] = {}


def steps_to(book: TaierzhuangBook, side: int, goals: int) -> tuple[int, ...]:
    """How many steps a side needs from each place to the nearest of the goals; worked out once for each set."""
    key = (id(book), side, goals)
    if key not in _steps:
        if len(_steps) > 256:
            _steps.clear()
        _steps[key] = _spread(book, side, goals)
    return _steps[key]


def _spread(book: TaierzhuangBook, side: int, goals: int) -> tuple[int, ...]:
    found = [FAR] * book.place_count
    reached, steps = goals, 0
    while reached:
        for place in bits(reached):
            found[place] = steps
        steps += 1
        reached = sum(
            1 << place
            for place in range(book.place_count)
            if found[place] == FAR and any(found[to] < FAR for to in book.ways[side][place])
        )
    return tuple(found)


class Bridge(NamedTuple):
    """11.0: where alone the Japanese can cross the canal."""

    north: int
    south: int


@lru_cache(8)
def bridge(book: TaierzhuangBook) -> Bridge:
    """The areas at its ends."""
    south = book.victory_south
    ends = [(here, to) for to in bits(south) for here in book.ways[JAPANESE][to] if not south >> here & 1]
    return Bridge(mask_of([here for here, _ in ends]), mask_of([to for _, to in ends]))


@lru_cache(1 << 10)
def supply_line(book: TaierzhuangBook, held: int, foe: int, goals: int) -> int:
    """The areas of the shortest way from the Japanese zones to a goal, if possible where Japanese units stand."""
    cost = dict.fromkeys(bits(book.supply_sources), 0.0)
    back: dict[int, int] = {}
    todo = set(cost)
    while todo:
        here = min(todo, key=lambda area: (cost[area], area))
        todo.discard(here)
        if goals >> here & 1:
            return _trail(back, here)
        for there in book.ways[JAPANESE][here]:
            price = cost[here] + (1.0 if held >> there & 1 else 1.4) + (0.5 if foe >> there & 1 else 0.0)
            if price < cost.get(there, FAR):
                cost[there], back[there] = price, here
                todo.add(there)
    return 0


def _trail(back: dict[int, int], here: int) -> int:
    line = 1 << here
    while here in back:
        here = back[here]
        line |= 1 << here
    return line


# --- what places are worth --------------------------------------------------------------------------


class Scene(NamedTuple):
    """Whatever of a position decides what places are worth: from one to the next it seldom changes."""

    book: TaierzhuangBook
    turn: int
    control: tuple[int, int]
    held: tuple[int, int]
    """The areas that each side occupies."""


def goals_of_japan(scene: Scene) -> int:
    """10.0: the town first; once it is taken, the areas south of the canal."""
    book, taken = scene.book, scene.control[JAPANESE]
    return book.victory_town & ~taken or book.victory_south & ~taken or book.victory_town


def worths(pos: TaierzhuangPosition, temper: Temper, side: int) -> tuple[Worth, ...]:
    """What units of a side are worth in each place."""
    held = (pos.occupied(JAPANESE), pos.occupied(CHINESE))
    return surveyed(Scene(pos.book, pos.turn, pos.control, held), temper, side)


@lru_cache(1 << 10)
def surveyed(scene: Scene, temper: Temper, side: int) -> tuple[Worth, ...]:
    """The same for everybody who finds the same scene before him."""
    return tuple(_japanese(scene, temper) if side == JAPANESE else _chinese(scene, temper))


def _japanese(scene: Scene, temper: Temper) -> list[Worth]:
    book = scene.book
    goals = goals_of_japan(scene)
    steps = steps_to(book, JAPANESE, goals)
    line = supply_line(book, *scene.held, goals) | supply_line(book, *scene.held, book.victory_town)
    taken = book.victory_town & scene.control[JAPANESE]
    last = scene.turn >= book.turns
    muster = bridge(book).north if temper.muster and goals & book.victory_south else 0
    found = []
    for place in range(book.place_count):
        each = max(temper.pull - temper.slope * steps[place], 0.1)
        if taken >> place & 1:
            found.append(Worth(each, temper.hold, 9 if last else temper.held, 4.0))
        elif book.victory_south >> place & 1:
            found.append(Worth(each, temper.south, LINK, temper.foothold))
        elif muster >> place & 1:
            found.append(Worth(each, temper.muster, book.limit, temper.linked))
        elif line >> place & 1 and book.areas >> place & 1:
            found.append(Worth(each, temper.link, LINK, temper.linked))
        else:
            found.append(Worth(each))
    return found


def _chinese(scene: Scene, temper: Temper) -> list[Worth]:
    book = scene.book
    if scene.turn >= book.turns:
        return _denying(scene, temper)
    victory = book.victory_town | book.victory_south
    taken = (victory & scene.control[JAPANESE]).bit_count()
    alarm = 1.0 + max(taken - 2, 0)
    to_town = steps_to(book, CHINESE, book.victory_town)
    threat = steps_to(book, JAPANESE, scene.held[JAPANESE] or book.supply_sources)
    late = scene.turn >= book.turns - temper.released
    scattered = scene.held[CHINESE].bit_count() >= temper.dispersed
    gate = bridge(book).south
    found = []
    for place in range(book.place_count):
        held = scene.control[JAPANESE] >> place & 1
        if book.victory_town >> place & 1 and held and not late and taken < temper.alarming:
            # There is time: who trickles into a lost town only feeds it.
            found.append(Worth(0.3, temper.retake, 10, 1.0))
        elif book.victory_town >> place & 1:
            found.append(Worth(0.3, temper.town, 10 if threat[place] <= 2 else 8, temper.bastion * alarm))
        elif book.victory_south >> place & 1:
            near = to_town[place] == 1
            need = temper.bridgehead if near else 2 if threat[place] <= 2 else 1
            each = temper.bridge if near else 1.0
            if gate >> place & 1:
                each, need = temper.gate, max(need, temper.gatekeepers)
            found.append(Worth(0.2, each, need, temper.bank * alarm))
        elif book.zones[CHINESE] >> place & 1:
            waits = to_town[place] <= CALL and not late
            found.append(Worth(0.05, temper.sanctuary if waits else 0.0, temper.reserve))
        elif to_town[place] == 1:
            found.append(Worth(0.2, temper.approach, 3))
        else:
            refuge = 0.0 if scattered or threat[place] < temper.away else temper.refuge
            found.append(Worth(max(0.3 - 0.05 * to_town[place], 0.0), 0.5, 1, refuge))
    return found


def _denying(scene: Scene, temper: Temper) -> list[Worth]:
    """10.0: on the last turn one unit in the town and one south of the canal deny both; more are better held back."""
    book, held, foe = scene.book, scene.held[CHINESE], scene.held[JAPANESE]
    each, guard = (0.0, 0.0) if temper.one_by_one else (0.3, 1.0)
    found = []
    for place in range(book.place_count):
        group = next((areas for areas in (book.victory_town, book.victory_south) if areas >> place & 1), 0)
        # Of a group in which the Japanese still lack two areas they cannot make a victory with one march.
        safe = temper.one_by_one and (group & ~foe).bit_count() > 1
        if not group or safe:
            found.append(Worth())
        elif held >> place & 1:
            found.append(Worth(each, guard, 10, temper.denied))
        else:
            found.append(Worth(0.1 + temper.flood, 0.0, 0, 0.5 if group & held else temper.denied))
    return found


def stake(pos: TaierzhuangPosition, temper: Temper, area: int) -> float:
    """How much a Damage Point counts in an area."""
    book = pos.book
    if book.victory_town >> area & 1:
        return temper.stakes[0] if pos.turn < book.turns else 3.0
    return temper.stakes[1] if book.victory_south >> area & 1 else 1.0


def callers(pos: TaierzhuangPosition, side: int, area: int) -> int:
    """10.0: how many Ready units of China in an area can still deny the town on the last turn."""
    book = pos.book
    if side != JAPANESE or pos.turn < book.turns or book.victory_town >> area & 1:
        return 0
    return pos.ready_in(CHINESE, area).bit_count() if steps_to(book, CHINESE, book.victory_town)[area] <= CALL else 0


# --- what units are worth ----------------------------------------------------------------------------


def price_of(pos: TaierzhuangPosition, temper: Temper, side: int) -> float:
    """What it costs to use a unit."""
    if pos.eager >> side & 1:
        return 0.0
    return temper.spared if pos.turn >= pos.book.turns else temper.flipped


def soldier(pos: TaierzhuangPosition, unit: int) -> float:
    """What a unit is worth among its own."""
    return soldiers(pos.book)[unit]


@lru_cache(8)
def soldiers(book: TaierzhuangBook) -> tuple[float, ...]:
    """The same for every unit."""
    return tuple(cf + 0.3 * df for cf, df in zip(book.cf, book.ready_df, strict=True))
