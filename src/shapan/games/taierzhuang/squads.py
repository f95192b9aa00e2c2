"""Storm Over Taierzhuang 7.0: units that act together are Ready, of one side, and all in one area or zone.

Under Li Tsung Jen's Command (5.2, R-61) several areas act in one impulse, one after the other, and a unit acts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Refusal, SideFrame, SideStep, amended
from shapan.kernel.frames import S

from .book import Areas, Units
from .position import TaierzhuangPosition


class Command(SideFrame):
    """5.2, R-61: Li Tsung Jen's Command is being carried out."""

    left: int
    """How many areas may still act."""
    used: Areas = 0
    """The areas and zones that have acted."""
    acted: Units = 0
    """The units that have acted, wherever they are now."""


def acted_before(pos: TaierzhuangPosition) -> Units:
    """R-61: the units that have acted under the Command already; none without it."""
    command = pos.nearest(Command)
    return command.acted if command else 0


def note_acted(pos: TaierzhuangPosition, units: Units) -> None:
    """R-61: once an action is over, the Command that it was a part of remembers who acted."""
    command = pos.top if pos.stack else None
    if isinstance(command, Command):
        pos.become(amended(command, acted=command.acted | units))


def singles(units: int) -> list[tuple[int, ...]]:
    """Each unit of a set as a group of one, the way options name them."""
    return [(unit,) for unit in bits(units)]


Fits = Callable[[tuple[int, ...]], bool]
"""May these units do it together?"""


def as_many(units: Units, fit: Fits, most: int = 1000, companies: Iterable[Units] = ()) -> tuple[int, ...]:
    """As many of these units as fit together, whoever comes first in numbering first.

    One unit can keep others from coming (a slow one, a tank in the town), so the companies are tried as well; see
    ``companies_of``.
    """
    squad = tuple(bits(units)[: max(most, 0)])
    if not squad or fit(squad):
        return squad
    best: tuple[int, ...] = ()
    for company in (units, *companies):
        found = _greedy(company & units, fit, most)
        best = found if len(found) > len(best) else best
    return best


def anyone(units: Units, fit: Fits, most: int = 1000) -> bool:
    """Would ``as_many`` find anybody at all? Answered as soon as there is one, the most not looked for."""
    if most <= 0 or not units:
        return False
    squad = bits(units)
    return any(fit((unit,)) for unit in squad) or fit(tuple(squad[:most]))


def _greedy(units: Units, fit: Fits, most: int) -> tuple[int, ...]:
    squad: tuple[int, ...] = ()
    for unit in bits(units):
        if len(squad) < most and fit((*squad, unit)):
            squad = (*squad, unit)
    return squad


def companies_of(pos: TaierzhuangPosition, units: Units) -> list[Units]:
    """7.1.1: those of these units that are at least so fast, with their tanks and without."""
    fast, found = 0, []
    for _, those in sorted(pos.book.by_movement, reverse=True):
        fast |= units & those
        found += [fast, fast & ~pos.book.tanks]
    return found


def activated(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> Refusal | None:
    """2.1, 7.0: one's own Ready units, all in the same area or zone, each named once."""
    return together(pos, side, units) or _spent(pos, units)


def _spent(pos: TaierzhuangPosition, units: Sequence[int]) -> Refusal | None:
    tired = next((unit for unit in units if pos.spent >> unit & 1), None)
    return None if tired is None else Refusal("2.1", "refusal.spent", unit=tired)


def together(pos: TaierzhuangPosition, side: int, units: Sequence[int]) -> Refusal | None:
    """7.0: one's own units of one area or zone, Ready or not."""
    if len(set(units)) < len(units):
        return Refusal("7.0", "refusal.named_twice")
    squad, here = mask_of(units), pos.place_of(units[0])
    if not squad & ~pos.book.roster[side] and 0 <= here < pos.book.place_count and not squad & ~pos.at[here]:
        return None
    for unit in units:
        if not pos.book.roster[side] >> unit & 1:
            return Refusal("7.0", "refusal.not_yours", unit=unit)
        if not 0 <= pos.place_of(unit) < pos.book.place_count:
            if pos.retreated >> unit & 1:
                return Refusal("8.0", "refusal.retreated", unit=unit)
            return Refusal("7.0", "refusal.not_in_play", unit=unit)
    return Refusal("7.0", "refusal.one_area")


class NamingSquad(SideStep[TaierzhuangPosition, S]):
    """7.0: those who are going to act together are named, one after the other or all at once."""

    def free(self, pos: TaierzhuangPosition, at: S) -> Units:
        """Those who could be asked to join."""
        raise NotImplementedError

    def join_refusal(self, pos: TaierzhuangPosition, at: S, units: Sequence[int]) -> Refusal | None:
        """Why these units cannot join those who have been named."""
        raise NotImplementedError

    def joinable(self, pos: TaierzhuangPosition, at: S) -> list[tuple[int, ...]]:
        """Each unit that may join by itself."""
        return [squad for squad in singles(self.free(pos, at)) if self.fit(pos, at, squad)]

    def fit(self, pos: TaierzhuangPosition, at: S, squad: tuple[int, ...]) -> bool:
        """May these join together?"""
        return self.join_refusal(pos, at, squad) is None
