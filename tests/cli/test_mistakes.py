"""A mistake of the user: one line on standard error, exit code 2, no traceback, nothing on standard output."""

import re
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError

import pytest
from tests.cli.command import Command

import shapan
from shapan.server import bench


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("frobnicate", "No such command 'frobnicate'"),
        ("games --loud", "No such option: --loud"),
        ("rules chess", "unknown game 'chess' (known: "),
        ("check chess", "unknown game 'chess'"),
        ("map chess -o x.svg", "unknown game 'chess'"),
        ("fuzz chess", "unknown game 'chess'"),
        ("fuzz chess --hostile", "unknown game 'chess'"),
        ("bench chess", "unknown game 'chess' (known: adapters, all, anchors, "),
        ("bench growth --worst", "--worst goes with a game or with all of them, not with growth"),
        ("bench anchors --against HEAD", "--against goes with a game or with all of them, not with anchors"),
        ("bench mukden --worst --against HEAD", "--worst and --against are two measurements"),
        ("simulate chess", "unknown game 'chess'"),
        ("demo chess", "unknown game 'chess'"),
        ("fuzz", "Missing argument 'game'"),
        ("replay", "Missing argument 'file'"),
        ("map mukden", "Missing option '-o' / '--output'"),
        ("map mukden -o map.gif", "map.gif should end in .svg or .png"),
        ("map mukden -o map.svg --scenario dawn", "unknown scenario 'dawn' (known: "),
        ("map mukden -o map.png --width -5", "'--width'"),
        ("map mukden -o no/such/folder/map.svg", "cannot write no/such/folder/map.svg: No such file or directory"),
        ("simulate mukden --bots staff,staff,staff", "mukden has the sides japanese, russian: name one bot, or"),
        ("simulate mukden --bots random,oracle", "unknown bot 'oracle' (known: "),
        ("simulate mukden --scenario dawn", "unknown scenario 'dawn'"),
        ("simulate mukden --scenario dawn --jobs 2", "unknown scenario 'dawn'"),
        ("simulate mukden --games 0", "'--games'"),
        ("simulate mukden --jobs -1", "'--jobs'"),
        ("fuzz mukden --games -3", "'--games'"),
        ("fuzz mukden --every 0", "'--every'"),
        ("fuzz mukden --hostile --submissions -1", "'--submissions'"),
        ("fuzz mukden --seed pi", "'--seed'"),
        ("replay none.record", "cannot read none.record: No such file or directory"),
        ("replay .", "cannot read .: Is a directory"),
        ("replay none.record --to -1", "'--to'"),
    ],
)
def test_one_line(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, complaint: str) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words.split())
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("shapan: ")
    assert done.err.count("\n") == 1
    assert complaint in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("pattern", "new", "complaint"),
    [
        ("^Shapan record 1", "PGN", "line 1: expected 'Shapan record 1'"),
        ("^game: .*", "game: chess", "line 2: unknown game 'chess'"),
        ("^data: .*", "data: 0123", "line 3: made with data '0123' of mukden; this is "),
        ("^scenario: .*", "scenario: dawn", "line 4: unknown scenario 'dawn'"),
        ("^options: .*", "options: tides=1", "line 5: unknown switch 'tides'"),
        ("^japanese: .*", "japanese declare", "expected 'author: action', found 'japanese declare'"),
        ("^japanese: .*", "japanese: declare war", "is refused: 'war' is not one of: "),
        ("^japanese: .*", "russian: pass", "'russian' cannot do this: it is for 'japanese'"),
    ],
)
def test_a_damaged_record(run: Command, record: Path, tmp_path: Path, pattern: str, new: str, complaint: str) -> None:
    file = tmp_path / "damaged.record"
    file.write_text(re.sub(f"(?m){pattern}", new, record.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    done = run("replay", file)
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err
    assert re.match(r"shapan: line \d+: [^\n]*\n$", done.err)


def test_tampered_dice(run: Command, record: Path, tmp_path: Path) -> None:
    text = record.read_text(encoding="utf-8")
    face = int(re.search(r"(?m)^dice: roll (\d)", text)[1])  # type: ignore[index]
    file = tmp_path / "tampered.record"
    file.write_text(re.sub(r"(?m)^(result|seed): .*\n", "", text), encoding="utf-8")
    assert "the record has no seed" in run("replay", file, "--to", 0, "--verify").err
    file.write_text(text.replace("result: ", "result: draw, "), encoding="utf-8")
    done = run("replay", file, "--verify")
    assert (done.code, done.out) == (2, "")
    assert "the result should be" in done.err
    file.write_text(re.sub(r"(?m)^dice: roll \d", f"dice: roll {face % 6 + 1}", text, count=1), encoding="utf-8")
    done = run("replay", file, "--to", 0, "--verify")
    assert done.code == 2
    assert f"roll 1 should be 'roll {face}', the record has 'roll {face % 6 + 1}'" in done.err


def test_a_number_beyond_the_end_of_the_record(run: Command, record: Path) -> None:
    done = run("replay", record, "--to", 10**6)
    assert done.code == 2
    assert "there is no number 1000000" in done.err


def test_output_where_nothing_can_be_written(run: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("demo", "mukden", "-o", tmp_path / "file" / "out")
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert "Not a directory" in done.err
    done = run("map", "mukden", "-o", tmp_path / "file" / "map.svg")
    assert done.code == 2
    assert "Not a directory" in done.err


def test_a_server_that_refuses_is_quoted(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise HTTPError("http://127.0.0.1/api/v1/games", 503, "Service Unavailable", Message(), None)

    monkeypatch.setattr(bench, "bench_server", refuse)
    done = run("bench", "server")
    assert done.code == 2
    assert done.err.endswith("/api/v1/games: HTTP Error 503: Service Unavailable\n")


def _lacking(game: object, scenario: str, switches: object) -> None:
    raise KeyError("map")


def test_data_that_lack_something(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shapan.game("mukden")
    monkeypatch.setattr(game, "_books", {})
    monkeypatch.setattr(type(game), "compile", _lacking)
    done = run("simulate", "mukden", "--games", 1)
    assert done.code == 2
    assert "the data of mukden lack something: KeyError('map')" in done.err
