"""How a game of Shanghai Incident stands: the chance of the Japanese to win, as staffs play it out."""

from __future__ import annotations

from .position import ShanghaiPosition
from .sides import CHINESE, JAPANESE
from .victory import total


def standing(pos: ShanghaiPosition) -> float:
    """How the game stands, positive when the Japanese are ahead: points, Shanghai, and the forces at hand."""
    book = pos.book
    points = total(pos)
    inside = (pos.occupied[CHINESE] & book.shanghai).bit_count()
    force = [sum(book.attack[unit][pos.steps[unit]] for unit in pos.on_map(side)) for side in (JAPANESE, CHINESE)]
    left = pos.pause_marker / book.pauses
    return (points - 19) / 5 - 0.35 * inside + 0.02 * (force[JAPANESE] - force[CHINESE]) - 0.5 * (1 - left)
