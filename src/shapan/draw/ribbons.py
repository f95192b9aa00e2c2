"""Ribbons: one for each unit of figures, behind its rear rank, with its name, how many are left, and its open card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from shapan.kernel.board import PieceEntry
from shapan.kernel.view import PieceView

from .markup import clean, move, num, tag
from .nations import Nation

Spot: TypeAlias = tuple[int, int]
CARD = "card."
"""Statuses that begin so are the card of the whole unit; figures do not repeat it."""
BEHIND, HIGH, FONT = 0.86, 0.6, 0.41
"""From the middle of the rear rank, height and letters, as shares of a base."""


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


def ribbon(unit: PieceEntry, men: list[PieceView], others: Sequence[Spot], paint: Nation, size: float) -> str:
    """The ribbon of a unit; ``others`` are the spots of all figures, which it should not hide."""
    label = words(unit, men)
    wide, high, font = (0.5 * len(label) + 1.4) * FONT * size, HIGH * size, FONT * size
    x, y = _place([seen.at for seen in men if seen.at], men[0].heading or 0, wide, others, size)
    plate = tag(
        "rect", x=num(-wide / 2), y=num(-high / 2), width=num(wide), height=num(high), rx=num(high / 2),
        fill=paint.face, stroke="#fff7e6", stroke_width=num(0.06 * size),
    )  # fmt: skip
    text = tag("text", clean(label), y=num(0.35 * font), font_size=num(font), font_weight="600", fill=paint.ink)
    return tag("g", plate, text, class_="ribbon", transform=move(x, y), data_unit=unit.id)


def _place(
    spots: Sequence[Spot], heading: int, wide: float, others: Sequence[Spot], size: float
) -> tuple[float, float]:
    """Behind the rear rank: below men who face up, above men who face down; in front if it hid more figures there."""
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    middle = (min(xs) + max(xs)) / 2
    behind = [max(ys) + BEHIND * size, min(ys) - BEHIND * size]
    if 90 < heading % 360 < 270:
        behind.reverse()

    def hides(y: float) -> int:
        return sum(abs(u - middle) < (wide + size) / 2 and abs(v - y) < (HIGH + 1) * size / 2 for u, v in others)

    return middle, min(behind, key=hides)
