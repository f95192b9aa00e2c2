"""The ground: the Board's layers, and what lies on it for now (marks and overlays of a View)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from shapan.kernel.board import Board, Layer, PlaceEntry, Shape, SideEntry, Style
from shapan.kernel.view import Mark, View

from .colours import contrast
from .counters import symbol_at
from .markup import group, move, num, slug, tag, text
from .nations import dressed
from .symbols import symbols

NEAR = "l"
"""The level of detail of a printed map."""
LEGEND = "legend"
"""The layer of this name is the key to the map. It has its own origin and belongs beside the map, not on it."""
NOBODY = SideEntry("", "", "#e9e4d6", "#26221c")
GOLD = "#9a6d0c"
FLAG = "M-5 9V-9H7L3 -4.5L7 0H-5"
_TINTS = ("#c0392b", "#2a6fb0", "#6b8e23", "#8e44ad", "#b8860b")


def layers(board: Board, details: bool) -> str:
    """All layers of the map itself, in order, as they are seen from near."""
    shown = (layer for layer in board.layers if layer.id != LEGEND and (details or not layer.detail))
    return "".join(layer_group(layer) for layer in shown if not layer.lod or NEAR in layer.lod)


def layer_group(layer: Layer) -> str:
    name = slug(layer.id)
    body = group((shape(each) for each in layer.shapes), id=f"layer-{name}")
    if not (layer.clip and body):
        return body
    cut = tag("clipPath", tag("path", d=layer.clip), id=f"clip-{name}")
    return cut + tag("g", body, clip_path=f"url(#clip-{name})")


def shape(each: Shape) -> str:
    """A path in each of its styles, or a text."""
    if each.d:
        spot = move(each.x, each.y) if each.x or each.y else None
        return "".join(tag("path", class_=f"s-{slug(name)}", d=each.d, transform=spot) for name in each.style.split())
    style = f"s-{slug(each.style)}"
    ends = {"start": " start", "end": " end"}.get(each.anchor, "")
    turn = f"rotate({num(each.turn)} {num(each.x)} {num(each.y)})" if each.turn else None
    return text(each.text, each.x, each.y, class_=style + ends, transform=turn)


class Ground:
    """Draws marks and overlays on the places of a Board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places: Mapping[str, PlaceEntry] = {place.id: place for place in board.places}
        self.sides: Mapping[str, SideEntry] = {side.id: dressed(side) for side in board.sides}

    def marks(self, view: View) -> str:
        return group((self._mark(mark) for mark in view.marks), class_="marks")

    def overlays(self, view: View, names: Iterable[str]) -> str:
        """Sets of places, each in a tint of its own."""
        parts = []
        for at, name in enumerate(names):
            tint = _TINTS[at % len(_TINTS)]
            outlines = self._outlines(view.overlays.get(name, ()))
            parts.append(group(outlines, class_=f"overlay overlay-{slug(name)}", fill=tint, fill_opacity="0.22"))
        return "".join(parts)

    def _outlines(self, ids: Sequence[str], style: str = "") -> list[str]:
        return [
            tag("path", class_=style, d=place.outline or self.board.outline, transform=self._home(place))
            for place in (self.places[id] for id in ids if id in self.places)
        ]

    def _home(self, place: PlaceEntry) -> str | None:
        return None if place.outline else move(place.x, place.y)

    def _mark(self, mark: Mark) -> str:
        style = f"s-{slug(mark.kind)}"
        painted = mark.kind in self.board.styles
        parts = [tag("path", class_=style, d=mark.path)] if mark.path else []
        if mark.at is not None:
            parts.append(self._objective(mark, *mark.at))
        if painted and not mark.path:
            parts += self._outlines(mark.places, style)
        if self.board.ground == "area" and mark.side and not painted and mark.kind not in symbols():
            parts += self._bands(mark)
        else:
            parts += [self._sign(mark, self.places[id]) for id in mark.places if id in self.places]
        return group(parts, class_=f"mark mark-{slug(mark.kind)}", data_side=mark.side)

    def _bands(self, mark: Mark) -> list[str]:
        """Who holds an area: two bands in the holder's colour within its border."""
        side = self.sides.get(mark.side, NOBODY)
        parts = []
        for id in mark.places:
            place = self.places.get(id)
            if place is None or not place.outline:
                continue
            name = f"band-{slug(id)}"
            stroke = {"d": place.outline, "fill": "none", "stroke": side.colour}
            bands = [tag("path", stroke_width=w, stroke_opacity=o, **stroke) for w, o in ((34, "0.16"), (15, "0.42"))]
            parts.append(tag("clipPath", tag("path", d=place.outline), id=name))
            parts.append(tag("g", *bands, clip_path=f"url(#{name})"))
        return parts

    def _objective(self, mark: Mark, x: float, y: float) -> str:
        """A gold flag with its points, in a ring of the colour of whoever holds it."""
        ring = self.sides[mark.side].colour if mark.side in self.sides else GOLD
        wide = 5 if mark.side in self.sides else 2.5
        return tag(
            "g",
            tag("circle", r=14, fill="#fff6dc", stroke=ring, stroke_width=num(wide)),
            tag("path", d=FLAG, fill="#d9a92c", stroke=GOLD, stroke_width=2, stroke_linejoin="round"),
            tag("circle", cx=11, cy=-11, r=7.5, fill=GOLD, stroke="#fff6dc", stroke_width=1.2),
            text(mark.label, 11, -7.2, class_="count", font_size="11", fill="#ffffff"),
            class_="objective",
            transform=move(x, y, self.board.piece / 25),
        )

    def _sign(self, mark: Mark, place: PlaceEntry) -> str:
        """A mark named like a symbol is that symbol; one that only says whose the place is flies a small flag."""
        side, size = self.sides.get(mark.side, NOBODY), self.board.piece
        style = self.board.styles.get(mark.kind, Style())
        if mark.kind in symbols():
            ink = style.stroke if style.stroke != "none" else contrast(side.colour)
            sign = symbol_at(mark.kind, place.x, place.y, size / 24, ink, side.colour)
        else:
            sign = self._flag(side, place, size) if mark.side else ""
        if not mark.label:
            return sign
        return sign + text(mark.label, place.x, place.y + 0.66 * size, class_="count ink", font_size=num(size * 0.22))

    @staticmethod
    def _flag(side: SideEntry, place: PlaceEntry, size: float) -> str:
        letter = text((side.mark or side.name[:1]).upper(), 1, 1.6, class_="count", font_size="8", fill=side.ink)
        pole = tag("path", d="M-6 10V-7", stroke="#2b241a", stroke_width="1.4", stroke_linecap="round")
        cloth = tag(
            "path",
            d="M-6 -7Q-1 -9 1.5 -7T8 -7V3Q3.5 5 1.5 3.4T-6 4Z",
            fill=side.colour,
            stroke="#2b241a",
            stroke_width="0.8",
        )
        spot = move(place.x + 0.62 * size, place.y - 0.36 * size, size / 48)
        return tag("g", pole, cloth, letter, class_="flag", transform=spot)
