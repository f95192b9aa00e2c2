"""Nations: the same in every game, readable, and told apart by every eye."""

from itertools import combinations
from math import dist

import pytest
from tests.draw.sight import EYES, contrast, lab, seen_by

from shapan.draw.nations import Nation, nation, nations
from shapan.games import game as find
from shapan.kernel.board import Board, PieceEntry, SideEntry

GAMES = ("mukden", "shanghai_incident", "shanghai_nanking", "taierzhuang", "yangtze")


def board(game: str) -> Board:
    return find(game).board(None)


@pytest.mark.parametrize("name", sorted(nations()))
def test_ink_can_be_read_on_the_face_in_the_box_and_when_the_counter_has_acted(name: str) -> None:
    look = nations()[name]
    assert contrast(look.ink, look.face) >= 4.5
    assert contrast(look.ink, look.worn) >= 4.5
    assert contrast(look.box_ink, look.box) >= 10


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("eye", EYES)
def test_faces_that_meet_are_told_apart_by_every_eye(game: str, eye: str) -> None:
    for one, other in combinations(_faces(board(game)), 2):
        if one[0] != other[0]:
            assert dist(lab(seen_by(one[1].face, eye)), lab(seen_by(other[1].face, eye))) >= 25


def _faces(sheet: Board) -> list[tuple[str, Nation]]:
    sides = {side.id: side for side in sheet.sides}
    found = {(entry.side, nation(sides[entry.side], entry)) for entry in sheet.pieces}
    return sorted(found, key=lambda pair: (pair[0], pair[1].face))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_takes_its_colours_from_the_one_table(game: str) -> None:
    sheet = board(game)
    assert all(side.nation in nations() and not side.colour for side in sheet.sides)
    assert not any(entry.colour for entry in sheet.pieces)


def test_red_is_japan_everywhere_and_nobody_else() -> None:
    faces = [look.face for look in nations().values()]
    assert len(set(faces)) == len(faces)


def test_a_game_of_nations_that_nobody_has_listed_brings_its_own_colours() -> None:
    side = SideEntry("x", "X", "#204060", "#ffffff")
    assert nation(side).face == "#204060"
    assert contrast(nation(side).box_ink, nation(side).box) >= 4.5
    piece = PieceEntry("p", "x", "1", "One", "infantry", nation="pao")
    assert nation(side, piece) == nations()["pao"]
