"""S19.3, S19.4 Objectives, points and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.ground.table import apart, beyond
from shapan.kernel import Outcome
from shapan.mechanics.sides import other

from .actions import FORCED
from .place import Load
from .position import (
    ABOARD,
    ARMAMENT,
    DISABLED,
    FALLEN,
    HALF_SPEED,
    LEFT,
    STANDING,
    SUNK,
    TO_COME,
    WRECK,
    YangtzePosition,
)
from .specs import FOOT_KINDS, Objective
from .who import Figure, Unit, numbered


def over(pos: YangtzePosition) -> bool:
    """S19.4: after the last turn, or when a side has nobody left on the table or to come."""
    return pos.turn >= pos.book.turns or not all(anybody(pos, side) for side in range(2))


def anybody(pos: YangtzePosition, side: int) -> bool:
    """Has the side a figure left that fights, on the table or still to come?"""
    book = pos.book
    return any(
        pos.fate[figure] in (STANDING, ABOARD, TO_COME)
        for unit in book.every_unit
        if pos.owner[unit] == side and book.units[unit].kind not in ("civilian", "aircraft")
        for figure in book.men[unit]
    )


def verdict(pos: YangtzePosition) -> Outcome:
    """S19.4: the difference of points against the margins of the scenario."""
    points = [sum(value for _, value in tally(pos, side)) for side in range(2)]
    margins = pos.book.sheet["victory"]
    lead = abs(points[0] - points[1])
    pos.tell("S19.4", "event.points", points=points[0], points2=points[1])
    if lead <= int(margins["margin_draw"]):
        return Outcome(None, "S19.4", "outcome.draw")
    winner = pos.book.sides[0 if points[0] > points[1] else 1]
    level = "decisive" if lead >= int(margins["margin_decisive"]) else "win"
    return Outcome(winner, "S19.4", f"outcome.{level}", level)


def tally(pos: YangtzePosition, side: int) -> list[tuple[str, int]]:
    """The points of a side, objective by objective."""
    found = []
    for entry in pos.book.objectives:
        value = worth(pos, entry, side)
        if value or entry.side in ("", pos.book.side_ids[side]):
            found.append((entry.id, value))
    neutral = int(pos.book.sheet["victory"].get("neutral_chest_vp", 0))
    if neutral and side == 0:
        idle = sum(1 for load in pos.cargo if has(pos, load, side) and not load.away)
        found.append(("neutral", neutral * idle))
    return found


def worth(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """What an objective is worth to a side now."""
    if entry.kind == "hold":
        return entry.vp if holder(pos, entry.zone) == side else 0
    if pos.book.side_ids[side] != entry.side:
        return 0
    count = COUNTS[entry.kind](pos, entry, side)
    return entry.vp * count


def holder(pos: YangtzePosition, zone: str) -> int | None:
    """S19.3: the side that alone has foot figures in a zone, not counting those in a forced state."""
    driven = tuple([card in FORCED or bool(state) for card, state in zip(pos.card, pos.forced, strict=True)])
    known, key = pos.scene.known, ("holder", zone, driven)
    if key not in known:
        known[key] = _holder(pos, zone, driven)
    found: int | None = known[key]
    return found


def _holder(pos: YangtzePosition, zone: str, driven: Sequence[bool]) -> int | None:
    sides = set()
    table, xs, ys = pos.book.table, pos.x, pos.y
    box, scene, units = table.around_zone(zone), pos.scene, pos.book.units
    for unit, men in numbered(pos.standing):
        if not men or units[unit].kind not in FOOT_KINDS or apart(scene.box(pos, unit), box):
            continue
        near = [f for f in men if not beyond(box, xs[f], ys[f])]
        if not near or driven[unit]:
            continue
        if any(table.in_zone(zone, xs[f], ys[f]) for f in near):
            sides.add(pos.owner[unit])
    return sides.pop() if len(sides) == 1 else None


def casualties(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """S19.3: for every so many enemy figures lost by any cause; civilians do not count."""
    lost = sum(
        1
        for figure in pos.book.everyone
        if pos.fate[figure] in FALLEN
        and pos.book.units[pos.book.figures[figure].unit].side != side
        and pos.book.units[pos.book.figures[figure].unit].kind != "civilian"
    )
    return lost // entry.per


def _people(pos: YangtzePosition, entry: Objective) -> list[Figure]:
    return [figure for unit in pos.book.handles[entry.of] for figure in pos.book.men[unit]]


def rescue(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """S17.4: civilians aboard the named vessel, or gone by the named exit; not those aboard a wreck (R109), nor while
    the enemy has the vessel."""
    named = pos.book.handles[entry.to]
    ships = [ship for ship in named if not pos.damage[ship] & WRECK and pos.owner[ship] == side]
    people = _people(pos, entry)
    return sum(1 for f in people if pos.fate[f] == LEFT or (pos.fate[f] == ABOARD and pos.aboard[f] in ships))


def taken(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """S17.2: captured; at the end also those who are neither saved nor dead, where the scenario says so."""
    people = _people(pos, entry)
    count = sum(1 for f in people if pos.captive >> f & 1 and _held(pos, f, side))
    # R112: the end is the last turn, or the moment in which nobody is left who could save them.
    over = pos.turn >= pos.book.turns or (not anybody(pos, other(side)) and anybody(pos, side))
    if over and pos.book.sheet["victory"].get("unsaved_are_taken"):
        alive = sum(1 for f in people if pos.fate[f] in (STANDING, ABOARD, LEFT))
        count = alive - _saved(pos, entry)
    return count


def _held(pos: YangtzePosition, captive: Figure, side: int) -> bool:
    """Is a captive on the table, or aboard what his captors have (R106)?"""
    if pos.fate[captive] == ABOARD:
        return pos.owner[pos.carrier(captive)] == side
    return pos.fate[captive] == STANDING


def _saved(pos: YangtzePosition, entry: Objective) -> int:
    """How many of the same people count as saved."""
    others = [e for e in pos.book.objectives if e.kind == "rescue" and e.of == entry.of]
    return sum(rescue(pos, e, pos.book.side_ids.index(e.side)) for e in others)


def killed(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """A named leader, or civilians, lost."""
    if entry.of in pos.book.handles:
        return sum(1 for f in _people(pos, entry) if pos.fate[f] in FALLEN)
    named = next(unit for unit, spec in numbered(pos.book.units) if spec.name == entry.of)
    men = [f for f in pos.book.men[named] if pos.book.figures[f].role == entry.role]
    return int(all(pos.fate[f] in FALLEN for f in men))


def destroyed(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """A carrier wrecked, captured or disabled; a gun destroyed or spiked."""
    return sum(1 for unit in pos.book.handles[entry.of] if _ruined(pos, unit, side))


def _ruined(pos: YangtzePosition, unit: Unit, side: int) -> bool:
    spec = pos.book.units[unit]
    if spec.kind == "gun":
        return not pos.laid_out(unit) and any(pos.fate[f] != TO_COME for f in pos.book.men[unit])
    return bool(pos.damage[unit] & (WRECK | SUNK | DISABLED)) or pos.owner[unit] == side


def mauled(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """A vessel that has lost her main armament or half of her speed; not one that counts as destroyed (R241)."""
    afloat = [unit for unit in pos.book.handles[entry.of] if not _ruined(pos, unit, side)]
    return sum(1 for unit in afloat if pos.damage[unit] & (ARMAMENT | HALF_SPEED))


def exits(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """S17.6: loads that have left by their exit in this side's hands."""
    return sum(1 for load in pos.cargo if load.name == entry.of and load.away and load.side == side)


def seized(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """S19.3: loads in the hands of this side that were not its own."""
    return sum(1 for load in pos.cargo if load.name == entry.of and has(pos, load, side))


def kept(pos: YangtzePosition, entry: Objective, side: int) -> int:
    return sum(1 for load in pos.cargo if load.name == entry.of and has(pos, load, side) and not load.away)


def has(pos: YangtzePosition, load: Load, side: int) -> bool:
    """Is a load in the hands of a side? Not at the bottom of the river (R121)."""
    return load.side == side and not (load.carrier is not None and pos.damage[load.carrier] & SUNK)


def got_away(pos: YangtzePosition, entry: Objective, side: int) -> int:
    """S19.3: units with enough figures left, all of them in the zones named."""
    book = pos.book
    zones = [entry.zone, entry.also] if entry.also else [entry.zone]
    count = 0
    for unit in book.units_of[side]:
        if book.units[unit].carrier or len(pos.alive(unit)) < entry.min_figures:
            continue
        count += all(any(book.table.in_zone(zone, *_where(pos, f)) for zone in zones) for f in pos.alive(unit))
    return count


def _where(pos: YangtzePosition, figure: Figure) -> tuple[int, int]:
    if pos.fate[figure] == ABOARD:
        x, y, _ = pos.at[pos.carrier(figure)]
        return x, y
    return pos.x[figure], pos.y[figure]


def demolished(pos: YangtzePosition, entry: Objective, side: int) -> int:
    return pos.rubble >> pos.book.table.building_numbers[entry.building] & 1


def spared(pos: YangtzePosition, entry: Objective, side: int) -> int:
    return 1 - demolished(pos, entry, side)


COUNTS = {
    "casualties": casualties,
    "rescue": rescue,
    "capture": taken,
    "killed": killed,
    "destroy": destroyed,
    "damage": mauled,
    "exit": exits,
    "seize": seized,
    "keep": kept,
    "exit_units": got_away,
    "demolish": demolished,
    "hold_building": spared,
}
