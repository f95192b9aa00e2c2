"""The artwork that every renderer shares."""

import json
import re

import msgspec
import pytest

from shapan.draw import artwork
from shapan.draw.patterns import patterns
from shapan.draw.symbols import LETTERS, echelon, echelon_width, strokes, symbol, symbols

PROMISED = [
    "infantry", "cavalry", "artillery", "mountain_artillery", "field_artillery", "heavy_artillery",
    "engineer", "machine_gun", "armour", "armoured_train", "armoured_car", "headquarters", "naval_infantry",
    "militia", "motorised", "reconnaissance", "sniper", "supply", "aircraft", "gunboat", "ship", "airfield",
    "fort", "marker", "leader", "mortar", "truck", "junk", "boat",
]  # fmt: skip
PATH = re.compile(r"[MLHVCSQTAZmlhvcsqtaz0-9 .,\-]+")


@pytest.mark.parametrize("name", PROMISED)
def test_every_promised_symbol_is_drawn(name: str) -> None:
    assert symbols()[name].paths


@pytest.mark.parametrize("name", sorted(symbols()))
def test_symbols_are_path_data_with_paint(name: str) -> None:
    for part in strokes(symbols()[name]):
        assert PATH.fullmatch(part.d)
        assert part.d.startswith("M")
        assert part.fill in ("", "ink", "paper")
        assert part.fill or part.stroke, "a path nobody would see"


def test_unknown_symbol_is_the_neutral_marker() -> None:
    assert symbol("zeppelin") == symbols()["marker"]


def test_patterns_are_those_that_styles_may_name() -> None:
    assert {"hills", "marsh", "water", "paddy", "town", "hatch"} <= set(patterns())
    assert all((pattern.paths or pattern.image) and pattern.tile > 0 for pattern in patterns().values())


@pytest.mark.parametrize("mark", ["I", "II", "III", "X", "XX", "XXX", "XXXX", "•", "••", "•••"])
def test_echelon_marks_have_one_part_per_letter(mark: str) -> None:
    places = [x for x, _ in echelon(mark)]
    assert len(places) == len(mark)
    assert places == sorted(set(places))
    assert echelon_width(mark) == pytest.approx(sum(LETTERS[letter].advance for letter in mark))


def test_dots_may_be_typed_as_full_stops() -> None:
    assert echelon("..") == echelon("••")


def test_artwork_is_json_with_the_frame_drawn_out() -> None:
    data = json.loads(msgspec.json.encode(artwork()))
    assert data["box"] == [24, 16]
    assert set(PROMISED) <= set(data["symbols"])
    assert data["symbols"]["infantry"]["paths"][0]["d"] == "M0 0H24V16H0Z"
