"""What lies on a table, in words."""

import pytest
from tests.games.yangtze.table import GAME


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_whatever_lies_on_a_table_can_be_told_in_words(scenario: str) -> None:
    board = GAME.board(scenario)
    assert {key for entry in board.grounds for key in entry.terrain} <= set(board.texts)
    assert board.grounds[0].points == ((0, 0), (board.width, 0), (board.width, board.height), (0, board.height))
    named = {entry.name for entry in board.grounds if entry.name}
    assert named >= {shape.text for layer in board.layers if layer.id == "names" for shape in layer.shapes}
