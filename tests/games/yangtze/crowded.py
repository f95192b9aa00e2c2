"""Crowded tables: a few units of each side on a grid of 25 mm, so that gaps are often exactly what a rule asks for.

Games by chance hardly ever come upon 200 mm to the tenth or upon a mount's last degree; here they do. Whatever is fired
on such a table is put to the judges (see :mod:`.court`).
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.yangtze.court import Court
from tests.games.yangtze.scenes import NIGHT, line
from tests.games.yangtze.table import GRAND, Stage, bare, box

from shapan.games.yangtze.actions import HALT, MOVE, SKIRMISH, Charge, March, Ready
from shapan.games.yangtze.place import Spot, move
from shapan.games.yangtze.who import Figure, Unit

STEP = 25
"""Bases are 25 mm wide: neighbours touch."""
ACROSS, DOWN = range(803, 1500, STEP), range(404, 875, STEP)
"""The part of the table where they stand; nobody in the very line of a wall."""
COVER = ("light_wood", "dense_wood", "paddy_wet", "rubble", "kaoliang", "trench", "bare", "foxholes")
LINES = ("hedge", "wall_low", "wall_high", "embankment", "sandbags")
DRIVEN = ("vehicle", "vessel")
ON_FOOT = ("foot", "command", "mg", "special", "gun")


def ground(rng: Random) -> dict[str, Any]:
    """Cover of some kind, a line or two, two houses, a hill, and the river in the south."""
    areas: list[dict[str, Any]] = [{"k": "river", "n": "river", "p": box(0, 900, 2400, 1200)}]
    for kind in rng.sample(COVER, 2):
        x, y = rng.randrange(700, 1400, 25), rng.randrange(300, 700, 25)
        areas.append({"k": kind, "n": kind, "p": box(x, y, x + 150, y + 150)})
    areas.append({"k": "hill", "n": "hill", "level": 1, "p": box(1300, 300, 1600, 500)})
    lines = []
    for kind in rng.sample(LINES, 2):
        x, y = rng.randrange(850, 1400, 25), rng.randrange(420, 760, 25)
        lines += line(kind, (x, y), (x + rng.choice((0, 100, 250)), y + rng.choice((50, 150))))["lines"]
    houses = []
    for number, kind in enumerate(rng.sample(("house", "two_storey", "pillbox", "ruin", "hut"), 2)):
        x, y = 900 + 350 * number, rng.randrange(500, 650, 25)
        holes = {"doors": [[x, 1200 - y - 50]], "windows": [[x + 100, 1200 - y - 50], [x + 50, 1200 - y]]}
        houses.append({"id": f"h{number}", "k": kind, "n": kind, "p": box(x, y, x + 100, y + 100), **holes})
    return {"areas": areas, "lines": lines, "buildings": houses}


class Crowd:
    """Units of both sides among each other."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.stage: Stage = bare(rng.choice((GRAND, GRAND, NIGHT)), ground(rng))
        self.pos = self.stage.pos
        self.free = [(x, y) for x in ACROSS for y in DOWN]
        units, book = self.pos.book.every_unit, self.pos.book
        for side in (0, 1):
            mine = [unit for unit in units if self.pos.owner[unit] == side]
            foot = [unit for unit in mine if book.units[unit].kind in ON_FOOT]
            for unit in rng.sample(foot, min(6, len(foot))):
                self.place(unit)
            # R92: which of her hands a gunboat has left for rifles when all her mounts fire is not judged.
            driven = [unit for unit in mine if len(book.guns[unit]) < 2 and book.units[unit].kind in DRIVEN]
            for unit in [unit for unit in driven if rng.random() < 0.3]:
                self.drive(unit, book.units[unit].kind)
        everyone = [figure for unit in units for figure in self.pos.standing[unit]]
        self.pos.pinned = self.pos.stuck = sum(1 << figure for figure in rng.sample(everyone, len(everyone) // 8))

    def place(self, unit: Unit) -> None:
        """The unit about a point, each of its figures where there is room; some go upstairs."""
        rng, pos = self.rng, self.pos
        x, y = rng.choice(self.free)
        near = sorted(self.free, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
        count = min(len(pos.book.men[unit]), rng.choice((1, 3, 5, 8)))
        spots = near[:: rng.choice((1, 1, 2))][:count]
        if pos.book.units[unit].gun_radius:
            self.stage.model(unit, x, y)
            spots = [at for at in near if max(abs(at[0] - x), abs(at[1] - y)) > STEP][:count]
            self.free = [at for at in self.free if max(abs(at[0] - x), abs(at[1] - y)) > STEP]
        self.free = [at for at in self.free if at not in spots]
        for figure in self.stage.put(unit, *spots):
            self.upstairs(figure)
        gun = pos.book.units[unit].kind == "gun"
        self.stage.card(rng.choice((HALT, HALT, MOVE, HALT if gun else SKIRMISH)), unit)

    def upstairs(self, figure: Figure) -> None:
        pos = self.pos
        room = pos.room[figure]
        if room >= 0 and pos.book.table.buildings[room].construction.floors > 1 and self.rng.random() < 0.5:
            move(pos, (figure, Spot(pos.x[figure], pos.y[figure], 1, room)))

    def drive(self, unit: Unit, kind: str) -> None:
        """A lorry beside the fight, a boat on the river."""
        rng = self.rng
        place = (rng.randrange(850, 1500, 25), rng.choice((330, 340))) if kind == "vehicle" else (0, 0)
        if kind == "vessel":
            place = (rng.randrange(600, 1800, 300), rng.choice((1000, 1100)))
        self.stage.model(unit, *place, rng.randrange(0, 360, 15))
        self.stage.card(rng.choice((HALT, MOVE)), unit)

    def fire(self) -> Court:
        """The fire of one turn before the judges."""
        pos = self.pos
        court = Court("s1_plum_village", self.rng.randrange(1000))
        court.pos, court.dawn = pos, pos.copy()
        pos.stack, pos.phase = (), [phase.name for phase in pos.SEQUENCE.phases].index("halt_fire") - 1
        self.stage.settle()
        court.play(pos.turn)
        return court

    def march(self) -> None:
        """A turn of chance up to the end of movement, with as many marches and charges as there may be."""
        pos, rng = self.pos, self.rng
        pos.card, pos.pinned, pos.stuck = ("",) * len(pos.card), 0, 0
        pos.stack, pos.phase = (), 0
        self.stage.settle()
        turn, last = pos.turn, [phase.name for phase in pos.SEQUENCE.phases].index("halt_fire")
        while pos.turn == turn and pos.phase < last:
            drawn = [pos.options().sample(rng) for _ in range(6)]
            goes = [action for action in drawn if isinstance(action, Charge | March)]
            rest = [action for action in drawn if not isinstance(action, Ready)]
            pos.apply((*goes, *rest, *drawn)[0], self.stage.events.append)

    def overlaps(self) -> list[tuple[Figure, Figure]]:
        """S2.3: bases that lie on each other."""
        pos = self.pos
        men = [figure for figures in pos.standing for figure in figures]
        return [
            (one, two)
            for at, one in enumerate(men)
            for two in men[at + 1 :]
            if pos.floor[one] == pos.floor[two] and pos.gap(one, two) < -1
        ]
