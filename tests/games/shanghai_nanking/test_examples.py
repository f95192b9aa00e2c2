"""SNC 12.0: the example of play through turn 3 with its dice, and a whole game, as golden records."""

from __future__ import annotations

from pathlib import Path

from tests.games.shanghai_nanking.table import ELEVENTH, FIRST_01, THIRD, Position, at, steps, told, where

from shapan.games.shanghai_nanking.sequence import Planning
from shapan.kernel import Event, Record, rule

GOLDEN = Path(__file__).parent / "golden"


def replayed(name: str) -> tuple[Position, list[Event]]:
    events: list[Event] = []
    pos = Record.load(GOLDEN / name).replay(tell=events.append)
    assert isinstance(pos, Position)
    return pos, events


@rule("shanghai_nanking", "12.0", "13.0")
def test_every_battle_of_the_example_comes_out_as_printed() -> None:
    _, events = replayed("example_of_play.record")
    columns = [event["heading"] for event in told(events, "column")]
    results = [event["result"] for event in told(events, "result")]
    dice = [event["die"] for event in told(events, "result")]
    wusong, _, _, _, jiangwan, loudian, _, _, dachang = zip(columns, dice, results, strict=True)
    assert wusong == ("6:1", 1, "1/2")
    assert jiangwan == ("5:1", 4, "0/3")
    assert loudian == ("3:1", 2, "2/1")
    assert dachang == ("2:1", 3, "1/1")
    printed = [(entry["attack"], entry["defence"]) for entry in told(events, "odds")]
    assert [printed[at_] for at_ in (0, 1, 4, 5, 8)] == [(8, 3), (6, 1), (15, 9), (12, 9), (9, 10)]


@rule("shanghai_nanking", "12.0")
def test_the_end_of_turn_3_is_the_picture_of_the_book() -> None:
    pos, _ = replayed("example_of_play.record")
    assert (pos.turn, type(pos.top)) == (4, Planning)
    assert {where(pos, name) for name in FIRST_01.split()} == {"3511"}
    assert {where(pos, name) for name in f"{THIRD} JDet-Shigeto".split()} == {"3510"}
    assert {where(pos, name) for name in f"{ELEVENTH} JDet-Asama".split()} == {"3308"}
    assert sorted(steps(pos, THIRD)) == [1, 2, 2, 2]
    assert sorted(steps(pos, ELEVENTH)) == [1, 2, 2, 2]
    assert steps(pos, "CD11 CD14 CB1TD CB2TD") == [1, 2, 1, 2]
    # 3408 and 3509 were cleared and not entered
    assert not pos.japanese_held & (1 << at("3408") | 1 << at("3509"))


@rule("shanghai_nanking", "5.2", "4.0")
def test_a_whole_game_replays_to_the_same_end() -> None:
    pos, _ = replayed("whole_game.record")
    record = Record.load(GOLDEN / "whole_game.record")
    assert pos.outcome is not None
    assert record.result == f"{pos.outcome.winner} {pos.outcome.case}"
    assert pos.turn > 6
