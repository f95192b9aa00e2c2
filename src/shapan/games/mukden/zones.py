"""Mukden 7.0 Zones of control, 7.6 Lines of communication.

All units project a zone into the six hexes around them, over any hexside and into any terrain (7.0); friendly units
never cancel an enemy zone (7.2). So the zone of a side is the neighbourhood of the hexes that it occupies.
"""

from __future__ import annotations

from functools import cached_property

from shapan.ground.hexes import Costs, Field, Grid, Hex, Levels, Mask, communication


class Front:
    """What one side faces, given where its enemy stands. A pure function of that, so it is shared and never stale."""

    def __init__(self, grid: Grid, costs: Costs, enemy: Mask, supply_heads: Mask) -> None:
        self.grid = grid
        self.enemy = enemy
        self.zone: Mask = grid.spread(enemy)
        self.field = Field(costs, enemy, self.zone)
        self.ends: dict[Hex, Mask] = {}
        """8.0: where moves from a hex may end, stacking aside, as far as the module ``movement`` has worked it out."""
        self.levels: dict[Hex, Levels] = {}
        """8.3: what moves from a hex reach, by cost, likewise."""
        self._heads = supply_heads

    @cached_property
    def communicating(self) -> Mask:
        """7.6: the hexes from which a line of communication can be traced.

        The unit's own hex may lie in an enemy zone; every other hex of the line, the supply head included, may neither
        lie in one nor hold an enemy unit.
        """
        return communication(self.grid, self._heads, self.grid.all & ~(self.zone | self.enemy))

    def has_line(self, here: Hex) -> bool:
        """7.6: can a unit in this hex trace a line of communication to its supply head?"""
        return bool(self.communicating >> here & 1)

    def in_enemy_zone(self, here: Hex) -> bool:
        """7.1: does this hex lie in an enemy zone of control?"""
        return bool(self.zone >> here & 1)

    def first_zone(self, path: tuple[Hex, ...]) -> Hex | None:
        """7.1: the first of these hexes that lies in an enemy zone of control."""
        for here in path:
            if self.zone >> here & 1:
                return here
        return None
