"""Fire & Movement 7.8 Stiff resistance, with a die roll, and the step in which stacks resist or retreat (7.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, DieStep, Group, Options, Param, Refusal, SideStep
from shapan.mechanics.hexoptions import Destinations

from .actions import Perish, Resist, Retreat
from .exchange import lose_step
from .position import FM
from .retreat import Withdrawal, must_go, retreat_refusal, retreats, touches

# --- 7.8 stiff resistance -----------------------------------------------------------------------


def stand(pos: FM, go: Withdrawal, unit: int) -> int:
    """7.8: the units that one attempt holds in place: the whole hex of a defender, the stack of an attacker."""
    if go.defending:
        return go.left
    return pos.mates(unit) & go.left


def resist_refusal(pos: FM, go: Withdrawal, unit: int) -> Refusal | None:
    """7.8: one attempt, and a lone unit on its last step has nothing to give."""
    if refusal := must_go(pos, go, unit):
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


class Withdraw(SideStep[FM]):
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
    if refusal := must_go(pos, go, unit):
        return refusal
    shunned = pos.shunned_by(go.side)
    if any(not touches(way, shunned) for way in retreats(pos, go, unit).values()):
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


class ResistanceRoll(DieStep[FM]):
    """7.8: a die no greater than the unit's defence strength holds the hex; the step is lost either way."""

    name: ClassVar[str] = "resist"
    case: ClassVar[str] = "7.8"

    def rolled(self, pos: FM, face: int) -> None:
        unit, units = pos.frame
        pos.done()
        go = Withdrawal(*pos.frame)
        strength = pos.book.defence[unit][pos.steps[unit]]
        pos.tell("7.8", "event.resistance", unit=unit, die=face, strength=strength)
        if face <= strength:
            hold(pos, go, unit, units)
            return
        lose_step(pos, unit, "7.8")
        pos.become(*go._replace(left=go.left & pos.alive(go.left)))
