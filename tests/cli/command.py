"""Runs the command line as a user does, in this process."""

import json
import sys
from typing import Any, NamedTuple

import pytest

from shapan.cli import main


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it has to be."""
        return json.loads(self.out)


class Command:
    """``run("games", "--json")`` is ``shapan games --json``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *words: object) -> Done:
        self.monkeypatch.setattr(sys, "argv", ["shapan", *map(str, words)])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = self.capsys.readouterr()
        return Done(int(caught.value.code or 0), out, err)
