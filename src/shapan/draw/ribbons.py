"""Ribbons: one for each unit of figures, behind its rear rank, and one for each vessel and vehicle; with its name, how
many are left, and its open card."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from math import cos, radians, sin
from typing import NamedTuple

from shapan.kernel.board import Board, PieceEntry
from shapan.kernel.view import PieceView

from .markup import clean, move, num, tag
from .nations import Nation

CARD = "card."
"""Statuses that begin so are the card of the whole unit; figures do not repeat it."""
BEHIND, HIGH, FONT = 0.36, 0.6, 0.41
"""From a base or a hull to the middle, height and letters, as shares of a base."""
APART = 0.68
"""From one ribbon to the next behind it."""
ASIDE = 0.1
"""From a base or a hull to the end of a ribbon beside it."""
OVER = 100
"""How many hidden figures or hulls are as bad as a ribbon over another."""
OFF = 10_000
"""And so many as one beyond the edge of the table."""


def own(statuses: Iterable[str]) -> list[str]:
    """The statuses that a figure shows for itself."""
    return [status for status in statuses if not status.startswith(CARD)]


def named(entry: PieceEntry) -> bool:
    """Vessels and vehicles have a name of their own; a gun goes by the name of its crew."""
    return entry.shape == "model" and entry.long > 1


class Box(NamedTuple):
    """The room that a piece takes on the table: its middle, and half its width and height."""

    x: float
    y: float
    wide: float
    high: float


class Plate(NamedTuple):
    """Where a ribbon lies: its middle and its width."""

    x: float
    y: float
    wide: float


class Unit(NamedTuple):
    """Whose ribbon it is: who stands for it, how many men it has on the table, and where everything of it is."""

    entry: PieceEntry
    first: PieceView
    men: int
    own: tuple[Box, ...]

    @property
    def words(self) -> str:
        cards = [status.removeprefix(CARD) for status in self.first.statuses if status.startswith(CARD)]
        name = re.sub(r" \(.*\)$", "", self.entry.name)
        count = [str(self.men)] if self.men else []
        return " · ".join((name, *count, *(card.replace("_", " ").upper() for card in cards)))


def units(pieces: Iterable[PieceView], entries: Mapping[str, PieceEntry], size: float) -> dict[str, Unit]:
    """The figures that stand on the table by unit, and the vessels and vehicles."""
    found: dict[str, Unit] = {}
    for seen in pieces:
        entry = entries.get(seen.id)
        if entry is None or not seen.at or seen.hidden or not (entry.shape == "figure" or named(entry)):
            continue
        man = entry.shape == "figure"
        unit = entries.get(entry.formation) if man else entry
        if unit is None:
            continue
        known = found.get(unit.id, Unit(unit, seen, 0, ()))
        first = seen if man and not known.men else known.first
        found[unit.id] = Unit(unit, first, known.men + man, (*known.own, _box(entry, seen, seen.at, size)))
    return found


def _box(entry: PieceEntry, seen: PieceView, at: tuple[float, float], size: float) -> Box:
    half = entry.radius or size / 2
    if not named(entry):
        return Box(*at, half, half)
    turn, along = radians(seen.heading or 0), half * entry.long
    return Box(*at, along * abs(sin(turn)) + half * abs(cos(turn)), along * abs(cos(turn)) + half * abs(sin(turn)))


def plates(found: Mapping[str, Unit], board: Board) -> dict[str, Plate]:
    """Where the ribbons of all units lie: on the table, and none over another if that can be."""
    others = [box for unit in found.values() for box in unit.own]
    placed: dict[str, Plate] = {}
    for name, unit in found.items():
        placed[name] = _place(unit, others, placed.values(), board)
    return placed


def ribbon(unit: Unit, at: Plate, paint: Nation, size: float) -> str:
    """The ribbon of a unit."""
    high, font = HIGH * size, FONT * size
    plate = tag(
        "rect", x=num(-at.wide / 2), y=num(-high / 2), width=num(at.wide), height=num(high), rx=num(high / 2),
        fill=paint.face, stroke="#fff7e6", stroke_width=num(0.06 * size),
    )  # fmt: skip
    text = tag("text", clean(unit.words), y=num(0.35 * font), font_size=num(font), font_weight="600", fill=paint.ink)
    return tag("g", plate, text, class_="ribbon", transform=move(at.x, at.y), data_unit=unit.entry.id)


def _place(unit: Unit, others: Sequence[Box], placed: Collection[Plate], board: Board) -> Plate:
    """Behind the rear rank: below men who face up, above men who face down; in front, up to two ribbons farther off, or
    beside them, where it lay over other ribbons or hid figures. The first of equal places."""
    size = board.piece
    wide = (0.5 * len(unit.words) + 1.4) * FONT * size
    left, right = min(box.x - box.wide for box in unit.own), max(box.x + box.wide for box in unit.own)
    edges = {-1: min(box.y - box.high for box in unit.own), 1: max(box.y + box.high for box in unit.own)}
    middles = ((left + right) / 2, left + wide / 2, right - wide / 2)
    xs = [max(wide / 2, min(board.width - wide / 2, x)) for x in middles]
    down = -1 if 90 < (unit.first.heading or 0) % 360 < 270 else 1
    tries = [
        (x, edges[way] + way * (BEHIND + far * APART) * size) for far, x, way in product(range(3), xs, (down, -down))
    ]
    beside = wide / 2 + ASIDE * size
    sides = [x for x in (left - beside, right + beside) if wide / 2 < x < board.width - wide / 2]
    half = HIGH * size / 2
    tries += product(sides, ((edges[-1] + edges[1]) / 2, edges[-1] + half, edges[1] - half))

    def hides(spot: tuple[float, float]) -> int:
        x, y = spot
        men = sum(
            abs(box.x - x) < wide / 2 + box.wide and abs(box.y - y) < HIGH * size / 2 + box.high for box in others
        )
        over = sum(abs(p.x - x) < (p.wide + wide) / 2 and abs(p.y - y) < HIGH * size for p in placed)
        off = min(y, board.height - y) < HIGH * size / 2
        return men + OVER * over + OFF * off

    return Plate(*min(tries, key=hides), wide)
