"""12.1, 12.2, S12.5: what becomes of vehicles and vessels that are hit, told once more from the book alone."""

from __future__ import annotations

from shapan.games.yangtze.position import ARMAMENT, HALF_SPEED, STEERING, YangtzePosition
from shapan.games.yangtze.position import DISABLED as OUT
from shapan.games.yangtze.specs import Weapon
from shapan.games.yangtze.who import Unit

DISABLED, PASSENGER, HALVED, WHEEL, CREW, NOTHING = (
    "disabled",
    "passenger",
    "half_speed",
    "wheel",
    "crew",
    "armour_holds",
)
WRECKED, ARMED, STEERED = "wrecked", "armament", "steering"


SAME = "unharmed"


def bonus(weapon: Weapon) -> int:
    """12.1: a machine gun adds three."""
    return 3 if weapon.machine_gun else 0


def vehicle(pos: YangtzePosition, unit: Unit, total: int) -> str:
    """12.1, R39: with the bonus of a machine gun. S12.6: half speed is not halved again; S12.4: nor what stands."""
    if 7 <= total <= 9:
        return PASSENGER
    if pos.damage[unit] & OUT:
        return SAME
    if total >= 10:
        return DISABLED
    if total >= 3:
        return SAME if pos.damage[unit] & HALF_SPEED else HALVED
    return WHEEL


def armour(pos: YangtzePosition, unit: Unit, total: int) -> str:
    """S12.5: bullets hurt a crewman with twelve, and a wheel, where there is one, with two."""
    if total == 12:
        return CREW
    lame = pos.book.units[unit].tracked or pos.damage[unit] & OUT
    return WHEEL if total == 2 and not lame else NOTHING


def vessel(pos: YangtzePosition, unit: Unit, total: int) -> str:
    """12.2, R41: with two for a medium shell or a bomb; what cannot bite costs one of the crew."""
    spec, damage = pos.book.units[unit], pos.damage[unit]
    if total >= 12:
        return WRECKED
    if total >= 10:
        return CREW if damage & HALF_SPEED or spec.aground else HALVED
    if total == 9:
        return CREW if damage & ARMAMENT or spec.main is None else ARMED
    if total == 8:
        return CREW if damage & STEERING or spec.aground else STEERED
    return CREW
