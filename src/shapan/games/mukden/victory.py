"""Mukden 3.3 Hex control, 4.0 How to win."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.kernel import Outcome

from .position import JAPANESE, RUSSIAN, MukdenPosition


def hostile_critical(pos: MukdenPosition, side: int) -> int:
    """3.3: the critical hexes that the other side controls."""
    return pos.book.critical & ~pos.japanese_held if side == JAPANESE else pos.japanese_held


def pass_through(pos: MukdenPosition, side: int, hexes: Sequence[int]) -> int | None:
    """3.3: a unit of this side enters these hexes one after the other; control passes as it goes.

    Returns the hex in which the game ended, if it did: sudden death is judged at every step (4.1, 4.2).
    """
    for here in hexes:
        if hostile_critical(pos, side) >> here & 1:
            take_control(pos, side, here)
            if pos.outcome:
                return here
    return None


def take_control(pos: MukdenPosition, side: int, here: int) -> None:
    """3.3: control of a critical hex changes at once; 4.1 and 4.2 look at it at that instant."""
    pos.japanese_held ^= 1 << here
    pos.tell("3.3", "event.control", side=pos.book.sides[side], hex=here)
    book = pos.book
    if side == RUSSIAN and here == book.russian_sudden_death:
        pos.end(Outcome(book.sides[RUSSIAN], "4.1", "outcome.liaoyang"))
    elif side == JAPANESE and pos.turn in book.japanese_sudden_death_turns and book.railroad >> here & 1:
        pos.end(Outcome(book.sides[JAPANESE], "4.2", "outcome.railroad"))


def stranded(pos: MukdenPosition) -> list[int]:
    """4.3: the Russian units that cannot trace a line of communication; Japanese ones never count (R33)."""
    front = pos.front(RUSSIAN)
    return [unit for unit in pos.on_map(RUSSIAN) if not front.has_line(pos.place[unit])]


def russian_losses(pos: MukdenPosition) -> int:
    """4.3: steps lost in play and every step of Russian units that cannot trace a line of communication."""
    return pos.lost[RUSSIAN] + pos.strength(stranded(pos))


def enough_losses(pos: MukdenPosition) -> bool:
    """4.3: at least 20 percent more Russian than Japanese steps, and at least one (R22)."""
    much, little = pos.book.loss_ratio
    russian = russian_losses(pos)
    return russian > 0 and russian * little >= pos.lost[JAPANESE] * much


def game_end(pos: MukdenPosition) -> Outcome:
    """4.3 Japanese end game victory; otherwise 4.4: the Russians win, whatever else is true."""
    cut_off = pos.strength(stranded(pos))
    pos.tell("4.3", "event.reckoning", japanese=pos.lost[JAPANESE], russian=russian_losses(pos), stranded=cut_off)
    holds_mukden = bool(pos.japanese_held >> pos.book.end_game_hex & 1)
    if holds_mukden and enough_losses(pos):
        return Outcome(pos.book.sides[JAPANESE], "4.3", "outcome.historic")
    return Outcome(pos.book.sides[RUSSIAN], "4.4", "outcome.held")
