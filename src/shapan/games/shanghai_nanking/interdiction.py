"""Shanghai-Nanking Campaign 11.2 Japanese air interdiction, and Chinese air support against it (11.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from shapan.ground.hexes import bits
from shapan.kernel import Action, Actor, DieStep, Group, Options, Param, Refusal, Step

from .actions import Intercept, Interdicted
from .book import IN_PLAY
from .position import CampaignPosition
from .sides import CHINESE
from .support import ChineseAir, air_roll


def begin_interdiction(pos: CampaignPosition) -> None:
    """11.2: from turn 3 on, whenever reinforcements wait (R-07); first any Chinese air support."""
    if pos.turn >= pos.book.interdiction_from:
        pos.call("cover" if pos.chinese_air else "interdiction")


class AirCover(ChineseAir):
    """11.3: Chinese air support against the interdiction."""

    name = "cover"

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        pos.done()
        pos.call("cover_roll" if isinstance(action, Intercept) else "interdiction")


class RollCover(DieStep[CampaignPosition]):
    """11.3: a six disrupts the interdiction, a one ends Chinese air support."""

    name = "cover_roll"
    case = "11.3"

    def rolled(self, pos: CampaignPosition, face: int) -> None:
        pos.done()
        if not air_roll(pos, face):
            pos.call("interdiction")


class RollInterdiction(DieStep[CampaignPosition]):
    """11.2: so many combat factors of this turn's reinforcements are removed for good."""

    name = "interdiction"
    case = "11.2"

    def rolled(self, pos: CampaignPosition, face: int) -> None:
        pos.done()
        pos.tell("11.2", "event.interdiction", die=face)
        pos.call("interdict", face, 0)


# --- 11.2 the choice of units -------------------------------------------------------------------


@cache
def least_sets(factors: tuple[tuple[int, int], ...], die: int) -> tuple[tuple[int, ...], ...]:
    """R-07: every choice, as counts per factor, that reaches the die and from which no unit could be left out.

    ``factors``: each factor with the number of units that have it, rising. Nothing when all together fall short.
    """
    found: list[tuple[int, ...]] = []

    def grow(at: int, counts: tuple[int, ...], total: int, smallest: int) -> None:
        if total >= die:
            if total - smallest < die:
                found.append(counts + (0,) * (len(factors) - at))
            return
        if at < len(factors):
            factor, most = factors[at]
            for count in range(most + 1):
                taken = total + factor * count
                grow(at + 1, (*counts, count), taken, smallest if count == 0 or smallest else factor)
                if taken >= die:
                    break

    grow(0, (), 0, 0)
    return tuple(found)


def victims(pos: CampaignPosition, die: int, chosen: int) -> list[int]:
    """11.2: the units that may be named next, so that a least set comes out in the end."""
    pool = [*pos.waiting(CHINESE), *bits(chosen)]
    numbers = sorted(Counter(pos.factor(unit) for unit in pool).items())
    have = Counter(pos.factor(unit) for unit in bits(chosen))
    wanted = {
        factor
        for counts in least_sets(tuple(numbers), die)
        if all(have[factor] <= count for (factor, _), count in zip(numbers, counts, strict=True))
        for (factor, _), count in zip(numbers, counts, strict=True)
        if have[factor] < count
    }
    return [unit for unit in pos.waiting(CHINESE) if pos.factor(unit) in wanted]


class ChooseInterdicted(Step[CampaignPosition]):
    """11.2: the Chinese player chooses, unless everything that waits is not enough. Frame: (die, chosen)."""

    name = "interdict"
    case = "11.2"

    def settle(self, pos: CampaignPosition) -> bool:
        die, chosen = pos.frame
        waiting = pos.waiting(CHINESE)
        if pos.strength(waiting) + pos.strength(bits(chosen)) <= die:
            chosen |= sum(1 << unit for unit in waiting)
        elif pos.strength(bits(chosen)) < die:
            choice = victims(pos, die, chosen)
            if len(choice) > 1:
                return True
            self._choose(pos, choice[0])
            return False
        pos.done()
        remove(pos, bits(chosen))
        return False

    def actor(self, pos: CampaignPosition) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition) -> Options:
        return Options(Group(Interdicted, values=victims(pos, *pos.frame)))

    def refusal(self, pos: CampaignPosition, action: Action) -> Refusal | None:
        if not isinstance(action, Interdicted):
            return Refusal("11.2", "refusal.interdicted_first", count=pos.frame[0])
        if action.unit not in pos.waiting(CHINESE):
            return Refusal("11.2", "refusal.not_waiting")
        if action.unit not in victims(pos, *pos.frame):
            return Refusal("11.2", "refusal.more_than_needed", unit=action.unit, count=pos.frame[0])
        return None

    def apply(self, pos: CampaignPosition, action: Action) -> None:
        assert isinstance(action, Interdicted)
        self._choose(pos, action.unit)

    def _choose(self, pos: CampaignPosition, unit: int) -> None:
        die, chosen = pos.frame
        pos.set_due(unit, IN_PLAY)
        pos.become(die, chosen | 1 << unit)

    def prompt(self, pos: CampaignPosition) -> tuple[str, dict[str, Param]]:
        return "prompt.interdict", {"count": pos.frame[0]}


def remove(pos: CampaignPosition, units: Iterable[int]) -> None:
    """11.2: removed for the rest of the game; an elite unit does not come back (T-19)."""
    for unit in units:
        pos.set_steps(unit, 0)
        pos.set_due(unit, IN_PLAY)
        pos.tell("11.2", "event.interdicted", unit=unit)
