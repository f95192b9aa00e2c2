"""The whole sheet."""

from xml.etree import ElementTree

import pytest
from tests.draw.samples import board, view

from shapan.draw import CannotDraw, Wishes, png, svg
from shapan.draw import png as png_function
from shapan.draw.border import nice, provenance
from shapan.kernel.board import Source
from shapan.kernel.view import Mark, PieceView

SVG = "{http://www.w3.org/2000/svg}"
PIECES = (PieceView("r1", "red", "a"), PieceView("t1", "tan", "b"), PieceView("?1", "tan", "b", order=1, hidden=True))


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def words(text: str) -> list[str]:
    return [element.text or "" for element in parsed(text).iter(f"{SVG}text")]


@pytest.mark.parametrize("palette", ["light", "dark", "auto"])
@pytest.mark.parametrize("frame", [True, False])
def test_the_document_is_well_formed_and_always_the_same(palette: str, frame: bool) -> None:
    wishes = Wishes(palette=palette, frame=frame, track=True)  # type: ignore[arg-type]
    first, second = (svg(board(), view(PIECES), wishes) for _ in range(2))
    assert first == second
    assert parsed(first).tag == f"{SVG}svg"


def test_texts_are_escaped() -> None:
    text = svg(board(), view(PIECES))
    assert 'Q & "A" <here>' in words(text)
    assert "Fish & <Chips>" in words(text)
    assert "<Chips>" not in text


def test_characters_that_xml_forbids_are_dropped() -> None:
    assert "Fish Chips" in words(svg(board(title="Fish\x00 \x0bChips")))


def test_detail_layers_can_be_left_out() -> None:
    assert "0101" in words(svg(board()))
    assert "0101" not in words(svg(board(), None, Wishes(details=False)))


def test_the_legend_stands_beside_the_map() -> None:
    root = parsed(svg(board()))
    map_group = next(g for g in root.iter(f"{SVG}g") if g.get("id") == "map")
    assert "Key word" in words(svg(board()))
    assert "Key word" not in [t.text for t in map_group.iter(f"{SVG}text")]
    assert "Key word" not in words(svg(board(), None, Wishes(legend=False)))


def test_every_class_of_a_shape_has_its_rule_and_every_pattern_its_tile() -> None:
    text = svg(board())
    root = parsed(text)
    rules = root.findtext(f"{SVG}style") or ""
    for element in root.iter():
        for name in (element.get("class") or "").split():
            if name.startswith(("s-", "pf-", "pi-", "ps-")):
                assert f".{name}{{" in rules
    assert "url(#p-bog)" in rules
    assert [p.get("id") for p in root.iter(f"{SVG}pattern")] == ["p-bog"]


def test_dark_styles_are_used_in_the_dark() -> None:
    assert ".s-land{fill:#222222" in svg(board(), None, Wishes(palette="dark"))
    auto = svg(board(), None, Wishes(palette="auto"))
    assert auto.index(".s-land{fill:#f4ebd0") < auto.index("prefers-color-scheme:dark") < auto.index("fill:#222222")


def test_only_a_sheet_with_uncertain_data_is_called_a_reconstruction() -> None:
    sources = [Source("map", "history"), Source("charts", "rulebook"), Source("turn_track", "rulebook")]
    assert provenance(sources) == "Reconstruction. Blocks of data by origin: rulebook 2, history 1"
    assert provenance(sources[1:]) == "Blocks of data by origin: rulebook 2"
    assert any(line.startswith("Reconstruction") for line in words(svg(board())))


def test_clock_track_and_scale_are_shown() -> None:
    shown = words(svg(board(), view(), Wishes(track=True)))
    assert "Turn 2 of 6 · June" in shown
    assert {"May", "June", "rain"} <= set(shown)
    assert any(word.endswith(" miles") for word in shown)


@pytest.mark.parametrize(("length", "expected"), [(1, 1), (1.99, 1), (2, 2), (7, 5), (99, 50), (0.03, 0.02)])
def test_scale_bars_have_round_lengths(length: float, expected: float) -> None:
    assert nice(length) == pytest.approx(expected)


def test_marks_control_symbol_path_and_label() -> None:
    marks = [
        Mark("control", ["a"], "red"),
        Mark("fort", ["b"], "tan", label="IV"),
        Mark("control", path="M1 2L3 4"),
        Mark("control", ["nowhere"]),
    ]
    root = parsed(svg(board(), view(marks=marks)))
    classes = [g.get("class") for g in root.iter(f"{SVG}g")]
    assert "flag" in classes
    assert "mark mark-fort" in classes
    assert "IV" in [t.text for t in root.iter(f"{SVG}text")]
    assert any(path.get("d") == "M1 2L3 4" for path in root.iter(f"{SVG}path"))


def test_overlays_are_shown_on_request() -> None:
    seen = view(overlays={"zone of red": ["a", "b", "nowhere"]})
    assert "overlay" not in svg(board(), seen)
    root = parsed(svg(board(), seen, Wishes(overlays=["zone of red"])))
    (overlay,) = (g for g in root.iter(f"{SVG}g") if "overlay" in (g.get("class") or ""))
    assert len(list(overlay)) == 2


def test_a_part_of_the_map_is_shown_without_its_frame() -> None:
    root = parsed(svg(board(), None, Wishes(width=300, crop=(100, 50, 200, 100))))
    assert (root.get("width"), root.get("height")) == ("300", "150")
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    move = next(g.get("transform") for g in root.iter(f"{SVG}g") if g.get("id") == "map") or ""
    shift = [float(part) for part in move[len("translate(") : -1].split()]
    assert (left - shift[0], top - shift[1], width, height) == (100, 50, 200, 100)
    assert "Reconstruction" not in svg(board(), None, Wishes(crop=(0, 0, 9, 9)))


def test_the_picture_has_the_width_that_was_asked_for() -> None:
    root = parsed(svg(board(), None, Wishes(width=900)))
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    assert root.get("width") == "900"
    assert int(root.get("height") or 0) == round(900 * height / width)


def test_png() -> None:
    pytest.importorskip("resvg_py")
    small = png(svg(board(), view(PIECES), Wishes(width=200)))
    large = png(svg(board(), view(PIECES), Wishes(width=200)), scale=2)
    assert small.startswith(b"\x89PNG")
    widths = [int.from_bytes(picture[16:20], "big") for picture in (small, large)]
    assert widths == [200, 400]


def test_png_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(CannotDraw, match=r"shapan\[png\]"):
        png_function("<svg/>")
