"""A click on a stack opens it below the map, and nothing on the map moves; sound is made only for those who want it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, box, in_sight, look, look_on, moves, take_seat
from tests.browser.player import Player
from tests.browser.table import Table

EARS = """() => {
    window.heard = 0;
    const Real = window.AudioContext;
    window.AudioContext = class extends Real { constructor() { super(); window.heard += 1; } };
}"""


def own_stack(table: Table) -> dict[str, Any]:
    """The top counter of a stack of ours that can act and is well in sight."""
    view = table.view()
    places = [piece["place"] for piece in view["pieces"] if piece["side"] == view["side"]]
    stacked = {piece["id"] for piece in view["pieces"] if places.count(piece["place"]) > 1}
    return next(counter for counter in in_sight(table.page) if counter["legal"] and counter["id"] in stacked)


def places_of(page: Page) -> list[tuple[str, int, int]]:
    return sorted((counter["id"], round(counter["x"]), round(counter["y"])) for counter in in_sight(page))


def test_a_click_on_a_stack_opens_the_rack_and_no_counter_changes_its_place(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = look_on(page, server, "shanghai_nanking", moves)
    top = own_stack(table)
    zone, camera = box(page, "map"), look(page)
    before = {name: (x, y) for name, x, y in places_of(page) if name != top["id"]}
    page.mouse.click(top["x"], top["y"])
    expect(page.get_by_test_id("rack").locator("[data-held]").nth(1)).to_be_visible()
    assert (box(page, "map"), look(page)) == (zone, camera)
    after = {name: (x, y) for name, x, y in places_of(page) if name != top["id"]}
    assert after == before


# The words of units in the rack that are cut, and pictures that go beyond their button.
CUT = """() => [...document.querySelectorAll('[data-held]')].flatMap((button) => {
    const box = button.getBoundingClientRect();
    const beyond = [...button.querySelectorAll('svg > g')].map((each) => each.getBoundingClientRect())
        .some(({ left, right, top, bottom }) => right - left > box.width || bottom - top > box.height + 2);
    const name = button.querySelector('strong');
    const cut = name.scrollHeight > name.clientHeight + 4 || name.scrollWidth > name.clientWidth + 1;
    return beyond || cut ? [[name.innerText, beyond, cut]] : [];
})"""


def test_units_in_the_rack_can_be_told_apart_and_ships_lie_in_their_box(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    player = Player(server.url)
    take_seat(page, player, player.set_up("yangtze", "s4_ox_gorge"))
    expect(page.locator("[data-held]").nth(4)).to_be_attached()
    assert page.evaluate(CUT) == []


def test_nothing_of_the_audio_system_is_touched_before_somebody_wants_sound(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    page.add_init_script(f"({EARS})()")
    look_on(page, server, "shanghai_nanking", moves)
    first, second, *_ = (counter for counter in in_sight(page) if counter["legal"])
    page.mouse.click(first["x"], first["y"])
    expect(page.locator(".piece.chosen").first).to_be_visible()
    assert page.evaluate("() => window.heard") == 0
    page.keyboard.press("Escape")
    page.get_by_test_id("sound").click()
    page.mouse.click(second["x"], second["y"])
    page.wait_for_function("() => window.heard === 1")
