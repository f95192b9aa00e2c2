"""Shanghai Incident as a Board document: the sheet, the counters, the charts and the tracks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec

from shapan.ground.hexes.chart import chart, looks
from shapan.kernel import Board, Game
from shapan.kernel.board import Chart, PieceEntry, TurnBox
from shapan.kernel.documents import board_of, styles

from ..book import ShanghaiBook
from ..sides import CHINESE, JAPANESE


def board(game: Game, book: ShanghaiBook) -> Board:
    """Everything that never changes during a game."""
    style = game.data.table("style.toml")
    drawn = game.data.table("map.toml")["sheet"]
    sheet = chart(book.map, looks(style["looks"])).measured(float(drawn["hex_km"]), "measure.km")
    marked = {**sheet.styles, **styles(style["marks"])}
    sheet = msgspec.structs.replace(sheet, styles=marked, north=float(drawn["north"]))
    return board_of(
        game,
        book,
        sheet,
        pieces=[*_units(book, style["symbols"]), *_snipers(book, style["symbols"]), *_markers(book, style["symbols"])],
        charts=_charts(game, book),
        track=_track(book),
    )


# --- counters -----------------------------------------------------------------------------------


def _units(book: ShanghaiBook, symbols: dict[str, str]) -> list[PieceEntry]:
    """2.3.1: strength, defence and allowance; a circled allowance marks mobile units, a band support units."""
    return [
        PieceEntry(
            id=entry.id,
            side=book.sides[book.side_of[unit]],
            label=entry.label,
            name=entry.name,
            symbol=symbols[entry.kind],
            size=entry.size,
            values={"attack": entry.full[0], "defence": entry.full[1], "ma": entry.ma},
            layout=["attack", "defence"] if book.loose >> unit & 1 else ["attack", "defence", "ma"],
            formation=entry.formation,
            text=_remark(book, unit),
        )
        for unit, entry in enumerate(book.entries)
    ]


def _remark(book: ShanghaiBook, unit: int) -> str:
    remarks = [
        text
        for text, units in (
            ("word.piece_mobile", book.mobile),
            ("word.piece_support", book.supports),
            ("word.piece_engineer", book.engineers),
            ("word.piece_cavalry", book.cavalry),
            ("word.piece_train", book.loose),
        )
        if units >> unit & 1
    ]
    return " ".join(book.game.texts.texts[text] for text in remarks)


def _snipers(book: ShanghaiBook, symbols: dict[str, str]) -> list[PieceEntry]:
    pieces = book.lexicon.pieces[book.first_sniper : book.first_sniper + book.sniper_count]
    side = book.sides[CHINESE]
    values = {"defence": book.sniper_defence}
    return [
        PieceEntry(piece, side, "", book.names[piece], symbols["sniper"], values=values, shape="marker")
        for piece in pieces
    ]


def _markers(book: ShanghaiBook, symbols: dict[str, str]) -> list[PieceEntry]:
    """15.2: the strength of a marker stands on its face."""
    return [
        PieceEntry(
            marker.id,
            book.sides[JAPANESE],
            marker.label,
            marker.label,
            symbols[marker.kind],
            values={"strength": marker.strength},
            layout=["strength"],
            formation=marker.arrives_with,
            shape="marker",
        )
        for marker in book.markers
    ]


# --- charts and tracks --------------------------------------------------------------------------


def _charts(game: Game, book: ShanghaiBook) -> list[Chart]:
    tables = game.data.table("charts.toml")
    return [_results(tables["crt"]), _terrain(tables), _victory(book), _levels(book)]


def _results(table: dict[str, Any]) -> Chart:
    rows = [[str(die), *row] for die, row in enumerate(table["rows"], 1)]
    heads = [["chart.die", *table["headings"]]]
    return Chart("crt", "chart.crt", "7.6", heads, rows, table["provenance"], "chart.crt_note")


def _terrain(tables: dict[str, Any]) -> Chart:
    rows = []
    for table in (tables["terrain"], tables["hexsides"]):
        for kind, row in table.items():
            if isinstance(row, dict):
                rows.append([f"terrain.{kind}", str(row["leg"]), str(row["mobile"]), f"+{row['defence']}"])
    heads = [["chart.terrain", "chart.leg", "chart.mobile", "chart.defence"]]
    note = "chart.terrain_note"
    return Chart("terrain", "chart.terrain_effects", "5.2", heads, rows, tables["terrain"]["provenance"], note)


def _victory(book: ShanghaiBook) -> Chart:
    """12.3: the schedule."""
    points = book.victory
    per_number = {entry.vp_per_pause_number: "" for entry in book.called}
    rows = [
        ["chart.vp_city", f"{points['city']:+d}"],
        ["chart.vp_forts", f"{points['all_forts']:+d}"],
        ["chart.vp_commitment", f"{points['commitment_per_pause_number']:+d}"],
        ["chart.vp_pause", f"{points['unused_pause']:+d}"],
    ]
    for value in per_number:
        names = ", ".join(entry.name for entry in book.called if entry.vp_per_pause_number == value)
        rows.append([names, f"{value:+d}"])
    rows.append(["chart.vp_settlement", f"{points['settlement_entered']:+d}"])
    return Chart("victory", "chart.victory", "12.3", [["chart.vp_for", "chart.vp"]], rows, points["provenance"])


def _levels(book: ShanghaiBook) -> Chart:
    rows = [[_threshold(level.minimum), f"word.{level.level}"] for level in book.levels]
    return Chart("levels", "chart.levels", "12.4", [["chart.vp", "chart.level"]], rows, book.victory["provenance"])


def _threshold(minimum: int) -> str:
    return "…" if minimum < 0 else f"{minimum}+"


def _track(book: ShanghaiBook) -> list[TurnBox]:
    """13.1: the turn record track of one segment."""
    boxes = []
    for turn in range(1, book.days + 1):
        day = book.first_day + timedelta(days=turn - 1)
        notes = ["track.pause"] if turn == book.days else ["track.may_pause"]
        boxes.append(TurnBox(turn, f"{day.day} {day:%b}", notes))
    return boxes
