"""Data folders: files, versions, provenance."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.toy import FORD

from shapan.kernel import BadData
from shapan.kernel.data import DataFolder, blocks_without_provenance

Make = Callable[[dict[str, bytes]], DataFolder]


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes packages with these data files."""
    monkeypatch.syspath_prepend(tmp_path)
    made: list[str] = []

    def build(files: dict[str, bytes]) -> DataFolder:
        name = f"made_up_{tmp_path.name}_{len(made)}".replace("-", "_")
        made.append(name)
        (tmp_path / name / "data").mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
        for file, content in files.items():
            path = tmp_path / name / "data" / file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        sys.modules.pop(name, None)
        return DataFolder(name)

    return build


def test_the_version_changes_with_content_and_names_and_not_with_line_endings(make: Make) -> None:
    plain = make({"a.toml": b"x = 1\ny = 2\n"}).version()
    assert make({"a.toml": b"x = 1\r\ny = 2\r\n"}).version() == plain
    assert make({"a.toml": b"x = 1\ny = 3\n"}).version() != plain
    assert make({"b.toml": b"x = 1\ny = 2\n"}).version() != plain
    assert make({"a.toml": b"x = 1\ny = 2\n", "sub/b.toml": b""}).version() != plain
    assert make({"a.toml": b"x = 1\ny = 2\n", "notes.txt": b"hello"}).version() == plain


def test_contents_do_not_slip_from_one_file_into_the_next(make: Make) -> None:
    one = make({"a.toml": b"x = 1\n", "b.toml": b"y = 2\n"}).version()
    other = make({"a.toml": b"x = 1\ny = 2\n", "b.toml": b""}).version()
    assert one != other


def test_files_are_listed_with_their_folders(make: Make) -> None:
    folder = make({"b.toml": b"", "a.toml": b"", "maps/c.toml": b"x = 1"})
    assert folder.names() == ["a.toml", "b.toml", "maps/c.toml"]
    assert folder.table("maps/c.toml") == {"x": 1}


def test_missing_and_malformed_files_are_named(make: Make) -> None:
    folder = make({"a.toml": b"x ="})
    with pytest.raises(BadData, match=r"there is no data file b\.toml"):
        folder.table("b.toml")
    with pytest.raises(BadData, match=r"/data/a\.toml: Invalid value"):
        folder.table("a.toml")


def test_blocks_without_provenance_are_found() -> None:
    table = {"a": [{"id": 1}, {"provenance": "design"}], "b": {"x_provenance": "rulebook"}, "c": {}, "title": "t"}
    assert list(blocks_without_provenance(table, "f")) == [
        "f: block [a] lacks provenance",
        "f: block [c] lacks provenance",
    ]


def test_a_block_of_blocks_stands_for_those() -> None:
    stated = {"columns": ["hex", "provenance"], "rows": [["0101", "design"]]}
    table = {"sides": {"red": {"provenance": "design"}, "blue": {"ink": "#fff"}}, "links": {"land": [{"to": "b"}]}}
    assert list(blocks_without_provenance({**table, "places": stated}, "f")) == [
        "f: block [sides.blue] lacks provenance",
        "f: block [links.land] lacks provenance",
    ]
    assert list(blocks_without_provenance({"lists": {"turns": [1, 2]}}, "f")) == ["f: block [lists] lacks provenance"]


def test_a_game_has_the_version_of_its_data() -> None:
    assert FORD.data_version == FORD.data.version()
    assert len(FORD.data_version) == 16
