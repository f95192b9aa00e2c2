"""What is off the table: who is lost, to come, hidden, or aboard something."""

from __future__ import annotations

from shapan.kernel.kept import follows_from
from shapan.kernel.view import Box

from ..position import ABOARD, FALLEN, TO_COME, YangtzePosition
from ..setup import SettingUp
from ..who import Figure, numbered


def boxes(pos: YangtzePosition, viewer: int | None) -> list[Box]:
    """What is off the table: lost figures, units to come, riders by carrier; hidden units by number only."""
    return _boxes(pos, viewer, _open(pos))


@follows_from("fate", "aboard", "owner", "hidden", "outcome")
def _boxes(pos: YangtzePosition, viewer: int | None, reserves_open: bool) -> list[Box]:
    book = pos.book
    found = []
    for number, side in enumerate(book.sides):
        lost = [_name(pos, f) for f in book.everyone if pos.fate[f] in FALLEN and _side(pos, f) == number]
        found.append(Box(f"lost.{side}", "box.lost", side, pieces=lost, count=len(lost)))
        told = number == viewer or bool(pos.outcome)
        due = [u for n, u in numbered(book.units) if u.side == number and pos.fate[book.men[n][0]] == TO_COME]
        come = [u.id for u in due if told or not u.hidden]
        found.append(Box(f"reserve.{side}", "box.reserve", side, pieces=come if reserves_open else (), count=len(come)))
        hid = [u.id for n, u in numbered(book.units) if pos.hidden >> n & 1 and pos.owner[n] == number]
        # S6.7: whether hidden men lie there or have been held back is their side's business.
        count = len(hid) + len(due) - len(come)
        found.append(Box(f"hidden.{side}", "box.hidden", side, pieces=hid if told else (), count=count))
    riders = [(f, pos.aboard[f]) for f in book.everyone if pos.fate[f] == ABOARD]
    for unit in book.carriers:
        names = [_name(pos, f) for f, carrier in riders if carrier == unit]
        if names:
            owner = book.sides[pos.owner[unit]]
            found.append(Box(f"aboard.{book.units[unit].id}", "box.aboard", owner, pieces=names, count=len(names)))
    return found


def _open(pos: YangtzePosition) -> bool:
    """During set-up the order in which the other side places its units would tell about the hidden ones."""
    return not (pos.stack and isinstance(pos.top, SettingUp) and pos.turn == 1)


def _name(pos: YangtzePosition, figure: Figure) -> str:
    return pos.book.lexicon.pieces[pos.book.piece_of_figure(figure)]


def _side(pos: YangtzePosition, figure: Figure) -> int:
    return pos.book.units[pos.book.figures[figure].unit].side
