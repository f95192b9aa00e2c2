"""Mukden 9.4 to 9.6: the differential of an attack, and the column shifts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from shapan.ground.hexes import Hex
from shapan.mechanics.sides import other

from .position import MukdenPosition


class Shift(msgspec.Struct, frozen=True):
    """One column shift of 9.6: its name in the charts, and how far (left is negative)."""

    key: str
    columns: int


class Odds(msgspec.Struct, frozen=True):
    """How an attack stands on the combat results table."""

    attack: int
    defence: int
    differential: int
    base: int
    shifts: tuple[Shift, ...]
    column: int

    @property
    def written(self) -> str:
        """The differential as the table writes it: with its sign, unless it is nothing."""
        return f"{self.differential:+d}" if self.differential else "0"

    @property
    def shift(self) -> int:
        return sum(shift.columns for shift in self.shifts)


def odds(pos: MukdenPosition, target: Hex, attackers: Iterable[int], attack: int, defence: int) -> Odds:
    """9.4: subtract, find the column on the attacker's own heading line, and shift it by the net of all shifts."""
    attackers = tuple(attackers)
    side = pos.book.sides[pos.book.side_of[attackers[0]]]
    base = pos.book.crt.column(side, attack - defence)
    shifts = column_shifts(pos, target, attackers)
    net = sum(shift.columns for shift in shifts)
    return Odds(attack, defence, attack - defence, base, shifts, pos.book.crt.shifted(base, net))


def column_shifts(pos: MukdenPosition, target: Hex, attackers: tuple[int, ...]) -> tuple[Shift, ...]:
    """9.6: terrain of the defender's hex, hexsides that all attackers cross, concentric attack; all are cumulative."""
    book = pos.book
    side = book.side_of[attackers[0]]
    origins = {pos.place[unit] for unit in attackers}
    names = [book.terrain_shift[target], hexside_shift(pos, target, origins, other(side))]
    if book.concentric.attack(book.grid, target, sum(1 << here for here in origins)):
        names.append(f"concentric_{book.sides[side]}")
    return tuple(Shift(name, book.shifts[name]) for name in names if name and book.shifts[name])


def hexside_shift(pos: MukdenPosition, target: Hex, origins: Iterable[Hex], defender: int) -> str:
    """9.6: rivers and trenches count only if every attacking unit crosses one; the weakest barrier decides.

    A trench helps the nation that dug it and adds nothing to a river on the same hexside (R16, R17).
    """
    book = pos.book
    weakest, strongest = "major_river", ""
    for here in origins:
        if (here, target) in book.major_river:
            strongest = "major_river"
        elif (here, target) in book.minor_river or (here, target) in book.trench[defender]:
            weakest = "minor_river_or_trench"
        else:
            return ""
    if weakest == "minor_river_or_trench" and strongest:
        return "mixed_major_and_minor"
    return weakest
