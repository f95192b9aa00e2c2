"""The commands of whoever runs a server: settings, games and people from beside it, backups."""

from __future__ import annotations

import sqlite3
import stat
import tomllib
from pathlib import Path

import pytest
from tests.cli.command import Command
from tests.server.test_upgrade import GAME, RELEASES

from shapan.server.migrate import PRESENT


@pytest.fixture
def db(tmp_path: Path) -> str:
    """The database of a server with two players, one of them an account, and their game."""
    with sqlite3.connect(tmp_path / "kept.db") as kept:
        kept.executescript((RELEASES / f"{PRESENT}.sql").read_text(encoding="utf-8"))
    return f"sqlite:///{tmp_path / 'kept.db'}"


def found(run: Command, db: str, *words: str) -> list[str]:
    return [row["id"] for row in run("admin", "games", "--db", db, "--json", *words).document]


def test_settings_are_printed_and_can_be_read_back(run: Command, tmp_path: Path) -> None:
    url = "postgresql://shapan:hunter2@db/shapan"
    done = run("serve", "--print-config", "--db", url, "--port", 9000, "--processes", 2)
    assert done.code == 0
    assert "hunter2" not in done.out
    printed = tomllib.loads(done.out)
    assert (printed["port"], printed["processes"]) == (9000, 2)
    (tmp_path / "shapan.toml").write_text(done.out, encoding="utf-8")
    assert run("serve", "--print-config", "--config", tmp_path / "shapan.toml").out == done.out


@pytest.mark.parametrize(
    "words",
    [
        *(("serve", "--config", "nowhere.toml"), ("admin", "games", "--db", "mysql://x/y")),
        *(("serve", "--processes", "2", "--db", "sqlite:///x.db"), ("restore", "nowhere.gz", "--db", "sqlite:///x.db")),
        ("admin", "games", "--db", "postgresql://nobody@127.0.0.1:1/none"),
    ],
)
def test_what_is_wrong_at_the_start_is_told_in_one_line(
    run: Command, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done


def test_games_are_found_closed_and_deleted(run: Command, db: str) -> None:
    other, game = found(run, db)
    assert [game] == found(run, db, "--player", "oyama", "--title", "mukden", "--status", "running") == [GAME]
    assert found(run, db, "--status", "over") == found(run, db, "--player", "oyama", "--title", "yangtze") == []
    assert run("admin", "close", GAME, "--db", db).code == 0
    assert found(run, db, "--status", "archived") == [GAME]
    assert run("admin", "delete", GAME, "--db", db).code == 0
    assert found(run, db) == [other]
    gone = run("admin", "close", GAME, "--db", db)
    assert (gone.code, gone.err.count("\n")) == (2, 1)


def test_people_are_looked_after(run: Command, db: str) -> None:
    kept = run("admin", "export", "oyama", "--db", db).document
    assert "argon2" not in str(kept)
    assert kept["account"] == "oyama"
    assert run("admin", "logout", "oyama", "--db", db).out == "1 sessions ended\n"
    assert run("admin", "logout", "oyama", "--db", db).out == "0 sessions ended\n"
    first, second = (run("admin", "password", "oyama", "--db", db).out.strip() for _ in range(2))
    assert len(first) >= 12
    assert first != second
    assert run("admin", "ban", "oyama", "--db", db).code == run("admin", "ban", "oyama", "--lift", "--db", db).code == 0
    assert run("admin", "erase", "oyama", "--db", db).code == 0
    for command in ("export", "logout", "password", "ban", "erase"):
        done = run("admin", command, "oyama", "--db", db)
        assert (done.code, done.err.count("\n")) == (2, 1), command
    assert run("admin", "tidy", "--db", db).code == 0


def test_a_backup_is_its_owners_and_restores_into_an_empty_database_only(run: Command, db: str, tmp_path: Path) -> None:
    path, other = tmp_path / "all.gz", f"sqlite:///{tmp_path / 'other.db'}"
    saved = run("backup", path, "--db", db, "--json").document
    assert (saved["game"], saved["player"]) == (2, 2)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert run("restore", path, "--db", other, "--json").document == saved
    assert found(run, other) == found(run, db)
    again = run("restore", path, "--db", other)
    assert (again.code, again.err) == (2, "shapan: the database is not empty; a backup is restored into a new one\n")
