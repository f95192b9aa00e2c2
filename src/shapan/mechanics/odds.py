"""Combat results tables that are read by an odds ratio and a die, and strengths that keep their fractions.

The ratios lie on one line: 1:1 is position 0, 2:1 is 1, 1:2 is -1, and so on without end. Column shifts move along this
line; only the final position is held to the columns that are printed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from .crt import Result


def odds_position(attack: int, defence: int) -> int:
    """Where two strengths stand on the line of ratios; every remainder counts for the defender.

    >>> odds_position(26, 7), odds_position(5, 9), odds_position(9, 9)
    (2, -1, 0)
    """
    if attack < 1 or defence < 1:
        raise ValueError(f"there are no odds of {attack} to {defence}")
    return attack // defence - 1 if attack >= defence else 1 - -(-defence // attack)


def odds_text(position: int) -> str:
    """A position as it is printed above a column.

    >>> odds_text(2), odds_text(0), odds_text(-1)
    ('3:1', '1:1', '1:2')
    """
    return f"{position + 1}:1" if position >= 0 else f"1:{1 - position}"


class OddsTable:
    """A table whose columns are headed by odds ratios in unbroken order.

    >>> table = OddsTable(["1:2", "1:1", "2:1"], [["2/0", "1/1", "0/2"]])
    >>> table.clamped(odds_position(40, 5) - 3), str(table.result(-7, 1)), table.heading(9)
    (1, '2/0', '2:1')
    """

    def __init__(self, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        self.headings = tuple(headings)
        self.rows = tuple(tuple(Result(*map(int, cell.split("/"))) for cell in row) for row in rows)
        first, second = map(int, headings[0].split(":"))
        self.lowest = first - second
        self.highest = self.lowest + len(headings) - 1
        if self.headings != tuple(map(odds_text, range(self.lowest, self.highest + 1))):
            raise ValueError(f"the headings {', '.join(headings)} are not an unbroken line of odds")

    def clamped(self, position: int) -> int:
        """The position held to the outermost columns."""
        return min(max(position, self.lowest), self.highest)

    def heading(self, position: int) -> str:
        """The column in which a position is resolved."""
        return self.headings[self.clamped(position) - self.lowest]

    def result(self, position: int, die: int) -> Result:
        """What a die roll does in the column of this position."""
        return self.rows[die - 1][self.clamped(position) - self.lowest]


class Multipliers:
    """Shares of a strength, such as one half and one third, as whole numbers over one denominator.

    >>> shares = Multipliers({"creek": Fraction(1, 2), "river": Fraction(1, 3)})
    >>> shares.floor(15 * shares["creek"] + 8 * shares.whole)
    15
    """

    def __init__(self, shares: Mapping[str, Fraction]) -> None:
        self.whole = lcm(*(share.denominator for share in shares.values()))
        self._parts = {name: int(share * self.whole) for name, share in shares.items()}

    def __getitem__(self, name: str) -> int:
        return self._parts[name]

    def floor(self, total: int) -> int:
        """A total of factors times parts, rounded down once."""
        return total // self.whole
