"""The staff officer: does what the game's own staff advises."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from shapan.kernel import Action, Game, Position, Side, Unknown
from shapan.kernel.staff import Advice, Staff

from .bot import Bot


def staff_of(game: Game) -> Staff[Any, Any]:
    """The staff that a game brings along."""
    if game.staff is None:
        raise Unknown("staff for", game.id)
    return game.staff


class StaffBot(Bot):
    """The best officer of the side, as he plays without looking ahead; of equal advice he draws lots."""

    needs_staff = True

    def __init__(self, rng: Random, officer: str = "") -> None:
        super().__init__(rng)
        self.officer = officer

    @classmethod
    def led(cls, rng: Random, word: str) -> Self:
        """The staff led by its officer of that name."""
        return cls(rng, word)

    def advise(self, pos: Position[Any]) -> list[Advice]:
        """All advice, the best first."""
        return self.leader(staff_of(pos.book.game), pos.actor).advise(pos)

    def leader(self, staff: Staff[Any, Any], side: Side) -> Staff[Any, Any]:
        """Who is asked: the officer who was named, or whoever has been shown to be the best of the side."""
        return staff.officer(side, self.officer) if self.officer else staff.leader(side)

    def choose(self, pos: Position[Any]) -> Action:
        advice = self.advise(pos)
        best = [entry.action for entry in advice if entry.score >= advice[0].score]
        return best[0] if len(best) == 1 else self.rng.choice(best)
