"""Paths as data: what symbols, badges, emblems, figures and models are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .markup import tag


class Stroke(msgspec.Struct, frozen=True, omit_defaults=True):
    """One path, filled or stroked or both."""

    d: str
    fill: str = ""
    """``ink``, ``paper`` (the ground below it) or nothing; of models what they are made of, of tiles a tint."""
    stroke: float = 0.0
    line: str = ""
    """Of tiles and figures: the tint of the stroke, where it is not the ink."""


def strokes_in(paths: Iterable[Stroke], ink: str, paper: str) -> str:
    """Paths in an ink, on a ground."""
    return strokes_of(paths, {"ink": ink, "paper": paper}, ink)


def strokes_of(paths: Iterable[Stroke], fills: Mapping[str, str], ink: str, **more: str) -> str:
    """Paths in a table of colours; lines are in ``ink`` unless they say otherwise."""
    return "".join(
        tag(
            "path",
            d=part.d,
            fill=fills.get(part.fill, "none"),
            stroke=fills.get(part.line, ink) if part.stroke else None,
            stroke_width=part.stroke or None,
            **more,
        )
        for part in paths
    )
