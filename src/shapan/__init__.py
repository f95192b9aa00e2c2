"""Shapan (沙盘, sand table): historical wargames with every rule enforced.

>>> import shapan
>>> game = shapan.game("mukden")
>>> pos = game.start()
>>> pos.actor, pos.decision.case
('japanese', '5.3')
>>> pos.push(game.parse(pos, "declare combat"))
>>> pos.actor
'dice'
"""

from .games import game, games
from .kernel import (
    DICE,
    NOBODY,
    SPECTATOR,
    Action,
    Event,
    Game,
    Match,
    Outcome,
    Position,
    Record,
    Referee,
    Refusal,
    ShapanError,
    View,
)
from .kernel.board import Board
from .kernel.faces import lend

__version__ = "0.1.0.dev0"

__all__ = [
    "DICE",
    "NOBODY",
    "SPECTATOR",
    "Action",
    "Event",
    "Game",
    "Match",
    "Outcome",
    "Position",
    "Record",
    "Referee",
    "Refusal",
    "ShapanError",
    "View",
    "game",
    "games",
]


def _drawn(board: Board, view: View) -> str:
    """How notebooks show a position. Those who never look need not load what draws."""
    from .draw import svg  # noqa: PLC0415

    return svg(board, view)


lend(_drawn)
