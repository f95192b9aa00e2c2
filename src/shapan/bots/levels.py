"""Levels below the best officer of a side: whoever plays them has sensible plans, but smaller ones.

==================  =================================================================================
``recruit``         a beginner: goes for what is near and sure, and overlooks the finer means
``officer``         the plain staff: an even temper, without the idea that makes the best officer best
``staff``           the best officers known, one drawn for each game, without looking ahead
``search``          a general: lets all officers lead imagined games, and looks ahead
==================  =================================================================================
"""

from __future__ import annotations

from random import Random
from typing import Any, Self

from shapan.kernel import Game, Position, Unknown
from shapan.kernel.staff import PLAIN, Staff

from .staff import StaffBot, staff_of


class Level(StaffBot):
    """A staff whose leader is chosen by the level; nobody else can be named."""

    @classmethod
    def led(cls, rng: Random, word: str) -> Self:
        raise Unknown(f"word for {cls.__name__}", word)


class RecruitBot(Level):
    """A beginner: sensible, but of small ambition; he overlooks the finer means and never blunders on purpose."""

    title = "Recruit"

    def leader(self, pos: Position[Any]) -> Staff[Any, Any]:
        return staff_of(pos.book.game).recruit(pos.actor)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return super().plays(game) and bool(game.staff and game.staff.recruits)


class OfficerBot(Level):
    """The plain staff: even-tempered, without the idea that makes the best officer of the side best."""

    title = "Officer"

    def leader(self, pos: Position[Any]) -> Staff[Any, Any]:
        return staff_of(pos.book.game).officer(pos.actor, PLAIN)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return super().plays(game) and any(
            list(staff_of(game).mixture(side, scenario)) != [PLAIN]
            for scenario in game.scenarios
            for side in game.sides_in(scenario)
        )
