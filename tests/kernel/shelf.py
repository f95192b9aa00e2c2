"""Data of an older release as tests want them: the present ones with a word changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from shapan.kernel import Game
from shapan.kernel.data import EDITION, DataFolder


class Altered(NamedTuple):
    """What is changed in which file."""

    file: str
    old: str
    new: str


class AlteredData(DataFolder):
    """The present data with that change."""

    def __init__(self, package: str, change: Altered) -> None:
        super().__init__(package)
        self.change = change

    def text(self, name: str) -> str:
        text = super().text(name)
        if name != self.change.file:
            return text
        assert text.count(self.change.old) == 1
        return text.replace(self.change.old, self.change.new)


def keep_altered(game: Game, change: Altered, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Keep such data for a game, in this process and for this test; their version."""
    data = AlteredData(game.package, change)
    version = data.version()
    (folder / f"{version}{EDITION}").write_bytes(data.bundle())
    monkeypatch.setattr(game.data, "shelf", folder)
    present: dict[str, Any] = {game.data_version: game}
    monkeypatch.setattr(game, "_editions", present)
    return version
