"""7.2 Who fires together: the small arms of a unit, one mount, the crew of a gun, a sniper."""

from __future__ import annotations

from typing import Any, Final

from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from ..actions import CHARGE, HALT, MOVE, SKIRMISH
from ..position import YangtzePosition
from .grenades import throwers
from .shooters import SHOTS, arm_of, bit_of, fire_card, firing_line, in_reach, may_fire, sees_figure
from .targets import aim, fit_for, reaches, window_open

HALT_FIRE: Final = "halt"
OTHER_FIRE: Final = "other"


def cards_of(stage: str) -> tuple[str, ...]:
    return (MOVE, SKIRMISH) if stage == OTHER_FIRE else (HALT,)


def element(pos: YangtzePosition, piece: int, stage: str) -> list[int]:
    """7.2: the shooters that fire together under this piece: a unit's small arms, or one mount."""
    kind, number = pos.book.what(piece)
    cards = cards_of(stage)
    if kind == "figure":
        return []
    if kind == "mount":
        able = [~number] if fire_card(pos, ~number) in cards and may_fire(pos, ~number) else []
    else:
        able = small_arms(pos, number, stage)
    if not able:
        return []
    spoken_for = [shot for shot in pos.shots if shot[0] in ("fire", "hull", "shell", "throw") and shot[1] == piece]
    for shot in spoken_for:
        taken = set(firing_at(pos, able, shot))
        able = [s for s in able if s not in taken]
    if len(spoken_for) > 1:
        return []
    return able


def firing_at(pos: YangtzePosition, shooters: list[int], shot: tuple[Any, ...]) -> list[int]:
    """Those of the shooters who take part in a declared shot; the rest may be given one other target (S8.4)."""
    if shot[0] == "throw":
        return [s for s in shooters if s in throwers(pos, shot[1], shot[2])]
    if shot[0] == "shell":
        return shooters
    fit = fit_for(pos, shooters, shot[2])
    sight = aim(pos, fit, shot[2], 1 << 20) if fit else None
    return [s for s in fit if reaches(pos, s, sight)] if sight else []


def pieces_of(pos: YangtzePosition, side: int) -> list[int]:
    """Units and mounts of a side in play."""
    units = pos.units_of(side)
    return [*units, *(pos.book.piece_of_mount(mount) for unit in units for mount in pos.book.guns[unit])]


def is_gun(pos: YangtzePosition, piece: int) -> bool:
    kind, number = pos.book.what(piece)
    if kind == "mount":
        return pos.book.weapons[pos.book.mounts[number].weapon].roll == "round"
    return kind == "unit" and pos.book.units[number].kind == "gun"


def gunner(pos: YangtzePosition, piece: int, stage: str) -> list[int]:
    """9.0: the shooter of a gun, if it can fire now."""
    kind, number = pos.book.what(piece)
    crew = (~number,) if kind == "mount" else pos.alive(number)[:1]
    if any(shot[0] == "shell" and shot[1] == piece for shot in pos.shots):
        return []
    return [s for s in crew if fire_card(pos, s) in cards_of(stage) and may_fire(pos, s)]


def snipers(pos: YangtzePosition, unit: int, stage: str) -> list[int]:
    """7.2: the figures of a unit that may pick their target."""
    if unit not in pos.book.marksmen or any(shot[0] == "snipe" and shot[1] == unit for shot in pos.shots):
        return []
    marksmen = [f for f in pos.alive(unit) if arm_of(pos, f).picks]
    return [f for f in marksmen if fire_card(pos, f) in cards_of(stage) and may_fire(pos, f)]


def snipe_refusal(pos: YangtzePosition, marksmen: list[int], figure: int) -> Refusal | None:
    """7.2, 7.5: any visible enemy figure in range; the priorities do not bind a sniper. Civilians are spared (R66)."""
    book = pos.book
    unit = book.figures[figure].unit
    if pos.owner[unit] == pos.owner[book.figures[marksmen[0]].unit] or pos.hidden >> unit & 1:
        return Refusal("7.3", "refusal.target_enemy")
    if figure not in pos.standing[unit] or book.units[unit].kind == "civilian":
        return Refusal("7.3", "refusal.target_enemy")
    if not in_reach(pos, marksmen[0], figure, arm_of(pos, marksmen[0]).reach):
        return Refusal("7.5", "refusal.target_far", unit=unit)
    if not sees_figure(pos, marksmen[0], figure):
        return Refusal("7.5", "refusal.target_unseen", unit=unit)
    return None


def marks(pos: YangtzePosition, unit: int, stage: str) -> list[int]:
    """The figures that a sniper may pick, as pieces."""
    marksmen = snipers(pos, unit, stage)
    if not marksmen:
        return []
    found = []
    for enemy in pos.units_of(other(pos.owner[unit])):
        if not window_open(pos, stage, enemy):
            continue
        found += [f for f in pos.standing[enemy] if snipe_refusal(pos, marksmen, f) is None]
    return [pos.book.piece_of_figure(figure) for figure in found]


def small_arms(pos: YangtzePosition, unit: int, stage: str) -> list[int]:
    """The figures of a unit that fire together, as far as they may fire now."""
    cards = cards_of(stage)
    if pos.riding(unit) < 0 and not pos.book.units[unit].carrier:
        able = firing_line(pos, unit, cards)
    else:
        able = [f for f in pos.alive(unit) if fire_card(pos, f) in cards and may_fire(pos, f)]
    return [f for f in able if not (arm := arm_of(pos, f)).picks and arm.roll in SHOTS]


def why_no_fire(pos: YangtzePosition, piece: int, stage: str) -> tuple[str, str]:
    """The rule that keeps a unit or mount from firing now."""
    kind, number = pos.book.what(piece)
    unit = pos.book.mounts[number].unit if kind == "mount" else number
    card = pos.card[unit]
    if card == CHARGE:
        return "7.2", "refusal.charging_fire"
    if pos.forced_now(unit):
        return "14.4", "refusal.forced_fire"
    if pos.asleep >> unit & 1:
        return "S6.8", "refusal.asleep_fire"
    if card not in cards_of(stage):
        return "7.1", "refusal.fire_later"
    if any(pos.fired & bit_of(pos, f) for f in pos.book.men[unit]):
        return "7.1", "refusal.fired"
    return "7.2", "refusal.cannot_fire"


def holers(pos: YangtzePosition, shooters: list[int]) -> list[int]:
    """12.2: the shooters whose weapon can hole a small boat."""
    return [shooter for shooter in shooters if arm_of(pos, shooter).hurts_small_boats]


def hurts_boats(pos: YangtzePosition, unit: int) -> bool:
    """Has a unit a weapon that can hole a small boat?"""
    return unit in pos.book.holing and any(arm_of(pos, figure).hurts_small_boats for figure in pos.alive(unit))


def small_boat(pos: YangtzePosition, target: int) -> bool:
    return target < len(pos.book.units) and pos.book.units[target].hull == "small_boat"
