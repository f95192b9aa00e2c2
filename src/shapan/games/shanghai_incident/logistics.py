"""Shanghai Incident 13.5 Chinese logistics: the award of a pause, and what comes back of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from shapan.kernel import DieStep, Frame, Param, amended
from shapan.mechanics.fire_and_movement.terms import Units

if TYPE_CHECKING:
    from .position import ShanghaiPosition


class Awarding(Frame, step="award"):
    """13.5: the points of this pause are rolled for."""

    dice: int
    """Award dice still to roll."""
    award: int
    """What they have brought so far."""
    raids: int
    """15.4: dice still to roll for air markers on the track."""


class Award(DieStep["ShanghaiPosition", Awarding]):
    """13.5: dice and a fixed number; then a die for each air marker on the track, halved, is taken off."""

    case: ClassVar[str] = "13.5"

    def settle(self, pos: ShanghaiPosition, at: Awarding) -> bool:
        if at.dice or at.raids:
            return True
        pos.done()
        pos.logistics = min(pos.book.track["logistics_limit"], pos.logistics + at.award)
        pos.tell("13.5", "event.award", count=at.award, total=pos.logistics)
        return False

    def rolled(self, pos: ShanghaiPosition, at: Awarding, face: int) -> None:
        if at.dice:
            pos.become(amended(at, dice=at.dice - 1, award=at.award + face))
            pos.tell("13.5", "event.award_die", die=face)
        else:
            less = face // pos.book.logistics["air_divisor"]
            pos.become(amended(at, award=at.award - less, raids=at.raids - 1))
            pos.tell("13.5", "event.raid_die", die=face, count=less)

    def prompt(self, pos: ShanghaiPosition, at: Awarding) -> tuple[str, dict[str, Param]]:
        return ("prompt.award" if at.dice else "prompt.award_raid"), {}


def refund(pos: ShanghaiPosition, entering: Units) -> None:
    """R-42: a brigade of which no unit can be placed costs nothing; one that came in part waits for its rest."""
    for name, members in enumerate(pos.book.members):
        if members & pos.waiting == members and not members & entering:
            pos.waiting &= ~members
            pos.logistics += pos.book.logistics["brigade"]
            pos.tell("13.6", "event.no_entry", formation=pos.book.name_of(name))
