"""Questions that come seldom in play, from positions made to measure: stacks that redeploy together, and hexes that are
too full for a while."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, take_seat
from tests.browser.player import Player
from tests.browser.table import Table, middle


def at_the_table(page: Page, server: Server) -> Table:
    """Both sides of a game that begins as arranged."""
    player = Player(server.url)
    return take_seat(page, player, player.set_up("shanghai_incident", "campaign", historical_setup=True))


def stand(table: Table, places: Mapping[str, str]) -> None:
    """These units stand there, by the rules and before our eyes."""
    table.catch_up()
    table.come_to_rest()
    found = {piece["id"]: piece["place"] for piece in table.view()["pieces"]}
    assert {unit: found[unit] for unit in places} == places
    for unit, place in places.items():
        expect(table.piece(unit)).to_have_attribute("data-place", place)


def go_on(table: Table, key: str, place: str) -> None:
    """The cursor of the keyboard: this key until it is there."""
    for _ in range(10):
        if table.page.locator(f"[data-cursor='{place}']").count():
            return
        table.page.keyboard.press(key)
    raise AssertionError(f"{key} does not come to {place}")


@pytest.mark.parametrize("arranged", ["stacks"], indirect=True)
def test_two_units_redeploy_together_by_keyboard_alone(arranged: Server, new_page: NewPage) -> None:
    """Shanghai Incident 14.0, 5.3: a full stack changes places with another, and nothing but keys is touched."""
    page = new_page(**DESKTOP)
    table = at_the_table(page, arranged)
    for _ in range(60):
        if page.evaluate("() => document.activeElement?.dataset.testid") == "board":
            break
        page.keyboard.press("Tab")
    for start, goal, arrow, pair in (
        ("2003", "2005", "ArrowDown", ("C-78-4", "C-78-156S")),
        ("2005", "2003", "ArrowUp", ("C-78-1", "C-78-155S")),
    ):
        seq = table.seq()
        go_on(table, "n", start)
        for count in (1, 2):
            page.keyboard.press("Enter")
            expect(page.locator(".piece.chosen")).to_have_count(count)
        for unit in pair:
            expect(table.piece(unit)).to_contain_class("chosen")
        go_on(table, arrow, goal)
        page.keyboard.press("Enter")
        table.wait_beyond(seq)
        stand(table, dict.fromkeys(pair, goal))
        expect(table.board).to_be_focused()
        expect(page.get_by_test_id("refusal")).to_have_count(0)
    table.expect_log("redeployment")
    expect(table.button("done")).to_be_enabled()


@pytest.mark.parametrize("arranged", ["crowds"], indirect=True)
def test_hexes_that_are_too_full_are_put_right_by_mouse_alone(arranged: Server, new_page: NewPage) -> None:
    """Shanghai Incident 5.3, 14.0: in a pause one full hex after another is entered, and each time those who have to
    make room are the only ones that are offered, and the phase cannot be ended."""
    page = new_page(**DESKTOP)
    table = at_the_table(page, arranged)

    def redeploy(unit: str, goal: str, *over: str) -> None:
        """Click the unit, then the hex, on the top counter if somebody stands there."""
        seq = table.seq()
        table.come_to_rest()
        page.mouse.click(*middle(table.piece(unit)))
        if page.locator(f"[data-held='{unit}']:not(.chosen)").count():  # another of its stack was chosen first
            page.locator(f"[data-held='{unit}']").click()
        expect(table.piece(unit)).to_contain_class("chosen")
        table.come_to_rest()
        page.mouse.click(*(middle(table.piece(over[0])) if over else table.place(goal)))
        table.wait_beyond(seq)
        stand(table, {unit: goal})

    def expect_crowd(place: str, *leavers: str) -> None:
        """A ring around this stack alone; opened, it offers those who can leave."""
        table.come_to_rest()
        expect(table.prompt).to_contain_text(place)
        expect(table.button("done")).to_have_count(0)
        expect(page.locator(".piece.legal").first).to_be_visible()
        expect(page.locator(f".piece.legal:not([data-place='{place}'])")).to_have_count(0)
        page.mouse.click(*table.place(place))
        for unit in leavers:
            expect(page.locator(f"[data-held='{unit}'].legal, [data-held='{unit}'].chosen")).to_be_visible()
        expect(page.locator("[data-held].legal, [data-held].chosen")).to_have_count(len(leavers))
        page.locator("[data-zone=prompt] button", has_text="Cancel").click()

    redeploy("C-78-4", "2005", "C-78-1")
    expect_crowd("2005", "C-78-1")
    redeploy("C-78-1", "2003")
    redeploy("C-60-1", "2505", "C-60-4")
    expect_crowd("2505", "C-60-4", "C-60-120S")
    redeploy("C-60-4", "2503")
    expect_crowd("2505", "C-60-120S")
    redeploy("C-60-120S", "2503", "C-60-4")
    stand(table, {"C-78-4": "2005", "C-78-1": "2003", "C-60-1": "2505", "C-60-4": "2503", "C-60-120S": "2503"})
    expect(table.button("done")).to_be_enabled()
    expect(page.get_by_test_id("refusal")).to_have_count(0)
