"""Everything off the map: hands and cups, pools, losses, units that wait to be placed."""

from __future__ import annotations

from functools import lru_cache

from shapan.ground.areas import bits
from shapan.kernel.view import Box

from ..book import TaierzhuangBook
from ..chits import Discarding
from ..position import CHINESE, JAPANESE, TaierzhuangPosition


def boxes(pos: TaierzhuangPosition, viewer: str) -> list[Box]:
    """Everything off the map, the viewer's own first."""
    sides = sorted((JAPANESE, CHINESE), key=lambda side: pos.name(side) != viewer)
    return [box for side in sides for box in (*_chits(pos, side, viewer), *_units(pos, side))]


def _units(pos: TaierzhuangPosition, side: int) -> list[Box]:
    """6.0 the pool, losses, and units that wait to be placed."""
    book, name = pos.book, pos.name(side)
    pool = pos.at[book.pool[side]]
    boxes = [
        _box(pos, f"pool.{name}", "box.pool", side, pool & ~pos.retreated),
        _box(pos, f"lost.{name}", "box.lost", side, pos.at[book.lost[side]]),
    ]
    if back := pool & pos.retreated:
        boxes.append(_box(pos, f"retreated.{name}", "box.retreated", side, back))
    if waiting := pos.at[book.muster] & book.roster[side]:
        boxes.insert(0, _box(pos, f"muster.{name}", "box.muster", side, waiting))
    return boxes


def _box(pos: TaierzhuangPosition, name: str, title: str, side: int, units: int) -> Box:
    pieces = [pos.book.lexicon.pieces[unit] for unit in bits(units)]
    return Box(name, title, pos.name(side), pieces, len(pieces))


# --- chits ------------------------------------------------------------------------------------------


def _chits(pos: TaierzhuangPosition, side: int, viewer: str) -> list[Box]:
    """5.1: a hand and a cup show their contents to their owner only, their number to everybody."""
    name = pos.name(side)
    mine = viewer == name or pos.outcome is not None
    boxes = []
    for kind, counts in (("hand", pos.hands), ("cup", pos.cups)):
        ids = list(_ids(pos.book, side, counts))
        shown = ids if mine else ()
        boxes.append(Box(f"{kind}.{name}", f"box.{kind}", name, shown, len(ids), hand=kind == "hand"))
    if mine and pos.stack and isinstance(pos.top, Discarding):
        ids = list(_ids(pos.book, side, pos.top.chosen))
        boxes.append(Box(f"discards.{name}", "box.discards", name, ids, len(ids)))
    gone = [count - sum(parts) for count, *parts in zip(pos.book.chit_counts, *_everywhere(pos), strict=True)]
    for kind, counts in (("played", pos.played), ("removed", tuple(gone))):
        if ids := list(_ids(pos.book, side, counts)):
            boxes.append(Box(f"{kind}.{name}", f"box.{kind}", name, ids, len(ids)))
    return boxes


def _everywhere(pos: TaierzhuangPosition) -> tuple[tuple[int, ...], ...]:
    return pos.hands, pos.cups, pos.played


@lru_cache(1 << 10)
def _ids(book: TaierzhuangBook, side: int, counts: tuple[int, ...]) -> tuple[str, ...]:
    """Copies are numbered within each box anew: a number tells nothing about other boxes."""
    return tuple(name for chit in book.chits_of[side] for name in book.chits[chit].copies[: counts[chit]])
