"""Figures and models on a table, seen from above."""

from __future__ import annotations

from collections.abc import Mapping

from shapan.kernel.board import PieceEntry
from shapan.kernel.view import PieceView

from . import symbols
from .markup import num, tag
from .nations import Nation
from .strokes import strokes_of

INK = "#2a2416"
SAND = "#b8ab72"
STAR = "M0 -11L3.3 -3.5L11 -3.3L5.1 1.8L7 9.2L0 5.1L-7 9.2L-5.1 1.8L-11 -3.3L-3.3 -3.5Z"
LEADER = "★"
"""The label of a figure that leads."""
MATERIALS: Mapping[str, str] = {
    "wood": "#c9a76c", "plank": "#a9854c", "rifle": "#3b2a1a", "iron": "#2b2f33", "steel": "#6a7075",
    "canvas": "#d8cba2", "hoop": "#a3956a", "hull": "#e9e4d4", "cabin": "#f2ead2", "glass": "#bcd6df",
    "brass": "#d9c27c", "soot": "#1e1c16", "hide": "#8a6440", "legs": "#4a4230",
}  # fmt: skip
"""What figures and models are made of, the nation's own colours apart."""


def _fills(paint: Nation) -> dict[str, str]:
    return {**MATERIALS, "side": paint.face, "dark": paint.edge, "coat": paint.coat, "hat": paint.hat}


def figure(entry: PieceEntry, seen: PieceView, paint: Nation) -> str:
    """A soldier on a round base in the nation's ring; the wedge on the base points where he faces."""
    man = (
        tag("path", d="M-15 -42L0 -58L15 -42Z", fill=paint.face, stroke=paint.edge, stroke_width=2.5)
        + tag("path", d="M-16 8L-18 26M16 8L18 26", stroke=MATERIALS["legs"], stroke_width=9, stroke_linecap="round")
        + strokes_of(symbols.carried(entry.symbol), _fills(paint), MATERIALS["iron"], stroke_linecap="round")
        + tag("ellipse", rx=27, ry=14, cy=4, fill=paint.coat, stroke=INK, stroke_width=2)
        + tag("path", d="M-24 2L8 -20", stroke=paint.coat, stroke_width=9, stroke_linecap="round")
        + tag("circle", r=15, fill=paint.hat, stroke=INK, stroke_width=2)
        + tag("circle", cx=-2, cy=-2, r=7.5, fill="#fff", fill_opacity="0.28")
    )
    star = tag("path", d=STAR, fill="#ffd34d", stroke="#5a3f08", stroke_width=1.2, transform="translate(0 31)")
    return (
        tag("ellipse", cx=6, cy=9, rx=47, ry=46, fill="#1e160a", fill_opacity="0.35")
        + tag("circle", r=46, fill=paint.face, stroke=paint.edge, stroke_width=3)
        + tag("circle", r=40, fill=SAND, stroke="#fff", stroke_opacity="0.25", stroke_width=2)
        + (star if entry.label == LEADER else "")
        + tag("g", man, transform=f"rotate({seen.heading or 0})")
    )


def model(entry: PieceEntry, seen: PieceView, paint: Nation) -> str:
    """A ship, vehicle, aircraft or gun in its proportions, with one shadow; its name is on a ribbon."""
    made = symbols.model(entry.symbol)
    stretch = num((entry.long or made.long) / made.long, 4)
    turned = f"rotate({seen.heading or 0}) scale(1 {stretch})"
    outline = "".join(part.d for part in made.paths if part.fill)
    shadow = tag("path", d=outline, fill="#1e160a", fill_opacity="0.3", transform=f"translate(14 12) {turned}")
    body = strokes_of(made.paths, _fills(paint), INK, stroke_linejoin="round")
    return shadow + tag("g", body, transform=turned)
