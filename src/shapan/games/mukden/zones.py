"""Mukden 7.0 Zones of control, 7.6 Lines of communication.

All units project a zone into the six hexes around them, over any hexside and into any terrain (7.0); friendly units
never cancel an enemy zone (7.2). So the zone of a side is the neighbourhood of the hexes that it occupies.
"""

from __future__ import annotations

from functools import cached_property

from shapan.ground.hexes import Costs, Field, Grid, Mask, communication


class Front:
    """What one side faces, given where its enemy stands. A pure function of that, so it is shared and never stale."""

    def __init__(self, grid: Grid, costs: Costs, enemy: Mask, supply_heads: Mask) -> None:
        self.grid = grid
        self.enemy = enemy
        self.zone: Mask = grid.spread(enemy)
        self.field = Field(costs, enemy, self.zone)
        self._heads = supply_heads
        self._ends: dict[int, Mask] = {}

    @cached_property
    def communicating(self) -> Mask:
        """7.6: the hexes from which a line of communication can be traced.

        The unit's own hex may lie in an enemy zone; every other hex of the line, the supply head included, may neither
        lie in one nor hold an enemy unit.
        """
        return communication(self.grid, self._heads, self.grid.all & ~(self.zone | self.enemy))

    def ends(self, here: int, ordinary: int, marching: int) -> Mask:
        """7.1, 8.4: where a move from this hex may end, stacking aside: within the ordinary points, or farther in a
        forced march that touches no enemy zone, for a unit with a line of communication."""
        found = self._ends.get(here)
        if found is None:
            # One flood serves both: zones are never passed, so what lies beyond the ordinary points was reached
            # without touching one.
            levels = self.field.levels(here, marching if self.may_march(here) else ordinary)
            found = self._ends[here] = levels.reach(ordinary) | levels.reach() & ~self.zone
        return found

    def ends_of_all(self, hexes: list[int], ordinary: int, marching: int) -> dict[int, Mask]:
        """The same for many hexes; those not yet known are flooded together."""
        fresh = [here for here in hexes if here not in self._ends]
        if fresh:
            near = self.field.reach_all(fresh, ordinary)
            far = self.field.reach_all([here for here in fresh if self.may_march(here)], marching)
            self._ends.update({here: near[here] | far.get(here, 0) & ~self.zone for here in fresh})
        return self._ends

    def may_march(self, here: int) -> bool:
        """8.4: a forced march starts outside enemy zones and needs a line of communication."""
        return not self.in_enemy_zone(here) and self.has_line(here)

    def has_line(self, here: int) -> bool:
        """7.6: can a unit in this hex trace a line of communication to its supply head?"""
        return bool(self.communicating >> here & 1)

    def in_enemy_zone(self, here: int) -> bool:
        """7.1: does this hex lie in an enemy zone of control?"""
        return bool(self.zone >> here & 1)
