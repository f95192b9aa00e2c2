"""The position of a game of Shanghai Incident, and its answers to the questions of the standard rules."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.ground.hexes import Costs, Mask, bits, mask_of
from shapan.kernel import Refusal
from shapan.mechanics.fire_and_movement.position import FireAndMovementPosition
from shapan.mechanics.fire_and_movement.terms import Battle, Term, Units
from shapan.mechanics.sides import other

from . import control, fire_support, forts, settlements, snipers, special_units
from .book import ShanghaiBook
from .sides import CHINESE, JAPANESE


class ShanghaiPosition(FireAndMovementPosition[ShanghaiBook], kw_only=True, eq=False):
    """See the base classes for units on hexes and for what the standard rules remember."""

    segment: int = 1
    pause_marker: int = 0
    """13.1: pauses left; its number is the pause number while a pause is carried out (R-04)."""
    pausing: bool = False
    held: tuple[Mask, Mask] = (0, 0)
    """11.0: the landmarks that each side controls; the settlements belong to nobody until entered."""
    closed: Mask = 0
    """18.0: hexes that the Chinese may not enter."""
    settlement_entered: bool = False
    """12.3: a Japanese unit has been in the International Settlement."""
    logistics: int = 0
    commitment: int = 0
    """13.4: the pause number at which Fifth Army was committed."""
    arrived: tuple[int, ...] = ()
    """13.2: for each Japanese formation the pause number of its arrival."""
    calls: tuple[int, int] = (0, 0)
    """13.1: what each side has called in this pause; secret until both have."""
    waiting: Units = 0
    """13.2, 13.6: units called up and not yet on the map."""
    replacements: tuple[int, ...] = ()
    """13.3: steps that each Japanese formation may still replace in this pause."""
    placed: Units = 0
    """13.2, 13.6: units that have spent their allowance on their arrival."""
    replaced: Units = 0
    """13.7: units that have received a step in this phase."""
    forts: tuple[tuple[int, int], ...] = ()
    """17.1: each fort's hex and the unit that built it."""
    rubble: Mask = 0
    razed: bool = False
    """17.3: all three Woosung forts have been occupied at once."""
    snipers: tuple[int, ...] = ()
    sniped: bool = False
    """16.3: a sniper has been placed for the attack being put together."""

    # --- the answers -------------------------------------------------------------------------------

    def closed_to(self, side: int) -> Mask:
        return self.closed if side == CHINESE else 0

    def shunned_by(self, side: int) -> Mask:
        return settlements.shunned(self) if side == JAPANESE else 0

    def sectors_shunned(self, side: int) -> tuple[Mask, ...]:
        return settlements.sectors_shunned(self) if side == JAPANESE else ()

    def garrisoned(self, side: int) -> Mask:
        return forts.operative(self) if side == CHINESE else 0

    def held_against(self, side: int, here: int, case: str) -> Refusal:
        fort = forts.garrison_refusal(self, here) if side == JAPANESE else None
        return fort or super().held_against(side, here, case)

    def noteworthy(self, side: int) -> Mask:
        return self.book.landmarks & ~self.held[side]

    def prizes(self, side: int) -> Mask:
        return self.held[other(side)]

    def held_by_staying(self, units: Units) -> bool:
        return forts.held_by_staying(self, units)

    def hindrance(self, side: int) -> tuple[str, str]:
        """16.3, 15.4: what makes steps costlier."""
        if side == JAPANESE:
            return "16.3", "refusal.path_snipers"
        return "15.4", "refusal.path_aircraft"

    def costs_for(self, side: int, mover: str) -> Costs:
        return self.hampered(side, mover, self.book.interdiction["movement"])

    def hampered(self, side: int, mover: str, interdicted: int) -> Costs:
        """What steps cost among snipers (16.3), or under aircraft, which multiply by so much (15.4)."""
        costs = self.book.costs[mover]
        return snipers.harassed(self, costs) if side == JAPANESE else fire_support.interdicted(self, costs, interdicted)

    def allowance(self, unit: int) -> int:
        """13.2, 13.6: none for whoever has just arrived; 13.7: half after a replacement."""
        return 0 if self.placed >> unit & 1 else self.marching(unit)

    def marching(self, unit: int) -> int:
        """13.7: the allowance, halved for a Chinese unit that has received a step in this phase."""
        ma = self.book.ma[unit]
        return ma // self.book.replaced_divisor if self.replaced >> unit & 1 else ma

    def no_points(self, unit: int) -> Refusal:
        """13.2, 13.6: whoever has just arrived has spent them on that."""
        if not self.placed >> unit & 1:
            return super().no_points(unit)
        chinese = self.book.side_of[unit] == CHINESE
        return Refusal("13.6" if chinese else "13.2", "refusal.placement_cost", unit=unit)

    def retreat_zone(self, side: int) -> Mask:
        return special_units.zone_for_retreat(self, side)

    def exits(self, unit: int, here: int) -> tuple[int, ...]:
        """16.4: a train goes nowhere but along the line."""
        if self.book.loose >> unit & 1:
            return self.book.along_line[here]
        return self.book.beside[here]

    def marker_reach(self, marker: int) -> Mask:
        return fire_support.marker_reach(self, marker)

    def terrain_term(self, battle: Battle) -> Term:
        return forts.terrain_term(self, battle)

    def garrison_terms(self, battle: Battle) -> list[Term]:
        return [snipers.sniper_term(self)] if battle.kind == snipers.SNIPER else forts.garrison_terms(self, battle)

    def first_losses(self, units: Units) -> Units:
        return special_units.first_losses(self, units)

    def resists_freely(self, battle: Battle) -> bool:
        return forts.fortified(self, battle)

    def sheltered(self, side: int, here: int) -> bool:
        return bool(forts.works(self) >> here & 1)

    def enter(self, unit: int, hexes: Sequence[int]) -> None:
        control.enter(self, self.book.side_of[unit], mask_of(hexes))

    def left(self, here: int, unit: int) -> None:
        """17.1: a fort goes when its builder leaves the hex or the map; 17.3: a Woosung fort revives."""
        if self.forts:
            forts.abandon(self, unit)
        control.revive(self, here)

    def lose_step(self, unit: int) -> bool:
        """13.3, 16.4: trains and the Japanese residents are never replaced, however they were eliminated."""
        gone = super().lose_step(unit)
        if gone and not self.book.replaceable >> unit & 1:
            self.lost |= 1 << unit
        return gone

    # --- 13.1 -------------------------------------------------------------------------------------

    @property
    def pause_ordinal(self) -> int:
        """Which pause it is or would be: the first, the second …"""
        return self.book.pauses - self.pause_marker + 1

    def eliminated(self, side: int) -> list[int]:
        """13.3: units that have been eliminated and can come back."""
        steps = self.steps
        if 0 not in steps:
            return []
        return [unit for unit in bits(self.book.roster[side] & ~(self.present | self.lost)) if not steps[unit]]
