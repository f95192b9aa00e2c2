"""How a staff officer of Shanghai Incident marches: set-up, movement, aircraft (5.0, 11.0, 14.0, 15.4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.ground.hexes import Mask, bits, mask_of
from shapan.kernel.staff import Advice
from shapan.mechanics.fire_and_movement.actions import Done
from shapan.mechanics.fire_and_movement.movement import Moving
from shapan.mechanics.fire_and_movement.terms import Units
from shapan.mechanics.fire_and_movement.ways import REGULAR, March
from shapan.mechanics.forces import OFF
from shapan.mechanics.verbs import Move

from ..actions import Deploy, Interdict, Raid, Redeploy
from ..fire_support import idle_aircraft
from ..position import ShanghaiPosition
from ..redeployment import Redeploying, Redeployment, eligible, unsafe
from ..setup import SettingUp, setup_hexes, to_place
from ..sides import CHINESE, JAPANESE
from ..trains import line_reach
from ..victory import epic, total
from .goals import Aim, goals
from .ground import FAR, march_to, nearest_to
from .pause import purchases
from .picture import Goal, Picture
from .reserve import second_line
from .temper import Temper

BUILDER: Final = 4.0
"""17.1: a fort is lost when its builder leaves."""
FEW: Final = 6
_home: dict[tuple[int, tuple[bool, ...]], Units] = {}


def home_troops(pos: ShanghaiPosition, temper: Temper) -> int:
    """The units that clear and hold Shanghai: the formations of the first day, and whoever comes late."""
    book = pos.book
    late = tuple(0 < number <= temper.late for number in pos.arrived)
    found = _home.get((id(book), late))
    if found is None:
        names = {book.entries[unit].formation for unit in bits(book.starting & book.roster[JAPANESE])}
        names |= {entry.id for comes, entry in zip(late, book.called, strict=True) if comes}
        home = mask_of([unit for unit in book.units_of[JAPANESE] if book.entries[unit].formation in names])
        found = _home[id(book), late] = home
    return found


def stand(picture: Picture, unit: int, here: int, wanted: list[Aim]) -> float:
    """How good it is for a unit to stand in a hex: near its goals, against the enemy, not too exposed."""
    pos, side, temper = picture.pos, picture.side, picture.temper
    worth = -float(FAR)
    for aim in wanted:
        worth = max(worth, aim.worth - temper.pace * aim.march[here])
    if picture.zone >> here & 1:
        worth += temper.pressure * picture.pressure(here, unit)
        if temper.ring:
            worth += temper.ring * picture.ring(here, unit)
        own = pos.book.defence[unit][pos.steps[unit]] + picture.ground(here)
        worth -= temper.exposure * max(0, picture.hostile(here, side) - own)
    return worth


def own_goals(picture: Picture, unit: int, needed: list[Goal]) -> list[Aim]:
    """The goals for which a unit is still needed; of these the few that are best from where it stands."""
    book, here = picture.pos.book, picture.pos.place[unit]
    taken, beside = picture.taken[book.supports >> unit & 1] & ~(1 << here), book.around[here]
    pace = picture.temper.pace
    first, *deeper = picture.homes or [0]
    found = []
    for goal in needed:
        way = goal.ways.march[here]
        nearer = goal.ways.closer[way]
        others = (nearer & first).bit_count()
        if deeper:
            others += sum([(nearer & homes).bit_count() for homes in deeper])
        if others < goal.crew and not taken >> goal.hex & 1 and not (goal.ample and not beside >> goal.hex & 1):
            found.append((goal.worth - pace * way, goal.worth, goal.hex, goal))
    found.sort(reverse=True)  # no two goals are in one hex
    return [Aim(goal.worth, goal.ways.march, goal.hex) for _, _, _, goal in found[:FEW]]


def free_posts(picture: Picture, unit: int, posts: list[Aim]) -> list[Aim]:
    """The best few of the posts that nobody has taken, from where this unit stands."""
    book, here = picture.pos.book, picture.pos.place[unit]
    taken = picture.taken[book.supports >> unit & 1] & ~(1 << here)
    pace = picture.temper.pace
    found = [post for post in posts if not taken >> post.hex & 1]
    return sorted(found, key=lambda post: pace * post.march[here] - post.worth)[:FEW]


class ArmyGoals:
    """The goals of the garrison of Shanghai and of the others, each worked out when somebody asks."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.home = home_troops(picture.pos, picture.temper) if picture.side == JAPANESE else 0
        self.known: dict[bool, list[Goal]] = {}
        self.posts: list[Aim] | None = None
        self.spare: Mask = 0
        """Units that no goal needs."""

    def of(self, unit: int) -> list[Goal]:
        home = bool(self.home >> unit & 1)
        if home not in self.known:
            picture = self.picture
            self.known[home] = picture.needs(goals(picture.pos, picture.side, picture.temper, home=home))
        return self.known[home]

    def aims(self, unit: int) -> list[Aim]:
        """The goals that need this unit; a Chinese one that none needs has a place in the second line."""
        wanted = own_goals(self.picture, unit, self.of(unit))
        if wanted or self.picture.side == JAPANESE or self.picture.pos.book.loose >> unit & 1:
            return wanted
        if self.posts is None:
            self.posts = second_line(self.picture.pos, self.picture.temper)
        self.spare |= 1 << unit
        return free_posts(self.picture, unit, self.posts)

    def reason(self, unit: int, march: str) -> str:
        return "reason.reserve" if self.spare >> unit & 1 else march


# --- 5.0 movement -----------------------------------------------------------------------------------


def move(pos: ShanghaiPosition, at: Moving, temper: Temper) -> list[Advice]:
    """What to buy first, then the first unit that has somewhere better to go, then aircraft, then no more."""
    side, kind = at.side, at.kind
    if pos.crowded != OFF:
        return make_room(pos)
    done = Advice(Done(), 0.0, "reason.enough")
    if kind == REGULAR and side == CHINESE:
        bought = [entry for entry in purchases(pos, side, temper, pause=False) if entry.score > 0]
        if bought:
            return [*bought, done]
    picture = Picture(pos, side, temper)
    army = ArmyGoals(picture)
    for unit in _movable(pos, side, kind):
        if kind == REGULAR and pos.book.loose >> unit & 1:
            reach = line_reach(pos, unit)
        else:
            reach = March(pos, (unit,), kind).destinations()
        wanted = army.aims(unit)
        found = [
            Advice(Move(unit, (there,)), gain, *_why(picture, army.reason(unit, "reason.march"), there, wanted))
            for there, gain in best(picture, unit, reach, wanted)
        ]
        if kind == REGULAR and (not found or found[0].score < 1.0):
            found += _far_marches(army, unit, wanted, pause=False)
        if found:
            return [*found, done]
    return [done, *missions(pos, side, kind)]


def make_room(pos: ShanghaiPosition) -> list[Advice]:
    """5.3: a hex is too full: nothing else can be done before somebody has left it."""
    return [Advice(action, 0.0, "reason.room") for action in list(pos.options())[:FEW]]


def _movable(pos: ShanghaiPosition, side: int, kind: str) -> list[int]:
    book = pos.book
    ready = pos.present & book.roster[side] & ~pos.moved
    return bits(ready if kind == REGULAR else ready & book.mobile)


class Better(NamedTuple):
    """A hex that is better for a unit than its own, and by how much."""

    hex: int
    gain: float


def best(picture: Picture, unit: int, reach: Mask, wanted: list[Aim]) -> list[Better]:
    """The few best hexes to go to, and what is gained there."""
    pos, side = picture.pos, picture.side
    now = stand(picture, unit, pos.place[unit], wanted) + picture.temper.lasting
    if any(builder == unit for _, builder in pos.forts):
        now += BUILDER
    reach &= ~pos.shunned_by(side)
    # Far from the enemy only the way to the goals counts: there the nearest hex to each is enough.
    quiet = reach & ~picture.zone
    hexes = {nearest_to(pos.book, goal.hex, quiet) for goal in wanted} if quiet else set()
    found = []
    for there in (*sorted(hexes), *bits(reach & picture.zone)):
        gain = stand(picture, unit, there, wanted) - now
        if gain > 0:
            found.append(Better(there, gain))
    found.sort(key=lambda better: -better.gain)
    return found[:FEW]


def _why(picture: Picture, reason: str, there: int, wanted: list[Aim]) -> tuple[str, dict[str, int]]:
    """The goal that draws a unit to this hex; and next to the enemy, what could attack it there."""
    if not wanted:
        return "reason.shift", {}
    goal = max(wanted, key=lambda aim: aim.worth - picture.temper.pace * aim.march[there]).hex
    if not picture.zone >> there & 1:
        return reason, {"goal": goal}
    return "reason.close", {"goal": goal, "risk": picture.hostile(there, picture.side)}


# --- 14.0 redeployment ------------------------------------------------------------------------------


def _far_marches(army: ArmyGoals, unit: int, wanted: list[Aim], pause: bool) -> list[Advice]:
    picture = army.picture
    pos, side, reason = picture.pos, picture.side, army.reason(unit, "reason.redeploy")
    if unsafe(pos, side) >> pos.place[unit] & 1 or (not pause and pos.book.loose >> unit & 1):
        return []
    reach = Redeployment(pos, (unit,)).destinations()
    found = best(picture, unit, reach, wanted)
    return [Advice(Redeploy(unit, (there,)), gain, *_why(picture, reason, there, wanted)) for there, gain in found]


def redeploy(pos: ShanghaiPosition, at: Redeploying, temper: Temper) -> list[Advice]:
    """13.1: in a pause whoever is free marches to where he will be needed."""
    if pos.crowded != OFF:
        return make_room(pos)
    army = ArmyGoals(Picture(pos, at.side, temper))
    for unit in bits(eligible(pos, at.side)):
        wanted = army.aims(unit)
        found = _far_marches(army, unit, wanted, pause=True)
        if found:
            return [*found, Advice(Done(), 0.0, "reason.enough")]
    return [Advice(Done(), 0.0, "reason.enough")]


# --- 15.4 aircraft ----------------------------------------------------------------------------------


def missions(pos: ShanghaiPosition, side: int, kind: str) -> list[Advice]:
    """15.4: on the last evening idle aircraft strike at supplies, or bar the way into Shanghai if that can end it."""
    if side != JAPANESE or kind == REGULAR:
        return []
    found: list[Advice] = []
    won = not epic(pos) and total(pos) >= pos.book.levels[1].minimum
    for marker in idle_aircraft(pos):
        if pos.turn >= pos.book.days and pos.pause_marker:
            found.append(Advice(Raid(marker), 0.5, "reason.raid"))
        over = nearest_to_shanghai(pos)
        if over != OFF:
            found.append(Advice(Interdict(marker, over), 1.0 if won else -1.0, "reason.interdict", {"hex": over}))
    return found


def nearest_to_shanghai(pos: ShanghaiPosition) -> int:
    """The hex of the Chinese unit that is nearest to the city."""
    book = pos.book
    gates = bits(book.shanghai & ~pos.closed)
    hexes = [pos.place[unit] for unit in pos.on_map(CHINESE)]
    return min(hexes, key=lambda here: min(book.grid.distance(here, gate) for gate in gates), default=OFF)


# --- 11.0 set-up ------------------------------------------------------------------------------------


def set_up(pos: ShanghaiPosition, at: SettingUp, _: Temper) -> list[Advice]:
    """11.0: the strong where the enemy is close, the weak behind them."""
    book, side = pos.book, at.side
    units = to_place(pos, side)
    unit = max(units, key=lambda one: (book.loose >> one & 1, book.defence[one][book.full_steps[one]]))
    start = book.held_at_start[JAPANESE]
    front = book.grid.spread(start) & book.shanghai & ~(start | pos.closed)
    strong = book.defence[unit][book.full_steps[unit]] + book.attack[unit][book.full_steps[unit]]
    advice = []
    for here in bits(setup_hexes(pos, side, unit)):
        way = min((march_to(book, gate)[here] for gate in bits(front)), default=FAR)
        if side == JAPANESE:
            worth = -0.1 * abs(way - (2 if strong > 2 else FEW))
        else:
            worth = 2.0 * (book.city_hexes >> here & 1) - 0.1 * way + (0 if not book.shanghai >> here & 1 else strong)
        advice.append(Advice(Deploy(unit, here), worth, "reason.set_up"))
    return advice
