"""The command line as a fixture."""

from pathlib import Path
from random import Random

import pytest
from tests.cli.command import Command

import shapan


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of Mukden with verifiable dice: a few random actions, then somebody gives up."""
    match, rng = shapan.Match(shapan.game("mukden"), referee=shapan.Referee("cli")), Random(1)
    for _ in range(30):
        match.roll()
        match.push(match.position.options().sample(rng))
    match.push(match.record.game.parse(match.position, "capitulate russian"))
    path = tmp_path_factory.mktemp("records") / "game.record"
    match.record.save(path)
    return path
