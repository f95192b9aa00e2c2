"""Levels: recruit, officer, staff and general; each plays by the rules, from its side's knowledge alone."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import shapan
from shapan.bots import BOTS, bot
from shapan.bots.levels import OfficerBot, RecruitBot
from shapan.bots.staff import StaffBot, staff_of
from shapan.kernel import DICE
from shapan.kernel.staff import PLAIN
from shapan.server.botlist import bot_documents

TITLES = ("mukden", "shanghai_nanking", "shanghai_incident", "taierzhuang", "yangtze")


MIXED = {"battle": {"japanese": {"infiltrator": 0.6, "patient": 0.4}, "russian": {"keeper": 0.3, "linesman": 0.7}}}


@pytest.fixture
def mukden(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The start of Mukden, where a league has told of two officers on each side."""
    monkeypatch.setattr(type(staff_of(shapan.game("mukden"))), "mixtures", MIXED)
    return shapan.game("mukden").start()


def leads(player: Any, pos: Any) -> str:
    """The name of whoever leads the acting side."""
    staff, leader = staff_of(pos.book.game), player.leader(pos)
    return next((name for name, officer in staff.officers(pos.actor).items() if officer is leader), "plain")


def test_the_level_of_an_officer_and_a_named_one_are_not_drawn(mukden: Any) -> None:
    staff = staff_of(mukden.book.game)
    assert OfficerBot(Random(1)).leader(mukden) is staff
    for seed in range(8):
        assert leads(bot("staff:plain", seed), mukden) == "plain"
        assert leads(bot("staff:outflanker", seed), mukden) == "outflanker"


def test_the_staff_draws_its_leader_as_often_as_the_league_says(mukden: Any) -> None:
    drawn = Counter(leads(bot("staff", seed), mukden) for seed in range(600))
    assert set(drawn) == {"infiltrator", "patient"}
    assert drawn["infiltrator"] / 600 == pytest.approx(0.6, abs=0.06)


def test_one_officer_leads_the_whole_game_and_the_same_again_for_the_same_seed(mukden: Any) -> None:
    for seed in range(6):
        players = [bot("staff", seed) for _ in range(2)]
        assert len({leads(player, mukden) for player in players for _ in range(5)}) == 1


def test_whoever_goes_on_with_the_same_lot_goes_on_with_the_same_officer(mukden: Any) -> None:
    """A server asks another bot with another seed for every decision."""
    drawn = set()
    for lot in ("a", "b", "c", "d", "e", "f"):
        names = set()
        for seed in range(4):
            player = bot("staff", seed)
            player.lot = lot
            names.add(leads(player, mukden))
        assert len(names) == 1
        drawn |= names
    assert drawn == {"infiltrator", "patient"}


def test_without_a_league_the_favourite_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shapan.game("taierzhuang")
    staff, pos = staff_of(game), game.start()
    monkeypatch.setattr(type(staff), "mixtures", {})
    while pos.actor == DICE:
        pos.apply(pos.chances().sample(Random(1)))
    favourite = staff.officer(pos.actor, staff.favourites.get(pos.actor, PLAIN))
    assert {id(StaffBot(Random(seed)).leader(pos)) for seed in range(9)} == {id(favourite)}


@pytest.mark.parametrize("title", TITLES)
def test_every_side_of_every_title_has_a_beginner_of_another_temper(title: str) -> None:
    game = shapan.game(title)
    staff = staff_of(game)
    assert RecruitBot.plays(game)
    for side in staff.sides:
        number = staff.sides.index(side)
        beginner = staff.recruit(side)
        assert beginner is staff.recruit(side)
        assert beginner.tempers[number] != staff.plain[number]
        assert beginner.tempers[:number] == staff.plain[:number]


def test_the_lobby_lists_levels_where_there_are_any() -> None:
    titles = {document.id: document.title for document in bot_documents("mukden")}
    assert [titles[name] for name in ("recruit", "officer", "staff", "search")] == [
        "Recruit",
        "Officer",
        "Staff",
        "General",
    ]
    summaries = {document.id: document.summary for document in bot_documents("mukden")}
    assert "an officer of the side is drawn for the whole game" in summaries["staff"]
    assert "officer" not in {document.id for document in bot_documents("yangtze")}, "nobody is better than the staff"
    assert "recruit" in BOTS


def test_a_style_is_listed_where_all_sides_have_it() -> None:
    listed = {document.id: document.title for document in bot_documents("yangtze")}
    assert listed["staff:bold"] == "Staff, bold"
    assert listed["staff:cautious"] == "Staff, cautious"
    assert not [document.id for document in bot_documents("mukden") if ":" in document.id]
    everything = {document.id: document.titles for document in bot_documents()}
    assert everything["staff:bold"] == ("yangtze",)


@pytest.mark.parametrize("title", ["mukden", "shanghai_nanking"])
@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_a_level_plays_lawfully_and_sees_nothing_hidden(title: str, level: str) -> None:
    """In two worlds that look the same it does the same."""
    game, rng = shapan.game(title), Random(5)
    pos: Any = game.start()
    for number in range(120):
        if pos.outcome is not None:
            break
        if pos.actor == DICE:
            pos.apply(pos.chances().sample(rng))
            continue
        worlds = [pos, pos.imagine(pos.actor, Random(number))]
        choices = [bot(level, 3).choose(world.imagine(pos.actor, Random(11))) for world in worlds]
        assert choices[0] == choices[1]
        assert pos.refusal(choices[0]) is None
        pos.push(choices[0])
