"""Counters and figures answer to the mouse at their middle, to a drag and to the keyboard, in every title."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import look_on, sit_down
from tests.browser.table import Table, middle

CHOSEN = re.compile("chosen")


def drag(page: Page, counter: Locator, to: tuple[float, float]) -> None:
    """Press at the middle of a counter, carry it, let go."""
    x, y = middle(counter)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y + 10)
    page.mouse.move(*to, steps=4)
    page.mouse.up()


# --- counters side by side in an area: Taierzhuang ---------------------------------------------------


def impulse(view: dict[str, Any]) -> bool:
    return bool(view["ask"]["kind"] == "impulse")


def test_a_click_takes_the_counter_that_it_hits_and_none_on_the_bare_ground_of_the_area(
    server: Server, new_page: NewPage
) -> None:
    page = new_page()
    table = sit_down(page, server, "taierzhuang", impulse)
    seq = table.seq()
    x, y = middle(table.piece("J39-1"))
    page.mouse.click(x, y - 60)
    expect(page.get_by_test_id("said")).to_contain_text("JE1")
    page.mouse.click(*middle(table.piece("J39-4")))
    expect(table.prompt).to_contain_text("Where to")
    assert table.seq() == seq + 2, "one action, which both sides see"
    table.click_place("W")
    expect(table.piece("J39-4")).to_have_attribute("data-place", "W")
    expect(table.piece("J39-1")).to_have_attribute("data-place", "JE1")


def test_a_counter_is_dragged_to_an_area(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = sit_down(page, server, "taierzhuang", impulse)
    drag(page, table.piece("J39-4"), table.place("W"))
    expect(table.piece("J39-4")).to_have_attribute("data-place", "W")


def test_a_counter_dropped_out_of_reach_stays_and_the_rule_is_shown(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = look_on(page, server, "taierzhuang", impulse)
    drag(page, table.piece("J39-4"), table.place("J"))
    expect(page.get_by_test_id("refusal")).to_be_visible()
    expect(table.piece("J39-4")).to_have_attribute("data-place", "JE1")


def test_two_fingers_zoom_the_map_though_the_first_lies_on_a_counter(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = look_on(page, server, "taierzhuang", impulse)
    width = "document.querySelector('.sheet').getBoundingClientRect().width"
    before, seq = page.evaluate(width), table.seq()
    x, y = middle(table.piece("J39-5"))
    hand = page.context.new_cdp_session(page)
    one, two = {"x": x, "y": y, "id": 1}, {"x": x - 40, "y": y + 40, "id": 2}
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [one]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [one, two]})
    for far in (80, 120):
        spread = [{**one, "x": x + far / 8}, {"x": x - far, "y": y + far, "id": 2}]
        hand.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": spread})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"(old) => {width} > old * 1.5", arg=before)
    assert table.seq() == seq


def test_a_counter_moves_by_n_and_enter(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = sit_down(page, server, "taierzhuang", impulse)
    cursor = page.locator("[data-cursor]")
    table.board.focus()
    page.keyboard.press("n")
    expect(cursor).to_have_attribute("data-cursor", "JE1")
    expect(page.get_by_test_id("said")).to_contain_text("can act")
    page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("Where to")
    for _ in range(8):
        page.keyboard.press("n")
        if cursor.get_attribute("data-cursor") == "W":
            break
    page.keyboard.press("Enter")
    expect(page.locator(".piece[data-place=W]")).to_have_count(1)


def test_the_hover_card_and_the_list_of_units_show_counters_in_areas(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = look_on(page, server, "taierzhuang", impulse)
    page.mouse.move(*middle(table.piece("J39-4")))
    card = page.get_by_test_id("inspector")
    expect(card.get_by_role("listitem").first).to_contain_text("39th Infantry Regiment")
    page.get_by_role("tab", name="Units").click()
    expect(page.get_by_test_id("units").locator("tbody tr")).to_have_count(len(table.view()["pieces"]))


# --- figures on open ground: Yangtze -----------------------------------------------------------------


def orders(view: dict[str, Any]) -> bool:
    return bool(view["ask"]["kind"] == "orders")


def plan(view: dict[str, Any]) -> bool:
    return bool(view["ask"]["kind"] == "plan")


def give_card(table: Table, unit: str) -> None:
    """By a click on one of its figures."""
    table.page.mouse.click(*middle(table.piece(f"{unit}.2")))
    table.answer(f"card {unit} MOVE")
    expect(table.page.locator(".piece.chosen")).to_have_count(0)


def test_a_click_on_a_glowing_figure_selects_its_unit(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = look_on(page, server, "yangtze", plan)
    page.mouse.click(*middle(table.piece("us1.3")))
    expect(table.piece("us1.1")).to_have_class(CHOSEN)
    expect(table.piece("us1.3")).to_have_class(CHOSEN)
    expect(table.piece("us2.1")).not_to_have_class(CHOSEN)


def test_a_unit_that_has_its_card_says_so(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = sit_down(page, server, "yangtze", orders)
    refusal = page.get_by_test_id("refusal")
    give_card(table, "us1")
    page.mouse.click(*middle(table.piece("us1.2")))
    expect(refusal).to_contain_text("has its card")
    give_card(table, "us2")
    page.mouse.click(*middle(table.piece("us1.2")))
    expect(refusal).to_contain_text("MOVE")
    expect(refusal).to_contain_text("Nothing more to decide for it now")


def test_the_hover_card_and_the_list_of_units_show_figures(server: Server, new_page: NewPage) -> None:
    page = new_page()
    table = look_on(page, server, "yangtze", orders)
    page.mouse.move(*middle(table.piece("us1.2")))
    card = page.get_by_test_id("inspector")
    expect(card).to_contain_text("figures")
    expect(card.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("tab", name="Units").click()
    expect(page.get_by_test_id("units").locator("tbody tr")).to_have_count(len(table.view()["pieces"]))


# --- stacks in hexes: the other titles ---------------------------------------------------------------


def mover(view: dict[str, Any]) -> tuple[str, str] | None:
    """A unit at the top of its stack that can move, and an empty hex where it can go."""
    tops = {piece["id"] for piece in view["pieces"] if not piece.get("order")}
    taken = {piece["place"] for piece in view["pieces"]}
    for group in view["ask"]["options"]:
        if group["verb"] == "move" and group.get("words") and group["words"][0] in tops:
            goals = [value for value in group["values"] if value not in taken]
            if goals:
                return group["words"][0], goals[0]
    return None


def somebody_moves(view: dict[str, Any]) -> bool:
    return mover(view) is not None


@pytest.mark.parametrize("title", ["mukden", "shanghai_nanking", "shanghai_incident"])
def test_a_counter_in_a_hex_answers_to_a_click_and_to_a_drag(server: Server, new_page: NewPage, title: str) -> None:
    page = new_page()
    table = sit_down(page, server, title, somebody_moves)
    found = mover(table.view())
    assert found is not None
    unit, goal = found
    page.mouse.click(*middle(table.piece(unit)))
    expect(table.piece(unit)).to_have_class(CHOSEN)
    page.keyboard.press("Escape")
    with page.expect_request(lambda request: "/actions" in request.url) as sent:
        drag(page, table.piece(unit), table.place(goal))
    assert (sent.value.post_data_json or {})["action"] == f"move {unit} {goal}"
