"""Every title and side is played by hand: with a mouse, with a finger on a phone, and without any pointer.

The short run answers the first questions of each; the long one (``make soak``) plays two turns of every title and side,
and one whole game of each title.
"""

from __future__ import annotations

import os

import pytest
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, FIRST, PHONE, take_seat
from tests.browser.person import COUNTS_QUESTIONS, Person, hands
from tests.browser.player import Player

SOAK = os.environ.get("SHAPAN_HYPOTHESIS") == "soak"
FEW, MANY, WHOLE = 3, 800, 6000
SIDES = {
    "mukden": ("japanese", "russian"),
    "shanghai_nanking": ("chinese", "japanese"),
    "shanghai_incident": ("japanese", "chinese"),
    "taierzhuang": ("chinese", "japanese"),
    "yangtze": ("us", "cn"),
}
# The short run plays every title with the mouse, and two of them with each other hand, from the other side.
HANDS = ("mouse", "keyboard", "touch")
SHORT = [
    *((title, sides[0], "mouse") for title, sides in SIDES.items()),
    *((title, SIDES[title][1], "keyboard") for title in ("shanghai_incident", "taierzhuang")),
    *((title, SIDES[title][1], "touch") for title in ("mukden", "yangtze")),
]
LONG = [(title, side, how) for title, sides in SIDES.items() for side in sides for how in HANDS]


def sit_down(page: NewPage, server: Server, title: str, side: str, how: str) -> Person:
    """A game against the random bot, as this side."""
    seen = page(**(PHONE if how == "touch" else DESKTOP))
    seen.add_init_script(COUNTS_QUESTIONS)
    player = Player(server.url)
    seats = {each: "me" if each == side else "bot:random" for each in SIDES[title]}
    take_seat(seen, player, player.set_up(title, FIRST[title], seats))
    return hands(seen, how)


@pytest.mark.parametrize(("title", "side", "how"), LONG if SOAK else SHORT)
def test_the_first_turns_are_played_by_hand(server: Server, new_page: NewPage, title: str, side: str, how: str) -> None:
    person = sit_down(new_page, server, title, side, how)
    answered = person.play(2, MANY if SOAK else FEW)
    print(f"{answered} questions, {person.touches} touches")
    assert answered >= FEW


if SOAK:

    @pytest.mark.parametrize("how", HANDS)
    @pytest.mark.parametrize("title", list(SIDES))
    def test_a_whole_game_is_played_by_hand(server: Server, new_page: NewPage, title: str, how: str) -> None:
        person = sit_down(new_page, server, title, SIDES[title][HANDS.index(how) % 2], how)
        print(f"{person.play(100, WHOLE, going=0.3)} questions, {person.touches} touches")
        assert person.see().over
