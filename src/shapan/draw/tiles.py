"""Tiles that join on all sides, scattered by a rule: always the same for the same seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from .strokes import Stroke

Spot = tuple[float, float]
CELLS = 10
"""A tile of fields is a grid of so many cells in each direction."""
TINTS = "abcdefg"


def fields(size: float, seed: int) -> list[Stroke]:
    """Fields between dykes: a grid whose corners are moved aside, each cell cut into one to three strips."""
    cell = size / CELLS
    dice = Random(seed)
    moved = [
        [(dice.uniform(-0.3, 0.3) * cell, dice.uniform(-0.3, 0.3) * cell) for _ in range(CELLS)] for _ in range(CELLS)
    ]

    def corner(row: int, column: int) -> Spot:
        dx, dy = moved[row % CELLS][column % CELLS]
        return column * cell + dx, row * cell + dy

    painted = dict.fromkeys(TINTS, "")
    rice = ""
    for row in range(-1, CELLS + 1):
        for column in range(-1, CELLS + 1):
            own = Random((row % CELLS) * 97 + (column % CELLS) * 13 + seed)
            around = [corner(row + dy, column + dx) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
            for strip in _strips(around, own.choice((1, 2, 2, 3)), own.random() < 0.5):
                painted[own.choice(TINTS)] += _closed(strip)
                rice += _rice(strip) if own.random() < 0.45 else ""
    strips = [Stroke(d, tint, 0.55, "bund") for tint, d in painted.items()]
    return [*strips, Stroke(rice, stroke=0.35)]


def _strips(around: list[Spot], count: int, across: bool) -> list[list[Spot]]:
    a, b, c, d = around
    one, other = ((a, b), (d, c)) if across else ((a, d), (b, c))
    cuts = [(_toward(*one, at / count), _toward(*other, at / count)) for at in range(count + 1)]
    return [[first[0], then[0], then[1], first[1]] for first, then in pairwise(cuts)]


def _toward(one: Spot, other: Spot, share: float) -> Spot:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _closed(points: list[Spot]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _rice(strip: list[Spot]) -> str:
    x, y = (sum(at) / 4 for at in zip(*strip, strict=True))
    return "".join(f"M{x + dx:.1f} {y + 1:.1f}v-1.8" for dx in (-1.7, 0.0, 1.7))


def reeds(size: float, seed: int) -> list[Stroke]:
    """Thirteen tufts of reed, and twenty-seven short lines of water."""
    dice = Random(seed)
    tufts = water = ""
    for _ in range(13):
        x, y = dice.uniform(4, size - 6), dice.uniform(5, size - 4)
        for dx, bow, rise in ((-2.2, -1.3, -3.1), (0, 0, -4.2), (2.2, 1.2, -3.1)):
            tufts += f"M{x:.1f} {y:.1f}q{bow} {rise / 2:.2f} {dx} {rise}"
        water += f"M{x - 4:.1f} {y + 0.7:.1f}h{dice.uniform(6, 9):.1f}"
    for _ in range(14):
        x, y = dice.uniform(2, size - 11), dice.uniform(2, size - 2)
        water += f"M{x:.1f} {y:.1f}h{dice.uniform(3.5, 9):.1f}"
    return [Stroke(water, stroke=0.55, line="water"), Stroke(tufts, stroke=0.55)]
