"""Storm Over Taierzhuang 5.2, 7.2.2b, 11.0: Banzai, Night Attack and Resolute Defenders Case 1.

Banzai and Night Attack are one normal step into an area with enemy units and an attack inside it by the movers only
(R-59); a Night Attack can also be made where the units are. The counter-attack of Resolute Defenders uses Ready and
Spent units.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, Group, Refusal
from shapan.mechanics.sides import other

from .actions import Assault
from .book import Units
from .position import TaierzhuangPosition
from .squads import Fits, activated, singles, together
from .ways import step_refusal

FIRE: Final = 0
COUNTER: Final = 3
"""The first and the last of the ``ASSAULT_CASES``: those of which rules and staff speak by name."""


class Manner(NamedTuple):
    """How an attack by units is made, and the chit effect that allows it."""

    effect: str
    prompt: str
    steps: bool
    """Moves one area and attacks there."""
    stays: bool
    """Attacks in its own area."""
    infantry: bool
    spent: bool
    """Spent units take part too."""


ASSAULT_CASES: Final = (
    Manner("", "prompt.attack", False, True, False, False),
    Manner("banzai", "prompt.banzai", True, False, True, False),
    Manner("night_attack", "prompt.night_attack", True, True, False, False),
    Manner("resolute", "prompt.counter_attack", False, True, False, True),
)


def mates(pos: TaierzhuangPosition, side: int, here: int, manner: int) -> int:
    """The units here that this kind of attack may use."""
    kind = ASSAULT_CASES[manner]
    units = pos.units_in(side, here) if kind.spent else pos.ready_in(side, here)
    return units & ~pos.book.tanks if kind.infantry else units


def joinable_refusal(
    pos: TaierzhuangPosition, side: int, target: int, units: Sequence[int], manner: int, group: int = 0
) -> Refusal | None:
    """May these units, with a group already named, make this kind of attack on this area?"""
    kind = ASSAULT_CASES[manner]
    if refusal := together(pos, side, units) if kind.spent else activated(pos, side, units):
        return refusal
    if kind.infantry and mask_of(units) & pos.book.tanks:
        return Refusal("5.2", "refusal.banzai_infantry")
    here = pos.place_of(units[0])
    if not pos.book.areas >> target & 1:
        return Refusal("7.2", "refusal.fire_at_zone", area=target)
    if not pos.units_in(other(side), target):
        return Refusal("7.2", "refusal.fire_at_nobody", area=target)
    if here == target:
        return None if kind.stays else Refusal("5.2", "refusal.banzai_moves")
    if not kind.steps:
        return Refusal("5.2", "refusal.counter_here", area=target)
    squad = group | mask_of(units)
    return step_refusal(pos, side, squad, (here, target), pos.allowance(squad), False)


def assaults(pos: TaierzhuangPosition, side: int, manner: int) -> list[Group[Action]]:
    """The assaults that a side can begin: for each target the units of each area around it."""
    groups: list[Group[Action]] = []
    hostile = pos.occupied(other(side))
    for here in range(pos.book.place_count):
        units = mates(pos, side, here, manner)
        if not units:
            continue
        for target in bits((pos.book.moves[side][here] | 1 << here) & hostile):
            fit = partial(_fit, pos, side, target, manner)
            if any(map(fit, singles(units))):
                groups.append(Group(Assault, target, values=partial(_fitting, units, fit)))
    return groups


def _fit(pos: TaierzhuangPosition, side: int, target: int, manner: int, squad: tuple[int, ...]) -> bool:
    return joinable_refusal(pos, side, target, squad, manner) is None


def _fitting(units: Units, fit: Fits) -> list[tuple[int, ...]]:
    return [squad for squad in singles(units) if fit(squad)]
