"""Shanghai-Nanking Campaign 3.2 Hex control, 4.0 How to win, and the garrisons that come with a city (9.1)."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.kernel import Outcome

from .position import CampaignPosition
from .sides import CHINESE, JAPANESE

# --- 3.2 hex control ----------------------------------------------------------------------------


def enter(pos: CampaignPosition, unit: int, path: Sequence[int]) -> None:
    """A unit enters these hexes one after the other and stands in the last of them.

    3.2: control passes at every hex; 9.1: a city brings a garrison; 4.1: the game may end on the way.
    """
    side = pos.book.side_of[unit]
    stop = path[-1]
    if side == JAPANESE:
        pass_through(pos, path)
    else:
        stop = next((here for here in path if wins_by_entering(pos, here)), stop)
        take(pos, side, path[: path.index(stop) + 1])
    pos.place_in_play(unit)
    pos.put(unit, stop)
    if side == CHINESE and wins_by_entering(pos, stop):
        win_at_shanghai(pos, stop)


def pass_through(pos: CampaignPosition, path: Sequence[int]) -> None:
    """9.1: each city without Japanese units that the path enters receives a garrison (R-11)."""
    for here in path:
        if pos.book.terrain.cities >> here & 1 and not pos.occupied[JAPANESE] >> here & 1:
            place_garrison(pos, here)
    take(pos, JAPANESE, path)


def take(pos: CampaignPosition, side: int, path: Sequence[int]) -> None:
    """3.2: control of every hex entered passes to this side at once."""
    entered = 0
    for here in path:
        entered |= 1 << here
    changed = entered & ~pos.japanese_held if side == JAPANESE else entered & pos.japanese_held
    if changed:
        pos.japanese_held ^= changed
        if pos.teller is not None:
            hexes = tuple(here for here in dict.fromkeys(path) if changed >> here & 1)
            pos.tell("3.2", "event.control", side=pos.book.sides[side], hexes=hexes)


# --- 9.1 Japanese garrisons ---------------------------------------------------------------------


def place_garrison(pos: CampaignPosition, here: int) -> None:
    """9.1: one garrison from the pool, the strongest first (R-52); none left, none placed."""
    pool = pos.pool()
    if pool:
        garrison = pool[0]
        pos.set_steps(garrison, pos.book.full_steps[garrison])
        pos.place_in_play(garrison)
        pos.put(garrison, here)
        pos.tell("9.1", "event.garrison", unit=garrison, hex=here)


# --- 4.1, 4.2 sudden death ----------------------------------------------------------------------


def wins_by_entering(pos: CampaignPosition, here: int) -> bool:
    """4.1: a Chinese unit in Shanghai, or from turn 8 on next to it, ends the game."""
    book = pos.book
    return here == book.key_hex or (pos.turn >= book.adjacent_wins_from and bool(book.key_area >> here & 1))


def win_at_shanghai(pos: CampaignPosition, here: int) -> None:
    key = "outcome.shanghai" if here == pos.book.key_hex else "outcome.near_shanghai"
    pos.end(Outcome(pos.book.sides[CHINESE], "4.1", key))


def judge(pos: CampaignPosition) -> bool:
    """R-01: after every completed act, is the game suddenly over?"""
    book = pos.book
    present = pos.occupied[CHINESE] & book.key_area
    if present:
        if pos.turn >= book.adjacent_wins_from:
            win_at_shanghai(pos, present.bit_length() - 1)
    elif pos.turn <= book.absent_loses_until:
        pos.end(Outcome(book.sides[JAPANESE], "4.2", "outcome.absent"))
    return pos.outcome is not None


# --- 4.3 victory check --------------------------------------------------------------------------


def victory_check(pos: CampaignPosition) -> None:
    """4.3: all cities, the neutral one following by itself; after the last turn the Chinese have held out."""
    book = pos.book
    goal = book.terrain.japanese_goal
    if pos.japanese_held & goal == goal:
        pos.end(Outcome(book.sides[JAPANESE], "4.3", "outcome.cities"))
    elif pos.turn >= book.turns:
        pos.end(Outcome(book.sides[CHINESE], "4.3", "outcome.held"))
    else:
        missing = (goal & ~pos.japanese_held).bit_count()
        pos.tell("4.3", "event.victory_check", count=missing)
