"""How a board is to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Palette = Literal["light", "dark", "auto"]


class Wishes(msgspec.Struct, frozen=True):
    """What to show. The defaults give a sheet to hang on the wall."""

    palette: Palette = "light"
    """``auto`` follows the reader's browser; PNG needs one of the other two."""
    width: int = 1600
    """Width of the picture in pixels."""
    frame: bool = True
    """Title, legend, compass, scale and provenance around the map."""
    legend: bool = True
    track: bool = False
    """The turn track below the map."""
    details: bool = True
    """Layers that only make sense on a large picture, such as hex numbers."""
    fit: int = 3
    """How many pieces of a stack are drawn; a badge tells how many there are."""
    crop: tuple[float, float, float, float] | None = None
    """Left, top, width and height of the part of the map to show, in board units, without a frame; None for all."""
    fonts: bool = False
    """Whether the picture carries its fonts with it (130 kB), for readers who may not have them."""
    overlays: Sequence[str] = ()
    """Sets of places of the View to show, for example zones of control."""


DEFAULT = Wishes()
