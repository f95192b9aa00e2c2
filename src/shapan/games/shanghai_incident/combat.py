"""Shanghai Incident: what the exclusive rules add to combat (15.3 rubble, 16.3 snipers)."""

from __future__ import annotations

from shapan.ground.hexes import Mask
from shapan.kernel import Action, Group, Options, Refusal, one
from shapan.mechanics.fire_and_movement.actions import Attack, Resolve
from shapan.mechanics.fire_and_movement.book import CombatResult
from shapan.mechanics.fire_and_movement.combat import CombatPhase, JoinBattle, begin, may_attack, targets
from shapan.mechanics.fire_and_movement.resolution import Aftermath, Strike
from shapan.mechanics.fire_and_movement.terms import Battle
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes

from .actions import Snipe
from .fire_support import roll_for_rubble
from .forts import SNIPER
from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE
from .special import hideouts, hunt_down, snipe, snipe_refusal, sniper_hexes


def prey(pos: ShanghaiPosition, side: int) -> Mask:
    """16.3: hexes with a sniper and nobody else to attack, which the Japanese may still attack in this phase."""
    if side != JAPANESE or pos.snipers.count(OFF) == len(pos.snipers):
        return 0
    return sniper_hexes(pos) & ~(pos.struck | targets(pos, side))


class ShanghaiCombat(CombatPhase[ShanghaiPosition]):
    """The standard phase; snipers are attacked from an adjacent hex or from their own."""

    def attackable(self, pos: ShanghaiPosition, unit: int, open_: Mask) -> Mask:
        found = super().attackable(pos, unit, open_)
        here = pos.place[unit]
        hunted = prey(pos, pos.frame[0]) & (pos.book.around[here] | 1 << here)
        if hunted and not pos.attacked & pos.mates(unit):
            found |= hunted
        return found

    def anything_to_do(self, pos: ShanghaiPosition) -> bool:
        return super().anything_to_do(pos) or (bool(prey(pos, pos.frame[0])) and len(self.options(pos)) > 1)

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        side, _ = pos.frame
        if isinstance(action, Attack) and prey(pos, side) >> action.hex & 1:
            return may_attack(pos, side, action.unit) or hunt_refusal(pos, action.unit, action.hex)
        return super().refusal(pos, action)

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        side, mobile = pos.frame
        pos.sniped = False
        if isinstance(action, Attack) and prey(pos, side) >> action.hex & 1:
            begin(pos, Battle(side, action.hex, pos.mates(action.unit), 0, 0, mobile, SNIPER))
        else:
            super().apply(pos, action)


def hunt_refusal(pos: ShanghaiPosition, unit: int, there: int) -> Refusal | None:
    here = pos.place[unit]
    if (pos.book.around[here] | 1 << here) >> there & 1:
        return None
    return Refusal("7.1", "refusal.not_adjacent", unit=unit, hex=there)


class ShanghaiJoin(JoinBattle[ShanghaiPosition]):
    """16.3: while a Chinese attack into Shanghai is put together, one sniper may be placed."""

    def options(self, pos: ShanghaiPosition) -> Options:
        standard = super().options(pos)
        battle = Battle(*pos.frame)
        hexes = hideouts(pos, battle.target) if self._may_snipe(pos, battle) else 0
        if not hexes:
            return standard
        return Options(*standard.groups[:-1], Group(Snipe, values=Hexes(hexes)), one(Resolve()))

    def _may_snipe(self, pos: ShanghaiPosition, battle: Battle) -> bool:
        into_shanghai = battle.side == CHINESE and bool(pos.book.shanghai >> battle.target & 1)
        return into_shanghai and not pos.sniped and OFF in pos.snipers

    def refusal(self, pos: ShanghaiPosition, action: Action) -> Refusal | None:
        if isinstance(action, Snipe):
            return snipe_refusal(pos, pos.frame[0], pos.frame[1], action.hex)
        return super().refusal(pos, action)

    def reach_refusal(self, pos: ShanghaiPosition, battle: Battle, unit: int) -> Refusal | None:
        if battle.kind == SNIPER:
            return hunt_refusal(pos, unit, battle.target)
        return super().reach_refusal(pos, battle, unit)

    def apply(self, pos: ShanghaiPosition, action: Action) -> None:
        if isinstance(action, Snipe):
            snipe(pos, action.hex)
        else:
            super().apply(pos, action)


class ShanghaiStrike(Strike[ShanghaiPosition]):
    """16.3: a Japanese attack that brings an exchange or a D result ends the sniper in the hex, and nothing else
    happens to whoever attacked a sniper alone."""

    def bombarded(self, pos: ShanghaiPosition, battle: Battle, result: CombatResult) -> None:
        self._hunted(pos, battle, result)
        super().bombarded(pos, battle, result)

    def fought(self, pos: ShanghaiPosition, battle: Battle, result: CombatResult) -> None:
        self._hunted(pos, battle, result)
        if battle.kind != SNIPER:
            super().fought(pos, battle, result)

    def _hunted(self, pos: ShanghaiPosition, battle: Battle, result: CombatResult) -> None:
        if battle.side == JAPANESE and (result.exchange or result.defender):
            hunt_down(pos, battle.target)


class ShanghaiAftermath(Aftermath[ShanghaiPosition]):
    """15.3: when all else is settled, fire support may have made rubble."""

    def settle(self, pos: ShanghaiPosition) -> bool:
        battle = Battle(*pos.frame)
        pos.done()
        roll_for_rubble(pos, battle)
        return False
