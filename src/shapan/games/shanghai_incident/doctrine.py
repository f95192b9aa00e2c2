"""How a staff officer plays Shanghai Incident.

The Japanese need nineteen points and no Chinese unit in Shanghai on one evening, which they may choose: every pause
makes that dearer. The Chinese keep a foothold in Shanghai, hold the cities that are threatened, and spend their points
on forts and steps where it burns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.kernel.doctrine import Advice, best_first

from .position import ShanghaiPosition
from .sides import JAPANESE
from .staff_battle import advance, cover, fight, join, lose, withdraw
from .staff_march import move, redeploy, set_up
from .staff_pause import admin, call, land, refit
from .standing import japanese_chance

ASKED: Final[dict[str, Callable[[ShanghaiPosition], list[Advice]]]] = {
    "setup": set_up,
    "move": move,
    "combat": fight,
    "join": join,
    "cover": cover,
    "exchange": lose,
    "withdraw": withdraw,
    "advance": advance,
    "admin": admin,
    "call": call,
    "land": land,
    "refit": refit,
    "redeploy": redeploy,
}


class Staff:
    """Advice for every decision of both sides."""

    routine = frozenset({"setup", "join", "advance", "withdraw", "exchange", "cover", "refit"})

    def advise(self, pos: ShanghaiPosition) -> list[Advice]:
        return best_first(ASKED[pos.step.name](pos))

    def value(self, pos: ShanghaiPosition, side: str) -> float:
        """The chance to win as equal staffs play it out; a draw is worth half."""
        if pos.outcome:
            return 0.5 if pos.outcome.winner is None else float(pos.outcome.winner == side)
        japanese = japanese_chance(pos)
        return japanese if side == pos.book.sides[JAPANESE] else 1 - japanese
