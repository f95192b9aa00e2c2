"""Hex maps as pictures."""

import re
from collections.abc import Iterable
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapan.ground.hexes import Grid, HexMap, HexSides, bits, read_map
from shapan.ground.hexes.chart import HexChart, chart, looks
from shapan.ground.hexes.chart.chains import at, border, chains, directed, edge_of
from shapan.ground.hexes.chart.curves import Pen, battlements, lengths, offset
from shapan.ground.hexes.chart.easel import Easel
from shapan.ground.hexes.chart.looks import area_kind, look_of
from shapan.ground.hexes.chart.scatter import VALLEY, scattered
from shapan.ground.hexes.chart.terrain import Terrain
from shapan.kernel.board import Shape

GRID = Grid(1, 9, 1, 8, high="odd")

MAP = """
[grid]
first_column = 1
last_column = 6
first_row = 1
last_row = 5
high = "odd"
provenance = "design"

[terrain]
legend = { "." = "clear", "m" = "mountain", "p" = "pass", "~" = "sea", "w" = "woods", "h" = "hills" }
rows = ["..mmm.", ".wmpm.", "..hp.~", "....~~", "...~~~"]
provenance = "design"

[places]
columns = ["hexes", "name", "kind"]
rows = [["0202", "Fort & Town", "town"], ["0303", "Beta", "city"], ["0104", "Nowhere in particular", "label"]]
provenance = "design"

[[hexsides.major_river]]
name = "Great River"
provenance = "design"
sides = "0101-0102 0102-0201 0201-0202 0202-0302"

[[hexsides.minor_river]]
name = "Little River"
provenance = "design"
sides = "0201-0302 0201-0301"

[[hexsides.trench]]
name = "North line"
owner = "red"
provenance = "design"
sides = "0103-0104 0104-0203"

[[hexsides.trench]]
name = "South line"
owner = "blue"
provenance = "design"
sides = "0103-0104 0104-0203"

[[lines.railroad]]
name = "Main line"
provenance = "design"
path = "0105 0204 0304 0303"

[[lines.railroad]]
name = "Critical line"
critical = true
provenance = "design"
path = "0303 0302 0301"

[[lines.pass]]
name = "High Pass"
provenance = "design"
path = "0402 0403"
"""

OWN = {
    "hexsides": {
        "trench.red": {"like": "trench", "title": "Red trench", "lean": 0},
        "trench.blue": {
            "like": "trench",
            "title": "Blue trench",
            "lean": 180,
            "paint": [{"stroke": "#00f", "width": 0.1}],
        },
    },
    "lines": {"railroad.critical": {"like": "railroad", "title": "Critical railroad"}},
}


@pytest.fixture(scope="module")
def hexmap() -> HexMap:
    return read_map(MAP)


@pytest.fixture(scope="module")
def drawn(hexmap: HexMap) -> HexChart:
    return chart(hexmap, looks(OWN))


def shapes(drawn: HexChart, layer: str) -> list[Shape]:
    return [shape for each in drawn.layers if each.id == layer for shape in each.shapes]


def texts(drawn: HexChart, layer: str) -> list[str]:
    return [shape.text for shape in shapes(drawn, layer) if shape.text]


def numbers(paths: Iterable[Shape]) -> list[float]:
    """The coordinates of all points; arcs are left out, and steps from where the pen is are added up."""
    found: list[float] = []
    for shape in paths:
        here = [0.0, 0.0]
        for command, tail in re.findall(r"([MLQTmlqt])([^A-Za-z]*)", re.sub(r"a.*?Z", "", shape.d)):
            points = [float(n) for n in re.findall(r"-?\d+\.?\d*", tail)]
            if command.islower():
                points = [n + here[at % 2] for at, n in enumerate(points)]
            here = points[-2:]
            found += points
    return found


# Chains


def course(*sides: str) -> list[list[tuple[int, int]]]:
    return chains([edge_of(GRID, a, b) for a, b in HexSides.parse(GRID, list(sides))], at)


def test_hexsides_that_touch_become_one_line() -> None:
    (line,) = course("0202-0302", "0201-0202", "0102-0201")
    assert len(line) == 4


def test_hexsides_that_do_not_touch_stay_apart() -> None:
    assert sorted(len(line) for line in course("0202-0302", "0505-0506")) == [2, 2]


def test_a_ring_of_hexsides_is_a_closed_line() -> None:
    (line,) = course("0303-0304", "0302-0303", "0303-0402", "0303-0403", "0202-0303", "0203-0303")
    assert line[0] == line[-1]
    assert len(line) == 7


def test_a_fork_is_two_lines_that_meet() -> None:
    lines = course("0202-0302", "0201-0202", "0201-0302")
    assert len(lines) == 2
    assert set(lines[0]) & set(lines[1])


every_side = [(a, b) for a, b in HexSides.every(GRID)]


@given(st.sets(st.sampled_from(every_side), max_size=40))
def test_chains_use_every_hexside_exactly_once(pairs: set[tuple[int, int]]) -> None:
    edges = [edge_of(GRID, a, b) for a, b in sorted(pairs)]
    lines = chains(edges, at)
    walked = [frozenset(step) for line in lines for step in pairwise(line)]
    assert len(walked) == len(set(walked))
    assert set(walked) == {frozenset(edge) for edge in edges}


@given(st.sets(st.sampled_from(list(bits(GRID.all))), min_size=1, max_size=30))
def test_the_border_of_a_set_of_hexes_is_closed(hexes: set[int]) -> None:
    mask = sum(1 << here for here in hexes)
    loops = directed(border(GRID, mask))
    assert all(loop[0] == loop[-1] for loop in loops)
    assert sum(len(loop) - 1 for loop in loops) == len(border(GRID, mask))


# Curves


def test_a_line_moved_aside_keeps_its_distance() -> None:
    line = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]
    assert offset(line, 0.5) == [(0.0, 0.5), (1.0, 0.5), (2.0, 0.5)]


def test_battlements_begin_and_end_on_the_line_and_have_the_height() -> None:
    wave = battlements([(0.0, 0.0), (2.0, 0.0)], 0.125, 0.1)
    assert wave[0] == (0.0, 0.0)
    assert wave[-1] == pytest.approx((2.0, 0.0))
    assert {round(y, 6) for _, y in wave} == {0.0, 0.1}
    assert lengths(wave)[-1] > 3


def test_a_pen_writes_board_units() -> None:
    assert Pen(60, 0.5).line([(0.0, 0.0), (1.0, 2.0)]) == "M30 30L90 150"


# Looks


def test_a_game_changes_only_what_it_names() -> None:
    table = looks({"terrain": {"mountain": {"title": "Highland"}, "scree": {"like": "mountain"}}})
    assert table.terrain["mountain"].title == "Highland"
    assert table.terrain["mountain"].paint == looks().terrain["mountain"].paint
    assert area_kind(table.terrain, "scree") == "mountain"


def test_a_look_with_its_own_paint_is_its_own_area() -> None:
    table = looks({"terrain": {"scree": {"like": "mountain", "paint": [{"fill": "#ccc"}]}}})
    assert area_kind(table.terrain, "scree") == "scree"
    assert table.terrain["scree"].scatter == "peaks"


def test_what_a_block_says_finds_its_look() -> None:
    table = looks(OWN)
    assert (look_of(table.hexsides, "trench", {"owner": "red"}) or ("",))[0] == "trench.red"
    assert (look_of(table.lines, "railroad", {"critical": True}) or ("",))[0] == "railroad.critical"
    assert (look_of(table.lines, "railroad", {"critical": False}) or ("",))[0] == "railroad"
    assert look_of(table.lines, "canal", {}) is None


def test_a_look_like_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="scree is to look like 'moon'"):
        looks({"terrain": {"scree": {"like": "moon"}}})


def test_every_default_kind_has_paint_or_a_name() -> None:
    table = looks()
    for kind in ("clear", "mountain", "hills", "pass", "town", "city", "marsh", "sea", "lake", "paddy", "fort"):
        assert table.terrain[area_kind(table.terrain, kind)].paint
    assert all(look.paint for look in (*table.hexsides.values(), *table.lines.values()))
    assert all(look.text for look in table.places.values())


# The chart


def test_a_chart_is_always_the_same(hexmap: HexMap, drawn: HexChart) -> None:
    again = chart(read_map(MAP), looks(OWN))
    assert msgspec.json.encode(again.layers) == msgspec.json.encode(drawn.layers)
    assert again.styles == drawn.styles


def test_every_shape_has_its_style(drawn: HexChart) -> None:
    assert {name for layer in drawn.layers for shape in layer.shapes for name in shape.style.split()} <= set(
        drawn.styles
    )


def test_everything_lies_on_the_sheet(drawn: HexChart) -> None:
    for layer in drawn.layers:
        if layer.id != "legend":
            assert all(-1 <= n <= max(drawn.width, drawn.height) + 1 for n in numbers(layer.shapes))


def test_each_kind_of_terrain_is_one_path_and_a_pass_is_part_of_the_mountains(drawn: HexChart) -> None:
    painted = [*shapes(drawn, "terrain"), *shapes(drawn, "water")]
    fills = [s.style.split()[-1] for s in painted if drawn.styles[s.style.split()[-1]].fill != "none"]
    assert sorted(name.split(".")[1] for name in fills) == ["clear", "hills", "mountain", "sea", "woods"]


def test_land_that_fades_into_its_neighbour_is_filled_to_its_own_hexsides(drawn: HexChart) -> None:
    """The soft edge is three faint strokes below a fill that ends where the terrain of the hexes ends."""
    (soft, fill) = [s for s in shapes(drawn, "terrain") if s.style.startswith("terrain.mountain")]
    assert [drawn.styles[name].opacity for name in soft.style.split()] == [0.25] * 3
    assert drawn.styles[fill.style].opacity == 1.0


def test_water_is_paler_towards_the_shore_and_only_there(drawn: HexChart) -> None:
    (layer,) = (each for each in drawn.layers if each.id == "shallows")
    widths = [drawn.styles[name].width for name in layer.shapes[0].style.split()]
    assert widths == sorted(widths, reverse=True)
    assert len(widths) == 4
    (sea,) = shapes(drawn, "water")
    assert layer.clip == sea.d


def test_peaks_are_drawn_from_north_to_south_in_few_elements(drawn: HexChart) -> None:
    lights = [s for s in shapes(drawn, "relief") if s.style == "terrain.mountain.tone0"]
    tops = [min(numbers([s])[1::2]) for s in lights]
    assert tops == sorted(tops)
    assert len(lights) < 20


def test_a_sketch_goes_through_the_points_that_it_is_given() -> None:
    pen = Pen(60.0, 0.45)
    corners = [(1.0, 1.0), (1.5, 0.5), (2.01, 1.02), (0.2, 3.0)]
    one, two, three, four = corners
    d = pen.sketch(one, ("Q", two, three), ("L", four))
    assert d == "M87 87q30-30 61 1l-109 119"
    assert numbers([Shape(style="", d=d)]) == [round(n) for point in corners for n in pen.place(point)], (
        "the same as if each were told by itself"
    )


def test_no_peak_stands_in_a_pass(hexmap: HexMap) -> None:
    easel = Easel(hexmap, looks(OWN), 60.0, 0.45)
    valleys = [easel.centre(here) for route in hexmap.routes if route.group == "pass" for here in route.hexes]
    mask = Terrain(easel).areas["mountain"]
    peaks = list(scattered(easel, easel.looks.terrain["mountain"], mask, valleys))
    assert peaks
    assert all(max(abs(p.x - x), abs(p.y - y)) >= VALLEY for p in peaks for x, y in valleys)


def test_a_tributary_ends_on_the_river_that_it_joins(drawn: HexChart) -> None:
    """Its last point is a point of the smooth course of the greater river, not the corner beside it."""
    major, minor = (
        next(s.d for s in shapes(drawn, "rivers") if s.style == f"hexsides.{name}.0")
        for name in ("major_river", "minor_river")
    )
    assert major.count("M") == 1, "one course"
    points = re.findall(r"-?[\d.]+ -?[\d.]+", minor)
    corners = [(x, y) for x, y in (map(float, p.split()) for p in re.findall(r"-?[\d.]+ -?[\d.]+", major))]
    ends = [tuple(map(float, points[n].split())) for n in (0, -1)]
    gaps = [min((x - u) ** 2 + (y - v) ** 2 for u, v in corners) ** 0.5 for x, y in ends]
    assert 0 < min(gaps) < 8


def test_two_trenches_on_one_hexside_lie_side_by_side(drawn: HexChart) -> None:
    red, blue = (
        [s for s in shapes(drawn, "trenches") if s.style.startswith(f"hexsides.trench.{owner}")]
        for owner in ("red", "blue")
    )
    mean = [sum(ys) / len(ys) for ys in (numbers(each)[1::2] for each in (red, blue))]
    assert mean[0] < mean[1] - 0.2 * 60 * 0.5, "red leans north, blue leans south"


def test_hex_numbers_are_details(drawn: HexChart) -> None:
    (layer,) = (each for each in drawn.layers if each.id == "numbers")
    assert layer.detail
    assert len(texts(drawn, "numbers")) == 30


def test_names_of_places_rivers_and_passes_are_lettered_once(drawn: HexChart) -> None:
    expected = ["Beta", "Fort & Town", "Great River", "High Pass", "Little River", "Nowhere in", "particular"]
    lettered = [word for level in ("s", "m", "l") for word in texts(drawn, f"names-{level}")]
    assert sorted(lettered) == expected


def test_names_show_at_the_levels_at_which_they_can_be_read(drawn: HexChart) -> None:
    least = {"s": 30, "m": 43, "l": 60}
    for layer in drawn.layers:
        if layer.id.startswith("names") and layer.id != "names-far":
            for shape in layer.shapes:
                assert drawn.styles[shape.style].font * least[layer.lod[0]] / drawn.piece >= 8.95


def test_a_name_keeps_off_the_counter_in_its_own_hex(drawn: HexChart) -> None:
    spots = {entry.name: (entry.x, entry.y) for entry in drawn.places if entry.name}
    for layer in drawn.layers:
        for shape in layer.shapes if layer.id.startswith("names") else ():
            if shape.text in spots and not shape.turn:
                top = shape.y - 0.72 * drawn.styles[shape.style].font
                assert top >= spots[shape.text][1] + drawn.piece / 2


def test_the_legend_names_what_is_on_the_map_and_nothing_else(drawn: HexChart) -> None:
    titles = set(texts(drawn, "legend"))
    assert titles >= {
        "Clear",
        "Mountain",
        "Woods",
        "Sea",
        "Major river",
        "Red trench",
        "Blue trench",
        "Railroad",
        "Pass",
    }
    assert not titles & {"Marsh", "Rice paddy", "Lake", "Road", "Trench"}


def test_places_know_their_neighbours_their_names_and_their_terrain(drawn: HexChart) -> None:
    entries = {entry.id: entry for entry in drawn.places}
    assert len(entries) == 30
    assert entries["0202"].name == "Fort & Town"
    assert entries["0202"].terrain == ["terrain.woods", "place.town"]
    assert set(entries["0101"].neighbours) == {"0102", "0201"}
    assert all(id in entries[other].neighbours for id, entry in entries.items() for other in entry.neighbours)


def test_a_bare_map_can_be_drawn() -> None:
    bare = chart(read_map(MAP.partition("[places]")[0]))
    assert [layer.id for layer in bare.layers] == [
        "ground", "terrain", "water", "shallows", "coast", "relief", "grid", "grain", "numbers", "legend",
    ]  # fmt: skip
