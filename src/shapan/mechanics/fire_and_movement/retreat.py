"""Fire & Movement 7.7 Retreat and 7.8 Stiff resistance, as titles with a die roll for resistance play them.

A stack retreats together. Every hex that it enters must be open to it, free of enemies and outside enemy zones, unless
a friendly unit that is not itself retreating from this battle stands there. It ends at the distance that was rolled,
with room to stack; it may go one hex farther, and through friendly-held hexes as far as the next one with room.
Whoever cannot retreat and cannot resist is lost for good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from shapan.ground.hexes import Mask, bits
from shapan.kernel import DICE, Action, Actor, Chances, Group, Options, Param, Refusal, Roll, Step
from shapan.mechanics.hexoptions import Destinations

from .actions import Perish, Resist, Retreat
from .exchange import lose_step
from .position import FM, other
from .resolution import SIX_FACES


class Withdrawal(NamedTuple):
    """The frame of a retreat being carried out by one side."""

    side: int
    runners: int
    """Units ordered to retreat, whether they have gone or not; those that resisted are no longer among them."""
    left: int
    """Units that have neither retreated nor resisted."""
    hexes: int
    free: bool
    """7.5: they resist without a die roll."""
    defending: bool
    """7.8: defenders make one attempt for the whole hex, attackers one for each stack."""
    tried: int


# --- 7.7 where to -------------------------------------------------------------------------------


def passable(pos: FM, go: Withdrawal) -> tuple[Mask, Mask]:
    """7.7: the hexes that a retreat may enter, and those of them that friends hold."""
    side = go.side
    mine, enemy = pos.occupied[side], other(side)
    friends = 0
    for unit in pos.book.units_of[side]:
        if pos.place[unit] >= 0 and not go.runners >> unit & 1:
            friends |= 1 << pos.place[unit]
    closed = pos.closed_to(side) | pos.occupied[enemy] | pos.garrisoned(enemy)
    return pos.book.playable & ~closed & (~pos.retreat_zone(side) | friends), mine


def retreats(pos: FM, go: Withdrawal, unit: int) -> dict[int, tuple[int, ...]]:
    """7.7: every hex in which this unit's stack may end its retreat, with a way there."""
    group = pos.mates(unit) & go.left
    start = pos.place[unit]
    loose = bool(pos.book.loose >> unit & 1)
    legal, friends = passable(pos, go)
    if loose:
        legal = pos.book.playable & ~(
            pos.closed_to(go.side) | pos.occupied[other(go.side)] | pos.garrisoned(other(go.side))
        )
    full = pos.full_for(group)
    distance = pos.book.grid.distance
    ends: dict[int, tuple[int, ...]] = {}
    ways: list[tuple[int, ...]] = [(start,)]
    for length in range(1, len(pos.place)):
        longer: list[tuple[int, ...]] = []
        for way in ways:
            here = way[-1]
            far = distance(start, here)
            for there in pos.exits(unit, here):
                if (
                    not legal >> there & 1
                    or there in way
                    or not _outward(length, go.hexes, far, distance(start, there), loose)
                ):
                    continue
                longer.append((*way, there))
                if length >= go.hexes and not full >> there & 1:
                    ends.setdefault(there, (*way, there))
        # Beyond the hex rolled only one step is free; farther steps lead through friendly-held hexes.
        ways = longer if length <= go.hexes else [way for way in longer if friends >> way[-1] & 1]
        if not ways:
            break
    return ends


def _outward(length: int, hexes: int, far: int, farther: int, loose: bool) -> bool:
    """7.7: each hex of the retreat proper leads away from the start, and an extension never back towards it."""
    if loose:
        return True
    return farther == length if length <= hexes else farther >= far


def retreat_refusal(pos: FM, go: Withdrawal, unit: int, path: tuple[int, ...]) -> Refusal | None:
    """Judge any retreat path whatever."""
    if refusal := _must_go(pos, go, unit):
        return refusal
    ends = retreats(pos, go, unit)
    if len(path) == 1:
        return None if path[0] in ends else _why_not(pos, go, unit, path[0])
    if path[0] != pos.place[unit]:
        return Refusal("5.1", "refusal.path_start", unit=unit, hex=pos.place[unit])
    return _way_refusal(pos, go, unit, path)


def _must_go(pos: FM, go: Withdrawal, unit: int) -> Refusal | None:
    if not go.left >> unit & 1:
        return Refusal("7.7", "refusal.not_retreating")
    return None


def _why_not(pos: FM, go: Withdrawal, unit: int, there: int) -> Refusal:
    if pos.closed_to(go.side) >> there & 1:
        return Refusal(pos.book.closed_case, "refusal.closed", hex=there)
    if pos.full_for(pos.mates(unit) & go.left) >> there & 1:
        return Refusal("5.3", "refusal.stacking", hex=there)
    legal, _ = passable(pos, go)
    if pos.retreat_zone(go.side) >> there & 1 and not legal >> there & 1:
        return Refusal("7.7", "refusal.retreat_zone", hex=there)
    return Refusal("7.7", "refusal.retreat_hex", hex=there, count=go.hexes)


def _way_refusal(pos: FM, go: Withdrawal, unit: int, path: tuple[int, ...]) -> Refusal | None:
    loose = bool(pos.book.loose >> unit & 1)
    legal, friends = passable(pos, go)
    enemy = pos.occupied[other(go.side)] | pos.garrisoned(other(go.side))
    distance = pos.book.grid.distance
    if len(path) - 1 < go.hexes or len(set(path)) != len(path):
        return Refusal("7.7", "refusal.retreat_hex", hex=path[-1], count=go.hexes)
    for length in range(1, len(path)):
        here, there = path[length - 1], path[length]
        open_ = not (enemy | pos.closed_to(go.side)) >> there & 1 if loose else bool(legal >> there & 1)
        if not open_ or there not in pos.exits(unit, here):
            return _why_not(pos, go, unit, there)
        if not _outward(length, go.hexes, distance(path[0], here), distance(path[0], there), loose):
            return Refusal("7.7", "refusal.retreat_hex", hex=there, count=go.hexes)
        if go.hexes < length < len(path) - 1 and not friends >> there & 1:
            return Refusal("7.7", "refusal.retreat_stop", hex=there)
    if pos.full_for(pos.mates(unit) & go.left) >> path[-1] & 1:
        return Refusal("5.3", "refusal.stacking", hex=path[-1])
    return None


def could_retreat(pos: FM, unit: int) -> bool:
    """Could this unit's stack retreat one hex if it had to?"""
    group = pos.mates(unit)
    go = Withdrawal(pos.book.side_of[unit], group, group, 1, False, True, 0)
    legal, _ = passable(pos, go)
    good = legal & ~pos.full_for(group)
    return any(good >> there & 1 for there in pos.exits(unit, pos.place[unit])) or bool(retreats(pos, go, unit))


# --- 7.8 stiff resistance -----------------------------------------------------------------------


def stand(pos: FM, go: Withdrawal, unit: int) -> int:
    """7.8: the units that one attempt holds in place: the whole hex of a defender, the stack of an attacker."""
    if go.defending:
        return go.left
    return pos.mates(unit) & go.left


def resist_refusal(pos: FM, go: Withdrawal, unit: int) -> Refusal | None:
    """7.8: one attempt, and a lone unit on its last step has nothing to give."""
    if refusal := _must_go(pos, go, unit):
        return refusal
    units = stand(pos, go, unit)
    if go.tried & units:
        return Refusal("7.8", "refusal.resisted")
    if sum(pos.steps[member] for member in bits(units)) < 2:
        return Refusal("7.8", "refusal.last_step", unit=unit)
    return None


def hold(pos: FM, go: Withdrawal, unit: int, units: int) -> None:
    """7.8: the step is lost and the retreat is not made."""
    pos.tell(pos.book.free_resistance_case if go.free else "7.8", "event.held", hex=pos.place[unit])
    pos.become(*go._replace(left=go.left & ~units, runners=go.runners & ~units))
    lose_step(pos, unit, "7.8")


class Withdraw(Step[FM]):
    """7.7, 7.8: the owner takes his stacks one after the other: each resists or retreats."""

    name: ClassVar[str] = "withdraw"
    case: ClassVar[str] = "7.7"

    def settle(self, pos: FM) -> bool:
        go = Withdrawal(*pos.frame)
        if not go.left:
            pos.done()
            return False
        if any(resist_refusal(pos, go, unit) is None or retreats(pos, go, unit) for unit in bits(go.left)):
            return True
        perish(pos, go, go.left)
        return False

    def actor(self, pos: FM) -> Actor:
        side: str = pos.book.sides[pos.frame[0]]
        return side

    def options(self, pos: FM) -> Options:
        go = Withdrawal(*pos.frame)
        groups: list[Group[Action]] = []
        for unit in bits(go.left):
            groups.append(Group(Retreat, unit, values=_ends(pos, go, unit)))
            if perish_refusal(pos, go, unit) is None:
                groups.append(Group(Perish, unit))
        resisting = [unit for unit in bits(go.left) if resist_refusal(pos, go, unit) is None]
        return Options(*groups, Group(Resist, values=resisting))

    def refusal(self, pos: FM, action: Action) -> Refusal | None:
        go = Withdrawal(*pos.frame)
        match action:
            case Resist(unit):
                return resist_refusal(pos, go, unit)
            case Retreat(unit, path):
                return retreat_refusal(pos, go, unit, path)
            case Perish(unit):
                return perish_refusal(pos, go, unit)
        return Refusal("7.7", "refusal.retreat_first")

    def apply(self, pos: FM, action: Action) -> None:
        go = Withdrawal(*pos.frame)
        match action:
            case Retreat(unit, path):
                way = path if len(path) > 1 else retreats(pos, go, unit)[path[0]]
                fall_back(pos, go, unit, way)
            case Perish(unit):
                perish(pos, go, pos.mates(unit) & go.left)
            case Resist(unit):
                units = stand(pos, go, unit)
                if go.free:
                    hold(pos, go, unit, units)
                else:
                    pos.become(*go._replace(tried=go.tried | units))
                    pos.call("resist", unit, units)

    def prompt(self, pos: FM) -> tuple[str, dict[str, Param]]:
        return "prompt.withdraw", {"count": pos.frame[3]}


def _ends(pos: FM, go: Withdrawal, unit: int) -> Callable[[], Destinations]:
    return lambda: Destinations(sum(1 << end for end in retreats(pos, go, unit)))


def perish_refusal(pos: FM, go: Withdrawal, unit: int) -> Refusal | None:
    """7.7: only whoever has no retreat, or none outside hexes he would rather not enter, is given up."""
    if refusal := _must_go(pos, go, unit):
        return refusal
    shunned = pos.shunned_by(go.side)
    if any(not any(shunned >> here & 1 for here in way) for way in retreats(pos, go, unit).values()):
        return Refusal("7.7", "refusal.can_retreat", unit=unit)
    return None


def fall_back(pos: FM, go: Withdrawal, unit: int, way: tuple[int, ...]) -> None:
    group = pos.mates(unit) & go.left
    side = pos.book.sides[go.side]
    pos.tell("7.7", "event.retreated", side=side, units=tuple(bits(group)), origin=way[0], path=way)
    pos.become(*go._replace(left=go.left & ~group))
    for member in bits(group):
        pos.put(member, way[-1])
    for member in bits(group):
        pos.enter(member, way[1:])


def perish(pos: FM, go: Withdrawal, units: int) -> None:
    """7.7: unable to resist and to reach a safe hex: eliminated, never to be replaced."""
    pos.become(*go._replace(left=go.left & ~units))
    for unit in bits(units):
        pos.tell("7.7", "event.lost", side=pos.book.sides[go.side], unit=unit, hex=pos.place[unit])
        pos.kill(unit, forever=True)


class ResistanceRoll(Step[FM]):
    """7.8: a die no greater than the unit's defence strength holds the hex; the step is lost either way."""

    name: ClassVar[str] = "resist"
    case: ClassVar[str] = "7.8"

    def actor(self, pos: FM) -> Actor:
        return DICE

    def options(self, pos: FM) -> Options:
        return Chances(SIX_FACES)

    def apply(self, pos: FM, action: Action) -> None:
        assert isinstance(action, Roll)
        unit, units = pos.frame
        pos.done()
        go = Withdrawal(*pos.frame)
        strength = pos.book.defence[unit][pos.steps[unit]]
        pos.tell("7.8", "event.resistance", unit=unit, die=action.face, strength=strength)
        if action.face <= strength:
            hold(pos, go, unit, units)
            return
        lose_step(pos, unit, "7.8")
        pos.become(*go._replace(left=go.left & pos.alive(go.left)))
