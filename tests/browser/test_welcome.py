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


# Where the first thing is that is ringed in answer to "Show me" and has not been clicked yet, in the order in which one
# would click it: the button, the unit below the map, the unit on it or the stack that it lies in, the point.
RINGED = """() => {
    const all = (name) => [...document.querySelectorAll(name)];
    const chosen = new Set(all('.chosen').map(({ dataset }) => dataset.held ?? dataset.piece));
    const found = ['button.sought', '[data-held].pointed:not(.chosen)', '.piece.pointed:not(.chosen)', '[data-pointed]']
        .flatMap(all)
        .find((each) => each.getBoundingClientRect().width && !chosen.has(each.dataset.piece));
    const box = found?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
MANY = 5  # units that nobody would look for one by one


# A click has been answered when there is something new to click, or the action is done; places are told by their names.
ANSWERED = f"""([seq, clicked, places]) => !document.querySelector('[data-sending]')
    && (document.querySelector('[data-testid=confirm]') || ({RINGED})() && ({RINGED})().join() !== clicked.join()
        || places && document.querySelector('.chosen, [data-chosen]') || {GAME}.then((game) => game.seq > seq))"""


def by_what_is_ringed(table: Table, advised: str, seq: int) -> None:
    """Click one ringed thing after the other, at its middle, until the action is done."""
    page = table.page
    words = advised.split(" ")[1:]
    places = [end for word in words if table.knows(end := word if table.knows(word) else word.rpartition("-")[2])]
    for _ in range(6):
        table.come_to_rest()
        spot = page.evaluate(RINGED)
        if spot is None and places:
            assert page.locator("path.pointed").count(), f"nothing is ringed for {advised}"
            spot = table.place(places.pop())
        if spot is None or page.get_by_test_id("confirm").is_visible() or table.seq() > seq:
            break
        page.mouse.click(*spot)
        until(page, ANSWERED, [seq, spot, len(places)])
    table.carry_through(seq)


# Every title from its first side; and from its other side the one that has more units to place than a rack shows.
@pytest.mark.parametrize(("title", "side"), [*((title, 0) for title in FIRST), ("shanghai_incident", 1)])
def test_the_first_turn_of_every_game_is_guided_from_its_card(
    server: Server, new_page: NewPage, title: str, side: int
) -> None:
    page = new_page(**DESKTOP)
    skip_moves(page)
    page.goto(server.url)
    page.get_by_test_id(f"play-now-{title}").click()
    expect(page.locator("[data-testid^=play-as-]").first).to_be_focused()
    page.locator("[data-testid^=play-as-]").nth(side).click()
    card = page.get_by_test_id("opening-card")
    expect(card).to_contain_text("You play")
    assert len(card.get_by_test_id("how-to-win").inner_text()) > 20
    expect(card.locator("img")).to_be_visible()  # the cover of its box
    page.get_by_test_id("start-guided").click()
    expect(page.get_by_test_id("board")).to_be_focused()
    guide = page.get_by_test_id("guide")
    table = Table(page)
    for step in range(1, STEPS + 1):
        table.expect_mine()
        expect(guide).to_have_attribute("data-step", str(step), timeout=PATIENCE)
        assert not RAW.search(words_of(page))
        page.get_by_test_id("show-me").click()
        expect(table.board).to_be_focused()  # the keys are the board's, though the button is another now
        advised = str(guide.get_attribute("data-advice"))
        if advised.count(",") >= MANY:
            seq = table.seq()
            page.get_by_test_id("do-it").click()
            table.carry_through(seq)
        else:
            by_what_is_ringed(table, advised, table.seq())
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
