"""What a player is told in words where he could go astray, and how he gets out of a slip."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, PHONE, in_sight, look_on, moves, play_against, sit_down, take_seat
from tests.browser.player import Player
from tests.browser.table import GET, POST, Table, middle

# How far an open dialog goes beyond the window, or its content beyond it.
OUTSIDE = """() => [...document.querySelectorAll('dialog[open]')].filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth;
}).map((each) => each.innerText.slice(0, 40))"""


def test_an_invitation_says_which_game_which_seat_and_who_invites(server: Server, new_page: NewPage) -> None:
    host, guest = new_page(**DESKTOP), new_page(**PHONE)
    host.goto(f"{server.url}/?new=shanghai_incident")
    host.get_by_label("Your name").fill("Nogi")
    create_for_two(host)
    guest.goto(host.get_by_test_id("copy-text").input_value())
    form = guest.locator("form")
    expect(form).to_contain_text("Nogi invites you")
    expect(form).to_contain_text("Shanghai Incident 1932")
    expect(guest.get_by_test_id("seat")).to_have_text("Your seat: China")
    expect(guest.get_by_test_id("take-seat")).to_have_text("Sit down as China")


def create_for_two(host: Page) -> None:
    host.get_by_test_id("seat-japanese").select_option("me")
    host.get_by_test_id("seat-chinese").select_option("human")
    host.get_by_test_id("start").click()
    expect(host.get_by_test_id("copy-text")).to_be_visible()


def test_a_game_that_there_is_not_is_called_by_its_name(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    page.goto(f"{server.url}/?new=waterloo")
    expect(page.get_by_role("alert")).to_have_text("There is no game called waterloo here.")
    expect(page.get_by_test_id("play-now-mukden")).to_be_visible()


def stack_to_paralyse(view: dict[str, Any]) -> bool:
    ask = view["ask"]
    return ask["kind"] == "paralyse" and any(len(group["values"]) > 1 for group in ask["options"])


def open_game(page: Page, server: Server) -> Table:
    """Mukden without fog of war, where we have declared and choose whom the dice paralyse."""
    player = Player(server.url)
    for _ in range(12):  # the dice decide whether anybody is paralysed
        game = player.set_up("mukden", "battle", fog_of_war=False)
        if stack_to_paralyse(player.act(game, "declare movement")):
            return take_seat(page, player, game)
    raise AssertionError("nobody is ever paralysed")


def test_who_is_paralysed_is_called_by_name(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = open_game(page, server)
    groups = table.view()["ask"]["options"]
    group = next(group for group in groups if len(group["values"]) > 1)
    place = group["words"][0]
    here = sorted((p for p in table.view()["pieces"] if p["place"] == place), key=lambda p: p.get("order", 0))
    page.keyboard.press("0")  # wherever it is
    table.click_place(place)
    names = {each["id"]: each["name"] for each in board_pieces(page)}
    for number, piece in enumerate(here, 1):
        expect(table.button(f"paralyse {place} {number}")).to_contain_text(names[piece["id"]])
    second = page.locator(f"[data-held='{here[1]['id']}']")  # the counter itself answers too
    expect(second).to_contain_class("legal")
    seq = table.seq()
    second.click()
    table.carry_through(seq)
    table.expect_log(f"{names[here[1]['id']]} in")


def board_pieces(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(GET, "/api/v1/titles/mukden/board/battle")["pieces"]
    return found


def test_a_slip_against_a_bot_is_taken_back(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    # Without fog nothing is uncovered by the bot's move, whatever it is: a bot agrees as long as nothing was learned.
    table = play_against(page, server, "staff", "instant", moves, fog_of_war=False)
    view = table.view()
    taken = {piece["place"] for piece in view["pieces"]}
    group = next(g for g in view["ask"]["options"] if g["verb"] == "move" and set(g["values"]) - taken)
    unit, home = group["words"][0], next(p["place"] for p in view["pieces"] if p["id"] == group["words"][0])
    seq = table.seq()
    page.mouse.click(*middle(table.piece(unit)))
    table.click_place(sorted(set(group["values"]) - taken)[0])
    table.carry_through(seq)
    table.expect_mine()  # the bot has moved meanwhile, for the sides move in turns
    back = page.get_by_role("button", name=re.compile("^(Undo|Ask to take back)$"))
    expect(back).to_be_enabled()
    back.click()
    expect(table.piece(unit)).to_have_attribute("data-place", home)
    table.expect_mine()


def test_who_has_done_nothing_yet_has_nothing_to_take_back(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    player = Player(server.url)
    game = player.set_up("mukden", "battle", {"japanese": "bot:random", "russian": "me"})
    player.play_until(game, lambda view: bool(view["ask"].get("options")))
    take_seat(page, player, game)
    expect(page.get_by_test_id("undo")).to_be_disabled()
    expect(page.get_by_role("button", name="Ask to take back")).to_have_count(0)


def test_the_newest_line_of_the_log_stays_in_sight_while_the_coach_speaks(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = look_on(page, server, "mukden", long_log)
    expect(table.log.locator("li").last).to_be_in_viewport()
    counter = next(counter for counter in in_sight(page) if counter["legal"])
    page.mouse.move(counter["x"], counter["y"])
    expect(page.get_by_test_id("inspector")).to_be_visible()
    expect(table.log.locator("li").last).to_be_in_viewport()
    table.log.evaluate("(list) => list.scrollTo({ top: 0 })")  # who reads what was before is left alone
    page.mouse.move(5, 5)
    expect(table.log.locator("li").first).to_be_in_viewport()


def long_log(view: dict[str, Any]) -> bool:
    """So much has happened that it does not fit beside the map."""
    return moves(view) and sum("disrupted" in piece.get("statuses", ()) for piece in view["pieces"]) > 24


def test_every_dialog_of_a_phone_stays_within_it(server: Server, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    table = sit_down(page, server, "mukden", moves)
    page.get_by_test_id("menu").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")
    page.locator("[data-zone=prompt] .case").first.tap()
    expect(page.get_by_test_id("rule")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("Escape")
    page.evaluate(POST, [f"/api/v1/games{page.url.removeprefix(server.url)}/resign", {"side": table.view()["side"]}])
    expect(page.get_by_test_id("end")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []


def test_a_zone_that_is_chosen_is_filled_by_one_click_for_each_unit(server: Server, new_page: NewPage) -> None:
    page = new_page(**PHONE)
    table = sit_down(page, server, "taierzhuang", lambda view: view["ask"]["prompt"] == "prompt.set_up")
    cards = page.locator("[data-held].legal")
    expect(cards.nth(2)).to_be_in_viewport(ratio=0.9)  # though the screen is narrow
    zone = next(group["words"][0] for group in table.view()["ask"]["options"] if group["verb"] == "place")
    page.get_by_role("button", name="Fit to screen").first.tap()
    table.come_to_rest()
    page.touchscreen.tap(*table.place(zone))
    for count in (1, 2):
        expect(page.locator(f"[data-chosen='{zone}']")).to_have_count(1)
        seq = table.seq()
        cards.first.tap()
        table.wait_beyond(seq)
        table.catch_up()
        expect(page.locator(f".piece[data-place='{zone}']")).to_have_count(count)


def test_units_to_be_placed_lie_before_the_player_from_the_start(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = sit_down(page, server, "taierzhuang", lambda view: view["ask"]["prompt"] == "prompt.set_up")
    card = page.locator("[data-held].legal").first
    expect(card).to_be_visible()
    unit = str(card.get_attribute("data-held"))
    card.click()
    expect(page.locator("[data-primary]")).to_have_count(0)  # a way back is not the likeliest answer
    second = page.locator("[data-held].legal:not(.chosen)").first  # the other cards are still there
    unit = str(second.get_attribute("data-held"))
    second.click()
    port = page.locator("[data-zone=map]").bounding_box()
    assert port is not None
    homes = [g["words"][0] for g in table.view()["ask"]["options"] if unit in g.get("values", [])]
    spots = {home: table.place(home) for home in homes}
    home = next(
        home
        for home, (x, y) in spots.items()
        if port["x"] < x < port["x"] + port["width"] and port["y"] < y < port["y"] + port["height"]
    )
    table.click_place(home)
    expect(table.piece(unit)).to_have_attribute("data-place", home)
