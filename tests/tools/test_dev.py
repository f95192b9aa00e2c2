"""tools/dev.py: how a command of steps succeeds, skips and fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import dev


def test_steps_run_in_order_and_say_what_they_do(capsys: pytest.CaptureFixture[str]) -> None:
    done: list[str] = []
    dev.perform([dev.Step("first", lambda: done.append("1")), dev.Step("second", lambda: done.append("2"))])
    assert done == ["1", "2"]
    assert capsys.readouterr().out == "==> first\n==> second\n"


def test_a_skipped_step_gives_its_reason_or_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    def never() -> None:
        raise AssertionError("this step was to be skipped")

    dev.perform([dev.Step("loud", never, lambda: "not today"), dev.Step("quiet", never, lambda: "")])
    assert capsys.readouterr().out == "==> loud: skipped, not today\n"


def test_a_failing_step_is_named_and_ends_the_command() -> None:
    done: list[str] = []
    steps = [
        dev.command("the bad one", sys.executable, "-c", "raise SystemExit(7)"),
        dev.Step("after", lambda: done.append("after")),
    ]
    with pytest.raises(dev.StepError, match=r"the bad one: exit code 7") as caught:
        dev.perform(steps)
    assert caught.value.code == dev.EXIT_FAILED
    assert not done


def test_lanes_run_to_their_ends_though_one_fails_and_the_failure_is_named() -> None:
    done: list[str] = []
    bad = dev.command("the bad one", sys.executable, "-c", "raise SystemExit(7)")
    good = dev.Step("the good one", lambda: done.append("good"))
    with pytest.raises(dev.StepError, match=r"side by side: the bad one: exit code 7"):
        dev.perform([dev.beside("side by side", [bad], [good])])
    assert done == ["good"]


def test_a_program_that_is_missing_is_a_failing_step() -> None:
    with pytest.raises(dev.StepError, match="cannot run no-such-program"):
        dev.execute("no-such-program")


def test_a_stamp_is_good_until_a_file_that_decides_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    monkeypatch.setattr(dev, "STAMPS", tmp_path / "stamps")
    lock = tmp_path / "requirements.lock"
    lock.write_text("one")
    dev.put_stamp("lock", dev.digest([lock]))
    assert dev.is_stamped("lock", dev.digest([lock]))
    lock.write_text("two")
    assert not dev.is_stamped("lock", dev.digest([lock]))


def test_chromium_is_the_one_we_are_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "my-chromium"
    told.touch(mode=0o755)
    monkeypatch.setenv("SHAPAN_CHROMIUM", str(told))
    assert dev.find_chromium() == str(told)


@pytest.mark.parametrize("ci", [True, False])
def test_no_browser_is_an_error_in_ci_and_a_banner_elsewhere(
    ci: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev, "may_use_apt", lambda: False)
    monkeypatch.setattr(dev, "find_chromium", lambda: None)
    monkeypatch.setenv("CI", "true" if ci else "")
    if ci:
        with pytest.raises(dev.StepError, match="no chromium") as caught:
            dev.get_chromium()
        assert caught.value.code == dev.EXIT_NO_BROWSER
    else:
        dev.get_chromium()
        assert "BROWSER TESTS WILL NOT RUN" in capsys.readouterr().err


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(dev, "OLDEST_PYTHON", (99, 0))
    assert dev.main() == dev.EXIT_FAILED
    assert "needs Python 99.0 or newer" in capsys.readouterr().err


def test_an_unknown_command_lists_the_known_ones() -> None:
    asked = subprocess.run(
        [sys.executable, os.fspath(dev.ROOT / "tools" / "dev.py"), "dance"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert asked.returncode == 2
    assert all(name in asked.stderr for name in dev.COMMANDS)


def test_the_client_is_built_anew_when_a_drawing_changes() -> None:
    drawings = {path.name for path in dev.web_sources() if path.parent == dev.DRAWINGS}
    assert {"symbols.py", "symbols.toml", "patterns.toml", "figures.toml", "models.toml"} <= drawings
