"""One piece as SVG: square counter, round counter, figure, model, marker, card, and the back of a hidden one.

A piece is drawn around (0, 0) in a square of 100 x 100, which the caller moves and scales.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from shapan.kernel.board import PieceEntry, SideEntry
from shapan.kernel.view import PieceView

from . import symbols
from .colours import contrast, mix
from .markup import group, move, num, tag, text, title

PLATE = 40.0
"""How far below its middle a short model has its name."""
BOX = 2.3
"""Scale of the symbol's 24 x 16 box on the counter."""
NOBODY = SideEntry("", "", "#e9e4d6", "#26221c")
INK = "#1f1a14"
IRON, HIDE = "#3b2f22", "#a9825a"
MATERIALS = {"wood": "#b8935c", "iron": "#4b5157", "canvas": "#e2d6b3", "glass": "#bcd6df"}
"""What models are made of, the side's own colours apart."""
_SHADOW = {"fill": "#000", "fill_opacity": "0.28"}


class Look(msgspec.Struct, frozen=True):
    """The colours of one piece: face, ink on it, ground of the symbol box, ink in the box, edge."""

    face: str
    ink: str
    box: str
    box_ink: str
    edge: str


def look(side: SideEntry, entry: PieceEntry | None = None) -> Look:
    """The side's colours, unless the piece has its own."""
    face = (entry.colour if entry else "") or side.colour
    ink = (entry.ink if entry else "") or (contrast(face) if entry and entry.colour else side.ink)
    own = bool(entry and entry.colour)
    box = mix(face, "#ffffff" if contrast(face) != "#ffffff" else "#000000", 0.12) if own else side.accent or face
    return Look(face, ink, box, ink if box == face or own else contrast(box), mix(face, "#000000", 0.55))


def piece(
    entry: PieceEntry | None, seen: PieceView, side: SideEntry | None = None, texts: Mapping[str, str] | None = None
) -> str:
    """A piece as this viewer may see it. Of a hidden one nothing but the side is drawn, whatever else is known."""
    side = side or NOBODY
    if seen.hidden or entry is None:
        return hidden(side)
    draw = _SHAPES.get(entry.shape, _counter)
    chips = _badges(seen.statuses, texts or {})
    if entry.shape == "model":
        chips = tag("g", chips, transform=f"scale({num(min(1.0, 0.4 * entry.long))})")
    return draw(entry, seen, look(side, entry)) + chips + title(_words(entry, seen))


def hidden(side: SideEntry) -> str:
    """The back of a counter: the side's colour and its letter in a ring."""
    paint = look(side)
    pale = mix(paint.face, paint.ink, 0.25)
    mark = (side.mark or side.name[:1]).upper()
    return (
        _slab(paint)
        + tag("path", d="M-48 -13H48V13H-48Z", fill=pale, fill_opacity="0.5")
        + tag("circle", r=num(29), fill=paint.face, stroke=paint.ink, stroke_width=num(4))
        + text(mark, 0, 13, class_="count", font_size=num(36), fill=paint.ink)
        + title(side.name)
    )


def drawing(name: str, ink: str, paper: str) -> str:
    """A symbol in its own 24 x 16 box."""
    return "".join(_stroke(part, ink, paper) for part in symbols.strokes(symbols.symbol(name)))


def _stroke(part: symbols.Stroke, ink: str, paper: str) -> str:
    fill = {"ink": ink, "paper": paper}.get(part.fill, "none")
    width = num(part.stroke) if part.stroke else None
    return tag("path", d=part.d, fill=fill, stroke=ink if part.stroke else None, stroke_width=width)


def symbol_at(name: str, x: float, y: float, scale: float, ink: str, paper: str) -> str:
    """A symbol with the middle of its box at (x, y)."""
    corner = move(x - symbols.WIDTH / 2 * scale, y - symbols.HEIGHT / 2 * scale, scale)
    return tag("g", drawing(name, ink, paper), transform=corner)


def _slab(paint: Look) -> str:
    """The cardboard: a shadow, the face, a lighter inner edge."""
    return (
        tag("rect", x=-46, y=-45, width=96, height=96, rx=8, **_SHADOW)
        + tag("rect", x=-48, y=-48, width=96, height=96, rx=8, fill=paint.face, stroke=paint.edge, stroke_width=2.5)
        + tag(
            "path", d="M-45 40V-40Q-45 -45 -40 -45H40", fill="none", stroke="#fff", stroke_opacity="0.4", stroke_width=2
        )
    )


def _counter(entry: PieceEntry, seen: PieceView, paint: Look) -> str:
    row = _values(entry, seen)
    middle = -4.0 if row else 6.0
    return (
        _slab(paint)
        + _band(seen, paint, middle)
        + symbol_at(entry.symbol, 0, middle, BOX, paint.box_ink, paint.box)
        + _head(entry, paint)
        + _foot(row, paint, 42.0)
    )


def _band(seen: PieceView, paint: Look, middle: float) -> str:
    """A band behind the symbol tells the reverse of a counter from its front."""
    if seen.face == "front":
        return ""
    return tag("path", d=f"M-46.5 {num(middle - 9)}h93v18h-93Z", fill=mix(paint.face, paint.ink, 0.45))


def _head(entry: PieceEntry, paint: Look) -> str:
    """The label in the upper left corner and the echelon mark above the box, pushed aside by a long label."""
    scale = 2.3
    width = symbols.echelon_width(entry.size) * scale
    size = min(23.0, (82.0 - width) / (0.63 * max(1, len(entry.label))))
    taken = -43.0 + 0.63 * size * len(entry.label) + 4 if entry.label else -48.0
    start = min(max(-width / 2, taken), 44.0 - width)
    mark = "".join(
        tag("g", _stroke(part, paint.ink, paint.face), transform=move(start + x * scale, -42, scale))
        for x, part in symbols.echelon(entry.size)
    )
    label = text(entry.label, -43, -26.5, class_="label", font_size=num(size), fill=paint.ink) if entry.label else ""
    return label + mark


def _values(entry: PieceEntry, seen: PieceView) -> list[tuple[str, bool, str]]:
    """The values of the lower edge, whether each has changed since it was printed, and its own ink if it has one."""
    row = []
    for key in entry.layout:
        printed = entry.values.get(key, "")
        value = seen.values.get(key, printed)
        row.append((_written(value), key in entry.values and value != printed, entry.inks.get(key, "")))
    return [cell for cell in row if cell[0]]


def _written(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    return num(value) if isinstance(value, float) else str(value)


def _foot(row: Sequence[tuple[str, bool, str]], paint: Look, base: float, room: float = 88.0) -> str:
    if not row:
        return ""
    line = "-".join(value for value, _, _ in row)
    size = min(33.0, room / (0.6 * len(line)))
    number = text(line, 0, base, class_="count", font_size=num(size), fill=paint.ink)
    at = -0.3 * size * len(line)
    for value, _, ink in row:
        if ink:
            number += _inked(value, at + 0.3 * size * len(value), base, size, ink, paint)
        at += 0.6 * size * (len(value) + 1)
    changed = any(now for _, now, _ in row)
    reach = 0.3 * size * len(line)
    under = tag("path", d=f"M{num(-reach)} {num(base + 3)}H{num(reach)}", stroke=paint.ink, stroke_width=num(2.6))
    return number + (under if changed else "")


def _inked(value: str, x: float, base: float, size: float, ink: str, paint: Look) -> str:
    """A value in its own ink, on a plate so that it can be read on any face."""
    wide = 0.6 * size * len(value) + 6
    plate = tag(
        "rect", x=num(x - wide / 2), y=num(base - 0.78 * size), width=num(wide), height=num(0.9 * size), rx=4,
        fill=paint.box,
    )  # fmt: skip
    return plate + text(value, x, base, class_="count", font_size=num(size), fill=ink)


def _round(entry: PieceEntry, seen: PieceView, paint: Look) -> str:
    row = _values(entry, seen)
    return (
        tag("circle", cx=2, cy=3, r=48, **_SHADOW)
        + tag("circle", r=48, fill=paint.face, stroke=paint.edge, stroke_width=2.5)
        + symbol_at(entry.symbol, 0, -6 if row else 0, 2.2, paint.box_ink, paint.box)
        + text(
            entry.label, 0, -27, class_="count", font_size=num(min(17.0, 60 / max(1, len(entry.label)))), fill=paint.ink
        )
        + _foot(row, paint, 37.0, 48.0)
    )


def _marker(entry: PieceEntry, seen: PieceView, paint: Look) -> str:
    """A marker has no box: its symbol is large, or its label when it has no symbol."""
    row = _values(entry, seen)
    bare = not entry.symbol
    size = min(32.0, 90 / (0.58 * max(1, len(entry.label))))
    label = text(
        entry.label, 0, 9 if bare else -25, class_="count", font_size=num(size if bare else size * 0.7), fill=paint.ink
    )
    sign = "" if bare else symbol_at(entry.symbol, 0, 2 if row else 8, 3.0, paint.ink, paint.face)
    return _slab(paint) + sign + label + _foot(row, paint, 42.0)


def _card(entry: PieceEntry, seen: PieceView, paint: Look) -> str:
    width = min(15.0, 66 / (0.58 * max(1, len(entry.label))))
    return (
        tag("rect", x=-34, y=-47, width=72, height=98, rx=6, **_SHADOW)
        + tag("rect", x=-36, y=-50, width=72, height=98, rx=6, fill=paint.face, stroke=paint.edge, stroke_width=2)
        + tag("rect", x=-31, y=-45, width=62, height=88, rx=4, fill="none", stroke=paint.ink, stroke_width=1)
        + symbol_at(entry.symbol, 0, -8, 1.9, paint.box_ink, paint.box)
        + text(entry.label, 0, -29, class_="count", font_size=num(width), fill=paint.ink)
        + _foot(_values(entry, seen), paint, 37.0, 60.0)
    )


def _figure(entry: PieceEntry, seen: PieceView, paint: Look) -> str:
    """A soldier seen from above on a round base; the wedge on the base points where he faces."""
    ahead = tag("path", d="M-13 -44L0 -58L13 -44Z", fill=paint.ink)
    arms = "".join(
        tag(
            "path",
            d=part.d,
            fill=HIDE if part.fill == "paper" else IRON if part.fill else "none",
            stroke=IRON,
            stroke_width=part.stroke,
            stroke_linecap="round",
        )
        for part in symbols.carried(entry.symbol)
    )
    body = tag("ellipse", rx=25, ry=13, cy=4, fill=mix(paint.face, "#000000", 0.35), stroke=paint.edge, stroke_width=2)
    head = tag("circle", r=11.5, fill=mix(paint.face, "#ffffff", 0.35), stroke=paint.edge, stroke_width=2)
    man = tag("g", ahead, arms, body, head, transform=f"rotate({seen.heading or 0})")
    row = _values(entry, seen)
    words = entry.label + (" " + "-".join(value for value, _, _ in row) if row else "")
    return (
        tag("circle", cx=2, cy=3, r=46, **_SHADOW)
        + tag("circle", r=46, fill=paint.face, stroke=paint.ink, stroke_width=4)
        + man
        + text(words.strip(), 0, 40, class_="count", font_size=num(19), fill=paint.ink)
    )


def _model(entry: PieceEntry, seen: PieceView, paint: Look) -> str:
    """A ship, vehicle or aircraft seen from above in its proportions, with its name on a small plate."""
    made = symbols.model(entry.symbol)
    fills = {**MATERIALS, "side": paint.face, "dark": paint.edge}
    body = "".join(
        tag(
            "path",
            d=part.d,
            fill=fills.get(part.fill, "none"),
            stroke=INK if part.stroke else None,
            stroke_width=part.stroke or None,
            stroke_linejoin="round",
        )
        for part in made.paths
    )
    stretch = num((entry.long or made.long) / made.long, 4)
    size = min(26.0, 12 * entry.long, 80 / (0.58 * max(1, len(entry.label))))
    width = (0.58 * max(1, len(entry.label)) + 0.4) * size
    low = PLATE if entry.long <= 1 else 0.0
    plate = tag(
        "rect", x=num(-width / 2), y=num(low - size * 0.62), width=num(width), height=num(size * 1.24),
        rx=num(size * 0.2), fill=paint.face, stroke=paint.ink, stroke_width=num(size * 0.08),
    )  # fmt: skip
    return (
        tag("g", body, transform=f"rotate({seen.heading or 0}) scale(1 {stretch})")
        + plate
        + text(entry.label, 0, low + size * 0.36, class_="count", font_size=num(size), fill=paint.ink)
    )


_SHAPES = {
    "counter": _counter,
    "round": _round,
    "marker": _marker,
    "card": _card,
    "figure": _figure,
    "model": _model,
}


def _badges(statuses: Sequence[str], texts: Mapping[str, str]) -> str:
    """Small chips down the right edge, one per status."""
    chips = []
    for at, status in enumerate(statuses[:4]):
        more = at == 3 and len(statuses) > 4
        word = f"+{len(statuses) - 3}" if more else texts.get(f"badge.{status}") or _initials(status)
        y = -20.0 + 22.0 * at
        chips.append(
            tag(
                "rect", x=30, y=num(y - 10), width=24, height=20, rx=6, fill="#fff7d6", stroke="#3a2d12", stroke_width=2
            )
        )
        chips.append(
            text(word, 42, y + 5.5, class_="count", font_size=num(15 if len(word) < 3 else 11), fill="#3a2d12")
        )
    return group(chips, class_="statuses")


def _initials(status: str) -> str:
    words = status.rpartition(".")[2].replace("-", "_").split("_")
    return "".join(word[:1] for word in words if word)[:2].upper() or "?"


def _words(entry: PieceEntry, seen: PieceView) -> str:
    """What the tooltip says."""
    values = [f"{key} {_written(seen.values.get(key, entry.values.get(key, '')))}" for key in entry.layout]
    return ", ".join([entry.name or entry.label, *values, *seen.statuses])
