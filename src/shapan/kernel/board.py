"""The Board document: everything about a scenario that never changes. Served once per data version and cached.

It is a picture as well as a table: the ground is a list of layers of vector shapes in *board units*, so that the web
client, the SVG and PNG renderer and print-and-play draw the same map without knowing hexes, areas or tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


class Style(msgspec.Struct, frozen=True, omit_defaults=True):
    """How shapes of one style look. Colours are CSS colours; widths and sizes are board units."""

    fill: str = "none"
    stroke: str = "none"
    width: float = 0.0
    dash: Sequence[float] = ()
    pattern: str = ""
    """A fill pattern that the renderers know: ``hills``, ``marsh``, ``water``, ``paddy``, ``fields``, ``town``,
    ``woods``, ``hatch``."""
    font: float = 0.0
    family: str = ""
    """``serif`` (names on maps), ``condensed`` (numbers), or nothing."""
    weight: str = ""
    slant: str = ""
    spacing: float = 0.0
    halo: str = ""
    """Colour of an outline behind text."""
    opacity: float = 1.0
    dark: Mapping[str, str] = {}
    """``fill``, ``stroke`` and ``halo`` for dark mode."""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """A vector path (``d``, SVG path data) moved by (``x``, ``y``), or a text at that point."""

    style: str
    """The name of a style; of a path also several, divided by spaces: it is painted in each of them in turn."""
    d: str = ""
    text: str = ""
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    """Rotation of a text in degrees."""
    anchor: str = "middle"


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Shapes drawn together, in order. ``detail`` layers (hex numbers) are hidden until the map is large on the screen.

    The layer ``legend`` is the key to the map: it has an origin of its own and is shown beside the map, not on it.
    """

    id: str
    shapes: Sequence[Shape]
    detail: bool = False
    lod: Sequence[str] = ()
    """The levels of detail (``chip``, ``s``, ``m``, ``l``) at which it is shown; empty for all of them."""
    clip: str = ""
    """SVG path data to which the shapes are cut."""
    asked: Sequence[str] = ()
    """On a screen it is shown only during questions of these kinds, while somebody is under way where ``way`` is one of
    them, or when its overlay (of the same name) is asked for; empty for always."""


class PlaceEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hex, area or box on the map where pieces can be."""

    id: str
    x: float
    y: float
    outline: str = ""
    """SVG path data; empty when all places share the Board's ``outline``, moved to (x, y)."""
    name: str = ""
    terrain: Sequence[str] = ()
    """Text keys of what is there, for the status line and screen readers."""
    neighbours: Sequence[str] = ()
    room: float = 0.0
    """Radius within which pieces fit, where it differs from the Board's."""


class GroundEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lies on open ground, for whoever points at it: a polygon, or a line of some width."""

    terrain: Sequence[str]
    """Text keys of what it is."""
    points: Sequence[Sequence[float]]
    name: str = ""
    width: float = 0.0
    """How far around a line it is still meant; 0 for a polygon."""
    roof: bool = False
    """A house: on a screen its roof opens for whoever points at it or may send somebody in."""


class PieceEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The printed facts of a piece."""

    id: str
    side: str
    label: str
    name: str
    symbol: str
    """A symbol name of :mod:`shapan.draw.symbols`: infantry, cavalry, artillery …"""
    size: str = ""
    """Echelon mark as text: III, X, XX, XXX."""
    values: Mapping[str, Any] = {}
    layout: Sequence[str] = ()
    """Which values are printed along the lower edge, in order, for example ``["steps"]``."""
    formation: str = ""
    text: str = ""
    """A text key or a sentence with the special rules of this piece."""
    shape: str = "counter"
    """``counter`` (square), ``round``, ``figure`` or ``model`` (seen from above), ``marker`` or ``card``."""
    radius: float = 0.0
    """Half the width of a piece that stands on open ground."""
    long: float = 0.0
    """How many times as long as wide a model is."""
    nation: str = ""
    """A nation of :mod:`shapan.draw.nations`, where it is not that of the side."""
    colour: str = ""
    ink: str = ""
    """Colours of its own, for games whose nations are not in that table."""
    inks: Mapping[str, str] = {}
    """Colours of single values of the lower edge, where the rules read something out of them."""


class SideEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side and how its counters look: like those of its nation, or in colours of its own."""

    id: str
    name: str
    colour: str = ""
    ink: str = ""
    mark: str = ""
    """A letter that tells the sides apart without colour."""
    nation: str = ""
    """A nation of :mod:`shapan.draw.nations`."""


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of the game: heading lines, rows, where it comes from."""

    id: str
    title: str
    case: str
    heads: Sequence[Sequence[str]]
    rows: Sequence[Sequence[str]]
    provenance: str = ""
    note: str = ""


class TurnBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box of the turn track and what happens then."""

    turn: int
    label: str
    notes: Sequence[str] = ()


class RuleEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A case of the rulebook in our own words."""

    id: str
    title: str
    summary: str
    status: str
    rulings: Sequence[str] = ()


class Source(msgspec.Struct, frozen=True):
    """Where a block of data comes from: rulebook, inferred, history or design."""

    block: str
    provenance: str
    note: str = ""


class MapSheet(msgspec.Struct, frozen=True):
    """What the ground decides of a Board; the fields are named like the Board's."""

    ground: str
    width: float
    height: float
    piece: float
    outline: str
    styles: Mapping[str, Style]
    layers: Sequence[Layer]
    places: Sequence[PlaceEntry]
    scale: float = 0.0
    measure: str = ""
    north: float = 0.0
    grounds: Sequence[GroundEntry] = ()


class Board(msgspec.Struct, frozen=True):
    """The whole document."""

    game: str
    title: str
    scenario: str
    data_version: str
    ground: str
    """``hex``, ``area`` or ``table``; a hint for keyboard movement and measuring, not for drawing."""
    width: float
    height: float
    piece: float
    """Side of a square counter in board units."""
    outline: str
    """SVG path data of a place around (0, 0), for grounds whose places are all alike."""
    styles: Mapping[str, Style]
    layers: Sequence[Layer]
    places: Sequence[PlaceEntry]
    pieces: Sequence[PieceEntry]
    sides: Sequence[SideEntry]
    charts: Sequence[Chart]
    track: Sequence[TurnBox]
    rules: Sequence[RuleEntry]
    rulings: Sequence[Mapping[str, Any]]
    sources: Sequence[Source]
    texts: Mapping[str, str]
    scale: float = 0.0
    """Board units per unit of measure, on ground that is measured."""
    measure: str = ""
    north: float = 0.0
    """Direction of north on the sheet in degrees clockwise from the top."""
    grounds: Sequence[GroundEntry] = ()
    """What lies on open ground, the lowest first; ground without places is told by these."""
    aids: Sequence[str] = ()
    """What can be drawn around a piece on request, by name; the titles are texts ``overlay.<name>``."""

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)
