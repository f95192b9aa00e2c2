"""Units of figures have a ribbon behind their rear rank; figures do not repeat what it says."""

from typing import Any

import pytest
from tests.draw.samples import board, view

from shapan.draw.ribbons import HIGH, plates, units
from shapan.draw.svg import svg
from shapan.kernel.board import PieceEntry
from shapan.kernel.view import PieceView

UNIT = PieceEntry("u", "red", "u", "Old <Seven>", "infantry", shape="marker")
MEN = [PieceEntry(f"m{n}", "red", "R", "a man", "infantry", formation="u", shape="figure", radius=12) for n in range(3)]
OTHER = PieceEntry("o", "red", "o", "Others", "infantry", shape="marker")
THEM = [
    PieceEntry(f"o{n}", "red", "R", "a man", "infantry", formation="o", shape="figure", radius=12) for n in range(3)
]


def drawn(heading: int, *others: PieceView, **changes: Any) -> str:
    men = [
        PieceView(man.id, "red", "", at=(100 + 30 * n, 200), heading=heading, **changes) for n, man in enumerate(MEN)
    ]
    return svg(board(pieces=[UNIT, *MEN, OTHER, *THEM]), view([*men, *others]))


def height(picture: str) -> float:
    """How far down the ribbon of the unit lies."""
    head = picture[: picture.index('data-unit="u"')]
    return float(head[head.rindex("translate(") :].split(")")[0].split()[1])


def test_the_ribbon_names_the_unit_and_counts_who_is_left() -> None:
    assert "Old &lt;Seven&gt; · 3</text>" in drawn(0)


@pytest.mark.parametrize(("heading", "below"), [(0, True), (45, True), (180, False), (270, True), (135, False)])
def test_the_ribbon_lies_behind_the_rear_rank(heading: int, below: bool) -> None:
    assert (height(drawn(heading)) > 200) == below


def test_the_ribbon_goes_to_the_front_where_it_would_hide_others_behind() -> None:
    others = [PieceView(man.id, "red", "", at=(100 + 30 * n, 235), heading=0) for n, man in enumerate(THEM)]
    assert height(drawn(0, *others)) < 200


def test_the_ribbon_goes_beside_men_who_have_others_in_front_and_behind() -> None:
    sheet, entries = board(width=2000, height=2000), {each.id: each for each in (UNIT, *MEN, OTHER, *THEM)}
    size = sheet.piece
    near = [PieceView("m0", "red", "", at=(1000, 1000))]
    rows = [1000 + way * int(step * size) for step in (0.9, 1.5, 2.1) for way in (-1, 1)]
    crowd = [
        PieceEntry(f"c{n}", "red", "R", "a man", "infantry", formation="o", shape="figure", radius=12) for n in range(6)
    ]
    others = [PieceView(each.id, "red", "", at=(1000, y)) for each, y in zip(crowd, rows, strict=True)]
    everybody = entries | {each.id: each for each in crowd}
    plate = plates(units([*near, *others], everybody, size), sheet)["u"]
    assert abs(plate.y - 1000) < size / 2 < abs(plate.x - 1000)


def test_ribbons_make_room_for_one_another() -> None:
    sheet, entries = board(), {each.id: each for each in (UNIT, *MEN, OTHER, *THEM)}
    men = [PieceView("m0", "red", "", at=(100, 200)), PieceView("o0", "red", "", at=(140, 200))]
    one, two = plates(units(men, entries, sheet.piece), sheet).values()
    assert abs(one.x - two.x) >= (one.wide + two.wide) / 2 or abs(one.y - two.y) >= HIGH * sheet.piece


@pytest.mark.parametrize(("x", "y", "heading"), [(0, 0, 180), (1, 399, 0), (399, 399, 0)])
def test_ribbons_stay_on_the_table(x: int, y: int, heading: int) -> None:
    sheet, entries = board(width=400, height=400), {each.id: each for each in (UNIT, *MEN)}
    men = [PieceView("m0", "red", "", at=(x, y), heading=heading)]
    (plate,) = plates(units(men, entries, sheet.piece), sheet).values()
    assert plate.wide / 2 <= plate.x <= 400 - plate.wide / 2
    assert HIGH * sheet.piece / 2 <= plate.y <= 400 - HIGH * sheet.piece / 2


def test_the_card_of_a_unit_is_on_its_ribbon_and_on_no_figure() -> None:
    picture = drawn(0, statuses=("card.halt",))
    assert "Old &lt;Seven&gt; · 3 · HALT" in picture
    assert 'class="statuses"' not in picture
    assert drawn(0, statuses=("pinned",)).count('class="statuses"') == 3


SHIP = PieceEntry("s", "red", "", "Green Dragon (junk)", "junk", shape="model", radius=20.0, long=4.0)


@pytest.mark.parametrize(("heading", "off"), [(0, 80.0), (90, 20.0), (180, -80.0)])
def test_a_vessel_has_its_name_and_its_card_off_its_hull(heading: int, off: float) -> None:
    sheet = board(pieces=[SHIP], width=800, height=800)
    seen = PieceView("s", "red", "", at=(400, 400), heading=heading, statuses=("card.move",))
    picture = svg(sheet, view([seen]))
    assert "Green Dragon · MOVE</text>" in picture
    assert 'class="statuses"' not in picture
    (plate,) = plates(units([seen], {"s": SHIP}, sheet.piece), sheet).values()
    assert abs(plate.y - 400) - HIGH * sheet.piece / 2 >= abs(off)
    assert (plate.y > 400) == (off > 0)
