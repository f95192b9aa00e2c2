"""Everything off the map: hands and cups, pools, losses, units that wait to be placed."""

from __future__ import annotations

from functools import lru_cache
from operator import sub

from shapan.ground.areas import bits
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Box

from ..book import TaierzhuangBook
from ..chits import Discarding
from ..position import TaierzhuangPosition
from ..sides import CHINESE, JAPANESE


def boxes(pos: TaierzhuangPosition, viewer: str) -> list[Box]:
    """Everything off the map, the viewer's own first."""
    discarding = pos.top.chosen if pos.stack and isinstance(pos.top, Discarding) else None
    return _boxes(pos, viewer, discarding, pos.at[pos.book.place_count :])


@follows_from("retreated", "hands", "cups", "played", "outcome")
def _boxes(
    pos: TaierzhuangPosition, viewer: str, discarding: tuple[int, ...] | None, away: tuple[int, ...]
) -> list[Box]:
    """They follow from the units that are off the map; those on it may move as they like."""
    sides = sorted((JAPANESE, CHINESE), key=lambda side: pos.name(side) != viewer)
    return [box for side in sides for box in (*_chits(pos, side, viewer, discarding), *_units(pos, side, away))]


def _units(pos: TaierzhuangPosition, side: int, away: tuple[int, ...]) -> list[Box]:
    """6.0 the pool, losses, and units that wait to be placed."""
    book, on_map = pos.book, pos.book.place_count
    pool = away[book.pool[side] - on_map]
    boxes = [
        _box(book, "pool", side, pool & ~pos.retreated),
        _box(book, "lost", side, away[book.lost[side] - on_map]),
    ]
    if back := pool & pos.retreated:
        boxes.append(_box(book, "retreated", side, back))
    if waiting := away[book.muster - on_map] & book.roster[side]:
        boxes.insert(0, _box(book, "muster", side, waiting))
    return boxes


@lru_cache(1 << 8)
def _box(book: TaierzhuangBook, box: str, side: int, units: int) -> Box:
    name, pieces = book.sides[side], tuple(book.lexicon.pieces[unit] for unit in bits(units))
    return Box(f"{box}.{name}", f"box.{box}", name, pieces, len(pieces))


# --- chits ------------------------------------------------------------------------------------------


def _chits(pos: TaierzhuangPosition, side: int, viewer: str, discarding: tuple[int, ...] | None) -> list[Box]:
    """5.1: a hand and a cup show their contents to their owner only, their number to everybody.

    5.3, R-50: what he lays aside leaves the hand before his own eyes; others see it when it goes back into the cup.
    """
    book, mine = pos.book, viewer == pos.name(side) or pos.outcome is not None
    hand, aside = pos.hands, discarding if mine else None
    if aside is not None:
        hand = tuple(map(sub, hand, aside))
    boxes = [_held(book, side, "hand", hand, mine), _held(book, side, "cup", pos.cups, mine)]
    if aside is not None:
        boxes.append(_held(book, side, "discards", aside, mine))
    shown = (
        _held(book, side, "played", pos.played),
        _held(book, side, "removed", _gone(book, pos.hands, pos.cups, pos.played)),
    )
    return boxes + [box for box in shown if box.count]


@lru_cache(1 << 12)
def _held(book: TaierzhuangBook, side: int, box: str, counts: tuple[int, ...], shown: bool = True) -> Box:
    name, ids = book.sides[side], _ids(book, side, counts)
    return Box(f"{box}.{name}", f"box.{box}", name, ids if shown else (), len(ids), hand=box == "hand")


@lru_cache(1 << 10)
def _gone(book: TaierzhuangBook, *parts: tuple[int, ...]) -> tuple[int, ...]:
    """The chits that are nowhere any more."""
    return tuple([count - sum(held) for count, *held in zip(book.chit_counts, *parts, strict=True)])


@lru_cache(1 << 10)
def _ids(book: TaierzhuangBook, side: int, counts: tuple[int, ...]) -> tuple[str, ...]:
    """Copies are numbered within each box anew: a number tells nothing about other boxes."""
    return tuple(name for chit in book.chits_of[side] for name in book.chits[chit].copies[: counts[chit]])
