"""Little drawings strewn over terrain: peaks, knolls, trees. Always in the same spots for the same hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..bits import Hex, Mask, bits
from ..pixels import Point
from .board import Table
from .chains import chance
from .curves import Pen

_SPOTS: tuple[Point, ...] = ((-0.46, -0.12), (0.42, -0.2), (-0.12, 0.42), (0.5, 0.38))
"""Around the middle of a hex, clear of its number."""

Glyph = Callable[[Pen, Point, float], tuple[str, str]]


def scattered(table: Table, name: str, mask: Mask) -> tuple[str, str]:
    """Path data of the shades and of the lines over a set of hexes."""
    return drawn(table.pen, name, (spot for here in bits(mask) for spot in _spots(table, here, _GLYPHS[name][1])))


def drawn(pen: Pen, name: str, spots: Iterable[tuple[Point, float]]) -> tuple[str, str]:
    """The same at certain spots, each with a size of about 1."""
    pairs = [_GLYPHS[name][0](pen, spot, size) for spot, size in spots]
    return "".join(shade for shade, _ in pairs), "".join(line for _, line in pairs)


def _spots(table: Table, here: Hex, count: int) -> Iterator[tuple[Point, float]]:
    x, y = table.centre(here)
    name = table.grid.name(here)
    for at, (dx, dy) in enumerate(_SPOTS[:count]):
        spot = (x + dx + 0.13 * chance(name, at, "x"), y + dy + 0.1 * chance(name, at, "y"))
        yield spot, 1 + 0.28 * chance(name, at, "size")


def _peak(pen: Pen, spot: Point, size: float) -> tuple[str, str]:
    """A summit lit from the north-west."""
    (x, y), s = spot, 0.4 * size

    def p(dx: float, dy: float) -> str:
        return pen.at((x + dx * s, y + dy * s))

    shade = f"M{p(0, -0.5)}Q{p(0.25, -0.1)} {p(0.68, 0.28)}L{p(0.1, 0.34)}Q{p(0.2, 0.1)} {p(0.02, -0.08)}Z"
    line = f"M{p(-0.6, 0.28)}Q{p(-0.28, 0.02)} {p(0, -0.5)}Q{p(0.25, -0.1)} {p(0.68, 0.28)}"
    ridge = f"M{p(0, -0.5)}Q{p(-0.06, -0.22)} {p(0.02, -0.08)}T{p(0.1, 0.34)}"
    return shade, line + ridge


def _knoll(pen: Pen, spot: Point, size: float) -> tuple[str, str]:
    (x, y), s = spot, 0.34 * size

    def p(dx: float, dy: float) -> str:
        return pen.at((x + dx * s, y + dy * s))

    shade = f"M{p(0.05, -0.3)}Q{p(0.5, -0.28)} {p(0.75, 0.22)}Q{p(0.35, 0.02)} {p(0.05, -0.3)}Z"
    return shade, f"M{p(-0.7, 0.22)}Q{p(-0.4, -0.3)} {p(0.05, -0.3)}T{p(0.75, 0.22)}"


def _tree(pen: Pen, spot: Point, size: float) -> tuple[str, str]:
    r, (x, y) = 0.115 * size, spot
    radius = f"{r * pen.side:.1f}"
    width = f"{2 * r * pen.side:.1f}"
    crown = f"M{pen.at((x - r, y))}a{radius} {radius} 0 1 1 {width} 0a{radius} {radius} 0 1 1 -{width} 0Z"
    trunk = f"M{pen.at((x, y + r))}L{pen.at((x, y + 1.9 * r))}"
    return crown, crown + trunk


_GLYPHS: dict[str, tuple[Glyph, int]] = {"peaks": (_peak, 3), "knolls": (_knoll, 3), "trees": (_tree, 4)}
