"""The Shanghai-Nanking Campaign as a Board document: the map, the counters, the charts and the turn track."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any, Final, TypeAlias

import msgspec

from shapan.ground.hexes.chart import HexChart, chart, looks
from shapan.kernel import Board, Game
from shapan.kernel.board import Chart, Layer, PieceEntry, Shape, TurnBox
from shapan.kernel.documents import board_of, styles

from ..beaches import Occupying, Retreating
from ..book import CampaignBook, Unit
from ..landings import Assaulting, Landing
from ..sides import CHINESE

SYMBOLS: Final = {"garrison": "garrison", "naval infantry": "naval_infantry"}
SIZES: Final = {"garrison": ""}
Point: TypeAlias = tuple[float, float]


def board(game: Game, book: CampaignBook) -> Board:
    """Everything that never changes during a game."""
    style = game.data.table("style.toml")
    drawn = game.data.table("map.toml")
    kilometres = float(drawn["grid"]["km_per_hex_fitted"])
    sheet = chart(book.terrain.map, looks(style["looks"])).measured(kilometres, "measure.kilometres")
    marked = {**sheet.styles, **styles(style["marks"])}
    layers = _with_arrows(sheet, drawn["landing_arrows"])
    sheet = msgspec.structs.replace(sheet, styles=marked, layers=layers)
    return board_of(
        game,
        book,
        sheet,
        pieces=[_piece(book, unit, style["counters"]) for unit in book.units],
        charts=_charts(game),
        track=[TurnBox(turn, date, _turn_notes(book, turn)) for turn, date in enumerate(book.dates, 1)],
    )


def _piece(book: CampaignBook, unit: Unit, counters: dict[str, Any]) -> PieceEntry:
    chinese = unit.side == CHINESE
    factor = unit.factors[-1]
    return PieceEntry(
        id=unit.id,
        side=book.sides[unit.side],
        label=unit.label,
        name=unit.name,
        symbol=SYMBOLS.get(unit.kind, "infantry"),
        size=SIZES.get(unit.size, unit.size),
        values={"cf": f"({factor})" if unit.static else str(factor), "steps": len(unit.factors) - 1},
        layout=["cf"],
        formation=unit.formation,
        **(counters.get(unit.kind, {}) if chinese else {}),
    )


# --- 8.4 landing arrows --------------------------------------------------------------------------


LANDING: Final = tuple(frame.step for frame in (Landing, Assaulting, Occupying, Retreating))
"""The decisions during which somebody may come ashore."""


def _with_arrows(sheet: HexChart, arrows: dict[str, str]) -> list[Layer]:
    """Arrows from the water into the landing hexes, below numbers and names."""
    at = {place.id: (place.x, place.y) for place in sheet.places}
    shapes = [Shape("arrow", _arrow(at[water], at[site], sheet.piece)) for site, water in arrows.items() if site in at]
    layers = list(sheet.layers)
    ground = next((i for i, layer in enumerate(layers) if layer.id in ("numbers", "names")), len(layers))
    return [*layers[:ground], Layer("landings", shapes, asked=LANDING), *layers[ground:]]


def _arrow(start: Point, end: Point, size: float) -> str:
    """A broad arrow across the shared hexside, its tail out at sea."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length

    def spot(along: float, across: float) -> str:
        x = start[0] + ux * along * length - uy * across * size
        y = start[1] + uy * along * length + ux * across * size
        return f"{x:.1f} {y:.1f}"

    outline = [(0.0, 0.08), (0.34, 0.08), (0.34, 0.19), (0.56, 0.0), (0.34, -0.19), (0.34, -0.08), (0.0, -0.08)]
    return "M" + "L".join(spot(along, across) for along, across in outline) + "Z"


# --- turn track and charts ----------------------------------------------------------------------


def _turn_notes(book: CampaignBook, turn: int) -> list[str]:
    """3.1, 13.0: who arrives, and which of the special conditions hold."""
    notes = []
    for number, side in enumerate(book.sides):
        units = [unit for entry in book.lists if entry.turn == turn and entry.side == number for unit in entry.units]
        if units:
            notes.append(f"track.arrivals_{side}")
        if any(turn in arrivals for arrivals in book.markers[number]):
            notes.append(f"track.markers_{side}")
    if turn <= book.absent_loses_until:
        notes.append("track.absent_loses")
    if turn >= book.adjacent_wins_from:
        notes.append("track.adjacent_wins")
    return [*notes, "track.last"] if turn == book.turns else notes


def _charts(game: Game) -> list[Chart]:
    tables = game.data.table("charts.toml")
    crt = tables["crt"]
    rows = [[str(die), *row] for die, row in enumerate(crt["rows"], 1)]
    results = Chart("crt", "chart.crt", "10.5", [["chart.die", *crt["columns"]]], rows, crt["provenance"], "chart.note")
    return [results, _movement(tables["movement"], game.sides), _shifts(tables)]


def _movement(table: dict[str, Any], sides: Sequence[str]) -> Chart:
    """9.4, 9.5: the terrain effects chart in whole and half movement points."""
    rows = []
    for part in ("enter", "cross"):
        for kind, prices in table[part].items():
            plus = "+" if part == "cross" else ""
            rows.append([f"terrain.{kind}", *(plus + _points(prices[side]) for side in sides)])
    roads = table["road"]
    rows.append(["terrain.road", *(_points(roads[side]) if side in roads else "–" for side in sides)])
    heads = [["chart.terrain", *(f"word.{side}" for side in sides)]]
    return Chart("movement", "chart.movement", "9.4", heads, rows, table["provenance"])


def _points(halves: int) -> str:
    whole, half = divmod(halves, 2)
    return f"{whole or ''}{'½' if half else ''}"


def _shifts(tables: dict[str, Any]) -> Chart:
    """10.4: what moves the column."""
    rows = [
        [f"terrain.{kind}", f"{columns:+d}"]
        for kind, columns in tables["terrain_shifts"].items()
        if isinstance(columns, int) and kind != "most"
    ]
    rows += [[f"shift.{kind}", f"{by:+d}"] for kind, by in tables["shifts"].items() if isinstance(by, int)]
    provenance = tables["terrain_shifts"]["provenance"]
    return Chart("shifts", "chart.shifts", "10.4", [["chart.terrain", "chart.columns"]], rows, provenance)
