"""Hills as a draughtsman shows them: the edge, and hachures that run up from it, dark where no light falls."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random

from shapan.kernel.board import Shape

from .geometry import contains, on_rim
from .terrain import Area

APART = 95
"""From one hachure to the next."""
RISE = (150, 330)
"""How long they are."""


def slopes(hill: Area, size: tuple[int, int]) -> Iterator[Shape]:
    """One contour: its ground, shade to the south-east, light to the north-west, hachures, edge."""
    d = "M" + "L".join(f"{x} {y}" for x, y in hill.points) + "Z"
    dark, light = _hachures(hill, size)
    yield Shape("contour.shade", d, x=50, y=60)
    yield Shape("contour.light", d, x=-25, y=-30)
    yield Shape("area.hill", d)
    yield from (Shape(style, lines) for style, lines in (("hachure", dark), ("hachure.light", light)) if lines)
    yield Shape("contour", d)


def _hachures(hill: Area, size: tuple[int, int]) -> tuple[str, str]:
    dice = Random(f"hill {hill.bounds}")
    sides = ["", ""]
    for ax, ay, bx, by in hill.edges:
        whole = hypot(bx - ax, by - ay)
        if not whole or on_rim((ax, ay, bx, by), size):
            continue
        ux, uy = (bx - ax) / whole, (by - ay) / whole
        middle = (ax + bx) / 2, (ay + by) / 2
        # Uphill is to whichever side of the edge the hill lies on.
        sign = 1 if contains(hill.edges, int(middle[0] - 60 * uy), int(middle[1] + 60 * ux)) else -1
        nx, ny = -uy * sign, ux * sign
        lit = nx + ny > 0
        for step in range(APART, int(whole) - APART // 2, APART):
            at = step + dice.uniform(-25, 25)
            x, y, rise = ax + ux * at, ay + uy * at, dice.uniform(*RISE)
            sides[lit] += f"M{x:.0f} {y:.0f}l{nx * rise + dice.uniform(-20, 20):.0f} {ny * rise:.0f}"
    return sides[0], sides[1]
