"""Shanghai-Nanking Campaign 4.0 How to win: at Shanghai, at once; by the cities, at the end of a turn."""

from __future__ import annotations

from shapan.ground.hexes import Mask
from shapan.kernel import Outcome

from .position import CampaignPosition, Hex
from .sides import CHINESE, JAPANESE

# --- 4.1, 4.2 sudden death ----------------------------------------------------------------------


def wins_by_entering(pos: CampaignPosition, here: Hex) -> bool:
    """4.1: a Chinese unit in Shanghai, or from turn 8 on next to it, ends the game."""
    book = pos.book
    return here == book.key_hex or (pos.turn >= book.adjacent_wins_from and bool(book.key_area >> here & 1))


def win_at_shanghai(pos: CampaignPosition, hexes: Mask) -> None:
    """4.1: Chinese units stand in these hexes in or next to Shanghai."""
    key = "outcome.shanghai" if hexes >> pos.book.key_hex & 1 else "outcome.near_shanghai"
    pos.end(Outcome(pos.book.sides[CHINESE], "4.1", key))


def judge(pos: CampaignPosition) -> bool:
    """R-01: after every completed act, is the game suddenly over?"""
    book = pos.book
    present = pos.occupied[CHINESE] & book.key_area
    if present:
        if pos.turn >= book.adjacent_wins_from:
            win_at_shanghai(pos, present)
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
