"""Shanghai-Nanking Campaign 11.0, 11.1, 11.4 Fire support, 11.3 interception, and the roll of a combat (10.5).

Every combat (attack, overrun, landing) runs through the same steps, whose frames begin alike: (kind, target, units,
used). ``used`` has a bit for each category of the attacker's markers and two more for what the defender does.
"""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits
from shapan.kernel import Action, Actor, DieStep, Group, Options, Param, Refusal, Step, one

from .actions import AIR, CATEGORIES, NAVAL, Intercept, Pass, Support
from .position import CampaignPosition
from .sides import CHINESE, JAPANESE, other

DEFENDED: Final = 1 << len(CATEGORIES)
ABORTED: Final = DEFENDED << 1
"""Bits of ``used``: naval gunfire defends; the air support was aborted and its shift is lost."""


def bit_of(category: str) -> int:
    return 1 << CATEGORIES.index(category)


def markers_counted(used: int) -> int:
    return used.bit_count()


def begin_battle(pos: CampaignPosition, kind: str, target: int, units: int) -> None:
    """6.3: both sides' units are laid open, and from here on the attack stands."""
    pos.learned()
    if pos.teller is not None:
        attackers, defenders = tuple(bits(units)), pos.stack_in(target)
        pos.tell("6.3", "event.revealed", hex=target, attackers=attackers, defenders=defenders)
    pos.call("support", kind, target, units, 0)


def attacker_of(pos: CampaignPosition) -> int:
    """The attacking side of the battle on top of the stack."""
    return pos.book.side_of[bits(pos.frame[2])[0]]


# --- 11.1 who may use which marker --------------------------------------------------------------


def support_refusal(pos: CampaignPosition, side: int, category: str, defending: bool) -> Refusal | None:
    """11.0, 11.1, 11.4: one unused marker of each category, where it can do anything."""
    kind, target, _, used = pos.frame
    number = CATEGORIES.index(category)
    rule = pos.book.supports[category]
    if not pos.owned[side][number]:
        return Refusal("11.0", "refusal.no_such_marker", category=category)
    if defending and not rule["defence"]:
        return Refusal("11.0", "refusal.no_defence", category=category)
    if rule.get("only", kind) != kind:
        return Refusal("11.0", "refusal.only_landing", category=category)
    if used & (DEFENDED if defending else bit_of(category)):
        return Refusal("11.1", "refusal.one_each", category=category)
    if not pos.ready[side][number]:
        return Refusal("11.1", "refusal.marker_used", category=category)
    zone = pos.book.terrain.gunfire_defence if defending else pos.book.terrain.gunfire_attack
    if category == NAVAL and not zone >> target & 1:
        return Refusal("11.4", "refusal.out_of_gunfire", hex=target)
    return None


def available(pos: CampaignPosition, side: int, defending: bool) -> list[str]:
    """The categories that may be added to the battle on top of the stack."""
    return [category for category in CATEGORIES if support_refusal(pos, side, category, defending) is None]


def use_marker(pos: CampaignPosition, side: int, category: str) -> None:
    """11.1: set aside until the next Operations Phase of either player."""
    number = CATEGORIES.index(category)
    left = list(pos.ready[side])
    left[number] -= 1
    pos.ready = (tuple(left), pos.ready[JAPANESE]) if side == CHINESE else (pos.ready[CHINESE], tuple(left))
    pos.tell("11.1", "event.support", side=pos.book.sides[side], category=category, hex=pos.frame[1])


class AttackerSupport(Step[CampaignPosition]):
    """11.1: the attacker adds markers first, one of each category at most."""

    name = "support"
    case = "11.1"

    def settle(self, pos: CampaignPosition) -> bool:
        if available(pos, attacker_of(pos), defending=False):
            return True
        self._next(pos)
        return False

    def _next(self, pos: CampaignPosition) -> None:
        values = pos.frame
        pos.done()
        flown = values[3] & bit_of(AIR) and pos.chinese_air
        pos.call("intercept" if flown else "defend", *values)

    def actor(self, pos: CampaignPosition) -> Actor:
        return pos.book.sides[attacker_of(pos)]

    def options(self, pos: CampaignPosition) -> Options:
        return Options(Group(Support, values=available(pos, attacker_of(pos), defending=False)), one(Pass()))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Support(category):
                return support_refusal(pos, attacker_of(pos), category, defending=False)
        return Refusal("6.3", "refusal.support_now")

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        if isinstance(action, Support):
            use_marker(pos, attacker_of(pos), action.category)
            kind, target, units, used = pos.frame
            pos.become(kind, target, units, used | bit_of(action.category))
        else:
            self._next(pos)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.support", {"hex": pos.frame[1]}


# --- 11.3 Chinese air support -------------------------------------------------------------------


class ChineseAir(Step[CampaignPosition]):
    """11.3: the Chinese player may send up his air support, or keep it."""

    case = "11.3"

    def actor(self, pos: CampaignPosition) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition) -> Options:
        return Options(one(Intercept()), one(Pass()))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        return None if isinstance(action, Intercept | Pass) else Refusal("11.3", "refusal.intercept_now")


class InterceptAir(ChineseAir):
    """11.3: each time Japanese air support is added, the Chinese player may try to stop it."""

    name = "intercept"

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        values = pos.frame
        pos.done()
        pos.call("dogfight" if isinstance(action, Intercept) else "defend", *values)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.intercept", {"hex": pos.frame[1]}


class Dogfight(DieStep[CampaignPosition]):
    """11.3: a six aborts the air support, a one ends Chinese air support for good (T-18)."""

    name = "dogfight"
    case = "11.3"

    def rolled(self, pos: CampaignPosition, face: int) -> None:
        kind, target, units, used = pos.frame
        pos.done()
        aborted = air_roll(pos, face)
        pos.call("defend", kind, target, units, used | ABORTED if aborted else used)


def air_roll(pos: CampaignPosition, face: int) -> bool:
    """11.3: the Chinese die, in a battle or over the railways; True when the Japanese aircraft are turned away."""
    if face == pos.book.air_lost:
        pos.chinese_air = False
        pos.tell("11.3", "event.air_lost", die=face)
    elif face == pos.book.air_aborts:
        pos.tell("11.3", "event.air_aborted", die=face)
        return True
    else:
        pos.tell("11.3", "event.air_missed", die=face)
    return False


# --- 11.4 naval gunfire in defence --------------------------------------------------------------


class DefenderSupport(Step[CampaignPosition]):
    """11.1, 11.4: then the defender; only Japanese naval gunfire can defend."""

    name = "defend"
    case = "11.4"

    def settle(self, pos: CampaignPosition) -> bool:
        if available(pos, other(attacker_of(pos)), defending=True):
            return True
        self._next(pos)
        return False

    def _next(self, pos: CampaignPosition) -> None:
        values = pos.frame
        pos.done()
        pos.call("strike", *values)

    def actor(self, pos: CampaignPosition) -> Actor:
        return pos.book.sides[other(attacker_of(pos))]

    def options(self, pos: CampaignPosition) -> Options:
        able = available(pos, other(attacker_of(pos)), defending=True)
        return Options(Group(Support, values=able), one(Pass()))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Support(category):
                return support_refusal(pos, other(attacker_of(pos)), category, defending=True)
        return Refusal("11.1", "refusal.support_now")

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        if isinstance(action, Support):
            use_marker(pos, other(attacker_of(pos)), action.category)
            kind, target, units, used = pos.frame
            pos.become(kind, target, units, used | DEFENDED)
        self._next(pos)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.defend", {"hex": pos.frame[1]}
