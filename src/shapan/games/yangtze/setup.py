"""S19 Set-up and arrivals: each side places its units in their zones; carried units begin aboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shapan.ground.table import OUTDOORS, Eye, Gaze, Pt
from shapan.kernel import Action, First, Frame, Group, Options, Param, Refusal, SideFrame, SideStep, Step, amended, one
from shapan.mechanics.sides import other

from .actions import Deploy, Put, Ready, Stairs, Wait
from .air.flight import absent, come_back, return_points, return_refusal
from .command import all_commanded, commanded, radius
from .fire.cover import RANK
from .fire.sighting import eyes, free_line, nearest_point, outside, point_sees, too_dark
from .movement.clearance import clear_of_all, hull_too_near, too_near
from .place import Spot, move
from .placing import crowd, drawn_up, formation, house_refusal, hull_refusal, place, setup_case, spot_refusal
from .position import STANDING, TO_COME, YangtzePosition
from .vessels.crews import hands
from .who import Figure, Unit
from .zones.points import in_order, in_reach_of_a_leader, leaders_matter, roomy, sweep
from .zones.tried import verdicts

CANDIDATES = 6
WATCHES = 4
"""For how many drawn-up forces a book remembers what they see; beyond that the memory begins anew."""


def due(pos: YangtzePosition, side: int) -> list[Unit]:
    """The units that this side has to place now; riders come with what carries them."""
    book = pos.book
    return [
        unit
        for unit in book.units_of[side]
        if (book.units[unit].turn if absent(pos, unit) is None else _back(pos, unit)) <= pos.turn
        and not book.units[unit].inside
        and not pos.arrived(unit)
        and not _gone(pos, unit)
    ]


def _back(pos: YangtzePosition, unit: Unit) -> int:
    """S15.2: the turn in which an aircraft that has left may return."""
    gone = absent(pos, unit)
    return gone.turn if gone else 0


def _gone(pos: YangtzePosition, unit: Unit) -> bool:
    return any(pos.fate[figure] != TO_COME for figure in pos.book.men[unit])


def fixed(pos: YangtzePosition, unit: Unit) -> bool:
    """Units with a printed place need no decision."""
    return pos.book.units[unit].at is not None and absent(pos, unit) is None


def takes_its_place(pos: YangtzePosition, unit: Unit) -> bool:
    """R113: a unit comes to the place that is printed for it, unless somebody or something is there."""
    spec = pos.book.units[unit]
    assert spec.at is not None
    if spec.carrier and hull_refusal(pos, unit, *spec.at, spec.heading, planned=True):
        return False
    return place(pos, unit, *spec.at)


class SettingUp(SideFrame, step="setup"):
    """S19.1, S19.2: a side places its units, those that the scenario begins with or those that arrive."""

    placed: int = 0
    """The units that have just been placed, one bit each; their figures may still be put elsewhere."""
    waiting: int = 0
    """The units that are to come later, one bit each."""


def left_to_place(pos: YangtzePosition, at: SettingUp) -> list[Unit]:
    """The units for which the side still has to find a place."""
    return [unit for unit in due(pos, at.side) if not at.waiting >> unit & 1 and not fixed(pos, unit)]


class SetUp(SideStep[YangtzePosition, SettingUp]):
    """Each side in turn; with ``pos.turn`` later than the first it is the arrival of reinforcements (S19.2)."""

    case = "S19.1"

    def settle(self, pos: YangtzePosition, at: SettingUp) -> bool:
        for unit in filter(lambda unit: fixed(pos, unit), due(pos, at.side)):
            if takes_its_place(pos, unit):
                _announce(pos, unit)
            elif not at.waiting >> unit & 1:  # R113: it comes as soon as the place is free; that is told once a turn
                at = amended(at, waiting=at.waiting | 1 << unit)
                pos.become(at)
                pos.tell("S19.2", "event.place_taken", _unless_hiding(pos, at.side), unit=unit)
        if left_to_place(pos, at) or at.placed:
            return True
        pos.done()
        return False

    def options(self, pos: YangtzePosition, at: SettingUp) -> Options:
        left = left_to_place(pos, at)
        groups: list[Group[Action]] = [Group(Deploy, unit, values=_spots(pos, unit)) for unit in left]
        if not left:
            return Options(one(Ready()))
        if pos.turn > 1 or not any(groups):
            groups.append(Group(Wait, values=left))
        return Options(*groups)

    def refusal(self, pos: YangtzePosition, at: SettingUp, action: Action) -> Refusal | None:
        left = left_to_place(pos, at)
        match action:
            case Ready():
                return Refusal(self.cited(pos, at), "refusal.setup_left", unit=left[0]) if left else None
            case Wait(unit):
                if unit not in left:
                    return Refusal("S19.2", "refusal.not_due")
                if pos.turn == 1 and _spots(pos, unit):
                    return Refusal("S19.2", "refusal.wait_first_turn")
                return None
            case Deploy(unit, point):
                if unit not in left:
                    stands = unit in pos.book.units_of[at.side] and pos.arrived(unit)
                    return Refusal(self.cited(pos, at) if stands else "S19.2", "refusal.not_due")
                refusal = deploy_refusal(pos, unit, *point)
                return None if refusal and shows_itself(refusal) and not lies_in_wait(pos, unit) else refusal
            case Put() | Stairs():
                return self._shift_refusal(pos, at, action)
        return Refusal(self.cited(pos, at), "refusal.setup_first")

    def _shift_refusal(self, pos: YangtzePosition, at: SettingUp, action: Put | Stairs) -> Refusal | None:
        """Who has just been set up takes another place, or the same one on another floor (S16.1)."""
        figure = pos.book.as_figure(action.figure)
        if figure is None:
            return Refusal(self.cited(pos, at), "refusal.figure_wanted")
        unit = pos.book.figures[figure].unit
        if not at.placed >> unit & 1 or pos.fate[figure] != STANDING:
            return Refusal(self.cited(pos, at), "refusal.not_due")
        if isinstance(action, Stairs) and action.floor not in storeys(pos, figure):
            return Refusal("S16.1", "refusal.no_floor")
        spot = shifted(pos, figure, action)
        taken = crowd(pos, pos.owner[unit], frozenset({figure}), spot.floor)
        if refusal := spot_refusal(pos, unit, spot.x, spot.y, pos.book.units[unit].radius, taken):
            return refusal
        if refusal := house_refusal(pos, figure, *spot[:3]):
            return refusal
        twin = pos.copy()
        move(twin, (figure, spot))
        placed = [mate for mate in pos.book.units_of[at.side] if at.placed >> mate & 1]
        if in_order(pos) and (silenced(twin, unit) or any(forsaken(twin, mate) for mate in placed)):
            return Refusal("4.1", "refusal.setup_command")
        if too_near(twin, [figure]):
            return Refusal(setup_case(pos), "refusal.too_near")
        seen = pos.book.units[unit].hidden and in_view(twin, unit) and not in_view(pos, unit)
        return Refusal("S6.7", "refusal.in_view") if seen else None

    def apply(self, pos: YangtzePosition, at: SettingUp, action: Action) -> None:
        match action:
            case Ready():
                pos.scene.tried.clear()
                pos.done()
            case Wait(unit):
                pos.become(amended(at, waiting=at.waiting | 1 << unit))
                pos.tell("S19.2", "event.waits", _to(pos, unit), unit=unit)
            case Deploy(unit, point):
                pos.become(amended(at, placed=at.placed | 1 << unit))
                place(pos, unit, *point)
                if absent(pos, unit):
                    come_back(pos, unit, *point)
                if pos.book.units[unit].hidden:
                    pos.hidden |= 1 << unit
                _announce(pos, unit)
                if pos.turn > 1 and in_view(pos, unit):  # R291: at the beginning this waits for the other side
                    pos.reveal(unit, "S6.7")
            case Put(piece) | Stairs(piece):
                figure = pos.book.the_figure(piece)
                move(pos, (figure, shifted(pos, figure, action)))
                pos.tell(setup_case(pos), "event.put", _to(pos, pos.book.figures[figure].unit), piece=piece)

    def cited(self, pos: YangtzePosition, at: SettingUp) -> str:
        return setup_case(pos)

    def prompt(self, pos: YangtzePosition, at: SettingUp) -> tuple[str, dict[str, Param]]:
        left = "prompt.setup" if pos.turn == 1 else "prompt.arrivals"
        return (left if left_to_place(pos, at) else "prompt.all_stand"), {"side": pos.book.sides[at.side]}


class Unmasking(Frame):
    """S6.7: both sides are set up and look about them."""


class Unmask(Step[YangtzePosition, Unmasking]):
    """S6.7, R193: whoever was to be hidden and stands without cover in view of the enemy is on the public table."""

    case = "S6.7"

    def settle(self, pos: YangtzePosition, at: Unmasking) -> bool:
        pos.done()
        for unit in pos.book.every_unit:
            if pos.hidden >> unit & 1 and in_view(pos, unit):
                pos.reveal(unit, self.case)
        return False


def storeys(pos: YangtzePosition, figure: Figure) -> list[int]:
    """S16.1: the other floors of the house in which a figure stands."""
    room = pos.room[figure]
    floors = 0 if room == OUTDOORS else pos.book.table.buildings[room].construction.floors
    return [floor for floor in range(floors) if floor != pos.floor[figure]]


def shifted(pos: YangtzePosition, figure: Figure, action: Put | Stairs) -> Spot:
    """Where a figure stands that takes another place: in its house on the floor where it is."""
    if isinstance(action, Stairs):
        return Spot(pos.x[figure], pos.y[figure], action.floor, pos.room[figure])
    room = pos.book.table.building(*action.point)
    return Spot(*action.point, pos.floor[figure] if room == pos.room[figure] else 0, room)


def upstairs(pos: YangtzePosition, at: SettingUp) -> list[Group[Action]]:
    """S16.1: who of those that have just been set up may stand on another floor. Not among the options: a player finds
    it at the figures."""
    placed = [unit for unit in pos.book.units_of[at.side] if at.placed >> unit & 1]
    figures = [figure for unit in placed for figure in pos.standing[unit] if storeys(pos, figure)]
    step = SetUp()
    found: list[Group[Action]] = []
    for figure in figures:
        piece = pos.book.piece_of_figure(figure)
        floors = [floor for floor in storeys(pos, figure) if step.refusal(pos, at, Stairs(piece, floor)) is None]
        found.append(Group(Stairs, piece, values=floors))
    return found


def _announce(pos: YangtzePosition, unit: Unit) -> None:
    pos.tell(setup_case(pos), "event.deployed" if in_order(pos) else "event.arrives", _to(pos, unit), unit=unit)


def _to(pos: YangtzePosition, unit: Unit) -> tuple[str, ...] | None:
    """Who may learn what a unit does: everybody, or its side alone while it is hidden."""
    return (pos.book.sides[pos.owner[unit]],) if pos.hidden >> unit & 1 or pos.book.units[unit].hidden else None


def _unless_hiding(pos: YangtzePosition, side: int) -> tuple[str, ...] | None:
    """Who may learn that a place is taken: everybody, or the side alone whose hidden units might be in it."""
    hiding = any(pos.hidden >> unit & 1 for unit in pos.book.units_of[side])
    return (pos.book.sides[side],) if hiding else None


def deploy_refusal(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Refusal | None:
    """Judge any point for a unit's leader, gun or hull."""
    return _judged(pos, unit, x, y)[0]


def _judged(pos: YangtzePosition, unit: Unit, x: int, y: int) -> tuple[Refusal | None, int | None]:
    """The same, and within how far of the point a mate would have to come or go for another verdict; None where it
    hangs on more than that."""
    book, spec = pos.book, pos.book.units[unit]
    if spec.aircraft and absent(pos, unit):
        return return_refusal(pos, unit, x, y), None
    if spec.carrier:
        if spec.zone and not book.table.in_zone(spec.zone, x, y):
            return Refusal(setup_case(pos), "refusal.zone", unit=unit), None
        return hull_refusal(pos, unit, x, y, spec.heading, planned=True) or _crowding(pos, unit, x, y), None
    base, taken = spec.gun_radius or spec.radius, crowd(pos, pos.owner[unit])
    if refusal := spot_refusal(pos, unit, x, y, base, taken):
        return refusal, base + book.widest
    spots, wide = drawn_up(pos, unit, x, y, taken)
    if spots is None:
        return Refusal(setup_case(pos), "refusal.no_room", unit=unit), wide + book.widest
    reach = wide + book.widest + (radius(pos, spec.side) if spec.lead == "any" else 0)
    if in_order(pos) and not all_commanded(pos, unit, spots):
        return Refusal("4.1", "refusal.setup_command"), reach
    if not (spec.leads and in_order(pos)) and not spec.hidden and clear_of_all(pos, pos.owner[unit], spots):
        return None, reach
    return _enemy_refusal(pos, unit, x, y), None


def _enemy_refusal(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Refusal | None:
    """4.4, S19.1, S6.7: what only those who have been set up there can tell."""
    twin = pos.copy()
    place(twin, unit, x, y)
    if in_order(pos) and silenced(twin, unit):
        return Refusal("4.1", "refusal.setup_command")
    if too_near(twin, list(twin.standing[unit])):
        return Refusal(setup_case(pos), "refusal.too_near")
    return Refusal("S6.7", "refusal.in_view") if pos.book.units[unit].hidden and in_view(twin, unit) else None


def _crowding(pos: YangtzePosition, unit: Unit, x: int, y: int) -> Refusal | None:
    """S19.1, R221: would a vehicle or vessel come too near to the enemy here?"""
    twin = pos.copy()
    place(twin, unit, x, y)
    return Refusal(setup_case(pos), "refusal.too_near") if hull_too_near(twin, unit) else None


def silenced(pos: YangtzePosition, unit: Unit) -> bool:
    """4.4: is there a machine gun with a printed place that this unit has to lead, and does not reach?"""
    return any(forsaken(pos, gun) for gun in pos.book.handles.get(pos.book.units[unit].leads, ()))


def forsaken(pos: YangtzePosition, unit: Unit) -> bool:
    """4.1, 4.4: is somebody of a unit out of command?"""
    return len(commanded(pos, unit)) < len(pos.standing[unit])


def in_view(pos: YangtzePosition, unit: Unit) -> bool:
    """S6.7, R99: does an enemy, on foot or aboard something, see a figure of the unit that stands without cover?"""
    enemy = other(pos.owner[unit])
    watched = watch(pos, enemy, [f for foe in pos.units_of(enemy) for f in pos.standing[foe]])
    return any(not in_cover(pos, f) and watched.sees(pos, pos.x[f], pos.y[f]) for f in pos.standing[unit])


class Watch:
    """What some watchers, on foot and aboard some hulls, see of points in the open, where nobody has fired."""

    def __init__(self, pos: YangtzePosition, watchers: list[Figure], hulls: tuple[Unit, ...]) -> None:
        found = [(pos.x[f], pos.y[f], eye, hole) for f in watchers for eye, hole in eyes(pos, f)]
        bodies = [edges for _, edges in pos.bodies]
        self.gaze = Gaze(pos.table, pos.book.sight_rule, [eye for _, _, eye, _ in found], pos.shut, bodies)
        self.looks = [(number, x, y, hole) for number, (x, y, _, hole) in enumerate(found)]
        self.hulls = hulls
        self.known: dict[tuple[int, int], bool] = {}

    def sees(self, pos: YangtzePosition, x: int, y: int) -> bool:
        """Does one of them see this point?"""
        known = self.known.get((x, y))
        if known is None:
            mark = Eye(x, y)
            able = [look for look in self.looks if look[3] is None or outside(look[3], mark)]
            if pos.book.dark:
                able = [look for look in able if not too_dark(pos, look[1:3], (x, y))]
            seer = self.gaze.first(mark, [look[0] for look in able])
            aboard = seer is None and any(self._seen_from(pos, hull, x, y) for hull in self.hulls)
            known = self.known[x, y] = seer is not None or aboard
            if seer is not None:
                # Who has seen this point mostly sees the next one too.
                looks = self.looks
                self.looks = [look for look in looks if look[0] == seer] + [look for look in looks if look[0] != seer]
        return known

    def _seen_from(self, pos: YangtzePosition, hull: Unit, x: int, y: int) -> bool:
        """From the edge of what carries them."""
        point = nearest_point(pos.body(hull), x, y)
        return not too_dark(pos, point, (x, y)) and free_line(pos, Eye(*point), Eye(x, y), (hull,))


def watch(pos: YangtzePosition, side: int, watchers: list[Figure]) -> Watch:
    """The book remembers it for as long as the watchers, everybody under their roofs and everything in their view stay
    where they are: set-ups, and those who imagine where hidden units lie, try the same points again and again."""
    rooms = {pos.room[f] for f in watchers} - {OUTDOORS}
    inside = [f for f in pos.book.everyone if pos.room[f] in rooms and pos.fate[f] == STANDING] if rooms else []
    places = tuple([(f, pos.x[f], pos.y[f], pos.floor[f], pos.room[f]) for f in (*watchers, *inside)])
    hulls = tuple(body for body, _ in pos.bodies if pos.owner[body] == side and hands(pos, body))
    key = (len(watchers), places, hulls, pos.bodies, pos.shut, pos.rubble)
    memory = pos.book.watch
    found: Watch | None = memory.get(key)
    if found is None:
        if len(memory) >= WATCHES:
            memory.clear()
        found = memory[key] = Watch(pos, watchers, hulls)
    return found


def in_cover(pos: YangtzePosition, figure: Figure) -> bool:
    """On soft ground or better, or under a roof."""
    return pos.room[figure] != OUTDOORS or shelters(pos, pos.x[figure], pos.y[figure])


def shelters(pos: YangtzePosition, x: int, y: int) -> bool:
    """Is the ground at a point soft cover or better?"""
    return RANK[pos.book.table.ground(x, y).cover] >= RANK["soft"]


def _spots(pos: YangtzePosition, unit: Unit) -> First:
    """Some points for a unit; for one that is to be hidden such as hide it, or where there are none any others
    (R291)."""
    found = _looked_for(pos, unit, _fitting, "spots")
    hidden = pos.book.units[unit].hidden  # who is not looks for points when somebody asks for them
    return found if not hidden or found else _looked_for(pos, unit, _in_the_open, "open")


def _looked_for(
    pos: YangtzePosition, unit: Unit, search: Callable[[YangtzePosition, Unit], Iterator[Pt]], name: str
) -> First:
    """Before the first turn nothing else goes on: whoever shows points, judges one of them or chooses among them looks
    for them once."""
    if not in_order(pos):
        return First(search(pos, unit), CANDIDATES)
    known, key = pos.scene.known, (name, unit, pos.hidden)
    if key not in known:
        known[key] = First(search(pos.copy(), unit), CANDIDATES)
    found: First = known[key]
    return found


def shows_itself(refusal: Refusal) -> bool:
    """S6.7: has nothing been said against a place but that the enemy would see a unit there that hides?"""
    return refusal.key == "refusal.in_view"


def lies_in_wait(pos: YangtzePosition, unit: Unit) -> bool:
    """R291: is there a place where the unit is hidden?"""
    return bool(_looked_for(pos, unit, _fitting, "spots"))


def _in_the_open(pos: YangtzePosition, unit: Unit) -> Iterator[Pt]:
    """R291: points at which nothing keeps a unit from being set up but that the enemy sees it there."""
    for point in sweep(pos, unit):
        refusal = deploy_refusal(pos, unit, *point)
        if refusal and shows_itself(refusal):
            yield point


def _fitting(pos: YangtzePosition, unit: Unit) -> Iterator[Pt]:
    """Points at which the unit can be set up, and is hidden if that is what it is to be."""
    if absent(pos, unit):
        yield from return_points(pos, unit)
        return
    near, shows, hidden = in_reach_of_a_leader(pos, unit), showing(pos, unit), pos.book.units[unit].hidden
    known, far = verdicts(pos, unit) if in_order(pos) else {}, leaders_matter(pos, unit)
    for point in sweep(pos, unit):
        verdict = known.get(point)
        if verdict is None and not (near(*point) and roomy(pos, unit, *point)):
            verdict = known[point] = ~far
        if (verdict is not None and verdict < 0) or shows(*point):
            continue
        # Of those who hide somebody mostly shows: he is found before all the others have been set up.
        if verdict is None and not (hidden and formation(pos, unit, *point, shows) is None):
            refusal, reach = _judged(pos, unit, *point)
            verdict = 0 if refusal is None else -1
            if reach is not None:
                known[point] = reach if refusal is None else ~reach
        if verdict is not None and verdict >= 0:
            yield point


def showing(pos: YangtzePosition, unit: Unit) -> Callable[[int, int], bool]:
    """S19.1, S6.7: tells whether a figure of a unit on foot at a point would be too near to an enemy he sees, or seen
    where he should be hidden. Asked before anybody is set up there, of points in the open; where it says yes
    :func:`deploy_refusal` has something against every formation in which somebody stands there."""
    book, spec = pos.book, pos.book.units[unit]
    if spec.carrier or spec.aircraft or spec.gun_radius:
        return lambda x, y: False
    first = book.men[unit][0]
    foes = [f for enemy in pos.units_of(other(pos.owner[unit])) for f in pos.standing[enemy]]
    # S16.2: whoever comes under the same roof could take the window of an enemy with a higher number.
    steady = [f for f in foes if pos.room[f] == OUTDOORS or f < first]
    known = [f for f in steady if not pos.hidden >> book.figures[f].unit & 1]
    limits = [(f, pos.x[f], pos.y[f], book.radius + book.radii[f] + book.radii[first]) for f in known]
    watched = watch(pos, other(pos.owner[unit]), steady)

    def shows(x: int, y: int) -> bool:
        if book.table.building(x, y) != OUTDOORS:
            return False
        near = [f for f, fx, fy, far in limits if (fx - x) ** 2 + (fy - y) ** 2 <= far * far]
        if near and any(point_sees(pos, x, y, enemy) for enemy in near):
            return True
        return spec.hidden and not shelters(pos, x, y) and watched.sees(pos, x, y)

    return shows
