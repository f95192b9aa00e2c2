"""The table as a View: what a side may know. Cards and plans stay face down until they are revealed (2.0)."""

from __future__ import annotations

import msgspec

from shapan.ground.table import bearing
from shapan.ground.table.layers import path
from shapan.kernel import DICE, Options
from shapan.kernel.view import Ask, Box, Clock, Ledger, Mark, PieceView, Row, View, asked, option_groups

from .barricades import cleared
from .command import in_command
from .loads import bearers, loads
from .plans import adjustments
from .position import ABOARD, FALLEN, STANDING, TO_COME, YangtzePosition
from .preview import preview
from .shooters import arm_of, unit_of
from .victory import tally

SECRET_PHASES = ("allocate_cards",)
LOAD = 90
"""Radius of the mark of a load, in board units."""
STATUSES = ((1, "half_speed"), (2, "disabled"), (4, "wheel"), (8, "steering"), (16, "armament"), (32, "wreck"))


def view(pos: YangtzePosition, side: str) -> View:
    """Everything that this side, or the spectator, may know."""
    viewer = pos.book.sides.index(side) if side in pos.book.sides else -1
    return View(
        game=pos.book.game.id,
        scenario=pos.book.scenario,
        side=side,
        clock=_clock(pos),
        pieces=_pieces(pos, viewer),
        boxes=_boxes(pos, viewer),
        marks=_marks(pos, viewer),
        ledgers=_ledgers(pos, viewer),
        ask=_ask(pos, side),
        preview=preview(pos, viewer) if viewer >= 0 and pos.actor == side else None,
        outcome=pos.outcome,
    )


def _clock(pos: YangtzePosition) -> Clock:
    book = pos.book
    if pos.phase < 0:
        return Clock(pos.turn, book.turns, book.sheet["date"], "0", "phase.setup", "S19.1")
    phase = pos.SEQUENCE.phases[pos.phase]
    return Clock(pos.turn, book.turns, book.sheet["date"], phase.number, f"phase.{phase.name}", phase.case)


def known(pos: YangtzePosition, unit: int, viewer: int) -> bool:
    """S6.7: one's own units, and those of the enemy that are not hidden."""
    return pos.outcome is not None or pos.owner[unit] == viewer or not pos.hidden >> unit & 1


def open_card(pos: YangtzePosition, unit: int, viewer: int) -> str:
    """2.0: a card is face down for the other side until both have chosen; forced states lie open."""
    card = pos.card[unit]
    if pos.owner[unit] == viewer or pos.forced_now(unit) or not choosing(pos):
        return card
    return ""


def choosing(pos: YangtzePosition) -> bool:
    return not pos.outcome and pos.SEQUENCE.phases[pos.phase].name in SECRET_PHASES and pos.phase >= 0


def _pieces(pos: YangtzePosition, viewer: int) -> list[PieceView]:
    book = pos.book
    pieces = []
    for unit, spec in enumerate(book.units):
        if not known(pos, unit, viewer) or not (pos.in_play(unit) or pos.standing[unit] or pos.is_body(unit)):
            continue
        owner = book.sides[pos.owner[unit]]
        if pos.at[unit][0] >= 0:
            x, y, heading = pos.at[unit]
            pieces.append(
                PieceView(
                    spec.id,
                    owner,
                    "",
                    values={"people": len(pos.crew(unit))},
                    statuses=_unit_statuses(pos, unit, viewer),
                    at=(x, y),
                    heading=heading,
                )
            )
        mark = _faced(pos, unit)
        pieces += [_figure(pos, figure, owner, viewer, mark) for figure in pos.standing[unit]]
    return pieces


def _unit_statuses(pos: YangtzePosition, unit: int, viewer: int) -> tuple[str, ...]:
    found = [word for flag, word in STATUSES if pos.damage[unit] & flag]
    card = open_card(pos, unit, viewer)
    return (*found, *((f"card.{card}",) if card else ()))


def _faced(pos: YangtzePosition, unit: int) -> tuple[int, int] | None:
    """What the figures of a unit are turned towards: their target, else the nearest enemy in the open."""
    if not pos.standing[unit]:
        return None
    target = next((there for here, there in (*pos.fire_at, *pos.fire_before) if here == unit), -1)
    if target < 0 or not pos.in_play(target):
        first = pos.standing[unit][0]
        enemies = [
            (pos.apart(first, pos.standing[enemy][0]), enemy)
            for enemy in range(len(pos.book.units))
            if pos.owner[enemy] != pos.owner[unit] and not pos.hidden >> enemy & 1 and pos.standing[enemy]
        ]
        if not enemies:
            return None
        target = min(enemies)[1]
    if pos.standing[target]:
        return pos.x[pos.standing[target][0]], pos.y[pos.standing[target][0]]
    return pos.at[target][:2]


def _figure(pos: YangtzePosition, figure: int, owner: str, viewer: int, mark: tuple[int, int] | None) -> PieceView:
    book = pos.book
    unit = book.figures[figure].unit
    statuses = []
    for mask, word in (
        (pos.pinned, "pinned"),
        (pos.touched, "contact"),
        (pos.fired, "fired"),
        (pos.captive, "captive"),
        (pos.swimming, "swimming"),
        (pos.promoted, "leads"),
    ):
        if mask >> figure & 1:
            statuses.append(word)
    if pos.afoot >> unit & 1:
        statuses.append("afoot")
    if pos.cargo and figure in bearers(pos):
        statuses.append("porter")
    # The enemy could read the place of a hidden leader off the command of others.
    if pos.owner[unit] == viewer and not in_command(pos, figure):
        statuses.append("out_of_command")
    card = open_card(pos, unit, viewer)
    if card:
        statuses.append(f"card.{card}")
    return PieceView(
        book.lexicon.pieces[book.piece_of_figure(figure)],
        owner,
        "",
        values={"floor": pos.floor[figure]} if pos.floor[figure] else {},
        statuses=tuple(statuses),
        at=(pos.x[figure], pos.y[figure]),
        heading=None if mark is None else bearing(mark[0] - pos.x[figure], mark[1] - pos.y[figure]),
    )


def _boxes(pos: YangtzePosition, viewer: int) -> list[Box]:
    """What is off the table: lost figures, units to come, riders by carrier; hidden units by number only."""
    book = pos.book
    boxes = []
    for number, side in enumerate(book.sides):
        lost = [_name(pos, f) for f in book.everyone if pos.fate[f] in FALLEN and _side(pos, f) == number]
        boxes.append(Box(f"lost.{side}", "box.lost", side, pieces=lost, count=len(lost)))
        come = [u.id for n, u in enumerate(book.units) if u.side == number and pos.fate[book.men[n][0]] == TO_COME]
        boxes.append(Box(f"reserve.{side}", "box.reserve", side, pieces=come if _open(pos) else (), count=len(come)))
        hid = [u.id for n, u in enumerate(book.units) if pos.hidden >> n & 1 and pos.owner[n] == number]
        shown = hid if number == viewer or pos.outcome else ()
        boxes.append(Box(f"hidden.{side}", "box.hidden", side, pieces=shown, count=len(hid)))
    for unit in book.carriers:
        people = [f for f in book.everyone if pos.fate[f] == ABOARD and pos.aboard[f] == unit]
        if people:
            names = [_name(pos, f) for f in people]
            owner = book.sides[pos.owner[unit]]
            boxes.append(Box(f"aboard.{book.units[unit].id}", "box.aboard", owner, pieces=names, count=len(names)))
    return boxes


def _open(pos: YangtzePosition) -> bool:
    """During set-up the order in which the other side places its units would tell about the hidden ones."""
    return not (pos.stack and pos.stack[0][0] == "setup" and pos.turn == 1)


def _name(pos: YangtzePosition, figure: int) -> str:
    return pos.book.lexicon.pieces[pos.book.piece_of_figure(figure)]


def _side(pos: YangtzePosition, figure: int) -> int:
    return pos.book.units[pos.book.figures[figure].unit].side


def _marks(pos: YangtzePosition, viewer: int) -> list[Mark]:
    """7.9 covering fire, objectives, the viewer's own plans, rubble."""
    book = pos.book
    marks = []
    for entry in book.sheet["objectives"]:
        if "zone" in entry:
            outline = path(book.table.zones[entry["zone"]])
            marks.append(Mark("mark.objective", label=entry["id"], path=outline))
    for shooter, x, y, _, _ in pos.markers:
        unit = unit_of(pos, shooter)
        if pos.owner[unit] == viewer or not (choosing(pos) or pos.hidden >> unit & 1):
            marks.append(
                Mark("mark.cover", side=book.sides[pos.owner[unit]], path=circle(x, y, arm_of(pos, shooter).zone))
            )
    for figure, track in enumerate(pos.track):
        mine = pos.owner[book.figures[figure].unit] == viewer
        if mine and track and pos.fate[figure] == STANDING and pos.stack and pos.stack[0][0] == "plan":
            way = path(((mark[1], mark[2]) for mark in track), False)
            marks.append(Mark("mark.way", side=book.sides[viewer], path=way))
    for number, building in enumerate(book.table.buildings):
        if pos.rubble >> number & 1:
            marks.append(Mark("area.rubble", path=path(building.points)))
    return [*marks, *_things(pos, viewer)]


def _things(pos: YangtzePosition, viewer: int) -> list[Mark]:
    """S17.6 loads that stand about or are carried; S16.8 barricades that have been cleared away."""
    found = []
    for load in loads(pos):
        carried = load.bearers and not known(pos, pos.book.figures[load.bearers[0]].unit, viewer)
        if load.carrier < 0 and not load.away and not carried:
            side = pos.book.sides[load.side]
            found.append(Mark("mark.load", side=side, label=load.name, path=circle(load.x, load.y, LOAD)))
    for line in pos.book.table.lines:
        if cleared(pos, line):
            found.append(Mark("mark.cleared", label=line.name, path=path(line.points, False)))
    return found


def circle(x: int, y: int, radius: int) -> str:
    """A circle as SVG path data."""
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0 {-2 * radius} 0Z"


def _ledgers(pos: YangtzePosition, viewer: int) -> list[Ledger]:
    """S19.3: how the objectives stand. Hidden enemies in a zone count only when they are seen."""
    if pos.hidden and not pos.outcome:
        return []
    rows = []
    for number, side in enumerate(pos.book.sides):
        items = tally(pos, number)
        rows += [Row("ledger.objective", value, "S19.3", {"objective": name}, side) for name, value in items]
        rows.append(Row("ledger.total", sum(value for _, value in items), "S19.4", side=side))
    return [Ledger("points", "ledger.points", rows, "S19.3")]


def _ask(pos: YangtzePosition, side: str) -> Ask:
    """A prompt that names units of the acting side is for that side alone."""
    ask = asked(pos, side)
    if ask.actor == side and ask.kind == "plan":
        extra = option_groups(pos.book.lexicon, Options(*adjustments(pos, pos.frame[0])))
        minor = [msgspec.structs.replace(group, minor=True) for group in extra]
        ask = msgspec.structs.replace(ask, options=[*ask.options, *minor])
    public = ask.actor in (side, DICE) or "side" in ask.params
    return ask if public else msgspec.structs.replace(ask, params={})
