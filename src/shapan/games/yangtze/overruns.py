"""13.4 Vehicle overruns."""

from __future__ import annotations

from shapan.ground.table import Walk, near_polygon
from shapan.kernel import Step

from .actions import ONWARD, OVERRUN
from .dice import purpose, roll
from .driving import course, drive_along
from .position import LOST, STANDING, YangtzePosition, other


def overruns(pos: YangtzePosition) -> None:
    """13.4: vehicles that declared an overrun move before everybody else."""
    units = [unit for unit, plan in enumerate(pos.plan) if plan[:2] == ("drive", OVERRUN) and pos.in_play(unit)]
    if units:
        pos.call("overrun", tuple(units), (), ())


class Overrun(Step[YangtzePosition]):
    """13.4: the vehicle drives; for each figure in its path one die: odd, it is overrun."""

    name = "overrun"
    case = "13.4"

    def settle(self, pos: YangtzePosition) -> bool:
        units, path, figures = pos.frame
        if figures:
            pos.become(units, path, figures[1:])
            if pos.fate[figures[0]] == STANDING:
                roll(pos, 1, "overrun", figures[0])
            return False
        if path:
            pos.become(units[1:], (), ())
            drive_along(pos, units[0], pos.plan[units[0]][2], ONWARD, through=True)
            return False
        if not units:
            pos.done()
            return False
        way = course(pos, units[0], pos.plan[units[0]][2])
        pos.become(units, (1,), tuple(in_path(pos, units[0], way)))
        return False


def in_path(pos: YangtzePosition, unit: int, way: Walk) -> list[int]:
    """13.4, R52: enemy foot in the corridor that the vehicle sweeps, in the open."""
    width = pos.book.units[unit].size[1] // 2
    found = []
    for enemy in pos.units_of(other(pos.owner[unit])):
        for figure in pos.standing[enemy]:
            if pos.room[figure] >= 0 or pos.book.table.ground(pos.x[figure], pos.y[figure]).cover in (
                "hard",
                "hard_plus",
            ):
                continue
            reach = width + pos.book.figures[figure].radius
            for (_, ax, ay), (_, bx, by) in zip(way.track, way.track[1:], strict=False):
                if near_polygon(((ax, ay, bx, by), (bx, by, ax, ay)), pos.x[figure], pos.y[figure]) <= reach * reach:
                    found.append(figure)
                    break
    return found


@purpose("overrun")
def run_over(pos: YangtzePosition, die: int, figure: int) -> None:
    piece = pos.book.piece_of_figure(figure)
    if die in pos.book.charts["overrun"]["overrun_on"]:
        pos.tell("13.4", "event.overrun", piece=piece, score=die)
        pos.remove([figure], LOST)
    else:
        pos.tell("13.4", "event.escapes", piece=piece, score=die)
