"""Storm Over Taierzhuang 10.0 Victory conditions."""

from __future__ import annotations

from shapan.kernel import Outcome

from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .supply import supplied


def holds(pos: TaierzhuangPosition, areas: int) -> bool:
    """10.0: Japanese control and supply of every one of these areas."""
    return not areas & ~pos.control[JAPANESE] and not areas & ~supplied(pos)


def after_impulse(pos: TaierzhuangPosition) -> None:
    """10.1 sudden death and 10.2 Japanese supreme victory, after the impulses of both sides."""
    book = pos.book
    japanese = pos.name(JAPANESE)
    if not pos.occupied(CHINESE):
        pos.end(Outcome(japanese, "10.2", "outcome.japanese_supreme", "supreme"))
    elif holds(pos, book.victory_town | book.victory_south):
        pos.end(Outcome(japanese, "10.1", "outcome.sudden_death", "sudden death"))


def after_turn(pos: TaierzhuangPosition) -> None:
    """10.2 Chinese supreme victory at the end of turn 4 or later; 10.0 after the last turn (R-38)."""
    book = pos.book
    chinese, japanese = pos.name(CHINESE), pos.name(JAPANESE)
    if pos.turn >= book.supreme_from and not pos.occupied(JAPANESE):
        pos.end(Outcome(chinese, "10.2", "outcome.chinese_supreme", "supreme"))
    elif pos.turn >= book.turns:
        if holds(pos, book.victory_town):
            pos.end(Outcome(japanese, "10.0", "outcome.town"))
        elif holds(pos, book.victory_south):
            pos.end(Outcome(japanese, "10.0", "outcome.south"))
        else:
            pos.end(Outcome(chinese, "10.0", "outcome.denied"))
