"""2.0 Components, 3.0 Set-up and hex control."""

import pytest
from tests.games.mukden.table import GAME, start, table

from shapan.kernel import rule


@rule("mukden", "2.1", "3.3", "R41")
def test_mukden_liaoyang_and_the_railroad_end_where_the_book_says() -> None:
    t = start()
    places = {place.name: t.pos.book.grid.names(place.hexes) for place in t.pos.book.map.places}
    assert places["Mukden"] == ("2310",)
    assert places["Liaoyang"] == ("1922",)
    assert [t.holder(hex_) for hex_ in ("2310", "2900", "1922")] == ["russian", "russian", "japanese"]
    assert t.pos.japanese_held & t.pos.book.railroad == 0


@rule("mukden", "2.3", "2.9", "2.10")
def test_the_guard_starts_with_twelve_steps_and_loses_them_one_by_one() -> None:
    t = start()
    assert (t.at("J-IG"), t.steps("J-IG")) == ("2917", 12)
    t = table("J-IG@2917 R-5ESi@2916", phase="combat").push("attack J-IG 2916", "resolve 0", "roll 1")
    assert t.steps("J-IG") == 11
    assert t.stack("2917") == ["J-IG"]
    assert t.told("lost_steps")[0] == {"side": "japanese", "unit": "J-IG", "count": 1, "left": 11}


@rule("mukden", "3.2")
def test_the_55th_division_starts_with_four_steps() -> None:
    t = start()
    assert (t.at("R-55"), t.steps("R-55")) == ("2215", 4)


@rule("mukden", "3.1", "3.2", "2.10", "2.11")
def test_everything_starts_full_face_up_and_in_its_own_hex() -> None:
    t = start()
    pos, book = t.pos, t.pos.book
    assert pos.turn == 1
    assert pos.lost == (0, 0)
    assert pos.disrupted == 0
    assert pos.steps == book.start_steps
    assert [book.grid.name(here) for here in pos.place] == [entry["hex"] for entry in book.entries]
    assert t.view("japanese").boxes[0].count == 0, "no marker is available before combat is declared first"


@rule("mukden", "3.2", "R53")
def test_stacks_lie_in_the_order_of_battle() -> None:
    assert start().stack("1715") == ["R-14", "R-15"]


@rule("mukden", "2.0", "2.12", "2.6", "2.5")
def test_the_counter_sheet_is_complete() -> None:
    findings = {finding.what: finding.holds for finding in GAME.check()}
    assert findings["215 unit steps and 13 markers are 228 counters"]
    assert findings["the markers are those of 2.12 and 3.1"]
    assert findings["every unit that the rulebook names is there"]
    sizes = {entry["size"] for entry in start().pos.book.entries}
    assert sizes == {"XXX", "XX", "X", "III"}


@rule("mukden", "2.4")
def test_a_unit_obeys_its_own_side_only() -> None:
    t = table("J-1@1609 R-15@1705", phase="movement")
    assert t.refuses("move R-15 1704", "5.5") == "not_yours"


@rule("mukden", "2.7", "2.8", "R52")
def test_cavalry_moves_and_fights_like_infantry() -> None:
    foot = table("J-5R@1320", phase="movement").reach("J-5R")
    horse = table("J-1C@1320", phase="movement").reach("J-1C")
    assert foot == horse
    assert max(horse.values()) == 10
    fights = [
        table(f"{unit}(1)@1609 R-Mad@1608").push(f"attack {unit} 1608", "resolve 0").told("differential")
        for unit in ("J-1C", "J-5R")
    ]
    assert fights[0] == fights[1]


@rule("mukden", "2.10")
def test_the_last_step_removes_the_unit_for_good() -> None:
    t = table("J-1@1609 R-Mad@1608").push("attack J-1 1608", "resolve 0", "roll 1")
    assert (t.at("R-Mad"), t.steps("R-Mad")) == (None, 0)
    assert t.told("eliminated")[0]["unit"] == "R-Mad"
    assert t.pos.lost[1] == 1


# --- 3.3 hex control, 3.4 against zones of control -----------------------------------------------


@rule("mukden", "3.3")
def test_control_passes_on_entry_and_stays_when_the_unit_leaves() -> None:
    t = table("J-1@2404 R-Mad@4112", turn=4, phase="movement").push("move J-1 2505")
    assert t.holder("2505") == "japanese"
    t = table("J-1@2505 R-Mad@4112", turn=5, phase="movement", held="1922 2505").push("move J-1 2404")
    assert t.holder("2505") == "japanese"


@rule("mukden", "3.3")
def test_control_changes_back_and_forth() -> None:
    t = table("J-1@2404 R-41@2606", turn=4, phase="movement").push("move J-1 2404-2504")
    assert t.holder("2504") == "japanese"
    assert t.holder("2505") == "russian"
    t = table("R-41@2404 J-1@4112", turn=4, phase="movement", to_act="russian", held="1922 2504")
    assert t.push("move R-41 2504").holder("2504") == "russian"
    assert t.told("control") == [{"side": "russian", "hex": "2504"}]


@rule("mukden", "3.3", "R37")
def test_control_changes_in_passing() -> None:
    t = table("J-1@2305 R-Mad@4112", turn=4, phase="movement").push("move J-1 2305-2405-2505-2605")
    assert t.at("J-1") == "2605"
    assert t.holder("2505") == "japanese"
    assert [entry["hex"] for entry in t.told("control")] == ["2505"]


@rule("mukden", "3.4")
def test_a_zone_of_control_takes_no_hex() -> None:
    t = table("J-1@2304 R-Mad@4112", turn=2, phase="movement").push("move J-1 2404")
    assert t.outcome is None
    assert t.holder("2504") == t.holder("2505") == "russian"


@rule("mukden", "3.3", "R1")
def test_2210_is_not_critical() -> None:
    t = table("J-1@2109 R-Mad@4112", turn=1, phase="movement").push("move J-1 2109-2210")
    assert t.outcome is None
    assert t.pos.japanese_held & ~(1 << t.pos.book.grid.index("1922")) == 0


@pytest.mark.parametrize("hex_", ["1000", "2211", "2900", "4225"])
@rule("mukden", "3.3")
def test_only_critical_hexes_have_a_controller(hex_: str) -> None:
    book = start().pos.book
    critical = book.grid.names(book.critical)
    assert (hex_ in critical) == (hex_ == "2900")


@rule("mukden", "8.3")
def test_the_movement_chart_says_what_is_paid_on_top() -> None:
    chart = next(chart for chart in GAME.board().charts if chart.id == "movement")
    rows = {row[0]: row[1] for row in chart.rows}
    assert (rows["terrain.minor_river"], rows["terrain.major_river"]) == ("+1", "+2")
    assert (rows["terrain.clear"], rows["terrain.mountain"]) == ("1", "2")
    assert "trenches" in GAME.texts.texts[chart.note]
