"""Shanghai-Nanking Campaign 11.2 Japanese air interdiction, and Chinese air support against it (11.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from shapan.ground.hexes import bits
from shapan.kernel import Action, Actor, DieStep, Frame, Group, Options, Param, Refusal, Step, amended

from .actions import Intercept, Interdicted
from .book import IN_PLAY
from .fire_support import ChineseAir, air_roll
from .losses import count_lost
from .position import CampaignPosition, Units
from .sides import CHINESE


class Covering(Frame, step="cover"):
    """11.3: Chinese air support may meet the interdiction."""


class CoverRoll(Frame):
    """11.3: it does."""


class Interdiction(Frame):
    """11.2: the roll."""


class Interdicting(Frame, step="interdict"):
    """11.2: units are named that do not arrive."""

    die: int
    chosen: Units
    """Who has been named."""


def interdiction(pos: CampaignPosition) -> tuple[Frame, ...]:
    """11.2: from turn 3 on, whenever reinforcements wait (R-07); first any Chinese air support."""
    if pos.turn < pos.book.interdiction_from:
        return ()
    return (Covering(),)


class AirCover(ChineseAir[Covering]):
    """11.3: Chinese air support against the interdiction."""

    def settle(self, pos: CampaignPosition, at: Covering) -> bool:
        if pos.chinese_air:
            return True
        pos.become(Interdiction())
        return False

    def apply(self, pos: CampaignPosition, at: Covering, action: Action) -> None:
        pos.become(CoverRoll() if isinstance(action, Intercept) else Interdiction())


class RollCover(DieStep[CampaignPosition, CoverRoll]):
    """11.3: a six disrupts the interdiction, a one ends Chinese air support."""

    case = "11.3"

    def rolled(self, pos: CampaignPosition, at: CoverRoll, face: int) -> None:
        pos.done()
        if not air_roll(pos, face):
            pos.then(Interdiction())


class RollInterdiction(DieStep[CampaignPosition, Interdiction]):
    """11.2: so many combat factors of this turn's reinforcements are removed for good."""

    case = "11.2"

    def rolled(self, pos: CampaignPosition, at: Interdiction, face: int) -> None:
        pos.become(Interdicting(face, 0))
        pos.tell("11.2", "event.interdiction", die=face)


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


def victims(pos: CampaignPosition, die: int, chosen: Units) -> list[int]:
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


class ChooseInterdicted(Step[CampaignPosition, Interdicting]):
    """11.2: the Chinese player chooses, unless everything that waits is not enough."""

    case = "11.2"

    def settle(self, pos: CampaignPosition, at: Interdicting) -> bool:
        die, chosen = at.die, at.chosen
        waiting = pos.waiting(CHINESE)
        if pos.strength(waiting) + pos.strength(bits(chosen)) <= die:
            chosen |= sum(1 << unit for unit in waiting)
        elif pos.strength(bits(chosen)) < die:
            choice = victims(pos, die, chosen)
            if len(choice) > 1:
                return True
            self._choose(pos, at, choice[0])
            return False
        pos.done()
        remove(pos, bits(chosen))
        return False

    def actor(self, pos: CampaignPosition, at: Interdicting) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition, at: Interdicting) -> Options:
        return Options(Group(Interdicted, values=victims(pos, at.die, at.chosen)))

    def refusal(self, pos: CampaignPosition, at: Interdicting, action: Action) -> Refusal | None:
        if not isinstance(action, Interdicted):
            return Refusal("11.2", "refusal.interdicted_first", count=at.die)
        if action.unit not in pos.waiting(CHINESE):
            return Refusal("11.2", "refusal.not_waiting")
        if action.unit not in victims(pos, at.die, at.chosen):
            return Refusal("11.2", "refusal.more_than_needed", unit=action.unit, count=at.die)
        return None

    def apply(self, pos: CampaignPosition, at: Interdicting, action: Action) -> None:
        assert isinstance(action, Interdicted)
        self._choose(pos, at, action.unit)

    def _choose(self, pos: CampaignPosition, at: Interdicting, unit: int) -> None:
        pos.set_due(unit, IN_PLAY)
        pos.become(amended(at, chosen=at.chosen | 1 << unit))

    def prompt(self, pos: CampaignPosition, at: Interdicting) -> tuple[str, dict[str, Param]]:
        return "prompt.interdict", {"count": at.die, "named": pos.strength(bits(at.chosen))}


def remove(pos: CampaignPosition, units: Iterable[int]) -> None:
    """11.2: gone for good; an elite unit does not come back either (T-19)."""
    for unit in units:
        count_lost(pos, unit, pos.steps[unit])
        pos.set_steps(unit, 0)
        pos.set_due(unit, IN_PLAY)
        pos.tell("11.2", "event.interdicted", unit=unit)
