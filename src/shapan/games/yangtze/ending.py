"""The end of a turn: current, wrecks, gates, people, loads, charges, alarms, pins, forced states (S14 to S17)."""

from __future__ import annotations

from shapan.ground.table import Gate, Line, near_segment
from shapan.kernel import Frame, Step
from shapan.mechanics.sides import other

from .actions import HALT
from .air.flight import leave_table_by_air
from .alarm import alarm
from .fire.aimed import AtFigure
from .fire.artillery import lowers_cover, wreck_gun
from .fire.sighting import figure_sees
from .fire.volley import Blast, Burial, Shot, Strikes, in_turn, men_in, volley
from .movement.ways import on_foot, steady
from .position import LOST, NOWHERE, STANDING, SUNK, WHEEL, WRECK, YangtzePosition
from .promotion import promotions
from .specs import SCALE
from .vessels.boarding import prize
from .vessels.sailing import drift_all
from .vessels.swimming import overboard, swim
from .victory import over, verdict
from .who import Figure, numbered
from .works.loads import at_liberty, settle_loads
from .works.people import capture
from .works.tasks import finish_works

DEMOLITION_WEAPON = "gun_medium"


def dangers(pos: YangtzePosition) -> None:
    """What still costs lives after the fighting: the current, deep water, wrecks that go down, charges that go off.
    Morale is tested when all of it is over, so that nobody is lost unread (14.2)."""
    prize(pos)
    drift_all(pos)
    swimmers = swim(pos)  # those whom a wreck takes down now swim from the next turn on
    sink_wrecks(pos)
    pos.then(*demolitions(pos), *swimmers, Burial())


def end_turn(pos: YangtzePosition) -> None:
    """Everything that waits for the end of the turn, in order; what needs dice is asked first."""
    promoted = promotions(pos)
    leave_table_by_air(pos)
    capture(pos)
    open_gates(pos)
    spike_guns(pos)
    finish_works(pos)
    settle_loads(pos)
    pos.then(*alarm(pos), *promoted, Close())


class Close(Frame):
    """S19.4: the turn ends when everything that waited for it is done."""


class CloseTurn(Step[YangtzePosition, Close]):
    """Turn over: pins and forced states move on; then the next turn, or the end of the game (S19.4)."""

    case = "S19.4"

    def settle(self, pos: YangtzePosition, at: Close) -> bool:
        pos.done()
        if over(pos):
            burn_down(pos)
            pos.end(verdict(pos))
            return False
        clear(pos)
        pos.turn += 1
        pos.tell("2", "event.turn", turn=pos.turn)
        return False


def clear(pos: YangtzePosition) -> None:
    """8.4 pins of this turn's fire bite in the next; 14.4 to 14.6 forced states replace the next card."""
    figures, units = len(pos.x), len(pos.card)
    pos.pinned, pos.pinned_next = pos.pinned_next, 0
    pos.fired = pos.flak = pos.touched = pos.touched_early = pos.stuck = 0
    pos.tested = pos.lost = pos.holding = pos.abetting = 0
    pos.shaken = sum(1 << unit for unit in pos.book.carriers if pos.forced[unit])
    pos.card, pos.forced = pos.forced, ("",) * units
    pos.hits = (0,) * units
    pos.sighted = pos.heard = False
    pos.rolling = ()
    pos.plan, pos.track, pos.stairs = (None,) * units, ((),) * figures, ((),) * figures
    pos.spent, pos.goal, pos.sought = (0,) * figures, (None,) * figures, (NOWHERE,) * figures
    pos.markers = pos.triggers = pos.works = pos.shots = pos.attacks = ()
    pos.fire_before, pos.fire_at = tuple(sorted(set(pos.fire_at))), ()
    for unit, spec in numbered(pos.book.units):
        if pos.asleep >> unit & 1 and spec.asleep <= pos.turn:
            pos.asleep &= ~(1 << unit)
        if pos.damage[unit] & WHEEL and pos.timer[unit] <= pos.turn + 1:
            pos.mend(unit, WHEEL)
            pos.tell("12.1", "event.wheel_mended", unit=unit)


def open_gates(pos: YangtzePosition) -> None:
    """S16.7, R213: an enemy in contact with a shut gate for a whole turn on HALT opens it."""
    book = pos.book
    if not pos.shut or book.gate_side is None:
        return
    for line in book.table.lines:
        for gate in line.gates:
            if not (pos.shut & ~book.barriers) >> gate.number & 1:
                continue
            for figure in at_liberty(pos, steady(pos, other(book.gate_side))):
                if at_gate(pos, figure, line, gate) and pos.card[book.figures[figure].unit] == HALT:
                    pos.shut &= ~(1 << gate.number)
                    pos.show([figure])
                    pos.tell("S16.7", "event.gate_opened", unit=book.figures[figure].unit)
                    break


def at_gate(pos: YangtzePosition, figure: Figure, line: Line, gate: Gate) -> bool:
    """S16.7: does the figure's base touch the gate itself?"""
    x, y, base = pos.x[figure], pos.y[figure], pos.book.figures[figure].radius + pos.book.contact_gap
    reach = gate.width // 2 + base
    beside = (x - gate.at[0]) ** 2 + (y - gate.at[1]) ** 2 <= reach * reach
    return beside and any(near_segment(x, y, edge) <= base * base for edge in line.edges)


def spike_guns(pos: YangtzePosition) -> None:
    """S17.7: two enemies in contact with a gun and nobody of its side within 100 mm: the gun is spiked."""
    book = pos.book
    for unit, spec in numbered(book.units):
        x, y, _ = pos.at[unit]
        if spec.kind != "gun" or not pos.laid_out(unit):
            continue
        reach = spec.gun_radius + book.contact_gap

        def near(figure: Figure, extra: int, x: int = x, y: int = y) -> bool:
            limit = extra + book.figures[figure].radius
            return (pos.x[figure] - x) ** 2 + (pos.y[figure] - y) ** 2 <= limit * limit

        foes = [f for f in steady(pos, other(spec.side)) if near(f, reach)]
        if len(foes) > 1:
            guards = [f for f in on_foot(pos, spec.side) if near(f, spec.gun_radius + book.standoff)]
            pos.show((*foes, *guards))
            if not guards:
                wreck_gun(pos, unit, "S17.7")


def sink_wrecks(pos: YangtzePosition) -> None:
    """12.2, S14.9: when its time is up a wreck goes down with all who are still aboard."""
    for unit in pos.book.carriers:
        if pos.damage[unit] & WRECK and not pos.damage[unit] & SUNK and pos.timer[unit] <= pos.turn:
            pos.spoil(unit, SUNK)
            pos.tell("S14.9", "event.sinks", unit=unit)
            overboard(pos, unit, pos.crew(unit))


def demolitions(pos: YangtzePosition) -> tuple[Frame, ...]:
    """S17.7: charges set last turn go off; new ones are set, by those who are free to work (R213)."""
    book = pos.book
    ready, pos.fuses = pos.fuses, 0
    charged = [number for number in range(len(book.table.buildings)) if ready >> number & 1]
    blasts = [explode(pos, number) for number in charged]
    for unit, spec in numbered(book.units):
        if not spec.charge or pos.opened >> unit & 1 or pos.card[unit] != HALT:
            continue
        for number, building in enumerate(book.table.buildings):
            if not wanted(pos, building.id, spec.side) or (pos.rubble | ready | pos.fuses) >> number & 1:
                continue
            hands = at_liberty(pos, pos.standing[unit])
            if any(_at_building(pos, figure, number) and not _watched(pos, figure) for figure in hands):
                pos.fuses |= 1 << number
                pos.opened |= 1 << unit
                pos.reveal(unit, "S6.7")
                pos.tell("S17.7", "event.charge_set", unit=unit, what=building.name)
                break
    return in_turn(blasts)


def burn_down(pos: YangtzePosition) -> None:
    """S17.7, R183: charges that are set when the game ends before its last turn go off all the same."""
    for number, building in enumerate(pos.book.table.buildings):
        if pos.turn < pos.book.turns and pos.fuses >> number & 1:
            pos.rubble |= 1 << number
            pos.tell("S17.7", "event.explodes", what=building.name)


def wanted(pos: YangtzePosition, building: str, side: int) -> bool:
    """Is it an objective of this side to blow up the building?"""
    return any(
        entry.kind == "demolish" and entry.building == building and entry.side == pos.book.side_ids[side]
        for entry in pos.book.objectives
    )


def _at_building(pos: YangtzePosition, figure: Figure, number: int) -> bool:
    reach = pos.book.figures[figure].radius + pos.book.contact_gap
    return pos.book.table.near_building(number, pos.x[figure], pos.y[figure]) <= reach * reach


def _watched(pos: YangtzePosition, figure: Figure) -> bool:
    side = other(pos.owner[pos.book.figures[figure].unit])
    near = [foe for foe in on_foot(pos, side) if pos.within(foe, figure, pos.book.standoff)]
    return any(figure_sees(pos, figure, foe) for foe in near)


def explode(pos: YangtzePosition, number: int) -> tuple[Frame, ...]:
    """S17.7: the building is rubble, all inside are gone, those within 75 mm are tested as by a medium shell."""
    book = pos.book
    pos.rubble |= 1 << number
    pos.tell("S17.7", "event.explodes", what=book.table.buildings[number].name)
    inside = [f for f in book.everyone if pos.fate[f] == STANDING and pos.room[f] == number]
    for figure in inside:
        pos.tell("S17.7", "event.buried", piece=book.piece_of_figure(figure))
    pos.remove(inside, LOST)
    zone = int(book.charts["works"]["demolition"]) * SCALE
    left, top, right, bottom = book.table.buildings[number].bounds
    centre = ((left + right) // 2, (top + bottom) // 2)
    score = int(book.charts["to_hit"]["B"][0])
    shots: list[Shot] = []
    for figures in pos.standing:
        for figure in figures:
            reach = zone + book.figures[figure].radius
            if book.table.near_building(number, pos.x[figure], pos.y[figure]) <= reach * reach:
                shots.append(Shot(AtFigure(figure), score))
                pos.reveal(book.figures[figure].unit, "S6.7")
    caught = men_in(shots)
    lowers = lowers_cover(pos, book.weapons[DEMOLITION_WEAPON].calibre)
    blast = Blast(None, None, *centre, Strikes.BURST, DEMOLITION_WEAPON, lowers, *centre, zone, caught=caught)
    return volley(blast, tuple(shots))
