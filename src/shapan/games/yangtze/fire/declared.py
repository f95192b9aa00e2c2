"""7.3 What a side has declared in a step of fire, until it is resolved."""

from __future__ import annotations

from ..noted import Declared, GrenadeFire
from ..position import YangtzePosition
from ..who import Piece


def declare(pos: YangtzePosition, shot: Declared) -> None:
    pos.shots = (*pos.shots, shot)


def declared(pos: YangtzePosition, piece: Piece) -> list[Declared]:
    """What has been declared of one piece, in that order."""
    return [shot for shot in pos.shots if shot.piece == piece]


def next_shot(pos: YangtzePosition) -> Declared:
    """S8, R69: unit by unit; grenades first, since who throws does not fire; then in the order in which targets were
    given, since only those who cannot reach the first one have a second (S8.4)."""
    shots = pos.shots
    number = min(range(len(shots)), key=lambda at: (shots[at].piece, not isinstance(shots[at], GrenadeFire), at))
    pos.shots = (*pos.shots[:number], *pos.shots[number + 1 :])
    return shots[number]
