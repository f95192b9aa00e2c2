"""Who does what at the least price in all: one of many for each of a few tasks."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf


def cheapest(prices: Sequence[Sequence[float]]) -> list[int]:
    """For each row the column that it gets, every column once at most, so that the sum is least (Kuhn, Munkres).

    >>> cheapest([[1.0, 2.0, 9.0], [1.0, 5.0, 9.0]])
    [1, 0]
    """
    wide = len(prices[0]) if prices else 0
    row_price, column_price = [0.0] * (len(prices) + 1), [0.0] * (wide + 1)
    owner = [0] * (wide + 1)
    for row in range(1, len(prices) + 1):
        owner[0], column = row, 0
        least, came = [inf] * (wide + 1), [0] * (wide + 1)
        seen, unseen = list[int](), list(range(1, wide + 1))
        while taken := owner[column]:
            seen.append(column)
            delta, following = inf, 0
            line, base = prices[taken - 1], row_price[taken]
            for at in unseen:
                price = line[at - 1] - base - column_price[at]
                if price < least[at]:
                    least[at], came[at] = price, column
                if least[at] < delta:
                    delta, following = least[at], at
            if delta:
                for at in seen:
                    row_price[owner[at]] += delta
                    column_price[at] -= delta
                for at in unseen:
                    least[at] -= delta
            unseen.remove(following)
            column = following
        while column:
            owner[column] = owner[came[column]]
            column = came[column]
    chosen = [0] * len(prices)
    for at in range(1, wide + 1):
        if owner[at]:
            chosen[owner[at] - 1] = at - 1
    return chosen
