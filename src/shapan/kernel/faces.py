"""Faces: a position and its options as a person at a prompt or in a notebook sees them.

They show what everybody may know and nothing else, for such texts end up in logs. The kernel cannot draw: whoever can
lends it a pen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .actors import SPECTATOR

if TYPE_CHECKING:
    from .actions import Action
    from .board import Board
    from .game import Game
    from .options import Chances, Group
    from .position import Position
    from .view import View

FEW: Final = 8
"""How many pieces or faces are named one by one; of more, only how many there are."""

Pen: TypeAlias = Callable[["Board", "View"], str]
_pens: list[Pen] = []


def lend(pen: Pen) -> None:
    """Let positions be drawn with this."""
    _pens.append(pen)


def picture(pos: Position[Any]) -> str | None:
    """The board with what everybody may know, as SVG; None while nobody has lent a pen."""
    if not _pens:
        return None
    return _pens[-1](_board(pos.book.game, pos.book.scenario), pos.view(SPECTATOR))


@lru_cache(maxsize=8)
def _board(game: Game, scenario: str) -> Board:
    return game.board(scenario)


def line(pos: Position[Any]) -> str:
    """A position in one line: where the game stands, who owes what, what is on the map."""
    game, book = pos.book.game, pos.book
    try:
        view = pos.view(SPECTATOR)
    except Exception:  # in the middle of an action, where a debugger may look, nothing can be shown
        return f"<{game.title}, {book.scenario}: turn {pos.turn}>"
    clock = view.clock
    turn = f"turn {clock.turn} of {clock.turns}" if clock.turns else f"turn {clock.turn}"
    date = f" ({clock.date})" if clock.date else ""
    phase = f"{clock.phase} {game.say(clock.phase_key, {})}".strip()
    if view.outcome is not None:
        owed = f"{view.outcome.winner or 'nobody'} has won ({view.outcome.case})"
    else:
        owed = f"{view.ask.actor} owes {view.ask.kind} ({view.ask.case})"
    there = [piece for piece in view.pieces if piece.place or piece.at is not None]
    if len(there) <= FEW:
        pieces = ", ".join(f"{piece.id} in {piece.place}" if piece.place else piece.id for piece in there)
    else:
        pieces = ", ".join(f"{count} {side or 'of no side'}" for side, count in Counter(p.side for p in there).items())
    return f"<{game.title}, {book.scenario}: {turn}{date}, {phase}; {owed}; on the map: {pieces or 'nothing'}>"


def grouped(groups: Iterable[Group[Action]]) -> str:
    """Options in one line: how many actions of each verb, and in how many groups."""
    sizes: dict[str, list[int]] = {}
    for group in groups:
        if size := len(group):
            sizes.setdefault(group.make.verb, []).append(size)
    parts = [
        verb
        + (f" ×{sum(counts)}" if sum(counts) > 1 else "")
        + (f" in {len(counts)} groups" if len(counts) > 1 else "")
        for verb, counts in sizes.items()
    ]
    total = sum(map(sum, sizes.values()))
    return f"<{total} option{'' if total == 1 else 's'}{': ' if parts else ''}{', '.join(parts)}>"


def chanced(chances: Chances) -> str:
    """The faces of the dice in one line, with their weights."""
    shown = list(zip(chances.faces, chances.weights, strict=True))[:FEW]
    parts = [f"{_worded(face)} {weight}/{chances.total}" for face, weight in shown]
    more = ["…"] if len(chances.faces) > FEW else []
    return f"<{len(chances.faces)} chances: {', '.join(parts + more)}>"


def _worded(action: Action) -> str:
    return " ".join((action.verb, *(str(getattr(action, name)) for name in action.__struct_fields__)))
