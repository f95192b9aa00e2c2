"""Our own titles pass what every game must pass."""

import pytest
from tests.games.folders import TITLES

import shapan
from shapan.testing import complaints
from shapan.testing.battery import CHECKS


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", TITLES)
def test_a_title_keeps_its_promises(name: str, check: str) -> None:
    found = complaints(shapan.game(name), [check], games=3, every=60, submissions=1000, decisions=40)
    assert list(found) == []


@pytest.mark.parametrize("name", TITLES)
def test_every_title_has_a_staff(name: str) -> None:
    assert shapan.game(name).staff is not None
