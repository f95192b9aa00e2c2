"""What a side knows of the table, gathered once for a decision: troops, their weapons, and who can see whom."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple, TypeAlias, TypeVar

from shapan.ground.table import OUTDOORS, Eye, Tabletop, near_segment, sees
from shapan.ground.table.geometry import crosses
from shapan.mechanics.sides import other

from ..actions import FORCED, HALT
from ..book import YangtzeBook
from ..command import commanded
from ..fire.cover import RANK
from ..fire.sighting import closed_room, point_sees
from ..position import ABOARD, YangtzePosition
from ..specs import SCALE, UnitSpec, Weapon
from ..who import Figure, Unit
from . import odds
from .notebook import noted, page

SNAP: Final = 400
"""Sight between places is judged between the corners of a net of 40 mm, so that answers can be kept."""
KEPT: Final = 400_000
SURVEYS: Final = 24
"""How many tables are remembered: those of all scenarios, and some that players have made."""
USE: Final = 0.015
"""Victory points that one point of a unit's price is good for in a whole game."""


Arms: TypeAlias = tuple[tuple[Weapon, int], ...]
"""Weapons, and how many there are of each."""
K = TypeVar("K")
V = TypeVar("V")


class Survey:
    """What has been found out about a table and never changes: sight, ground and cover between places."""

    def __init__(self) -> None:
        self.sights: dict[tuple[int, ...], bool] = {}
        self.grounds: dict[tuple[int, int], str] = {}
        self.banks: dict[tuple[int, ...], str] = {}
        self.squares: dict[tuple[Hashable, ...], frozenset[int]] = {}


@lru_cache(SURVEYS)
def _survey(_table: Tabletop) -> Survey:
    return Survey()


def survey(book: YangtzeBook) -> Survey:
    """The survey of a table; a memory of the ground, not of the game."""
    return _survey(book.table)


def _room(memory: dict[K, V]) -> None:
    if len(memory) >= KEPT:
        memory.clear()


class Troop(NamedTuple):
    """A unit on the table as its enemy or its own staff sees it."""

    unit: Unit
    spec: UnitSpec
    men: tuple[Figure, ...]
    """Its standing figures; for a vehicle or vessel its people."""
    x: int
    y: int
    arms: Arms
    """How many of each weapon it can fire."""
    worth: float
    """What one of its figures is worth to its side, in victory points."""
    clump: int
    """How many of its figures stand within a light machine gun's zone about the middle one."""
    indoors: int
    forced: bool
    ready: int = 0
    """How many of its figures are in command and not pinned: those who could charge."""

    @property
    def body(self) -> bool:
        return self.spec.carrier

    def away(self, x: int, y: int) -> int:
        return isqrt((self.x - x) ** 2 + (self.y - y) ** 2)


class Muster(NamedTuple):
    """Everybody whom a side knows of."""

    mine: list[Troop]
    foes: list[Troop]
    by_unit: dict[Unit, Troop]
    fighting: list[Troop]


class Picture:
    """The table through the eyes of one side. Hidden enemies are not in it."""

    def __init__(self, pos: YangtzePosition, side: int) -> None:
        self.notes = page(pos, side)
        # What is noted on the page looks at the table again later, when the game itself may have gone on.
        self.pos, self.book, self.side = pos.copy(), pos.book, side
        self.left = pos.book.turns - pos.turn + 1
        self.rates = kill_rates(pos.book)
        self.mine, self.foes, self.by_unit, self.fighting = noted(self.notes, ("troops",), self._muster)

    def _muster(self) -> Muster:
        pos = self.pos
        mine = [t for u in pos.units_of(self.side) if (t := self.troop(u))]
        foes = [t for u in pos.units_of(other(self.side)) if not pos.hidden >> u & 1 and (t := self.troop(u))]
        fighting = [t for t in foes if t.spec.kind not in ("civilian", "aircraft")]
        return Muster(mine, foes, {troop.unit: troop for troop in (*mine, *foes)}, fighting)

    def troop(self, unit: Unit) -> Troop | None:
        pos, book = self.pos, self.book
        spec = book.units[unit]
        if spec.aircraft:
            return None
        if spec.carrier:
            men = tuple(pos.crew(unit))
            x, y, _ = pos.at[unit]
            return Troop(unit, spec, men, x, y, self.mounts(unit), self.value(spec), 1, OUTDOORS, False)
        men = pos.standing[unit]
        if not men:
            return None
        count = len(men)
        cx, cy = sum(pos.x[f] for f in men) // count, sum(pos.y[f] for f in men) // count
        middle = min(men, key=lambda f: (pos.x[f] - cx) ** 2 + (pos.y[f] - cy) ** 2)
        x, y = pos.x[middle], pos.y[middle]
        reach = (book.weapons["lmg"].zone + spec.radius) ** 2
        clump = sum(1 for f in men if (pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2 <= reach)
        forced = pos.card[unit] in FORCED or pos.forced[unit] in FORCED
        led = tuple(commanded(pos, unit))
        ready = sum(1 for f in led if not pos.pinned >> f & 1)
        return Troop(
            unit,
            spec,
            men,
            x,
            y,
            self.arms(unit, led),
            self.value(spec),
            clump,
            closed_room(pos, middle),
            forced,
            ready,
        )

    def arms(self, unit: Unit, men: tuple[Figure, ...]) -> tuple[tuple[Weapon, int], ...]:
        book, spec = self.book, self.book.units[unit]
        if self.pos.asleep >> unit & 1 or not men:
            return ()
        if spec.kind in ("mg", "gun"):
            return ((book.weapons[book.figures[book.men[unit][0]].weapon], 1),)
        counts: dict[str, int] = {}
        for figure in men:
            name = book.figures[figure].weapon
            counts[name] = counts.get(name, 0) + 1
        found = [(book.weapons[name], count) for name, count in counts.items()]
        return tuple((arm, count) for arm, count in found if arm.roll != "none")

    def mounts(self, unit: Unit) -> tuple[tuple[Weapon, int], ...]:
        """A carrier's weapons and those of its riders."""
        pos, book = self.pos, self.book
        found = [(book.weapons[book.mounts[m].weapon], 1) for m in book.guns[unit]]
        counts: dict[str, int] = {}
        for figure in pos.crew(unit):
            if book.figures[figure].unit != unit:
                name = book.figures[figure].weapon
                counts[name] = counts.get(name, 0) + 1
        found += [(book.weapons[name], n) for name, n in counts.items() if book.weapons[name].roll != "none"]
        return tuple(found)

    def value(self, spec: UnitSpec) -> float:
        """What one figure is worth: what the enemy scores for it, and its use in the turns that are left."""
        rate = 0.0 if spec.kind == "civilian" else self.rates[other(spec.side)]
        return rate + use_of(self.book, spec) * (self.left - 0.5) / self.book.turns

    # --- sight and ground -------------------------------------------------------------------------

    def clear(self, x: int, y: int, foe: Troop) -> bool:
        """Can somebody at (x, y) see, and be seen by, the middle of this troop?"""
        pos = self.pos
        if self.book.dark:
            limit = self.book.dark["sight"] * SCALE
            if (foe.x - x) ** 2 + (foe.y - y) ** 2 > limit * limit:
                return False
        if foe.indoors != OUTDOORS:
            return point_sees(pos, x, y, foe.men[0]) or point_sees(pos, x, y, foe.men[-1])
        return open_line(pos, x, y, foe.x, foe.y)

    def ground(self, x: int, y: int) -> str:
        """The cover of a place in itself."""
        return ground_at(self.book, x, y)

    def screened(self, x: int, y: int, ex: int, ey: int) -> str:
        """The cover of a place against an enemy there: the ground, or a wall or hedge just before it."""
        best = self.ground(x, y)
        if RANK[best] >= RANK["hard"]:
            return best
        line = bank(self.book, x, y, ex, ey)
        return line if RANK[line] > RANK[best] else best

    def ladder(self, spec: UnitSpec, card: str, ground: str) -> str:
        """8.2: what a card makes of the cover."""
        careful = spec.grade in ("A", "B") or bool(self.book.switches["c_class_takes_cover"])
        if card in (HALT, "SKIRMISH", ""):
            row = "AB_HALT_SKIRMISH" if careful else "C_HALT_SKIRMISH"
        elif card == "COWER":
            row = "COWER" if careful else "C_HALT_SKIRMISH"
        else:
            row = card
        return self.book.ladder[row]["bare" if ground == "none" else ground]

    # --- fire ----------------------------------------------------------------------------------------

    def volley(self, spec: UnitSpec, arms: Arms, far: int, card: str, cover: str, clump: int, men: int) -> float:
        """The figures that a group can be expected to put out of action at this range."""
        total = 0.0
        for arm, count in arms:
            if far > arm.reach or (arm.least and far <= arm.least) or (arm.roll == "round" and card != HALT):
                continue
            score = odds.score_of(self.book, spec, arm, far <= arm.short, card)
            each = odds.effect(self.book, score, cover)
            if arm.roll == "figure":
                total += count * each
            elif arm.roll == "zone":
                reached = clump * (arm.zone / self.book.weapons["lmg"].zone) ** 1.5
                total += count * each * max(1.0, min(reached, men))
            elif arm.roll == "round":
                total += count * odds.chance_to_hit(score) * each * max(1.0, min(1.5 * clump, men))
            elif arm.roll == "throw":
                total += count * 0.5 * odds.chance_to_hit(score)
        return min(total, men)


def kill_rates(book: YangtzeBook) -> tuple[float, float]:
    """What each side scores for an enemy figure lost."""
    rates = [0.0, 0.0]
    for entry in book.objectives:
        if entry.kind == "casualties":
            rates[book.side_ids.index(entry.side)] += entry.vp / entry.per
    return rates[0], rates[1]


def use_of(book: YangtzeBook, spec: UnitSpec) -> float:
    """What a figure is good for besides the points that its loss costs."""
    kind = book.templates[spec.template]
    men = sum(int(count) for _, _, count in kind["figs"])
    return USE * float(kind.get("pts", 0)) / max(1, men)


def open_line(pos: YangtzePosition, ax: int, ay: int, bx: int, by: int) -> bool:
    """Sight between two places in the open, as a net of 40 mm knows it."""
    book = pos.book
    memory = survey(book).sights
    ax, ay, bx, by = ax // SNAP, ay // SNAP, bx // SNAP, by // SNAP
    if (bx, by) < (ax, ay):
        ax, ay, bx, by = bx, by, ax, ay
    key = (pos.shut, ax, ay, bx, by)
    found = memory.get(key)
    if found is None:
        _room(memory)
        half = SNAP // 2
        one, two = (ax * SNAP + half, ay * SNAP + half), (bx * SNAP + half, by * SNAP + half)
        rooms = book.table.building(*one), book.table.building(*two)
        found = sees(pos.table, book.sight_rule, Eye(*one, 0, rooms[0]), Eye(*two, 0, rooms[1]), pos.shut)
        memory[key] = found
    return found


def ground_at(book: YangtzeBook, x: int, y: int) -> str:
    """The cover of the ground or the building at a place."""
    memory = survey(book).grounds
    key = (x // 50, y // 50)
    found = memory.get(key)
    if found is None:
        _room(memory)
        room = book.table.building(x, y)
        found = book.table.buildings[room].construction.cover if room != OUTDOORS else book.table.ground(x, y).cover
        memory[key] = found
    return found


def bank(book: YangtzeBook, x: int, y: int, ex: int, ey: int) -> str:
    """The best wall, hedge or bank that a line of fire crosses close in front of a place."""
    memory = survey(book).banks
    key = (x // 50, y // 50, ex // SNAP, ey // SNAP)
    found = memory.get(key)
    if found is None:
        _room(memory)
        found = memory[key] = _bank(book, x, y, ex, ey)
    return found


def _bank(book: YangtzeBook, x: int, y: int, ex: int, ey: int) -> str:
    reach = book.line_cover_gap + next(iter(book.units)).radius
    best = "bare"
    for line in book.table.lines:
        left, top, right, bottom = line.bounds
        if x < left - reach or x > right + reach or y < top - reach or y > bottom + reach:
            continue
        if RANK[line.obstacle.cover] <= RANK[best]:
            continue
        for edge in line.edges:
            if near_segment(x, y, edge) <= reach * reach and crosses(ex, ey, x, y, edge):
                best = line.obstacle.cover
    return best


def riders(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """The people of a unit that are aboard something."""
    return [f for f in pos.book.men[unit] if pos.fate[f] == ABOARD]
