"""How somebody comes to a game: lobby, opening card, the guided first turn; and what no page ever says."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, FIRST
from tests.browser.person import RAW
from tests.browser.table import GAME, PATIENCE, POST, Table, skip_moves, until

STEPS = 5


def words_of(page: Page) -> str:
    return page.locator("body").inner_text()


@pytest.mark.parametrize("title", list(FIRST))
def test_the_first_turn_of_every_game_is_guided_from_its_card(server: Server, new_page: NewPage, title: str) -> None:
    page = new_page(**DESKTOP)
    skip_moves(page)
    page.goto(server.url)
    page.get_by_test_id(f"play-now-{title}").click()
    page.locator("[data-testid^=play-as-]").first.click()
    card = page.get_by_test_id("opening-card")
    expect(card).to_contain_text("You are")
    assert len(card.get_by_test_id("how-to-win").inner_text()) > 20
    expect(card.locator("img")).to_be_visible()  # the cover of its box
    page.get_by_test_id("start-guided").click()
    guide = page.get_by_test_id("guide")
    table = Table(page)
    for step in range(1, STEPS + 1):
        table.expect_mine()
        expect(guide).to_have_attribute("data-step", str(step), timeout=PATIENCE)
        assert not RAW.search(words_of(page))
        page.get_by_test_id("show-me").click()
        advised = str(guide.get_attribute("data-advice"))
        if " " not in advised or advised.startswith("declare"):  # a button, which is ringed then
            expect(page.locator("button.sought").first).to_be_visible()
        seq = table.seq()
        page.get_by_test_id("do-it").click()
        table.carry_through(seq)
    expect(guide).to_have_count(0)
    assert table.view()["clock"]["turn"] <= 2
    page.reload()
    expect(page.locator("[data-zone=map]")).to_be_visible()
    expect(card).to_have_count(0)


def test_what_the_other_side_does_waits_until_the_opening_card_is_gone(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    page.goto(server.url)
    page.get_by_test_id("play-now-mukden").click()
    page.get_by_test_id("play-as-russian").click()
    expect(page.get_by_test_id("opening-card")).to_be_visible()
    expect(page.get_by_test_id("start-guided")).to_be_focused()  # though the other side is about to act
    until(page, f"() => {GAME}.then((game) => game.ply > 2)")
    expect(page.get_by_test_id("reel")).to_be_visible()
    expect(page.locator("[data-testid=reel] .done")).to_have_count(0)
    page.get_by_test_id("start").click()
    expect(page.locator("[data-testid=reel] .done").first).to_be_visible()
    Table(page).expect_mine()


def test_own_games_come_first_in_the_lobby_and_finished_ones_are_looked_at(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    page.goto(server.url)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".titles img")).to_have_count(len(FIRST))
    covers = page.locator(".titles img").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect()).map(({ y, width, height }) => [y, width, height])"
    )
    assert {tuple(map(round, cover)) for cover in covers} == {(round(covers[0][0]), 240, 320)}, "in one row"
    seats = {"japanese": "me", "russian": "bot:random"}
    game = page.evaluate(POST, ["/api/v1/games", {"title": "mukden", "scenario": "battle", "seats": seats}])
    page.reload()
    first = page.locator("main section, section").first
    expect(first.get_by_role("heading", name="Your games")).to_be_visible()
    page.evaluate(POST, [f"/api/v1/games/{game['id']}/resign", {"side": "japanese"}])
    page.reload()
    mine = page.get_by_test_id("my-games")
    expect(mine).to_contain_text("Lost")
    expect(mine).not_to_contain_text("Continue")
    assert not RAW.search(words_of(page))
