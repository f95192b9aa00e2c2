"""Shanghai-Nanking Campaign 3.2 Hex control: what changes hands when a unit enters; 9.1 a city brings a garrison."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.ground.hexes import mask_of

from .position import CampaignPosition, Hex
from .sides import CHINESE, JAPANESE
from .victory import win_at_shanghai, wins_by_entering


def enter(pos: CampaignPosition, unit: int, path: Sequence[int]) -> None:
    """A unit enters these hexes one after the other and stands in the last of them.

    3.2: control passes at every hex; 9.1: a city brings a garrison; 4.1: the game may end on the way.
    """
    side = pos.book.side_of[unit]
    path = as_far_as(pos, side, path)
    stop = path[-1]
    if side == JAPANESE:
        pos.lift(unit)  # a city that it leaves and enters again is reoccupied, unless others have stayed
        pass_through(pos, path)
    else:
        take(pos, side, path)
    pos.place_in_play(unit)
    pos.put(unit, stop)
    if side == CHINESE and wins_by_entering(pos, stop):
        win_at_shanghai(pos, 1 << stop)


def as_far_as(pos: CampaignPosition, side: int, path: Sequence[int]) -> Sequence[int]:
    """4.1: what is really walked of these hexes: a Chinese unit that ends the game by entering one goes no further."""
    if side == CHINESE:
        for at, here in enumerate(path):
            if wins_by_entering(pos, here):
                return path[: at + 1]
    return path


def enter_together(pos: CampaignPosition, units: Sequence[int], path: Sequence[int]) -> None:
    """9.6: units that move together leave their hex together."""
    for unit in units:
        pos.lift(unit)
    for unit in units:
        enter(pos, unit, path)


def pass_through(pos: CampaignPosition, path: Sequence[int]) -> None:
    """9.1: each city without Japanese units that the path enters receives a garrison (R-11)."""
    for here in path:
        if pos.book.terrain.cities >> here & 1 and not pos.occupied[JAPANESE] >> here & 1:
            place_garrison(pos, here)
    take(pos, JAPANESE, path)


def take(pos: CampaignPosition, side: int, path: Sequence[int]) -> None:
    """3.2: control of every hex entered passes to this side at once."""
    entered = mask_of(path)
    changed = entered & ~pos.japanese_held if side == JAPANESE else entered & pos.japanese_held
    if changed:
        pos.japanese_held ^= changed
        if pos.teller is not None:
            hexes = tuple(here for here in dict.fromkeys(path) if changed >> here & 1)
            pos.tell("3.2", "event.control", side=pos.book.sides[side], hexes=hexes)


# --- 9.1 Japanese garrisons ---------------------------------------------------------------------


def place_garrison(pos: CampaignPosition, here: Hex) -> None:
    """9.1: one garrison from the pool, the strongest first (R-52); none left, none placed."""
    pool = pos.pool()
    if pool:
        garrison = pool[0]
        pos.set_steps(garrison, pos.book.full_steps[garrison])
        pos.place_in_play(garrison)
        pos.put(garrison, here)
        pos.tell("9.1", "event.garrison", unit=garrison, hex=here)
