"""Editions: games and records that were begun with the data of an older release."""

from __future__ import annotations

import gzip
import json
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.folders import TITLES
from tests.kernel.play import whole_match
from tests.kernel.shelf import Altered, keep_altered
from tests.toy import FORD

import shapan
from shapan.kernel import BadData, BadRecord, Record
from shapan.kernel.data import EDITION, DataFolder, Edition
from shapan.kernel.errors import Unknown

KEPT = "937f7521979e1ccf"
SHORT = Altered("scenario.toml", "turns = 6", "turns = 2")
RECKONED_WITH_LOOKS = {KEPT: "70711ac5a9032841"}
"""Versions from when the looks were part of them, and what they would be called today."""


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The version of a Ford of two turns."""
    return keep_altered(FORD, SHORT, tmp_path, monkeypatch)


def test_an_edition_differs_from_its_title_in_its_data_alone(short: str) -> None:
    edition = FORD.edition(short)
    assert (edition.data_version, edition.id, type(edition)) == (short, FORD.id, type(FORD))
    assert (edition.start().view("red").clock.turns, FORD.start().view("red").clock.turns) == (2, 6)
    assert edition.board().data_version == short
    assert edition.texts.texts == FORD.texts.texts


def test_there_is_one_of_each_edition(short: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(lambda _: FORD.edition(short), range(8)))
    assert found == {FORD.edition(short)}
    assert FORD.edition(FORD.data_version) is FORD
    assert FORD.edition(short).edition(FORD.data_version) is FORD


def test_data_that_nobody_has_are_refused_with_those_that_are_known(short: str) -> None:
    for version in ("0", "", f"../editions/{short}"):
        with pytest.raises(Unknown) as caught:
            FORD.edition(short).edition(version)
        assert str(caught.value).endswith(f"(known: {', '.join(sorted((short, FORD.data_version)))})")


@pytest.mark.parametrize("change", [("[[scenario]]\nid", "[[plan]]\nid"), ('title = "Dawn"\n', "")])
def test_data_that_the_code_cannot_read_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str]
) -> None:
    texts = {"scenario.toml": FORD.data.text("scenario.toml").replace(*change)}
    (tmp_path / f"odd{EDITION}").write_bytes(gzip.compress(json.dumps(texts).encode()))
    (tmp_path / f"torn{EDITION}").write_bytes(b"\x1f\x8b")
    monkeypatch.setattr(FORD.data, "shelf", tmp_path)
    with pytest.raises(BadData, match="the data odd of ford cannot be read any more: KeyError"):
        FORD.edition("odd")
    with pytest.raises(BadData, match="the kept data torn are damaged"):
        FORD.edition("torn")


def test_a_switch_that_is_newer_than_the_data_stands_at_its_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Altered("scenario.toml", 'id = "open_hands"', 'id = "candles"')
    switches = FORD.edition(keep_altered(FORD, older, tmp_path, monkeypatch)).start().book.switches
    assert (switches["open_hands"], switches["candles"]) == (False, False)


def test_a_record_is_read_replayed_and_proved_with_its_own_data(short: str) -> None:
    text = whole_match(game=FORD.edition(short)).record.dumps()
    record = Record.loads(text)
    assert record.game is FORD.edition(short)
    assert record.verify().outcome
    assert record.dumps() == text
    with pytest.raises(BadRecord):
        Record.loads(text.replace(short, FORD.data_version)).verify()


def test_a_snapshot_comes_back_with_its_own_data(short: str) -> None:
    pos = FORD.edition(short).start()
    for reader in (FORD, FORD.edition(short)):
        again = reader.from_json(pos.to_json())
        assert (again.book, again.key()) == (pos.book, pos.key())


def test_a_position_comes_back_with_its_own_data(short: str) -> None:
    pos = FORD.edition(short).start()
    again = pickle.loads(pickle.dumps(pos))
    assert again.book is pos.book


def moved_on(pos: Any) -> Any:
    """In another process."""
    assert pos.book.game.data_version == KEPT
    pos.push(pos.options().sample(Random(1)))
    return pos


def test_a_position_keeps_its_data_in_another_process_and_back() -> None:
    pos = shapan.game("mukden").edition(KEPT).start()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        again = pool.submit(moved_on, pos).result()
    assert again.book is pos.book
    assert again.key() == moved_on(pos).key()


# --- the shelf -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TITLES)
def test_a_bundle_is_as_good_as_its_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = DataFolder(shapan.game(name).package)
    monkeypatch.setattr(folder, "shelf", tmp_path / "editions")
    path = folder.keep()
    assert path is not None
    assert path.name == f"{folder.version()}{EDITION}"
    assert folder.keep() is None, "it stands there already"
    edition = Edition(folder, folder.version())
    assert edition.bundle() == folder.bundle() == path.read_bytes()
    assert edition.names() == [one for one in folder.names() if one != "style.toml"]
    assert DataFolder.version(edition) == folder.version()
    assert [edition.table(one) for one in folder.names()] == [folder.table(one) for one in folder.names()]


KEPT_EDITIONS = [(name, version) for name in TITLES for version in shapan.game(name).data.editions()]


@pytest.mark.parametrize(("name", "version"), KEPT_EDITIONS)
def test_kept_editions_are_what_they_are_called_and_can_be_played(name: str, version: str) -> None:
    edition = shapan.game(name).edition(version)
    assert DataFolder.version(edition.data) == RECKONED_WITH_LOOKS.get(version, version)
    for scenario in edition.scenarios:
        assert edition.start(scenario).actor
        assert edition.board(scenario).data_version == version


def test_the_data_of_the_first_releases_are_kept() -> None:
    assert ("mukden", KEPT) in KEPT_EDITIONS
