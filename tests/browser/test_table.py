"""Open ground: a unit is dragged inside the rings of its reach, a tape measures, sight is drawn."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import in_sight, look_on, prepare, sit_down, take_seat
from tests.browser.player import first_answer
from tests.browser.table import GET, middle


def marches(view: dict[str, Any]) -> bool:
    """Have the Marines to plan how they move?"""
    return bool(view["ask"]["options"][0]["verb"] == "march")


def test_a_unit_is_dragged_and_the_rules_judge_where_it_is_dropped(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = sit_down(page, server, "yangtze", marches)
    expect(page.locator(".piece.legal").first).to_be_visible()
    figure = table.piece(page.locator(".piece.legal").first.get_attribute("data-piece") or "")
    x, y = middle(figure)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 12)
    expect(page.locator("[data-aid='aid.most']")).to_have_count(1)
    page.mouse.move(x + 20, y - 20)
    expect(page.get_by_test_id("length")).to_have_text(re.compile(r"\d+ mm"))
    page.mouse.up()
    expect(page.get_by_text("at least 100 mm of movement")).to_be_visible()
    before = page.evaluate(GET, f"/api/v1/games{page.url.removeprefix(server.url)}")["ply"]
    scale = page.locator(".sheet").evaluate("(sheet) => new DOMMatrix(getComputedStyle(sheet).transform).a")
    x, y = middle(figure)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 10)
    page.mouse.move(x, y - 1200 * scale, steps=3)
    expect(page.get_by_test_id("length")).to_have_text("120 mm")
    with page.expect_response(lambda answer: answer.url.endswith("/actions") or "/actions?" in answer.url):
        page.mouse.up()  # a plan can be undone, so that nothing more is asked
    assert page.evaluate(GET, f"/api/v1/games{page.url.removeprefix(server.url)}")["ply"] == before + 1


def test_the_tape_measures_and_sight_is_drawn(server: Server, new_page: NewPage) -> None:
    page = new_page()
    look_on(page, server, "yangtze", marches)
    figure = page.locator(".piece.legal").first
    expect(figure).to_be_visible()
    page.keyboard.press("s")
    figure.hover()
    expect(page.locator("[data-aid='aid.unseen']")).to_have_count(1)
    page.keyboard.press("m")
    page.mouse.move(300, 400)
    page.mouse.down()
    page.mouse.move(500, 400, steps=4)
    page.mouse.up()
    expect(page.get_by_test_id("length")).to_have_text(re.compile(r"\d+ mm"))
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("length")).to_have_count(0)


def test_a_unit_is_moved_by_keyboard_alone(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = sit_down(page, server, "yangtze", marches)
    expect(page.locator(".piece.legal").first).to_be_visible()
    ply = page.evaluate(GET, f"/api/v1/games{page.url.removeprefix(server.url)}")["ply"]
    table.board.focus()
    page.keyboard.press("n")
    spot = page.locator("[data-spot]")
    expect(spot).to_have_count(1)
    expect(page.get_by_test_id("said")).to_contain_text("can act")
    page.keyboard.press("Enter")
    expect(page.locator(".piece.chosen").first).to_be_visible()
    start = spot.get_attribute("data-spot") or ""
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("ArrowUp")
    x, y = map(int, start.split(":"))
    expect(spot).to_have_attribute("data-spot", f"{x}:{y - 150}")
    page.keyboard.press("n")  # on to a point that the rules propose
    page.keyboard.press("Enter")
    if page.get_by_test_id("confirm").count():
        page.keyboard.press("Enter")
    table.wait_for_plies(ply)


def test_who_asks_for_a_way_of_its_own_for_a_figure_is_shown_the_figures(server: Server, new_page: NewPage) -> None:
    page = new_page()
    player, game = prepare(server, "yangtze", marches)
    view = player.act(game, first_answer(player.view(game), "march"))
    walkers = {group["words"][0] for group in view["ask"]["options"] if group["verb"] == "pace"}
    assert walkers
    table = take_seat(page, player, game)
    if page.get_by_test_id("more").count():
        page.get_by_test_id("more").click()
    page.locator("button[data-verb=pace]").first.click()
    expect(page.locator(".piece.legal").first).to_be_visible()
    lit = set(page.locator(".piece.legal").evaluate_all("(all) => all.map((each) => each.dataset.piece)"))
    assert lit == walkers
    if not any(counter["legal"] for counter in in_sight(page)):
        page.locator("[data-edge]").first.click()  # a sign says where they are
        table.come_to_rest()
    seen = next(counter["id"] for counter in in_sight(page) if counter["legal"])
    page.mouse.click(*middle(table.piece(seen)))
    expect(page.locator(".piece.chosen")).to_have_attribute("data-piece", seen)
