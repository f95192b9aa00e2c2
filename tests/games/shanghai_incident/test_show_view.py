"""The View and the Board: everything that a client needs to draw the game."""

from random import Random

from tests.games.shanghai_incident.table import GAME, at, do, situation

from shapan.kernel import SPECTATOR


def test_a_view_shows_pieces_boxes_marks_and_ledgers() -> None:
    pos = situation(
        {"J-7": "1125", "C-78-1": "1820", "C-T1": "0924"}, "C1", logistics=3, snipers=(at("1026"), -1, -1, -1)
    )
    do(pos, "fortify C-78-1")
    view = pos.view("chinese")
    assert {piece.id for piece in view.pieces} == {"J-7", "C-78-1", "C-T1", "C-S1"}
    assert {"pool.9D", "eliminated.japanese", "lost.chinese", "markers_ready", "snipers"} <= {
        box.id for box in view.boxes
    }
    assert {"fort", "closed", "sniped"} <= {mark.kind for mark in view.marks}
    assert [ledger.id for ledger in view.ledgers] == ["victory", "tracks", "planner"]
    assert {"zone.japanese", "redeployment.chinese"} <= set(view.overlays)
    assert view.ask.options
    assert not pos.view("japanese").ask.options


def test_the_clock_tells_segment_day_and_phase() -> None:
    assert GAME.start().view(SPECTATOR).clock.phase_key == "phase.setup"
    pos = situation({"J-7": "1125", "C-78-1": "0303"}, "J1", segment=2, turn=3)
    clock = pos.view(SPECTATOR).clock
    assert (clock.turn, clock.date, clock.phase, clock.phase_key) == (3, "6 Feb 1932", "J1", "phase.regular_movement")


def test_the_board_names_every_piece_and_place_that_a_view_can_show() -> None:
    board = GAME.board()
    pieces, places = {piece.id for piece in board.pieces}, {place.id for place in board.places}
    assert pieces == set(GAME.book().lexicon.pieces)
    assert board.north == 90.0
    rng, pos = Random(4), GAME.start()
    while pos.outcome is None:
        pos.apply(pos.options().sample(rng))
        view = pos.view(SPECTATOR)
        assert {piece.id for piece in view.pieces} <= pieces
        assert {piece.place for piece in view.pieces} <= places
        assert all(mark.kind in board.styles or mark.kind in ("control", "fort") for mark in view.marks)


def test_every_event_reads_as_a_sentence() -> None:
    rng, pos = Random(11), GAME.start(switches={"ceasefire": False})
    told: list[str] = []
    for _ in range(400):
        if pos.outcome is None:
            pos.push(pos.options().sample(rng), lambda event: told.append(GAME.say(event.key, event.params)))
    assert len(told) > 300
    assert not [line for line in told if "{" in line or line.startswith("event.")]


def test_the_ledgers_tell_the_level_reached_and_what_the_next_pause_costs() -> None:
    pos = situation({"J-7": "1125", "C-78-1": "1820"}, "J1", pause_marker=2)
    ledgers = {ledger.id: ledger for ledger in pos.view(SPECTATOR).ledgers}
    assert ledgers["victory"].rows[-1].params == {"about": "decisive_chinese"}
    planner = {(row.key, row.params.get("about", "")): row.value for row in ledgers["planner"].rows}
    assert planner["ledger.pause_used", ""] == -4
    assert planner["ledger.arrival", "9D"] == -4
    assert planner["ledger.arrival", "SNLF"] == -2
    assert planner["ledger.commitment", ""] == 8
    inside = situation({"J-7": "1125", "C-78-1": "0923"}, "J1")
    assert inside.view(SPECTATOR).ledgers[0].rows[-1].params == {"about": "epic_chinese"}
