"""Doors: what is ours, what other packages declare, what is made on the spot; nobody brings the others down."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from shapan.kernel import ShapanError, Unknown
from shapan.kernel.registry import Registry


def made(name: str, found: Any) -> str:
    """Things are texts here, longer than their names."""
    if not isinstance(found, str):
        raise ShapanError(f"{found!r} is no text")
    return f"{name}: {found}"


@pytest.fixture
def things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry[str]]:
    """A registry, and a package beside ours that declares a good thing, three bad ones and one by a name of ours."""
    (tmp_path / "elsewhere.py").write_text("GOOD = 'good'\nNUMBER = 7\nstring = 'own'\n", encoding="utf-8")
    (tmp_path / "broken.py").write_text("raise RuntimeError('torn\\nin two')\n", encoding="utf-8")
    info = tmp_path / "elsewhere-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.2\n", encoding="utf-8")
    lines = ["good = elsewhere:GOOD", "torn = broken:THING", "gone = nowhere:THING", "wrong = elsewhere:NUMBER"]
    lines += ["ours = elsewhere:GOOD"]
    (info / "entry_points.txt").write_text("\n".join(["[shapan.things]", *lines]) + "\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry = Registry("shapan.things", "thing", made)
    registry.bring({"ours": "string:digits"})
    yield registry
    registry.forget("spot")


def test_what_others_declare_is_listed_after_ours(things: Registry[str]) -> None:
    assert things.own() == ("ours",)
    assert things.names() == ("ours", "good")
    assert things["ours"] == "ours: 0123456789"
    assert things["good"] == "good: good"
    assert things["good"] is things["good"]
    assert "good" in things
    assert "bad" not in things


def test_what_cannot_be_loaded_is_told_once_in_one_line_and_left_out(
    things: Registry[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "shapan"):
        things.names()
        things.names()
    assert sorted(record.getMessage() for record in caplog.records) == [
        "the thing 'gone' of elsewhere 1.2 cannot be loaded: ModuleNotFoundError: No module named 'nowhere'",
        "the thing 'ours' of elsewhere 1.2 is left out: the name is taken",
        "the thing 'torn' of elsewhere 1.2 cannot be loaded: RuntimeError: torn in two",
        "the thing 'wrong' of elsewhere 1.2 cannot be loaded: 7 is no text",
    ]


@pytest.mark.parametrize("name", ["torn", "gone", "wrong", "never_heard_of"])
def test_a_name_without_a_thing_is_answered_with_all_names(things: Registry[str], name: str) -> None:
    with pytest.raises(Unknown, match=rf"unknown thing '{name}' \(known: good, ours\)"):
        things[name]


def test_what_is_made_on_the_spot_is_found_and_not_listed(things: Registry[str]) -> None:
    things.register("spot", "on")
    assert things["spot"] == "spot: on"
    assert "spot" in things
    assert "spot" not in things.names()
    things.forget("spot")
    with pytest.raises(Unknown):
        things["spot"]


def test_a_thing_is_had_by_its_import_path(things: Registry[str]) -> None:
    assert things.at("elsewhere:GOOD") == "elsewhere:GOOD: good"
    with pytest.raises(Unknown, match=r"unknown thing 'no.where:THING' \(known: good, ours\)"):
        things.at("no.where:THING")
    with pytest.raises(ShapanError, match="'elsewhere:THING' cannot be loaded: AttributeError: "):
        things.at("elsewhere:THING")
    with pytest.raises(ShapanError, match="'broken:THING' cannot be loaded: RuntimeError: torn in two"):
        things.at("broken:THING")
    with pytest.raises(ShapanError, match="'elsewhere:NUMBER' cannot be loaded: 7 is no text"):
        things.at("elsewhere:NUMBER")
    with pytest.raises(ShapanError, match="cannot be loaded"):
        things.at("a word:and another")


def test_a_fault_of_our_own_is_not_hidden() -> None:
    registry = Registry("shapan.nothing", "thing", made)
    registry.bring({"ours": "string:no_such_name"})
    with pytest.raises(AttributeError):
        registry["ours"]


def test_whoever_wants_a_thing_that_is_being_loaded_gets_the_same() -> None:
    began, go_on = Event(), Event()

    def made(_name: str, found: Any) -> list[Any]:
        began.set()
        go_on.wait()
        return [found]

    registry: Registry[list[Any]] = Registry("shapan.tests", "thing", made)
    registry.bring({"line": "math:pi"})
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(registry.__getitem__, "line")
        began.wait()
        second = threads.submit(registry.__getitem__, "line")
        go_on.set()
        assert first.result() is second.result()
