"""Combat results tables that are read by a number and a die: the number finds a column, shifts move it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

R = TypeVar("R")
"""What a cell of a table says."""


class Result(msgspec.Struct, frozen=True):
    """Steps lost by attacker and defender."""

    attacker: int
    defender: int

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}"


class ColumnTable(Generic[R]):
    """A table whose columns are headed by combat differentials, one heading line for each side.

    >>> table = ColumnTable({"red": (-99, 0, 5)}, {"red": ("<0", "0", "+5")}, [["A1", "NE", "D1"]], str.lower)
    >>> table.column("red", 4), table.shifted(1, +4), table.result(2, 1)
    (1, 2, 'd1')
    """

    def __init__(
        self,
        minimum: Mapping[str, Sequence[int]],
        headings: Mapping[str, Sequence[str]],
        rows: Sequence[Sequence[str]],
        read: Callable[[str], R],
    ) -> None:
        self.minimum = {side: tuple(line) for side, line in minimum.items()}
        self.headings = {side: tuple(line) for side, line in headings.items()}
        self.rows = tuple(tuple(read(cell) for cell in row) for row in rows)
        self.columns = len(self.rows[0])

    def column(self, side: str, differential: int) -> int:
        """The rightmost column whose heading is not above the differential; the first takes everything below."""
        return max(bisect_right(self.minimum[side], differential) - 1, 0)

    def shifted(self, column: int, shift: int) -> int:
        """The column after a shift, stopping at the outermost ones."""
        return min(max(column + shift, 0), self.columns - 1)

    def result(self, column: int, die: int) -> R:
        return self.rows[die - 1][column]


class DifferentialTable(ColumnTable[Result]):
    """A table whose cells are steps lost by attacker and defender.

    >>> table = DifferentialTable({"red": (-99, 0, 5)}, {"red": ("<0", "0", "+5")}, [["2/1", "1/1", "0/2"]])
    >>> str(table.result(2, 1))
    '0/2'
    """

    def __init__(
        self,
        minimum: Mapping[str, Sequence[int]],
        headings: Mapping[str, Sequence[str]],
        rows: Sequence[Sequence[str]],
    ) -> None:
        super().__init__(minimum, headings, rows, _result)


def _result(cell: str) -> Result:
    attacker, defender = cell.split("/")
    return Result(int(attacker), int(defender))
