"""What the client draws: clock, boxes, marks, overlays, option costs, and the board document."""

from __future__ import annotations

import pytest
from tests.games.shanghai_nanking.table import GAME, THIRD, do, start, table

from shapan.kernel import SPECTATOR, rule
from shapan.kernel.view import Mark
from shapan.mechanics.verbs import Attack


@rule("shanghai_nanking", "5.1", "5.3")
def test_the_clock_names_the_phase_as_the_book_does() -> None:
    pos = start()
    do(pos, "plan fight-move")
    clock = pos.view("chinese").clock
    assert (clock.turn, clock.turns, clock.phase, clock.phase_key) == (1, 12, "I.A", "phase.chinese_first_fight")
    do(pos, "pass")
    clock = pos.view("chinese").clock
    assert (clock.phase, clock.phase_key) == ("I.C", "phase.chinese_second_move")


@rule("shanghai_nanking", "3.1")
def test_the_clock_says_that_the_game_is_being_set_up() -> None:
    pos = start({"set_up_by_hand": True})
    clock = pos.view("chinese").clock
    assert (clock.turn, clock.phase, clock.phase_key, clock.case) == (1, "", "phase.set_up", "3.1")
    assert GAME.say(clock.phase_key, {}) == "Set-up"


@rule("shanghai_nanking", "3.1", "8.0", "9.1", "11.1")
def test_boxes_hold_the_calendar_the_pool_the_delayed_and_the_markers() -> None:
    boxes = {box.id: box for box in start().view("japanese").boxes}
    assert boxes["due.3.chinese"].count == 27
    assert boxes["due.7.japanese"].count == 14
    assert boxes["pool"].pieces == ["JG-B", "JG-C", "JG-D", "JG-E"]
    assert boxes["waiting.japanese"].pieces == ["JSNLF9"]
    assert boxes["markers.chinese.artillery"].note == "3/3"
    assert boxes["dead.chinese"].count == 0


@rule("shanghai_nanking", "2.1", "9.4")
def test_a_hex_on_the_shore_is_not_called_after_the_lake() -> None:
    book = GAME.book()
    assert book.names["2410"] == "Suzhou 2410"
    lakes = {place.name for place in book.terrain.map.places if place.kind in ("water", "lake")}
    assert "Yangcheng Hu" in lakes
    assert not [name for name in book.names.values() if name.startswith(tuple(lakes))]


@rule("shanghai_nanking", "3.2", "7.1", "8.3", "11.4")
def test_marks_and_overlays() -> None:
    view = start().view(SPECTATOR)
    held = next(mark for mark in view.marks if mark.kind == "held")
    assert list(held.places) == ["3512", "3611"]
    assert "3511" in view.overlays["zone.japanese"]
    assert "3512" not in view.overlays["zone.chinese"]
    assert "3410" in view.overlays["gunfire.attack"]
    assert "3410" not in view.overlays["gunfire.defence"]


@rule("shanghai_nanking", "9.0")
def test_moves_are_shown_with_what_they_cost() -> None:
    pos = table(units={"3510": THIRD, "0202": "CD36"})
    group = next(
        entry for entry in pos.view("japanese").ask.options if entry.verb == "move" and entry.words == ["J3-6"]
    )
    assert group.values is not None
    assert group.costs is not None
    assert dict(zip(group.values, group.costs, strict=True))["3509"] == 1  # half a point along the road
    assert pos.view("chinese").ask.options == ()


@rule("shanghai_nanking", "2.2.1")
def test_a_reduced_unit_shows_its_back_and_a_static_one_its_brackets() -> None:
    view = table(units={"3510": "J3-6", "3512": "JG-Shanghai", "0202": "CD36"}, reduced="J3-6").view("japanese")
    pieces = {piece.id: piece for piece in view.pieces}
    assert (pieces["J3-6"].face, pieces["J3-6"].values["cf"]) == ("back", "3")
    assert pieces["JG-Shanghai"].values["cf"] == "(3)"


@rule("shanghai_nanking", "2.1", "8.4")
def test_the_board_has_every_hex_counter_and_landing_arrow() -> None:
    board = GAME.board()
    assert len(board.places) == 1000
    assert len(board.pieces) == len(GAME.book().units)
    arrows = next(layer for layer in board.layers if layer.id == "landings")
    assert len([shape for shape in arrows.shapes if shape.style == "arrow"]) == 14
    assert len(board.track) == 12
    assert {chart.id for chart in board.charts} == {"crt", "movement", "shifts"}
    by_id = {piece.id: piece for piece in board.pieces}
    assert (by_id["CD36"].nation, by_id["CD55"].nation) == ("china_elite", "")
    assert (by_id["J3-6"].label, by_id["J3-6"].size) == ("6/3", "III")


def altered(**switches: object) -> dict[str, Mark]:
    """The marks by which a game differs from the board that all games share."""
    marks = start(switches).view(SPECTATOR).marks
    return {mark.kind: mark for mark in marks if mark.kind in ("boom", "city", "town")}


@rule("shanghai_nanking", "4.3", "11.4", "R-20", "R-36")
def test_the_map_follows_the_options() -> None:
    assert altered() == {}, "the board is drawn for the usual game"
    moved = altered(seventh_city="0116")
    assert (list(moved["city"].places), list(moved["town"].places)) == (["0116"], ["1102"])
    boom = altered(yangtze_navigable_from_column=22)["boom"]
    estuary = altered(yangtze_navigable_from_column=30)["boom"]
    assert boom.path.startswith("M")
    assert boom.path != estuary.path
    line = GAME.book(None, {"yangtze_navigable_from_column": 22}).terrain.navigation_line
    assert boom.path.count("M") == len(list(line)) > 0
    places = {place.id: place for place in GAME.board().places}
    here, there = (places[GAME.book().grid.name(index)] for index in next(iter(line)))
    (x1, y1), (x2, y2) = ([float(word) for word in end.split()] for end in boom.path[1:].split("M")[0].split("L"))
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    assert middle == pytest.approx(((here.x + there.x) / 2, (here.y + there.y) / 2), abs=0.2)
    assert set(altered(seventh_city="0116")) | {"boom"} <= set(GAME.board().styles)


@rule("shanghai_nanking", "10.3", "6.3", "6.2")
def test_every_attack_of_the_first_turn_has_its_odds_however_large_the_stack() -> None:
    pos = GAME.start()
    do(pos, "plan fight-move")
    attacks = [action for action in pos.options() if isinstance(action, Attack)]
    assert attacks
    for action in attacks:
        twin = pos.copy()
        twin.push(action)
        previews = twin.view("chinese").previews
        assert all(
            preview.average and preview.chances for preview in previews if "warning.too_weak" not in preview.warnings
        )


@rule("shanghai_nanking", "10.3", "6.3")
def test_the_preview_of_an_attack_tells_nothing_about_buried_counters() -> None:
    pos = table(plan="fight-move", units={"3510": THIRD, "3410": "CD88 CB2TD", "3010": "CD87 CD7"})
    do(pos, "attack J3-6 3410")
    weakest, strongest = pos.view("japanese").previews
    for preview in (weakest, strongest):
        assert "warning.unknown" in preview.warnings
        assert len([factor for factor in preview.factors if factor.key == "factor.defender"]) == 1
        assert sum(chance.numerator for chance in preview.chances) == 6
    assert weakest.params["count"] < strongest.params["count"]
    others = table(plan="fight-move", units={"3510": THIRD, "3410": "CD88 CD7", "3010": "CD87 CB2TD"})
    do(others, "attack J3-6 3410")
    assert others.view("japanese").previews == pos.view("japanese").previews, "whoever lies below"
