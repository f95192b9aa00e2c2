"""Mukden 9.13 Probing attacks, and the entry into a hex that they share with advances."""

from __future__ import annotations

from collections.abc import Iterable

from shapan.ground.hexes import Hex, Mask, bits
from shapan.kernel import Refusal

from .alternation import end_action
from .battle import Joining, Momentum
from .position import MukdenPosition
from .sides import JAPANESE, RUSSIAN
from .stacking import room
from .victory import pass_through


def probeable(pos: MukdenPosition, unit: int) -> Mask:
    """9.13: from a hex in an enemy zone into an adjacent one that is in an enemy zone too and empty of all units."""
    front = pos.front(pos.book.side_of[unit])
    here = pos.place[unit]
    if not front.in_enemy_zone(here):
        return 0
    return pos.book.around[here] & front.zone & ~(pos.occupied[JAPANESE] | pos.occupied[RUSSIAN])


def probe_bases(pos: MukdenPosition, side: int) -> Mask:
    """The hexes from which a unit of this side could probe: the same as :func:`probeable`, for all hexes at once."""
    zone = pos.front(side).zone
    return zone & pos.book.grid.spread(zone & ~(pos.occupied[JAPANESE] | pos.occupied[RUSSIAN]))


def probe_refusal(pos: MukdenPosition, unit: int, there: Hex, mates: Iterable[int] = ()) -> Refusal | None:
    """9.13, for a unit that would enter together with its mates; the entry must respect stacking (6.1)."""
    front = pos.front(pos.book.side_of[unit])
    here = pos.place[unit]
    if not pos.book.around[here] >> there & 1:
        return Refusal("9.13", "refusal.not_adjacent", unit=unit, hex=there)
    if (pos.occupied[JAPANESE] | pos.occupied[RUSSIAN]) >> there & 1:
        return Refusal("9.13", "refusal.probe_occupied", hex=there)
    if not front.in_enemy_zone(here):
        return Refusal("9.13", "refusal.probe_from", unit=unit)
    if not front.in_enemy_zone(there):
        return Refusal("9.13", "refusal.probe_into", hex=there)
    return None if room(pos.book, (unit, *mates)) >= 0 else Refusal("6.1", "refusal.stacking", hex=there)


def carry_out_probe(pos: MukdenPosition, at: Joining) -> None:
    """9.13: no die and no loss: all the units that were named enter the hex."""
    for unit in bits(at.units):
        enter(pos, unit, at.target, "9.13")
        if pos.outcome:
            return
    involved = at.involved | at.units
    if at.momentum:
        end_action(pos, involved)
    else:
        pos.then(Momentum(at.units, involved, may_probe=False))


def enter(pos: MukdenPosition, unit: int, there: Hex, case: str) -> None:
    """A unit advances into a hex without movement points and without regard to zones (7.3); control passes (3.3)."""
    side = pos.book.side_of[unit]
    pos.tell(case, "event.advanced", side=pos.book.sides[side], unit=unit, origin=pos.place[unit], hex=there)
    pos.put(unit, there)
    pass_through(pos, side, (there,))
