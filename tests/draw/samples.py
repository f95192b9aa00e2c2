"""A small board and a view of it, built by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.kernel.board import Board, Layer, PieceEntry, PlaceEntry, Shape, SideEntry, Source, Style, TurnBox
from shapan.kernel.view import Ask, Clock, Mark, PieceView, View

RED = SideEntry("red", "Red <&> Army", "#b3182d", "#ffffff", mark="R")
TAN = SideEntry("tan", "Tan Army", "#d8bb8b", "#1f170c")

PIECES = (
    PieceEntry("r1", "red", "1", "1st Division", "infantry", "XX", {"steps": 6}, ["steps"]),
    PieceEntry("r2", "red", "2", "2nd Division", "cavalry", "X", {"steps": 4}, ["steps"]),
    PieceEntry("t1", "tan", "9ESi", "9th <East> & Siberian", "artillery", "III", {"cf": 5, "mf": 8}, ["cf", "mf"]),
    PieceEntry("f1", "tan", "F", "A soldier", "infantry", shape="figure", radius=12.0),
)


def board(**changes: Any) -> Board:
    fields: dict[str, Any] = {
        "game": "sample",
        "title": "Fish & <Chips>",
        "scenario": "the_one",
        "data_version": "1",
        "ground": "area",
        "width": 600.0,
        "height": 400.0,
        "piece": 40.0,
        "outline": "M-30 -30H30V30H-30Z",
        "styles": {
            "land": Style(fill="#f4ebd0", dark={"fill": "#222222"}),
            "bog": Style(fill="#dfe8da", pattern="marsh"),
            "name:big": Style(fill="#000", font=12.0, halo="#fff", slant="italic"),
            "control": Style(fill="#ff0000", opacity=0.2),
        },
        "layers": [
            Layer("ground", [Shape("land", "M0 0H600V400H0Z"), Shape("bog", "M0 0H60V40H0Z")]),
            Layer("numbers", [Shape("name:big", text="0101", x=5.0, y=5.0)], detail=True),
            Layer("names", [Shape("name:big", text='Q & "A" <here>', x=9.0, y=9.0, turn=30.0, anchor="start")]),
            Layer("legend", [Shape("land", "M0 0H9V9Z"), Shape("name:big", text="Key word", x=20.0, y=30.0)]),
        ],
        "places": [PlaceEntry("a", 100.0, 100.0, neighbours=["b"]), PlaceEntry("b", 300.0, 200.0, name="Bee")],
        "pieces": PIECES,
        "sides": [RED, TAN],
        "charts": [],
        "track": [TurnBox(1, "May"), TurnBox(2, "June", ["rain"])],
        "rules": [],
        "rulings": [],
        "sources": [Source("map", "history"), Source("charts", "rulebook")],
        "texts": {},
        "scale": 20.0,
        "measure": "miles",
    }
    return Board(**{**fields, **changes})


def view(pieces: Sequence[PieceView] = (), marks: Sequence[Mark] = (), **changes: Any) -> View:
    fields: dict[str, Any] = {
        "game": "sample",
        "scenario": "the_one",
        "side": "red",
        "clock": Clock(2, 6, "June", "I", "phase.one", "1.0"),
        "pieces": pieces,
        "boxes": [],
        "marks": marks,
        "ledgers": [],
        "ask": Ask("none", "nobody", "1.0", "wait"),
    }
    return View(**{**fields, **changes})
