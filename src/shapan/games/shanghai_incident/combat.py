"""Shanghai Incident: what the exclusive rules add to combat (15.3 rubble, 16.3 snipers)."""

from __future__ import annotations

from shapan.ground.hexes import Mask
from shapan.kernel import Action, Frame, Group, Options, Refusal, one
from shapan.mechanics.fire_and_movement.book import CombatResult
from shapan.mechanics.fire_and_movement.combat import (
    CombatPhase,
    Fighting,
    JoinBattle,
    Joining,
    begin,
    may_attack,
    targets,
)
from shapan.mechanics.fire_and_movement.resolution import Aftermath, EndBattle, Strike, Striking
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.verbs import Attack, Resolve

from .actions import Snipe
from .fire_support import roll_for_rubble
from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE
from .snipers import SNIPER, hideouts, hunt_down, snipe, snipe_refusal, sniper_hexes


def prey(pos: ShanghaiPosition, side: int) -> Mask:
    """16.3: hexes with a sniper and nobody else to attack, which the Japanese may still attack in this phase."""
    snipers = sniper_hexes(pos) if side == JAPANESE else 0
    return snipers & ~(pos.struck | targets(pos, side)) if snipers else 0


class ShanghaiCombat(CombatPhase[ShanghaiPosition]):
    """The standard phase; snipers are attacked from an adjacent hex or from their own."""

    def attackable(self, pos: ShanghaiPosition, at: Fighting, unit: int, open_: Mask) -> Mask:
        found = super().attackable(pos, at, unit, open_)
        here = pos.place[unit]
        hunted = prey(pos, at.side) & (pos.book.around[here] | 1 << here)
        if hunted and not pos.attacked & pos.mates(unit):
            found |= hunted
        return found

    def anything_to_do(self, pos: ShanghaiPosition, at: Fighting) -> bool:
        return super().anything_to_do(pos, at) or (bool(prey(pos, at.side)) and len(self.options(pos, at)) > 1)

    def refusal(self, pos: ShanghaiPosition, at: Fighting, action: Action) -> Refusal | None:
        if isinstance(action, Attack) and prey(pos, at.side) >> action.hex & 1:
            return may_attack(pos, at.side, action.unit) or hunt_refusal(pos, action.unit, action.hex)
        return super().refusal(pos, at, action)

    def apply(self, pos: ShanghaiPosition, at: Fighting, action: Action) -> None:
        pos.sniped = False
        if isinstance(action, Attack) and prey(pos, at.side) >> action.hex & 1:
            begin(pos, Joining(at.side, action.hex, pos.mates(action.unit), 0, 0, at.mobile, SNIPER))
        else:
            super().apply(pos, at, action)


def hunt_refusal(pos: ShanghaiPosition, unit: int, there: int) -> Refusal | None:
    here = pos.place[unit]
    if (pos.book.around[here] | 1 << here) >> there & 1:
        return None
    return Refusal("7.1", "refusal.not_adjacent", unit=unit, hex=there)


class ShanghaiJoin(JoinBattle[ShanghaiPosition]):
    """16.3: while a Chinese attack into Shanghai is put together, one sniper may be placed."""

    def options(self, pos: ShanghaiPosition, at: Joining) -> Options:
        standard = super().options(pos, at)
        hexes = hideouts(pos, at.target) if self._may_snipe(pos, at) else 0
        if not hexes:
            return standard
        return Options(*standard.groups[:-1], Group(Snipe, values=Hexes(hexes)), one(Resolve()))

    def _may_snipe(self, pos: ShanghaiPosition, at: Joining) -> bool:
        into_shanghai = at.side == CHINESE and bool(pos.book.shanghai >> at.target & 1)
        return into_shanghai and not pos.sniped and OFF in pos.snipers

    def refusal(self, pos: ShanghaiPosition, at: Joining, action: Action) -> Refusal | None:
        if isinstance(action, Snipe):
            return snipe_refusal(pos, at.side, at.target, action.hex)
        return super().refusal(pos, at, action)

    def reach_refusal(self, pos: ShanghaiPosition, at: Joining, unit: int) -> Refusal | None:
        if at.kind == SNIPER:
            return hunt_refusal(pos, unit, at.target)
        return super().reach_refusal(pos, at, unit)

    def apply(self, pos: ShanghaiPosition, at: Joining, action: Action) -> None:
        if isinstance(action, Snipe):
            snipe(pos, action.hex)
        else:
            super().apply(pos, at, action)


class ShanghaiStrike(Strike[ShanghaiPosition]):
    """16.3: what a Japanese attack does to a sniper in the hex; whoever attacked him alone has nothing to fear."""

    def after_bombardment(self, pos: ShanghaiPosition, at: Striking, result: CombatResult) -> list[Frame]:
        self._hunted(pos, at, result)
        return super().after_bombardment(pos, at, result)

    def after_attack(self, pos: ShanghaiPosition, at: Striking, result: CombatResult) -> list[Frame]:
        self._hunted(pos, at, result)
        return [] if at.kind == SNIPER else super().after_attack(pos, at, result)

    def _hunted(self, pos: ShanghaiPosition, at: Striking, result: CombatResult) -> None:
        if at.side == JAPANESE and (result.exchange or result.defender):
            hunt_down(pos, at.target)


class ShanghaiEndBattle(EndBattle[ShanghaiPosition]):
    """15.3: when all else is settled, fire support may have made rubble."""

    def settle(self, pos: ShanghaiPosition, at: Aftermath) -> bool:
        pos.done()
        roll_for_rubble(pos, at)
        return False
