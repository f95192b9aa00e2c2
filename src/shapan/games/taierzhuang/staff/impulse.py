"""7.0 What a staff officer of Taierzhuang does with an impulse."""

from __future__ import annotations

from shapan.ground.areas import bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Halt, Pass

from ..actions import Fire, Move
from ..impulse import Impulse
from ..position import TaierzhuangPosition
from ..squads import Command
from . import battle, chits, manoeuvres, march
from .temper import Temper


def impulse(pos: TaierzhuangPosition, at: Impulse, temper: Temper) -> list[Advice]:
    """7.0: every action that promises something, and the pass."""
    side = at.side
    units = unit_actions(pos, temper, side)
    return [
        *units,
        *chits.calls(pos, temper, side),
        *chits.assault_chits(pos, temper, side),
        *chits.command_chit(pos, temper, side, units),
        *manoeuvres.infiltrations(pos, temper, side),
        *manoeuvres.concentrations(pos, temper, side),
        Advice(Pass(), 0.0, "reason.pass"),
    ]


def command(pos: TaierzhuangPosition, at: Command, temper: Temper) -> list[Advice]:
    """5.2: Li Tsung Jen's Command, one area after the other."""
    return [*unit_actions(pos, temper, at.side, at.used, at.acted), Advice(Halt(), 0.0, "reason.hold")]


def unit_actions(pos: TaierzhuangPosition, temper: Temper, side: int, used: int = 0, acted: int = 0) -> list[Advice]:
    """The Movement and Fire actions that promise something."""
    advice = []
    for prospect in battle.fires(pos, temper, side, used, acted):
        if prospect.worth > 0:
            params = prospect.outlook.params(prospect.target)
            advice.append(
                Advice(Fire(prospect.target, tuple(bits(prospect.units))), prospect.worth, "reason.fire", params)
            )
    for march_plan in march.marches(pos, temper, side, used, acted):
        if march_plan.worth > temper.least:
            params = march.params(pos, side, march_plan.there, march_plan.units)
            advice.append(Advice(Move(tuple(bits(march_plan.units))), march_plan.worth, "reason.march", params))
    return advice
