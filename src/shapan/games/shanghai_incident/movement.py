"""Shanghai Incident: what a movement phase holds besides movement (13.7, 14.0, 15.4, 16.4, 17.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from shapan.ground.hexes import bits
from shapan.kernel import Action, Family, Group, Refusal
from shapan.mechanics.fire_and_movement.movement import MovementPhase, Moving, while_crowded
from shapan.mechanics.fire_and_movement.ways import REGULAR, March, may_move
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Destinations
from shapan.mechanics.verbs import Move

from .actions import Fortify, Interdict, Raid, Recall, Redeploy, Restore, Transfer
from .fire_support import fly, mission_options, mission_refusal
from .forts import fort_options, fortify, fortify_refusal
from .position import ShanghaiPosition
from .redeployment import ShanghaiMarch, redeploy, redeploy_options, redeploy_refusal
from .replacements import recall, recall_refusal, replaced_elsewhere, replacement_options, restore, restore_refusal
from .sides import CHINESE, JAPANESE
from .trains import line_reach, line_refusal, round_trip, run, sweep


class ShanghaiMovement(MovementPhase[ShanghaiPosition]):
    """The phase of the standard rules, with trains, redeployment, aircraft, replacements and forts."""

    march: ClassVar[type[March]] = ShanghaiMarch

    def finish(self, pos: ShanghaiPosition) -> None:
        super().finish(pos)
        pos.placed = pos.replaced = 0

    def parts(self, pos: ShanghaiPosition, at: Moving) -> list[Group[Action] | Family[Action]]:
        return [*super().parts(pos, at), *self.extras(pos, at)]

    def extras(self, pos: ShanghaiPosition, at: Moving) -> list[Group[Action] | Family[Action]]:
        groups: list[Group[Action] | Family[Action]] = []
        if at.kind == REGULAR:
            groups.append(redeploy_options(pos, at.side, pause=False))
        if pos.crowded != OFF:
            return groups
        if at.side == CHINESE and at.kind == REGULAR:
            groups += train_options(pos)
            groups += replacement_options(pos, at.side)
            groups += fort_options(pos, pause=False)
        if at.side == JAPANESE:
            groups += mission_options(pos)
        return groups

    def refusal(self, pos: ShanghaiPosition, at: Moving, action: Action) -> Refusal | None:
        if isinstance(action, Interdict | Raid):
            return while_crowded(pos) or mission_refusal(pos, at.side, action.marker)
        if isinstance(action, Redeploy | Transfer):
            return special_refusal(pos, at, action)
        if isinstance(action, Restore | Recall | Fortify):
            return while_crowded(pos) or special_refusal(pos, at, action)
        if isinstance(action, Move) and pos.book.loose >> action.unit & 1:
            if refusal := while_crowded(pos) or may_move(pos, at.side, at.kind, (action.unit,)):
                return refusal
            return line_refusal(pos, action.unit, action.path)
        return super().refusal(pos, at, action)

    def apply(self, pos: ShanghaiPosition, at: Moving, action: Action) -> None:
        match action:
            case Move(unit, path) if pos.book.loose >> unit & 1:
                run(pos, unit, path if len(path) > 1 else sweep(pos, unit, path[0]), "16.4")
            case Redeploy() | Transfer():
                redeploy(pos, action)
            case Restore(unit):
                restore(pos, at.side, unit)
            case Recall(unit, here):
                recall(pos, at.side, unit, here)
            case Fortify(unit):
                fortify(pos, unit)
            case Interdict() | Raid():
                fly(pos, action)
            case _:
                super().apply(pos, at, action)


def special_refusal(
    pos: ShanghaiPosition, at: Moving, action: Redeploy | Transfer | Restore | Recall | Fortify
) -> Refusal | None:
    """13.7, 14.0, 17.1: all of these belong to regular movement; steps and forts are bought by the Chinese only."""
    if at.side != CHINESE and isinstance(action, Restore | Recall):
        return replaced_elsewhere(pos, action.unit)
    if at.side != CHINESE and isinstance(action, Fortify):
        return Refusal("17.1", "refusal.chinese_only")
    if at.kind != REGULAR:
        case = {Redeploy: "14.0", Transfer: "14.0", Fortify: "17.1"}.get(type(action), "13.7")
        return Refusal(case, "refusal.regular_only")
    if isinstance(action, Redeploy | Transfer):
        return redeploy_refusal(pos, at.side, action, pause=False)
    if isinstance(action, Fortify):
        return fortify_refusal(pos, action.unit, pause=False)
    if isinstance(action, Restore):
        return restore_refusal(pos, at.side, action.unit)
    return recall_refusal(pos, at.side, action.unit, action.hex)


def train_options(pos: ShanghaiPosition) -> list[Group[Action]]:
    trains = bits(pos.present & pos.book.roster[CHINESE] & pos.book.loose & ~pos.moved)
    return [Group(Move, unit, values=_line(pos, unit)) for unit in trains]


def _line(pos: ShanghaiPosition, unit: int) -> Callable[[], Destinations]:
    return lambda: Destinations(line_reach(pos, unit), round_trip(pos, unit))
