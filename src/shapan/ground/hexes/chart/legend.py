"""The key to the map: a sample and a title for everything that was drawn."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel.board import Layer, Shape

from ..pixels import Point
from .curves import Pen, battlements
from .easel import Easel
from .looks import Look
from .places import sign
from .scatter import KINDS, Thing, drawn

_WAVE: tuple[Point, ...] = ((0.0, 0.1), (0.4, -0.15), (0.85, 0.2), (1.3, -0.1))


def legend(easel: Easel, width: float, em: float) -> Layer:
    """Samples in rows no wider than ``width``, from (0, 0) down; ``em``: height of the letters."""
    key = easel.style("legend", easel.looks.base.key)
    pen, easel.pen = easel.pen, Pen(easel.side, 0.0)
    shapes: list[Shape] = []
    x, y = 0.0, 1.25 * em
    for (kind, name), look in _explained(easel):
        reach = 1.5 * easel.side + 0.5 * em + 0.58 * em * len(look.title) + 1.2 * em
        if x and x + reach > width:
            x, y = 0.0, y + 1.9 * em
        middle = (x / easel.side + 0.05, (y - 0.35 * em) / easel.side)
        shapes += _sample(easel, kind, name, look, middle)
        shapes.append(
            Shape(key, text=look.title, x=round(x + 1.5 * easel.side + 0.4 * em, 1), y=round(y, 1), anchor="start")
        )
        x += reach
    easel.pen = pen
    return Layer("legend", shapes)


def _explained(easel: Easel) -> list[tuple[tuple[str, str], Look]]:
    order = ("terrain", "places", "hexsides", "lines")
    titled = [(key, look) for key, look in easel.used.items() if look.title]
    return sorted(titled, key=lambda item: (order.index(item[0][0]), -item[1].rank))


def _sample(easel: Easel, kind: str, name: str, look: Look, spot: Point) -> Iterator[Shape]:
    x, y = spot
    if kind == "terrain":
        return _swatch(easel, name, look, spot)
    if kind == "places":
        return sign(easel, f"places.{name}", look, [(x + 0.65, y)])
    if look.draw == "trench":
        line = battlements([(x, y + 0.04), (x + 1.3, y + 0.04)], 0.125, -0.085)
        return iter(easel.paths(f"hexsides.{name}", look.paint, easel.pen.line(line)))
    bent = look.draw == "river"
    way = [(x + dx, y + dy * bent) for dx, dy in _WAVE]
    return iter(easel.paths(f"{kind}.{name}", look.paint, easel.pen.spline(way)))


def _swatch(easel: Easel, name: str, look: Look, spot: Point) -> Iterator[Shape]:
    x, y = spot
    box = [(x, y - 0.4), (x + 1.3, y - 0.4), (x + 1.3, y + 0.4), (x, y + 0.4)]
    d = easel.pen.line(box, closed=True)
    filled = [(at, paint) for at, paint in enumerate(look.paint) if paint.fill != "none" or paint.pattern]
    yield Shape(" ".join(easel.style(f"terrain.{name}.{at}", paint) for at, paint in filled), d)
    if look.scatter in KINDS:
        things = [Thing(x + 0.35, y + 0.15, 0.9, 0.2), Thing(x + 0.9, y + 0.1, 1.0, 0.6)]
        for tone, part in enumerate(drawn(easel.pen, look, things)):
            if part:
                yield Shape(easel.style(f"terrain.{name}.tone{tone}", look.tones[tone]), part)
    yield Shape(easel.style("grid", easel.looks.base.grid), d)
