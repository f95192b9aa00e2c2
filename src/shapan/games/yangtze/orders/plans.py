"""5.0 Carrying out cards: after the reveal each side plans, in secret, how its units move (S6.2, S6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from shapan.ground.table import Pt
from shapan.kernel import Action, Group, Options, Param, Refusal, SideFrame, SideStep, one

from ..actions import (
    CHARGE,
    MOVE,
    SHAPES,
    SKIRMISH,
    Bomb,
    Charge,
    Dismount,
    Drive,
    Embark,
    Fly,
    Form,
    Land,
    March,
    Mount,
    Pace,
    Ready,
    Sail,
    Stairs,
    Strafe,
)
from ..air.flight import attack_of, attack_points, attack_refusal, flights, fly_refusal
from ..movement.charge import charge_refusal, quarries
from ..movement.formations import form_refusal
from ..movement.horses import horse_refusal
from ..movement.marching import climb_refusal, march_refusal, pace_refusal, plan_march, stairs_refusal
from ..noted import Attack
from ..position import YangtzePosition
from ..vessels.driving import drive_refusal, drives
from ..vessels.riders import carriers_of, embark_refusal, embarkations, land_refusal, landings
from ..vessels.sailing import sail_refusal, sailings
from ..who import Piece, Unit, put
from .candidates import lazily, marches
from .planned import Charging, Driving, Embarking, Flying, Landing, Marching, Sailing, landings_of

T = TypeVar("T")


def plan_actions(pos: YangtzePosition) -> None:
    """Both sides plan before anything moves; with combined orders they have done so with their cards (S6.2)."""
    if not pos.book.switches["combined_orders"]:
        pos.then(Plan(0), Plan(1))


def adjustments(pos: YangtzePosition, side: int) -> list[Group[Action]]:
    """S6.3, S16.1: what may still be changed figure by figure once a unit has its plan: ways of its own, stairs; and
    the stairs that a unit without one may take instead (R256).

    Not among the options, which would swarm with them; a player finds them at the figures.
    """
    book = pos.book
    tallest = max((house.construction.floors for house in book.table.buildings), default=0)
    found: list[Group[Action]] = []
    for unit in pos.units_of(side):
        if pos.plan[unit] is None and pos.card[unit] in (MOVE, SKIRMISH):
            floors = [floor for floor in range(tallest) if climb_refusal(pos, unit, floor) is None]
            found += [Group(Stairs, unit, values=floors)] if floors else []
        if not isinstance(pos.plan[unit], Marching):
            continue
        for figure in pos.standing[unit]:
            piece = book.piece_of_figure(figure)
            ends = ((mark[1], mark[2]) for mark in pos.track[figure][-1:])
            routes = [(end,) for end in ends if pace_refusal(pos, piece, (end,)) is None]
            stairs = [floor for floor in range(tallest) if stairs_refusal(pos, piece, floor) is None]
            found += [Group(Pace, piece, values=routes), Group(Stairs, piece, values=stairs)]
    return found


def _courses(pos: YangtzePosition, unit: Unit, listed: Callable[[YangtzePosition, Unit], Iterator[T]]) -> list[T]:
    """The courses of a vehicle or vessel, worked out once: while a side plans, nothing that they depend on changes."""
    key = (listed, unit, pos.card[unit], pos.turn, pos.timer, pos.hidden)
    known = pos.scene.known
    if key not in known:
        known[key] = list(listed(pos, unit))
    found: list[T] = known[key]
    return found


class Plan(SideFrame):
    """5.0, S6.2: a side says how its units carry out their cards."""


class MakePlans(SideStep[YangtzePosition, Plan]):
    """Ways, charges, courses and attacks. Nothing of it is known to the other side before it happens."""

    case = "5.0"
    sealed = True

    def settle(self, pos: YangtzePosition, at: Plan) -> bool:
        units = pos.units_of(at.side)
        # With cards face down, or units that hide, not to be asked would tell that a side has none that moves.
        secret = pos.book.switches["combined_orders"] or any(pos.hidden >> unit & 1 for unit in units)
        if secret or any(self._open(pos, unit) or pos.plan[unit] for unit in units):
            return True
        pos.done()
        return False

    def _open(self, pos: YangtzePosition, unit: Unit) -> bool:
        return pos.card[unit] in (MOVE, SKIRMISH, CHARGE) and not pos.plan[unit] and pos.in_play(unit)

    def unplanned(self, pos: YangtzePosition, side: int) -> list[Unit]:
        return [unit for unit in pos.units_of(side) if self._open(pos, unit)]

    def groups(self, pos: YangtzePosition, unit: Unit) -> list[Group[Action]]:
        """What a unit can plan; empty groups when there is no way for it."""
        spec = pos.book.units[unit]
        found: list[Group[Action]]
        if pos.riding(unit) is not None:
            if pos.card[unit] == CHARGE:
                return [Group(Charge, unit, values=lazily(quarries, pos, unit))]
            found = [Group(Land, unit, values=lazily(landings, pos, unit))]
            found.append(Group(Embark, unit, values=lazily(embarkations, pos, unit)))
            return [*found, *self._ashore(pos, unit)]
        if spec.aircraft:
            return [Group(Fly, unit, values=lazily(flights, pos, unit))]
        if spec.kind == "vessel":
            return [Group(Sail, unit, *head, values=values) for head, values in _courses(pos, unit, sailings)]
        if spec.carrier:
            return [Group(Drive, unit, manner, values=routes) for manner, routes in _courses(pos, unit, drives)]
        if pos.card[unit] == CHARGE:
            return [Group(Charge, unit, values=lazily(quarries, pos, unit))]
        found = [Group(March, unit, values=lazily(marches, pos, unit))]
        if spec.kind == "mounted" and pos.card[unit] == MOVE:
            change = Dismount if pos.on_horse(unit) else Mount
            found.append(Group(change, values=(unit,) if horse_refusal(pos, unit, change) is None else ()))
        if pos.bodies:
            found.append(Group(Embark, unit, values=lazily(embarkations, pos, unit)))
        return found

    def _ashore(self, pos: YangtzePosition, unit: Unit) -> list[Group[Action]]:
        """Those of a unit that have landed already, while others are still aboard."""
        return [Group(March, unit, values=lazily(marches, pos, unit))] if pos.standing[unit] else []

    def _rest(self, pos: YangtzePosition, side: int) -> list[Group[Action]]:
        """What a unit whose plan is made may still add: the riders of its other boats, those ashore, its horses."""
        found: list[Group[Action]] = []
        for unit in pos.units_of(side):
            if self._adds(pos, unit, March):
                found += self._ashore(pos, unit)
            if self._adds(pos, unit, Land):
                found.append(Group(Land, unit, values=lazily(landings, pos, unit)))
            if pos.plan[unit] == Marching() and pos.book.units[unit].kind == "mounted":
                change = Dismount if pos.on_horse(unit) else Mount
                if horse_refusal(pos, unit, change) is None:
                    found.append(Group(change, values=(unit,)))
        return found

    def _adds(self, pos: YangtzePosition, unit: Unit, make: type[Action]) -> bool:
        """S14.5: a unit in several boats lands from each; those ashore march, whichever is said first."""
        carriers, plan = carriers_of(pos, unit), pos.plan[unit]
        if not carriers:
            return False
        if make is March:
            return isinstance(plan, Landing) and bool(pos.standing[unit])
        return isinstance(plan, Landing | Marching) and len(plan.landings) < len(carriers)

    def _required(self, pos: YangtzePosition, unit: Unit) -> bool:
        """5.1 to 5.3: a unit that can carry out its card must; riders may stay aboard after all."""
        return pos.riding(unit) is None and any(map(bool, self.groups(pos, unit)))

    def options(self, pos: YangtzePosition, at: Plan) -> Options:
        open_units = self.unplanned(pos, at.side)
        by_unit = {unit: self.groups(pos, unit) for unit in open_units}
        groups = [group for found in by_unit.values() for group in found]
        for unit in pos.units_of(at.side):
            if pos.book.units[unit].aircraft and pos.plan[unit] and not attack_of(pos, unit):
                for make in (Bomb, Strafe):
                    groups.append(Group(make, unit, values=lazily(attack_points, pos, unit, make)))
        groups += self._forms(pos, at.side) + self._rest(pos, at.side)
        if not any(pos.riding(unit) is None and any(map(bool, found)) for unit, found in by_unit.items()):
            groups.append(one(Ready()))
        return Options(*groups)

    def _forms(self, pos: YangtzePosition, side: int) -> list[Group[Action]]:
        """S6.4: other formations for units whose way is planned; each takes one at most."""
        spacing = int(pos.book.charts["works"]["spacing"])
        return [
            Group(Form, unit, spacing, values=SHAPES)
            for unit in pos.units_of(side)
            if isinstance(pos.plan[unit], Marching) and form_refusal(pos, unit, spacing) is None
        ]

    def refusal(self, pos: YangtzePosition, at: Plan, action: Action) -> Refusal | None:
        side = at.side
        match action:
            case Ready():
                late = [unit for unit in self.unplanned(pos, side) if self._required(pos, unit)]
                return Refusal("5.0", "refusal.plan_missing", unit=late[0]) if late else None
            case Pace(piece, route):
                return self._mine(pos, side, piece, planned=True) or pace_refusal(pos, piece, route)
            case Stairs(piece, floor):
                return self._climbing(pos, side, piece, floor)
            case Form(unit, spacing, _):
                return self._mine(pos, side, unit, planned=True) or form_refusal(pos, unit, spacing)
            case Dismount(unit) | Mount(unit):
                planned = unit < len(pos.plan) and bool(pos.plan[unit])
                return self._mine(pos, side, unit, planned) or horse_refusal(pos, unit, type(action))
            case Bomb(unit, point) | Strafe(unit, point):
                flies = unit < len(pos.plan) and pos.book.units[unit].aircraft
                mine = self._mine(pos, side, unit, planned=True) if flies else None
                return mine or attack_refusal(pos, unit, type(action), point)
        return self._unit_refusal(pos, side, action)

    def _unit_refusal(self, pos: YangtzePosition, side: int, action: Action) -> Refusal | None:
        """The plan of a whole unit."""
        if not isinstance(action, March | Charge | Drive | Sail | Fly | Land | Embark):
            return Refusal("5.0", "refusal.plans_first")
        more = action.unit < len(pos.plan) and self._adds(pos, action.unit, type(action))
        if refusal := self._mine(pos, side, action.unit, planned=more):
            return refusal
        match action:
            case March(unit, route):
                return march_refusal(pos, unit, route)
            case Charge(unit, target):
                return self._charging(pos, unit, target)
            case Drive(unit, manner, route):
                return drive_refusal(pos, unit, manner, route)
            case Sail(unit, turn, run, then):
                return sail_refusal(pos, unit, turn, run, then)
            case Fly(unit, route):
                return fly_refusal(pos, unit, route)
            case Land(unit, point):
                return land_refusal(pos, unit, point)
            case Embark(unit, carrier):
                return embark_refusal(pos, unit, carrier)

    def _climbing(self, pos: YangtzePosition, side: int, piece: Piece, floor: int) -> Refusal | None:
        """S16.1: stairs on the way of a figure, or, for a unit without a plan, all of it (R256)."""
        if pos.book.as_mount(piece) is not None or pos.plan[pos.book.unit_of(piece)]:
            return self._mine(pos, side, piece, planned=True) or stairs_refusal(pos, piece, floor)
        return self._mine(pos, side, pos.book.unit_of(piece)) or climb_refusal(pos, piece, floor)

    def _charging(self, pos: YangtzePosition, unit: Unit, target: Unit) -> Refusal | None:
        if pos.card[unit] != CHARGE:
            return Refusal("5.3", "refusal.no_charge_card", unit=unit)
        return charge_refusal(pos, unit, target)

    def _mine(self, pos: YangtzePosition, side: int, piece: Piece, planned: bool = False) -> Refusal | None:
        """Is it this side's piece, under a card that moves it, and not yet planned (or planned, as wanted)?"""
        if pos.book.as_mount(piece) is not None:
            return Refusal("5.0", "refusal.not_yours")
        unit = pos.book.unit_of(piece)
        whole = pos.book.as_unit(piece) is not None or planned
        if pos.owner[unit] != side or not pos.in_play(unit) or not whole:
            return Refusal("5.0", "refusal.not_yours")
        if planned:
            return None if pos.plan[unit] else Refusal("5.0", "refusal.march_first")
        if pos.plan[unit]:
            return Refusal("5.0", "refusal.has_plan", unit=unit)
        if not self._open(pos, unit):
            return Refusal("5.4", "refusal.not_marching", unit=unit)
        return None

    def apply(self, pos: YangtzePosition, at: Plan, action: Action) -> None:
        match action:
            case Ready():
                pos.done()
            case March() | Pace() | Stairs() | Form() | Dismount() | Mount():
                plan_march(pos, action)
            case Charge(unit, target):
                pos.plan = put(pos.plan, unit, Charging(target))
            case Drive(unit, manner, route):
                pos.plan = put(pos.plan, unit, Driving(manner, route))
            case Sail(unit, turn, run, then):
                pos.plan = put(pos.plan, unit, Sailing(turn, run, then))
            case Fly(unit, route):
                pos.plan = put(pos.plan, unit, Flying(route))
            case Bomb(unit, (x, y)) | Strafe(unit, (x, y)):
                pos.attacks = (*pos.attacks, Attack(unit, action.verb, x, y))
            case Land(unit, point):
                self._land(pos, unit, point)
            case Embark(unit, carrier):
                pos.plan = put(pos.plan, unit, Embarking(carrier))

    def _land(self, pos: YangtzePosition, unit: Unit, point: Pt) -> None:
        """One more point at which riders land, whether those ashore march or not."""
        plan = pos.plan[unit]
        landings = (*landings_of(plan), point)
        more = replace(plan, landings=landings) if isinstance(plan, Marching) else Landing(landings)
        pos.plan = put(pos.plan, unit, more)

    def prompt(self, pos: YangtzePosition, at: Plan) -> tuple[str, dict[str, Param]]:
        return "prompt.plan", {"side": pos.book.sides[at.side]}
