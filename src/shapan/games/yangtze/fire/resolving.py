"""7.1, S8 Declared fire is resolved, unit by unit and kind by kind; 7.9 covering fire is made up for."""

from __future__ import annotations

from shapan.kernel import Frame, Step, amended

from ..noted import Declared, GrenadeFire, GunFire, HullFire, UnitFire
from ..position import ABOARD, STANDING, YangtzePosition
from ..who import Mounted
from .artillery import begin_shell
from .covering import covering_rest
from .declared import next_shot
from .elements import HALT_FIRE
from .grenades import begin_throw
from .shooters import bit_of
from .shooting import fire_at_unit, snipe
from .volley import Burial, in_turn


class Resolving(Frame, step="resolve"):
    """S8: the declared fire of a stage is being resolved."""

    stage: str
    before: int | None = None
    """7.1: the weapons that had fired when the step began."""


class ResolveFire(Step[YangtzePosition, Resolving]):
    """S8: declared fire is resolved unit by unit; those who fall are removed at the end, so that all fire counts."""

    case = "7.1"

    def settle(self, pos: YangtzePosition, at: Resolving) -> bool:
        pos.learned()  # what the other side declared, or that it declared nothing
        if at.before is None:
            at = amended(at, before=pos.fired)
            pos.become(at)
        if pos.book.dark and at.before is not None:
            pos.unseen = pos.fired & ~at.before
        if pos.shots:
            pos.then(*carry_out(pos, next_shot(pos)))
            return False
        pos.done()
        rest = covering_rest(pos) if at.stage == HALT_FIRE else ()
        pos.then(*rest, Burial())
        pos.unseen = 0
        return False


def carry_out(pos: YangtzePosition, shot: Declared) -> tuple[Frame, ...]:
    """Those who were named fire, unless they have thrown a grenade instead (R69)."""
    here = [s for s in shot.shooters if isinstance(s, Mounted) or pos.fate[s] in (STANDING, ABOARD)]
    shooters = [s for s in here if not pos.fired & bit_of(pos, s)]
    men = [s for s in shooters if not isinstance(s, Mounted)]
    match shot:
        case UnitFire():
            return fire_at_unit(pos, shooters, shot.target, False)
        case HullFire():
            return fire_at_unit(pos, shooters, shot.target, True)
        case GunFire():
            return in_turn([begin_shell(pos, gun, shot.piece, shot.target, shot.round) for gun in shooters])
        case GrenadeFire():
            return begin_throw(pos, shot.piece, shot.target, men)
    return in_turn([snipe(pos, shooter, shot.target) for shooter in men])
