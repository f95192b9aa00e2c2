"""What a zoom shows, where a second click lands, what the pointer is told of."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewPage, Server
from tests.browser.frame import DESKTOP, in_sight, look, look_on, moves, sit_down, take_seat
from tests.browser.player import Player
from tests.browser.table import GET, middle

NUMBERS = "() => !document.querySelector('.layer-numbers')?.classList.contains('hidden')"

# Flags of objectives, and the names that are seen and lie over one with the middle of their letters.
UNDER_FLAGS = """() => {
    const flags = [...document.querySelectorAll('.objective')].map((each) => each.getBoundingClientRect());
    const names = [...document.querySelectorAll('.layer-names text')].filter((each) => each.getClientRects().length);
    const lies = ({ left, right, top, height }, flag) => left < flag.right && flag.left < right
        && top + 0.3 * height < flag.bottom && flag.top < top + 0.7 * height;
    return [flags.length, names.filter((each) => flags.some((flag) => lies(each.getBoundingClientRect(), flag)))
        .map((each) => each.textContent)];
}"""


def gives_orders(view: dict[str, Any]) -> bool:
    return any(group["verb"] in ("move", "card") for group in view["ask"].get("options", []))


def test_numbers_of_hexes_come_with_the_zoom_and_with_g(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    look_on(page, server, "mukden")
    page.keyboard.press("0")
    look(page)
    assert not page.evaluate(NUMBERS)
    page.keyboard.press("g")
    page.wait_for_function(NUMBERS)
    page.keyboard.press("g")
    page.wait_for_function(f"() => !({NUMBERS})()")


def test_ferries_show_with_l_and_while_a_unit_is_chosen(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = sit_down(page, server, "taierzhuang", gives_orders)
    links = page.locator(".map .layer-links").first
    expect(links).to_be_hidden()
    table.board.press("l")
    expect(links).to_be_visible()
    table.board.press("l")
    expect(links).to_be_hidden()
    piece = next(counter["id"] for counter in in_sight(page) if counter["legal"])
    page.mouse.click(*middle(table.piece(piece)))
    expect(table.prompt).to_contain_text("Where to")
    expect(links).to_be_visible()


def test_landing_arrows_show_only_while_somebody_may_land(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    look_on(page, server, "shanghai_nanking", moves)
    arrows = page.locator(".map .layer-landings").first
    expect(arrows).to_be_hidden()
    page.get_by_role("button", name="Overlays").click()
    page.get_by_text("Landing hexes").click()
    expect(arrows).to_be_visible()


@pytest.mark.parametrize("title", ["taierzhuang", "yangtze"])
def test_a_second_click_hits_what_the_first_has_hit(server: Server, new_page: NewPage, title: str) -> None:
    page = new_page(**DESKTOP)
    table = sit_down(page, server, title, gives_orders)
    first = next(counter for counter in in_sight(page) if counter["legal"])
    under = "([x, y]) => document.elementFromPoint(x, y)?.closest('.piece')?.dataset.piece ?? ''"
    spot = [first["x"], first["y"]]
    before, hit = look(page), page.evaluate(under, spot)
    seq = table.seq()
    page.mouse.click(*spot)
    page.wait_for_timeout(100)  # a quick second click is what is tested
    # Of equal counters on one spot the next that can be chosen comes to the top.
    assert page.evaluate(under, spot).rpartition("-")[0] == hit.rpartition("-")[0]
    if table.seq() == seq:  # what is done by the first click may bring the next question into sight
        assert look(page) == before


def test_counters_answer_at_three_zooms(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = look_on(page, server, "shanghai_nanking", moves)
    for key in ("-", "+", "+"):
        page.keyboard.press(key)
        look(page)
        piece = next(counter["id"] for counter in in_sight(page) if counter["legal"])
        page.mouse.click(*middle(table.piece(piece)))
        expect(page.locator(".piece.chosen").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".piece.chosen")).to_have_count(0)


def test_a_table_tells_what_lies_under_the_pointer_and_opens_its_roof(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = look_on(page, server, "yangtze")
    page.keyboard.press("0")
    table.come_to_rest()
    page.mouse.move(*table.spot("2000:6200"))
    expect(page.get_by_test_id("ground")).to_have_text("West paddies wet paddy, in the open")
    expect(page.locator(".roofless")).to_have_count(0)
    board = page.evaluate(GET, "/api/v1/titles/yangtze/board/s1_plum_village")
    hut = next(entry["points"] for entry in board["grounds"] if entry.get("name") == "Potter's hut")
    middle_of = [round(sum(point[axis] for point in hut) / len(hut)) for axis in (0, 1)]
    page.mouse.move(*table.spot(f"{middle_of[0]}:{middle_of[1]}"))
    expect(page.locator(".roofless")).to_have_count(1)


def test_a_name_that_makes_way_for_the_guns_in_a_pit_does_not_lie_over_a_flag(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(**DESKTOP)
    player = Player(server.url)
    game = player.set_up("yangtze", "s5_kuling_battery")
    player.play_until(game, gives_orders, "deploy")
    board = player.board("yangtze", "s5_kuling_battery")
    guns = {entry["id"] for entry in board["pieces"] if entry["name"] in ("Number One gun", "Number Two gun")}
    placed = [piece for piece in player.view(game)["pieces"] if piece["id"].split(".")[0] in guns and piece.get("at")]
    assert placed, "the guns stand in their pits"
    take_seat(page, player, game)
    flags, under = page.evaluate(UNDER_FLAGS)
    assert flags
    assert under == []
