"""Shanghai Incident as a View: everything is open but what a side calls up in a pause (13.1)."""

from __future__ import annotations

from datetime import timedelta

from shapan.ground.hexes import Mask, bits
from shapan.kernel.view import Box, Clock, Ledger, Mark, PieceView, Row, View, asked
from shapan.mechanics.fire_and_movement.position import ABSENT, READY, USED
from shapan.mechanics.forces import OFF

from .calls import name_of, secret_from
from .fire_support import RAIDING
from .forts import operative
from .position import ShanghaiPosition
from .preview import preview
from .redeployment import unsafe
from .sides import CHINESE, JAPANESE
from .special import interdicted_area, sniper_area
from .victory import level_now, schedule, total

MARKER_BOXES = {ABSENT: "markers_absent", READY: "markers_ready", USED: "markers_used", RAIDING: "markers_raiding"}


def view(pos: ShanghaiPosition, side: str) -> View:
    """What this side, or the spectator, may know."""
    return View(
        game=pos.book.game.id,
        scenario=pos.book.scenario,
        side=side,
        clock=_clock(pos),
        pieces=_pieces(pos),
        boxes=[*_pools(pos), *_markers(pos), *_calls(pos, side)],
        marks=_marks(pos),
        ledgers=[_points(pos), _track(pos), _planner(pos)],
        ask=asked(pos, side),
        preview=preview(pos) if pos.actor == side else None,
        outcome=pos.outcome,
        overlays=_overlays(pos),
    )


def _clock(pos: ShanghaiPosition) -> Clock:
    book = pos.book
    day = book.days * (pos.segment - 1) + pos.turn
    date = (book.first_day + timedelta(days=day - 1)).isoformat()
    if pos.phase < 0:
        return Clock(pos.turn, book.days, date, "0", "phase.setup", "11.0")
    phase = book.phases[pos.phase]
    return Clock(pos.turn, book.days, date, phase.number, f"phase.{phase.name}", phase.case)


# --- counters -----------------------------------------------------------------------------------


def _pieces(pos: ShanghaiPosition) -> list[PieceView]:
    book, names = pos.book, pos.book.grid.name
    found = []
    for here in bits(pos.occupied[JAPANESE] | pos.occupied[CHINESE]):
        for order, unit in enumerate(pos.stack_in(here)):
            found.append(_unit(pos, unit, order))
    for at, here in enumerate(pos.snipers):
        if here != OFF:
            found.append(PieceView(book.lexicon.pieces[book.first_sniper + at], book.sides[CHINESE], names(here)))
    for at, state in enumerate(pos.support):
        if state >= 0:
            marker = book.lexicon.pieces[book.first_marker + at]
            found.append(PieceView(marker, book.sides[JAPANESE], names(state), statuses=("interdicting",)))
    return found


def _unit(pos: ShanghaiPosition, unit: int, order: int) -> PieceView:
    book, steps = pos.book, pos.steps[unit]
    reduced = steps < book.full_steps[unit]
    flags = {
        "reduced": reduced,
        "moved": pos.moved >> unit & 1,
        "attacked": pos.attacked >> unit & 1,
        "placed": pos.placed >> unit & 1,
        "replaced": pos.replaced >> unit & 1,
    }
    return PieceView(
        book.lexicon.pieces[unit],
        book.sides[book.side_of[unit]],
        book.grid.name(pos.place[unit]),
        order,
        face="back" if reduced else "front",
        values={"attack": book.attack[unit][steps], "defence": book.defence[unit][steps], "ma": book.ma[unit]},
        statuses=[flag for flag, is_set in flags.items() if is_set],
    )


# --- boxes --------------------------------------------------------------------------------------


def _pools(pos: ShanghaiPosition) -> list[Box]:
    """13.2 to 13.4: what has not arrived, by formation; 7.7: who can come back and who never will."""
    book, name = pos.book, pos.book.lexicon.pieces
    boxes = []
    for formation in book.formations.values():
        units = [
            unit
            for unit, entry in enumerate(book.entries)
            if entry.formation == formation.id and pos.place[unit] == OFF and pos.steps[unit]
        ]
        if units:
            box = f"pool.{formation.id}"
            pieces = [name[unit] for unit in units]
            boxes.append(Box(box, "box.pool", formation.side, pieces, len(units), formation.name))
    for number, side in enumerate(book.sides):
        dead = [name[unit] for unit in pos.eliminated(number)]
        lost = [name[unit] for unit in bits(pos.lost & book.roster[number])]
        boxes.append(Box(f"eliminated.{side}", "box.eliminated", side, dead, len(dead)))
        boxes.append(Box(f"lost.{side}", "box.lost", side, lost, len(lost)))
    idle = [name[book.first_sniper + at] for at, here in enumerate(pos.snipers) if here == OFF]
    boxes.append(Box("snipers", "box.snipers", book.sides[CHINESE], idle, len(idle)))
    return boxes


def _markers(pos: ShanghaiPosition) -> list[Box]:
    """15.1, 15.4: the fire support markers by what they are doing."""
    book = pos.book
    boxes = []
    for state, box in MARKER_BOXES.items():
        pieces = [
            book.lexicon.pieces[book.first_marker + at] for at, current in enumerate(pos.support) if current == state
        ]
        boxes.append(Box(box, f"box.{box}", book.sides[JAPANESE], pieces, len(pieces)))
    return boxes


def _calls(pos: ShanghaiPosition, side: str) -> list[Box]:
    """13.1: the calls of this pause, each hidden from the other player until both are complete."""
    hidden = secret_from(pos, side)
    boxes = []
    for number, owner in enumerate(pos.book.sides):
        if not pos.calls[number] or hidden[number]:
            continue
        names = [name_of(pos, name) for name in bits(pos.calls[number] & ~pos.book.commit_bit)]
        if pos.calls[number] & pos.book.commit_bit:
            names.append(pos.book.committed_army)
        boxes.append(Box(f"calls.{owner}", "box.calls", owner, count=len(names), note=", ".join(names)))
    return boxes


# --- the ground ---------------------------------------------------------------------------------


def _names(pos: ShanghaiPosition, hexes: Mask) -> list[str]:
    return [pos.book.grid.name(here) for here in bits(hexes & pos.book.grid.all)]


def _marks(pos: ShanghaiPosition) -> list[Mark]:
    """11.0: what has changed hands since the start (the map shows the rest), and what lies on the ground."""
    start, sides = pos.book.held_at_start, pos.book.sides
    forts = sum(1 << here for here, _ in pos.forts)
    marks = (
        ("control", pos.held[JAPANESE] & ~start[JAPANESE], sides[JAPANESE]),
        ("control", pos.held[CHINESE] & ~start[CHINESE], sides[CHINESE]),
        ("fort", forts, sides[CHINESE]),
        ("ruins", pos.book.fort_hexes & ~operative(pos), ""),
        ("rubble", pos.rubble, ""),
        ("closed", pos.closed, ""),
        ("interdicted", interdicted_area(pos), ""),
        ("sniped", sniper_area(pos), ""),
        ("struck", pos.struck, ""),
    )
    return [Mark(kind, _names(pos, hexes), side) for kind, hexes, side in marks if hexes]


def _overlays(pos: ShanghaiPosition) -> dict[str, list[str]]:
    """6.0 zones of control; 14.0 where each side could redeploy."""
    overlays = {}
    for number, side in enumerate(pos.book.sides):
        overlays[f"zone.{side}"] = _names(pos, pos.zone_of(number))
        overlays[f"redeployment.{side}"] = _names(pos, pos.book.playable & ~unsafe(pos, number))
    return overlays


# --- ledgers ------------------------------------------------------------------------------------


def _points(pos: ShanghaiPosition) -> Ledger:
    """12.3: the victory points as they would count now."""
    japanese = pos.book.sides[JAPANESE]
    rows = [Row(item.key, item.points, "12.3", {"about": item.about}, japanese) for item in schedule(pos)]
    rows.append(Row("ledger.total", total(pos), "12.4", {"about": level_now(pos)}, japanese))
    return Ledger("victory", "ledger.victory", rows, "12.3")


def _track(pos: ShanghaiPosition) -> Ledger:
    """13.1, 13.5: the markers on the tracks."""
    chinese = pos.book.sides[CHINESE]
    rows = [
        Row("ledger.segment", pos.segment, "13.1"),
        Row("ledger.pauses", pos.pause_marker, "13.1"),
        Row("ledger.logistics", pos.logistics, "13.5", {"limit": pos.book.track["logistics_limit"]}, chinese),
    ]
    for at, entry in enumerate(pos.book.called):
        if pos.replacements:
            side, left = pos.book.sides[JAPANESE], pos.replacements[at]
            rows.append(Row("ledger.replacements", left, "13.3", {"about": entry.id}, side))
    return Ledger("tracks", "ledger.tracks", rows, "13.0")


def _planner(pos: ShanghaiPosition) -> Ledger:
    """12.3, 13.2, 13.4, 13.5: what the next pause would cost or bring; nothing once the marker stands on 0."""
    book, number = pos.book, pos.pause_marker
    if not number:
        return Ledger("planner", "ledger.planner", [], "13.2")
    japanese, chinese = book.sides
    price = 0 if pos.pausing else -book.victory["unused_pause"]
    rows = [Row("ledger.pause_used", price, "12.3", {"number": number}, japanese)]
    for at, entry in enumerate(book.called):
        if not pos.arrived[at] and pos.pause_ordinal >= entry.first_pause:
            rows.append(
                Row("ledger.arrival", entry.vp_per_pause_number * number, "12.3", {"about": entry.id}, japanese)
            )
    if not pos.commitment:
        gain = book.victory["commitment_per_pause_number"] * number
        rows.append(Row("ledger.commitment", gain, "12.3", side=chinese))
    raids = sum(state == RAIDING for state in pos.support)
    rows.append(Row("ledger.award", f"{book.logistics['dice']}d6 + {book.logistics['add']}", "13.5", side=chinese))
    if raids:
        rows.append(Row("ledger.raids", raids, "13.5", side=chinese))
    return Ledger("planner", "ledger.planner", rows, "13.2")
