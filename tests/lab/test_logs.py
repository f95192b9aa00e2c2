"""Long work that was stopped goes on where it was, and comes to what it would have come to."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import shapan
from shapan.kernel import ShapanError
from shapan.lab import fuzz, simulate


def simulated(log: Path | None) -> Any:
    found = simulate.simulate(simulate.Task("mukden", ("random", "random"), 7, 0, 3), share=1, log=log)
    return found.games, found.decisions, found.wins, found.cases, found.turns


def fuzzed(log: Path | None) -> Any:
    return fuzz.fuzz(shapan.game("mukden"), 3, 5, every=60, log=log)


@pytest.mark.parametrize("run", [simulated, fuzzed])
def test_a_second_run_plays_only_what_the_first_had_not(
    run: Callable[[Path | None], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, played = tmp_path / "log", list[Any]()

    def counting(work: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def counted(task: Any) -> Any:
            played.append(task)
            return work(task)

        return counted

    whole = run(log)
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    log.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    for room, name in ((simulate, "play_games"), (fuzz, "play_one")):
        monkeypatch.setattr(room, name, counting(getattr(room, name)))
    assert run(log) == whole == run(None)
    assert len(played) == 1 + 3
    assert len(log.read_bytes().splitlines()) == 3


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("a letter\n", encoding="utf-8")
    with pytest.raises(ShapanError, match="line 1"):
        simulated(log)
    assert log.read_text(encoding="utf-8") == "a letter\n"
