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
