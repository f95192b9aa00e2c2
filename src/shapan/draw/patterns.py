"""Fill patterns: small ones from ``patterns.toml``, and fields, reeds and straw that are scattered by a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from shapan.kernel.reading import read

from . import tiles
from .strokes import Stroke
from .tables import table


class Pattern(msgspec.Struct, frozen=True, omit_defaults=True):
    """A square tile that fills ground, in units of which a counter is 36 wide.

    ``tints`` are its colours by day and by night; a path that names none of them is in the one called ``ink``.
    """

    tile: float
    paths: Sequence[Stroke] = ()
    tints: Mapping[str, tuple[str, str]] = {}
    image: str = ""
    """A picture beside this module that the tile shows instead of paths."""


PADDY = {
    "a": ("#d3dca4", "#333e2c"), "b": ("#c7d79b", "#2e3a29"), "c": ("#dbe0ad", "#3a4430"), "d": ("#bcd3a6", "#2b3a32"),
    "e": ("#cfdcb4", "#374237"), "f": ("#b5cfb4", "#283833"), "g": ("#d9d9a0", "#3d402b"),
    "bund": ("#f3efcf", "#4b4d39"), "ink": ("#7d9a5a", "#66814f"),
}  # fmt: skip
STRAW = {
    "a": ("#e4d6a4", "#4a4430"), "b": ("#dccf98", "#443f2b"), "c": ("#e9dfb4", "#504a36"), "d": ("#d3d29a", "#42442d"),
    "e": ("#dfd4a0", "#484331"), "f": ("#cfcb92", "#3e402a"), "g": ("#e6dbae", "#4d4834"),
    "bund": ("#f5ecd0", "#5d5741"), "ink": ("#9a8a4c", "#7a6f45"),
}  # fmt: skip
REEDS = {"water": ("#6fa3b3", "#4a7c8e"), "ink": ("#5d7f4c", "#7c9b64")}


@cache
def patterns() -> Mapping[str, Pattern]:
    """Every fill pattern by name."""
    small = read(table("patterns.toml"), dict[str, Pattern])
    return {
        **small,
        "paddy": Pattern(150, tiles.fields(150, 5), PADDY),
        "fields": Pattern(194, tiles.fields(194, 9), STRAW),
        "marsh": Pattern(60, tiles.reeds(60, 2), REEDS),
        "grain": Pattern(96, image="grain.png"),
    }
