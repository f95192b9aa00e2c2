"""A dataset is what its card says: readable, complete, the same again, and free of what a side may not know."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from pyarrow import parquet
from tests.adapters.titles import FEW, moments
from tests.cli.command import Command

import shapan
from shapan.adapters.dataset import COLUMNS, SHARD, Wish, card, decision, play, schema, write
from shapan.adapters.spelling import Speller
from shapan.kernel import ShapanError, View
from shapan.kernel.view import OptionGroup
from shapan.lab.crews import Crew

FORD = Wish("ford", "dawn", ("random", "random"), 1, SHARD + 2)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("ford")
    assert write(FORD, made) == FORD.games
    return made


def test_it_is_read_back_as_it_was_promised(folder: Path) -> None:
    note = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))
    for table, entries in COLUMNS.items():
        found = parquet.read_table(sorted(folder.glob(f"{table}-*.parquet")))
        assert found.schema.equals(schema(table))
        assert found.column_names == [name for name, _, _ in entries] == list(note["columns"][table])
    games = parquet.read_table(sorted(folder.glob("games-*.parquet"))).to_pylist()
    assert [row["game"] for row in games] == list(range(FORD.games))
    assert note["tokens"][0] == "end:list"
    assert "| `view` |" in (folder / "README.md").read_text(encoding="utf-8")


def test_every_decision_holds_its_choice_among_its_options(folder: Path) -> None:
    game = shapan.game("ford")
    games = parquet.read_table(sorted(folder.glob("games-*.parquet"))).to_pylist()
    rows = parquet.read_table(sorted(folder.glob("decisions-*.parquet"))).to_pylist()
    for played in games[:3]:
        pos = game.start()
        mine = {row["ply"]: row for row in rows if row["game"] == played["game"]}
        for ply, line in enumerate(played["actions"]):
            author, _, text = line.partition(": ")
            if ply in mine:
                row = mine[ply]
                assert (row["side"], row["choice"]) == (author, text)
                assert Speller(pos, row["tokens"]).action == game.parse(pos, text)
                groups = msgspec.json.decode(row["options"], type=list[OptionGroup])
                assert row["option_count"] == sum(len(g.values) if g.values is not None else 1 for g in groups)
                assert msgspec.json.decode(row["view"], type=View).side == author
                assert row["reward"] == (played["winner"] == author) - (played["winner"] not in ("", author))
            pos.push(game.parse(pos, text))
        assert pos.outcome is not None


def test_a_run_that_was_stopped_goes_on_to_the_same_rows(folder: Path, tmp_path: Path) -> None:
    few = msgspec.structs.replace(FORD, games=3)
    assert write(few, tmp_path) == 3
    assert write(few, tmp_path) == 0
    assert write(FORD, tmp_path) == FORD.games, "the shard that was short is made anew"
    for path in folder.glob("*.parquet"):
        assert parquet.read_table(path).equals(parquet.read_table(tmp_path / path.name))
    (tmp_path / "games-00000.parquet").unlink()
    assert write(FORD, tmp_path) == SHARD


def test_a_folder_with_other_games_is_left_alone(folder: Path) -> None:
    with pytest.raises(ShapanError, match="seed differ"):
        write(msgspec.structs.replace(FORD, seed=2), folder)


def test_fewer_games_than_there_are_would_make_a_card_that_lies(folder: Path) -> None:
    kept = (folder / "README.md").read_bytes()
    with pytest.raises(ShapanError, match=f"{FORD.games} games"):
        write(msgspec.structs.replace(FORD, games=1), folder)
    assert (folder / "README.md").read_bytes() == kept


def test_a_shard_that_was_damaged_is_made_anew(tmp_path: Path) -> None:
    few = msgspec.structs.replace(FORD, games=1)
    write(few, tmp_path)
    (tmp_path / "games-00000.parquet").write_bytes(b"PAR1")
    assert write(few, tmp_path) == 1
    (tmp_path / "dataset.json").write_text("{", encoding="utf-8")
    with pytest.raises(ShapanError, match="not that of a dataset"):
        write(few, tmp_path)


class Elsewhere(Crew, frozen=True):
    """Works in a folder of its own, as the workers of a cluster do."""

    def spread(self, work: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        for task in tasks:
            with chdir("elsewhere"):
                done = work(task)
            yield done


def test_whoever_plays_elsewhere_sends_its_shards_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    few = msgspec.structs.replace(FORD, games=2)
    assert write(few, Path("here"), Elsewhere()) == 2
    assert parquet.read_table(tmp_path / "here" / "games-00000.parquet").num_rows == 2
    assert not list((tmp_path / "elsewhere").iterdir())


@pytest.mark.parametrize(("name", "scenario"), FEW)
def test_two_worlds_that_a_side_cannot_tell_apart_give_the_same_row(name: str, scenario: str) -> None:
    for pos in moments(name, scenario, every=25, most=6):
        action = pos.options().sample(Random(1))
        other = pos.imagine(pos.actor, Random(1))
        assert decision(pos, action) == decision(other, action)


def test_every_title_has_a_card_and_rows() -> None:
    for name in shapan.games():
        for scenario in shapan.game(name).scenarios:
            assert shapan.game(name).scenarios[scenario].title in card(Wish(name, scenario, ("random", "random"), 1, 1))
    rows, row = play(Wish("mukden", "battle", ("random", "random"), 1, 1), 0)
    assert len(row["actions"]) > len(rows) > 50


def test_the_command(run: Command, tmp_path: Path) -> None:
    done = run("dataset", "ford", "--games", 2, "--bots", "random,staff", "-o", tmp_path / "d")
    assert (done.code, "2 of them new" in " ".join(done.out.split())) == (0, True), done.out
    assert "or one for each of them" in run("dataset", "ford", "--bots", "a,b,c", "-o", tmp_path / "e").err
    assert run("dataset", "ford", "--games", 1, "--bots", "staff", "-o", tmp_path / "f").code == 0
