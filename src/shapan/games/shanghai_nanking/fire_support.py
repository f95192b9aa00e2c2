"""Shanghai-Nanking Campaign 11.0, 11.1, 11.4 Fire support in a combat, and Chinese air support against it (11.3)."""

from __future__ import annotations

from shapan.kernel import Action, Actor, DieStep, Group, Options, Param, Refusal, Step, amended, one
from shapan.kernel.frames import F
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Pass

from .actions import AIR, CATEGORIES, NAVAL, Intercept, Support
from .battle import (
    ABORTED,
    DEFENDED,
    Battle,
    Defending,
    Dogfighting,
    Intercepting,
    Striking,
    Supporting,
    attacker_of,
    bit_of,
    carried,
)
from .position import CampaignPosition
from .sides import CHINESE, JAPANESE

# --- 11.1 who may use which marker --------------------------------------------------------------


def support_refusal(pos: CampaignPosition, at: Battle, side: int, category: str, *, defending: bool) -> Refusal | None:
    """11.0, 11.1, 11.4: one unused marker of each category, where it can do anything."""
    number = CATEGORIES.index(category)
    rule = pos.book.supports[category]
    if not pos.owned[side][number]:
        return Refusal("11.0", "refusal.no_such_marker", category=category)
    if defending and not rule["defence"]:
        return Refusal("11.0", "refusal.no_defence", category=category)
    if rule.get("only", at.kind) != at.kind:
        return Refusal("11.0", "refusal.only_landing", category=category)
    if at.used & (DEFENDED if defending else bit_of(category)):
        return Refusal("11.1", "refusal.one_each", category=category)
    if not pos.ready[side][number]:
        return Refusal("11.1", "refusal.marker_used", category=category)
    zone = pos.book.terrain.gunfire_defence if defending else pos.book.terrain.gunfire_attack
    if category == NAVAL and not zone >> at.target & 1:
        return Refusal("11.4", "refusal.out_of_gunfire", hex=at.target)
    return None


def available(pos: CampaignPosition, at: Battle, side: int, *, defending: bool) -> list[str]:
    """The categories that this side may add to the battle."""
    return [
        category for category in CATEGORIES if support_refusal(pos, at, side, category, defending=defending) is None
    ]


def use_marker(pos: CampaignPosition, at: Battle, side: int, category: str) -> None:
    """11.1: set aside until the next Operations Phase of either player."""
    number = CATEGORIES.index(category)
    left = list(pos.ready[side])
    left[number] -= 1
    pos.ready = (tuple(left), pos.ready[JAPANESE]) if side == CHINESE else (pos.ready[CHINESE], tuple(left))
    pos.tell("11.1", "event.support", side=pos.book.sides[side], category=category, hex=at.target)


class AttackerSupport(Step[CampaignPosition, Supporting]):
    """11.1: the attacker adds markers first, one of each category at most."""

    case = "11.1"

    def settle(self, pos: CampaignPosition, at: Supporting) -> bool:
        if available(pos, at, attacker_of(pos, at), defending=False):
            return True
        self._next(pos, at)
        return False

    def _next(self, pos: CampaignPosition, at: Supporting) -> None:
        pos.become(carried(Intercepting, at))

    def actor(self, pos: CampaignPosition, at: Supporting) -> Actor:
        return pos.book.sides[attacker_of(pos, at)]

    def options(self, pos: CampaignPosition, at: Supporting) -> Options:
        return Options(Group(Support, values=available(pos, at, attacker_of(pos, at), defending=False)), one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Supporting, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Support(category) if (
                pos.top == at or pos.book.markers[attacker_of(pos, at)][CATEGORIES.index(category)]
            ):
                # In hindsight, of a step passed over, a marker that this side never has was no answer to its question.
                return support_refusal(pos, at, attacker_of(pos, at), category, defending=False)
        return Refusal("11.1", "refusal.support_now")

    def apply(self, pos: CampaignPosition, at: Supporting, action: Action) -> None:
        if isinstance(action, Support):
            use_marker(pos, at, attacker_of(pos, at), action.category)
            pos.become(amended(at, used=at.used | bit_of(action.category)))
        else:
            self._next(pos, at)

    def prompt(self, pos: CampaignPosition, at: Supporting) -> tuple[str, dict[str, Param]]:
        return "prompt.support", {"hex": at.target}


# --- 11.3 Chinese air support -------------------------------------------------------------------


class ChineseAir(Step[CampaignPosition, F]):
    """11.3: the Chinese player may send up his air support, or keep it."""

    case = "11.3"

    def actor(self, pos: CampaignPosition, at: F) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition, at: F) -> Options:
        return Options(one(Intercept()), one(Pass()))

    def refusal(self, pos: CampaignPosition, at: F, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Intercept():
                return None if pos.chinese_air else Refusal("11.3", "refusal.air_gone")
        return Refusal("11.3", "refusal.intercept_now")


class InterceptAir(ChineseAir[Intercepting]):
    """11.3: each time Japanese air support is added, the Chinese player may try to stop it."""

    def settle(self, pos: CampaignPosition, at: Intercepting) -> bool:
        if at.used & bit_of(AIR) and pos.chinese_air:
            return True
        pos.become(carried(Defending, at))
        return False

    def refusal(self, pos: CampaignPosition, at: Intercepting, action: Action) -> Refusal | None:
        if isinstance(action, Intercept) and not at.used & bit_of(AIR):
            return Refusal("11.3", "refusal.no_aircraft", hex=at.target)
        return super().refusal(pos, at, action)

    def apply(self, pos: CampaignPosition, at: Intercepting, action: Action) -> None:
        pos.become(carried(Dogfighting, at) if isinstance(action, Intercept) else carried(Defending, at))

    def prompt(self, pos: CampaignPosition, at: Intercepting) -> tuple[str, dict[str, Param]]:
        return "prompt.intercept", {"hex": at.target}


class Dogfight(DieStep[CampaignPosition, Dogfighting]):
    """11.3: a six aborts the air support, a one ends Chinese air support for good (T-18)."""

    case = "11.3"

    def rolled(self, pos: CampaignPosition, at: Dogfighting, face: int) -> None:
        aborted = ABORTED if air_roll(pos, face) else 0
        pos.become(carried(Defending, at, aborted))


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


class DefenderSupport(Step[CampaignPosition, Defending]):
    """11.1, 11.4: then the defender; only Japanese naval gunfire can defend."""

    case = "11.4"

    def settle(self, pos: CampaignPosition, at: Defending) -> bool:
        if available(pos, at, other(attacker_of(pos, at)), defending=True):
            return True
        pos.become(carried(Striking, at))
        return False

    def actor(self, pos: CampaignPosition, at: Defending) -> Actor:
        return pos.book.sides[other(attacker_of(pos, at))]

    def options(self, pos: CampaignPosition, at: Defending) -> Options:
        able = available(pos, at, other(attacker_of(pos, at)), defending=True)
        return Options(Group(Support, values=able), one(Pass()))

    def refusal(self, pos: CampaignPosition, at: Defending, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Support(category):
                return support_refusal(pos, at, other(attacker_of(pos, at)), category, defending=True)
        return Refusal("11.1", "refusal.support_now")

    def apply(self, pos: CampaignPosition, at: Defending, action: Action) -> None:
        if isinstance(action, Support):
            use_marker(pos, at, other(attacker_of(pos, at)), action.category)
        pos.become(carried(Striking, at, DEFENDED if isinstance(action, Support) else 0))

    def prompt(self, pos: CampaignPosition, at: Defending) -> tuple[str, dict[str, Param]]:
        return "prompt.defend", {"hex": at.target}
