"""The maps of all games: light enough to pan, legible at every level of detail, drawn for day and night."""

import re
from functools import cache
from gzip import compress
from itertools import combinations

import msgspec
import pytest

from shapan.draw.artwork import artwork
from shapan.draw.svg import svg
from shapan.draw.wishes import Wishes
from shapan.games import game
from shapan.ground.hexes.chart.names import breadth
from shapan.kernel.board import Board, Shape

BOARDS = [
    *((name, None) for name in ("mukden", "shanghai_incident", "shanghai_nanking", "taierzhuang")),
    *(("yangtze", scenario) for scenario in game("yangtze").scenarios),
]
HEXES = BOARDS[:3]
NUMBERS = "numbers"
LEAST = {"chip": 15, "s": 30, "m": 43, "l": 60}
"""How many pixels wide a counter is at least at each level of detail."""
COUNTER = 0.5
LETTER = 0.46
"""About the width of a letter, as a share of its height."""


@cache
def board(name: str, scenario: str | None) -> Board:
    return game(name).board(scenario)


def painted(sheet: Board) -> list[tuple[str, Shape]]:
    """Every shape on the map with each of its styles."""
    layers = (layer for layer in sheet.layers if layer.id != "legend")
    return [(style, shape) for layer in layers for shape in layer.shapes for style in shape.style.split()]


@pytest.mark.parametrize(("name", "scenario"), BOARDS)
def test_a_map_has_few_elements_and_nothing_that_is_slow_to_draw(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    assert len(painted(sheet)) - _numbers(sheet) <= (2500 if name == "shanghai_nanking" else 1500)
    assert not re.search(r"<(filter|mask)|filter:|mix-blend|backdrop", svg(sheet, None, Wishes(frame=False)))


def _numbers(sheet: Board) -> int:
    """The numbers of hexes, which are built only when somebody wants to see them."""
    return sum(len(layer.shapes) for layer in sheet.layers if layer.detail)


@pytest.mark.parametrize(("name", "scenario"), BOARDS)
def test_a_drawing_is_at_most_250_kilobytes_compressed(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    art = artwork()["patterns"]
    drawing = msgspec.json.encode((sheet.layers, sheet.styles, art))
    assert len(compress(drawing, 6)) <= 250_000


@pytest.mark.parametrize(("name", "scenario"), BOARDS)
def test_every_style_on_the_map_is_known_and_has_colours_for_the_night(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    for key in {style for style, _ in painted(sheet)}:
        style = sheet.styles[key]
        for part in ("fill", "stroke"):
            drawn = getattr(style, part) != "none" and (part == "fill" or style.width)
            assert not drawn or part in style.dark or style.pattern == "grain", f"{key}: {part}"


@pytest.mark.parametrize(("name", "scenario"), BOARDS)
def test_no_lettering_is_shown_where_it_would_be_smaller_than_nine_pixels(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    for layer in sheet.layers:
        if layer.id == "legend" or layer.detail:
            continue
        pixels = min(LEAST[level] for level in layer.lod or LEAST)
        for shape in layer.shapes:
            if shape.text:
                assert sheet.styles[shape.style].font * pixels / sheet.piece >= 9 - 0.05, (layer.id, shape.text)


@pytest.mark.parametrize(("name", "scenario"), HEXES)
def test_no_name_lies_under_a_counter_in_its_own_hex(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    homes = {place.name.casefold(): place for place in sheet.places if place.name}
    found = 0
    for layer in sheet.layers:
        for shape in layer.shapes if layer.id.startswith("names-") and layer.id != "names-far" else ():
            home = homes.get(shape.text.casefold())
            if home is None or shape.turn:
                continue
            style = sheet.styles[shape.style]
            wide = (LETTER * style.font + style.spacing) * len(shape.text)
            left = shape.x - {"start": 0.0, "end": wide}.get(shape.anchor, wide / 2)
            beside = left > home.x + COUNTER * sheet.piece or left + wide < home.x - COUNTER * sheet.piece
            below = shape.y - 0.72 * style.font >= home.y + COUNTER * sheet.piece - 1
            above = shape.y < home.y - COUNTER * sheet.piece
            assert beside or below or above, shape.text
            found += 1
    assert found > 10


def test_no_landmark_is_written_on_a_trench() -> None:
    sheet = board("mukden", None)
    shapes = {layer.id: layer.shapes for layer in sheet.layers}
    trenches = [
        tuple(map(float, pair))
        for shape in shapes["trenches"]
        for pair in re.findall(r"(-?[\d.]+)[ ,](-?[\d.]+)", shape.d)
    ]
    landmarks = [
        shape for name in shapes if name.startswith("names-") for shape in shapes[name] if ".label" in shape.style
    ]
    assert trenches
    assert landmarks
    for shape in landmarks:
        style = sheet.styles[shape.style]
        half, middle = breadth(shape.text, style) / 2, shape.y - 0.36 * style.font
        on = [(x, y) for x, y in trenches if abs(x - shape.x) < half and abs(y - middle) < 0.4 * style.font]
        assert not on, shape.text


WIDE_WORDS = {"INTERNATIONAL", "SETTLEMENT", "CONCESSION"}
"""Words that no letters which can be read fit between two counters; they lie where counters seldom go."""


@pytest.mark.parametrize(("name", "scenario"), HEXES)
def test_no_wide_name_lies_under_the_counters_of_neighbours(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    broken = 0
    for layer in sheet.layers:
        for shape in layer.shapes:
            if ".narrow" not in shape.style or not layer.id.startswith("names-"):
                continue
            broken += 1
            style, half = sheet.styles[shape.style], COUNTER * sheet.piece
            side = breadth(shape.text, style) / 2
            under = [
                place.id
                for place in sheet.places
                if abs(place.x - shape.x) < half + side - 2
                and place.y - half < shape.y - 0.36 * style.font < place.y + half
            ]
            assert not under or shape.text in WIDE_WORDS, (shape.text, under)
    assert broken


@pytest.mark.parametrize(("name", "scenario"), HEXES)
def test_names_seen_from_far_lie_apart(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    [far] = [layer.shapes for layer in sheet.layers if layer.id == "names-far"]
    assert far
    for one, other in combinations(far, 2):
        font = sheet.styles[one.style].font
        wide = 0.7 * font * (len(one.text) + len(other.text)) / 2
        assert abs(one.x - other.x) > wide or abs(one.y - other.y) > 0.9 * font, (one.text, other.text)


@pytest.mark.parametrize(("name", "scenario"), [each for each in BOARDS if each[0] == "yangtze"])
def test_no_name_of_a_table_is_written_on_a_roof(name: str, scenario: str) -> None:
    sheet = board(name, scenario)
    roofs = [ground.points for ground in sheet.grounds if ground.roof]
    [names] = [layer.shapes for layer in sheet.layers if layer.id == "names"]
    for shape in names:
        style = sheet.styles[shape.style]
        half = (0.43 * style.font + style.spacing) * len(shape.text) / 2
        for points in roofs:
            (left, *_, right), (top, *_, bottom) = (sorted(axis) for axis in zip(*points, strict=True))
            apart = shape.x + half <= left or shape.x - half >= right
            assert apart or shape.y <= top or shape.y - 0.6 * style.font >= bottom, shape.text


@pytest.mark.parametrize(("name", "scenario"), BOARDS)
def test_the_terrain_of_every_place_can_be_said(name: str, scenario: str | None) -> None:
    sheet = board(name, scenario)
    for place in sheet.places:
        assert place.terrain or sheet.ground == "table", place.id
        assert all(key in sheet.texts for key in place.terrain), place.terrain


def test_every_area_of_taierzhuang_shows_its_letter_and_level() -> None:
    """Players and notation call areas by their letters."""
    sheet = board("taierzhuang", None)
    near = [shape.text for layer in sheet.layers if layer.id == "labels" for shape in layer.shapes]
    far = [shape.text for layer in sheet.layers if layer.id == "labels-far" for shape in layer.shapes]
    letters = [place.id for place in sheet.places if len(place.id) == 1]
    assert len(letters) == 25
    assert set(letters) <= set(near)
    assert sorted(far) == sorted(letters)
