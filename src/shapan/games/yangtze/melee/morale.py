"""14.0 Morale, and 13.3 morale after melee."""

from __future__ import annotations

from shapan.kernel import Frame, Step, amended

from ..actions import CHARGE, COWER, FLEE, HALT, RETREAT
from ..command import rank
from ..dice import Stake, roll
from ..position import DESERTED, YangtzePosition
from ..vessels.crews import immobile
from ..who import Unit, put
from .bouts import Reckoning, fighters
from .forced import flee_now, shelter
from .trials import hostile_town, nerve

EXEMPT = ("civilian", "aircraft", "vessel")


def must_test(pos: YangtzePosition, unit: Unit) -> bool:
    """14.1, 14.2, R44: ground troops that lost a figure and vehicles that were hit, once a turn; not those who all
    ride (14.8)."""
    kind = pos.book.units[unit].kind
    if kind in EXEMPT or pos.tested >> unit & 1 or not pos.in_play(unit):
        return False
    if pos.book.units[unit].carrier:
        return pos.hits[unit] > 0
    return bool(pos.standing[unit]) and pos.losses(unit) > 0


def fails(pos: YangtzePosition, unit: Unit, dice: int) -> bool:
    """R43: a modified score of one or less. The test of this turn has been made (R44)."""
    pos.tested |= 1 << unit
    test = nerve(pos, unit)
    failed = test.fails(dice)
    key = "event.morale_fails" if failed else "event.morale_holds"
    pos.tell("14.3", key, unit=unit, score=test.score(dice), dice=dice)
    return failed


# --- 13.3 after melee ------------------------------------------------------------------------------------------------


class Verdict(Frame):
    """13.3: the tests after melee are under way."""

    pairs: tuple[tuple[Unit, Unit], ...]
    """The units that have fought: who charged, and whom."""
    units: tuple[Unit, ...]
    """Those who still have to test."""
    failed: int = 0
    """Those who have failed, one bit each."""


class Reckon(Step[YangtzePosition, Reckoning]):
    """13.3: units that fought and lost figures test; the charger's failure goes before that of the charged."""

    case = "13.3"

    def settle(self, pos: YangtzePosition, at: Reckoning) -> bool:
        units = [unit for unit in sorted(fighters(at.pairs)) if must_test(pos, unit)]
        pos.become(Verdict(at.pairs, tuple(units)))
        return False


class PassVerdict(Step[YangtzePosition, Verdict]):
    """The tests one after the other, then what follows from them together."""

    case = "13.3"

    def settle(self, pos: YangtzePosition, at: Verdict) -> bool:
        if at.units:
            pos.become(amended(at, units=at.units[1:]))
            roll(pos, 2, MeleeMorale(at.units[0]))
            return False
        pos.done()
        aftermath(pos, at.pairs, at.failed)
        return False


class MeleeMorale(Stake, frozen=True, tag="melee_morale"):
    """13.3: the test of a unit that has fought."""

    unit: Unit

    def scored(self, pos: YangtzePosition, dice: int) -> None:
        at = pos.top
        assert isinstance(at, Verdict)
        if fails(pos, self.unit, dice):
            pos.become(amended(at, failed=at.failed | 1 << self.unit))


def aftermath(pos: YangtzePosition, pairs: tuple[tuple[Unit, Unit], ...], failed: int) -> None:
    """13.3, R48, R73: fleeing units go back at once and cower next turn; a charged unit whose charger fails stays."""
    charging = {unit for unit in fighters(pairs) if pos.card[unit] == CHARGE}
    for unit in sorted(fighters(pairs)):
        if not failed >> unit & 1:
            continue
        spared = unit not in charging and any(failed >> foe & 1 for foe, target in pairs if target == unit)
        if not spared:
            if pos.book.units[unit].grade == "C":
                desert(pos, unit)
                if not pos.in_play(unit):
                    continue
            flee_now(pos, unit)
        pos.forced = put(pos.forced, unit, COWER)
        pos.tell("13.3", "event.cowers", unit=unit)


# --- 14.2 at the end of the turn -------------------------------------------------------------------------------------


def morale(pos: YangtzePosition) -> None:
    """14.2, R44: everybody else who has to, once."""
    units = [unit for unit in pos.book.every_unit if must_test(pos, unit)]
    if units:
        pos.then(Morale(tuple(units)))


class Morale(Frame):
    """14.2: the tests at the end of the turn."""

    units: tuple[Unit, ...]
    """Those who still have to test."""


class RollMorale(Step[YangtzePosition, Morale]):
    """14.2: one unit after the other."""

    case = "14.2"

    def settle(self, pos: YangtzePosition, at: Morale) -> bool:
        if not at.units:
            pos.done()
            return False
        pos.become(Morale(at.units[1:]))
        roll(pos, 2, MoraleTest(at.units[0]))
        return False


class MoraleTest(Stake, frozen=True, tag="morale"):
    """14.2: the test of a unit at the end of the turn."""

    unit: Unit

    def scored(self, pos: YangtzePosition, dice: int) -> None:
        if fails(pos, self.unit, dice):
            consequences(pos, self.unit)


def consequences(pos: YangtzePosition, unit: Unit) -> None:
    """14.4 A retreats to cover or cowers; 14.5 B cowers; 14.6 C flees and loses a quarter; 14.8 vehicles."""
    spec = pos.book.units[unit]
    if spec.carrier:
        state = RETREAT if hostile_town(pos, unit) and not immobile(pos, unit) else HALT
    elif spec.grade == "A":
        state = RETREAT if shelter(pos, unit) else COWER
    elif spec.grade == "B":
        state = COWER
    else:
        desert(pos, unit)
        if not pos.in_play(unit):
            return
        state = FLEE
    pos.forced = put(pos.forced, unit, state)
    for rider in _passengers(pos, unit) if spec.carrier else ():
        pos.forced = put(pos.forced, rider, HALT)
    case = "14.8" if spec.carrier else {"A": "14.4", "B": "14.5", "C": "14.6"}[spec.grade]
    pos.tell(case, f"event.state_{state.lower()}", unit=unit)


def _passengers(pos: YangtzePosition, carrier: Unit) -> list[Unit]:
    """14.8, R53: the units that are part of a vehicle for morale: they stay aboard as long as it has lost its nerve."""
    return [unit for unit in pos.roster.riding if pos.riding(unit) == carrier and not pos.standing[unit]]


def desert(pos: YangtzePosition, unit: Unit) -> None:
    """14.6: a quarter, rounded up, of those who are left; leaders last. Nobody deserts from what carries him (14.8)."""
    left = pos.standing[unit]
    part = int(pos.book.charts["morale"]["desert_fraction"])
    count = -(-len(left) // part)
    order = sorted(left, key=lambda figure: rank(pos, figure))
    gone = order[:count]
    pos.tell("14.6", "event.deserts", unit=unit, count=len(gone))
    pos.remove(gone, DESERTED)
