"""The data of Storm Over Taierzhuang against its evidence, and the documents that show it."""

from __future__ import annotations

from tests.games.taierzhuang.table import GAME, lay

from shapan.draw import svg
from shapan.games.taierzhuang.position import TaierzhuangPosition
from shapan.kernel import rule


@rule("taierzhuang", "1.0", "2.0", "2.1", "2.3", "R-01")
def test_every_check_of_the_data_holds() -> None:
    findings = GAME.check()
    assert len(findings) > 70
    assert [finding.what for finding in findings if not finding.holds] == []


@rule("taierzhuang", "2.3", "2.5")
def test_the_board_document_is_whole() -> None:
    board = GAME.board()
    assert len(board.places) == 30
    assert {name for layer in board.layers for shape in layer.shapes for name in shape.style.split()} <= set(
        board.styles
    )
    assert {chart.id for chart in board.charts} == {"events", "chits_japanese", "chits_chinese", "damage", "terrain"}
    assert len(board.track) == 13
    by_id = {place.id: place for place in board.places}
    assert set(by_id["C"].neighbours) == {"B", "D", "G", "H", "F", "I", "L", "CS"}


def spots_in(pos: TaierzhuangPosition, place: str) -> list[tuple[float, float]]:
    return [piece.at for piece in pos.view("spectator").pieces if piece.place == place and piece.at]


@rule("taierzhuang", "2.3", "7.1.2")
def test_twenty_counters_in_an_area_stay_near_it() -> None:
    spots = spots_in(lay({"G": "C31-1..10 J39-1..7 J40-1..3"}), "G")
    assert len(spots) == 20
    assert all(1100 < x < 1560 and 1150 < y < 1750 for x, y in spots)


@rule("taierzhuang", "2.3")
def test_equal_counters_share_a_place_only_where_they_would_cover_one_another() -> None:
    few = spots_in(lay({"R": "J39-1..3"}), "R")
    assert len(set(few)) == 3
    many = set(spots_in(lay({"JE1": "J39-1..7 J40-1..7 J10-1..7 J63-1..7"}), "JE1"))
    size = GAME.board().piece
    assert 4 <= len(many) < 28
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= 0.98 * size for a in many for b in many if a != b)


def test_the_board_can_be_drawn() -> None:
    pos = lay({"G": "C31-1..10 J39-1..7", "JE1": "J10-1..7"})
    picture = svg(GAME.board(), pos.view("chinese"))
    assert "Taierzhuang" in picture
    assert picture.count('class="piece"') > 12
    assert "×" in picture


@rule("taierzhuang", "5.0")
def test_equal_chits_have_names_of_their_own_in_a_box() -> None:
    pos = lay({"Y": "J10-1"}, hands={"C-NA": 3, "C-DD": 1})
    box = next(box for box in pos.view("chinese").boxes if box.id == "hand.chinese")
    assert list(box.pieces) == ["C-NA", "C-NA.2", "C-NA.3", "C-DD"]
    known = {piece.id for piece in GAME.board().pieces}
    assert set(box.pieces) <= known
    assert len(known) == 138 + 36
