"""Mukden as a Board document: the map, the counters, the charts and the turn track."""

from __future__ import annotations

from typing import Any, Final

from shapan.ground.hexes.chart import chart, looks
from shapan.kernel import Board, Game
from shapan.kernel.board import Chart, PieceEntry, TurnBox
from shapan.kernel.documents import board_of

from ..book import MukdenBook

SYMBOLS: Final = {"inf": "infantry", "cav": "cavalry"}
HEXSIDES: Final = ("minor_river", "major_river")
"""8.3: what is paid on top of the hex that is entered."""


def board(game: Game, book: MukdenBook) -> Board:
    """Everything that never changes during a game."""
    style = game.data.table("style.toml")
    sheet = chart(book.map, looks(style["looks"])).measured(float(book.miles_per_hex), "measure.miles")
    return board_of(
        game,
        book,
        sheet,
        pieces=[_piece(book, unit) for unit in range(len(book.entries))],
        charts=_charts(game, book),
        track=[TurnBox(turn, date, _turn_notes(book, turn)) for turn, date in enumerate(book.dates, 1)],
    )


def _piece(book: MukdenBook, unit: int) -> PieceEntry:
    entry = book.entries[unit]
    return PieceEntry(
        id=entry["id"],
        side=book.sides[book.side_of[unit]],
        label=entry["label"],
        name=entry["name"],
        symbol=SYMBOLS[entry["type"]],
        size=entry["size"],
        values={"steps": entry["steps"]},
        layout=["steps"],
        formation=entry["army"],
    )


def _turn_notes(book: MukdenBook, turn: int) -> list[str]:
    notes = ["track.sudden_death"] if turn in book.japanese_sudden_death_turns else []
    return [*notes, "track.last"] if turn == book.turns else notes


def _charts(game: Game, book: MukdenBook) -> list[Chart]:
    tables = game.data.table("charts.toml")
    return [_combat_results(tables["crt"], book), *_effects(tables), _paralysis(tables["paralysis"])]


def _combat_results(table: dict[str, Any], book: MukdenBook) -> Chart:
    heads = [["chart.die", *table[f"{side}_headings"]] for side in book.sides]
    rows = [[str(die), *row] for die, row in enumerate(table["rows"], 1)]
    return Chart("crt", "chart.crt", "9.5", heads, rows, table["rows_provenance"], "chart.crt_note")


def _effects(tables: dict[str, Any]) -> list[Chart]:
    """The terrain effects chart: movement and combat."""
    points, shifts = tables["movement"], tables["shifts"]
    paid = [[f"terrain.{kind}", f"{cost:+d}" if kind in HEXSIDES else str(cost)] for kind, cost in _numbers(points)]
    moved = [[f"shift.{kind}", f"{by:+d}"] for kind, by in _numbers(shifts) if by]
    costs, columns = [["chart.terrain", "chart.points"]], [["chart.terrain", "chart.columns"]]
    return [
        Chart("movement", "chart.movement", "8.3", costs, paid, points["provenance"], "chart.movement_note"),
        Chart("shifts", "chart.shifts", "9.6", columns, moved, shifts["provenance"]),
    ]


def _numbers(table: dict[str, Any]) -> list[tuple[str, int]]:
    return [(key, value) for key, value in table.items() if isinstance(value, int)]


def _paralysis(table: dict[str, Any]) -> Chart:
    rows = [[str(die), str(units)] for die, units in enumerate(table["by_die"], 1)]
    return Chart("paralysis", "chart.paralysis", "5.4", [["chart.die", "chart.units"]], rows, table["provenance"])
