"""13.2, 14.3 A bout and a test of morale before the dice: who takes part, and everything that is added. The dice are
cast for it and a player is shown it, so that the two cannot differ."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from shapan.ground.table import contains

from ..fire.trials import Modifier
from ..position import YangtzePosition
from ..specs import FOOT_KINDS
from ..who import Figure, Unit

FACES: Final = range(1, 7)
TOWN: Final = "town"


class Odds(NamedTuple):
    """How many of all throws go which way."""

    won: int
    lost: int
    tied: int

    @property
    def total(self) -> int:
        return self.won + self.lost + self.tied


class Bout(NamedTuple):
    """13.2: one group: at most two active figures a side, and those who stand by."""

    chargers: tuple[Figure, ...]
    charged: tuple[Figure, ...]
    helpers: tuple[Figure, ...] = ()
    """Those who stand by the chargers."""
    standers: tuple[Figure, ...] = ()
    """Those who stand by the charged."""

    @property
    def lines(self) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
        """What is added to the best die of the chargers, and of the charged."""
        ours, theirs = (
            tuple(Modifier("factor.stands_by", 1, "13.2") for _ in extras) for extras in (self.helpers, self.standers)
        )
        return ours, theirs

    def scores(self, mine: Sequence[int], theirs: Sequence[int]) -> tuple[int, int]:
        """What these dice of both sides come to: the best of each, and what is added."""
        ours, others = (sum(line.value for line in side) for side in self.lines)
        return max(mine) + ours, max(theirs) + others

    def losers(self, scores: tuple[int, int], tie: str) -> tuple[Figure, ...]:
        """All who fight on the side of the lower score; where both are equal what the players have agreed on (R42)."""
        ours, others = scores
        if ours != others:
            return self.charged if ours > others else self.chargers
        return (*self.charged, *self.chargers) if tie == "both_die" else ()

    def odds(self) -> Odds:
        """Of the chargers, over all throws."""
        throws = product(FACES, repeat=len(self.chargers) + len(self.charged))
        results = [self.scores(throw[: len(self.chargers)], throw[len(self.chargers) :]) for throw in throws]
        won, lost = (sum(one > two for one, two in results), sum(one < two for one, two in results))
        return Odds(won, lost, len(results) - won - lost)


class Nerve(NamedTuple):
    """14.3, 14.8: what a unit's two dice have to reach."""

    unit: Unit
    lines: tuple[Modifier, ...]
    fails_at: int
    """R43: it fails with this or less."""

    def score(self, dice: int) -> int:
        return dice + sum(line.value for line in self.lines)

    def fails(self, dice: int) -> bool:
        return self.score(dice) <= self.fails_at

    def odds(self) -> Odds:
        """Over all throws of two dice; a test is won or lost."""
        lost = sum(self.fails(one + two) for one, two in product(FACES, repeat=2))
        return Odds(len(FACES) ** 2 - lost, lost, 0)


def nerve(pos: YangtzePosition, unit: Unit) -> Nerve:
    """14.3: less one for each figure lost this turn, less one below half; 14.8: less one for each hit on a vehicle, and
    four for a tank in a hostile town."""
    book, chart = pos.book, pos.book.charts["morale"]
    spec, rules = book.units[unit], pos.book.charts["vehicle_morale"]
    lines: list[Modifier] = []
    if spec.carrier:
        if pos.hits[unit]:
            lines.append(Modifier("factor.vehicle_hits", int(rules["per_hit"]) * pos.hits[unit], "14.8"))
        if spec.tank and hostile_town(pos, unit):
            lines.append(Modifier("factor.hostile_town", int(rules["tank_in_hostile_town"]), "14.8"))
    else:
        if losses := pos.losses(unit):
            lines.append(Modifier("factor.figures_lost", int(chart["per_figure_lost"]) * losses, "14.3"))
        if 2 * len(pos.alive(unit)) < len(book.men[unit]):
            lines.append(Modifier("factor.below_half", int(chart["below_half"]), "14.3"))
    return Nerve(unit, tuple(lines), int(chart["fail_at"]))


def hostile_town(pos: YangtzePosition, unit: Unit) -> bool:
    """14.8, R53: is the vehicle in a built-up area that no friends on foot hold?"""
    x, y, _ = pos.at[unit]
    mates = [mate for mate in pos.units_of(pos.owner[unit]) if pos.book.units[mate].kind in FOOT_KINDS]
    friends = [(pos.x[f], pos.y[f]) for mate in mates for f in pos.standing[mate]]
    towns = [area for area in pos.book.table.areas if area.surface.name == TOWN and contains(area.edges, x, y)]
    return bool(towns) and not any(contains(town.edges, *friend) for town in towns for friend in friends)
