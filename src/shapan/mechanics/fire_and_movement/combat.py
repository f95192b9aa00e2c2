"""Fire & Movement 7.0 to 7.6 Combat, 8.3 Application of support fire, 8.4 Bombardment.

Attacks are voluntary. Each unit attacks once and each hex is attacked once in a combat phase; a stack attacks whole.
"""

from __future__ import annotations

from typing import ClassVar

from shapan.ground.hexes import Mask, bits
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, SideFrame, SideStep, Step, amended, one
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.sides import other
from shapan.mechanics.verbs import Attack, Join, Resolve

from .actions import DONE, Bombard, Done, Support
from .battle import attack_terms, attacker, defence_terms, odds
from .position import FM, READY, USED, P
from .resolution import Striking
from .support import marker_refusal, ready
from .terms import ASSAULT, BOMBARDMENT, Battle, carried


class Fighting(SideFrame, step="combat"):
    """4.1: a combat phase; the side makes its attacks."""

    mobile: bool
    """Is it the mobile one, in which exchanges are void?"""


class Joining(Battle, step="join"):
    """7.1: an attack is being put together."""


class Covering(Battle, step="cover"):
    """8.3: it stands, and the defender may call for support."""


# --- 7.1 who may attack what --------------------------------------------------------------------


def targets(pos: FM, side: int) -> Mask:
    """7.1: the hexes that this side may still attack in this phase."""
    return (pos.occupied[other(side)] | pos.garrisoned(other(side))) & ~pos.struck


def attack_refusal(pos: FM, side: int, unit: int, there: int) -> Refusal | None:
    """7.1: an own unit that has not attacked, with its whole stack, into an adjacent enemy hex not yet attacked."""
    if refusal := may_attack(pos, side, unit):
        return refusal
    if pos.struck >> there & 1:
        return Refusal("7.1", "refusal.struck", hex=there)
    if not targets(pos, side) >> there & 1:
        return Refusal("7.1", "refusal.attack_empty", hex=there)
    return adjacent_refusal(pos, unit, there)


def may_attack(pos: FM, side: int, unit: int) -> Refusal | None:
    if refusal := pos.not_of(side, unit, "7.1"):
        return refusal
    if pos.place[unit] == OFF:
        return Refusal("7.1", "refusal.not_on_map", unit=unit)
    if pos.attacked & pos.mates(unit):
        return Refusal("7.1", "refusal.attacked", unit=unit)
    return None


def adjacent_refusal(pos: FM, unit: int, there: int) -> Refusal | None:
    if not pos.book.around[pos.place[unit]] >> there & 1:
        return Refusal("7.1", "refusal.not_adjacent", unit=unit, hex=there)
    return None


class CombatPhase(SideStep[P, Fighting]):
    """4.1: one side makes its attacks, in any order."""

    case: ClassVar[str] = "7.1"

    def settle(self, pos: P, at: Fighting) -> bool:
        if self.anything_to_do(pos, at):
            return True
        self.finish(pos)
        return False

    def anything_to_do(self, pos: P, at: Fighting) -> bool:
        fresh = 0
        for unit in bits(pos.alive(pos.book.roster[at.side] & ~pos.attacked)):
            fresh |= 1 << pos.place[unit]
        return bool(pos.book.grid.spread(fresh) & targets(pos, at.side)) or bool(bombardments(pos, at.side))

    def finish(self, pos: P) -> None:
        pos.done()
        pos.attacked = pos.struck = 0

    def options(self, pos: P, at: Fighting) -> Options:
        open_ = targets(pos, at.side)
        groups = [
            Group(Attack, unit, values=bits(hexes))
            for unit in bits(pos.alive(pos.book.roster[at.side] & ~pos.attacked))
            if (hexes := self.attackable(pos, at, unit, open_))
        ]
        return Options(*groups, *bombardments(pos, at.side), DONE)

    def attackable(self, pos: P, at: Fighting, unit: int, open_: Mask) -> Mask:
        found: Mask = pos.book.around[pos.place[unit]] & open_
        return found if found and not pos.attacked & pos.mates(unit) else 0

    def refusal(self, pos: P, at: Fighting, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case Attack(unit, there):
                return attack_refusal(pos, at.side, unit, there)
            case Bombard(marker, there):
                return bombard_refusal(pos, at.side, marker, there)
        return Refusal("4.1", "refusal.combat_phase")

    def apply(self, pos: P, at: Fighting, action: Action) -> None:
        match action:
            case Done():
                self.finish(pos)
            case Attack(unit, there):
                begin(pos, Joining(at.side, there, pos.mates(unit), 0, 0, at.mobile, ASSAULT))
            case Bombard(marker, there):
                mark = 1 << marker - pos.book.first_marker
                begin(pos, Joining(at.side, there, 0, mark, 0, at.mobile, BOMBARDMENT))


def begin(pos: FM, battle: Joining) -> None:
    """7.1: an attack with whoever makes the first move in it; others may join."""
    pos.attacked |= battle.units
    pos.struck |= 1 << battle.target
    if battle.kind == BOMBARDMENT:
        pos.tell("8.4", "event.bombardment", side=attacker(pos, battle), hex=battle.target)
    else:
        pos.tell("7.1", "event.assault", side=attacker(pos, battle), hex=battle.target)
    pos.then(battle)


# --- 8.4 bombardment ----------------------------------------------------------------------------


def bombardments(pos: FM, side: int) -> list[Group[Action]]:
    """8.4: what each marker that is left could fire at by itself."""
    if side != pos.book.support_side or not pos.book.bombardment:
        return []
    hexes = pos.occupied[other(side)] & ~pos.struck
    first = pos.book.first_marker
    markers = [first + at for at, state in enumerate(pos.support) if state == READY]
    return [
        Group(Bombard, marker, values=Hexes(there)) for marker in markers if (there := hexes & pos.marker_reach(marker))
    ]


def bombard_refusal(pos: FM, side: int, marker: int, there: int) -> Refusal | None:
    """8.4: markers alone against a hex that enemy units occupy and nobody has attacked in this phase."""
    if side != pos.book.support_side:
        return Refusal(pos.book.support_case, "refusal.no_support")
    if not pos.book.bombardment:
        return Refusal("8.4", "refusal.no_bombardment")
    if pos.struck >> there & 1:
        return Refusal("7.1", "refusal.struck", hex=there)
    if not pos.occupied[other(side)] >> there & 1:
        return Refusal("8.4", "refusal.bombard_empty", hex=there)
    return marker_refusal(pos, marker, there)


# --- 7.1, 8.3 what takes part -------------------------------------------------------------------


class JoinBattle(SideStep[P, Joining]):
    """7.1: stacks and support markers are named one by one until the attacker resolves; nothing can be taken back."""

    case: ClassVar[str] = "7.1"
    sealed = True

    def options(self, pos: P, at: Joining) -> Options:
        joining = [unit for unit in self.neighbours(pos, at) if self.join_refusal(pos, at, unit) is None]
        groups: list[Group[Action]] = [Group(Join, values=joining)] if joining else []
        if at.side == pos.book.support_side and (markers := ready(pos, at.target, at.markers)):
            groups.append(Group(Support, values=markers))
        return Options(*groups, one(Resolve()))

    def neighbours(self, pos: P, at: Joining) -> list[int]:
        """Only units next to the target can join; looking at the others would be a waste."""
        if at.kind == BOMBARDMENT:
            return []
        near = pos.book.around[at.target] | 1 << at.target
        place = pos.place
        return [unit for unit in pos.book.units_of[at.side] if place[unit] >= 0 and near >> place[unit] & 1]

    def refusal(self, pos: P, at: Joining, action: Action) -> Refusal | None:
        match action:
            case Resolve():
                return None
            case Join(unit):
                return self.join_refusal(pos, at, unit)
            case Support(marker):
                if at.side != pos.book.support_side:
                    return Refusal(pos.book.support_case, "refusal.no_support")
                return marker_refusal(pos, marker, at.target, at.markers)
        return Refusal("7.1", "refusal.attack_under_way")

    def join_refusal(self, pos: P, at: Joining, unit: int) -> Refusal | None:
        if at.kind == BOMBARDMENT:
            return Refusal("8.4", "refusal.bombardment_alone")
        if at.units >> unit & 1:
            return Refusal("7.1", "refusal.joined", unit=unit)
        return may_attack(pos, at.side, unit) or self.reach_refusal(pos, at, unit)

    def reach_refusal(self, pos: P, at: Joining, unit: int) -> Refusal | None:
        return adjacent_refusal(pos, unit, at.target)

    def apply(self, pos: P, at: Joining, action: Action) -> None:
        match action:
            case Join(unit):
                stack = pos.mates(unit)
                pos.attacked |= stack
                pos.become(amended(at, units=at.units | stack))
            case Support(marker):
                pos.become(amended(at, markers=at.markers | 1 << marker - pos.book.first_marker))
            case Resolve():
                pos.become(carried(Covering, at))

    def prompt(self, pos: P, at: Joining) -> tuple[str, dict[str, Param]]:
        supported = at.side == pos.book.support_side
        return f"prompt.join_{at.kind if supported else 'unsupported'}", {"hex": at.target}


class CoverDefence(Step[FM, Covering]):
    """8.3: the defender, if he has support fire, may add markers before the die is cast."""

    case: ClassVar[str] = "8.3"

    def settle(self, pos: FM, at: Covering) -> bool:
        if at.side != pos.book.support_side and ready(pos, at.target, at.cover):
            return True
        self._strike(pos, at)
        return False

    def actor(self, pos: FM, at: Covering) -> Actor:
        side: str = pos.book.sides[other(at.side)]
        return side

    def options(self, pos: FM, at: Covering) -> Options:
        return Options(Group(Support, values=ready(pos, at.target, at.cover)), one(Resolve()))

    def refusal(self, pos: FM, at: Covering, action: Action) -> Refusal | None:
        match action:
            case Resolve():
                return None
            case Support(marker):
                return marker_refusal(pos, marker, at.target, at.cover)
        return Refusal("8.3", "refusal.attack_under_way")

    def apply(self, pos: FM, at: Covering, action: Action) -> None:
        if isinstance(action, Support):
            pos.become(amended(at, cover=at.cover | 1 << action.marker - pos.book.first_marker))
        else:
            self._strike(pos, at)

    def _strike(self, pos: FM, at: Covering) -> None:
        """7.3: now the differential stands; markers are spent."""
        pos.become(carried(Striking, at))
        first = pos.book.first_marker
        for marker in bits(at.markers | at.cover):
            pos.set_support(first + marker, USED)
        if pos.teller is not None:
            tell_odds(pos, at)

    def prompt(self, pos: FM, at: Covering) -> tuple[str, dict[str, Param]]:
        return "prompt.cover", {"hex": at.target}


def tell_odds(pos: FM, battle: Battle) -> None:
    result = odds(pos, battle)
    terms = [(term, 1) for term in attack_terms(pos, battle)] + [(term, -1) for term in defence_terms(pos, battle)]
    for term, sign in terms:
        if term.piece != OFF:
            pos.tell(term.case, "event.piece_counts", unit=term.piece, value=f"{sign * term.value:+d}")
        elif term.value:
            pos.tell(term.case, "event.counts", cause=term.key, value=f"{sign * term.value:+d}")
    pos.tell(
        "7.3",
        "event.differential",
        attack=result.attack,
        defence=result.defence,
        differential=f"{result.differential:+d}",
        heading=pos.book.crt.headings[""][result.column],
    )
