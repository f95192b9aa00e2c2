"""Concentric attacks: does the ring of attacking hexes close in on the target?

The six hexes around a target are six bits, N to NW (``Grid.directions_to`` gives them); a rulebook's definition becomes
a table of the 64 possible rings. Who counts as attacking, and what the bonus is, remain the game's business.
"""

from typing import NamedTuple

from shapan.ground.hexes.grid import Grid

_ALTERNATE = (0b010101, 0b101010)


class ConcentricRule(NamedTuple):
    """What makes an attack concentric: any one of these is enough."""

    opposite: bool = True
    """Attackers in two opposite hexes."""
    alternate: bool = True
    """Attackers in three hexes with a gap between each and the next."""
    more_than: int | None = 3
    """Attackers in more than so many hexes, wherever they are."""

    def holds(self, ring: int) -> bool:
        """Whether attackers in these directions attack concentrically."""
        return (
            (self.opposite and bool(ring & (ring >> 3) & 0b111))
            or (self.alternate and any(ring & three == three for three in _ALTERNATE))
            or (self.more_than is not None and ring.bit_count() > self.more_than)
        )


class Concentric:
    """A rule worked out for every ring.

    >>> rule = Concentric(ConcentricRule())
    >>> rule[0b001001], rule[0b010101], rule[0b000111]
    (True, True, False)
    """

    __slots__ = ("_table", "rule")

    def __init__(self, rule: ConcentricRule) -> None:
        self.rule = rule
        self._table = tuple(rule.holds(ring) for ring in range(64))

    def __getitem__(self, ring: int) -> bool:
        return self._table[ring]

    def attack(self, grid: Grid, target: int, attackers: int) -> bool:
        """Whether units attacking from these hexes (a set) attack the target concentrically."""
        return self._table[grid.directions_to(target, attackers)]
