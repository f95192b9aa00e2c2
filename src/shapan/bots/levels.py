"""Levels below the best officer of a side: whoever plays them has sensible plans, but smaller ones.

==================  =================================================================================
``recruit``         a beginner: goes for what is near and sure, and overlooks the finer means
``officer``         the plain staff: an even temper, without the idea that makes the best officer best
``staff``           the best officer known, without looking ahead
``search``          a general: lets all officers lead imagined games, and looks ahead
==================  =================================================================================
"""

from __future__ import annotations

from random import Random
from typing import Any, Self

from shapan.kernel import Game, Side, Unknown
from shapan.kernel.staff import PLAIN, Staff

from .staff import StaffBot


class Level(StaffBot):
    """A staff whose leader is chosen by the level; nobody else can be named."""

    @classmethod
    def led(cls, rng: Random, word: str) -> Self:
        raise Unknown(f"word for {cls.__name__}", word)


class RecruitBot(Level):
    """A beginner: sensible, but of small ambition; he overlooks the finer means and never blunders on purpose."""

    title = "Recruit"

    def leader(self, staff: Staff[Any, Any], side: Side) -> Staff[Any, Any]:
        return staff.recruit(side)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return super().plays(game) and bool(game.staff and game.staff.recruits)


class OfficerBot(Level):
    """The plain staff: even-tempered, without the idea that makes the best officer of the side best."""

    title = "Officer"

    def leader(self, staff: Staff[Any, Any], side: Side) -> Staff[Any, Any]:
        return staff.officer(side, PLAIN)

    @classmethod
    def plays(cls, game: Game) -> bool:
        return super().plays(game) and bool(game.staff and game.staff.favourites)
