"""Loading an area map: what it gives, and how it complains."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from shapan.ground.areas import MapError, fill, read_map, way
from shapan.ground.areas.findings import problems

SQUARES = """
[canvas]
width = 30
height = 20
provenance = "design"

[vertices]
list = ["a 0 0", "b 10 0", "c 20 0", "d 0 10", "e 10 10", "f 20 10", "g 10 20", "h 20 20", "i 30 10", "j 30 20"]
provenance = "design"

[areas]
rows = [
  { id = "A", name = "First", label = [5, 5], poly = "a b e d", provenance = "design", terrain = "open" },
  { id = "B", name = "Second", label = [15, 5], poly = "b c f e", provenance = "design", terrain = "open" },
  { id = "C", name = "Third", label = [15, 15], poly = "e f h g", provenance = "design", terrain = "open" },
]

[zones]
rows = [{ id = "Z", name = "Zone", label = [25, 15], poly = "f i j h", provenance = "history: a road" }]

[[links.land]]
contact = "edge"
pairs = "A-B B-C"
provenance = "design"

[[links.vertex]]
contact = "corner"
pairs = "A-C"
provenance = "rulebook"

[[links.zone]]
contact = "edge"
pairs = "C-Z"
provenance = "design"

[other]
key = 1
"""


def test_a_map_gives_places_links_and_neighbours() -> None:
    sheet = read_map(SQUARES)
    assert sheet.ids == ("A", "B", "C", "Z")
    assert sheet.areas == 0b0111
    assert sheet.neighbours("land") == (0b0010, 0b0101, 0b0010, 0)
    assert sheet.neighbours("land", "vertex", "zone") == (0b0110, 0b0101, 0b1011, 0b0100)
    assert (sheet.kind(0, 2), sheet.kind(2, 3), sheet.kind(1, 3)) == ("vertex", "zone", None)
    assert sheet.names(sheet.set_of(["C", "A"])) == ["A", "C"]
    assert sheet.extra == {"other": {"key": 1}}
    assert sheet.places[0].notes == {"terrain": "open"}
    assert list(problems(sheet)) == []


def test_lines_are_traced_through_a_set() -> None:
    sheet = read_map(SQUARES)
    land = sheet.neighbours("land")
    assert fill(land, 0b001, 0b111) == 0b111
    assert fill(land, 0b001, 0b101) == 0b001
    assert fill(land, 0b001, 0b110) == 0
    assert way(land, 0, 0b100, 0b111) == (0, 1, 2)
    assert way(land, 0, 0b100, 0b001) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ('"b 10 0"', '"b 10"', 8, "corner 'b 10'; expected a name and two whole numbers"),
        ('"b 10 0"', '"a 10 0"', 8, "corner a is named twice"),
        ('"b 10 0"', '"b 99 0"', 8, "corner b lies off the canvas"),
        ('poly = "b c f e"', 'poly = "b c f x"', 14, "there is no corner x"),
        ('poly = "b c f e"', 'poly = "b e f c"', 14, "the corners should run clockwise"),
        ('poly = "b c f e"', 'poly = "b c c e"', 14, "each named once"),
        ("label = [15, 5]", "label = [15, 15]", 14, "the label lies outside the polygon"),
        ("label = [15, 5]", "label = 7", 14, "expected a label as two whole numbers"),
        ('id = "B"', 'id = "A"', 14, "two places are called A"),
        ('provenance = "history: a road"', 'provenance = "hearsay"', 19, "expected it to begin with one of"),
        ('pairs = "A-B B-C"', 'pairs = "A-B B-D"', 23, "there is no place 'D'"),
        ('pairs = "A-B B-C"', 'pairs = "A-B B-C A-C"', 23, "A-C have corner in common; expected edge"),
        ('pairs = "A-B B-C"', 'pairs = "A-B B-C B-A"', 23, "B-A is linked twice"),
        ('pairs = "A-B B-C"', 'pairs = "A-B B-B"', 23, "links a place with itself"),
        ('pairs = "A-B B-C"', 'pairs = "A-B"', 21, "B and C share an edge that no link names"),
        ('contact = "corner"', 'contact = "touch"', 27, "expected \"edge\" or \"corner\""),
        ("width = 30", 'width = "wide"', 3, "expected a whole number"),
        ("[canvas]", "[canvas", 2, "not TOML"),
    ],
)  # fmt: skip
def test_an_error_names_the_line_and_what_was_expected(old: str, new: str, line: int, complaint: str) -> None:
    assert SQUARES.count(old) >= 1
    with pytest.raises(MapError) as error:
        read_map(SQUARES.replace(old, new, 1), "squares.toml")
    assert complaint in str(error.value)
    assert "squares.toml" in str(error.value)
    assert error.value.line == line


def test_a_gap_in_the_tiling_is_found() -> None:
    torn = SQUARES.replace('"g 10 20"', '"g 12 20", "k 5 15"')
    found = list(problems(read_map(torn)))
    assert found == ["no polygon uses the corner k"]


@pytest.mark.parametrize("module", ["polygons", "trace", "shapes", "slots"])
def test_the_examples_in_the_documentation_hold(module: str) -> None:
    result = doctest.testmod(import_module(f"shapan.ground.areas.{module}"))
    assert result.attempted
    assert not result.failed
