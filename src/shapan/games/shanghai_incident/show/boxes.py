"""Shanghai Incident: the boxes beside the map: pools, markers, and the calls of a pause."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Box
from shapan.mechanics.fire_and_movement.position import ABSENT, READY, USED
from shapan.mechanics.forces import OFF

from ..calls import secret_from
from ..fire_support import RAIDING
from ..position import ShanghaiPosition
from ..sides import CHINESE, JAPANESE

MARKER_BOXES = {ABSENT: "markers_absent", READY: "markers_ready", USED: "markers_used", RAIDING: "markers_raiding"}


def boxes(pos: ShanghaiPosition, side: str) -> list[Box]:
    """Everything off the map that this side, or the spectator, may know."""
    return _boxes(pos, secret_from(pos, side))


@follows_from("place", "steps", "lost", "snipers", "support", "calls")
def _boxes(pos: ShanghaiPosition, secret: bool) -> list[Box]:
    return [*_pools(pos), *_markers(pos), *_calls(pos, secret)]


def _pools(pos: ShanghaiPosition) -> list[Box]:
    """13.2 to 13.4: what has not arrived, by formation; 7.7: who can come back and who never will."""
    book, name = pos.book, pos.book.lexicon.pieces
    boxes = []
    for formation in book.formations.values():
        units = [
            unit
            for unit, entry in enumerate(book.entries)
            if entry.formation == formation.id and pos.place[unit] == OFF and pos.steps[unit]
        ]
        if units:
            box = f"pool.{formation.id}"
            pieces = [name[unit] for unit in units]
            boxes.append(Box(box, "box.pool", formation.side, pieces, len(units), formation.name))
    for number, side in enumerate(book.sides):
        dead = [name[unit] for unit in pos.eliminated(number)]
        lost = [name[unit] for unit in bits(pos.lost & book.roster[number])]
        boxes.append(Box(f"eliminated.{side}", "box.eliminated", side, dead, len(dead)))
        boxes.append(Box(f"lost.{side}", "box.lost", side, lost, len(lost)))
    idle = [name[book.first_sniper + at] for at, here in enumerate(pos.snipers) if here == OFF]
    boxes.append(Box("snipers", "box.snipers", book.sides[CHINESE], idle, len(idle)))
    return boxes


def _markers(pos: ShanghaiPosition) -> list[Box]:
    """15.1, 15.4: the fire support markers by what they are doing."""
    book = pos.book
    boxes = []
    for state, box in MARKER_BOXES.items():
        pieces = [
            book.lexicon.pieces[book.first_marker + at] for at, current in enumerate(pos.support) if current == state
        ]
        boxes.append(Box(box, f"box.{box}", book.sides[JAPANESE], pieces, len(pieces)))
    return boxes


def _calls(pos: ShanghaiPosition, secret: bool) -> list[Box]:
    """13.1: the calls of this pause, that of the Japanese hidden until the Chinese have made theirs."""
    boxes = []
    for number, owner in enumerate(pos.book.sides):
        if not pos.calls[number] or (number == JAPANESE and secret):
            continue
        names = [pos.book.name_of(name) for name in bits(pos.calls[number] & ~pos.book.commit_bit)]
        if pos.calls[number] & pos.book.commit_bit:
            names.append(pos.book.committed_army)
        boxes.append(Box(f"calls.{owner}", "box.calls", owner, count=len(names), note=", ".join(names)))
    return boxes
