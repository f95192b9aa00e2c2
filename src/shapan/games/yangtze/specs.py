"""3.0 Organizing your tabletop forces: what is printed about weapons, units, figures and mounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from .who import Unit

SCALE: Final = 10
"""Board units in a millimetre."""

FOOT_KINDS: Final = frozenset({"foot", "command", "mg", "gun", "special", "mounted"})
"""Kinds whose figures hold ground and capture people."""
CARRIERS: Final = frozenset({"vehicle", "train", "vessel"})
LEADERS: Final = frozenset({"leader", "officer", "nco"})


class Weapon(NamedTuple):
    """7.5, 7.7: a weapon with its ranges and beaten zone, in board units."""

    name: str
    short: int
    long: int
    zone: int
    roll: str
    """``figure``, ``zone``, ``round``, ``throw``, ``strafe`` or ``none``."""
    automatic: bool
    machine_gun: bool
    small_arm: bool
    anti_air: bool
    anti_air_bonus: int
    hurts_small_boats: bool
    nearest: bool
    picks: bool
    least: int
    he: int
    shrapnel: int
    calibre: str

    @property
    def reach(self) -> int:
        return max(self.short, self.long)


Goal: TypeAlias = Literal[
    "hold",
    "hold_building",
    "casualties",
    "killed",
    "rescue",
    "capture",
    "destroy",
    "damage",
    "demolish",
    "exit",
    "exit_units",
    "seize",
    "keep",
]
"""The kinds of objectives (S19.4)."""


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S19.3: one thing that earns victory points, as the scenario's sheet has it. What a kind does not ask for is left
    empty."""

    id: str
    kind: Goal
    vp: int
    side: str = ""
    """Who can earn them; empty where either side can."""
    of: str = ""
    """Whom or what it is about: units by their handle, loads and people by name."""
    to: str = ""
    """Whereto people are brought: a carrier, by its handle."""
    zone: str = ""
    also: str = ""
    """Another zone that does as well."""
    building: str = ""
    role: str = ""
    per: int = 0
    """So many casualties earn the points once."""
    min_figures: int = 0
    each: bool = False
    note: str = ""


class Alarm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S6.8: what wakes those who sleep, as the scenario's sheet has it."""

    side: str
    """Who sleeps."""
    turn: int
    """At its end the alarm is raised whatever has happened."""
    die: int
    """So much or more raises it before."""
    wall: str
    reach: int
    """So near this wall, in millimetres, a shot or a melee is heard."""
    guards: str
    """The template of those who are awake and look about."""
    tower: str
    """The building from which others do."""


class Current(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """S14.4: how far in a turn the river takes what floats, and whereto."""

    mm: int
    heading: int


def weapon(name: str, entry: Mapping[str, Any]) -> Weapon:
    short, long = entry.get("range", (0, 0))
    rounds = entry.get("rounds", {})
    return Weapon(
        name,
        short * SCALE,
        long * SCALE,
        int(entry.get("zone", 0)) * SCALE,
        entry["roll"],
        bool(entry.get("automatic")),
        bool(entry.get("machine_gun")),
        bool(entry.get("small_arm")),
        bool(entry.get("aa")),
        int(entry.get("aa_bonus", 0)),
        bool(entry.get("hurts_small_boats")),
        entry.get("nominate") == "nearest",
        bool(entry.get("picks_figure")),
        int(entry.get("min_range", 0)) * SCALE,
        int(rounds.get("he", entry.get("zone", 0))) * SCALE,
        int(rounds.get("shrapnel", 0)) * SCALE,
        entry.get("calibre", ""),
    )


class MountSpec(NamedTuple):
    """S12.8: a weapon fixed to a vehicle or vessel, with the arc that it covers."""

    unit: Unit
    weapon: str
    half: int
    bearing: int


class UnitSpec(NamedTuple):
    """A unit as the scenario brings it."""

    id: str
    side: int
    name: str
    template: str
    kind: str
    grade: str
    """3.10: class A, B or C."""
    lead: str
    move: str
    controlled: bool
    radius: int
    gun_radius: int
    size: tuple[int, int]
    armoured: bool
    tracked: bool
    tank: bool
    hull: str
    seats: int
    bombs: int
    main: int | None
    """12.2: which of its mounts is the main armament."""
    turn: int
    zone: str
    at: tuple[int, int] | None
    heading: int
    edge: str
    handle: str
    inside: str
    """Handle of the carriers that it arrives in."""
    hidden: bool
    asleep: int
    cargo: str
    aground: bool
    charge: bool
    leads: str
    """4.4: handle of the machine gun that its leader has to stand by at the beginning."""

    @property
    def carrier(self) -> bool:
        return self.kind in CARRIERS

    @property
    def aircraft(self) -> bool:
        return self.kind == "aircraft"


class FigureSpec(NamedTuple):
    """One miniature."""

    unit: Unit
    role: str
    weapon: str
    radius: int
    leader: bool
    grenades: bool
