"""Between players: take-backs by consent, rematch, records, accounts, and a network that lets no socket through."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import play_against
from tests.browser.table import PATIENCE, Table
from tests.browser.test_live import invite

SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform).a"


def test_a_take_back_over_dice_is_asked_for_and_agreed_to(server: Server, new_page: NewPage) -> None:
    host, guest = invite(new_page, server.url, takebacks_by_consent=True)
    ours, theirs = Table(host), Table(guest)
    ours.expect_mine()
    ours.button("declare movement").click()
    expect(host.get_by_test_id("final")).to_contain_text("No undo")
    ours.confirm()
    theirs.expect_log("declares movement first")
    expect(host.get_by_test_id("undo")).to_have_count(0)
    host.get_by_role("button", name="Ask to take back").click()
    expect(host.get_by_text("Take-back requested")).to_be_visible()
    expect(host.get_by_test_id("known")).to_contain_text("the dice are rolled again")
    expect(guest.get_by_text("asks to take back a move")).to_be_visible()
    expect(guest.get_by_test_id("known")).to_contain_text("what was seen stays seen")
    guest.get_by_role("button", name="Refuse").click()
    expect(host.get_by_text("Take-back requested")).to_have_count(0)
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="Agree").click()
    expect(ours.button("declare combat")).to_be_visible(timeout=PATIENCE)
    struck = theirs.log.locator("li.struck")
    expect(struck.filter(has_text="declares movement first")).to_have_count(1)
    ours.button("declare combat").click()
    ours.confirm()
    theirs.expect_log("declares combat first")


def test_after_the_end_comes_the_rematch_and_the_record_can_be_opened_again(
    server: Server, new_page: NewPage, tmp_path: Path
) -> None:
    host, guest = invite(new_page, server.url)
    Table(host).expect_mine()
    host.get_by_test_id("menu").click()
    host.get_by_test_id("resign").click()
    host.get_by_test_id("resign-yes").click()
    expect(Table(guest).prompt).to_contain_text("Russia won", timeout=PATIENCE)
    expect(guest.get_by_role("heading", name="You win")).to_be_visible()
    expect(host.get_by_role("heading", name="You lose")).to_be_visible()
    expect(host.get_by_test_id("end")).to_contain_text("Decided by resignation")  # whoever reads it
    expect(host.get_by_test_id("end")).to_contain_text("Turn 1/6 · against")
    finished = guest.url
    with guest.expect_download() as caught:
        guest.get_by_test_id("end").get_by_role("link", name="Record").click()
    record = tmp_path / "record.txt"
    caught.value.save_as(record)
    assert "capitulate japanese" in record.read_text("utf-8")
    guest.get_by_role("button", name="Rematch, sides changed").click()
    expect(guest).not_to_have_url(finished)
    expect(Table(host).prompt).to_contain_text("wants a rematch")
    host.get_by_test_id("end").get_by_role("link", name="Play the rematch").click()
    expect(host).to_have_url(guest.url)
    Table(guest).expect_mine()  # both have come, and both have added to the seed of the dice
    expect(host.locator(".prompt .who")).to_have_text("Waiting for Japan")
    stranger = new_page()
    stranger.goto(server.url)
    stranger.get_by_text("Open a record").click()
    stranger.get_by_label("Record file").set_input_files(record)
    stranger.get_by_role("button", name="Open", exact=True).click()
    expect(Table(stranger).prompt).to_contain_text("Declare which comes first this turn")
    stranger.get_by_role("button", name="Back to the present").click()
    expect(Table(stranger).prompt).to_contain_text("Russia won")


def test_an_account_keeps_preferences_and_games_on_every_device(server: Server, new_page: NewPage) -> None:
    page = new_page()
    play_against(page, server, "random")
    game = page.url
    page.goto(f"{server.url}/login")
    page.get_by_role("button", name="I have no account yet").click()
    page.get_by_label("Name").fill("tester")
    page.get_by_label("Password").fill("sandbox table")
    page.get_by_role("button", name="Create account").click()
    expect(page).not_to_have_url(re.compile("/login"))
    with page.expect_response(lambda answer: answer.url.endswith("/me") and answer.request.method == "PATCH"):
        change_theme(page)
    other = new_page()
    other.goto(f"{server.url}/login")
    other.get_by_label("Name").fill("tester")
    other.get_by_label("Password").fill("sandbox table")
    other.get_by_role("button", name="Log in").last.click()
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    other.goto(game)
    Table(other).expect_mine()


def change_theme(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check()
    page.keyboard.press("Escape")


def test_without_a_socket_the_game_is_polled(server: Server, new_page: NewPage) -> None:
    host, guest = invite(new_page, server.url)
    guest.route_web_socket(re.compile("/ws/"), lambda socket: socket.close(code=1013))
    guest.reload()
    expect(guest.locator(".prompt")).to_be_visible()
    ours = Table(host)
    ours.expect_mine()
    ours.button("declare combat").click()
    ours.confirm()
    Table(guest).expect_log("declares combat first")


def test_two_fingers_zoom_the_map(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    play_against(page, server, "random")
    before = scale(page)
    hand = page.context.new_cdp_session(page)
    fingers = [(80, 350, 310, 500), (110, 370, 280, 480), (150, 400, 240, 450), (180, 415, 210, 435)]
    for at, (x1, y1, x2, y2) in enumerate(reversed(fingers)):
        points = [{"x": x1, "y": y1, "id": 1}, {"x": x2, "y": y2, "id": 2}]
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove" if at else "touchStart", "touchPoints": points})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"(old) => {SCALE} > old * 1.5", arg=before)


def scale(page: Page) -> float:
    found: float = page.evaluate(f"() => {SCALE}")
    return found
