"""Everything off the map: hands and cups, pools, losses, units that wait to be placed."""

from __future__ import annotations

from functools import lru_cache
from operator import add, sub

from shapan.ground.areas import bits
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Box

from ..book import TaierzhuangBook
from ..chits import Discarding
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE

Counts = tuple[int, ...]
"""How many there are of each kind of chit, or of each of a side's own."""


def boxes(pos: TaierzhuangPosition, viewer: str) -> list[Box]:
    """Everything off the map, the viewer's own first."""
    discarding = pos.top.chosen if pos.stack and isinstance(pos.top, Discarding) else None
    return _boxes(pos, viewer, discarding, pos.at[pos.book.place_count :])


@follows_from("retreated", "hands", "cups", "played", "outcome")
def _boxes(pos: TaierzhuangPosition, viewer: str, discarding: Counts | None, away: tuple[int, ...]) -> list[Box]:
    """They follow from the units that are off the map; those on it may move as they like."""
    book, found = pos.book, list[Box]()
    for side in (CHINESE, JAPANESE) if viewer == pos.name(CHINESE) else (JAPANESE, CHINESE):
        mine, own = viewer == pos.name(side) or pos.outcome is not None, book.own_chits[side]
        aside = own(discarding) if mine and discarding is not None else None
        found += _chits(book, side, mine, aside, own(pos.hands), own(pos.cups), own(pos.played))
        pool, lost, muster = (away[box - book.place_count] for box in (book.pool[side], book.lost[side], book.muster))
        found += _units(book, side, pool & ~pos.retreated, lost, pool & pos.retreated, muster & book.roster[side])
    return found


@lru_cache(1 << 11)
def _units(book: TaierzhuangBook, side: int, pool: int, lost: int, back: int, waiting: int) -> tuple[Box, ...]:
    """6.0 units that wait to be placed, the pool, losses, and those that have retreated."""
    shown = [_box(book, "pool", side, pool), _box(book, "lost", side, lost)]
    if back:
        shown.append(_box(book, "retreated", side, back))
    if waiting:
        shown.insert(0, _box(book, "muster", side, waiting))
    return tuple(shown)


@lru_cache(1 << 10)
def _box(book: TaierzhuangBook, box: str, side: int, units: int) -> Box:
    name, pieces = book.sides[side], tuple(book.lexicon.pieces[unit] for unit in bits(units))
    return Box(f"{box}.{name}", f"box.{box}", name, pieces, len(pieces))


# --- chits ------------------------------------------------------------------------------------------


@lru_cache(1 << 10)
def _chits(
    book: TaierzhuangBook, side: int, mine: bool, aside: Counts | None, hand: Counts, cup: Counts, played: Counts
) -> tuple[Box, ...]:
    """5.1: a hand and a cup show their contents to their owner only, their number to everybody.

    5.3, R-50: what he lays aside leaves the hand before his own eyes; others see it when it goes back into the cup.
    """
    kept = hand if aside is None else tuple(map(sub, hand, aside))
    boxes = [_held(book, side, "hand", kept, mine), _held(book, side, "cup", cup, mine)]
    if aside is not None:
        boxes.append(_held(book, side, "discards", aside, mine))
    in_play = map(add, map(add, hand, cup), played)
    gone = tuple(map(sub, book.own_chits[side](book.chit_counts), in_play))
    shown = _held(book, side, "played", played), _held(book, side, "removed", gone)
    return *boxes, *(box for box in shown if box.count)


@lru_cache(1 << 11)
def _held(book: TaierzhuangBook, side: int, box: str, counts: Counts, shown: bool = True) -> Box:
    """Copies are numbered within each box anew: a number tells nothing about other boxes."""
    named = zip(book.chits_of[side], counts, strict=True)
    ids = tuple([name for chit, count in named if count for name in book.chits[chit].copies[:count]]) if shown else ()
    return _chit_box(book.sides[side], box, ids, sum(counts))


@lru_cache(1 << 10)
def _chit_box(owner: str, box: str, ids: tuple[str, ...], count: int) -> Box:
    return Box(f"{box}.{owner}", f"box.{box}", owner, ids, count, hand=box == "hand")
