"""Every text that the code of a game or of the kernel asks for is in the catalogue, and its holes can be filled."""

import pytest
from tests.games.folders import TITLES

import shapan.kernel
from shapan.games import game
from shapan.kernel.texts import common
from shapan.testing.texts import left_over, missing, unfilled, uses_of


@pytest.mark.parametrize("name", TITLES)
def test_every_key_has_its_text(name: str) -> None:
    assert missing(game(name)) == []


@pytest.mark.parametrize("name", TITLES)
def test_every_hole_is_filled(name: str) -> None:
    assert unfilled(game(name)) == []


@pytest.mark.parametrize("name", TITLES)
def test_no_text_is_left_over(name: str) -> None:
    assert left_over(game(name)) == []


def test_the_kernel_finds_its_own_texts() -> None:
    keys = {key for key, _ in uses_of(shapan.kernel.__name__) if "*" not in key and not key.startswith("outcome.")}
    assert not keys - set(common().texts)
