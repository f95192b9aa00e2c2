"""S17.6 Loads: on a carrier, on the ground, or between two porters who carry them at their slow pace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..actions import CHARGE
from ..position import ABOARD, STANDING, YangtzePosition, put


class Load(NamedTuple):
    """One load: what it is, the carrier that holds it or -1, where it stands, who has it, and who carries it."""

    name: str
    carrier: int
    x: int
    y: int
    side: int
    """The side that has it; -2 less that side once it has been brought away."""
    bearers: tuple[int, ...] = ()

    @property
    def away(self) -> bool:
        return self.side < 0

    @property
    def on_ground(self) -> bool:
        return self.carrier < 0 and not self.bearers and not self.away


def loads(pos: YangtzePosition) -> list[Load]:
    return [Load(*entry) for entry in pos.cargo]


def set_load(pos: YangtzePosition, number: int, load: Load) -> None:
    pos.cargo = put(pos.cargo, number, tuple(load))


def bearers(pos: YangtzePosition) -> frozenset[int]:
    """The figures that carry something."""
    return frozenset(figure for entry in pos.cargo for figure in Load(*entry).bearers)


def carried_by(pos: YangtzePosition, unit: int) -> int:
    """The load that figures of this unit carry, or -1."""
    for number, load in enumerate(loads(pos)):
        if load.bearers and pos.book.figures[load.bearers[0]].unit == unit:
            return number
    return -1


def at_load(pos: YangtzePosition, figure: int, load: Load) -> bool:
    """Does the figure stand at the load?"""
    reach = pos.book.alongside + pos.book.figures[figure].radius
    return (pos.x[figure] - load.x) ** 2 + (pos.y[figure] - load.y) ** 2 <= reach * reach


def hands_at(pos: YangtzePosition, unit: int, load: Load) -> list[int]:
    """The figures of a unit that can take hold of a load, nearest first."""
    near = [f for f in pos.standing[unit] if at_load(pos, f, load) and not (pos.touched | pos.pinned) >> f & 1]
    return sorted(near, key=lambda f: ((pos.x[f] - load.x) ** 2 + (pos.y[f] - load.y) ** 2, f))


def porters_wanted(pos: YangtzePosition) -> int:
    return int(pos.book.charts["works"]["porters"])


# --- what happens to loads that are carried -----------------------------------------------------


def loads_follow(pos: YangtzePosition) -> None:
    """After movement: a load goes with its porters, aboard with them, or stays where they let it fall."""
    for number, load in enumerate(loads(pos)):
        if load.bearers:
            set_load(pos, number, _followed(pos, load))


def _followed(pos: YangtzePosition, load: Load) -> Load:
    unit = pos.book.figures[load.bearers[0]].unit
    first = load.bearers[0]
    if all(pos.fate[f] == ABOARD for f in load.bearers):
        return load._replace(carrier=pos.aboard[first], bearers=())
    if pos.card[unit] == CHARGE or pos.forced_now(unit):
        return dropped(pos, load)
    load = _relieved(pos, load)
    if not load.bearers:
        return load
    first = load.bearers[0]
    return load._replace(x=pos.x[first], y=pos.y[first])


def _relieved(pos: YangtzePosition, load: Load) -> Load:
    """Porters who fell are relieved by others of their unit at the load; with fewer than two left it is dropped."""
    unit = pos.book.figures[load.bearers[0]].unit
    kept = [f for f in load.bearers if pos.fate[f] == STANDING]
    there = load._replace(x=pos.x[kept[0]], y=pos.y[kept[0]]) if kept else load
    others = [f for f in hands_at(pos, unit, there) if f not in kept]
    team = [f for f in kept if at_load(pos, f, there)] + others
    if len(team) < porters_wanted(pos):
        return dropped(pos, there)
    return there._replace(bearers=tuple(team[: porters_wanted(pos)]))


def dropped(pos: YangtzePosition, load: Load) -> Load:
    pos.tell("S17.6", "event.load_dropped", what=load.name)
    return load._replace(bearers=())


# --- the end of the turn ------------------------------------------------------------------------


def settle_loads(pos: YangtzePosition) -> None:
    """Loads change hands with what carries them, fall with their porters, and leave at exits."""
    for number, load in enumerate(loads(pos)):
        if not load.away:
            set_load(pos, number, _settled(pos, load))


def _settled(pos: YangtzePosition, load: Load) -> Load:
    if load.carrier >= 0:
        load = load._replace(side=pos.owner[load.carrier])
    elif load.bearers:
        load = _relieved(pos, load)
    if any(_leaves(pos, entry, load) for entry in pos.book.sheet["objectives"]):
        pos.tell("S17.6", "event.load_out", what=load.name)
        return load._replace(side=-2 - load.side, bearers=())
    return load


def _leaves(pos: YangtzePosition, entry: Mapping[str, Any], load: Load) -> bool:
    """Does this load leave by the exit of an objective of those who have it?"""
    if entry["kind"] != "exit" or entry["of"] != load.name or pos.book.side_ids[load.side] != entry["side"]:
        return False
    if load.carrier >= 0:
        x, y, _ = pos.at[load.carrier]
        return pos.in_play(load.carrier) and pos.book.table.in_zone(entry["zone"], x, y)
    return bool(load.bearers) and pos.book.table.in_zone(entry["zone"], load.x, load.y)
