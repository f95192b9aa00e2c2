"""How the things on a hex map look: a table that a game fills and that falls back on ``looks.toml``.

[terrain.mountain]            # a kind of the map's terrain
paint = [{ stroke = "#dccba6", width = 0.4, opacity = 0.25 }, { fill = "#dccba6" }]

[hexsides."trench.russian"]   # a group of hexside features; behind the dot its kind or owner, where that matters
like = "trench"
lean = 0                      # towards the north, when two of them share a hexside

[lines.railroad]              # a group of lines
[places.town]                 # a kind of place
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from shapan.kernel.board import Style
from shapan.kernel.reading import read

from ..hexmap import Notes

Draw = Literal["area", "river", "trench", "line", "town", "city", "fort", "dot", "none"]


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one kind of thing is drawn. All lengths are in hexsides."""

    title: str = ""
    """What the legend calls it; without a title it is not in the legend."""
    like: str = ""
    """Another look of the same table that says everything left unsaid here. Terrain that is ``like`` another and has no
    paint of its own is one area with it."""
    draw: Draw = "area"
    paint: Sequence[Style] = ()
    """Drawn one on top of the other."""
    text: Style | None = None
    """How its name is lettered; without it no name is printed."""
    rank: int = 0
    """Higher ranks lie on top, and their names are placed first."""
    water: bool = False
    """Whether a coast is drawn where this terrain meets land; of a place, whether it is a name of water."""
    scatter: Literal["", "peaks", "knolls", "trees", "blocks"] = ""
    """Terrain: little drawings scattered over every hex."""
    tones: Sequence[Style] = ()
    """The tones of these drawings: peaks light, shade, line; knolls light, shade; trees shadow, three greens, light."""
    wander: float = 0.0
    """Lines: how far their middle leaves the straight way between two hexes, so that nothing runs ruler-straight."""
    shadow: Sequence[float] = ()
    """Trenches and places: how far to the east and south their shadow falls."""
    capitals: bool = False
    """Whether names are set in capitals."""
    lean: float | None = None
    """Hexside features: the direction (degrees clockwise from north) in which the owner lies and the line is moved."""


class Coast(msgspec.Struct, frozen=True):
    """Where water meets land: paints of the shore line, and bands of shallow water within it, the widest first."""

    paint: Sequence[Style]
    shallows: Sequence[Style]
    edge: Style
    """The lit edge of the land, a little to the north-west of the shore."""


class Base(msgspec.Struct, frozen=True):
    """The sheet and spots on it, hex lines, hex numbers, lettering of the legend, edge of the map, shadows, grain."""

    ground: Style
    mottle: Style
    grid: Style
    number: Style
    key: Style
    edge: Style
    shadow: Style
    """Of things that are filled."""
    cast: Style
    """Of things that are lines."""
    grain: Style


class Looks(msgspec.Struct, frozen=True):
    """The whole table."""

    base: Base
    coast: Coast
    terrain: Mapping[str, Look]
    hexsides: Mapping[str, Look]
    lines: Mapping[str, Look]
    places: Mapping[str, Look]


Table = Literal["terrain", "hexsides", "lines", "places"]


@cache
def _defaults() -> Mapping[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("looks.toml").read_text(encoding="utf-8"))


def looks(own: Mapping[str, Any] | None = None) -> Looks:
    """The default table with a game's own words (as read from TOML) put over it, key by key."""
    table = _merged(_defaults(), own or {})
    for name in ("terrain", "hexsides", "lines", "places"):
        table[name] = {key: _resolved(table[name], key) for key in table[name]}
    return read(table, Looks)


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    both = dict(under)
    for key, value in over.items():
        known = both.get(key)
        both[key] = _merged(known, value) if isinstance(known, dict) and isinstance(value, dict) else value
    return both


def _resolved(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A look with what it inherits; the title is its own."""
    own = table[key]
    if "like" not in own:
        return dict(own)
    if own["like"] not in table:
        raise ValueError(f"{key} is to look like {own['like']!r}, which is not among {', '.join(sorted(table))}")
    inherited = {k: v for k, v in _resolved(table, own["like"]).items() if k != "title"}
    merged = _merged(inherited, own)
    if "paint" in own:
        merged["like"] = ""
    return merged


def area_kind(table: Mapping[str, Look], kind: str) -> str:
    """The kind under which this terrain is painted."""
    while kind in table and table[kind].like:
        kind = table[kind].like
    return kind


def look_of(table: Mapping[str, Look], group: str, notes: Notes) -> tuple[str, Look] | None:
    """The look of a feature or line: that of something its block says, before that of its whole group.

    ``owner = "russian"`` finds ``trench.russian``, ``critical = true`` finds ``railroad.critical``.
    """
    for key, value in notes.items():
        name = f"{group}.{key if value is True else value}"
        if name in table:
            return name, table[name]
    return (group, table[group]) if group in table else None


def scaled(style: Style, side: float) -> Style:
    """A style in board units."""
    return msgspec.structs.replace(
        style,
        width=round(style.width * side, 2),
        dash=[round(length * side, 2) for length in style.dash],
        font=round(style.font * side, 2),
        spacing=round(style.spacing * side, 2),
    )
