"""Every case of every title that is enforced is proved by a test; the rest of the catalogue is in the battery."""

from pathlib import Path

import pytest
from tests.games.folders import TITLES

from shapan.games import game
from shapan.testing.citing import calls

TESTS = Path(__file__).parent


def cited_in_tests(name: str) -> set[str]:
    """What the tests of a game claim to prove with @rule."""
    files = (TESTS / name).glob("**/*.py")
    found = [texts for file in files for called, texts in calls(file.read_text(encoding="utf-8")) if called == "rule"]
    return {text for game_name, *texts in found if game_name == name for text in texts}


@pytest.mark.parametrize("name", TITLES)
def test_every_enforced_case_is_proved_by_a_test(name: str) -> None:
    enforced = {case.id for case in game(name).rules.case if case.status == "enforced"}
    assert not enforced - cited_in_tests(name)
