"""What the longer frames of the flow hold, by name. A frame is a tuple, so that a position can be copied and saved."""

from __future__ import annotations

from typing import NamedTuple

from .position import TaierzhuangPosition


class March(NamedTuple):
    """7.1: a group on its way."""

    side: int
    group: int
    here: int
    left: int
    """Movement points left."""
    moved: bool
    spear: bool
    """Armoured Spearhead goes with it."""
    acted: int
    """All units that took part, those left on the way included."""
    slip: bool
    """12.6: it stands in the contested area that it infiltrates and goes on into a vacant one."""


class Attack(NamedTuple):
    """7.2.2: an attack being announced."""

    side: int
    group: int
    here: int
    target: int
    manner: int
    """Which of the cases of ``assault``: fire, Banzai, Night Attack, counter-attack."""
    wave: bool
    bonus: int
    """What chits add to the Attack Total."""
    tank_points: int
    """Dare to Die: so many Damage Points go to tanks first."""
    spear: bool


class Blow(NamedTuple):
    """7.2.2: an attack announced in full, before its dice."""

    side: int
    units: int
    """None for artillery and aircraft."""
    place: int
    target: int
    bonus: int
    resolute: int
    """What Resolute Defenders add to the Defense Total."""
    wave: bool
    tank_points: int
    asked: bool
    """China has been asked for Resolute Defenders."""


class Damage(NamedTuple):
    """7.4: Damage Points being applied."""

    side: int
    area: int
    units: int
    """Those who take them."""
    left: int
    tank_points: int


def march(pos: TaierzhuangPosition) -> March:
    return March(*pos.frame)


def attack(pos: TaierzhuangPosition) -> Attack:
    return Attack(*pos.frame)


def blow(pos: TaierzhuangPosition) -> Blow:
    return Blow(*pos.frame)


def damage(pos: TaierzhuangPosition) -> Damage:
    return Damage(*pos.frame)
