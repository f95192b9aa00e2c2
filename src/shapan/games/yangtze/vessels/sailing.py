"""S14 Vessels: pivot, run and pivot, the current, and hulls that nobody works."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.ground.table import Pt, ahead, length, turned
from shapan.kernel import Refusal

from ..actions import MOVE
from ..measure import told
from ..place import Pose, move
from ..placing import hull_refusal
from ..position import HALF_SPEED, STEERING, WRECK, YangtzePosition
from ..specs import SCALE
from ..who import Model, Unit
from .crews import immobile, manned

STEP = 10 * SCALE
"""How closely a run is looked at."""
SMALL = "small_boat"
DEEP = 10
"""What deep water costs a hull for ten units of its run."""


def bow_moves(pos: YangtzePosition, unit: Unit, start: int, end: int) -> int:
    """How far a pivot moves the bow."""
    half = pos.book.units[unit].size[0] // 2
    return length(*ahead(0, 0, start, half), *ahead(0, 0, end, half))


def bow_limit(pos: YangtzePosition, unit: Unit) -> int:
    """12.2, S14.1: the bow's displacement in a turn; 25 mm after a steering hit, half at half speed."""
    if pos.damage[unit] & STEERING:
        return int(pos.book.charts["vessel_damage"]["steering_bow_limit"]) * SCALE
    limit = int(pos.book.charts["movement"][pos.book.units[unit].move]["bow"]) * SCALE
    return limit // 2 if pos.damage[unit] & HALF_SPEED else limit


def run_limits(pos: YangtzePosition, unit: Unit, heading: int) -> tuple[int, int]:
    """S14.1, S14.4: the run's least and most, with the current for or against it."""
    low, high = pos.allowance(unit, MOVE)
    if pos.damage[unit] & HALF_SPEED:
        high //= 2
    current = pos.book.current
    if current and pos.book.switches["river_current"]:
        angle = turned(heading, current.heading)
        push = current.mm * SCALE
        high += push if angle < 90 else -push if angle > 90 else 0
    return min(low, max(high, 0)), max(high, 0)


def sail_refusal(
    pos: YangtzePosition, unit: Unit, turn: int, run: int, then: int, water: Fairway | None = None
) -> Refusal | None:
    """S14.1, S14.2: judge any course; whoever judges several at once brings what is known of the water."""
    water = Fairway(pos, unit) if water is None else water
    spec = pos.book.units[unit]
    if spec.kind != "vessel":
        return Refusal("S14.1", "refusal.no_vessel")
    if refusal := immobile(pos, unit):
        return refusal
    x, y, heading = pos.at[unit]
    if bow_moves(pos, unit, heading, turn) + bow_moves(pos, unit, turn, then) > bow_limit(pos, unit):
        case = "12.2" if pos.damage[unit] & STEERING else "S14.1"
        return Refusal(case, "refusal.bow", most=told(pos, bow_limit(pos, unit)))
    low, high = run_limits(pos, unit, turn)
    cost = water.cost(turn, run * SCALE)
    if cost > high >= run * SCALE:
        return Refusal("S14.2", "refusal.half_rate", cost=told(pos, cost), most=told(pos, high))
    if not low <= cost <= high:
        return Refusal("S14.1", "refusal.run", least=told(pos, low), most=told(pos, high))
    for far in (*range(0, run * SCALE, 50 * SCALE), run * SCALE):
        if refusal := water.refusal(*ahead(x, y, turn, far), turn):
            return refusal
    return water.refusal(*ahead(x, y, turn, run * SCALE), then)


class Fairway:
    """The water about a vessel that plans its course, as far as somebody has asked: courses that are judged together
    begin with the same stretches."""

    def __init__(self, pos: YangtzePosition, unit: Unit, start: Pt | None = None) -> None:
        self.pos, self.unit = pos, unit
        self.start = pos.at[unit][:2] if start is None else start
        self._stretches: dict[tuple[int, int, int], int] = {}
        self._places: dict[tuple[int, int, int], Refusal | None] = {}

    def cost(self, turn: int, run: int) -> int:
        """S14.2: what a run spends: in canals and shallows, which bear small boats only, twice its length."""
        known, spent = self._stretches, 0
        for far in range(0, run, STEP):
            key = (turn, far, min(STEP, run - far))
            if key not in known:
                known[key] = self._stretch(*key)
            spent += known[key]
        return spent

    def reach(self, turn: int, run: int, most: int) -> int:
        """S14.2: how far of a run a vessel gets that may spend no more than this."""
        spent = 0
        for far in range(0, run, STEP):
            step = min(STEP, run - far)
            cost = self._stretch(turn, far, step)
            if spent + cost > most:
                return far + (most - spent) * step // cost
            spent += cost
        return run

    def _stretch(self, turn: int, far: int, step: int) -> int:
        spec = self.pos.book.units[self.unit]
        if spec.hull != SMALL:
            return step  # where the rate is less it may not go at all
        x, y = self.start
        table, half = self.pos.book.table, spec.size[0] // 2
        ends = (ahead(x, y, turn, far + step // 2 + off) for off in (half, 0, -half))
        rates = [table.ground(min(max(px, 0), table.width), min(max(py, 0), table.height)).boat for px, py in ends]
        return step * max(*rates, DEEP) // DEEP

    def refusal(self, x: int, y: int, heading: int) -> Refusal | None:
        """May the vessel lie here, as far as its side knows?"""
        place = (x, y, heading)
        if place not in self._places:
            self._places[place] = hull_refusal(self.pos, self.unit, x, y, heading, planned=True)
        return self._places[place]


def run_cost(pos: YangtzePosition, unit: Unit, turn: int, run: int) -> int:
    """S14.2: what a single run spends."""
    return Fairway(pos, unit).cost(turn, run)


def sailings(pos: YangtzePosition, unit: Unit) -> Iterator[tuple[tuple[int, int], list[int]]]:
    """Candidates: straight on and slight turns, from full to least run; the second pivot keeps the course."""
    if immobile(pos, unit):
        return
    _, _, heading = pos.at[unit]
    water = Fairway(pos, unit)
    for angle in (0, -10, 10, -25, 25):
        turn = (heading + angle) % 360
        low, high = run_limits(pos, unit, turn)
        for run in dict.fromkeys((high // SCALE, (low + high) // (2 * SCALE), high // (2 * SCALE), low // SCALE)):
            headings = dict.fromkeys((turn, heading))
            ends = [then for then in headings if sail_refusal(pos, unit, turn, run, then, water) is None]
            if ends:
                yield (turn, run), ends


def sail_on(pos: YangtzePosition, unit: Unit, headings: tuple[int, int], reach: tuple[int, int]) -> int:
    """The vessel goes on with its run from what it has made to what it may, until something lies in the way; at the end
    of its run it pivots to the second heading."""
    turn, then = headings
    start, upto = reach
    x, y, _ = pos.at[unit]
    far = 0
    while start + far < upto:
        step = min(STEP, upto - start - far)
        if hull_refusal(pos, unit, *ahead(x, y, turn, far + step), turn):
            break
        far += step
    px, py = ahead(x, y, turn, far)
    end = then if hull_refusal(pos, unit, px, py, then) is None else turn
    if hull_refusal(pos, unit, px, py, end) is None and pos.at[unit] != (px, py, end):
        move(pos, (Model(unit), Pose(px, py, end)))
    return start + far


def drift_all(pos: YangtzePosition) -> None:
    """S14.4, R109: vessels that nobody works go with the current, and wrecks whoever is aboard."""
    current = pos.book.current
    if not current or not pos.book.switches["river_current"]:
        return
    adrift = [unit for unit in pos.book.carriers if _adrift(pos, unit)]
    before = {unit: pos.at[unit] for unit in adrift}
    far = current.mm * SCALE
    for made in range(0, far, STEP):
        _one_stretch(pos, adrift, current.heading, min(STEP, far - made))
    for unit in adrift:
        if pos.at[unit] != before[unit]:
            pos.tell("S14.4", "event.drifts_down", unit=unit)


def _adrift(pos: YangtzePosition, unit: Unit) -> bool:
    spec = pos.book.units[unit]
    if spec.kind != "vessel" or spec.aground or not pos.is_body(unit):
        return False
    return bool(pos.damage[unit] & WRECK) or not manned(pos, unit)


def _one_stretch(pos: YangtzePosition, adrift: list[Unit], heading: int, far: int) -> None:
    """Every hull for which there is room goes so far with the current, those behind after those before them."""
    left, moved = adrift, True
    while moved:
        moved, waiting = False, []
        for unit in left:
            x, y, bow = pos.at[unit]
            there = ahead(x, y, heading, far)
            if hull_refusal(pos, unit, *there, bow) is None:
                move(pos, (Model(unit), Pose(*there, bow)))
                moved = True
            else:
                waiting.append(unit)
        left = waiting
