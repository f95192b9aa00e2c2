"""10.0 Aircraft: flight (S15), aerial bombs, strafing and anti-aircraft fire."""

from __future__ import annotations

from shapan.ground.table import (
    Pt,
    ahead,
    bearing,
    in_polygon,
    length,
    near_polygons,
    near_segment,
    outline,
    strip,
    turned,
)
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import HALT, MOVE, Banish, Bomb, Flak, Ready
from .artillery import land, lowers_cover
from .cover import effective
from .dice import purpose, roll
from .position import YangtzePosition, other, put
from .scores import BULLETS, BURST, chart, ladder, with_cover
from .shooters import arm_of, fire_card, may_fire, muzzle
from .sighting import point_sees
from .specs import SCALE
from .volley import Blast, body, fire

# --- S15.1 flight -----------------------------------------------------------------------------------------------------


def on_edge(pos: YangtzePosition, x: int, y: int) -> bool:
    table = pos.book.table
    return x in (0, table.width) or y in (0, table.height)


def fly_refusal(pos: YangtzePosition, unit: int, route: tuple[Pt, ...]) -> Refusal | None:
    """S15.1: 300 to 900 mm; turns up to 45 degrees at the start and after each 300 mm. At the edge it turns (R78)."""
    if not pos.book.units[unit].aircraft:
        return Refusal("S15.1", "refusal.no_aircraft")
    extra = pos.book.charts["movement"]["extra"]
    x, y, heading = pos.at[unit]
    total = 0
    every = int(extra["aircraft_turn_every"]) * SCALE
    for number, (px, py) in enumerate(route):
        if not pos.book.table.on_table(px, py):
            return Refusal("S3.5", "refusal.off_table")
        leg = length(x, y, px, py)
        course = bearing(px - x, py - y)
        if leg == 0 or turned(heading, course) > int(extra["aircraft_turn_step"]):
            return Refusal("S15.1", "refusal.flight_turn")
        if number < len(route) - 1 and leg < every:
            return Refusal("S15.1", "refusal.flight_leg", least=every // SCALE)
        total += leg
        heading, x, y = course, px, py
    low, high = pos.book.allowance(unit, MOVE)
    if total > high:
        return Refusal("S15.1", "refusal.maximum", most=high // SCALE)
    if total < low and not on_edge(pos, x, y):
        return Refusal("S15.1", "refusal.minimum", least=low // SCALE)
    return None


def flights(pos: YangtzePosition, unit: int) -> list[tuple[Pt, ...]]:
    """Candidates: straight and slight turns at three distances, cut at the edge of the table."""
    x, y, heading = pos.at[unit]
    low, high = pos.book.allowance(unit, MOVE)
    routes = []
    for angle in (0, -20, 20, -45, 45):
        for far in (high, (low + high) // 2, low):
            routes.append((_to_edge(pos, x, y, heading + angle, far),))
    return [route for route in dict.fromkeys(routes) if fly_refusal(pos, unit, route) is None]


def _to_edge(pos: YangtzePosition, x: int, y: int, heading: int, far: int) -> Pt:
    """A point so far ahead, or where the line leaves the table."""
    table = pos.book.table
    px, py = ahead(x, y, heading, far)
    if table.on_table(px, py):
        return px, py
    low, high = 0, far
    while high - low > 1:
        middle = (low + high) // 2
        if table.on_table(*ahead(x, y, heading, middle)):
            low = middle
        else:
            high = middle
    px, py = ahead(x, y, heading, high)
    return min(max(px, 0), table.width), min(max(py, 0), table.height)


def legs(pos: YangtzePosition, unit: int) -> list[tuple[int, int, int, int]]:
    """The legs of a planned flight."""
    points = [pos.at[unit][:2], *pos.plan[unit][1]]
    return [(*points[at], *points[at + 1]) for at in range(len(points) - 1)]


def attack_refusal(pos: YangtzePosition, unit: int, make: type[Action], point: Pt) -> Refusal | None:
    """10.1, 10.2, S15.3: one attack a turn, at a point of the flight, with a bomb left."""
    if unit >= len(pos.book.units) or not pos.book.units[unit].aircraft or pos.plan[unit][:1] != ("fly",):
        return Refusal("10.2", "refusal.no_aircraft")
    if any(entry[0] == unit for entry in pos.attack):
        return Refusal("10.2", "refusal.one_attack")
    if make is Bomb and pos.bombs[unit] <= 0:
        return Refusal("10.1", "refusal.no_bombs")
    if not any(near_segment(*point, leg) <= SCALE * SCALE for leg in legs(pos, unit)):
        return Refusal("S15.3", "refusal.off_flight")
    return None


def attack_points(pos: YangtzePosition, unit: int, make: type[Action]) -> list[Pt]:
    """Candidates: points of the flight over or short of enemies."""
    found = []
    for leg in legs(pos, unit) if pos.plan[unit][:1] == ("fly",) else ():
        whole = length(*leg)
        course = bearing(leg[2] - leg[0], leg[3] - leg[1])
        for part in range(5):
            found.append(ahead(leg[0], leg[1], course, whole * part // 5))
    fine = [p for p in dict.fromkeys(found) if min(p) >= 0]
    return [point for point in fine if attack_refusal(pos, unit, make, point) is None]


def course_at(pos: YangtzePosition, unit: int, x: int, y: int) -> int:
    """The direction of flight at a point of the plan."""
    leg = min(legs(pos, unit), key=lambda one_leg: near_segment(x, y, one_leg))
    return bearing(leg[2] - leg[0], leg[3] - leg[1])


def fly_all(pos: YangtzePosition) -> None:
    """S15.1: aircraft fly their plans."""
    for unit, plan in enumerate(pos.plan):
        if plan[:1] != ("fly",):
            continue
        pos.attack = tuple(
            (u, kind, x, y) if u != unit else (u, f"{kind}:{course_at(pos, unit, x, y)}", x, y)
            for u, kind, x, y in pos.attack
        )
        ax, ay, bx, by = legs(pos, unit)[-1]
        pos.at = put(pos.at, unit, (bx, by, bearing(bx - ax, by - ay)))
        pos.tell("S15.1", "event.flies", unit=unit)


# --- 10.3 anti-aircraft fire --------------------------------------------------------------------------------


def air_attacks(pos: YangtzePosition) -> None:
    """10.3, R35: attacks are announced, and anti-aircraft weapons fire before anything else does."""
    for unit, kind, _, _ in pos.attack:
        pos.tell("10.2", "event.announces", unit=unit, kind=kind.split(":")[0])
    for side in (1, 0):
        if any(pos.owner[entry[0]] == other(side) for entry in pos.attack):
            pos.call("flak", side, ())


def flak_weapons(pos: YangtzePosition, side: int) -> list[int]:
    """10.3: halted automatic weapons that have not fired and do not cover an area, as pieces."""
    book = pos.book
    found = []
    for unit in pos.units_of(side):
        for figure in pos.standing[unit]:
            arm = arm_of(pos, figure)
            if arm.anti_air and fire_card(pos, figure) == HALT and may_fire(pos, figure):
                found.append(book.piece_of_figure(figure))
        for mount in book.guns[unit]:
            if (
                book.weapons[book.mounts[mount].weapon].anti_air
                and fire_card(pos, ~mount) == HALT
                and may_fire(pos, ~mount)
            ):
                found.append(book.piece_of_mount(mount))
    return found


def flak_refusal(pos: YangtzePosition, side: int, piece: int, aircraft: int) -> Refusal | None:
    entry = next((entry for entry in pos.attack if entry[0] == aircraft), None)
    if entry is None or pos.owner[aircraft] == side:
        return Refusal("10.3", "refusal.flak_target")
    kind, number = pos.book.what(piece)
    if kind == "unit" or piece not in flak_weapons(pos, side):
        return Refusal("10.3", "refusal.flak_weapon")
    shooter = ~number if kind == "mount" else number
    x, y, radius = muzzle(pos, shooter, entry[2], entry[3])
    reach = int(pos.book.charts["air"]["aa_range"]) * SCALE + radius
    if (x - entry[2]) ** 2 + (y - entry[3]) ** 2 > reach * reach:
        return Refusal("10.3", "refusal.flak_far")
    return None


class AntiAir(Step[YangtzePosition]):
    """10.3: which weapons fire at the aircraft; each rolls two dice, and fires at nothing else this turn."""

    name = "flak"
    case = "10.3"

    def settle(self, pos: YangtzePosition) -> bool:
        _, chosen = pos.frame
        if self._pairs(pos) or chosen:
            return True
        pos.done()
        return False

    def _pairs(self, pos: YangtzePosition) -> list[tuple[int, int]]:
        side, chosen = pos.frame
        taken = {piece for piece, _ in chosen}
        return [
            (piece, entry[0])
            for entry in pos.attack
            for piece in flak_weapons(pos, side)
            if piece not in taken and flak_refusal(pos, side, piece, entry[0]) is None
        ]

    def actor(self, pos: YangtzePosition) -> Actor:
        return pos.book.sides[pos.frame[0]]

    def options(self, pos: YangtzePosition) -> Options:
        pairs = self._pairs(pos)
        return Options(one(Ready()), *(Group(Flak, piece, values=(aircraft,)) for piece, aircraft in pairs))

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        side, chosen = pos.frame
        match action:
            case Ready():
                return None
            case Flak(piece, aircraft):
                if any(piece == taken for taken, _ in chosen):
                    return Refusal("10.3", "refusal.fired")
                return flak_refusal(pos, side, piece, aircraft)
        return Refusal("10.3", "refusal.flak_first")

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        side, chosen = pos.frame
        if isinstance(action, Flak):
            pos.become(side, (*chosen, (action.weapon, action.aircraft)))
            return
        pos.done()
        for piece, aircraft in reversed(chosen):
            kind, number = pos.book.what(piece)
            arm = arm_of(pos, ~number if kind == "mount" else number)
            pos.fired |= 1 << (len(pos.book.figures) + number if kind == "mount" else number)
            roll(pos, int(pos.book.charts["air"]["aa_dice"]), "flak", aircraft, arm.anti_air_bonus, side)

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return "prompt.flak", {"side": pos.book.sides[pos.frame[0]]}


@purpose("flak")
def flak(pos: YangtzePosition, dice: int, aircraft: int, bonus: int, side: int) -> None:
    """10.3: twelve or more drives the aircraft off; one hit is enough."""
    if not any(entry[0] == aircraft for entry in pos.attack):
        return
    if dice + bonus < int(pos.book.charts["air"]["aa_score"]):
        pos.tell("10.3", "event.flak_misses", unit=aircraft, score=dice + bonus)
        return
    pos.tell("10.3", "event.flak_hits", unit=aircraft, score=dice + bonus)
    pos.attack = tuple(entry for entry in pos.attack if entry[0] != aircraft)
    pos.call("banish", aircraft, side)


class ChooseEdge(Step[YangtzePosition]):
    """10.3: the gunner's side says at which point of the edge the aircraft is put."""

    name = "banish"
    case = "10.3"

    def actor(self, pos: YangtzePosition) -> Actor:
        return pos.book.sides[pos.frame[1]]

    def _points(self, pos: YangtzePosition) -> list[Pt]:
        table = pos.book.table
        x, y, _ = pos.at[pos.frame[0]]
        return [(x, 0), (x, table.height), (0, y), (table.width, y)]

    def options(self, pos: YangtzePosition) -> Options:
        return Options(Group(Banish, pos.frame[0], values=self._points(pos)))

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        if not isinstance(action, Banish) or action.aircraft != pos.frame[0]:
            return Refusal("10.3", "refusal.banish_first")
        table = pos.book.table
        if not table.on_table(*action.point) or not on_edge(pos, *action.point):
            return Refusal("10.3", "refusal.banish_edge")
        return None

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        assert isinstance(action, Banish)
        unit, _ = pos.frame
        pos.done()
        x, y = action.point
        pos.at = put(pos.at, unit, (x, y, inward(pos, x, y)))

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return "prompt.banish", {"unit": pos.frame[0]}


def inward(pos: YangtzePosition, x: int, y: int) -> int:
    """The heading from a point of the edge to the middle of the table."""
    return bearing(pos.book.table.width // 2 - x, pos.book.table.height // 2 - y)


# --- 10.1 bombs, 10.2 strafing --------------------------------------------------------------------------------


def resolve_attacks(pos: YangtzePosition) -> None:
    """Attacks that no gunner has spoilt."""
    attacks, pos.attack = pos.attack, ()
    for entry in reversed(attacks):
        attack(pos, *entry)


def attack(pos: YangtzePosition, unit: int, kind: str, x: int, y: int) -> None:
    what, course = kind.split(":")
    if what == "bomb":
        bomb(pos, unit, x, y, int(course))
    else:
        strafe(pos, unit, x, y, int(course))


def bomb(pos: YangtzePosition, unit: int, x: int, y: int, course: int) -> None:
    """10.1, R34: the short column of the pilot's class; a miss scatters along and across the line of flight."""
    pos.bombs = put(pos.bombs, unit, pos.bombs[unit] - 1)
    arm = pos.book.weapons["bomb_large" if pos.book.switches["large_bombs"] else "bomb"]
    score = chart(pos, pos.book.units[unit].grade, True)
    nominated, target = _under(pos, x, y)
    sx, sy = ahead(x, y, course + 180, arm.zone)
    blast = Blast(unit, target, sx, sy, BURST, arm.name, lowers_cover(pos, "bomb"), x, y, arm.zone)
    pos.tell("10.1", "event.bombs", unit=unit)
    land(pos, blast, nominated, score, pos.book.units[unit].grade)


def _under(pos: YangtzePosition, x: int, y: int) -> tuple[int, int]:
    """The figure or hull beneath a bomb, and its unit; the nearest figure when the point is empty."""
    for unit, edges in pos.bodies:
        if near_polygons(edges, outline(((x, y), (x + 1, y), (x, y + 1)))) == 0:
            return -1, unit
    near = [((pos.x[f] - x) ** 2 + (pos.y[f] - y) ** 2, f) for figures in pos.standing for f in figures]
    if not near:
        return -1, 0
    figure = min(near)[1]
    return figure, pos.book.figures[figure].unit


def strafe(pos: YangtzePosition, unit: int, x: int, y: int, course: int) -> None:
    """10.2, S15.3: every base that the strip touches is tested; beyond 200 mm at long range; moving fire."""
    arm = pos.book.weapons["aircraft_mg"]
    long, wide = (int(side) * SCALE for side in pos.book.charts["beaten_zone"]["strafe"])
    corners = strip((x, y), course, long, wide)
    bases = [(f, pos.x[f], pos.y[f], pos.book.figures[f].radius) for figures in pos.standing for f in figures]
    shots = []
    for figure in in_polygon(corners, bases):
        reach = arm.short + pos.book.figures[figure].radius
        short = (pos.x[figure] - x) ** 2 + (pos.y[figure] - y) ** 2 <= reach * reach
        score = _strafe_score(pos, unit, short)
        if point_sees(pos, x, y, figure):
            need = with_cover(pos, score, effective(pos, figure, (x, y)))
            shots.append((figure, need.score, need.strict))
            pos.reveal(pos.book.figures[figure].unit, "S6.7")
    for target, edges in pos.bodies:
        if near_polygons(edges, outline(corners)) == 0:
            shots.append((body(target), _strafe_score(pos, unit, True), False))
    pos.tell("10.2", "event.strafes", unit=unit, count=len(shots))
    fire(pos, Blast(unit, unit, x, y, BULLETS, arm.name, False, x, y, long), tuple(shots))


def _strafe_score(pos: YangtzePosition, unit: int, short: bool) -> int:
    moving = int(pos.book.charts["to_hit_mod"]["moving_fire"])
    return ladder(chart(pos, pos.book.units[unit].grade, short), moving)


def leave_or_stay(pos: YangtzePosition) -> None:
    """R78: an aircraft that has reached the edge turns about there."""
    for unit, spec in enumerate(pos.book.units):
        if (
            spec.aircraft
            and pos.at[unit][0] >= 0
            and pos.plan[unit][:1] == ("fly",)
            and on_edge(pos, *pos.at[unit][:2])
        ):
            x, y, _ = pos.at[unit]
            pos.at = put(pos.at, unit, (x, y, inward(pos, x, y)))
