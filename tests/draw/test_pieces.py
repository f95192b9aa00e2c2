"""Counters and stacks."""

from xml.etree import ElementTree

import msgspec
import pytest
from tests.draw.samples import PIECES, RED, TAN, board, view

from shapan.draw.badges import badges
from shapan.draw.counters import piece
from shapan.draw.nations import nation
from shapan.draw.stacks import STEP, Tray
from shapan.kernel.board import PieceEntry
from shapan.kernel.view import PieceView

SHAPES = ("counter", "round", "figure", "model", "marker", "card")


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(f"<g>{text}</g>")


def words(text: str) -> list[str]:
    return [element.text or "" for element in drawn(text).iter("text")]


def test_a_counter_shows_current_values_and_its_label_where_there_is_room() -> None:
    seen = PieceView("r1", "red", "a", values={"steps": 5})
    assert words(piece(PIECES[0], seen, RED, lod="s")) == ["5"]
    assert words(piece(PIECES[0], seen, RED, lod="m")) == ["5", "1"]
    assert words(piece(PIECES[0], seen, RED, lod="l")) == ["5", "1"]


def test_a_value_nobody_changed_is_the_printed_one() -> None:
    seen = PieceView("t1", "tan", "a", values={"cf": 3})
    assert words(piece(PIECES[2], seen, TAN)) == ["3", "–", "8", "9ESi"]
    assert piece(PIECES[2], seen, TAN).count('stroke-width="2.2"') == 3, "two bevels, and one value underlined"


def test_a_hidden_piece_shows_nothing_but_its_side() -> None:
    """Even when the caller hands over its entry by mistake."""
    secret = PieceView("?7", "red", "a", hidden=True, values={"steps": 5}, statuses=["disrupted"], face="back")
    bare = PieceView("?8", "red", "b", hidden=True)
    assert piece(PIECES[0], secret, RED) == piece(None, bare, RED)
    assert words(piece(PIECES[0], secret, RED)) == []


def test_statuses_are_badges_with_forms_of_their_own() -> None:
    seen = PieceView("r1", "red", "a", statuses=["disrupted", "out_of_supply"])
    assert words(piece(PIECES[0], seen, RED)) == ["6", "1"]
    forms = [(badge.form, *(path.d for path in badge.paths)) for badge in badges().values() if badge.paths]
    assert len(set(forms)) == len(forms) - 1, "shape tells them apart; only firing looks like attacking"


def test_a_status_without_a_badge_has_the_letter_of_its_text() -> None:
    seen = PieceView("r1", "red", "a", statuses=["besieged"])
    assert words(piece(PIECES[0], seen, RED))[-1] == "B"
    assert words(piece(PIECES[0], seen, RED, {"badge.besieged": "!"}))[-1] == "!"


def test_more_than_two_statuses_are_counted() -> None:
    seen = PieceView("r1", "red", "a", statuses=list("abcdef"))
    assert words(piece(PIECES[0], seen, RED))[-2:] == ["A", "+5"]


def test_one_that_has_acted_is_grey_and_ticked() -> None:
    fresh, spent = (piece(PIECES[0], PieceView("r1", "red", "a", statuses=s), RED) for s in ([], ["spent"]))
    assert nation(RED).worn in spent
    assert nation(RED).worn not in fresh
    assert words(fresh) == words(spent)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_well_formed_and_differs(shape: str) -> None:
    entry = PieceEntry("x", "red", "A&B", "A <b>", "infantry", "X", {"a": 1}, ["a"], shape=shape)
    others = [PieceEntry("x", "red", "A&B", "A <b>", "infantry", "X", {"a": 1}, ["a"], shape=s) for s in SHAPES]
    seen = PieceView("x", "red", "a", heading=60)
    text = piece(entry, seen, RED)
    assert drawn(text).findtext("title") == "A <b>, a 1"
    assert sum(piece(other, seen, RED) == text for other in others) == 1


def test_a_figure_turns_with_its_heading() -> None:
    north, east = (piece(PIECES[3], PieceView("f1", "tan", "", at=(1, 2), heading=h), TAN) for h in (0, 90))
    assert "rotate(90)" in east
    assert "rotate(90)" not in north


def test_the_reverse_looks_different_from_the_front() -> None:
    front, back = (piece(PIECES[0], PieceView("r1", "red", "a", face=face), RED) for face in ("front", "back"))
    assert front != back


def stacked(*pieces: PieceView, fit: int = 3) -> ElementTree.Element:
    return drawn("".join(Tray(board(), fit).drawn(view(pieces))))


def test_the_top_of_a_stack_is_drawn_last_and_the_next_peeks_out() -> None:
    stack = stacked(PieceView("r2", "red", "a", order=1), PieceView("r1", "red", "a", order=0))
    below, top = [g for g in stack.iter("g") if g.get("class") == "piece"]
    assert (below.get("data-piece"), top.get("data-piece")) == ("r2", "r1")
    spots = [[float(n) for n in (g.get("transform") or "")[10:].split(")")[0].split()] for g in (below, top)]
    size = board().piece
    assert spots[0][0] - spots[1][0] == pytest.approx(STEP[0] * size)
    assert spots[0][1] - spots[1][1] == pytest.approx(STEP[1] * size)


def test_a_stack_too_high_is_counted() -> None:
    pieces = [PieceView(f"?{n}", "red", "a", order=n, hidden=True) for n in range(7)]
    stack = stacked(*pieces, fit=3)
    assert [g.get("data-piece") for g in stack.iter("g") if g.get("class") == "piece"] == ["?2", "?1", "?0"]
    assert [g.findtext("text") for g in stack.iter("g") if g.get("class") == "height"] == ["7"]


def test_pieces_off_the_map_are_not_drawn() -> None:
    assert list(stacked(PieceView("r1", "red", "dead_pile"))) == []


def test_a_figure_stands_on_its_point_in_its_own_size() -> None:
    (figure,) = stacked(PieceView("f1", "tan", "", at=(50, 60), heading=0))
    assert figure.get("transform") == "translate(50 60) scale(0.24)"


def test_models_keep_their_proportions_and_lie_below_the_men() -> None:
    ship = PieceEntry("s1", "red", "HMS", "A ship", "gunboat", shape="model", radius=20.0, long=9.0)
    text = piece(ship, PieceView("s1", "red", "", at=(50, 60), heading=90), RED)
    assert 'transform="rotate(90) scale(1 2)"' in text, "drawn four and a half times as long as wide, this one is nine"
    sheet = msgspec.structs.replace(board(), pieces=[*PIECES, ship])
    seen = view([PieceView("f1", "tan", "", at=(1, 2)), PieceView("s1", "red", "", at=(50, 60))])
    order = [element.get("data-piece") for element in drawn("".join(Tray(sheet).drawn(seen)))]
    assert order[:2] == ["s1", "f1"]
