"""The staff officer: does what the game's own staff advises."""

from __future__ import annotations

from random import Random
from typing import Any, Self

from shapan.kernel import Action, Game, Position, Unknown
from shapan.kernel.staff import Advice, Staff

from .bot import Bot


def staff_of(game: Game) -> Staff[Any, Any]:
    """The staff that a game brings along."""
    if game.staff is None:
        raise Unknown("staff for", game.id)
    return game.staff


class StaffBot(Bot):
    """Led as good players would lead: an officer of the side is drawn for the whole game, as the league mixes them."""

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
        return self.leader(pos).advise(pos)

    def leader(self, pos: Position[Any]) -> Staff[Any, Any]:
        """Who is asked: the officer who was named, or the one whom the lot has given the acting side for this game."""
        staff, side, scenario = staff_of(pos.book.game), pos.actor, pos.book.scenario
        if self.officer:
            return staff.officer(side, self.officer)
        if len(staff.mixture(side, scenario)) > 1 and self.lot is None:
            self.lot = str(self.rng.getrandbits(64))
        return staff.drawn(side, scenario, Random(f"officer {side} {self.lot}"))

    def choose(self, pos: Position[Any]) -> Action:
        """What the leader advises; of equal advice he draws lots."""
        advice = self.advise(pos)
        best = [entry.action for entry in advice if entry.score >= advice[0].score]
        return best[0] if len(best) == 1 else self.rng.choice(best)
