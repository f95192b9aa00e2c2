"""Fire & Movement 7.8 Stiff resistance, with a die roll, and the step in which stacks resist or retreat (7.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import Action, DieStep, Frame, Group, Options, Param, Refusal, SideStep, amended
from shapan.mechanics.hexoptions import Destinations, Way, Ways

from .actions import Perish, Resist, Retreat
from .exchange import lose_step
from .position import FM
from .retreat import Withdrawal, must_go, retreat_refusal, retreats, spelt, touches
from .terms import Units


class Resisting(Frame, step="resist"):
    """7.8: the die is cast for a unit that resists."""

    unit: int
    units: Units
    """Everybody whom it holds in place."""


# --- 7.8 stiff resistance -----------------------------------------------------------------------


def stand(pos: FM, go: Withdrawal, unit: int) -> Units:
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


def cornered(pos: FM, go: Withdrawal) -> int:
    """7.7, 7.8: the steps that a retreat costs at least: one for every stack in which somebody has no way out."""
    return len({stand(pos, go, unit) for unit in bits(go.left) if not retreats(pos, go, unit)})


def hold(pos: FM, go: Withdrawal, unit: int, units: Units) -> None:
    """7.8: whoever holds pays with a step and stays."""
    pos.tell(pos.book.free_resistance_case if go.free else "7.8", "event.held", hex=pos.place[unit])
    pos.become(amended(go, left=go.left & ~units, runners=go.runners & ~units))
    lose_step(pos, unit, "7.8")


class Withdraw(SideStep[FM, Withdrawal]):
    """7.7, 7.8: the owner takes his stacks one after the other: each resists or retreats."""

    case: ClassVar[str] = "7.7"

    def settle(self, pos: FM, at: Withdrawal) -> bool:
        if not at.left:
            pos.done()
            return False
        if any(resist_refusal(pos, at, unit) is None or retreats(pos, at, unit) for unit in bits(at.left)):
            return True
        perish(pos, at, at.left)
        return False

    def options(self, pos: FM, at: Withdrawal) -> Options:
        groups: list[Group[Action]] = []
        for unit in bits(at.left):
            groups.append(Group(Retreat, unit, values=_ends(pos, at, unit)))
            if perish_refusal(pos, at, unit) is None:
                groups.append(Group(Perish, unit))
        return Options(*groups, Group(Resist, values=resisting(pos, at)))

    def refusal(self, pos: FM, at: Withdrawal, action: Action) -> Refusal | None:
        match action:
            case Resist(unit):
                return resist_refusal(pos, at, unit)
            case Retreat(unit, path):
                return retreat_refusal(pos, at, unit, path)
            case Perish(unit):
                return perish_refusal(pos, at, unit)
        return Refusal("7.7", "refusal.retreat_first")

    def apply(self, pos: FM, at: Withdrawal, action: Action) -> None:
        match action:
            case Retreat(unit, path):
                way = path if len(path) > 1 else retreats(pos, at, unit)[path[0]]
                fall_back(pos, at, unit, way)
            case Perish(unit):
                perish(pos, at, pos.mates(unit) & at.left)
            case Resist(unit):
                units = stand(pos, at, unit)
                if at.free:
                    hold(pos, at, unit, units)
                else:
                    pos.become(amended(at, tried=at.tried | units))
                    pos.then(Resisting(unit, units))

    def prompt(self, pos: FM, at: Withdrawal) -> tuple[str, dict[str, Param]]:
        if not resisting(pos, at):
            return "prompt.withdraw_only", {"count": at.hexes}
        open_ = any(retreats(pos, at, unit) for unit in bits(at.left))
        return "prompt.withdraw" if open_ else "prompt.withdraw_nowhere", {"count": at.hexes}


def resisting(pos: FM, go: Withdrawal) -> list[int]:
    """7.8: the units that may be tested."""
    return [unit for unit in bits(go.left) if resist_refusal(pos, go, unit) is None]


def _ends(pos: FM, go: Withdrawal, unit: int) -> Callable[[], Destinations]:
    def ends() -> Destinations:
        found = retreats(pos, go, unit)
        priced = mask_of(end for end, way in found.items() if spelt(pos, go.side, way) == way)
        return Destinations(mask_of(found) & ~priced, [Ways(priced, found.__getitem__)])

    return ends


def perish_refusal(pos: FM, go: Withdrawal, unit: int) -> Refusal | None:
    """7.7: only whoever has no retreat, or none outside hexes he would rather not enter, is given up."""
    if refusal := must_go(pos, go, unit):
        return refusal
    shunned = pos.shunned_by(go.side)
    if any(not touches(way, shunned) for way in retreats(pos, go, unit).values()):
        return Refusal("7.7", "refusal.can_retreat", unit=unit)
    return None


def fall_back(pos: FM, go: Withdrawal, unit: int, way: Way) -> None:
    group = pos.mates(unit) & go.left
    side = pos.book.sides[go.side]
    pos.tell("7.7", "event.retreated", side=side, units=tuple(bits(group)), origin=way[0], path=way)
    for member in bits(group):
        pos.put(member, way[-1])
    for member in bits(group):
        pos.enter(member, way[1:])
    _without(pos, go, group, way[0])


def perish(pos: FM, go: Withdrawal, units: Units) -> None:
    """7.7: who neither holds nor finds a way out is gone for good."""
    here = pos.place[bits(units)[0]]
    for unit in bits(units):
        pos.tell("7.7", "event.lost", side=pos.book.sides[go.side], unit=unit, hex=pos.place[unit])
        pos.kill(unit, forever=True)
    _without(pos, go, units, here)


def _without(pos: FM, go: Withdrawal, units: Units, here: int) -> None:
    """Some have left this hex; those who have not may have lost what let them resist without a die roll (7.5)."""
    pos.become(amended(go, left=go.left & ~units, free=go.free and pos.sheltered(go.side, here)))


class ResistanceRoll(DieStep[FM, Resisting]):
    """7.8: a die no greater than the unit's defence strength holds the hex; the step is lost either way."""

    case: ClassVar[str] = "7.8"

    def rolled(self, pos: FM, at: Resisting, face: int) -> None:
        unit = at.unit
        pos.done()
        go = pos.top
        assert isinstance(go, Withdrawal)
        strength = pos.book.defence[unit][pos.steps[unit]]
        pos.tell("7.8", "event.resistance", unit=unit, die=face, strength=strength)
        if face <= strength:
            hold(pos, go, unit, at.units)
            return
        lose_step(pos, unit, "7.8")
        pos.become(amended(go, left=pos.alive(go.left)))
