"""Ribbons: one for each unit of figures, behind its rear rank, with its name, how many are left, and its open card."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from shapan.kernel.board import Board, PieceEntry
from shapan.kernel.view import PieceView

from .markup import clean, move, num, tag
from .nations import Nation

Spot: TypeAlias = tuple[int, int]
CARD = "card."
"""Statuses that begin so are the card of the whole unit; figures do not repeat it."""
BEHIND, HIGH, FONT = 0.86, 0.6, 0.41
"""From the middle of the rear rank, height and letters, as shares of a base."""
APART = 0.68
"""From one ribbon to the next behind it."""
OVER = 100
"""How many hidden figures are as bad as a ribbon over another."""
OFF = 10_000
"""And so many as one beyond the edge of the table."""


def own(statuses: Iterable[str]) -> list[str]:
    """The statuses that a figure shows for itself."""
    return [status for status in statuses if not status.startswith(CARD)]


def units(pieces: Iterable[PieceView], entries: Mapping[str, PieceEntry]) -> dict[str, list[PieceView]]:
    """The figures that stand on the table by unit."""
    found: dict[str, list[PieceView]] = {}
    for seen in pieces:
        entry = entries.get(seen.id)
        if entry and entry.shape == "figure" and seen.at and not seen.hidden:
            found.setdefault(entry.formation, []).append(seen)
    return found


def words(unit: PieceEntry, men: list[PieceView]) -> str:
    cards = [status.removeprefix(CARD) for status in men[0].statuses if status.startswith(CARD)]
    return " · ".join((unit.name, str(len(men)), *(card.replace("_", " ").upper() for card in cards)))


class Plate(NamedTuple):
    """Where a ribbon lies: its middle and its width."""

    x: float
    y: float
    wide: float


def plates(found: Mapping[str, list[PieceView]], entries: Mapping[str, PieceEntry], board: Board) -> dict[str, Plate]:
    """Where the ribbons of all units lie: on the table, and none over another if that can be."""
    size = board.piece
    others = [seen.at for men in found.values() for seen in men if seen.at]
    placed: dict[str, Plate] = {}
    for name, men in found.items():
        wide = (0.5 * len(words(entries[name], men)) + 1.4) * FONT * size
        spots = [seen.at for seen in men if seen.at]
        placed[name] = _place(spots, men[0].heading or 0, wide, others, placed.values(), board)
    return placed


def ribbon(unit: PieceEntry, men: list[PieceView], at: Plate, paint: Nation, size: float) -> str:
    """The ribbon of a unit."""
    label = words(unit, men)
    high, font = HIGH * size, FONT * size
    plate = tag(
        "rect", x=num(-at.wide / 2), y=num(-high / 2), width=num(at.wide), height=num(high), rx=num(high / 2),
        fill=paint.face, stroke="#fff7e6", stroke_width=num(0.06 * size),
    )  # fmt: skip
    text = tag("text", clean(label), y=num(0.35 * font), font_size=num(font), font_weight="600", fill=paint.ink)
    return tag("g", plate, text, class_="ribbon", transform=move(at.x, at.y), data_unit=unit.id)


def _place(
    spots: Sequence[Spot], heading: int, wide: float, others: Sequence[Spot], placed: Collection[Plate], board: Board
) -> Plate:
    """Behind the rear rank: below men who face up, above men who face down; in front, or up to two ribbons farther off,
    where it lay over other ribbons or hid figures. The first of equal places."""
    xs, ys, size = [x for x, _ in spots], [y for _, y in spots], board.piece
    middle = max(wide / 2, min(board.width - wide / 2, (min(xs) + max(xs)) / 2))
    down = -1 if 90 < heading % 360 < 270 else 1
    edges = {1: max(ys), -1: min(ys)}
    tries = [edges[way] + way * (BEHIND + far * APART) * size for far in range(3) for way in (down, -down)]

    def hides(y: float) -> int:
        men = sum(abs(u - middle) < (wide + size) / 2 and abs(v - y) < (HIGH + 1) * size / 2 for u, v in others)
        over = sum(abs(p.x - middle) < (p.wide + wide) / 2 and abs(p.y - y) < HIGH * size for p in placed)
        off = min(y, board.height - y) < HIGH * size / 2
        return men + OVER * over + OFF * off

    return Plate(middle, min(tries, key=hides), wide)
