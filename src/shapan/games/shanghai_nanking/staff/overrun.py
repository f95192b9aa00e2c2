"""Overruns as the Japanese staff weighs them (9.6): one attempt, or as many as a stack has movement points for.

An attempt that fails costs one movement point, and fire support helps as in any attack. A stack that starts next to its
target can therefore attack it several times in one move, where a fight would allow one attack (10.1).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from shapan.mechanics.odds import odds_position

from ..battle import OVERRUN
from ..book import CampaignBook
from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE
from .ground import Ground
from .odds import clear_bonus, helpful, overrun_worth, step_value
from .picture import Picture

MOST: Final = 5
"""Attempts beyond which nobody looks."""
REDUCED: Final = 3
"""The factors of a reduced regiment: so many are lost once no full one is left, which loses a single factor when it is
flipped (10.5.2)."""
KEPT: Final = 20_000
"""How many contests are remembered."""


class Attempt(msgspec.Struct, frozen=True):
    """An overrun as it could be tried."""

    worth: float
    clear: float
    """The chance to break through."""
    column: int
    """Of the first attempt."""
    enough: bool
    """Is the chance good enough for this officer?"""
    reason: str

    def told(self, book: CampaignBook, target: int) -> dict[str, str]:
        return {"hex": book.grid.name(target), "odds": book.crt.heading(self.column), "chance": f"{self.clear:.0%}"}


class Contest(msgspec.Struct, frozen=True):
    """A stack against a hex, between two attempts."""

    attack: int
    fresh: int
    """Units of the stack that still have two steps."""
    defence: int
    steps: int
    """Factors and steps of the defenders before the first attempt."""
    left: int
    """Steps of theirs that are left."""
    shift: int
    markers: tuple[int, ...]
    """How often each category can still support an attempt."""
    tries: int


class Forecast(msgspec.Struct, frozen=True):
    """What all attempts together come to: the chance to empty the hex, and the steps that both sides lose."""

    clear: float = 0.0
    lost: float = 0.0
    killed: float = 0.0


NOTHING: Final = Forecast()


def insists(picture: Picture, target: int) -> bool:
    """4.1, 4.2: does this officer try a hex again and again? Only next to Shanghai, where a hex can decide the game."""
    return picture.temper.insist < 1.0 and bool(picture.ground.ring >> target & 1)


def weigh_overrun(picture: Picture, last: int, target: int, units: list[int], points: int) -> Attempt:
    """What an overrun from a hex next to the target promises a stack that has so many points there."""
    temper = picture.temper
    worth, clear, column = overrun_worth(picture, last, target, units)
    if not insists(picture, target):
        return Attempt(worth, clear, column, clear >= temper.break_through, "reason.overrun")
    whole = forecast(picture, last, target, units, points)
    fresh = min(whole.lost, _fresh(picture.pos, units))
    worth = whole.clear * clear_bonus(picture, target)
    worth += whole.killed * step_value(picture, target, picture.endurance(target))
    worth -= temper.fresh * fresh + temper.worn * (whole.lost - fresh)
    return Attempt(worth, whole.clear, column, whole.clear >= temper.insist, "reason.insist")


def forecast(picture: Picture, last: int, target: int, units: list[int], points: int) -> Forecast:
    """Attempt after attempt until the hex is empty or the points are spent."""
    pos, book = picture.pos, picture.pos.book
    entry = pos.front(JAPANESE).field.step_cost(last, target)
    if entry is None:
        return NOTHING
    factors = sum(picture.factors[unit] for unit in units)
    steps = max(1, round(picture.endurance(target)))
    contest = Contest(
        attack=book.terrain.shares.floor(int(factors * book.terrain.share(last, target))),
        fresh=_fresh(pos, units),
        defence=picture.defence(target),
        steps=steps,
        left=steps,
        shift=book.terrain.shift[CHINESE][target] + book.shifts["overrun"],
        markers=tuple(min(MOST, pos.ready[JAPANESE][number]) for number in helpful(pos, OVERRUN, target)),
        tries=min(MOST, (points - entry) // book.overrun_points),
    )
    return tries_of(picture.ground)(contest)


def _fresh(pos: CampaignPosition, units: list[int]) -> int:
    return sum(1 for unit in units if pos.steps[unit] > 1)


class Tries:
    """What attempts come to by one Combat Results Table; the same contest is worked out once."""

    def __init__(self, ground: Ground) -> None:
        self.results, self.clamped = ground.results, ground.book.crt.clamped
        self._known: dict[Contest, Forecast] = {}

    def __call__(self, contest: Contest) -> Forecast:
        if contest.attack < 1 or contest.tries < 1:
            return NOTHING
        found = self._known.get(contest)
        if found is None:
            if len(self._known) >= KEPT:
                self._known = {}
            found = self._known[contest] = self._mean(contest)
        return found

    def _mean(self, contest: Contest) -> Forecast:
        defence = max(1, round(contest.defence * contest.left / contest.steps))
        column = odds_position(contest.attack, defence) + contest.shift
        column += sum(1 for count in contest.markers if count)
        results = self.results[self.clamped(column)]
        ends = [self._after(contest, paid, taken) for paid, taken in results]
        return Forecast(
            sum(end.clear for end in ends) / len(ends),
            sum(end.lost for end in ends) / len(ends),
            sum(end.killed for end in ends) / len(ends),
        )

    def _after(self, contest: Contest, paid: int, taken: int) -> Forecast:
        """One result, and what follows from it."""
        if taken >= contest.left:
            return Forecast(1.0, paid, contest.left)
        flipped = min(paid, contest.fresh)
        rest = self(
            msgspec.structs.replace(
                contest,
                attack=contest.attack - flipped - REDUCED * (paid - flipped),
                fresh=contest.fresh - flipped,
                left=contest.left - taken,
                markers=tuple(max(0, count - 1) for count in contest.markers),
                tries=contest.tries - 1,
            )
        )
        return Forecast(rest.clear, paid + rest.lost, taken + rest.killed)


@lru_cache(maxsize=16)
def tries_of(ground: Ground) -> Tries:
    """Every position of a book shares what has been worked out."""
    return Tries(ground)
