"""Storm Over Taierzhuang as a Board document: the map, the counters and chits, the charts and the turn track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.ground.areas import labels, layers
from shapan.ground.areas.shapes import box
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
        layers.villages(book.map, sheet["houses"], {key: tuple(spot) for key, spot in sheet["villages"].items()}),
        layers.town(art["town_wall"], sheet["streets"]),
        _bridge(canal["bridge"], sheet["bridge"]),
        layers.railway(art["railway"]),
        Layer("grain", [Shape("grain", box(width / 2, height / 2, width, height))]),
        layers.corner_links(book.map, "vertex"),
        *labels.labels(book.map),
        *_names(canal, art, sheet),
        _legend(book),
    ]


def _bridge(bridge: dict[str, Any], size: Sequence[float]) -> Layer:
    x, y = bridge["at"]
    d = box(x, y, size[0], size[1])
    braces = "".join(
        f"M{x - 20} {y + top}L{x + 20} {y + top + 26}M{x + 20} {y + top}L{x - 20} {y + top + 26}" for top in (-40, 14)
    )
    deck = [Shape("house.shadow", d, x=5, y=7), Shape("bridge.deck", d)]
    return Layer("bridge", [*deck, Shape("bridge.girder", braces)])


def _names(canal: dict[str, Any], art: dict[str, Any], sheet: dict[str, Any]) -> list[Layer]:
    """The title, and the names of canal and bridge."""
    left, top, right, bottom = art["title_box"]
    middle = (left + right) / 2
    title = [
        Shape("title.box", box(middle, (top + bottom) / 2, right - left, bottom - top)),
        Shape("title.text", text=sheet["title"], x=middle, y=top + 76),
    ]
    x, y, turn = canal["name_at"]
    bridge = canal["bridge"]
    names = [
        Shape("title.other", text=sheet["other_title"], x=middle, y=top + 130),
        Shape("water.name", text=canal["name"], x=x, y=y, turn=turn),
        Shape(
            "bridge.name", text=f"bridge {'–'.join(bridge['between'])}", x=bridge["at"][0] - 92, y=bridge["at"][1] + 8
        ),
    ]
    return [Layer("title", title), Layer("names", names, lod=("s", "m", "l"))]


def _legend(book: TaierzhuangBook) -> Layer:
    """The terrain key: a swatch and a name for each kind, and the corner links."""
    shapes: list[Shape] = []
    for at, (kind, entry) in enumerate(_terrain(book)):
        y = 30 + 52 * at
        shapes.append(Shape(f"fields place.{kind}", box(36, y, 64, 38)))
        level = f"+{entry['level']}" + (f" / +{entry['close']}" if "close" in entry else "")
        shapes.append(Shape("legend", text=f"{entry['name']}  {level}", x=84, y=y + 9, anchor="start"))
    y = 30 + 52 * len(_terrain(book))
    shapes.append(Shape("link.casing link", f"M8 {y}H64"))
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


def _chits(book: TaierzhuangBook) -> list[PieceEntry]:
    return [_chit(chit, name) for chit in book.chits for name in chit.copies]


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
