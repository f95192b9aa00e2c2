"""Faces and manners: what a position looks like at a prompt and in a notebook, and how it travels."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, assert_type

import pytest
from tests.games.folders import TITLES
from tests.kernel.play import DEAL, after
from tests.lab.faults import Faulty
from tests.toy import FORD

import shapan
from ford.actions import March, Play
from ford.game import Position
from shapan.games.mukden.game import Mukden
from shapan.games.mukden.game import Position as MukdenPosition
from shapan.games.yangtze.game import Position as YangtzePosition
from shapan.kernel import NONE, SPECTATOR, Game, Options, Roll, one
from shapan.kernel.errors import Unknown
from shapan.kernel.options import Chances, Group
from shapan.testing import midgame


def test_a_position_says_in_one_line_where_the_game_stands() -> None:
    assert repr(after(*DEAL)) == (
        "<The Ford, dawn: turn 1 of 6, II Play; red owes play (2.2); on the map: banner in ford>"
    )
    assert repr(after(*DEAL, "capitulate red")) == (
        "<The Ford, dawn: turn 1 of 6, II Play; blue has won (4.3); on the map: banner in ford>"
    )
    told = repr(shapan.game("mukden").start())
    assert told.startswith("<Mukden 1905, battle: turn 1 of 6 (27-28 Feb 1905), ")
    assert "japanese owes declare (5.3); on the map: " in told


@pytest.mark.parametrize("name", TITLES)
def test_what_is_hidden_does_not_show_in_the_line(name: str) -> None:
    for seed in range(3):
        pos = midgame(shapan.game(name), 30, seed)
        assert repr(pos) == repr(pos.imagine(SPECTATOR, Random(seed)))
        assert "\n" not in repr(pos)


def test_in_the_middle_of_an_action_the_line_is_short() -> None:
    pos = after(*DEAL)
    pos.banner = 99
    assert repr(pos) == "<The Ford, dawn: turn 1>"


def test_options_are_counted_by_verb() -> None:
    assert repr(after(*DEAL).options()) == "<2 options: play ×2>"
    assert repr(NONE) == "<0 options>"
    marches = Group(March, 0, values=(1, 2)), Group(March, 0, values=(3,))
    several = Options(*marches, one(Play(1)), Group(Play, values=()))
    assert repr(several) == "<4 options: march ×3 in 2 groups, play>"
    assert repr(several.groups[0]) == "<2 options: march ×2>"


def test_chances_tell_their_weights() -> None:
    assert repr(FORD.start().options()) == "<3 chances: draw 1 3/8, draw 2 3/8, draw 3 2/8>"
    many = Chances([Roll(face) for face in range(1, 11)])
    assert repr(many).endswith("roll 8 1/10, …>")


def test_a_notebook_shows_the_board_with_what_everybody_may_know() -> None:
    picture = after(*DEAL)._repr_svg_()
    assert picture is not None
    assert picture.startswith("<svg")
    assert 'data-piece="banner"' in picture


def test_nothing_is_drawn_before_somebody_looks() -> None:
    program = "import sys, shapan; shapan.game('mukden').start(); print('shapan.draw' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


@pytest.mark.parametrize("name", TITLES)
def test_a_position_travels_without_its_book(name: str) -> None:
    pos = midgame(shapan.game(name), 40)
    packed = pickle.dumps(pos)
    again = pickle.loads(packed)
    assert len(packed) < 10_000
    assert again.key() == pos.key()
    assert again.to_json() == pos.to_json()
    assert again.book is pos.book
    assert type(again.stack[0]) is type(pos.stack[0])
    assert list(again.options()) == list(pos.options())


def test_a_deep_copy_shares_the_book_and_nothing_that_changes() -> None:
    pos = after(*DEAL)
    twin = copy.deepcopy({"here": [pos]})["here"][0]
    assert twin is not pos
    assert twin.book is pos.book
    before = pos.key()
    assert twin.key() == before
    twin.push(Play(twin.hands[0][0]))
    assert pos.key() == before
    assert copy.copy(pos.book) is pos.book
    assert copy.deepcopy(FORD) is copy.copy(FORD) is FORD


def test_a_match_travels_too() -> None:
    match = shapan.Match(FORD, referee=shapan.Referee("travel"))
    match.roll()
    again = pickle.loads(pickle.dumps(match))
    assert again.record.game is FORD
    assert again.position.key() == match.position.key()


def turn_of(pos: Any) -> tuple[int, bool]:
    return pos.turn, pos.book is shapan.game("mukden").book()


def test_a_position_is_at_home_in_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(turn_of, shapan.game("mukden").start()).result() == (1, True)


class Lone(Faulty):
    """A game that no registry knows, though it calls itself like another."""

    position = Position


def test_a_game_that_nobody_registered_is_found_by_its_class() -> None:
    lone = Lone()
    pos = lone.start()
    again = pickle.loads(pickle.dumps(pos))
    assert type(again.book.game) is Lone
    assert pickle.loads(pickle.dumps(pos)).book is again.book


def test_what_was_made_with_other_data_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FORD, "data_version", "another")
    packed = pickle.dumps(FORD.start())
    with pytest.raises(Unknown, match="unknown data version 'another'"):
        pickle.loads(packed)


def test_a_book_whose_scenario_turns_a_switch_is_compiled_once() -> None:
    game = shapan.game("yangtze")
    for scenario in game.scenarios:
        book = game.book(scenario)
        assert game.book(scenario, book.switches) is book


def test_editors_know_what_they_have() -> None:
    """Checked by mypy; when it runs, these are the values themselves."""
    assert_type(shapan.game("mukden"), Mukden)
    assert_type(shapan.game("mukden").start(), MukdenPosition)
    assert_type(shapan.game("yangtze").start(), YangtzePosition)
    assert_type([shapan.game(name) for name in TITLES], list[Game])
    assert_type(FORD.start(), Position)


@pytest.mark.parametrize("name", TITLES)
def test_editors_know_every_title(name: str) -> None:
    source = Path(str(inspect.getsourcefile(shapan.games))).read_text(encoding="utf-8")
    assert f'def game(name: Literal["{name}"]) -> {type(shapan.game(name)).__name__}: ...' in source
