"""The table as a Board document: ground, figures, charts and the turn track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from shapan.ground.table import Tabletop, load_table
from shapan.ground.table.layers import layers
from shapan.ground.table.styles import STYLES
from shapan.kernel import Board, Game
from shapan.kernel.board import Chart, MapSheet, PieceEntry, PlaceEntry, SideEntry, Style, TurnBox
from shapan.kernel.documents import board_of

from ..book import YangtzeBook
from ..specs import SCALE
from ..who import numbered
from .aids import LAYERS
from .ground import grounds

MARKS: Final = {
    "mark.objective": Style(stroke="#b8860b", width=18, dash=(60, 40), opacity=0.75),
    "mark.zone": Style(fill="#ffc9282e", stroke="#5a4300", width=16, dash=(90, 50), dark={"stroke": "#ffd84d"}),
    "mark.floor": Style(fill="#d5c093", pattern="planks", opacity=0.88, dark={"fill": "#6a5a3c"}),
    "mark.walls": Style(stroke="#3b2f1e", width=70, dark={"stroke": "#120e08"}),
    "mark.cover": Style(stroke="#c0392b", width=16, dash=(40, 20)),
    "mark.load": Style(fill="#c9a227", stroke="#3a2c05", width=14),
    "mark.cleared": Style(stroke="#d9d2c0", width=60, dash=(20, 40)),
    "mark.way": Style(stroke="#1f4e79", width=14, dash=(50, 30)),
    "aid.least": Style(stroke="#7a3e00", width=16, dash=(30, 30), dark={"stroke": "#ffb066"}),
    "aid.most": Style(fill="#ffb0001f", stroke="#7a3e00", width=20, dark={"stroke": "#ffb066"}),
    "aid.short": Style(fill="#d55e0018", stroke="#a04000", width=14, dark={"stroke": "#ff9a5c"}),
    "aid.long": Style(stroke="#a04000", width=14, dash=(80, 40), dark={"stroke": "#ff9a5c"}),
    "aid.unseen": Style(fill="#1d2233", opacity=0.34, dark={"fill": "#000000"}),
    "aid.line": Style(stroke="#0072b2", width=18, dark={"stroke": "#56b4e9"}),
    "aid.label": Style(fill="#1f1a14", font=120, halo="#fbf4dc", dark={"fill": "#f5ecd6", "halo": "#1c1812"}),
}
SYMBOLS: Final = {
    "foot": "infantry",
    "command": "headquarters",
    "mg": "machine_gun",
    "gun": "artillery",
    "special": "sniper",
    "mounted": "cavalry",
    "civilian": "flag",
    "vehicle": "truck",
    "train": "armoured_train",
    "vessel": "boat",
    "aircraft": "aircraft",
}
SHORT: Final = frozenset(("bar", "hmg", "lmg", "mmg", "nco", "smg"))
"""Words that are written as abbreviations."""
MODELS: Final = {
    "armoured_car": "armoured_car",
    "tank": "armour",
    "gunboat": "gunboat",
    "steamer": "ship",
    "junk": "junk",
}
"""Symbols of single models, by their line of the movement chart."""


def board(game: Game, book: YangtzeBook) -> Board:
    """Everything that never changes during a game."""
    table = book.table
    drawn = _drawn(game, book)
    sheet = MapSheet(
        ground="table",
        width=table.width,
        height=table.height,
        piece=2 * 125,
        outline="",
        styles={**STYLES, **MARKS},
        layers=layers(drawn),
        places=_places(book),
        scale=float(SCALE),
        measure="measure.mm",
        grounds=tuple(grounds(drawn)),
    )
    framed = board_of(
        game,
        book,
        sheet,
        pieces=[*_units(book), *_figures(book)],
        charts=_charts(book),
        track=[TurnBox(turn, str(turn)) for turn in range(1, book.turns + 1)],
    )
    told = {"card.you": book.sheet["story"], "card.win": book.sheet["victory"]["text"]}
    texts = {**framed.texts, **told, f"scenario.{book.scenario}": book.sheet["title"]}
    return msgspec.structs.replace(framed, sides=_sides(book, framed.sides), texts=texts, aids=LAYERS)


def _drawn(game: Game, book: YangtzeBook) -> Tabletop:
    """The ground as the board file has it: the gates that a barricade is made of are no gates to look at."""
    return load_table(game.data.table(f"boards/{book.sheet['board']}.toml"), game.data.table("ground.toml"))


def _places(book: YangtzeBook) -> list[PlaceEntry]:
    found = []
    for name, points in book.table.zones.items():
        x, y = sum(p[0] for p in points) // len(points), sum(p[1] for p in points) // len(points)
        found.append(PlaceEntry(name, x, y, name=name.replace("_", " ")))
    return found


def _units(book: YangtzeBook) -> list[PieceEntry]:
    return [
        PieceEntry(
            id=unit.id,
            side=book.sides[unit.side],
            label="",
            name=unit.name,
            symbol=MODELS.get(unit.move, SYMBOLS[unit.kind]),
            values={"class": unit.grade, "figures": len(book.men[number])},
            formation=unit.name,
            shape="model" if unit.size[1] or unit.gun_radius else "marker",
            radius=float(unit.gun_radius or unit.size[1] // 2 or unit.radius),
            long=round(unit.size[0] / unit.size[1], 3) if unit.size[1] else 1.0,
        )
        for number, unit in numbered(book.units)
    ]


def _figures(book: YangtzeBook) -> list[PieceEntry]:
    entries = []
    for number, figure in numbered(book.figures):
        unit = book.units[figure.unit]
        entries.append(
            PieceEntry(
                id=book.lexicon.pieces[book.piece_of_figure(number)],
                side=book.sides[unit.side],
                label=_label(figure.role, figure.weapon),
                name=f"{unit.name}: {spoken(figure.role)}, {spoken(figure.weapon)}",
                symbol=SYMBOLS[unit.kind],
                values={"weapon": spoken(figure.weapon)},
                formation=unit.id,
                shape="figure",
                radius=float(figure.radius),
            )
        )
    return entries


def spoken(word: str) -> str:
    """A role or a weapon of the data in words.

    >>> spoken("bar"), spoken("gun_light"), spoken("sniper_rifle")
    ('BAR', 'light gun', 'sniper rifle')
    """
    kind, _, size = word.partition("_")
    if word in SHORT:
        return word.upper()
    return f"{size} gun" if kind == "gun" and size else word.replace("_", " ")


def _label(role: str, weapon: str) -> str:
    """A letter on the base: leaders stand out, then what the figure carries."""
    return "★" if role in ("leader", "officer", "nco") else weapon[0].upper()


def _sides(book: YangtzeBook, looks: Sequence[SideEntry]) -> list[SideEntry]:
    """Those who play in the scenario, as it calls them."""
    found = {entry.id: entry for entry in looks}
    return [msgspec.structs.replace(found[side], name=book.sheet["side"][side]["name"]) for side in book.sides]


def _charts(book: YangtzeBook) -> list[Chart]:
    charts = book.charts
    ranges = [
        [spoken(name), str(row[0]), str(row[1] or "–")]
        for name, row in charts["ranges"].items()
        if isinstance(row, list)
    ]
    hits = [[grade, *(str(score) for score in charts["to_hit"][grade])] for grade in "ABC"]
    confirm = [
        [level.replace("_", " "), str(charts["confirm"][level])] for level in book.levels if charts["confirm"][level]
    ]
    zones = [[spoken(name), str(size)] for name, size in charts["beaten_zone"].items() if isinstance(size, int)]
    heads = ["chart.short", "chart.long"]
    return [
        Chart("ranges", "chart.ranges", "7.5", [["chart.weapon", *heads]], ranges, charts["ranges"]["provenance"]),
        Chart("to_hit", "chart.to_hit", "7.10", [["chart.class", *heads]], hits, charts["to_hit"]["provenance"]),
        Chart(
            "confirm",
            "chart.confirm",
            "8.3",
            [["chart.cover", "chart.score"]],
            confirm,
            charts["confirm"]["provenance"],
        ),
        Chart(
            "zones",
            "chart.zones",
            "7.7",
            [["chart.weapon", "chart.radius"]],
            zones,
            charts["beaten_zone"]["provenance"],
        ),
    ]
