"""Levels: recruit, officer, staff and general; each plays by the rules, from its side's knowledge alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import shapan
from shapan.bots import BOTS, bot
from shapan.bots.levels import OfficerBot, RecruitBot
from shapan.bots.staff import StaffBot, staff_of
from shapan.kernel import DICE
from shapan.server.botlist import bot_documents

TITLES = ("mukden", "shanghai_nanking", "shanghai_incident", "taierzhuang", "yangtze")


def test_the_staff_is_led_by_the_favourite_of_the_side() -> None:
    staff = staff_of(shapan.game("mukden"))
    player = bot("staff", 1)
    assert isinstance(player, StaffBot)
    for side, name in staff.favourites.items():
        assert player.leader(staff, side) is staff.officers(side)[name]
    assert OfficerBot(Random(1)).leader(staff, "japanese") is staff
    named = bot("staff:plain", 1)
    assert isinstance(named, StaffBot)
    assert named.leader(staff, "japanese") is staff


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
