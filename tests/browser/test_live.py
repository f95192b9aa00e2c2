"""Two browsers at one table, a server that dies, one screen for two players, and looking back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import play_against
from tests.browser.table import PATIENCE, Table, create, skip_guide


def invite(new_page: NewPage, url: str, **switches: bool) -> tuple[Page, Page]:
    """Two players in browsers of their own, the second one by invitation."""
    host, guest = new_page(), new_page()
    for page in (host, guest):
        skip_guide(page)
    create(host, url, {"japanese": "me", "russian": "human"}, "mukden", **switches)
    link = host.get_by_test_id("copy-text").input_value()
    host.get_by_role("link", name="Go to the table").click()
    guest.goto(link)
    guest.get_by_label("Your name at the table").fill("Kuropatkin")
    guest.get_by_test_id("take-seat").click()
    expect(guest).to_have_url(re.compile(r"/[a-z2-9]{8}$"))
    return host, guest


def test_two_browsers_play_against_each_other_live(server: Server, new_page: NewPage) -> None:
    host, guest = invite(new_page, server.url)
    ours, theirs = Table(host), Table(guest)
    ours.expect_mine()
    expect(theirs.page.locator(".prompt .who")).to_have_text("Waiting for Japan")
    expect(theirs.page.locator(".prompt.mine")).to_have_count(0)
    ours.button("declare combat").click()
    ours.confirm()
    theirs.expect_log("declares combat first")
    host.get_by_role("tab", name="Chat").click()
    host.get_by_label("Say something").fill("Good luck, general")
    host.get_by_role("button", name="Send").click()
    guest.get_by_role("tab", name="Chat").click()
    expect(guest.get_by_text("Good luck, general")).to_be_visible()
    guest.get_by_role("tab", name="State").click()
    expect(guest.get_by_text("Kuropatkin (you)")).to_be_visible()
    for page in (host, guest):  # both browsers have added to the seed of the dice, and the menu tells how to prove it
        page.get_by_test_id("menu").click()
        expect(page.get_by_test_id("share")).to_have_count(2)
        expect(page.get_by_text("This part was made by your own browser.")).to_have_count(1)
        expect(page.get_by_test_id("fair")).to_contain_text("shapan verify")


def test_the_connection_comes_back_after_the_server_was_killed(mortal_server: Server, new_page: NewPage) -> None:
    page = new_page()
    skip_guide(page)
    create(page, mortal_server.url, {"japanese": "me", "russian": "me"}, fog_of_war=False)
    table = Table(page)
    table.expect_mine()
    mortal_server.kill()
    expect(page.get_by_test_id("reconnecting")).to_be_visible(timeout=PATIENCE)
    table.button("declare combat").click()
    table.confirm()  # sent into the void, and sent again until somebody answers
    mortal_server.start()
    table.expect_log("declares combat first")
    expect(page.get_by_test_id("reconnecting")).to_have_count(0, timeout=PATIENCE)
    declared = table.log.locator("li").filter(has_text="declares combat first")
    expect(declared).to_have_count(1)
    mortal_server.kill()
    mortal_server.start()
    page.reload()
    expect(declared).to_have_count(1)


def test_a_hot_seat_game_covers_the_board_between_two_players(server: Server, new_page: NewPage) -> None:
    page = new_page()
    skip_guide(page)
    create(page, server.url, {"japanese": "me", "russian": "hotseat"})
    table = Table(page)
    table.expect_mine()
    table.button("declare movement").click()
    table.confirm()
    table.expect_log("declares movement first")
    curtain = page.get_by_test_id("curtain")
    for _ in range(4):  # three Russian units at most are paralysed (5.4), then we pass
        table.catch_up()
        if curtain.is_visible():
            break
        view = table.view()
        before = table.seq()
        if view["ask"]["kind"] == "paralyse":
            group = view["ask"]["options"][0]
            table.click_place(group["words"][0])
            if len(group["values"]) > 1:
                table.button(f"paralyse {group['words'][0]} 1").click()
        else:
            table.button("pass").click()
            table.confirm()
        table.wait_beyond(before)
    expect(curtain).to_be_visible()
    expect(table.board).to_have_count(0)
    expect(table.log).to_have_count(0)
    curtain.get_by_role("button", name=re.compile("I play Russia")).click()
    expect(table.board).to_be_visible()
    table.expect_mine()


def pause_bots(page: Page) -> None:
    """Let them rest: a page that is drawn anew many times a second is hard to aim at."""
    page.evaluate(
        """() => fetch('/api/v1/games' + location.pathname, {
            method: 'PATCH', headers: {'Content-Type': 'application/json'}, body: '{"bots_paused": true}'
        })"""
    )


def test_the_replay_slider_shows_earlier_positions_and_has_an_address(server: Server, new_page: NewPage) -> None:
    page = new_page()
    skip_guide(page)
    create(page, server.url, {"japanese": "bot:random", "russian": "bot:random"})
    table = Table(page)
    table.wait_for_plies(12)
    pause_bots(page)
    page.get_by_test_id("replay-open").click()
    expect(page.locator("output")).to_have_text(re.compile(r"/ (1[3-9]|[2-9]\d|\d{3,})$"), timeout=PATIENCE)
    slider = page.get_by_label("Position in the game")
    slider.fill("0")
    expect(page).to_have_url(re.compile(r"\?at=0$"))
    expect(table.prompt).to_contain_text("Declare which comes first")
    expect(table.piece("J-1")).to_have_attribute("data-place", "1320")
    page.locator(".bar").click()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?at=1$"))
    expect(page.locator("output")).to_contain_text("1 /")
    page.reload()
    expect(page.locator("output")).to_contain_text("1 /")
    page.get_by_test_id("replay").get_by_role("button", name="Back to the present").click()
    expect(page).not_to_have_url(re.compile(r"\?at="))
    page.go_back()
    expect(page).to_have_url(re.compile(r"\?at="))


def test_a_log_line_leads_back_to_its_moment(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = play_against(page, server, "random")
    table.button("declare movement").click()
    table.confirm()
    line = table.log.locator("li").filter(has_text="declares movement first")
    line.get_by_role("button", name=re.compile("Show the position after this")).click()
    expect(page).to_have_url(re.compile(r"\?at=1$"))
    expect(line).to_have_class(re.compile("now"))
