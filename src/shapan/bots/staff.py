"""The staff officer: does what the game's own doctrine advises."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

from shapan.kernel import Action, Game, Position, Unknown
from shapan.kernel.doctrine import Advice, Doctrine, officers_of


def doctrine_of(game: Game) -> Doctrine:
    """The doctrine that a game brings along."""
    module = f"{game.package}.doctrine"
    try:
        staff: Doctrine = import_module(module).Staff()
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        raise Unknown("doctrine for", game.id) from None
    return staff


def officer_of(staff: Doctrine, side: str, name: str) -> Doctrine:
    """The officer of that name; the staff itself has none."""
    officers = officers_of(staff, side)
    if name and name not in officers:
        raise Unknown("officer", name, officers)
    return officers[name] if name else staff


class StaffBot:
    """Takes the best advice; among advice of equal score it draws lots, so that it does not always open alike."""

    name = "staff"
    needs_world = True
    needs_doctrine = True

    def __init__(self, rng: Random, officer: str = "") -> None:
        self.rng = rng
        self.officer = officer
        self._doctrine: tuple[str, Doctrine] | None = None

    def advise(self, pos: Position[Any]) -> list[Advice]:
        """All advice, the best first."""
        return officer_of(self.doctrine(pos), pos.actor, self.officer).advise(pos)

    def doctrine(self, pos: Position[Any]) -> Doctrine:
        game = pos.book.game
        if self._doctrine is None or self._doctrine[0] != game.id:
            self._doctrine = (game.id, doctrine_of(game))
        return self._doctrine[1]

    def choose(self, pos: Position[Any]) -> Action:
        advice = self.advise(pos)
        best = [entry.action for entry in advice if entry.score >= advice[0].score]
        return best[0] if len(best) == 1 else self.rng.choice(best)
