"""A naive judge of the Shanghai-Nanking Campaign: tuples, dicts, heapq and Fractions, written from the rulebook alone.

It shares no code with the package, only the data files and the notation. It does not play by itself: after each action
it is handed the plain facts (who stands where, with how many steps, whose turn it is), and from these it works out what
may be done next in the decisions where that takes thought: moves, overruns, attacks, arrivals, replacements. It is the
yardstick of ``shapan bench`` too.
"""

from __future__ import annotations

import copy
import heapq
import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

Hex = tuple[int, int]
C, J = "chinese", "japanese"
FOE = {C: J, J: C}
EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
POINTS = 16


def h(name: str) -> Hex:
    return int(name[:2]), int(name[2:])


def n(at: Hex) -> str:
    return f"{at[0]:02d}{at[1]:02d}"


def words(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else [word for text in value for word in text.split()]


class Facts:
    """The data files as dicts and sets."""

    def __init__(self, folder: Path) -> None:
        sheet, units, charts, self.scenario = (
            tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
            for name in ("map", "units", "charts", "scenario")
        )
        legend = sheet["terrain"]["legend"]
        self.terrain = {
            (c, r): legend[letter]
            for r, row in enumerate(sheet["terrain"]["rows"], 1)
            for c, letter in enumerate(row, 1)
        }
        self.neutral = {h(x) for block in sheet["regions"]["neutral"] for x in words(block["hexes"])}
        self.land = {at for at, kind in self.terrain.items() if kind in ("clear", "paddy", "woods", "marsh")}
        self.land -= self.neutral
        self.cities = {h(row[0]) for row in sheet["places"]["rows"] if row[2] == "city"}
        self.towns = {h(row[0]) for row in sheet["places"]["rows"] if row[2] == "town"}
        self.sides = {
            group: {frozenset(map(h, pair.split("-"))) for block in blocks for pair in words(block["sides"])}
            for group, blocks in sheet["hexsides"].items()
        }
        self.roads, self.rails = (self._links(sheet["lines"][group]) for group in ("road", "rail"))
        self.rail_hexes = {at for pair in self.rails for at in pair}
        regions = sheet["regions"]
        self.landing = {h(x): block["water"] for block in regions["landing"] for x in words(block["hexes"])}
        self.rail_edge = {h(x) for block in regions["rail_edge"] for x in words(block["hexes"])}
        self.rail_start = {h(x) for block in regions["rail_start"] for x in words(block["hexes"])}
        self.around = {at: [(at[0] + a, at[1] + b) for a, b in (ODD if at[0] % 2 else EVEN)] for at in self.terrain}
        self.coast = {at for at in self.land if any(self._navigable(near) for near in self.around[at])}
        self.coast |= {at for pair in self.sides["navigable"] for at in pair if at in self.land}
        self.charts = charts
        self.units = {
            ident: {**block, "side": side, "id": ident}
            for side in (C, J)
            for block in units[side]
            for ident, _, _ in block["units"]
        }
        self.lists = {
            unit: (block["turn"], words(block["hexes"]))
            for block in self.scenario["reinforcements"][C]
            for unit in block["units"]
        }

    def _links(self, lines: list[dict[str, Any]]) -> set[frozenset[Hex]]:
        paths = [[h(x) for x in words(line["path"])] for line in lines]
        return {frozenset(pair) for path in paths for pair in pairwise(path)}

    def _navigable(self, at: Hex) -> bool:
        return self.terrain.get(at) == "yangtze" and at[0] >= 22

    def step_cost(self, side: str, here: Hex, there: Hex) -> int | None:
        """9.4, 9.5."""
        pair = frozenset((here, there))
        if there not in self.land or pair in self.sides["lake"]:
            return None
        chart = self.charts["movement"]
        kind = "city" if there in self.cities else self.terrain[there]
        cost = chart["enter"][kind][side]
        if side == J and (pair in self.roads or pair in self.rails):
            cost = chart["road"][J]
        for water in ("creek", "river"):
            if pair in self.sides[water]:
                cost += chart["cross"][water][side]
        return int(cost)


class Reference:
    """The facts of one moment."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.where: dict[str, Hex] = {}
        self.steps: dict[str, int] = {}
        self.due: dict[str, int] = {}
        self.acted: set[str] = set()
        self.attacked: set[Hex] = set()
        self.turn, self.step, self.side, self.replaced = 1, "", "", 0

    def copy(self) -> Reference:
        twin = copy.copy(self)
        for name in ("where", "steps", "due", "acted", "attacked"):
            setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    def read(self, pos: Any) -> None:
        """Be told where everybody stands."""
        names, places = pos.book.lexicon.pieces, pos.book.lexicon.places
        self.where = {names[u]: h(places[at]) for u, at in enumerate(pos.place) if at >= 0}
        self.steps = dict(zip(names, pos.steps, strict=True))
        self.due = dict(zip(names, pos.due, strict=True))
        self.acted = {name for u, name in enumerate(names) if pos.acted >> u & 1}
        self.attacked = {h(name) for name in pos.book.grid.names(pos.attacked)}
        self.turn, self.replaced = pos.turn, pos.replaced
        self.step = "" if pos.outcome else pos.decision.kind
        self.side = pos.actor

    # --- who is where ----------------------------------------------------------------------------

    def side_of(self, unit: str) -> str:
        return str(self.facts.units[unit]["side"])

    def mobile(self, side: str) -> list[str]:
        units = self.facts.units
        return [u for u in self.where if units[u]["side"] == side and not units[u].get("static")]

    def fresh(self, side: str) -> list[str]:
        return [unit for unit in self.mobile(side) if unit not in self.acted]

    def occupied(self, side: str) -> set[Hex]:
        return {at for unit, at in self.where.items() if self.side_of(unit) == side}

    def factor(self, unit: str) -> int:
        entry = self.facts.units[unit]
        return int(entry["cf2"] if entry["cf2"] and self.steps[unit] == 1 else entry["cf"])

    def zone(self, side: str) -> set[Hex]:
        """7.0, 7.1: where this side's zones lie."""
        facts = self.facts
        reached = {
            near
            for at in self.occupied(side)
            for near in facts.around[at]
            if near in facts.land - facts.cities
            and frozenset((at, near)) not in facts.sides["lake"] | facts.sides["navigable"]
        }
        return reached - (self.occupied(J) & facts.coast) if side == C else reached

    # --- 9.0 movement ----------------------------------------------------------------------------

    def ways(self, unit: str, enemy: set[Hex], zone: set[Hex], start: Hex) -> dict[Hex, int]:
        """The cheapest cost of every hex that a full move can enter."""
        side = self.side_of(unit)
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here] or (here in zone and here != start):
                continue
            for there in self.facts.around[here]:
                cost = self.facts.step_cost(side, here, there)
                if cost is None or there in enemy or (here == start and start in zone and there in zone):
                    continue
                if spent + cost <= POINTS and spent + cost < best.get(there, POINTS + 1):
                    best[there] = spent + cost
                    heapq.heappush(queue, (spent + cost, there))
        return best

    def destinations(self, side: str) -> dict[str, set[str]]:
        enemy, zone = self.occupied(FOE[side]), self.zone(FOE[side])
        return {
            unit: {n(at) for at in self.ways(unit, enemy, zone, self.where[unit]) if at != self.where[unit]}
            for unit in self.fresh(side)
        }

    # --- 9.6, 10.0 attacks -----------------------------------------------------------------------

    def share(self, here: Hex, target: Hex) -> Fraction:
        pair = frozenset((here, target))
        if pair in self.facts.sides["river"]:
            return Fraction(1, 3)
        return Fraction(1, 2) if pair in self.facts.sides["creek"] else Fraction(1)

    def overruns(self) -> dict[str, set[str]]:
        """Targets with last hex, strength and points of each approach (what an option stands for)."""
        facts = self.facts
        enemy, zone = self.occupied(C), self.zone(C)
        found: dict[str, set[str]] = {}
        for unit in self.fresh(J):
            stack = [mate for mate in self.fresh(J) if self.where[mate] == self.where[unit]]
            strength = sum(self.factor(mate) for mate in stack)
            ways = self.ways(unit, enemy, zone, self.where[unit])
            for target in enemy - facts.cities - facts.towns - self.attacked:
                for last in facts.around[target]:
                    cost = facts.step_cost(J, last, target)
                    if cost is None or last not in ways or ways[last] + cost + 2 > POINTS:
                        continue
                    if (brought := int(strength * self.share(last, target))) >= 1:
                        found.setdefault(unit, set()).add(f"{n(target)} from {n(last)} {brought} {ways[last]}")
        return found

    def priced(self, unit: str, way: list[str]) -> str:
        """What an overrun along this way stands for: target, last hex, strength of the whole stack, points spent."""
        hexes = [h(name) for name in way]
        stack = [mate for mate in self.fresh(J) if self.where[mate] == self.where[unit]]
        brought = int(sum(self.factor(mate) for mate in stack) * self.share(hexes[-2], hexes[-1]))
        costs = [self.facts.step_cost(J, here, there) for here, there in pairwise(hexes[:-1])]
        return f"overrun {unit} {way[-1]} from {way[-2]} {brought} {sum(cost or 0 for cost in costs)}"

    def attacks(self, side: str) -> dict[str, set[str]]:
        facts = self.facts
        found: dict[str, set[str]] = {}
        for target in self.occupied(FOE[side]) - self.attacked:
            near = [
                unit
                for unit in self.fresh(side)
                if target in facts.around[self.where[unit]]
                and frozenset((self.where[unit], target)) not in facts.sides["lake"]
            ]
            if sum(self.factor(unit) * self.share(self.where[unit], target) for unit in near) >= 1:
                for unit in near:
                    found.setdefault(unit, set()).add(n(target))
        return found

    # --- 8.2, 8.3 --------------------------------------------------------------------------------

    def connected(self, start: Hex, open_: set[Hex], links: set[frozenset[Hex]] | None = None) -> set[Hex]:
        seen, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for there in self.facts.around[here]:
                pair = frozenset((here, there))
                linked = pair in links if links is not None else pair not in self.facts.sides["lake"]
                if linked and there in open_ and there not in seen:
                    seen.add(there)
                    todo.append(there)
        return seen

    def arrivals(self) -> dict[str, set[str]]:
        facts = self.facts
        enemy = self.occupied(J)
        near = {there for at in enemy for there in facts.around[at]}
        found = {}
        for unit, due in self.due.items():
            if not 0 < due <= self.turn or self.side_of(unit) != C:
                continue
            entry = facts.units[unit]
            home = h(facts.scenario["elites"]["home"])
            back = unit not in facts.lists or (entry["cf2"] and self.steps[unit] == 1)
            starts = [home, *facts.around[home]] if back else [h(x) for x in facts.lists[unit][1]]
            goals: set[Hex] = set()
            for start in starts:
                if start in facts.land - enemy - near:
                    goals |= set(self.ways(unit, enemy | near, set(), start))
            if goals:
                found[unit] = {n(at) for at in goals}
        return found

    def rails(self) -> set[str]:
        facts = self.facts
        enemy = self.occupied(J)
        open_ = facts.rail_hexes - enemy - self.zone(J)
        near = {there for at in enemy for there in facts.around[at]}
        goals: set[Hex] = set()
        whole = self.connected(next(iter(facts.rail_start)), facts.rail_hexes, facts.rails)
        for edge in facts.rail_edge & open_ & whole:
            net = self.connected(edge, open_, facts.rails)
            goals |= net if net & facts.rail_start else {edge}
        return {n(at) for at in goals - near}

    def replaceable(self) -> set[str]:
        facts = self.facts
        open_ = facts.land - self.occupied(C) - self.zone(C)
        found = set()
        for unit in self.mobile(J):
            naval = facts.units[unit]["type"] == "naval infantry"
            heads = {at for at, water in facts.landing.items() if water == "yangtze" or not naval}
            if self.steps[unit] == 1 and self.connected(self.where[unit], open_) & heads:
                found.add(unit)
        return found

    # --- what may be done ------------------------------------------------------------------------

    def options(self) -> list[str]:
        """The options of a decision that takes thought, in the notation of the game."""
        if self.step == "move":
            lists = [("move", self.destinations(self.side))]
            lists += [("overrun", self.overruns())] if self.side == J else []
        elif self.step == "fight":
            lists = [("attack", self.attacks(self.side))]
        elif self.step == "arrive":
            rails = self.rails() if self.turn >= 3 else set()
            ride = {u for u in self.arriving() if rails}
            lists = [("arrive", self.arrivals()), ("entrain", dict.fromkeys(ride, rails))]
        elif self.step == "replace":
            return sorted(["pass", *(f"replace {unit}" for unit in self.replaceable())])
        else:
            return []
        found = [f"{verb} {unit} {at}" for verb, table in lists for unit, goals in table.items() for at in goals]
        return sorted(["pass", *found])

    def arriving(self) -> list[str]:
        """8.2 b): units that come for the first time."""
        units = self.facts.units
        return [
            unit
            for unit, due in self.due.items()
            if 0 < due <= self.turn and unit in self.facts.lists and not (units[unit]["cf2"] and self.steps[unit] == 1)
        ]


def start(game: Any) -> Reference:
    folder = Path(__file__).parents[3] / "src" / "shapan" / "games" / "shanghai_nanking" / "data"
    ref = Reference(Facts(folder))
    ref.read(game.start())
    return ref


def follow(ref: Reference, pos: Any, action: Any) -> None:
    """Learn what the action, which has not been taken yet, makes of the position."""
    twin = pos.copy()
    twin.apply(action)
    ref.read(twin)


def marching(ref: Reference) -> bool:
    """Is a side about to move a unit?"""
    return ref.step == "move"


def reach(ref: Reference, side: str) -> dict[str, set[str]]:
    return ref.destinations(side)
