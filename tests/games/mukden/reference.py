"""A second, naive engine of Mukden, written from the rulebook for clarity alone: tuples, dicts, heapq and deepcopy.

It is the judge of the fast engine (same options and same state at every decision of random games) and the yardstick of
``shapan bench``. It shares no code with the package, only the data files and the notation; among ways of equal cost it
is told which one a move takes.
"""

from __future__ import annotations

import copy
import heapq
import tomllib
from pathlib import Path
from typing import Any

from shapan.games.mukden.movement import whole_way

Hex = tuple[int, int]
J, R = "japanese", "russian"
FOE = {J: R, R: J}
EVEN = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
ODD = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def h(name: str) -> Hex:
    return int(name[:2]), int(name[2:])


def n(at: Hex) -> str:
    return f"{at[0]:02d}{at[1]:02d}"


def ring(at: Hex) -> list[Hex]:
    return [(at[0] + dc, at[1] + dr) for dc, dr in (ODD if at[0] % 2 else EVEN)]


class Facts:
    """The data files as dicts and sets."""

    def __init__(self, folder: Path) -> None:
        sheet, units, charts, scenario = (
            tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
            for name in ("map", "units", "charts", "scenario")
        )
        grid, legend = sheet["grid"], sheet["terrain"]["legend"]
        self.terrain: dict[Hex, str] = {
            (grid["first_column"] + c, grid["first_row"] + r): legend[letter]
            for r, row in enumerate(sheet["terrain"]["rows"])
            for c, letter in enumerate(row)
        }
        self.sides: dict[str, set[frozenset[Hex]]] = {"major_river": set(), "minor_river": set(), J: set(), R: set()}
        for group in ("major_river", "minor_river", "trench"):
            for block in sheet["hexsides"][group]:
                texts = [block["sides"]] if isinstance(block["sides"], str) else block["sides"]
                pairs = {frozenset(map(h, pair.split("-"))) for text in texts for pair in text.split()}
                self.sides[block.get("owner", group)] |= pairs
        line = next(block for block in sheet["lines"]["railroad"] if block["critical"])
        texts = [line["path"]] if isinstance(line["path"], str) else line["path"]
        self.railroad = [h(name) for text in texts for name in text.split()]
        self.units = {entry["id"]: {**entry, "side": side} for side in (J, R) for entry in units[side]["units"]}
        self.weight = units["division_equivalents"]
        self.charts, self.scenario = charts, scenario
        self.markers = charts["bombardment"]["markers"]
        self.corps = scenario["cavalry_corps"]["unit"]
        self.heads = {J: [h(x) for x in scenario["supply_heads"]["japanese"]]}
        first, last = h(scenario["supply_heads"]["russian_first"]), h(scenario["supply_heads"]["russian_last"])
        self.heads[R] = [(c, first[1]) for c in range(first[0], last[0] + 1)]
        self.around = {at: [near for near in ring(at) if near in self.terrain] for at in self.terrain}

    def step_cost(self, here: Hex, there: Hex) -> int:
        """8.3."""
        costs, kind = self.charts["movement"], self.terrain[there]
        if kind == "pass":
            cost = costs["pass_from_pass" if self.terrain[here] == "pass" else "pass_from_elsewhere"]
        else:
            cost = costs[kind]
        side = frozenset((here, there))
        for river in ("major_river", "minor_river"):
            if side in self.sides[river]:
                cost += costs[river]
        return int(cost)


class Reference:
    """A game in progress. ``todo`` is the stack of things to do, the next one last."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.turn, self.order, self.markers = 1, "", 0
        self.before: tuple[Any, ...] = ()
        self.where: dict[str, Hex | None] = {u: h(e["hex"]) for u, e in facts.units.items()}
        self.steps: dict[str, int] = {u: e["steps"] for u, e in facts.units.items()}
        self.stacks: dict[Hex, list[str]] = {}
        for unit, at in self.where.items():
            assert at is not None
            self.stacks.setdefault(at, []).append(unit)
        self.down: set[str] = set()
        self.held: dict[Hex, str] = dict.fromkeys(facts.railroad, R) | {h(x): J for x in facts.scenario["control"][J]}
        self.lost = {J: 0, R: 0}
        self.passed: set[str] = set()
        self.winner: tuple[str, str] | None = None
        self.todo: list[tuple[Any, ...]] = [("turn",)]
        self.run()

    def copy(self) -> Reference:
        facts, self.facts = self.facts, None  # type: ignore[assignment]
        twin = copy.deepcopy(self)
        self.facts = twin.facts = facts
        return twin

    # --- who is where --------------------------------------------------------------------------------

    def side(self, unit: str) -> str:
        return str(self.facts.units[unit]["side"])

    def army(self, side: str) -> list[str]:
        return [unit for unit, at in self.where.items() if at is not None and self.side(unit) == side]

    def ready(self, side: str) -> list[str]:
        return [unit for unit in self.army(side) if unit not in self.down]

    def occupied(self, side: str) -> set[Hex]:
        return {at for unit in self.army(side) if (at := self.where[unit]) is not None}

    def zone(self, side: str) -> set[Hex]:
        """7.0: what the units of this side control."""
        return {near for at in self.occupied(side) for near in self.facts.around[at]}

    def weight(self, units: list[str]) -> int:
        return sum(self.facts.weight[self.facts.units[unit]["size"]] for unit in units)

    def room(self, unit: str, at: Hex) -> bool:
        """6.1."""
        mates = [mate for mate in self.stacks.get(at, []) if mate != unit]
        return self.weight([*mates, unit]) <= int(self.facts.weight["limit"])

    def has_line(self, at: Hex, side: str) -> bool:
        """7.6."""
        closed = self.zone(FOE[side]) | self.occupied(FOE[side])
        heads = set(self.facts.heads[side])
        seen, front = {at}, [at]
        while front:
            here = front.pop()
            if here in heads:
                return True
            for near in self.facts.around[here]:
                if near not in seen and near not in closed:
                    seen.add(near)
                    front.append(near)
        return False

    def destinations(self, unit: str) -> set[Hex]:
        """7.1, 8.0 to 8.4: Dijkstra over hexes; what lies beyond eight points must be a forced march."""
        side, start = self.side(unit), self.where[unit]
        assert start is not None
        enemy, zone = self.occupied(FOE[side]), self.zone(FOE[side])
        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here] or (here in zone and here != start):
                continue
            for near in self.facts.around[here]:
                if near in enemy or (here in zone and near in zone):
                    continue
                cost = spent + self.facts.step_cost(here, near)
                if cost <= 10 and cost < best.get(near, 99):
                    best[near] = cost
                    heapq.heappush(queue, (cost, near))
        march = start not in zone and self.has_line(start, side)
        del best[start]
        return {
            at
            for at, cost in best.items()
            if (cost <= 8 or (march and at not in zone)) and self.room(unit, at)
        }  # fmt: skip

    # --- changes -------------------------------------------------------------------------------------

    def take(self, unit: str) -> None:
        at = self.where[unit]
        if at is not None:
            self.stacks[at].remove(unit)
            if not self.stacks[at]:
                del self.stacks[at]
            self.where[unit] = None

    def put(self, unit: str, at: Hex) -> None:
        self.take(unit)
        self.where[unit] = at
        self.stacks.setdefault(at, []).insert(0, unit)

    def enter(self, side: str, at: Hex) -> None:
        """3.3, 4.1, 4.2."""
        if self.held.get(at) != FOE[side]:
            return
        self.held[at] = side
        if side == R and n(at) == self.facts.scenario["victory"]["russian_sudden_death_hex"]:
            self.winner = (R, "4.1")
        if side == J and self.turn <= 3 and at in self.facts.railroad:
            self.winner = (J, "4.2")

    def lose(self, unit: str) -> None:
        self.steps[unit] -= 1
        self.lost[self.side(unit)] += 1
        if not self.steps[unit]:
            self.take(unit)
            self.down.discard(unit)

    # --- the flow ------------------------------------------------------------------------------------

    def run(self) -> None:
        """Do what is automatic until a decision is on top."""
        while self.winner is None and not self.asks():
            name, *rest = self.todo.pop()
            getattr(self, f"do_{name}")(*rest)

    def asks(self) -> bool:
        """Is the top of the stack a decision? Skips and automatic losses are settled here."""
        name, *rest = self.todo[-1]
        if name == "act":
            kind, side = rest
            if self.may_act(side):
                return True
            if self.may_act(FOE[side]):
                self.todo[-1] = ("act", kind, FOE[side])
                return True
            self.todo[-1] = ("nothing",)
            return False
        if name == "lose":
            units, count = rest
            living = [unit for unit in units if self.steps[unit]]
            return count > 0 and len(living) > 1 and count < sum(self.steps[unit] for unit in living)
        if name == "advance":
            return bool(self.advancers())
        if name == "arrange":
            return any(len(stack) > 1 and self.side(stack[0]) == R for stack in self.stacks.values())
        if name == "momentum":
            return len(self.options()) > 1
        return name in ("corps", "declare", "paralysis", "paralyse", "join", "strike")

    def may_act(self, side: str) -> bool:
        return side not in self.passed and bool(self.ready(side))

    def do_nothing(self) -> None:
        pass

    def do_turn(self) -> None:
        self.todo += [("end",), ("recover",), ("second",), ("paralysis",), ("arrange",), ("recover",), ("first",)]
        self.todo += [("paralysis",), *([("arrange",)] if self.turn > 1 else []), ("declare",)]
        if self.turn > 1 and self.where[self.facts.corps] is None:
            hexes = self.corps_hexes()
            if len(hexes) == 1:
                self.place_corps(hexes[0])
            elif hexes:
                self.todo.append(("corps",))

    def corps_hexes(self) -> list[Hex]:
        free = [at for at in self.facts.railroad if self.held[at] == R and at not in self.stacks]
        mukden = h(self.facts.scenario["cavalry_corps"]["first_choice"])
        return [mukden] if mukden in free else free

    def place_corps(self, at: Hex) -> None:
        self.steps[self.facts.corps] = self.facts.units[self.facts.corps]["steps"]
        self.put(self.facts.corps, at)

    def do_first(self) -> None:
        self.begin("fight" if self.order == "combat" else "move", self.facts.markers if self.order == "combat" else 0)

    def do_second(self) -> None:
        self.begin("move" if self.order == "combat" else "fight", 0)

    def begin(self, kind: str, markers: int) -> None:
        self.passed, self.markers = set(), markers
        self.todo.append(("act", kind, J))

    def do_arrange(self) -> None:
        pass

    def do_recover(self) -> None:
        self.down, self.passed, self.markers = set(), set(), 0

    def do_end(self) -> None:
        self.order = ""
        if self.turn < self.facts.scenario["game"]["turns"]:
            self.turn += 1
            self.todo.append(("turn",))
            return
        stranded = [unit for unit in self.army(R) if not self.has_line(self.where[unit] or (0, 0), R)]
        russian = self.lost[R] + sum(self.steps[unit] for unit in stranded)
        mukden = h(self.facts.scenario["victory"]["end_game_hex"])
        won = self.held[mukden] == J and russian > 0 and russian >= 1.2 * self.lost[J] - 1e-9
        self.winner = (J, "4.3") if won else (R, "4.4")

    def do_lose(self, units: list[str], count: int) -> None:
        for unit in [unit for unit in units if self.steps[unit]]:
            while count and self.steps[unit]:
                self.lose(unit)
                count -= 1

    def do_aftermath(self, target: Hex, units: list[str], involved: list[str], momentum: bool) -> None:
        self.down |= set(self.stacks.get(target, []))
        living = [unit for unit in units if self.steps[unit]]
        if living and target not in self.stacks:
            self.todo.append(("advance", target, living, [], involved, momentum))
        else:
            self.finish(involved)

    def do_advance(self, target: Hex, units: list[str], gone: list[str], involved: list[str], momentum: bool) -> None:
        if gone and not momentum:
            self.todo.append(("momentum", gone, involved, True))
        else:
            self.finish(involved)

    def do_momentum(self, units: list[str], involved: list[str], may_probe: bool) -> None:
        self.finish(involved)

    def finish(self, involved: list[str]) -> None:
        """9.3: the action is over; the opponent is next."""
        self.down |= {unit for unit in involved if self.steps[unit]}
        _, kind, side = self.todo[-1]
        self.todo[-1] = ("act", kind, FOE[side])

    # --- what may be answered ------------------------------------------------------------------------

    @property
    def actor(self) -> str:
        if self.winner:
            return "nobody"
        name, *rest = self.todo[-1]
        if name in ("paralysis", "strike"):
            return "dice"
        if name in ("declare", "paralyse"):
            return J
        if name in ("corps", "arrange"):
            return R
        return str(rest[1]) if name == "act" else self.side((rest[1] if name in ("join", "advance") else rest[0])[0])

    def options(self) -> list[str]:
        """All options in notation."""
        name, *rest = self.todo[-1]
        found: list[str] = getattr(self, f"options_{name}")(*rest)
        return found

    def options_corps(self) -> list[str]:
        return [f"return {n(at)}" for at in self.corps_hexes()]

    def options_declare(self) -> list[str]:
        return ["declare movement", "declare combat"]

    def options_arrange(self) -> list[str]:
        return ["pass"]

    def options_paralysis(self) -> list[str]:
        return [f"roll {face}" for face in range(1, 7)]

    def options_paralyse(self, count: int) -> list[str]:
        return [
            f"paralyse {n(at)} {depth}"
            for at in self.occupied(R)
            for depth, unit in enumerate(self.stacks[at], 1)
            if unit not in self.down
        ]

    def options_act(self, kind: str, side: str) -> list[str]:
        ready = self.ready(side)
        found = ["pass", *(f"flip {unit}" for unit in ready)]
        for unit in ready:
            if kind == "move":
                found += [f"move {unit} {n(at)}" for at in self.destinations(unit)]
            else:
                found += [f"attack {unit} {n(at)}" for at in self.targets(unit)]
                found += [f"probe {unit} {n(at)}" for at in self.probes(unit)]
        return found

    def targets(self, unit: str) -> list[Hex]:
        enemy = self.occupied(FOE[self.side(unit)])
        return [near for near in self.facts.around[self.where[unit] or (0, 0)] if near in enemy]

    def probes(self, unit: str) -> list[Hex]:
        zone, here = self.zone(FOE[self.side(unit)]), self.where[unit]
        if here is None or here not in zone:
            return []
        return [near for near in self.facts.around[here] if near in zone and near not in self.stacks]

    def options_join(
        self, probing: bool, units: list[str], target: Hex, pool: list[str], involved: list[str], momentum: bool
    ) -> list[str]:
        others = [unit for unit in pool if unit not in units]
        if probing:
            fitting = [u for u in others if self.weight([*units, u]) <= self.facts.weight["limit"]]
            joining = [unit for unit in fitting if target in self.probes(unit)]
        else:
            joining = [unit for unit in others if target in self.targets(unit)]
        most = 0
        if not probing and not momentum and self.side(units[0]) == J and self.markers:
            line = any(self.has_line(self.where[unit] or (0, 0), J) for unit in units)
            most = min(self.markers, sum(self.steps[unit] for unit in units)) if line else 0
        resolving = [f"resolve {count}" for count in range(most + 1)]
        return [*(f"join {unit}" for unit in joining), *resolving, "call_off"]

    def options_strike(self, *_: Any) -> list[str]:
        return self.options_paralysis()

    def options_lose(self, units: list[str], count: int) -> list[str]:
        return [f"lose {unit}" for unit in units if self.steps[unit]]

    def advancers(self) -> list[str]:
        _, target, units, gone, _, _ = self.todo[-1]
        return [unit for unit in units if unit not in gone and self.room(unit, target)]

    def options_advance(self, *_: Any) -> list[str]:
        return ["halt", *(f"advance {unit}" for unit in self.advancers())]

    def options_momentum(self, units: list[str], involved: list[str], may_probe: bool) -> list[str]:
        found = ["halt"]
        for unit in units:
            found += [f"attack {unit} {n(at)}" for at in self.targets(unit)]
            if may_probe:
                found += [f"probe {unit} {n(at)}" for at in self.probes(unit)]
        return found

    # --- answers -------------------------------------------------------------------------------------

    def push(self, text: str, path: list[str] | None = None) -> None:
        """Answer the decision; ``path`` gives the hexes that a move passes, where control could change."""
        verb, *words = text.split()
        top = self.todo[-1]
        getattr(self, f"push_{verb}")(top, words, path)
        self.run()

    def push_return(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.todo.pop()
        self.place_corps(h(words[0]))

    def push_declare(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.todo.pop()
        self.order = words[0]

    def push_roll(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.todo.pop()
        die = int(words[0])
        if top[0] == "paralysis":
            count = min(self.facts.charts["paralysis"]["by_die"][die - 1], len(self.army(R)))
            if count:
                self.todo.append(("paralyse", count))
            return
        _, target, units, involved, momentum, column = top
        attacker, defender = map(int, self.facts.charts["crt"]["rows"][die - 1][column].split("/"))
        self.todo.append(("aftermath", target, units, involved, momentum))
        self.todo.append(("lose", sorted(self.stacks[target], key=list(self.where).index), defender))
        self.todo.append(("lose", units, attacker))

    def push_paralyse(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.todo.pop()
        self.down.add(self.stacks[h(words[0])][int(words[1]) - 1])
        if top[1] > 1:
            self.todo.append(("paralyse", top[1] - 1))

    def push_pass(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        if top[0] == "arrange":
            self.todo.pop()
            return
        self.passed.add(top[2])
        self.todo[-1] = ("act", top[1], FOE[top[2]])

    def push_flip(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.down.add(words[0])
        self.todo[-1] = ("act", top[1], FOE[top[2]])

    def push_move(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        unit, side = words[0], top[2]
        self.todo[-1] = ("act", top[1], FOE[side])
        end = h(words[1])
        for at in map(h, path or [words[1]]):
            self.enter(side, at)
            if self.winner:
                end = at
                break
        self.put(unit, end)
        self.down.add(unit)

    def push_attack(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.start(top, words, probing=False)

    def push_probe(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.start(top, words, probing=True)

    def start(self, top: tuple[Any, ...], words: list[str], probing: bool) -> None:
        unit, target = words[0], h(words[1])
        if top[0] == "act":
            self.todo.append(("join", probing, [unit], target, self.ready(top[2]), [], False))
        else:
            self.before = top
            self.todo[-1] = ("join", probing, [unit], target, top[1], top[2], True)

    def push_join(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        _, probing, units, target, pool, involved, momentum = top
        order = list(self.where)
        self.todo[-1] = (
            "join", probing, sorted([*units, words[0]], key=order.index), target, pool, involved, momentum
        )  # fmt: skip

    def push_call_off(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        """6.2: back to the action, or to the choice of a momentum attack."""
        self.todo.pop()
        if top[6]:
            self.todo.append(self.before)

    def push_resolve(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.todo.pop()
        _, probing, units, target, _, involved, momentum = top
        everyone = list(dict.fromkeys([*involved, *units]))
        if probing:
            for unit in units:
                self.put(unit, target)
                self.enter(self.side(unit), target)
                if self.winner:
                    return
            if momentum:
                self.finish(everyone)
            else:
                self.todo.append(("momentum", units, everyone, False))
            return
        markers = int(words[0])
        self.markers -= markers
        column = self.column(target, units, markers)
        self.todo.append(("strike", target, units, everyone, momentum, column))

    def column(self, target: Hex, units: list[str], markers: int) -> int:
        """9.4 to 9.6."""
        side = self.side(units[0])
        difference = sum(self.steps[unit] for unit in units) + markers
        difference -= sum(self.steps[unit] for unit in self.stacks[target])
        least = self.facts.charts["crt"][f"{side}_minimum"]
        column = max(at for at, low in enumerate(least) if low <= difference)
        shifts = self.facts.charts["shifts"]
        column += shifts[self.facts.terrain[target]]
        barriers = [self.barrier(frozenset((self.where[unit], target)), FOE[side]) for unit in units]
        if all(barrier == 2 for barrier in barriers):
            column += shifts["major_river"]
        elif all(barriers):
            column += shifts["minor_river_or_trench"]
        numbers = {ring(target).index(self.where[unit] or (0, 0)) for unit in units}
        opposite = any((number + 3) % 6 in numbers for number in numbers)
        if opposite or {0, 2, 4} <= numbers or {1, 3, 5} <= numbers or len(numbers) > 3:
            column += shifts[f"concentric_{side}"]
        return int(min(max(column, 0), len(least) - 1))

    def barrier(self, side: frozenset[Any], defender: str) -> int:
        if side in self.facts.sides["major_river"]:
            return 2
        return int(side in self.facts.sides["minor_river"] or side in self.facts.sides[defender])

    def push_lose(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        self.todo[-1] = ("lose", top[1], top[2] - 1)
        self.lose(words[0])

    def push_advance(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        _, target, units, gone, involved, momentum = top
        self.todo[-1] = ("advance", target, units, [*gone, words[0]], involved, momentum)
        self.put(words[0], target)
        self.enter(self.side(words[0]), target)

    def push_halt(self, top: tuple[Any, ...], words: list[str], path: list[str] | None) -> None:
        name, *rest = self.todo.pop()
        getattr(self, f"do_{name}")(*rest)


# --- for the differential test and the bench ---------------------------------------------------------


def start(game: Any) -> Reference:
    """A new game on the same data."""
    return Reference(Facts(Path(str(game.data.root))))


def follow(ref: Reference, pos: Any, action: Any) -> None:
    """Do in the naive engine what is about to be done in the fast one."""
    path = None
    if action.verb == "move":
        names = pos.book.lexicon.places
        way = action.path if len(action.path) > 1 else whole_way(pos, action.unit, action.path[0])
        path = [names[here] for here in way]
    ref.push(pos.book.game.format(pos, action), path)


def marching(ref: Reference) -> bool:
    """Is a side about to move a unit?"""
    return ref.todo[-1][:2] == ("act", "move")


def reach(ref: Reference, side: str) -> dict[str, set[str]]:
    """Where each unit of a side that can still move could end its move."""
    return {unit: {n(at) for at in ref.destinations(unit)} for unit in ref.ready(side)}
