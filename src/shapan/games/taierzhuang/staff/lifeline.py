"""6.3 The line of supply as a Japanese staff officer minds it: who would be cut off, by himself or by guerrillas."""

from __future__ import annotations

from functools import cached_property, lru_cache

from shapan.ground.areas import bits, mask_of

from ..book import TaierzhuangBook
from ..position import TaierzhuangPosition
from ..sides import JAPANESE
from .temper import Temper

Way = tuple[int, ...]


def price(pos: TaierzhuangPosition, temper: Temper, units: int, path: Way) -> float:
    """What it costs the supply that a group goes from the first place of a path to the last."""
    return Supply(pos, temper).price(units, path)


class Supply:
    """The line of supply in one position, for everybody who could march."""

    def __init__(self, pos: TaierzhuangPosition, temper: Temper) -> None:
        self.book, self.temper = pos.book, temper
        roster = pos.book.roster[JAPANESE]
        self.strengths = [(units & roster).bit_count() for units in pos.at]
        """Japanese units in each place and box."""
        self.occupied = mask_of([area for area in range(pos.book.area_count) if self.strengths[area]])
        self.fed = pos.book.in_supply(self.occupied)

    def price(self, units: int, path: Way) -> float:
        """What it costs that a group goes from the first place of a path to the last."""
        cost, exposed = self.hunger(units, path), self.temper.exposed
        return cost + exposed * self.exposure(units, path) if exposed else cost

    def hunger(self, units: int, path: Way) -> float:
        """6.3: what it costs that the group, or those who depended on it, would be out of supply."""
        here, there, temper, occupied = path[0], path[-1], self.temper, self.occupied
        number = units.bit_count()
        empties = [area for area in path[1:-1] if not occupied >> area & 1]
        after = occupied | 1 << there
        if number > temper.post * len(empties):
            after |= mask_of(empties)
        if self.strengths[here] == number and self.book.areas >> here & 1:
            after &= ~(1 << here)
        fed = self.book.in_supply(after)
        cost = 0.0 if fed >> there & 1 else temper.hunger * number
        changed = occupied & after & (fed ^ self.fed)
        if changed:
            for area in bits(changed & self.fed):
                cost += temper.hunger * self.strengths[area]
            for area in bits(changed & fed):
                cost -= temper.relief * self.strengths[area]
        return cost

    def exposure(self, units: int, path: Way) -> int:
        """5.2: how many more units than now guerrillas could cut off at one stroke or another after a march."""
        number = units.bit_count()
        found = self.exposures.get((number, path))
        if found is None:
            found = self.exposures[number, path] = self._exposure(number, path)
        return found

    @cached_property
    def exposures(self) -> dict[tuple[int, Way], int]:
        """What has been found out about that, by this officer or by another before the same disposition."""
        return exposures(self.book, tuple(self.strengths), self.temper.post)

    def _exposure(self, number: int, path: Way) -> int:
        here, there, book = path[0], path[-1], self.book
        after = self.strengths[: book.area_count]
        if book.areas >> here & 1:
            after[here] -= number
        empties = [area for area in path[1:-1] if not self.strengths[area]]
        if number > self.temper.post * len(empties):
            for area in empties:
                after[area] += self.temper.post
                number -= self.temper.post
        after[there] += number
        return at_risk(book, tuple(after)) - self.risk

    @cached_property
    def risk(self) -> int:
        """How many they could cut off now."""
        return at_risk(self.book, tuple(self.strengths[: self.book.area_count]))


def dependents(pos: TaierzhuangPosition, area: int) -> int:
    """6.3: how many units elsewhere are out of supply once nobody is left in an area."""
    occupied = pos.occupied(JAPANESE)
    starved = pos.book.in_supply(occupied) & ~pos.book.in_supply(occupied & ~(1 << area)) & ~(1 << area)
    return sum(pos.strength(JAPANESE, place) for place in bits(starved))


def rearguard(pos: TaierzhuangPosition, units: int, count: int) -> list[int]:
    """The weakest of a group, who stay behind."""
    return sorted(bits(units), key=lambda unit: (pos.book.cf[unit], unit))[:count]


@lru_cache(maxsize=512)
def exposures(book: TaierzhuangBook, strengths: tuple[int, ...], post: int) -> dict[tuple[int, Way], int]:
    """What is known of marches in a disposition of the Japanese, for those who leave so many behind."""
    return {}


@lru_cache(maxsize=4096)
def at_risk(book: TaierzhuangBook, strengths: tuple[int, ...]) -> int:
    """5.2: for every area in which guerrillas can cut the supply, how many units lose it then. Most marches lead to
    what another has led to before."""
    chit = book.chits[book.by_effect["guerrillas"]]
    occupied = mask_of([area for area, count in enumerate(strengths) if count])
    fed = book.in_supply(occupied)
    found = 0
    for area in bits(fed & ~book.town):
        if strengths[area] <= chit.most_units:
            starved = fed & ~book.in_supply(occupied & ~(1 << area))
            found += sum(strengths[place] for place in bits(starved)) - strengths[area]
    return found
