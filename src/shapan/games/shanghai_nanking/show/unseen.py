"""Shanghai-Nanking Campaign 6.3 Fog of war: what may lie unseen in a stack, from what everybody can know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shapan.ground.hexes import bits

from ..book import CampaignBook
from ..position import CampaignPosition, Units
from ..stacking import legal


class Force(NamedTuple):
    """Combat factors and steps together."""

    factors: int
    steps: int
    units: tuple[tuple[int, int], ...]
    """Who they are, with the steps of each: on a beach it matters who survives (8.4)."""


def force(book: CampaignBook, units: Iterable[tuple[int, int]]) -> Force:
    """These units, each with so many steps."""
    together = tuple(units)
    factors = sum(book.factors[unit][steps] for unit, steps in together)
    return Force(factors, sum(steps for _, steps in together), together)


class Bounds(NamedTuple):
    """The weakest and the strongest that unseen counters of a stack can be."""

    weakest: Force
    strongest: Force
    limited: bool = False
    """6.2: may it be that only the limits of stacking say so?"""


def bounds(pos: CampaignPosition, stack: Sequence[int], seen: Units) -> Bounds:
    """6.3: what the unseen counters of this stack can be together.

    They are among the units on the map that are nowhere to be seen, for dead piles and reinforcements lie open; which
    stacks hold a garrison is known, for garrisons never move. They find room in the stack (6.2), unless no choice of
    them would: limits are not checked at all times (6.0). How many unseen units have been reduced is known, for losses
    are taken openly; who was brought back to full strength under a top counter is not (8.3).
    """
    book = pos.book
    side = book.side_of[stack[0]]
    known = [unit for unit in stack if seen >> unit & 1]
    hidden = bits(pos.present & book.roster[side] & ~seen)
    if len(hidden) == len(stack) - len(known):
        return _worn(pos, hidden, hidden)
    garrisons = [unit for unit in hidden if book.static >> unit & 1]
    others = [unit for unit in hidden if not book.static >> unit & 1]
    buried = sum(book.static >> unit & 1 for unit in stack if unit not in known)
    rest = len(stack) - len(known) - buried
    found = [
        _worn(pos, hidden, (*static, *mobile))
        for static in _choices(pos, side, known, _sorts(pos, garrisons), buried)
        for mobile in _choices(pos, side, (*known, *static), _sorts(pos, others), rest)
    ]
    anybody = _crowded(pos, [(garrisons, buried), (others, rest)])
    if not found:
        return anybody
    weakest = min((each.weakest for each in found), key=lambda each: _measure(book, each))
    strongest = max((each.strongest for each in found), key=lambda each: _measure(book, each))
    narrower = weakest.factors > anybody.weakest.factors or strongest.factors < anybody.strongest.factors
    return Bounds(weakest, strongest, limited=narrower)


def _sorts(pos: CampaignPosition, units: Sequence[int]) -> list[list[int]]:
    """Units that are alike for what is asked here, together."""
    book = pos.book
    sorts: dict[tuple[int, ...], list[int]] = {}
    for unit in units:
        sorts.setdefault((book.equivalents[unit], book.formation[unit], *book.factors[unit]), []).append(unit)
    return list(sorts.values())


def _choices(
    pos: CampaignPosition, side: int, mates: Sequence[int], sorts: list[list[int]], count: int
) -> Iterator[tuple[int, ...]]:
    """6.2: so many units that may stand beside these; of units that are alike it does not matter which."""
    if not count:
        yield ()
        return
    for at, alike in enumerate(sorts):
        one = alike[0]
        if legal(pos, side, [*mates, one]):
            rest = [alike[1:], *sorts[at + 1 :]] if len(alike) > 1 else sorts[at + 1 :]
            for others in _choices(pos, side, [*mates, one], rest, count - 1):
                yield one, *others


def _measure(book: CampaignBook, each: Force) -> tuple[int, int, int]:
    """By factors and steps; 8.4: of equals those lose most on a beach whose garrisons are weak, for the strong fall
    first and the garrisons that are left perish."""
    static = sum(book.factors[unit][steps] for unit, steps in each.units if book.static >> unit & 1)
    return each.factors, each.steps, static


def _worn(pos: CampaignPosition, hidden: Sequence[int], chosen: Sequence[int]) -> Bounds:
    """2.2.1: these units with as many, and with as few, of the reduced ones among them as there can be."""
    book = pos.book
    full, factors = book.full_steps, book.factors
    two_step = [unit for unit in hidden if full[unit] > 1]
    reduced = sum(pos.steps[unit] < full[unit] for unit in two_step)
    wear = sorted(
        (unit for unit in chosen if full[unit] > 1),
        key=lambda unit: factors[unit][full[unit]] - factors[unit][full[unit] - 1],
    )
    most = min(reduced, len(wear))
    fewest = max(0, reduced - (len(two_step) - len(wear)))
    weakest, strongest = (
        force(book, ((unit, full[unit] - (unit in worn)) for unit in chosen))
        for worn in (wear[len(wear) - most :], wear[:fewest])
    )
    return Bounds(weakest, strongest)


def _crowded(pos: CampaignPosition, groups: Sequence[tuple[Sequence[int], int]]) -> Bounds:
    """6.0: without regard to limits, as for a stack above them that waits for the next check: any of these units may
    lie in it, so many of each group."""
    book = pos.book
    full, factors = book.full_steps, book.factors
    weak, strong = list[tuple[int, int]](), list[tuple[int, int]]()
    for units, count in groups:
        weak += [(unit, 1) for unit in sorted(units, key=lambda unit: factors[unit][1])[:count]]
        best = sorted(units, key=lambda unit: (factors[unit][full[unit]], full[unit]), reverse=True)
        strong += [(unit, full[unit]) for unit in best[:count]]
    return Bounds(force(book, weak), force(book, strong))
