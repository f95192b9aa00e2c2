"""Storm Over Taierzhuang as a Board document: the map, the counters and chits, the charts and the turn track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.ground.areas import layers
from shapan.ground.areas.shapes import box, outline
from shapan.kernel import Board, Game
from shapan.kernel.board import Chart, Layer, MapSheet, PieceEntry, Shape, TurnBox
from shapan.kernel.documents import board_of, styles

from ..book import Chit, TaierzhuangBook


def board(game: Game, book: TaierzhuangBook) -> Board:
    """Everything that never changes during a game."""
    style = game.data.table("style.toml")
    width, height = book.map.size
    sheet = MapSheet(
        ground="area",
        width=width,
        height=height,
        piece=book.piece_size,
        outline="",
        styles=styles(style["styles"]),
        layers=_layers(book, style["sheet"]),
        places=layers.entries(book.map),
        scale=float(_extra(book, "canvas_scale")["px_per_mile"]),
        measure="measure.miles",
    )
    return board_of(
        game,
        book,
        sheet,
        pieces=[*(_unit(book, unit) for unit in range(book.units)), *_chits(book)],
        charts=_charts(game, book),
        track=[TurnBox(turn, _box_label(book, turn), _notes(book, turn)) for turn in range(1, book.turns + 1)],
    )


def _extra(book: TaierzhuangBook, name: str) -> dict[str, Any]:
    table = book.map.extra[name]
    assert isinstance(table, dict)
    return table


# --- the map ----------------------------------------------------------------------------------------


def _layers(book: TaierzhuangBook, sheet: dict[str, Any]) -> list[Layer]:
    art, canal = _extra(book, "art"), _extra(book, "canal")
    width, height = book.map.size
    return [
        Layer("paper", [Shape("paper", box(width / 2, height / 2, width, height))]),
        layers.ground(book.map),
        layers.roads(art["roads"]),
        layers.borders(book.map),
        layers.water(book.map, canal["path"].split()),
        layers.blocks(art["town_wall"], 34),
        Layer("wall", [Shape("wall", outline(art["town_wall"]))], detail=True),
        layers.villages(art["villages"]),
        _bridge(canal["bridge"], sheet["bridge"]),
        layers.railway(art["railway"]),
        layers.corner_links(book.map, "vertex"),
        layers.labels(book.map),
        _names(canal, art, sheet),
        Layer("track", _track(book, art["turn_track"], sheet["track_columns"])),
        _legend(book),
    ]


def _bridge(bridge: dict[str, Any], size: Sequence[float]) -> Layer:
    x, y = bridge["at"]
    name = f"{bridge['between'][0]}–{bridge['between'][1]}"
    deck = Shape("bridge.deck", box(x, y, size[0], size[1]))
    return Layer("bridge", [deck, Shape("bridge.name", text=f"bridge {name}", x=x + 92, y=y + 8, anchor="middle")])


def _names(canal: dict[str, Any], art: dict[str, Any], sheet: dict[str, Any]) -> Layer:
    """The name of the canal and the title."""
    x, y, turn = canal["name_at"]
    left, top, right, bottom = art["title_box"]
    middle = (left + right) / 2
    return Layer(
        "names",
        [
            Shape("water.name", text=canal["name"], x=x, y=y, turn=turn),
            Shape("title.box", box(middle, (top + bottom) / 2, right - left, bottom - top)),
            Shape("title.text", text=sheet["title"], x=middle, y=top + 76),
            Shape("title.other", text=sheet["other_title"], x=middle, y=top + 130),
        ],
    )


def track_spot(book: TaierzhuangBook, turn: int) -> tuple[float, float, float, float]:
    """Middle and size of a box of the printed turn track."""
    left, top, right, bottom = _extra(book, "art")["turn_track"]
    columns = book.track_columns
    rows = -(-book.turns // columns)
    wide, high = (right - left - 30) / columns, (bottom - top - 80) / rows
    row, column = divmod(turn - 1, columns)
    return left + 15 + wide * (column + 0.5), top + 65 + high * (row + 0.5), wide - 14, high - 14


def _track(book: TaierzhuangBook, frame: Sequence[float], columns: int) -> list[Shape]:
    """5.1: the printed track with both TC maxima."""
    left, top, right, bottom = frame
    shapes = [
        Shape("track.box", box((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)),
        Shape("track.title", text="Turn Record Track · TC maximum", x=(left + right) / 2, y=top + 42),
    ]
    for turn, date in enumerate(book.dates, 1):
        x, y, wide, high = track_spot(book, turn)
        foot = y + high / 2 - 24
        shapes += [
            Shape("track.box", box(x, y, wide, high)),
            Shape("track.turn", text=str(turn), x=x, y=y - high / 2 + 52),
            Shape("track.date", text=date, x=x, y=y + 18),
        ]
        for side, at in ((0, x - wide / 4), (1, x + wide / 4)):
            shapes.append(Shape(f"track.{book.sides[side]}", box(at, foot, wide / 2 - 4, 42)))
            shapes.append(Shape("track.number", text=str(book.maxima[side][turn - 1]), x=at, y=foot + 11))
    return shapes


def _legend(book: TaierzhuangBook) -> Layer:
    """The terrain key: a swatch and a name for each kind, and the corner links."""
    shapes: list[Shape] = []
    for at, (kind, entry) in enumerate(_terrain(book)):
        y = 30 + 52 * at
        shapes.append(Shape(f"place.{kind}", box(36, y, 64, 38)))
        level = f"+{entry['level']}" + (f" / +{entry['close']}" if "close" in entry else "")
        shapes.append(Shape("legend", text=f"{entry['name']}  {level}", x=84, y=y + 9, anchor="start"))
    y = 30 + 52 * len(_terrain(book))
    shapes.append(Shape("link", f"M8 {y}H64"))
    shapes.append(Shape("legend", text="vertex link, Chinese only", x=84, y=y + 9, anchor="start"))
    return Layer("legend", shapes)


def _terrain(book: TaierzhuangBook) -> list[tuple[str, dict[str, Any]]]:
    return [(kind, entry) for kind, entry in _extra(book, "terrain").items() if isinstance(entry, dict)]


# --- counters and chits -----------------------------------------------------------------------------


def _unit(book: TaierzhuangBook, unit: int) -> PieceEntry:
    group = book.group_of[unit]
    colour = "red" if book.red >> unit & 1 else "black"
    name = book.lexicon.pieces[unit]
    return PieceEntry(
        id=name,
        side=group["side"],
        label=group["designation"].split("/")[0] + "/" + group["designation"].split("/")[1],
        name=f"{group['formation']}, {group['designation']}, no. {name.rpartition('-')[2]}",
        symbol="armour" if group["type"] == "tank" else "infantry",
        size="I" if group["type"] == "tank" else "II",
        values={"cf": book.cf[unit], "df": book.ready_df[unit], "ma": book.movement[unit], "colour": colour},
        layout=["cf", "df", "ma"],
        formation=group["formation"],
        text=f"word.{colour}_factor",
        inks={"cf": book.red_ink} if colour == "red" else {},
    )


def copy_id(chit: Chit, number: int) -> str:
    """How a box names one of several equal chits; actions name the kind, which is the first."""
    return chit.id if number == 1 else f"{chit.id}.{number}"


def _chits(book: TaierzhuangBook) -> list[PieceEntry]:
    return [_chit(chit, copy_id(chit, number)) for chit in book.chits for number in range(1, chit.count + 1)]


def _chit(chit: Chit, name: str) -> PieceEntry:
    return PieceEntry(
        id=name,
        side=chit.side,
        label=chit.short,
        name=chit.name,
        symbol=SYMBOLS.get(chit.effect, "marker") if not chit.air else "aircraft",
        values={"mark": _chit_mark(chit)},
        layout=["mark"],
        text=chit.text,
        shape="card",
    )


def _chit_mark(chit: Chit) -> str:
    """5.2: the letter of an action chit, and what it adds to an attack."""
    bonus = f"+{chit.at or chit.dt}" if chit.at or chit.dt else ""
    return " ".join(part for part in ("A" if chit.action else "", bonus) if part)


SYMBOLS = {
    "bombardment": "heavy_artillery",
    "recovery": "flag",
    "banzai": "infantry",
    "engineers": "engineer",
    "spearhead": "armour",
    "air_drop": "supply",
    "night_attack": "infantry",
    "resolute": "fort",
    "command": "headquarters",
    "dare_to_die": "burst",
    "anti_tank": "artillery",
    "guerrillas": "militia",
    "order": "leader",
}


# --- charts -----------------------------------------------------------------------------------------


def _box_label(book: TaierzhuangBook, turn: int) -> str:
    """5.1: the date, and the Japanese and the Chinese TC maximum."""
    return f"{book.dates[turn - 1]} · {book.maxima[0][turn - 1]}/{book.maxima[1][turn - 1]}"


def _notes(book: TaierzhuangBook, turn: int) -> list[str]:
    notes = ["track.first"] if turn == 1 else []
    return [*notes, "track.last"] if turn == book.turns else notes


def _charts(game: Game, book: TaierzhuangBook) -> list[Chart]:
    events = [[str(row.roll), row.name, row.text] for row in book.events.values()]
    heads = [["chart.roll", "chart.event", "chart.effect"]]
    tables = game.data.table("charts.toml")
    found = [Chart("events", "chart.events", "4.0", heads, events, "see each row")]
    for side in book.sides:
        rows = [
            [chit.name, str(chit.count), "A" if chit.action else "–", chit.text]
            for chit in book.chits
            if chit.side == side
        ]
        head = [["chart.chit", "chart.count", "chart.action", "chart.effect"]]
        found.append(Chart(f"chits_{side}", f"chart.chits_{side}", "5.2", head, rows, "see each row"))
    return [*found, _damage(tables["combat"]), _terrain_chart(book)]


def _damage(combat: dict[str, Any]) -> Chart:
    """7.4: what each result costs."""
    flip, retreat, spent = combat["flip"], combat["retreat"], combat["eliminate_spent"]
    rows = [
        [str(flip), "chart.flip_ready"],
        [str(retreat), "chart.retreat_spent"],
        [str(flip + retreat), "chart.retreat_ready"],
        [str(spent), "chart.eliminate_spent"],
        [str(flip + spent), "chart.eliminate_ready"],
    ]
    return Chart("damage", "chart.damage", "7.4", [["chart.points", "chart.result"]], rows, combat["provenance"])


def _terrain_chart(book: TaierzhuangBook) -> Chart:
    rows = [
        [f"terrain.{kind}", f"+{entry['level']}" + (f" / +{entry['close']}" if "close" in entry else "")]
        for kind, entry in _terrain(book)
    ]
    heads = [["chart.terrain", "chart.level"]]
    return Chart("terrain", "chart.terrain", "7.2.2c", heads, rows, _extra(book, "terrain")["provenance"])
