"""7.0 Firing: who fires when, and how fire is declared."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from shapan.kernel import Action, Actor, Frame, Group, Options, Param, Refusal, Step, one
from shapan.mechanics.sides import other

from ..actions import CHARGE, HE, SHRAPNEL, Fire, Hull, Ready, Shell, Snipe, Throw
from ..noted import GrenadeFire, GunFire, HullFire, SniperFire, UnitFire
from ..orders.candidates import lazily
from ..position import YangtzePosition
from ..who import Piece, Shooter, Unit, numbered
from .artillery import rounds_left
from .declared import declare
from .elements import (
    HALT_FIRE,
    OTHER_FIRE,
    cards_of,
    element,
    gunner,
    holers,
    hurts_boats,
    is_gun,
    marks,
    pieces_of,
    small_boat,
    snipe_refusal,
    snipers,
    why_no_fire,
)
from .grenades import grenadiers, throw_refusal, throw_targets, throwers
from .resolving import Resolving
from .shooters import arm_of, at_mounts
from .shooting import sniped
from .targets import WINDOW, any_target, legal_targets, target_refusal, window_open


def defensive_window(pos: YangtzePosition) -> None:
    """5.4, 6.1: halted units may fire at those who charge, before the charge goes on. A unit that still hides has not
    charged, and nobody learns of its card (S6.7)."""
    charges = any(card == CHARGE and not pos.hidden >> unit & 1 for unit, card in numbered(pos.card))
    if charges or pos.book.switches["halt_opportunity_fire"]:
        begin(pos, WINDOW)


def halt_fire(pos: YangtzePosition) -> None:
    """6.1, 7.1: units on HALT fire before all others, together."""
    begin(pos, HALT_FIRE)


def other_fire(pos: YangtzePosition) -> None:
    """7.1: then all others, together; aircraft attack now (R35)."""
    begin(pos, OTHER_FIRE)


def begin(pos: YangtzePosition, stage: str) -> None:
    """Both sides declare before anything is resolved."""
    pos.then(Firing(stage, 0), Firing(stage, 1), Resolving(stage))


def targets_for(pos: YangtzePosition, shooters: Sequence[Shooter], stage: str) -> list[Unit]:
    found = legal_targets(pos, shooters)
    return [target for target in found if window_open(pos, stage, target)]


def boats_for(pos: YangtzePosition, shooters: Sequence[Shooter], stage: str) -> list[Unit]:
    """12.2: the small boats among the targets."""
    return [target for target in targets_for(pos, shooters, stage) if small_boat(pos, target)]


def call_to_mount(pos: YangtzePosition, piece: Piece) -> None:
    """R92, R262: who serves a mount that has been declared leaves the volley for which he was named before; what that
    leaves without anybody is not fired."""
    if pos.book.as_mount(piece) is None:
        return
    serving = set(at_mounts(pos, pos.book.unit_of(piece)))
    shots = []
    for shot in pos.shots:
        left = tuple(shooter for shooter in shot.shooters if shooter not in serving)
        if left:
            shots.append(shot if left == shot.shooters else replace(shot, shooters=left))
    pos.shots = tuple(shots)


class Firing(Frame):
    """7.3: a side declares its fire."""

    stage: str
    """6.1, 7.1: the window against those who charge, the fire of those who halt, or that of all others."""
    side: int


class DeclareFire(Step[YangtzePosition, Firing]):
    """One side declares its fire of a stage; the other side learns nothing before both are ready."""

    case = "7.3"
    sealed = True

    def settle(self, pos: YangtzePosition, at: Firing) -> bool:
        secret = any(pos.hidden >> unit & 1 for unit in pos.units_of(at.side))
        if secret or self._anything(pos, at.stage, at.side):
            return True
        pos.done()
        return False

    def _anything(self, pos: YangtzePosition, stage: str, side: int) -> bool:
        """Can anybody fire? Mostly one look answers it, without a list of all that could be done."""
        if not any(window_open(pos, stage, enemy) for enemy in pos.units_of(other(side))):
            return False
        for unit in pos.units_of(side):
            shooters = [] if is_gun(pos, unit) else element(pos, unit, stage)
            # In the window a unit that charges may be no target, because another one comes first.
            if any_target(pos, shooters, stage) and (stage != WINDOW or targets_for(pos, shooters, stage)):
                return True
        besides = self._besides(pos, stage, side)
        if stage != WINDOW:
            if any(any_target(pos, self._served(pos, piece, stage), stage) for piece in pieces_of(pos, side)):
                return True
            besides = [group for group in besides if group.make not in (Fire, Shell)]
        return any(map(bool, besides))

    def _served(self, pos: YangtzePosition, piece: Piece, stage: str) -> list[Shooter]:
        """Who fires a gun or a mount; nobody without a round for it."""
        if not is_gun(pos, piece):
            return element(pos, piece, stage) if pos.book.as_unit(piece) is None else []
        loaded = rounds_left(pos, piece, HE) or rounds_left(pos, piece, SHRAPNEL)
        return gunner(pos, piece, stage) if loaded else []

    def actor(self, pos: YangtzePosition, at: Firing) -> Actor:
        return pos.book.sides[at.side]

    def groups(self, pos: YangtzePosition, stage: str, side: int) -> list[Group[Action]]:
        """All fire that a side can declare."""
        found: list[Group[Action]] = []
        for unit in pos.units_of(side):
            if not is_gun(pos, unit) and (shooters := element(pos, unit, stage)):
                found.append(Group(Fire, unit, values=lazily(targets_for, pos, shooters, stage)))
        return found + self._besides(pos, stage, side)

    def _besides(self, pos: YangtzePosition, stage: str, side: int) -> list[Group[Action]]:
        """The same without the small arms of units: guns, mounts, holes in boats, grenades, snipers."""
        found: list[Group[Action]] = []
        for piece in pieces_of(pos, side):
            if is_gun(pos, piece):
                crew = gunner(pos, piece, stage)
                for kind in (HE, SHRAPNEL):
                    if crew and rounds_left(pos, piece, kind):
                        found.append(Group(Shell, piece, kind, values=lazily(targets_for, pos, crew, stage)))
                continue
            unit = pos.book.as_unit(piece)
            shooters = element(pos, piece, stage) if unit is None or hurts_boats(pos, unit) else []
            if shooters and unit is None:
                found.append(Group(Fire, piece, values=lazily(targets_for, pos, shooters, stage)))
            if guns := holers(pos, shooters):
                found.append(Group(Hull, piece, values=lazily(boats_for, pos, guns, stage)))
            if unit is not None:
                if throwers(pos, unit, None, cards_of(stage)):
                    found.append(Group(Throw, unit, values=lazily(throw_targets, pos, unit, stage, cards_of(stage))))
                if snipers(pos, unit, stage):
                    found.append(Group(Snipe, unit, values=lazily(marks, pos, unit, stage)))
        return found

    def options(self, pos: YangtzePosition, at: Firing) -> Options:
        return Options(one(Ready()), *self.groups(pos, at.stage, at.side))

    def refusal(self, pos: YangtzePosition, at: Firing, action: Action) -> Refusal | None:
        stage, side = at.stage, at.side
        match action:
            case Ready():
                return None
            case Fire(piece, target):
                return self._mine(pos, side, piece) or self._fire(pos, piece, target, stage)
            case Hull(piece, target):
                return self._mine(pos, side, piece) or self._hull(pos, piece, target, stage)
            case Shell(piece, kind, target):
                return self._mine(pos, side, piece) or self._shell(pos, piece, kind, target, stage)
            case Throw(unit, target):
                return self._mine(pos, side, unit) or self._throw(pos, unit, target, stage)
            case Snipe(unit, piece):
                return self._mine(pos, side, unit) or self._snipe(pos, unit, piece, stage)
        return Refusal("7.3", "refusal.fire_first")

    def _mine(self, pos: YangtzePosition, side: int, piece: Piece) -> Refusal | None:
        if pos.book.as_figure(piece) is not None:
            return Refusal("7.3", "refusal.not_yours")
        unit = pos.book.unit_of(piece)
        return None if pos.owner[unit] == side and pos.in_play(unit) else Refusal("7.3", "refusal.not_yours")

    def _window(self, pos: YangtzePosition, target: Unit, stage: str) -> Refusal | None:
        return None if window_open(pos, stage, target) else Refusal("6.1", "refusal.window_chargers")

    def _fire(self, pos: YangtzePosition, piece: Piece, target: Unit, stage: str) -> Refusal | None:
        if is_gun(pos, piece):
            return Refusal("9.1", "refusal.shell_wanted")
        shooters = element(pos, piece, stage)
        if not shooters:
            return Refusal(*why_no_fire(pos, piece, stage))
        return target_refusal(pos, shooters, target) or self._window(pos, target, stage)

    def _hull(self, pos: YangtzePosition, piece: Piece, target: Unit, stage: str) -> Refusal | None:
        guns = holers(pos, element(pos, piece, stage))
        if not guns or not small_boat(pos, target):
            return Refusal("12.2", "refusal.hull_gun")
        return target_refusal(pos, guns, target) or self._window(pos, target, stage)

    def _shell(self, pos: YangtzePosition, piece: Piece, kind: str, target: Unit, stage: str) -> Refusal | None:
        if not is_gun(pos, piece):
            return Refusal("9.1", "refusal.no_gun")
        crew = gunner(pos, piece, stage)
        if not crew:
            return Refusal(*why_no_fire(pos, piece, stage))
        if not rounds_left(pos, piece, kind):
            return Refusal("9.3", "refusal.no_rounds")
        return target_refusal(pos, crew, target) or self._window(pos, target, stage)

    def _throw(self, pos: YangtzePosition, unit: Unit, target: Unit, stage: str) -> Refusal | None:
        """11.1: who carries grenades is kept from throwing them by the same rules as others from firing."""
        carriers = grenadiers(pos, unit)
        if carriers and not throwers(pos, unit, None, cards_of(stage)):
            return Refusal(*why_no_fire(pos, unit, stage, carriers))
        return throw_refusal(pos, unit, target, cards_of(stage)) or self._window(pos, target, stage)

    def _snipe(self, pos: YangtzePosition, unit: Unit, piece: Piece, stage: str) -> Refusal | None:
        if pos.book.as_mount(piece) is not None or pos.book.as_unit(unit) is None:
            return Refusal("7.2", "refusal.figure_wanted")
        marksmen = snipers(pos, unit, stage)
        if not marksmen:
            return self._no_sniper(pos, unit, stage)
        return snipe_refusal(pos, marksmen, piece) or self._window(pos, pos.book.unit_of(piece), stage)

    def _no_sniper(self, pos: YangtzePosition, unit: Unit, stage: str) -> Refusal:
        """7.2: who is no sniper picks nobody; a sniper is silent for the same reasons as others."""
        aim = [figure for figure in pos.alive(unit) if arm_of(pos, figure).picks]
        return Refusal(*why_no_fire(pos, unit, stage, aim)) if aim else Refusal("7.2", "refusal.not_sniper", unit=unit)

    def apply(self, pos: YangtzePosition, at: Firing, action: Action) -> None:
        match action:
            case Ready():
                pos.done()
            case Fire(piece, target):
                declare(pos, UnitFire(piece, target, tuple(element(pos, piece, at.stage))))
                call_to_mount(pos, piece)
            case Hull(piece, target):
                declare(pos, HullFire(piece, target, tuple(holers(pos, element(pos, piece, at.stage)))))
                call_to_mount(pos, piece)
            case Shell(piece, kind, target):
                declare(pos, GunFire(piece, target, tuple(gunner(pos, piece, at.stage)), kind))
                call_to_mount(pos, piece)
            case Throw(unit, target):
                declare(pos, GrenadeFire(unit, target, tuple(throwers(pos, unit, target, cards_of(at.stage)))))
            case Snipe(unit, piece):
                declare(pos, SniperFire(unit, sniped(pos, piece), tuple(snipers(pos, unit, at.stage)[:1])))

    def prompt(self, pos: YangtzePosition, at: Firing) -> tuple[str, dict[str, Param]]:
        return f"prompt.fire_{at.stage}", {"side": pos.book.sides[at.side]}
