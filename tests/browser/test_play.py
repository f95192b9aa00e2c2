"""The first minute of a game, and what is said to a slip."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import moves, play_against
from tests.browser.table import Table, create, skip_guide, skip_moves


def test_play_now_starts_a_game_in_two_clicks_with_a_guided_first_turn(server: Server, new_page: NewPage) -> None:
    page = new_page()
    skip_moves(page)
    page.goto(server.url)
    page.get_by_test_id("play-now-mukden").click()
    page.get_by_test_id("play-as-japanese").click()
    table = Table(page)
    expect(table.prompt).to_contain_text("Declare which comes first")
    card = page.get_by_test_id("opening-card")
    expect(card).to_contain_text("You play Japan")
    expect(card.get_by_test_id("how-to-win")).to_contain_text("Mukden")
    page.get_by_test_id("start-guided").click()
    guide = page.get_by_test_id("guide")
    page.get_by_test_id("show-me").click()
    table.answer(str(guide.get_attribute("data-advice")))
    page.get_by_test_id("confirm").click()
    expect(guide).to_have_attribute("data-step", "2")
    guide.get_by_role("button", name="Stop the tour").click()
    expect(guide).to_have_count(0)
    page.reload()
    table.expect_mine()
    expect(card).to_have_count(0)


def test_after_the_dice_undo_has_to_be_asked_for_and_says_why(server: Server, new_page: NewPage) -> None:
    page = new_page()
    skip_guide(page)
    create(page, server.url, {"japanese": "me", "russian": "me"}, fog_of_war=False)
    table = Table(page)
    undo = page.get_by_test_id("undo")
    expect(undo).to_be_disabled()
    table.button("declare movement").click()
    table.confirm()
    table.expect_log("declares movement first")
    asked = page.get_by_role("button", name="Ask to take back")
    expect(asked).to_have_attribute("title", re.compile("dice|agree", re.I))
    expect(undo).to_have_count(0)


def test_an_illegal_click_shows_the_refusal_with_its_case(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = play_against(page, server, "random", "instant", moves)
    expect(table.piece("J-1")).to_have_class(re.compile("legal"))
    table.piece("J-1").click()
    table.click_place("1314")
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("is occupied by the enemy")
    case = refusal.get_by_role("button", name=re.compile("What rule"))
    expect(case).to_have_text("8.2")
    case.click()
    expect(page.get_by_test_id("rule")).to_be_visible()
    expect(page.get_by_role("dialog")).to_contain_text("8.2")
