"""7.1, S8 Declared fire is resolved, unit by unit and kind by kind; 7.9 covering fire is made up for."""

from __future__ import annotations

from typing import Any

from shapan.kernel import Frame, Step

from ..position import YangtzePosition
from .artillery import begin_shell
from .covering import covering_rest
from .elements import HALT_FIRE, cards_of, holers, small_arms, snipers
from .grenades import begin_throw
from .shooting import fire_at_unit, snipe
from .volley import Burial


class Resolving(Frame, step="resolve"):
    """S8: the declared fire of a stage is being resolved."""

    stage: str


class ResolveFire(Step[YangtzePosition, Resolving]):
    """S8: declared fire is resolved unit by unit; those who fall are removed at the end, so that all fire counts."""

    case = "7.1"

    def settle(self, pos: YangtzePosition, at: Resolving) -> bool:
        pos.learned()  # what the other side declared, or that it declared nothing
        if pos.shots:
            shot = min(pos.shots, key=lambda entry: (entry[1], entry[0], entry[2]))
            left = list(pos.shots)
            left.remove(shot)
            pos.shots = tuple(left)
            carry_out(pos, shot, at.stage)
            return False
        pos.done()
        pos.then(Burial())
        if at.stage == HALT_FIRE:
            covering_rest(pos)
        return False


def carry_out(pos: YangtzePosition, shot: tuple[Any, ...], stage: str) -> None:
    kind, piece, target = shot[:3]
    if kind in ("fire", "hull"):
        sort, number = pos.book.what(piece)
        shooters = [~number] if sort == "mount" else small_arms(pos, number, stage)
        fire_at_unit(pos, holers(pos, shooters) if kind == "hull" else shooters, target, kind == "hull")
    elif kind == "shell":
        sort, number = pos.book.what(piece)
        for gunner in (~number,) if sort == "mount" else pos.alive(number)[:1]:
            begin_shell(pos, gunner, piece, target, shot[3])
    elif kind == "throw":
        begin_throw(pos, piece, target, cards_of(stage))
    else:
        # What carries a sniper may have been wrecked since he took aim.
        for marksman in snipers(pos, piece, stage)[:1]:
            snipe(pos, marksman, target)
