"""Nations: one table of colours and emblems for all games; a side or a piece names its nation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from shapan.kernel.board import PieceEntry, SideEntry
from shapan.kernel.reading import read

from .colours import contrast, mix
from .tables import table

GREY = "#8d8575"
"""What the face of a counter that has acted is mixed with, half and half."""


class Nation(msgspec.Struct, frozen=True):
    """The colours of a counter: face, ink on it, ground of the symbol box, ink in the box, edge; and of a figure."""

    face: str
    ink: str
    box: str
    box_ink: str
    edge: str
    emblem: str = "ring"
    coat: str = "#8a7a50"
    hat: str = "#c9b98a"

    @property
    def worn(self) -> str:
        """The face when the piece has acted."""
        return mix(self.face, GREY, 0.5)


NOBODY = Nation("#efe6cf", "#2b241a", "#fffaf0", "#2b241a", "#7b6d50")


@cache
def nations() -> Mapping[str, Nation]:
    """Every nation by name."""
    return read(table("nations.toml"), dict[str, Nation])


def nation(side: SideEntry | None, entry: PieceEntry | None = None) -> Nation:
    """The nation that a piece names, else its side's; colours of a game's own where neither names one."""
    if entry and entry.nation in nations():
        return nations()[entry.nation]
    if entry and entry.colour:
        return _own(entry.colour, entry.ink)
    if side is None or not (side.nation or side.colour):
        return NOBODY
    return nations().get(side.nation) or _own(side.colour, side.ink)


def _own(face: str, ink: str) -> Nation:
    """A counter in colours of its own: the box is pale, whatever the face."""
    box = mix(face, "#ffffff", 0.86)
    return Nation(face, ink or contrast(face), box, mix(face, "#000000", 0.72), mix(face, "#000000", 0.55))


def dressed(side: SideEntry) -> SideEntry:
    """The side with its nation's colours filled in."""
    worn = nation(side)
    return msgspec.structs.replace(side, colour=worn.face, ink=worn.ink)
