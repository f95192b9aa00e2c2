"""7.3 What a side has declared in a step of fire, until it is resolved."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..position import YangtzePosition
from ..who import Piece, Shooter, Unit

FIRE: Final = "fire"
HULL: Final = "hull"
SHELL: Final = "shell"
THROW: Final = "throw"
SNIPE: Final = "snipe"


class Declared(NamedTuple):
    """7.3: who fires at what. Those who were named fire even if they are hit in the same step (7.1)."""

    manner: str
    piece: Piece
    """The unit or mount that fires."""
    target: Piece
    """The unit, or the figure of a sniper, as a piece."""
    shooters: tuple[Shooter, ...]
    round: str = ""
    """9.3: what a gun fires."""

    @property
    def at(self) -> Unit:
        """The unit, where it is no sniper who fires."""
        return Unit(self.target)


def declared(pos: YangtzePosition, piece: Piece | None = None) -> list[Declared]:
    """What has been declared, in that order; of one piece, or all of it."""
    return [
        Declared(manner, firer, target, tuple(map(pos.book.shooter, kept)), kind)
        for manner, firer, target, kept, kind in pos.shots
        if piece is None or firer == piece
    ]


def declare(pos: YangtzePosition, shot: Declared) -> None:
    kept = tuple(map(pos.book.arm, shot.shooters))
    pos.shots = (*pos.shots, (shot.manner, shot.piece, shot.target, kept, shot.round))


def next_shot(pos: YangtzePosition) -> Declared:
    """S8, R69: unit by unit; grenades first, since who throws does not fire; then in the order in which targets were
    given, since only those who cannot reach the first one have a second (S8.4)."""
    shots = declared(pos)
    number = min(range(len(shots)), key=lambda at: (shots[at].piece, shots[at].manner != THROW, at))
    pos.shots = (*pos.shots[:number], *pos.shots[number + 1 :])
    return shots[number]
