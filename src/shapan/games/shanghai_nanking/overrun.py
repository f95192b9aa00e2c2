"""Shanghai-Nanking Campaign 9.6 Japanese overrun: a stack on the move attacks, and may go on. Points are halves."""

from __future__ import annotations

from shapan.ground.hexes import Field, Mask, Snag, bits, walk
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step, amended, one
from shapan.mechanics.hexoptions import Destinations
from shapan.mechanics.verbs import Join, Move, Pass

from .actions import Commit, Overrun
from .battle import OVERRUN, begin_battle
from .control import enter
from .movement import march, move_refusal
from .position import CampaignPosition, Hex, Units
from .sides import CHINESE, JAPANESE
from .victory import judge


class Forming(Frame, step="stack"):
    """9.6: a stack being put together for an overrun."""

    path: tuple[Hex, ...]
    """From where the stack stands to the target."""
    units: Units
    """Who takes part so far."""
    pool: Units
    """Who may still join."""
    points: int
    """What the stack has before it moves."""


class Overran(Frame):
    """9.6: an attempt; waits below its battle."""

    target: Hex
    units: Units
    """Who attacked."""
    points: int
    """What the attempt has left of the stack's movement."""


class Onward(Frame):
    """9.6: what the stack does next."""

    units: Units
    """Who can still do anything."""
    points: int
    free: bool
    """The stack has broken through and no Chinese zone holds it: it may move on."""


def overrunnable(pos: CampaignPosition) -> Mask:
    """9.6: Chinese-occupied hexes other than cities and towns."""
    terrain = pos.book.terrain
    return pos.occupied[CHINESE] & ~(terrain.cities | terrain.towns)


def strength_after_move(pos: CampaignPosition, units: Units, here: Hex, target: Hex) -> int:
    """10.4.1: what these units bring against the target from the hex next to it."""
    terrain = pos.book.terrain
    return terrain.shares.floor(pos.strength(bits(units)) * terrain.share(here, target))


def last_hexes(pos: CampaignPosition, field: Field, here: int, target: int, points: int) -> list[tuple[int, int]]:
    """Hexes from which the target can be overrun, with the points spent to get there; the cheapest first.

    9.6, R-15: the cost of entering the target and one movement point more must be left.
    """
    need = pos.book.overrun_points
    levels = field.levels(here, points)
    reached = levels.reach() | 1 << here
    found = []
    for last in pos.book.terrain.near[target]:
        spent = levels.cost(last) if reached >> last & 1 else None
        entry = field.step_cost(last, target)
        if spent is not None and entry is not None and spent + entry + need <= points:
            found.append((spent, last))
    return sorted(found)


def overrun_targets(pos: CampaignPosition, unit: int, points: int, pool: Units) -> Mask:
    """The hexes that this unit could lead an overrun against."""
    here = pos.place[unit]
    field = pos.front(JAPANESE).field
    close = pos.book.grid.spread(field.levels(here, points).reach() | 1 << here)
    targets = 0
    for target in bits(overrunnable(pos) & close):
        for _, last in last_hexes(pos, field, here, target, points):
            if strength_after_move(pos, pool, last, target):
                targets |= 1 << target
                break
    return targets


def best_way(pos: CampaignPosition, unit: int, target: Hex, points: int, pool: Units) -> tuple[int, ...] | None:
    """The way meant when only the target is named: the cheapest from which the attack has any strength."""
    here = pos.place[unit]
    field = pos.front(JAPANESE).field
    for _, last in last_hexes(pos, field, here, target, points):
        if strength_after_move(pos, pool, last, target):
            way = (here,) if last == here else field.path(here, last, points)
            assert way is not None
            return (*way, target)
    return None


def overrun_refusal(pos: CampaignPosition, unit: int, path: tuple[int, ...], points: int, pool: int) -> Refusal | None:
    """9.6: judge any path whose last hex is to be overrun."""
    target = path[-1]
    if pos.book.side_of[unit] != JAPANESE:
        return Refusal("9.6", "refusal.overrun_japanese")
    if not pos.occupied[CHINESE] >> target & 1:
        return Refusal("9.6", "refusal.attack_empty", hex=target)
    if not overrunnable(pos) >> target & 1:
        return Refusal("9.6", "refusal.overrun_town", hex=target)
    if len(path) == 1:
        way = best_way(pos, unit, target, points, pool)
        return None if way else Refusal("9.6", "refusal.overrun_far", hex=target)
    return _way_refusal(pos, unit, path, points, pool)


def _way_refusal(pos: CampaignPosition, unit: int, path: tuple[int, ...], points: int, pool: int) -> Refusal | None:
    *way, target = path
    field = pos.front(JAPANESE).field
    if path[0] != pos.place[unit]:
        return Refusal("9.0", "refusal.path_start", unit=unit, hex=pos.place[unit])
    walked = walk(field, way, points)
    if walked.snag is Snag.POINTS:
        return Refusal("9.6", "refusal.overrun_far", hex=target)
    if walked.snag is not None:
        return Refusal("9.6", "refusal.overrun_way", hex=target)
    entry = field.step_cost(way[-1], target)
    if entry is None:
        return Refusal("10.4.1", "refusal.attack_lake", hex=target)
    if walked.cost + entry + pos.book.overrun_points > points:
        return Refusal("9.6", "refusal.overrun_far", hex=target)
    if not strength_after_move(pos, pool, way[-1], target):
        return Refusal("10.3", "refusal.too_weak", hex=target)
    return None


def begin_overrun(pos: CampaignPosition, action: Overrun, points: int, pool: Units) -> None:
    """A unit leads; others of its stack may join before they set out together."""
    path = action.path
    if len(path) == 1:
        way = best_way(pos, action.unit, path[0], points, pool)
        assert way is not None
        path = way
    pos.tell("9.6", "event.overrun", side=pos.book.sides[JAPANESE], hex=path[-1])
    pos.then(Forming(path, 1 << action.unit, pool & ~(1 << action.unit), points))


class FormStack(Step[CampaignPosition, Forming]):
    """9.6: the units start in one hex and move together; 6.3: once committed, there is no way back."""

    case = "9.6"

    def actor(self, pos: CampaignPosition, at: Forming) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Forming) -> Options:
        commit = [one(Commit())] if self._enough(pos, at) else []
        return Options(Group(Join, values=bits(at.pool)), *commit)

    def _enough(self, pos: CampaignPosition, at: Forming) -> bool:
        return strength_after_move(pos, at.units, at.path[-2], at.path[-1]) > 0

    def refusal(self, pos: CampaignPosition, at: Forming, action: Action) -> Refusal | None:
        match action:
            case Join(unit) if at.units >> unit & 1:
                return Refusal("9.6", "refusal.joined", unit=unit)
            case Join(unit):
                return None if at.pool >> unit & 1 else Refusal("9.6", "refusal.not_together")
            case Commit():
                return None if self._enough(pos, at) else Refusal("10.3", "refusal.too_weak", hex=at.path[-1])
        return Refusal("9.6", "refusal.overrun_under_way")

    def apply(self, pos: CampaignPosition, at: Forming, action: Action) -> None:
        if isinstance(action, Join):
            bit = 1 << action.unit
            pos.become(amended(at, units=at.units | bit, pool=at.pool & ~bit))
        else:
            pos.done()
            attempt(pos, at)

    def prompt(self, pos: CampaignPosition, at: Forming) -> tuple[str, dict[str, Param]]:
        return "prompt.stack", {"hex": at.path[-1]}


def attempt(pos: CampaignPosition, stack: Forming) -> None:
    """9.6: move up to the target, pay one movement point, attack."""
    *way, target = stack.path
    rest = pos.top
    if isinstance(rest, Onward):
        pos.become(amended(rest, units=rest.units & ~stack.units))
    pos.acted |= stack.units
    spent = walk(pos.front(JAPANESE).field, way, stack.points).cost
    for unit in bits(stack.units) if len(way) > 1 else ():
        pos.tell("9.6", "event.moved", side=pos.book.sides[JAPANESE], unit=unit, path=tuple(way))
        enter(pos, unit, way[1:])
    left = stack.points - spent - pos.book.overrun_points
    begin_battle(pos, OVERRUN, target, stack.units, Overran(target, stack.units, left))


class AfterOverrun(Step[CampaignPosition, Overran]):
    """9.6: an emptied hex is entered, whatever it cost; R-45: no stacking check here."""

    case = "9.6"

    def settle(self, pos: CampaignPosition, at: Overran) -> bool:
        pos.done()
        target, points = at.target, at.points
        survivors = bits(pos.alive(at.units))
        if not survivors:
            return False
        free = False
        if not pos.occupied[CHINESE] >> target & 1:
            here = pos.place[survivors[0]]
            points -= pos.front(JAPANESE).field.step_cost(here, target) or 0
            for unit in survivors:
                pos.tell("9.6", "event.advanced", unit=unit, hex=target)
                enter(pos, unit, (target,))
            free = not stopped_at(pos, target)
        pos.then(Onward(pos.alive(at.units), points, free))
        return False


def stopped_at(pos: CampaignPosition, here: int) -> bool:
    """7.2, R-12: does a Chinese zone stop the stack that has just entered this hex by its own movement?"""
    book = pos.book
    shielded = book.coastal_mover_counts and book.terrain.gunfire_defence >> here & 1
    return not shielded and bool(pos.front(JAPANESE).reach >> here & 1)


class MoveOn(Step[CampaignPosition, Onward]):
    """9.6: with points left the units go on, singly or together, if no Chinese zone holds them; or overrun again."""

    case = "9.6"

    def settle(self, pos: CampaignPosition, at: Onward) -> bool:
        if judge(pos):
            return True
        if len(self.options(pos, at)) > 1:
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Onward) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Onward) -> Options:
        field = pos.front(JAPANESE).field
        groups: list[Group[Action]] = []
        for unit in bits(at.units):
            here = pos.place[unit]
            if at.free:
                groups.append(Group(Move, unit, values=Destinations(field.reach(here, at.points))))
            groups.append(Group(Overrun, unit, values=Destinations(self._targets(pos, at, unit))))
        return Options(*groups, one(Pass()))

    def _targets(self, pos: CampaignPosition, at: Onward, unit: int) -> Mask:
        targets = overrun_targets(pos, unit, at.points, at.units)
        if at.free:
            return targets
        field, here = pos.front(JAPANESE).field, pos.place[unit]
        near = [
            target
            for target in bits(targets & pos.book.terrain.steps[here])
            if (here in (last for _, last in last_hexes(pos, field, here, target, at.points)))
            and strength_after_move(pos, at.units, here, target)
        ]
        return sum(1 << target for target in near)

    def refusal(self, pos: CampaignPosition, at: Onward, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Move(unit, _) | Overrun(unit, _) if not at.units >> unit & 1:
                return Refusal("9.6", "refusal.onward_units")
            case Move(unit, path):
                if not at.free:
                    return Refusal("9.6", "refusal.onward_stopped")
                return move_refusal(pos, unit, path, at.points)
            case Overrun(unit, path):
                if not at.free and len(path) > 2:
                    return Refusal("9.6", "refusal.onward_stopped")
                if not at.free and len(path) == 1 and not self._targets(pos, at, unit) >> path[0] & 1:
                    way = (pos.place[unit], path[0])
                    why = overrun_refusal(pos, unit, way, at.points, at.units)
                    return why or Refusal("9.6", "refusal.onward_stopped")
                return overrun_refusal(pos, unit, path, at.points, at.units)
        return Refusal("9.6", "refusal.onward_now")

    def apply(self, pos: CampaignPosition, at: Onward, action: Action) -> None:
        if isinstance(action, Move):
            pos.become(amended(at, units=at.units & ~(1 << action.unit)))
            march(pos, action.unit, action.path, at.points)
        elif isinstance(action, Overrun):
            if not at.free and len(action.path) == 1:
                action = Overrun(action.unit, (pos.place[action.unit], action.path[0]))
            begin_overrun(pos, action, at.points, at.units)
        else:
            pos.done()
