"""What a side of Shanghai Incident wants to enter or to keep, how much, and how far it is.

Worths are in steps: one is the loss of a step.
"""

from __future__ import annotations

from typing import NamedTuple

from shapan.ground.hexes import Mask, bits
from shapan.kernel.kept import follows_from

from ..book import ShanghaiBook
from ..position import ShanghaiPosition
from ..sides import CHINESE, JAPANESE
from ..trains import line_reach
from ..victory import total
from .ground import atlas
from .temper import Temper


class Aim(NamedTuple):
    """A goal as a unit sees it."""

    worth: float
    march: list[int]
    """The points from every hex."""
    hex: int


# --- goals ------------------------------------------------------------------------------------------


def goals(pos: ShanghaiPosition, side: int, temper: Temper, home: bool = False) -> dict[int, float]:
    """The hexes that a side wants to enter or to keep, and how much; ``home``: for the garrison of Shanghai."""
    return japanese_goals(pos, temper, home) if side == JAPANESE else chinese_goals(pos, temper)


def japanese_goals(pos: ShanghaiPosition, temper: Temper, home: bool) -> dict[int, float]:
    """12.3: cities and forts, to take and to keep; 12.2: no Chinese may be left in Shanghai or walk into it."""
    book, mine, theirs = pos.book, pos.occupied[JAPANESE], pos.occupied[CHINESE]
    danger = menace(pos)
    short = book.levels[1].minimum - total(pos)
    # Divisions take cities until the points suffice or the last segment has come; then Shanghai must be cleared.
    last = not pos.pause_marker
    street = temper.shanghai if home or short <= book.victory["city"] or last else temper.later
    found = dict.fromkeys(bits(theirs & book.shanghai), street)
    closing = short <= 0 or (last and pos.turn + temper.evenings >= book.days)
    guard, gate = (temper.won, temper.won) if closing else (temper.guard, temper.gate)
    if home or closing:
        gates = book.shanghai & ~(pos.closed | theirs | pos.shunned_by(JAPANESE))
        found |= {here: gate if danger >> here & 1 else temper.inner for here in bits(gates)}
    less = temper.afar if home else 0.0
    for city in book.cities:
        missing = city.hexes & ~pos.held[JAPANESE]
        found |= dict.fromkeys(bits(missing), temper.city - less + temper.retake * (missing != city.hexes))
        if not missing:
            found |= dict.fromkeys(bits(city.hexes & danger), guard - less)
    wanted = book.fort_hexes & ~pos.held[JAPANESE] if pos.razed else book.fort_hexes
    found |= {here: temper.forts - less + 1.0 * (mine & book.fort_hexes).bit_count() for here in bits(wanted)}
    return found


def menace(pos: ShanghaiPosition) -> Mask:
    """Where Chinese units could stand after their next move."""
    book, theirs, zone = pos.book, pos.occupied[CHINESE], pos.zone_of(JAPANESE)
    ground = book.fields.field(book.costs["leg"], pos.occupied[JAPANESE], zone, pos.closed)
    found = (
        theirs
        | ground.reach_from(theirs, max(book.ma[unit] for unit in book.units_of[CHINESE]))
        | book.grid.spread(theirs & zone) & ground.open_
    )
    for train in bits(book.loose & pos.present):
        found |= line_reach(pos, train)
    return found & book.playable


def chinese_goals(pos: ShanghaiPosition, temper: Temper) -> dict[int, float]:
    """A foothold in Shanghai before all, then the cities that the Japanese are near, and what they have left alone."""
    inside = (pos.occupied[CHINESE] & pos.book.shanghai).bit_count()
    return _chinese_goals(pos, pos.occupied[JAPANESE], pos.held[JAPANESE], inside, desperate(pos, temper), temper)


@follows_from("closed")
def _chinese_goals(
    pos: ShanghaiPosition, theirs: Mask, held: Mask, inside: int, last_chance: bool, temper: Temper
) -> dict[int, float]:
    """The same from what it follows from, which mostly stays as it is while Chinese units move."""
    book = pos.book
    start = book.held_at_start[JAPANESE]
    plenty = 2 * temper.city
    foothold = temper.last_foothold if inside <= 1 else temper.shanghai if inside <= temper.footholds else plenty
    found = {}
    for here in bits(book.shanghai & ~(pos.closed | theirs)):
        found[here] = foothold if not start >> here & 1 or not inside else temper.city / inside
    if last_chance:
        found |= dict.fromkeys(bits(book.shanghai & ~pos.closed), temper.last_foothold)
    danger = spread(book, theirs, temper.near)
    for city in book.cities:
        near = temper.threatened if danger & city.hexes else 0.0
        for here in bits(city.hexes & ~theirs):
            found[here] = temper.city + near + temper.retake * (held >> here & 1)
    return found


def desperate(pos: ShanghaiPosition, temper: Temper) -> bool:
    """12.2: is it time to put everything on a unit in Shanghai?"""
    last = not pos.pause_marker and pos.book.days - pos.turn < temper.homecoming
    return last or total(pos) >= temper.alarm_points


def aims(pos: ShanghaiPosition, wanted: dict[int, float]) -> list[Aim]:
    ways = atlas(pos.book)
    return [Aim(worth, ways[goal].march, goal) for goal, worth in wanted.items()]


def spread(book: ShanghaiBook, hexes: Mask, times: int) -> Mask:
    for _ in range(times):
        hexes |= book.grid.spread(hexes)
    return hexes
