"""Shanghai Incident 13.3 Japanese and 13.7 Chinese replacements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapan.ground.hexes import Mask, mask_of
from shapan.kernel import Action, Group, Refusal
from shapan.mechanics.fire_and_movement.retreat import could_retreat
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.sides import other

from .actions import Recall, Restore
from .reinforcements import doorstep, safe_ground
from .sides import CHINESE, JAPANESE

if TYPE_CHECKING:
    from .position import ShanghaiPosition


# --- who can receive a step, and who pays -------------------------------------------------------


def means_refusal(pos: ShanghaiPosition, side: int, unit: int) -> Refusal | None:
    """13.3: so many steps for each Japanese formation in a pause; 13.7: one logistics point for a Chinese step."""
    book = pos.book
    if refusal := pos.not_of(side, unit, "13.7" if side == CHINESE else "13.3"):
        return refusal
    if book.loose >> unit & 1:
        return Refusal("16.4", "refusal.train_replaced")
    if not book.replaceable >> unit & 1:
        return Refusal("13.3", "refusal.never_replaced", unit=unit)
    if pos.lost >> unit & 1:
        return Refusal("7.7", "refusal.lost", unit=unit)
    if side == CHINESE:
        enough = pos.logistics >= book.logistics["step"]
        return None if enough else Refusal("13.5", "refusal.logistics", count=pos.logistics)
    if not pos.replacements:
        return Refusal("13.3", "refusal.replace_when")
    names = [entry.id for entry in book.called]
    if not pos.replacements[names.index(book.entries[unit].formation)]:
        return Refusal("13.3", "refusal.no_steps_left", unit=unit)
    return None


def replaced_elsewhere(pos: ShanghaiPosition, unit: int) -> Refusal:
    """13.3, 13.7: steps are not replaced here, but there."""
    chinese = unit < len(pos.book.entries) and pos.book.side_of[unit] == CHINESE
    return Refusal("13.7" if chinese else "13.3", "refusal.replace_when")


def pay(pos: ShanghaiPosition, side: int, unit: int) -> None:
    if side == CHINESE:
        pos.logistics -= pos.book.logistics["step"]
        pos.replaced |= 1 << unit
        return
    names = [entry.id for entry in pos.book.called]
    at = names.index(pos.book.entries[unit].formation)
    pos.replacements = (*pos.replacements[:at], pos.replacements[at] - 1, *pos.replacements[at + 1 :])


# --- flipping up --------------------------------------------------------------------------------


def reduced(pos: ShanghaiPosition, unit: int) -> bool:
    return pos.place[unit] != OFF and pos.steps[unit] < pos.book.full_steps[unit]


def restore_refusal(pos: ShanghaiPosition, side: int, unit: int) -> Refusal | None:
    """13.3, 13.7: a weakened unit on the map with a way out behind it; R-52: before it moves."""
    if refusal := means_refusal(pos, side, unit):
        return refusal
    case = "13.7" if side == CHINESE else "13.3"
    if not reduced(pos, unit):
        return Refusal(case, "refusal.not_reduced", unit=unit)
    if pos.moved >> unit & 1:
        return Refusal(case, "refusal.moved", unit=unit)
    return None if could_retreat(pos, unit) else Refusal(case, "refusal.cannot_retreat", unit=unit)


def restore(pos: ShanghaiPosition, side: int, unit: int) -> None:
    pay(pos, side, unit)
    pos.steps = (*pos.steps[:unit], 2, *pos.steps[unit + 1 :])
    pos.tell("13.7" if side == CHINESE else "13.3", "event.restored", side=pos.book.sides[side], unit=unit)


# --- coming back --------------------------------------------------------------------------------


def home(pos: ShanghaiPosition, unit: int) -> Mask:
    """13.3, 13.7: where a unit finds its comrades: their towns and cities, and the hexes around these."""
    book, formation = pos.book, pos.book.entries[unit].formation
    mates = (mate for mate in pos.on_map(book.side_of[unit]) if book.entries[mate].formation == formation)
    hosts = book.urban & mask_of(pos.place[mate] for mate in mates)
    return hosts | book.grid.spread(hosts)


def recall_hexes(pos: ShanghaiPosition, side: int, unit: int) -> Mask:
    """Where an eliminated unit may come back, within stacking."""
    where = doorstep(pos, side) | home(pos, unit)
    return pos.room_for(1 << unit, where & safe_ground(pos, side))


def recall_refusal(pos: ShanghaiPosition, side: int, unit: int, here: int) -> Refusal | None:
    if refusal := means_refusal(pos, side, unit):
        return refusal
    case = "13.7" if side == CHINESE else "13.3"
    if pos.place[unit] != OFF or pos.steps[unit]:
        return Refusal(case, "refusal.not_eliminated", unit=unit)
    if (pos.occupied[other(side)] | pos.garrisoned(other(side))) >> here & 1:
        return pos.held_against(side, here, case)
    if pos.zone_of(other(side)) >> here & 1:
        return Refusal(case, "refusal.recall_zone", hex=here)
    if recall_hexes(pos, side, unit) >> here & 1:
        return None
    if not (doorstep(pos, side) | home(pos, unit)) >> here & 1:
        return Refusal(case, "refusal.recall_hex", hex=here)
    if pos.closed_to(side) >> here & 1:
        return Refusal("18.0", "refusal.closed", hex=here)
    full = not pos.fits(1 << unit, here)
    return Refusal("5.3", "refusal.stacking", hex=here) if full else Refusal(case, "refusal.recall_hex", hex=here)


def recall(pos: ShanghaiPosition, side: int, unit: int, here: int) -> None:
    """R-10: who comes back like a reinforcement has spent his allowance; who comes back at home has not."""
    pay(pos, side, unit)
    if not home(pos, unit) >> here & 1:
        pos.placed |= 1 << unit
    pos.steps = (*pos.steps[:unit], 1, *pos.steps[unit + 1 :])
    case = "13.7" if side == CHINESE else "13.3"
    pos.tell(case, "event.recalled", side=pos.book.sides[side], unit=unit, hex=here)
    pos.arrive(unit, (here,))


def replacement_options(pos: ShanghaiPosition, side: int) -> list[Group[Action]]:
    if side == CHINESE and pos.logistics < pos.book.logistics["step"]:
        return []
    if side == JAPANESE and not any(pos.replacements):
        return []
    steps, full = pos.steps, pos.book.full_steps
    weak = [unit for unit in pos.on_map(side) if steps[unit] < full[unit]] if steps != full else []
    groups: list[Group[Action]] = [Group(Restore, values=_restorable(pos, side, weak))] if weak else []
    return [
        *groups,
        *(
            Group(Recall, unit, values=_returns(pos, side, unit))
            for unit in pos.eliminated(side)
            if means_refusal(pos, side, unit) is None
        ),
    ]


def _restorable(pos: ShanghaiPosition, side: int, weak: list[int]) -> Callable[[], list[int]]:
    return lambda: [unit for unit in weak if restore_refusal(pos, side, unit) is None]


def _returns(pos: ShanghaiPosition, side: int, unit: int) -> Callable[[], Hexes]:
    return lambda: Hexes(recall_hexes(pos, side, unit))
