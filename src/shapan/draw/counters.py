"""One piece as SVG: square counter, round counter, marker, card, and the back of a hidden one.

A piece is drawn around (0, 0) in a square of 100 x 100, which the caller moves and scales. How much of it is drawn
depends on how large it will be: see :data:`DETAILS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from shapan.kernel.board import PieceEntry, SideEntry
from shapan.kernel.view import PieceView

from . import badges, symbols
from .figures import figure, model
from .markup import move, num, tag, text, title
from .nations import Nation, nation
from .ribbons import named, own
from .strokes import strokes_in

Lod = Literal["s", "m", "l"]
DIGIT = 0.46
"""Width of a figure as a share of its height."""
FOOT = 43.5
"""Base line of the values."""
LEGIBLE = 10
"""How many letters fit into a gutter at the size in which they can be read."""


class Detail(msgspec.Struct, frozen=True):
    """A level of detail: scale of the symbol's 24 x 16 box, the height of its middle, size of the values."""

    box: float
    middle: float
    font: float


DETAILS: Mapping[Lod, Detail] = {"s": Detail(2.6, -8.5, 37), "m": Detail(2.45, -8.5, 36), "l": Detail(2.3, -9.5, 33)}


def piece(
    entry: PieceEntry | None,
    seen: PieceView,
    side: SideEntry | None = None,
    texts: Mapping[str, str] | None = None,
    lod: Lod = "l",
) -> str:
    """A piece as this viewer may see it. Of a hidden one nothing but the side is drawn, whatever else is known."""
    if seen.hidden or entry is None:
        return hidden(nation(side)) + title(side.name if side else "")
    paint = nation(side, entry)
    words = title(_words(entry, seen))
    if entry.shape == "figure":
        return figure(entry, seen, paint) + badges.drawn(own(seen.statuses), texts or {}, 34.0, 17.0) + words
    chips = badges.drawn(own(seen.statuses) if named(entry) else seen.statuses, texts or {})
    if entry.shape == "model":
        return (
            model(entry, seen, paint) + tag("g", chips, transform=f"scale({num(min(1.0, 0.4 * entry.long))})") + words
        )
    draw = {"round": _round, "marker": _marker, "card": _card}.get(entry.shape)
    body = draw(entry, seen, paint) if draw else _counter(entry, seen, paint, lod)
    return body + chips + words


def hidden(paint: Nation) -> str:
    """The back of a counter: slanted lines, and the emblem in a ring."""
    signs = badges.emblems()
    return (
        slab(paint)
        + tag("g", strokes_in(signs["back"].paths, paint.ink, paint.face), opacity="0.16")
        + tag("circle", r=31, fill=paint.face, stroke=paint.ink, stroke_width=3)
        + strokes_in(signs[paint.emblem].paths, paint.ink, paint.face)
    )


def symbol_at(name: str, x: float, y: float, scale: float, ink: str, paper: str) -> str:
    """A symbol with the middle of its box at (x, y)."""
    corner = move(x - symbols.WIDTH / 2 * scale, y - symbols.HEIGHT / 2 * scale, scale)
    return tag("g", strokes_in(symbols.strokes(symbols.symbol(name)), ink, paper), transform=corner)


def slab(paint: Nation, face: str = "") -> str:
    """The cardboard: two shadows, the face, light from the north-west on its edge."""
    bevel = {"fill": "none", "stroke_width": 2.2}
    face = face or paint.face
    return (
        tag("rect", x=-45, y=-43, width=96, height=96, rx=7, fill="#1c1408", fill_opacity="0.16")
        + tag("rect", x=-46.5, y=-45.5, width=96, height=96, rx=7, fill="#1c1408", fill_opacity="0.26")
        + tag("rect", x=-48, y=-48, width=96, height=96, rx=7, fill=face, stroke=paint.edge, stroke_width=2)
        + tag("path", d="M-46 40V-40Q-46 -46 -40 -46H40", stroke="#fff", stroke_opacity="0.38", **bevel)
        + tag("path", d="M46 -40V40Q46 46 40 46H-40", stroke="#000", stroke_opacity="0.2", **bevel)
    )  # fmt: skip


def _counter(entry: PieceEntry, seen: PieceView, paint: Nation, lod: Lod) -> str:
    row = _values(entry, seen)
    detail = DETAILS[lod]
    middle = detail.middle if row else 2.0
    spent = badges.acted(seen.statuses)
    top = middle - 8 * detail.box
    return (
        slab(paint, paint.worn if spent else "")
        + _band(seen, paint, middle, detail)
        + _echelon(entry.size, paint.ink, top - 13)
        + symbol_at(entry.symbol, 0, middle, detail.box, paint.box_ink, paint.box)
        + _foot(row, paint, FOOT, detail.font)
        + _number(entry, paint, row, lod)
        + (_gutters(entry, paint, middle) + _steps(entry, seen, paint) if lod == "l" else "")
        + (_tick(paint) if spent else "")
    )


def _band(seen: PieceView, paint: Nation, middle: float, detail: Detail) -> str:
    """A light band behind the box tells the reduced side of a counter from its front."""
    if seen.face == "front":
        return ""
    half = 0.28 * 16 * detail.box
    return tag("path", d=f"M-47 {num(middle - half)}H47V{num(middle + half)}H-47Z", fill=paint.box, fill_opacity="0.55")


def _echelon(mark: str, ink: str, y: float) -> str:
    """Above the middle of the box, 10 high."""
    scale = 10 / 6
    left = -symbols.echelon_width(mark) * scale / 2
    return "".join(
        tag("g", strokes_in((part,), ink, "none"), transform=move(left + x * scale, y, scale))
        for x, part in symbols.echelon(mark)
    )


def _number(entry: PieceEntry, paint: Nation, row: Sequence[Any], lod: Lod) -> str:
    """The number of the unit left of a single value, if there is room for it."""
    if lod != "m" or not beside(entry.label, [cell[0] for cell in row]):
        return ""
    return text(entry.label, -45, 43, class_="small start", font_size=num(21), fill=paint.ink)


def beside(label: str, values: Sequence[str]) -> bool:
    """Whether a unit's number fits to the left of its only value.

    >>> beside("25", ["5"]), beside("25", ["12"]), beside("5ESi", ["5"]), beside("25", ["3", "4"])
    (True, True, False, False)
    """
    return len(values) == 1 and 0 < len(label) <= 4 - len(values[0])


def _gutters(entry: PieceEntry, paint: Nation, middle: float) -> str:
    """The number of the unit up the left side and its formation down the right side."""
    sides = ((entry.label, -34.0, -90), (entry.formation, 34.0, 90))
    return "".join(
        text(word, 0, 0, class_="small", font_size=num(15), fill=paint.ink, transform=move(x, middle, turn=turn))
        for word, x, turn in sides
        if 0 < len(word) <= LEGIBLE
    )


def _steps(entry: PieceEntry, seen: PieceView, paint: Nation) -> str:
    """Dots for steps that no value tells: filled are left, hollow are lost."""
    whole = entry.values.get("steps", 0)
    if "steps" in entry.layout or not isinstance(whole, int) or not 1 < whole <= 6:
        return ""
    left = seen.values.get("steps", whole)
    return "".join(
        tag("circle", cx=num(25 + at % 3 * 8.6), cy=num(41 - at // 3 * 9), r=3, fill=paint.ink if at < left else "none",
            stroke=paint.ink, stroke_width=1.4)
        for at in range(whole)
    )  # fmt: skip


def _tick(paint: Nation) -> str:
    """A ticked corner: this one has acted."""
    corner = tag("path", d="M48 22V41Q48 48 41 48H22Z", fill=paint.ink)
    return corner + tag("path", d="M33 40L37 44L44 35", fill="none", stroke=paint.face, stroke_width=3)


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


def _foot(row: Sequence[tuple[str, bool, str]], paint: Nation, base: float, font: float, room: float = 88.0) -> str:
    """The values, joined by dashes; one that is not the printed one is underlined."""
    if not row:
        return ""
    wide = sum(len(value) for value, _, _ in row) + 0.8 * (len(row) - 1)
    size = min(font, room / (DIGIT * wide))
    parts = []
    at = -DIGIT * size * wide / 2
    for number, (value, changed, ink) in enumerate(row):
        if number:
            x = at + 0.4 * DIGIT * size
            parts.append(text("–", x, base, class_="count", font_size=num(size), fill=paint.ink, fill_opacity="0.75"))
            at += 0.8 * DIGIT * size
        reach = DIGIT * size * len(value)
        parts.append(_value(value, at + reach / 2, base, size, ink, paint, changed))
        at += reach
    return "".join(parts)


def _value(value: str, x: float, base: float, size: float, ink: str, paint: Nation, changed: bool) -> str:
    """One value; in an ink of its own it stands on a plate, so that it can be read on any face."""
    reach = DIGIT * size * len(value) / 2
    plate = tag(
        "rect", x=num(x - reach - 2), y=num(base - 0.78 * size), width=num(2 * reach + 4), height=num(0.9 * size), rx=4,
        fill=paint.box,
    )  # fmt: skip
    under = tag("path", d=f"M{num(x - reach)} {num(base + 3)}h{num(2 * reach)}", stroke=paint.ink, stroke_width=2.2)
    number = text(value, x, base, class_="count", font_size=num(size), fill=ink or paint.ink)
    return (plate if ink else "") + number + (under if changed else "")


def _round(entry: PieceEntry, seen: PieceView, paint: Nation) -> str:
    row = _values(entry, seen)
    size = num(min(17.0, 60 / max(1, len(entry.label))))
    return (
        tag("circle", cx=2, cy=3, r=48, fill="#1c1408", fill_opacity="0.28")
        + tag("circle", r=48, fill=paint.face, stroke=paint.edge, stroke_width=2.5)
        + symbol_at(entry.symbol, 0, -6 if row else 0, 2.2, paint.box_ink, paint.box)
        + text(entry.label, 0, -27, class_="count", font_size=size, fill=paint.ink)
        + _foot(row, paint, 37.0, 33.0, 48.0)
    )


def _marker(entry: PieceEntry, seen: PieceView, paint: Nation) -> str:
    """A marker has no box: its symbol is large, or its label when it has no symbol."""
    row = _values(entry, seen)
    bare = not entry.symbol
    size = min(32.0, 90 / (0.5 * max(1, len(entry.label))))
    label = text(
        entry.label, 0, 9 if bare else -25, class_="count", font_size=num(size if bare else size * 0.8), fill=paint.ink
    )
    sign = "" if bare else symbol_at(entry.symbol, 0, 0 if row else 8, 2.6, paint.box_ink, paint.box)
    return slab(paint) + sign + label + _foot(row, paint, FOOT, 33.0)


def _card(entry: PieceEntry, seen: PieceView, paint: Nation) -> str:
    """A playing card, 96 x 124, scaled into the square of a piece."""
    size = min(16.0, 88 / (0.52 * max(1, len(entry.label))))
    body = (
        tag("rect", x=-45, y=-57, width=96, height=124, rx=9, fill="#1c1408", fill_opacity="0.25")
        + tag("rect", x=-48, y=-62, width=96, height=124, rx=9, fill="#fbf3df", stroke=paint.edge, stroke_width=2)
        + tag("path", d="M-48 -53Q-48 -62 -39 -62H39Q48 -62 48 -53V-34H-48Z", fill=paint.face)
        + text(entry.label, 0, -42, class_="serif bold", font_size=num(size), fill=paint.ink)
        + symbol_at(entry.symbol, 0, -5, 2.15, paint.box_ink, "#fbf3df")
        + _foot(_values(entry, seen), msgspec.structs.replace(paint, ink=paint.box_ink), 50.0, 34.0, 84.0)
    )
    return tag("g", body, transform="scale(0.8)")


def _words(entry: PieceEntry, seen: PieceView) -> str:
    """What the tooltip says."""
    values = [f"{key} {_written(seen.values.get(key, entry.values.get(key, '')))}" for key in entry.layout]
    return ", ".join([entry.name or entry.label, *values, *seen.statuses])
