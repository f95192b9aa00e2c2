"""The position of a game: where every figure stands, what cards lie, and what the rulebook makes players remember."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import isqrt
from typing import ClassVar, Final

from shapan.ground.table import Bounds, Edge, MoveRule, Raster, Tabletop, Track, around, hull, near_polygon, raster
from shapan.kernel import Position

from .actions import CHARGE, FORCED, HALT
from .book import YangtzeBook
from .fates import (
    ABOARD,
    ARMAMENT,
    DESERTED,
    DISABLED,
    FALLEN,
    HALF_SPEED,
    LEFT,
    LOST,
    ROUTED,
    STANDING,
    STEERING,
    SUNK,
    TO_COME,
    WHEEL,
    WRECK,
)
from .noted import Absence, Attack, Captivity, Climb, Declared, FiredAt, Job, Marker, Rounds, Trigger, UnderWay
from .orders.planned import Planned
from .place import OFF_TABLE, Berth, Load, Off, Spot, Water, move
from .roster import Roster
from .scene import Scene
from .who import ByFigure, ByUnit, Figure, Magazine, Row, Unit, put

__all__ = [
    "ABOARD",
    "ARMAMENT",
    "DESERTED",
    "DISABLED",
    "FALLEN",
    "HALF_SPEED",
    "LEFT",
    "LOST",
    "NOWHERE",
    "ROUTED",
    "STANDING",
    "STEERING",
    "SUNK",
    "TO_COME",
    "WHEEL",
    "WRECK",
    "YangtzePosition",
]


NOWHERE: Final = (-1, -1)
FOOT: Final = "foot"
"""The line of the movement chart for those who walk."""


class YangtzePosition(Position[YangtzeBook], kw_only=True, eq=False):
    """Figures, units and mounts are numbered as in the book; sets of them are integers with one bit each."""

    DERIVED: ClassVar[frozenset[str]] = frozenset({"standing", "bodies", "boxed", "muster", "lay"})

    # figures
    x: ByFigure[int] = ()
    y: ByFigure[int] = ()
    floor: ByFigure[int] = ()
    room: ByFigure[int] = ()
    """The building that each figure is in, or ``OUTDOORS``."""
    fate: ByFigure[int] = ()
    aboard: ByFigure[Unit | None] = ()
    """The unit that carries each figure that is aboard something."""
    pinned: int = 0
    pinned_next: int = 0
    fired: int = 0
    """7.1: the weapons that have fired this turn, one bit for each :data:`.who.Arm`."""
    unseen: int = 0
    """7.1, S4.7: those of them that fire in the step under way: it is all at once, so that their flash shows nobody
    anything yet; kept in the dark only."""
    flak: int = 0
    """10.3: those of them that fired at aircraft."""
    touched: int = 0
    """Figures in contact with the enemy this turn."""
    touched_early: int = 0
    """6.2: those of them that were reached by a charge's minimum move."""
    stuck: int = 0
    """Figures of a moving or charging unit that stay where they are: pinned or out of command."""
    late: int = 0
    """R117: figures that have a leg to make when everybody else has come to rest."""
    swimming: int = 0
    """S14.7: figures in deep water."""
    captive: int = 0
    captors: tuple[Captivity, ...] = ()
    """S17.2: each captive with the figure that it goes with."""
    promoted: int = 0
    """4.1: figures that lead in place of a leader who fell."""

    # units
    at: ByUnit[tuple[int, int, int]] = ()
    """Place and heading of vehicles, vessels, aircraft and gun models."""
    card: ByUnit[str] = ()
    forced: ByUnit[str] = ()
    """14.0: the state that replaces the card of the next turn."""
    damage: ByUnit[int] = ()
    timer: ByUnit[int] = ()
    """12.0: turn in which a wheel is mended, or in which a wreck goes down."""
    lost: int = 0
    """14.2: the figures lost this turn, by whatever cause and in whatever step; deserters and the routed are not."""
    tested: int = 0
    """14.2, R44: the units that have tested their morale this turn."""
    hits: ByUnit[int] = ()
    owner: ByUnit[int] = ()
    """S14.6: whose each unit is; only vessels change hands."""
    hidden: int = 0
    asleep: int = 0
    holding: int = 0
    abetting: int = 0
    shaken: int = 0
    """14.8: vehicles that have lost their nerve: nobody gets off them this turn."""
    headless: int = 0
    """Units that lost their last leader in an earlier turn."""
    afoot: int = 0
    """S11: mounted units that have dismounted."""
    away: tuple[Absence, ...] = ()
    """S15.2: aircraft off the table."""
    bombs: ByUnit[int] = ()
    rounds: Row[Magazine, Rounds] = ()
    fire_at: tuple[FiredAt, ...] = ()
    """7.4: who has fired at whom, this turn and last."""
    fire_before: tuple[FiredAt, ...] = ()

    # secrets of the turn
    plan: ByUnit[Planned | None] = ()
    """What each unit will do under its card."""
    rolling: tuple[UnderWay, ...] = ()
    """S7: vehicles and vessels under way."""
    track: ByFigure[Track] = ()
    """The way of each figure."""
    stairs: ByFigure[tuple[Climb, ...]] = ()
    """S16.1: the stairs on that way."""
    spent: ByFigure[int] = ()
    goal: ByFigure[Figure | None] = ()
    """S7.3: the figure that each charging figure goes for."""
    sought: ByFigure[tuple[int, int]] = ()
    """Where that figure stood when the way to it was found."""
    markers: tuple[Marker, ...] = ()
    """7.9: covering fire."""
    works: tuple[Job, ...] = ()
    """S16.8, S17.6: halted units that work instead of firing."""
    triggers: tuple[Trigger, ...] = ()
    """7.1: what each sniper waits for."""
    shots: tuple[Declared, ...] = ()
    """Fire declared and not yet resolved."""
    doomed: int = 0
    """Figures that are removed when the fire of this step has been resolved."""
    attacks: tuple[Attack, ...] = ()
    """10.0: what aircraft have announced, and nobody has spoilt."""

    # the table
    shut: int = 0
    rubble: int = 0
    """S17.7: buildings that have been blown up."""
    fuses: int = 0
    cargo: tuple[Load, ...] = ()
    """S17.6: each load, by its number."""
    alarm: bool = False
    sighted: bool = False
    """S6.8: has an enemy been in view of those on guard this turn?"""
    heard: bool = False
    """S6.8: has there been a shot or a melee this turn that can be heard by those who sleep?"""
    opened: int = 0

    # derived
    standing: ByUnit[tuple[Figure, ...]] = ()
    """The figures of each unit that stand on the table."""
    bodies: tuple[tuple[Unit, tuple[Edge, ...]], ...] = ()
    """The outlines of vehicles and vessels on the table, by unit."""
    boxed: tuple[tuple[Unit, tuple[Edge, ...], Bounds], ...] = ()
    """The same with the upright rectangle about each."""

    muster: Roster | None = None
    lay: Scene | None = None

    def derive(self) -> None:
        fate = self.fate
        self.standing = tuple(tuple([f for f in men if fate[f] == STANDING]) for men in self.book.men)
        self.derive_bodies()

    def derive_bodies(self) -> None:
        """The same where only models have been moved: nobody has come or gone."""
        self.bodies = tuple((unit, self.body(unit)) for unit in self.book.carriers if self.is_body(unit))
        self.boxed = tuple((unit, edges, around(edges)) for unit, edges in self.bodies)

    def derive_people(self, units: Collection[Unit]) -> None:
        """The same where nobody but figures of these units has come or gone. A hull without a model comes with them."""
        if not self.standing or any(unit in self.book.carriers for unit in units):
            self.derive()
            return
        fate, standing = self.fate, list(self.standing)
        for unit in units:
            standing[unit] = tuple([f for f in self.book.men[unit] if fate[f] == STANDING])
        self.standing = tuple(standing)

    @property
    def roster(self) -> Roster:
        """Who is in play; made when first asked."""
        roster = self.muster
        if roster is None or not roster.holds(self):
            roster = self.muster = Roster(self, roster)
        return roster

    @property
    def scene(self) -> Scene:
        """What follows from where everybody stands; made when first asked."""
        scene = self.lay
        if scene is None or not scene.holds(self):
            scene = self.lay = Scene(self, scene)
        return scene

    @property
    def table(self) -> Tabletop:
        """The table as it is now: what has been blown up is in nobody's way or sight (S17.7)."""
        return self.book.razed(self.rubble) if self.rubble else self.book.table

    # --- who is where ----------------------------------------------------------------------------

    def is_body(self, unit: Unit) -> bool:
        """Does a vehicle or hull stand on the table?"""
        spec = self.book.units[unit]
        return spec.carrier and self.arrived(unit) and not self.damage[unit] & SUNK

    def laid_out(self, unit: Unit) -> bool:
        """Is the model of a vehicle, vessel, aircraft or gun on the table?"""
        return self.at[unit] != OFF_TABLE

    def arrived(self, unit: Unit) -> bool:
        """Has the unit come, with at least one figure or model left?"""
        first = self.book.men[unit][0]
        if self.book.modelled[unit]:
            return self.laid_out(unit)
        return self.fate[first] != TO_COME

    def body(self, unit: Unit) -> tuple[Edge, ...]:
        """The outline of a vehicle or hull."""
        return hull(*self.at[unit], *self.book.units[unit].size)

    def shut_for(self, unit: Unit) -> int:
        """S16.7: the gates that are closed to a unit; those who hold them pass freely. S16.8: barricades bar all."""
        return self.shut & self.book.barriers if self.owner[unit] == self.book.gate_side else self.shut

    def leads(self, figure: Figure) -> bool:
        """4.1: is this a leader figure?"""
        return bool((self.book.leaders | self.promoted) >> figure & 1)

    def leaders(self, figures: Iterable[Figure]) -> list[Figure]:
        """Those of the figures that lead."""
        bits = self.book.leaders | self.promoted
        return [figure for figure in figures if bits >> figure & 1]

    def on_horse(self, unit: Unit) -> bool:
        """S11: a mounted unit that has not got off its horses."""
        return self.book.units[unit].kind == "mounted" and not self.afoot >> unit & 1

    def allowance(self, unit: Unit, card: str) -> tuple[int, int]:
        """5.1 to 5.3, S3.1: the least and the most that a card lets the unit spend."""
        return self.book.allowance(FOOT if self.afoot >> unit & 1 else self.book.units[unit].move, card)

    def flight(self, unit: Unit) -> int:
        """13.3, 14.4, 14.6, R90: how far a unit retreats or flees: a full charge move; gun crews run like foot."""
        return self.allowance(unit, CHARGE)[1] or self.book.allowance(FOOT, CHARGE)[1]

    def way(self, unit: Unit) -> MoveRule:
        """S3.1: how the ground bears the unit."""
        return self.book.way(unit, bool(self.afoot >> unit & 1))

    def raster(self, unit: Unit, windows: bool = True) -> Raster:
        """S7.3: the raster on which the unit finds its way, through windows or by doors alone."""
        way = self.way(unit) if windows else self.way(unit)._replace(window=-1)
        return raster(self.table, way, self.book.units[unit].radius, self.shut_for(unit))

    def far_from(self, body: Unit, x: int, y: int, reach: int) -> bool:
        """Is a vehicle or hull surely farther than this from a point? Seen at a glance, without measuring its edges."""
        (bx, by, _), far = self.at[body], reach + self.book.spans[body]
        return not (-far <= bx - x <= far and -far <= by - y <= far)

    def crew(self, unit: Unit) -> tuple[Figure, ...]:
        """The people of a carrier: its own figures and its riders."""
        return self.roster.crews.get(unit, ())

    def carrier(self, figure: Figure) -> Unit:
        """What carries a figure that is aboard something."""
        carrier = self.aboard[figure]
        assert carrier is not None
        return carrier

    def in_play(self, unit: Unit) -> bool:
        """On the table, with somebody left."""
        return bool(self.roster.playing >> unit & 1)

    def riding(self, unit: Unit) -> Unit | None:
        """The carrier of a unit that is aboard one."""
        return self.roster.riding.get(unit)

    def alive(self, unit: Unit) -> tuple[Figure, ...]:
        return self.roster.alive[unit]

    def units_of(self, side: int) -> tuple[Unit, ...]:
        """The units of a side in play."""
        return self.roster.sides[side]

    # --- distances -------------------------------------------------------------------------------

    def apart(self, one: Figure, two: Figure) -> int:
        """The square of the distance of two figures' centres."""
        return (self.x[one] - self.x[two]) ** 2 + (self.y[one] - self.y[two]) ** 2

    def apart_from(self, figure: Figure, x: int, y: int) -> int:
        """The square of the distance of a figure's centre from a point."""
        return (self.x[figure] - x) ** 2 + (self.y[figure] - y) ** 2

    def within(self, one: Figure, two: Figure, reach: int) -> bool:
        """Are two bases at most so far apart, edge to edge?"""
        figures = self.book.figures
        limit = reach + figures[one].radius + figures[two].radius
        return self.apart(one, two) <= limit * limit

    def gap(self, one: Figure, two: Figure) -> int:
        """The distance of two bases, edge to edge, rounded down; only to say who is nearer."""
        figures = self.book.figures
        return isqrt(self.apart(one, two)) - figures[one].radius - figures[two].radius

    def hull_gap(self, figure: Figure, unit: Unit) -> int:
        """The distance from a base to a vehicle or hull."""
        far = isqrt(near_polygon(self.body(unit), self.x[figure], self.y[figure]))
        return far - self.book.figures[figure].radius

    def on_body(self, x: int, y: int, radius: int) -> bool:
        """Would a base here overlap a vehicle or hull? Those too far off are left out at once."""
        for _, edges, (left, top, right, bottom) in self.boxed:
            near = left - radius < x < right + radius and top - radius < y < bottom + radius
            if near and near_polygon(edges, x, y) < radius * radius:
                return True
        return False

    # --- changes ---------------------------------------------------------------------------------

    def remove(self, figures: Iterable[Figure], fate: int) -> None:
        """Figures leave the table (or what carries them). Whoever is lost is entered here, and shows (S6.7)."""
        gone = list(figures)
        if not gone:
            return
        move(self, *((figure, Off(fate)) for figure in gone))
        bits = sum(1 << figure for figure in gone)
        if fate in FALLEN:
            self.show(gone)
        if fate == LOST:
            self.lost |= bits
        self.pinned &= ~bits
        self.pinned_next &= ~bits
        self.touched &= ~bits

    def spoil(self, unit: Unit, flag: int) -> None:
        """12.0: a vehicle or vessel takes damage; what goes down is in nobody's way any more (S14.9)."""
        self.damage = put(self.damage, unit, self.damage[unit] | flag)
        if flag & SUNK:
            self.derive()

    def mend(self, unit: Unit, flag: int) -> None:
        """12.1: a damage is repaired."""
        self.damage = put(self.damage, unit, self.damage[unit] & ~flag)

    def losses(self, unit: Unit) -> int:
        """14.3: how many figures the unit has lost this turn."""
        return (self.lost & self.book.bits[unit]).bit_count()

    def stand(self, figure: Figure, x: int, y: int) -> None:
        """One figure takes another point where he is; who leaves a house is on the ground."""
        if self.swimming >> figure & 1:
            move(self, (figure, Water(x, y)))
            return
        room = self.book.table.building(x, y)
        move(self, (figure, Spot(x, y, self.floor[figure] if room == self.room[figure] else 0, room)))

    def go_aboard(self, figures: Iterable[Figure], carrier: Unit) -> None:
        """Figures come aboard a vehicle or vessel. R172: nobody is pinned there, so whoever was on his way (8.4) is
        free of it."""
        people = list(figures)
        for figure in people:
            self.pinned_next &= ~(1 << figure)
        move(self, *((figure, Berth(carrier)) for figure in people))

    def flashed(self, figure: Figure) -> bool:
        """S4.7: has this figure fired this turn? A crew's weapon is with the first of those who live (R70)."""
        seen = self.fired & ~self.unseen
        if figure not in self.book.serves:
            return bool(seen >> figure & 1)
        unit = self.book.figures[figure].unit
        return bool(seen >> self.book.men[unit][0] & 1) and self.alive(unit)[:1] == (figure,)

    def reveal(self, unit: Unit, case: str) -> None:
        """S6.7: a hidden unit is laid open."""
        if self.hidden >> unit & 1:
            self.hidden &= ~(1 << unit)
            self.learned()
            self.tell(case, "event.revealed", unit=unit, side=self.book.sides[self.owner[unit]])

    def show(self, figures: Iterable[Figure]) -> None:
        """S6.7, R177: what these have done, or kept others from, shows on the table, and so do their units."""
        for unit in sorted({self.book.figures[figure].unit for figure in figures}):
            self.reveal(unit, "S6.7")

    def forced_now(self, unit: Unit) -> bool:
        return self.card[unit] in FORCED

    def halted(self, unit: Unit) -> bool:
        return self.card[unit] == HALT
