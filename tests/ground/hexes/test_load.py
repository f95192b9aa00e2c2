from pathlib import Path

import pytest

from shapan.ground.hexes import MapError, load_map, read_map

TEXT = """\
# A map of four columns and three rows.
[meta]
title = "Little war"

[grid]
first_column = 1
last_column = 4
first_row = 0
last_row = 2
high = "odd"
provenance = "design"

[terrain]
legend = { "." = "clear", "m" = "mountain", "~" = "sea" }
missing = ["sea"]
rows = [
  "..m.", # 00
  ".mm~", # 01
  ".mm.", # 02
]
provenance = "history (relief), design (coast)"

[places]
columns = ["hexes", "name", "kind", "zh"]
rows = [
  ["0100", "Alpha", "city", "甲"],
  ["0200 0300", "Beta", "town", "乙"],
]
provenance = "rulebook"

[[hexsides.river]]
name = "Brook; see 0100-0200"
provenance = "history"
sides = "0100-0200 0101-0200"

[[hexsides.trench]]
name = "Line"
owner = "red"
provenance = "design"
sides = ["0201-0202"]

[[hexsides.trench]]
name = "Line"
owner = "blue"
provenance = "design"
sides = [
  "0201-0202",
  "0202-0302",
]

[lines]
road = [
  { name = "High road", provenance = "inferred", path = "0100 0200 0300" },
  { name = "Low road", provenance = "inferred", path = "0102 0202 0302" },
]

[[regions.landing]]
name = "Beach"
provenance = "rulebook"
hexes = "0400 0402"
"""


def test_everything_the_file_says() -> None:
    loaded = read_map(TEXT)
    grid = loaded.grid
    assert grid.all.bit_count() == 11
    assert (loaded.kind("clear", "mountain"), loaded.kind("sea")) == (grid.all, 0)
    assert grid.names(loaded.kind("mountain")) == ("0201", "0202", "0300", "0301", "0302")
    assert loaded.terrain[grid.index("0300")] == "mountain"
    beta = loaded.place("Beta")
    assert (beta.kind, grid.names(beta.hexes), beta.provenance) == ("town", ("0200", "0300"), "rulebook")
    assert beta.notes == {"zh": "乙"}
    assert grid.names(loaded.places_of("city", "town")) == ("0100", "0200", "0300")
    assert loaded.sides("river").names() == ("0100-0200", "0101-0200")
    assert loaded.sides("trench").names() == ("0201-0202", "0202-0302")
    assert loaded.sides("trench", owner="red").names() == ("0201-0202",)
    assert loaded.links("road").names() == ("0100-0200", "0102-0202", "0200-0300", "0202-0302")
    assert [route.name for route in loaded.routes] == ["High road", "Low road"]
    assert grid.names(loaded.region("landing", name="Beach")) == ()
    assert grid.names(loaded.region("landing")) == ("0400", "0402")
    assert loaded.provenance == {"grid": "design", "terrain": "history (relief), design (coast)"}
    assert loaded.extra == {"meta": {"title": "Little war"}}


def test_a_file_is_named_in_its_errors(tmp_path: Path) -> None:
    path = tmp_path / "little.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert load_map(path).grid == read_map(TEXT).grid
    path.write_text(TEXT.replace("..m.", "..m"), encoding="utf-8")
    with pytest.raises(MapError, match=r"^little\.toml, line 17: "):
        load_map(path)


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('"odd"', '"left"', 10, '[grid]: high is \'left\'; expected "even" or "odd"'),
        ("last_column = 4", 'last_column = "4"', 7, "last_column is '4'; expected a whole number"),
        ("last_column = 4\n", "", 5, "[grid]: no last_column; expected a whole number"),
        ("last_column = 4", "last_column = 0", 6, "no such frame: columns 1-0"),
        ("[grid]", "[grid", 5, "not TOML"),
        ("..m.", "..m", 17, "[terrain]: row 00 has 3 letters; expected 4 (columns 01-04)"),
        (".mm.", ".mX.", 19, "unknown letter 'X' in hex 0302; expected one of . m ~"),
        ('  ".mm.", # 02\n', "", 16, "2 rows; expected 3 (rows 00-02)"),
        ('missing = ["sea"]', 'missing = ["lake"]', 15, "no kind 'lake' in the legend"),
        ("legend =", "key =", 13, "no legend; expected letters and kinds"),
        ('provenance = "history (relief)', 'provenance = "rumour', 21, "expected it to begin with one of rulebook"),
        ('"0200 0300", "B', '"0200 0900", "B', 27, "Beta: 0900 is not a hex of this map (columns 01-04, rows 00-02)"),
        ('"0200 0300"', '""', 27, "Beta has no hex"),
        ('"Beta"', '"Alpha"', 27, "two places are called Alpha"),
        (', "town"', "", 27, "expected 4 texts (hexes, name, kind, zh)"),
        ('"kind", "zh"', '"sort", "zh"', 24, "no column 'kind'"),
        ("0101-0200", "0101-0300", 34, "hexside 0101-0300: 0101 and 0300 are not adjacent (0101 touches"),
        ('sides = "0100-0200', 'sides = "0200-0100', 34, "greater hex first; expected 0100-0200"),
        ('sides = "0100-0200', 'sides = "0101-0200', 34, "hexside 0101-0200 is named twice"),
        ('sides = "0100-0200', 'sides = "0100-0401', 34, "0401 is not a hex of this map"),
        ('"0202-0302"', '"0202+0302"', 48, "'0202+0302' is not a hexside"),
        ('"0202-0302"', '"0201-0202"', 48, "hexside 0201-0202 is named twice"),
        ('["0201-0202"]', "[7]", 40, "sides must be a list of texts"),
        ('name = "Brook; see 0100-0200"\n', "", 31, "[hexsides.river]: no name"),
        ("0102 0202 0302", "0102 0302", 54, "[lines.road] Low road: 0102 and 0302 are not adjacent"),
        ("0102 0202 0302", "0102", 54, "a line of one hex; expected at least two"),
        ("0102 0202 0302", "0102 0299", 54, "0299 is not a hex"),
        ("0400 0402", "0400 0400", 60, "0400 is named twice"),
        ("[[regions.landing]]", "[regions.landing]", 57, "expected landing to be a list of tables"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(MapError) as caught:
        read_map(TEXT.replace(old, new))
    assert problem in caught.value.problem
    assert caught.value.line == line
    assert str(caught.value).startswith(f"map, line {line}: ")


def test_questions_about_what_is_not_there() -> None:
    loaded = read_map(TEXT)
    for ask in (loaded.sides, loaded.links, loaded.region, loaded.kind, loaded.place):
        with pytest.raises(KeyError, match="canal"):
            ask("canal")
