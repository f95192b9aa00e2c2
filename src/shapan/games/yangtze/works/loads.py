"""S17.6 Loads: on a carrier, on the ground, or between two porters who carry them at their slow pace."""

from __future__ import annotations

from collections.abc import Iterable

from ..actions import CHARGE, FORCED
from ..place import Load, Parcel, move, possess
from ..position import ABOARD, STANDING, YangtzePosition
from ..specs import Objective
from ..who import Figure, Unit


def set_load(pos: YangtzePosition, number: int, load: Load) -> None:
    """A load is where, and whose, it is said to be now."""
    move(pos, (Parcel(number), load.place))
    possess(pos, number, load.side)


def bearers(pos: YangtzePosition) -> frozenset[Figure]:
    """The figures that carry something."""
    return frozenset(figure for load in pos.cargo for figure in load.bearers)


def carried_by(pos: YangtzePosition, unit: Unit) -> list[int]:
    """The loads that figures of this unit carry."""
    listed = enumerate(pos.cargo)
    return [number for number, load in listed if load.bearers and pos.book.figures[load.bearers[0]].unit == unit]


def at_load(pos: YangtzePosition, figure: Figure, load: Load) -> bool:
    """Does the figure stand at the load, on the ground as it does?"""
    reach = pos.book.alongside + pos.book.figures[figure].radius
    near = (pos.x[figure] - load.x) ** 2 + (pos.y[figure] - load.y) ** 2 <= reach * reach
    return near and not pos.floor[figure]


def at_liberty(pos: YangtzePosition, figures: Iterable[Figure]) -> list[Figure]:
    """R213: those of the figures who can work: whom no charge has reached, and who are not pinned."""
    return [figure for figure in figures if not (pos.touched | pos.pinned) >> figure & 1]


def hands_at(pos: YangtzePosition, unit: Unit, load: Load) -> list[Figure]:
    """The figures of a unit that can take hold of a load and carry no other, nearest first."""
    busy = bearers(pos) - set(load.bearers)
    near = [f for f in at_liberty(pos, pos.standing[unit]) if f not in busy and at_load(pos, f, load)]
    return sorted(near, key=lambda f: ((pos.x[f] - load.x) ** 2 + (pos.y[f] - load.y) ** 2, f))


def porters_wanted(pos: YangtzePosition) -> int:
    return int(pos.book.charts["works"]["porters"])


# --- what happens to loads that are carried -----------------------------------------------------


def loads_follow(pos: YangtzePosition) -> None:
    """After movement: a load goes with its porters, aboard with them, or stays where they let it fall."""
    for number, load in enumerate(pos.cargo):
        if load.bearers:
            set_load(pos, number, _followed(pos, load))


def _followed(pos: YangtzePosition, load: Load) -> Load:
    unit = pos.book.figures[load.bearers[0]].unit
    if all(pos.fate[f] == ABOARD for f in load.bearers):
        carrier = pos.carrier(load.bearers[0])
        pos.tell("S17.6", "event.load_stowed", unit=unit, unit2=carrier, what=load.name)
        return load._replace(carrier=carrier, bearers=())
    if pos.card[unit] == CHARGE or pos.forced_now(unit):
        return dropped(pos, load)
    return _relieved(pos, load)


def _relieved(pos: YangtzePosition, load: Load) -> Load:
    """S17.6, R80: it takes two to carry a load: it goes where both have gone, or stays where it was. Where a porter
    has fallen another of the unit takes his place, if there is one at the load."""
    unit = pos.book.figures[load.bearers[0]].unit
    kept = [f for f in load.bearers if pos.fate[f] == STANDING]
    between = _between(pos, load)
    if len(kept) == len(load.bearers):
        return between or dropped(pos, load)
    fallen = next(f for f in load.bearers if f not in kept)
    there = between or load._replace(x=pos.x[fallen], y=pos.y[fallen])
    others = [f for f in hands_at(pos, unit, there) if f not in kept]
    team = [f for f in kept if at_load(pos, f, there)] + others
    if len(team) < porters_wanted(pos):
        return dropped(pos, there)
    return there._replace(bearers=tuple(team[: porters_wanted(pos)]))


def _between(pos: YangtzePosition, load: Load) -> Load | None:
    """The load in the middle of its porters, where they stand or fell, if they have stayed together."""
    count = len(load.bearers)
    there = load._replace(
        x=sum(pos.x[f] for f in load.bearers) // count, y=sum(pos.y[f] for f in load.bearers) // count
    )
    return there if all(at_load(pos, f, there) for f in load.bearers) else None


def dropped(pos: YangtzePosition, load: Load) -> Load:
    pos.tell("S17.6", "event.load_dropped", what=load.name)
    return load._replace(bearers=())


# --- the end of the turn ------------------------------------------------------------------------


def settle_loads(pos: YangtzePosition) -> None:
    """Loads change hands with what carries them, fall with their porters, and leave at exits."""
    for number, load in enumerate(pos.cargo):
        if not load.away:
            set_load(pos, number, _settled(pos, load))


def _settled(pos: YangtzePosition, load: Load) -> Load:
    if load.carrier is not None:
        load = load._replace(side=pos.owner[load.carrier])
    elif load.bearers:
        broken = pos.forced[pos.book.figures[load.bearers[0]].unit] in FORCED  # R80: it stays where they stood
        load = dropped(pos, load) if broken else _relieved(pos, load)
    if any(_leaves(pos, entry, load) for entry in pos.book.objectives):
        pos.tell("S17.6", "event.load_out", what=load.name)
        return load._replace(away=True, bearers=())
    return load


def _leaves(pos: YangtzePosition, entry: Objective, load: Load) -> bool:
    """Does this load leave by the exit of an objective of those who have it?"""
    if entry.kind != "exit" or entry.of != load.name or pos.book.side_ids[load.side] != entry.side:
        return False
    if load.carrier is not None:
        x, y, _ = pos.at[load.carrier]
        return pos.in_play(load.carrier) and pos.book.table.in_zone(entry.zone, x, y)
    return bool(load.bearers) and pos.book.table.in_zone(entry.zone, load.x, load.y)
