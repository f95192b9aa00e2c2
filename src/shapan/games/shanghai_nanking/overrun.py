"""Shanghai-Nanking Campaign 9.6 Japanese overrun: a stack on the move attacks, and may go on. Points are halves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

from shapan.ground.hexes import Mask, bits, mask_of, walk
from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step, amended, one
from shapan.mechanics.detours import Leg, gains, richest_way
from shapan.mechanics.hexoptions import Destinations, Ways, apart
from shapan.mechanics.verbs import CallOff, Join, Move, Pass

from .actions import Commit, Overrun
from .battle import OVERRUN, begin_battle, call_off
from .control import enter_together
from .movement import by_cities, march, move_group, move_refusal, path_refusal, prized, return_refusal
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
    tried: Mask
    """R-31: the hexes that the stack has overrun in vain before."""


class Overran(Frame):
    """9.6: an attempt; waits below its battle."""

    target: Hex
    units: Units
    """Who attacked."""
    points: int
    """What the attempt has left of the stack's movement."""
    tried: Mask
    """R-31: the hexes that the stack has overrun, this one included."""


class Onward(Frame):
    """9.6: what the stack does next."""

    units: Units
    """Who can still do anything."""
    points: int
    free: bool
    """The stack has broken through and no Chinese zone holds it: it may move on."""
    tried: Mask
    """R-31: the hexes that the stack has overrun."""


def overrunnable(pos: CampaignPosition, tried: Mask = 0) -> Mask:
    """9.6: Chinese-occupied hexes, no cities or towns; 10.0: once a phase, or again by whoever has tried (R-31)."""
    spared = pos.book.terrain.cities | pos.book.terrain.towns
    if not pos.book.overruns_by_several:
        spared |= pos.attacked & ~tried
    return pos.occupied[CHINESE] & ~spared


def strength_after_move(pos: CampaignPosition, units: Units, here: Hex, target: Hex) -> int:
    """10.4.1: what these units bring against the target from the hex next to it."""
    terrain = pos.book.terrain
    return terrain.shares.floor(pos.strength(bits(units)) * terrain.share(here, target))


# --- 9.6 the way to the target ------------------------------------------------------------------


class Outset(NamedTuple):
    """From where, with how many points and with whom at most an overrun is led."""

    here: Hex
    points: int
    pool: Units
    """Who could take part."""
    free: bool = True
    """May the stack move before it overruns? Not where a Chinese zone or a hex that was not cleared holds it."""
    tried: Mask = 0
    """R-31: the hexes that this very stack has overrun in vain."""


def within_reach(pos: CampaignPosition, outset: Outset) -> Mask:
    """Where the stack could stand before it overruns: where it is, or wherever it can move to."""
    here = 1 << outset.here
    if not outset.free:
        return here
    return here | pos.front(JAPANESE).field.levels(outset.here, outset.points).reach()


def last_hexes(pos: CampaignPosition, outset: Outset, target: Hex) -> list[tuple[int, Hex]]:
    """Hexes from which the target can be overrun with any strength, with the points spent to get there."""
    return Sally(pos, outset).last_hexes(target)


def approaches(pos: CampaignPosition, outset: Outset, target: Hex) -> list[tuple[int, Hex]]:
    """Of these hexes the one that gives the best odds first, then each that leaves more points than all before it."""
    sally = Sally(pos, outset)
    return apart(sally.last_hexes(target), lambda way: sally.measure(target, way))


class Sally:
    """What an overrun has at its outset, whatever hex it is led against."""

    def __init__(self, pos: CampaignPosition, outset: Outset) -> None:
        self.pos, self.outset = pos, outset
        self.terrain, self.need, self.points = pos.book.terrain, pos.book.overrun_points, outset.points
        self.field = pos.front(JAPANESE).field
        self.reached = within_reach(pos, outset)
        close = self.reached & pos.book.grid.spread(pos.occupied[CHINESE])
        self.spent = {outset.here: 0, **self.field.levels(outset.here, outset.points).prices(close)}
        self.strength = pos.strength(bits(outset.pool))
        self.cities = prized(pos, JAPANESE)

    def last_hexes(self, target: Hex) -> list[tuple[int, Hex]]:
        """9.6: by the cheapest way to each."""
        spent = self.spent
        near = [(spent[last], last) for last in self.terrain.near[target] if last in spent]
        return [(cost, last) for cost, last in near if self.suffices(cost, last, target)]

    def suffices(self, spent: int, last: Hex, target: Hex) -> bool:
        """9.6: points for an attempt; R-18: and strength."""
        return self.affords(spent, last, target) and self.brought(last, target) > 0

    def affords(self, spent: int, last: Hex, target: Hex) -> bool:
        """9.6, R-15: the cost of entering the target and one movement point more must be left."""
        entry = self.field.step_cost(last, target)
        return entry is not None and spent + entry + self.need <= self.points

    def brought(self, last: Hex, target: Hex) -> int:
        """10.4.1: what all of them bring against the target from the hex next to it."""
        return self.terrain.shares.floor(self.strength * self.terrain.share(last, target))

    def measure(self, target: Hex, way: tuple[int, Hex]) -> tuple[int, int]:
        """The best odds first, then the most points left."""
        spent, last = way
        return -self.brought(last, target), spent

    def best(self, target: Hex, hexes: list[tuple[int, Hex]]) -> Hex:
        """The hex that is meant when only the target is named."""
        return min(hexes, key=lambda way: self.measure(target, way))[1]

    def ways(self) -> Destinations:
        """Every target by its best way, by each other hex next to it, for that is where the stack stays if it fails,
        and by cities on the way there (4.3, 9.1)."""
        targets = 0
        others: dict[Hex, Mask] = {}
        enemy = overrunnable(self.pos, self.outset.tried)
        for target in bits(enemy & self.pos.book.grid.spread(self.reached)):
            hexes = self.last_hexes(target)
            if hexes:
                targets |= 1 << target
                best = self.best(target, hexes) if len(hexes) > 1 else hexes[0][1]
                for _, last in hexes:
                    if last != best:
                        others[last] = others.get(last, 0) | 1 << target
        more = [Ways(hit, partial(self.way, last)) for last, hit in others.items()]
        return Destinations(targets, [*more, *self._by_cities(enemy)]) if targets else Destinations(0)

    def way(self, last: Hex, target: Hex) -> tuple[Hex, ...]:
        """The cheapest way to the target by this hex next to it; of several the one that takes most cities."""
        here = self.outset.here
        return (*richest_way(self.field, here, last, self.points, self.cities), target)

    def _by_cities(self, enemy: Mask) -> Iterator[Ways]:
        outset = self.outset
        if not outset.free or not (self.cities | self.terrain.cities & 1 << outset.here) & self.reached:
            return
        found = by_cities(self.pos, outset.here, outset.pool, outset.points)
        close = self.pos.book.grid.spread(enemy)
        for leg, ends in gains(found, lambda leg: leg.ends & close):
            for last in bits(ends):
                near = bits(self.terrain.steps[last] & enemy)
                hit = mask_of(target for target in near if self.suffices(leg.cost(last), last, target))
                if hit:
                    yield Ways(hit, partial(_on_to, leg, last))


def _on_to(leg: Leg, last: Hex, target: Hex) -> tuple[Hex, ...]:
    return (*leg.to(last), target)


def way(pos: CampaignPosition, outset: Outset, last: Hex, target: Hex) -> tuple[Hex, ...]:
    """The cheapest way to the target by this hex next to it."""
    return Sally(pos, outset).way(last, target)


def overrun_ways(pos: CampaignPosition, outset: Outset) -> Destinations:
    """For each hex that could be overrun the ways that differ in what matters: the best by its bare name, the others
    whole."""
    return Sally(pos, outset).ways()


def ways_of(pos: CampaignPosition) -> Callable[[Outset], Callable[[], Destinations]]:
    """The same as values of a group, worked out only when somebody asks, and once for all units of a stack."""
    found = cache(partial(overrun_ways, pos))
    return lambda outset: partial(found, outset)


def best_way(pos: CampaignPosition, outset: Outset, target: Hex) -> tuple[Hex, ...]:
    """The way meant when only the target is named: the best odds, and among equal ones the cheapest."""
    sally = Sally(pos, outset)
    return sally.way(sally.best(target, sally.last_hexes(target)), target)


def overrun_refusal(pos: CampaignPosition, unit: int, path: tuple[int, ...], outset: Outset) -> Refusal | None:
    """9.6: judge any path whose last hex is to be overrun."""
    target = path[-1]
    if pos.book.side_of[unit] != JAPANESE:
        return Refusal("9.6", "refusal.overrun_japanese")
    if not pos.occupied[CHINESE] >> target & 1:
        return Refusal("9.6", "refusal.attack_empty", hex=target)
    if (pos.book.terrain.cities | pos.book.terrain.towns) >> target & 1:
        return Refusal("9.6", "refusal.overrun_town", hex=target)
    if not overrunnable(pos, outset.tried) >> target & 1:
        return Refusal("10.0", "refusal.defended_already", hex=target)
    if len(path) == 1:
        return _nowhere_refusal(pos, unit, outset, target)
    if path[0] != outset.here:
        return Refusal("9.0", "refusal.path_start", unit=unit, hex=outset.here)
    if not outset.free and len(path) > 2:
        return Refusal("9.6", "refusal.onward_stopped")
    return _way_refusal(pos, unit, path, outset)


def _nowhere_refusal(pos: CampaignPosition, unit: int, outset: Outset, target: Hex) -> Refusal | None:
    """Why the target can be overrun from no hex at all; None when it can."""
    if last_hexes(pos, outset, target):
        return None
    if pos.book.terrain.steps[outset.here] >> target & 1:
        return _way_refusal(pos, unit, (outset.here, target), outset)
    if not outset.free:
        return Refusal("9.6", "refusal.onward_stopped")
    left = outset.points - pos.book.overrun_points
    if not pos.book.open_fields[JAPANESE].reach(outset.here, left) >> target & 1:
        return Refusal("9.6", "refusal.overrun_far", hex=target)
    sally = Sally(pos, outset)
    near = [last for last in pos.book.terrain.near[target] if last in sally.spent]
    if any(sally.affords(sally.spent[last], last, target) for last in near):
        return Refusal("10.3", "refusal.too_weak", hex=target)
    return Refusal("7.2", "refusal.zone_in_the_way", hex=target)


def _way_refusal(pos: CampaignPosition, unit: int, path: tuple[int, ...], outset: Outset) -> Refusal | None:
    """9.0, 7.2, 9.4 as for any move; then what an overrun asks for besides."""
    *walked, target = path
    field = pos.front(JAPANESE).field
    alone = 1 << unit
    refusal = path_refusal(field, walked, outset.points) or return_refusal(pos, walked, alone)
    if refusal is not None:
        return refusal
    if not pos.book.grid.adjacent(walked[-1], target):
        return Refusal("9.0", "refusal.path_gap", hex=target)
    entry = field.step_cost(walked[-1], target)
    if entry is None:
        return Refusal("10.4.1", "refusal.attack_lake", hex=target)
    if walk(field, walked, outset.points).cost + entry + pos.book.overrun_points > outset.points:
        return Refusal("9.6", "refusal.overrun_far", hex=target)
    if not strength_after_move(pos, outset.pool, walked[-1], target):
        return Refusal("10.3", "refusal.too_weak", hex=target)
    return None


def begin_overrun(pos: CampaignPosition, action: Overrun, outset: Outset) -> None:
    """A unit leads; others of its stack may join before they set out together."""
    path = action.path if len(action.path) > 1 else best_way(pos, outset, action.path[0])
    pos.tell("9.6", "event.overrun", side=pos.book.sides[JAPANESE], hex=path[-1])
    leader = 1 << action.unit
    pos.then(Forming(path, leader, outset.pool & ~leader, outset.points, outset.tried))


class FormStack(Step[CampaignPosition, Forming]):
    """9.6: the units start in one hex and move together; 6.3: until it is committed it may be called off."""

    case = "9.6"
    sealed = True

    def actor(self, pos: CampaignPosition, at: Forming) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Forming) -> Options:
        commit = [one(Commit())] if self._enough(pos, at) else []
        joining = [unit for unit in bits(at.pool) if self._join_refusal(pos, at, unit) is None]
        return Options(Group(Join, values=joining), *commit, one(CallOff()))

    def _join_refusal(self, pos: CampaignPosition, at: Forming, unit: int) -> Refusal | None:
        if at.units >> unit & 1:
            return Refusal("9.6", "refusal.joined", unit=unit)
        if not at.pool >> unit & 1:
            return Refusal("9.6", "refusal.not_together")
        return return_refusal(pos, at.path[:-1], at.units | 1 << unit)

    def _enough(self, pos: CampaignPosition, at: Forming) -> bool:
        return strength_after_move(pos, at.units, at.path[-2], at.path[-1]) > 0

    def refusal(self, pos: CampaignPosition, at: Forming, action: Action) -> Refusal | None:
        match action:
            case Join(unit):
                return self._join_refusal(pos, at, unit)
            case CallOff():
                return None
            case Commit():
                return None if self._enough(pos, at) else Refusal("10.3", "refusal.too_weak", hex=at.path[-1])
        return Refusal("9.6", "refusal.overrun_under_way")

    def apply(self, pos: CampaignPosition, at: Forming, action: Action) -> None:
        if isinstance(action, Join):
            bit = 1 << action.unit
            pos.become(amended(at, units=at.units | bit, pool=at.pool & ~bit))
        elif isinstance(action, CallOff):
            call_off(pos, JAPANESE, at.path[-1])
        else:
            pos.done()
            attempt(pos, at)

    def prompt(self, pos: CampaignPosition, at: Forming) -> tuple[str, dict[str, Param]]:
        return "prompt.stack", {"hex": at.path[-1]}


def attempt(pos: CampaignPosition, stack: Forming) -> None:
    """9.6: move up to the target, pay one movement point, attack."""
    *walked, target = stack.path
    rest = pos.top
    if isinstance(rest, Onward):
        pos.become(amended(rest, units=rest.units & ~stack.units))
    pos.acted |= stack.units
    pos.attacked |= 1 << target
    spent = walk(pos.front(JAPANESE).field, walked, stack.points).cost
    if len(walked) > 1:
        for unit in bits(stack.units):
            pos.tell("9.6", "event.moved", side=pos.book.sides[JAPANESE], unit=unit, path=tuple(walked))
        enter_together(pos, bits(stack.units), walked[1:])
    left = stack.points - spent - pos.book.overrun_points
    after = Overran(target, stack.units, left, stack.tried | 1 << target)
    begin_battle(pos, OVERRUN, target, stack.units, after)


class AfterOverrun(Step[CampaignPosition, Overran]):
    """9.6: an emptied hex is entered, whatever it cost; R-45: no stacking check here."""

    case = "9.6"

    def settle(self, pos: CampaignPosition, at: Overran) -> bool:
        pos.done()
        if survivors := bits(pos.alive(at.units)):
            self._go_on(pos, at, survivors)
        return False

    def _go_on(self, pos: CampaignPosition, at: Overran, survivors: list[int]) -> None:
        target, points = at.target, at.points
        free = False
        if not pos.occupied[CHINESE] >> target & 1:
            entry = pos.front(JAPANESE).field.step_cost(pos.place[survivors[0]], target)
            assert entry is not None
            points -= entry
            for unit in survivors:
                pos.tell("9.6", "event.advanced", unit=unit, hex=target)
            enter_together(pos, survivors, (target,))
            free = not stopped_at(pos, target)
        pos.then(Onward(mask_of(survivors), points, free, at.tried))


def stopped_at(pos: CampaignPosition, here: int) -> bool:
    """7.2, R-12: does a Chinese zone stop the stack that has just entered this hex by its own movement?"""
    book = pos.book
    shielded = book.coastal_mover_counts and book.terrain.gunfire_defence >> here & 1
    return not shielded and bool(pos.front(JAPANESE).reach >> here & 1)


class MoveOn(Step[CampaignPosition, Onward]):
    """9.6: with points left the units go on, singly or together, if no Chinese zone holds them; or overrun again."""

    case = "9.6"
    sealed = True

    def settle(self, pos: CampaignPosition, at: Onward) -> bool:
        if judge(pos) or len(self.options(pos, at)) > 1:
            return True
        pos.done()
        return False

    def actor(self, pos: CampaignPosition, at: Onward) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: CampaignPosition, at: Onward) -> Options:
        field, ways = pos.front(JAPANESE).field, ways_of(pos)
        groups: list[Group[Action]] = []
        for unit in bits(at.units):
            if at.free:
                groups.append(move_group(pos, field, unit, at.points))
            groups.append(Group(Overrun, unit, values=ways(self._outset(pos, at, unit))))
        return Options(*groups, one(Pass()))

    def _outset(self, pos: CampaignPosition, at: Onward, unit: int) -> Outset:
        return Outset(pos.place[unit], at.points, at.units, at.free, at.tried)

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
                return overrun_refusal(pos, unit, path, self._outset(pos, at, unit))
        return Refusal("9.6", "refusal.onward_now")

    def apply(self, pos: CampaignPosition, at: Onward, action: Action) -> None:
        if isinstance(action, Move):
            pos.become(amended(at, units=at.units & ~(1 << action.unit)))
            march(pos, action.unit, action.path, at.points)
        elif isinstance(action, Overrun):
            begin_overrun(pos, action, self._outset(pos, at, action.unit))
        else:
            pos.done()
