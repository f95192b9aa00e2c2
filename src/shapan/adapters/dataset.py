"""Games as tables for learning: what each side saw, could do and did, and how it ended, in Parquet.

A dataset is a folder: shards of two tables (``decisions`` and ``games``), ``dataset.json`` with the wish that it was
made from, and ``README.md``, its data card. A shard appears whole or not at all: a run that was stopped goes on where
it was. The same wish gives the same rows. Whoever plays, here or on another machine, sends a shard back, and only the
process that was asked for the dataset writes into its folder.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import pyarrow as pa
from pyarrow import parquet

from shapan import __version__
from shapan.games import game as find
from shapan.kernel import DICE, Action, Position, ShapanError
from shapan.kernel.reading import read_json
from shapan.lab.crews import ALONE, Crew
from shapan.lab.playing import play_game

from .basics import result
from .spelling import alphabet, spelling

VERSION: Final = 1
"""Raised whenever a column is added, renamed or means something else."""
SHARD: Final = 10
"""How many games lie in a shard."""

COLUMNS: Final[Mapping[str, tuple[tuple[str, pa.DataType, str], ...]]] = {
    "decisions": (
        ("game", pa.int32(), "number of the game, a row of `games`"),
        ("ply", pa.int32(), "which action of the game this is, dice counted, from 0"),
        ("turn", pa.int16(), "game turn"),
        ("side", pa.string(), "who decides"),
        ("bot", pa.string(), "which bot plays that side"),
        ("decision", pa.string(), "what is asked"),
        ("case", pa.string(), "the case of the rulebook under which it is asked"),
        ("view", pa.string(), "all that the side may know, its View as JSON, without the options"),
        ("options", pa.string(), "the legal actions as groups, JSON: verb, words, values (`OptionGroup`)"),
        ("option_count", pa.int32(), "how many legal actions there are"),
        ("choice", pa.string(), "the action that was taken, as people write it"),
        ("tokens", pa.list_(pa.int32()), "the same, spelt with the tokens of `dataset.json`"),
        ("reward", pa.float32(), "what the game brought this side in the end: 1 won, -1 lost, 0 drawn"),
    ),
    "games": (
        ("game", pa.int32(), "number of the game"),
        ("seed", pa.string(), "seed of the dice and of the bots"),
        ("bots", pa.list_(pa.string()), "the bot of each side, in the order of the sides"),
        ("winner", pa.string(), "the side that won; empty for a draw"),
        ("case", pa.string(), "the case under which it ended"),
        ("why", pa.string(), "text key of how it ended"),
        ("turns", pa.int16(), "game turns played"),
        ("actions", pa.list_(pa.string()), "every action with its author, dice included: the game can be replayed"),
    ),
}
"""The columns of both tables: name, type, meaning."""


CARD: Final = """# {title}

{games} games of bots ({players}), made by {made}.

    shapan dataset {words} {more} -o DIR

makes the same rows again. A row of `decisions` is one decision of one side: what it could know, what it could do, what
it did, and what it got in the end. Its View holds nothing that is hidden from its side; the rows of the other side and
`actions` of `games` do, so whoever trains a player of hidden information keeps to the rows of one side. The players are
bots: this is no sample of how people play.

{tables}"""


class Wish(msgspec.Struct, frozen=True):
    """What a dataset is made from; the number of games may grow later."""

    game: str
    scenario: str
    bots: tuple[str, ...]
    seed: int
    games: int


class Shard(msgspec.Struct, frozen=True):
    """One shard to be played."""

    wish: Wish
    number: int

    @property
    def games(self) -> range:
        """The numbers of its games."""
        first = self.number * SHARD
        return range(first, min(first + SHARD, self.wish.games))


def schema(table: str) -> pa.Schema:
    """The Parquet schema of a table, with the meaning of each column."""
    return pa.schema([pa.field(name, kind, metadata={"about": about}) for name, kind, about in COLUMNS[table]])


def write(wish: Wish, folder: Path, crew: Crew = ALONE, progress: Callable[[int], None] | None = None) -> int:
    """Write the shards that are not there yet; how many games were played for it."""
    folder.mkdir(parents=True, exist_ok=True)
    _begin(wish, folder)
    shards = (Shard(wish, number) for number in range(-(-wish.games // SHARD)))
    fresh = [shard for shard in shards if not _whole(folder, shard)]
    done = wish.games - sum(len(shard.games) for shard in fresh)
    played = 0
    for shard, tables in zip(fresh, crew.spread(played_shard, fresh), strict=True):
        for table, written in tables.items():
            _put(path(folder, table, shard.number), written)
        played += len(shard.games)
        if progress:
            progress(done + played)
    return played


def path(folder: Path, table: str, number: int) -> Path:
    """Where a shard of a table lies."""
    return folder / f"{table}-{number:05}.parquet"


def _whole(folder: Path, shard: Shard) -> bool:
    """Is this shard there, with all its games? Those are written last of the two, so that with them both are."""
    found = path(folder, "games", shard.number)
    try:
        return found.exists() and parquet.read_metadata(found).num_rows >= len(shard.games)
    except pa.ArrowInvalid:  # damaged since
        return False


def _begin(wish: Wish, folder: Path) -> None:
    """Note what the dataset is made from, or see that it is the same as before."""
    title, book = find(wish.game), find(wish.game).book(wish.scenario)
    same = {
        "version": VERSION,
        "game": wish.game,
        "scenario": wish.scenario,
        "options": book.switches,
        "sides": list(book.sides),
        "bots": list(wish.bots),
        "seed": wish.seed,
        "data_version": title.data_version,
    }
    note = folder / "dataset.json"
    if note.exists():
        _must_be(note, same, wish.games)
    columns = {
        table: {name: {"type": str(kind), "about": about} for name, kind, about in entries}
        for table, entries in COLUMNS.items()
    }
    document = {**same, "games": wish.games, "columns": columns, "tokens": list(alphabet(book).names)}
    _put(note, json.dumps(document, indent=1, ensure_ascii=False).encode())
    _put(folder / "README.md", card(wish).encode())


def _must_be(note: Path, same: Mapping[str, Any], games: int) -> None:
    """A folder goes on with the dataset that it holds: the same one, and no fewer games of it."""
    try:
        before = read_json(note.read_bytes(), dict[str, Any])
    except msgspec.DecodeError:
        raise ShapanError(f"{note} is not that of a dataset; choose another folder") from None
    odd = [name for name, value in same.items() if before.get(name) != value]
    if odd:
        raise ShapanError(f"{note.parent} holds another dataset: {', '.join(odd)} differ; choose another folder")
    if games < (there := before.get("games", 0)):
        raise ShapanError(f"{note.parent} is a dataset of {there} games: ask for as many, or for more")


def _put(there: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    draft = there.with_suffix(f".{os.getpid()}.part")
    draft.write_bytes(content)
    draft.replace(there)


def played_shard(shard: Shard) -> dict[str, bytes]:
    """Play the games of a shard: its tables as Parquet, in the order in which they are to be written."""
    decisions, games = [], []
    for number in shard.games:
        rows, row = play(shard.wish, number)
        decisions += rows
        games.append(row)
    return {"decisions": _parquet("decisions", decisions), "games": _parquet("games", games)}


def _parquet(table: str, rows: list[dict[str, Any]]) -> bytes:
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(rows, schema(table)), sink, compression="zstd")
    return bytes(sink.getvalue())


def play(wish: Wish, number: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """One game: its decisions, and its row. It is game ``number`` of `shapan simulate` with the same seed."""
    rows: list[dict[str, Any]] = []
    actions: list[str] = []
    title, seed = find(wish.game), f"{wish.seed} {number}"
    sides = title.sides_in(wish.scenario)

    def watch(pos: Position[Any], action: Action) -> None:
        if pos.actor != DICE:
            bot = wish.bots[sides.index(pos.actor)]
            rows.append({"game": number, "ply": len(actions), "bot": bot, **decision(pos, action)})
        actions.append(f"{action.author(pos.actor)}: {title.format(pos, action)}")

    end, _, _ = play_game(title, wish.scenario, {}, wish.bots, seed, watch)
    assert end.outcome is not None
    for row in rows:
        row["reward"] = result(end, row["side"])
    outcome = {"winner": end.outcome.winner or "", "case": end.outcome.case, "why": end.outcome.key}
    row = {"game": number, "seed": seed, "bots": list(wish.bots), **outcome, "turns": end.turn, "actions": actions}
    return rows, row


def decision(pos: Position[Any], action: Action) -> dict[str, Any]:
    """What the acting side sees and can do, and what it did."""
    view = pos.view(pos.actor)
    bare = msgspec.structs.replace(view, ask=msgspec.structs.replace(view.ask, options=()))
    try:
        tokens = list(spelling(pos, action))
    except ShapanError:  # legal, but none of the options: a bot may name a way of its own
        tokens = []
    return {
        "turn": pos.turn,
        "side": pos.actor,
        "decision": view.ask.kind,
        "case": view.ask.case,
        "view": bare.to_json().decode(),
        "options": msgspec.json.encode(view.ask.options).decode(),
        "option_count": sum(1 if group.values is None else len(group.values) for group in view.ask.options),
        "choice": pos.book.game.format(pos, action),
        "tokens": tokens,
    }


def card(wish: Wish) -> str:
    """The data card."""
    title = find(wish.game)
    scenario = title.scenarios[wish.scenario]
    tables = []
    for table, entries in COLUMNS.items():
        rows = [f"| `{name}` | {kind} | {about} |" for name, kind, about in entries]
        tables += [f"## `{table}`", "", "| column | type | meaning |", "| --- | --- | --- |", *rows, ""]
    return CARD.format(
        title=f"{title.title}: {scenario.title}",
        games=wish.games,
        players=", ".join(f"{name} for {side}" for name, side in zip(wish.bots, scenario.sides, strict=False)),
        made=f"Shapan {__version__} with data {title.data_version}; tables of version {VERSION}",
        words=f"{wish.game} --scenario {wish.scenario} --games {wish.games}",
        more=f"--bots {','.join(wish.bots)} --seed {wish.seed}",
        tables="\n".join(tables),
    )
