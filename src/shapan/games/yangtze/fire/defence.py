"""6.1, S7.4 Last-moment fire: a halted unit that is about to be touched or overrun fires at once with all it has."""

from __future__ import annotations

from typing import NamedTuple

from ..actions import HALT, HE, SHRAPNEL
from ..position import YangtzePosition
from ..who import Figure, Shooter, Unit
from .artillery import begin_shell, rounds_left
from .elements import HALT_FIRE, gunner, is_gun, small_arms, snipe_refusal, snipers
from .shooters import bit_of
from .shooting import fire_at_unit, snipe
from .targets import aim, reaches
from .volley import Burial


class Defence(NamedTuple):
    """What a unit can fire in the last moment."""

    unit: Unit
    arms: list[Figure]
    marksmen: list[Figure]
    guns: list[Shooter]
    """9.4: at most one, and only a gun that can hit so near a target."""

    def __bool__(self) -> bool:
        return bool(self.arms or self.marksmen or self.guns)


def defence(pos: YangtzePosition, unit: Unit, target: Unit) -> Defence:
    """The weapons of a halted unit that have not fired, do not cover an area, and are not held back."""
    if pos.card[unit] != HALT or (pos.holding | pos.asleep) >> unit & 1:
        return Defence(unit, [], [], [])
    crew = gunner(pos, unit, HALT_FIRE) if is_gun(pos, unit) else []
    guns = [shooter for shooter in crew if _bears(pos, shooter, target) and _loaded(pos, unit)]
    return Defence(unit, small_arms(pos, unit, HALT_FIRE), snipers(pos, unit, HALT_FIRE), guns)


def _bears(pos: YangtzePosition, shooter: Shooter, target: Unit) -> bool:
    sight = aim(pos, [shooter], target, 1 << 20)
    return sight is not None and reaches(pos, shooter, sight)


def _loaded(pos: YangtzePosition, unit: Unit) -> list[str]:
    """9.3: the kinds of round that a gun has left."""
    return [kind for kind in (HE, SHRAPNEL) if rounds_left(pos, unit, kind)]


def defend(pos: YangtzePosition, able: Defence, target: Unit, nearest: Figure | None = None) -> None:
    """They fire at once at the unit that comes for them, a sniper at the figure that is nearest. Fire or not, the
    moment has passed for the whole unit."""
    pos.tell("6.1", "event.last_moment", unit=able.unit, unit2=target)
    pos.then(Burial())
    fire_at_unit(pos, able.arms, target)
    for shooter in able.guns:
        begin_shell(pos, shooter, able.unit, target, _loaded(pos, able.unit)[0])
    piece = target if nearest is None else pos.book.piece_of_figure(nearest)
    for shooter in able.marksmen:
        if snipe_refusal(pos, [shooter], piece) is None:
            snipe(pos, shooter, piece)
    for shooter in (*able.arms, *able.marksmen, *able.guns):
        pos.fired |= bit_of(pos, shooter)
