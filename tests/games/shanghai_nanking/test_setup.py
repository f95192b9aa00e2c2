"""SNC 1.0 to 3.2: components, set-up, hex control."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import (
    GAME,
    THIRD,
    asked,
    at,
    do,
    names_in,
    number,
    refused,
    start,
    table,
    told,
    where,
)

from shapan.games.shanghai_nanking.losses import lose_step
from shapan.games.shanghai_nanking.sequence import Planning
from shapan.games.shanghai_nanking.setup import Stationing
from shapan.games.shanghai_nanking.stacking import over_stacked
from shapan.kernel import Event, rule
from shapan.mechanics.forces import OFF


@rule("shanghai_nanking", "2.1", "errata")
def test_suzhou_is_2410_and_3513_is_closed_to_everybody() -> None:
    book = GAME.book()
    assert (
        book.grid.name(next(iter(p for p in book.terrain.map.places if p.name == "Suzhou")).hexes.bit_length() - 1)
        == "2410"
    )
    assert not book.terrain.enterable >> at("3513") & 1
    pos = table(units={"3512": "JSNLF1", "3412": "CDTP"})
    assert refused(pos, "move JSNLF1 3512-3513") == "9.4"
    assert refused(pos, "move JSNLF1 3513") == "9.4"


@rule("shanghai_nanking", "errata")
def test_five_to_one_with_a_six_costs_the_defender_four_steps() -> None:
    assert str(GAME.book().crt.result(4, 6)) == "0/4"


@rule("shanghai_nanking", "2.0")
def test_the_counter_sheet_adds_up() -> None:
    table_ = GAME.data.table("units.toml")
    markers = sum(n for side in GAME.book().markers for category in side for n in category.values())
    meta = table_["meta"]
    total = len(GAME.book().units) + markers + table_["markers"]["turn_marker"]
    assert total == meta["counters_this_game"] == meta["counters_total"] - meta["counters_other_games"]


@rule("shanghai_nanking", "1.2")
def test_nobody_moves_or_attacks_with_the_other_sides_units() -> None:
    pos = table(units={"3311": "CD36", "3510": THIRD})
    assert refused(pos, "move CD36 3310") == "9.0"
    pos = table(plan="fight-move", units={"3410": "CD36", "3510": THIRD})
    assert refused(pos, "attack CD36 3510") == "10.0"


@rule("shanghai_nanking", "2.2.1", "R-37")
def test_static_units_neither_move_nor_attack() -> None:
    units = {"3410": "CG-A CDPPC", "3510": THIRD}
    pos = table("chinese_first", units=units)
    assert refused(pos, "move CG-A 3411") == "9.1"
    assert refused(pos, "move CDPPC 3411") == ""  # a mobile division
    pos = table("chinese_first", "fight-move", units=units)
    assert refused(pos, "attack CG-A 3510") == "10.2"
    pos = table("chinese_first", units=units, switches={"ppc_static": True})
    assert refused(pos, "move CDPPC 3411") == "9.1"


@rule("shanghai_nanking", "2.2.1", "R-38")
def test_a_two_step_unit_is_flipped_before_it_dies() -> None:
    pos = table(units={"3510": THIRD, "3410": "CD36"})
    unit = number("CD36")
    others = pos.steps[:unit], pos.steps[unit + 1 :]
    told_: list[Event] = []
    pos.teller = told_.append
    for key, left, factor, lost in (("reduced", 1, 3, 1), ("eliminated", 0, 0, 2)):
        lose_step(pos, unit)
        assert (pos.steps[unit], pos.factor(unit), pos.lost) == (left, factor, (lost, 0))
        assert told(told_, key) == [{"side": "chinese", "unit": "CD36"}]
        assert (pos.steps[:unit], pos.steps[unit + 1 :]) == others
    assert (where(pos, "CD36"), pos.factor(number("J3-6"))) == ("", 4)


@rule("shanghai_nanking", "3.0", "3.1", "13.0", "R-39")
def test_the_set_up_is_the_list_of_13_0() -> None:
    pos = start()
    where_ = {name: where(pos, name) for name in ("JSNLF1", "JSNLF3", "JG-Shanghai", "CD87", "CD57", "CG-Nanking")}
    assert where_ == {
        "JSNLF1": "3512",
        "JSNLF3": "3611",
        "JG-Shanghai": "3512",
        "CD87": "3511",
        "CD57": "3612",
        "CG-Nanking": "0202",
    }
    landing = pos.book.terrain.landing
    assert pos.occupied[0] & landing == landing
    assert pos.due[number("CD174")] == 5
    assert pos.due[number("JSNLF9")] == 1
    assert pos.place[number("J3-6")] == OFF


@rule("shanghai_nanking", "3.0", "6.2")
def test_stacking_holds_at_set_up() -> None:
    pos = start()
    assert not over_stacked(pos, 0)
    assert not over_stacked(pos, 1)


@rule("shanghai_nanking", "3.1")
def test_with_the_option_on_the_chinese_player_places_the_letters() -> None:
    pos = start({"set_up_by_hand": True})
    assert (pos.actor, type(pos.top)) == ("chinese", Stationing)
    assert refused(pos, "station CG-A 1824") == "13.0"
    assert refused(pos, "station CD36 2704") == "3.1"
    assert refused(pos, "plan move-move") == "3.1"
    do(pos, "station CG-A 3417", "station CG-K 0116")
    assert refused(pos, "station CG-B 3417") == "13.0"
    while asked(pos, Stationing):
        do(pos, GAME.format(pos, next(iter(pos.options()))))
    assert asked(pos, Planning)
    assert where(pos, "CG-A") == "3417"


@rule("shanghai_nanking", "3.2")
def test_control_at_the_start() -> None:
    pos = start()
    assert pos.book.grid.names(pos.japanese_held) == ("3512", "3611")


@rule("shanghai_nanking", "3.2")
def test_control_passes_along_the_whole_path_and_back_again() -> None:
    pos = table(units={"3408": "J3-6", "3110": "CD36"}, held="3308 0202")
    events = do(pos, "move J3-6 3408-3308-3208-3209")
    assert told(events, "control") == [{"side": "japanese", "hexes": ["3208", "3209"]}]
    assert names_in(pos, pos.japanese_held) == {"0202", "3408", "3308", "3208", "3209"}
    pos = table("chinese_first", units={"3409": "CD36"}, held="3309 3209 0202")
    events = do(pos, "move CD36 3409-3309-3209-3109")
    assert told(events, "control") == [{"side": "chinese", "hexes": ["3309", "3209"]}]
    assert names_in(pos, pos.japanese_held) == {"0202"}


@rule("shanghai_nanking", "3.2")
def test_a_zone_alone_changes_no_control_and_a_vacated_hex_keeps_its_owner() -> None:
    pos = table(units={"3408": "J3-6"})
    do(pos, "move J3-6 3308")
    assert pos.japanese_held >> at("3408") & 1
    assert not pos.japanese_held >> at("3409") & 1


@pytest.mark.parametrize("category", ["artillery", "naval"])
@rule("shanghai_nanking", "2.2.2", "6.1")
def test_markers_are_off_the_map_and_take_no_room(category: str) -> None:
    view = start().view("japanese")
    box = {entry.id: entry for entry in view.boxes}[f"markers.japanese.{category}"]
    assert box.note == {"artillery": "0/0", "naval": "2/2"}[category]
    assert {piece.place for piece in view.pieces} <= set(GAME.book().grid.names(GAME.book().grid.all))
