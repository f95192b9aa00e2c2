"""Storm Over Taierzhuang 9.0 Control of areas."""

from __future__ import annotations

from shapan.mechanics.sides import other

from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE


def determine_control(pos: TaierzhuangPosition) -> None:
    """9.0, R-27: every area is judged anew: sole occupants control it, empty and contested areas belong to nobody."""
    japanese, chinese = pos.occupied(JAPANESE), pos.occupied(CHINESE)
    now = japanese & ~chinese, chinese & ~japanese
    if pos.teller is not None:
        for side in (JAPANESE, CHINESE):
            for area in range(pos.book.area_count):
                if (now[side] & ~pos.control[side]) >> area & 1:
                    pos.tell("9.0", "event.control", side=pos.name(side), area=area)
                elif (pos.control[side] & ~now[side] & ~now[other(side)]) >> area & 1:
                    pos.tell("9.0", "event.control_lost", side=pos.name(side), area=area)
    pos.control = now
