"""Mukden 3.3 Hex control, 4.0 How to win."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.kernel import Outcome

from .position import MukdenPosition
from .sides import JAPANESE, RUSSIAN


def hostile_critical(pos: MukdenPosition, side: int) -> int:
    """3.3: the critical hexes that the other side controls."""
    return pos.book.critical & ~pos.japanese_held if side == JAPANESE else pos.japanese_held


def sudden_death(pos: MukdenPosition, side: int) -> int:
    """4.1, 4.2: the hexes that end the game the moment this side takes control of them; so it holds none yet."""
    book = pos.book
    if side == RUSSIAN:
        return 1 << book.russian_sudden_death
    return book.railroad if pos.turn in book.japanese_sudden_death_turns else 0


def walked(pos: MukdenPosition, side: int, path: tuple[int, ...]) -> tuple[int, ...]:
    """4.1, 4.2: as much of a path as a unit of this side walks before the game is over."""
    deadly = sudden_death(pos, side)
    last = next((number for number, here in enumerate(path) if deadly >> here & 1), len(path))
    return path[: last + 1]


def pass_through(pos: MukdenPosition, side: int, hexes: Sequence[int]) -> None:
    """3.3: a unit of this side enters these hexes one after the other; control passes as it goes."""
    for here in hexes:
        if hostile_critical(pos, side) >> here & 1:
            take_control(pos, side, here)


def take_control(pos: MukdenPosition, side: int, here: int) -> None:
    """3.3: control of a critical hex changes at once; 4.1 and 4.2 look at it at that instant."""
    deadly = sudden_death(pos, side) >> here & 1
    pos.japanese_held ^= 1 << here
    pos.tell("3.3", "event.control", side=pos.book.sides[side], hex=here)
    if deadly:
        case, key = ("4.2", "outcome.railroad") if side == JAPANESE else ("4.1", "outcome.liaoyang")
        pos.end(Outcome(pos.book.sides[side], case, key))


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
