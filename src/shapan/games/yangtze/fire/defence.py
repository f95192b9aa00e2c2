"""6.1, S7.4 Last-moment fire: a halted unit that is about to be touched or overrun fires at once with all it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..actions import HALT, HE, SHRAPNEL
from ..position import YangtzePosition
from ..who import Figure, Piece, Shooter, Unit
from .artillery import begin_shell, rounds_left
from .elements import HALT_FIRE, gunner, is_gun, small_arms, snipe_refusal, snipers
from .shooters import bit_of
from .shooting import fire_at_unit, snipe, sniped
from .targets import ANYWHERE, aim, fit_for, reaches
from .volley import Burial, in_turn


class Defence(NamedTuple):
    """What a unit can fire in the last moment."""

    unit: Unit
    arms: list[Figure]
    marksmen: list[Figure]
    guns: list[Shooter]
    """9.4: at most one, and only a gun that can hit so near a target."""

    def __bool__(self) -> bool:
        return bool(self.arms or self.marksmen or self.guns)


def defence(pos: YangtzePosition, unit: Unit, target: Unit, nearest: Figure | None = None) -> Defence:
    """The weapons of a halted unit that have not fired, do not cover an area, and are not held back; none at all where
    nobody of it can fire at those who come (R102)."""
    nothing = Defence(unit, [], [], [])
    if pos.card[unit] != HALT or (pos.holding | pos.asleep) >> unit & 1:
        return nothing
    crew = gunner(pos, unit, HALT_FIRE) if is_gun(pos, unit) else []
    guns = [shooter for shooter in crew if _bear(pos, [shooter], target) and _loaded(pos, unit)]
    able = Defence(unit, small_arms(pos, unit, HALT_FIRE), snipers(pos, unit, HALT_FIRE), guns)
    snipes = able.marksmen and snipe_refusal(pos, able.marksmen, _mark(pos, target, nearest)) is None
    return able if guns or snipes or _bear(pos, able.arms, target) else nothing


def _bear(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit) -> bool:
    """Can one of these fire at the target?"""
    able = fit_for(pos, shooters, target)
    sight = aim(pos, able, target, ANYWHERE) if able else None
    return sight is not None and any(reaches(pos, shooter, sight) for shooter in able)


def _mark(pos: YangtzePosition, target: Unit, nearest: Figure | None) -> Piece:
    """Whom a sniper fires at: the figure that is nearest, or what drives at him."""
    return target if nearest is None else pos.book.piece_of_figure(nearest)


def _loaded(pos: YangtzePosition, unit: Unit) -> list[str]:
    """9.3: the kinds of round that a gun has left."""
    return [kind for kind in (HE, SHRAPNEL) if rounds_left(pos, unit, kind)]


def defend(pos: YangtzePosition, able: Defence, target: Unit, nearest: Figure | None = None) -> None:
    """They fire at once at the unit that comes for them, a sniper at the figure that is nearest. Fire or not, the
    moment has passed for the whole unit."""
    pos.tell("6.1", "event.last_moment", unit=able.unit, unit2=target)
    piece = _mark(pos, target, nearest)
    seen = [shooter for shooter in able.marksmen if snipe_refusal(pos, [shooter], piece) is None]
    fires = [snipe(pos, shooter, sniped(pos, piece)) for shooter in seen]
    fires.append(fire_at_unit(pos, able.arms, target))
    for shooter in able.guns:
        fires.append(begin_shell(pos, shooter, able.unit, target, _loaded(pos, able.unit)[0]))
    pos.then(*in_turn(fires), Burial())
    for shooter in (*able.arms, *able.marksmen, *able.guns):
        pos.fired |= bit_of(pos, shooter)
