"""Matrix games: how both sides should mix their officers, and what the game is then worth.

The matrix holds what each officer of the first side scores against each officer of the second, 1 for a win and half for
a draw. Linear programming gives a mixture of each side against which no single officer of the other does better than
the value. How sure all of that is, is seen by drawing the matrix anew from what its games leave possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

Matrix: TypeAlias = NDArray[np.float64]


class Equilibrium(msgspec.Struct, frozen=True):
    """The best mixtures, and what the first side scores between them."""

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    value: float


def solve(matrix: Matrix) -> Equilibrium:
    """The equilibrium of a matrix of scores between 0 and 1.

    >>> solve(np.array([[1.0, 0.0], [0.0, 1.0]])).value
    0.5
    """
    rows, value = _maximin(matrix)
    columns, _ = _maximin(1 - matrix.T)
    return Equilibrium(rows, columns, value)


def _maximin(matrix: Matrix) -> tuple[tuple[float, ...], float]:
    """The mixture of rows with the greatest least score, and that score."""
    count, others = matrix.shape
    aim = np.append(np.zeros(count), -1.0)
    below = np.hstack([-matrix.T, np.ones((others, 1))])
    whole = np.append(np.ones(count), 0.0)[None, :]
    bounds = [(0.0, 1.0)] * (count + 1)
    found = linprog(aim, A_ub=below, b_ub=np.zeros(others), A_eq=whole, b_eq=[1.0], bounds=bounds)
    mixture = np.clip(found.x[:count], 0.0, 1.0)
    return tuple(abs(round(float(share), 6)) for share in mixture / mixture.sum()), float(-found.fun)


def drawn(points: Matrix, games: Matrix, rng: np.random.Generator) -> Matrix:
    """A matrix that the games leave possible: each cell from the distribution that its points and half a win each way
    speak for."""
    return rng.beta(points + 0.5, games - points + 0.5)


def interval(values: Sequence[float], share: float = 0.95) -> tuple[float, float]:
    """The middle share of some values."""
    low, high = np.quantile(np.asarray(values), [(1 - share) / 2, (1 + share) / 2])
    return float(low), float(high)
