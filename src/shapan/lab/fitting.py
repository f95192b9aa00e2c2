"""Fitting a judgement to games: logistic regression with a ridge, and a few products of features where they help.

How strong the ridge is and how many products there are is decided by games that were left out in turn; a game is left
out whole, for its positions are alike.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from shapan.kernel.judgement import STEEPEST, Judgement

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]

RIDGES: Final = (4.0, 16.0, 64.0, 256.0, 1024.0)
"""Ridges that are tried."""
PRODUCTS: Final = 12
"""How many products at most."""
FOLDS: Final = 4
ROUNDS: Final = 25
"""Of Newton's method, at most."""
SMALL: Final = 1e-6
DIGITS: Final = 4


class Sample(msgspec.Struct, frozen=True):
    """Positions, a row each."""

    features: Matrix
    won: Vector
    """What became of the game: 1 won by the first side, 0 lost, 0.5 drawn."""
    games: NDArray[np.int64]
    """The number of the game."""

    def part(self, chosen: NDArray[np.bool_]) -> Sample:
        return Sample(self.features[chosen], self.won[chosen], self.games[chosen])


def chances(judgement: Judgement, features: Matrix) -> Vector:
    """What a judgement says about many positions at once."""
    total = features @ np.array(judgement.weights)
    for one, other, weight in judgement.products:
        total = total + weight * features[:, one] * features[:, other]
    return _logistic(total)


def surprise(judged: Vector, won: Vector) -> float:
    """The mean log loss."""
    bounded = np.clip(judged, SMALL, 1 - SMALL)
    return float(np.mean(-won * np.log(bounded) - (1 - won) * np.log(1 - bounded)))


def fit(sample: Sample, prior: Judgement | None = None) -> Judgement:
    """The judgement that best predicts the games that were left out in turn: few games hardly differ from the prior."""
    known = prior or Judgement((0.0,) * sample.features.shape[1])
    folds = sample.games % FOLDS
    best = (np.inf, RIDGES[0], 0)
    for ridge in RIDGES:
        losses = np.zeros(PRODUCTS + 1)
        for fold in range(FOLDS):
            outside = sample.part(folds == fold)
            path = _path(sample.part(folds != fold), ridge, PRODUCTS, known)
            losses += [surprise(chances(found, outside.features), outside.won) for found in path]
        count = int(losses.argmin())
        best = min(best, (float(losses[count]), ridge, count))
    _, ridge, count = best
    return _rounded(_path(sample, ridge, count, known)[-1])


def _path(sample: Sample, ridge: float, products: int, prior: Judgement) -> list[Judgement]:
    """Judgements with no new product, one, two and so on; each new one promises most when it is added."""
    features, size = sample.features, sample.features.shape[1]
    pairs = [(one, other) for one, other, _ in prior.products]
    most = len(pairs) + products
    columns = np.column_stack([features, *(features[:, one] * features[:, other] for one, other in pairs)])
    weights = towards = np.array([*prior.weights, *(weight for _, _, weight in prior.products)])
    found: list[Judgement] = []
    while True:
        weights = _newton(columns, sample.won, ridge, weights, towards)
        extra = tuple((one, other, float(weights[size + at])) for at, (one, other) in enumerate(pairs))
        found.append(Judgement(tuple(map(float, weights[:size])), extra))
        if len(pairs) == most:
            return found
        pairs.append(_promising(features, sample.won, _logistic(columns @ weights), ridge, pairs))
        one, other = pairs[-1]
        columns = np.column_stack([columns, features[:, one] * features[:, other]])
        weights, towards = np.append(weights, 0.0), np.append(towards, 0.0)


def _promising(
    features: Matrix, won: Vector, judged: Vector, ridge: float, taken: list[tuple[int, int]]
) -> tuple[int, int]:
    """The product by which the surprise would fall most, by its slope and its curve where its weight is zero."""
    slope = (features * (won - judged)[:, None]).T @ features
    squares = features**2
    curve = (squares * (judged * (1 - judged))[:, None]).T @ squares + ridge
    promise = np.triu(slope**2 / curve)
    promise[0, :] = -1.0  # the constant makes no product
    for pair in taken:
        promise[pair] = -1.0
    one, other = np.unravel_index(int(promise.argmax()), promise.shape)
    return int(one), int(other)


def _newton(columns: Matrix, won: Vector, ridge: float, start: Vector, towards: Vector) -> Vector:
    """The weights; the ridge holds all but the constant near those that they are drawn towards."""
    weights = start
    held = np.full(columns.shape[1], ridge)
    held[0] = 1e-3
    for _ in range(ROUNDS):
        judged = _logistic(columns @ weights)
        bend = np.maximum(judged * (1 - judged), 1e-4)
        curve = (columns * bend[:, None]).T @ columns + np.diag(held)
        step = np.linalg.solve(curve, columns.T @ (won - judged) - held * (weights - towards))
        weights = weights + step
        if float(np.abs(step).max()) < SMALL:
            break
    return weights


def _logistic(total: Vector) -> Vector:
    return 1 / (1 + np.exp(-np.clip(total, -STEEPEST, STEEPEST)))


def _rounded(found: Judgement) -> Judgement:
    return Judgement(
        tuple(round(weight, DIGITS) for weight in found.weights),
        tuple((one, other, round(weight, DIGITS)) for one, other, weight in found.products),
    )
