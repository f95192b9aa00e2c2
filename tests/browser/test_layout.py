"""Where everything lives at three sizes: nothing covers the map, nothing moves it, all can be read and touched."""

from __future__ import annotations

import tomllib

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import ROOT, NewPage, Server
from tests.browser.frame import (
    DESKTOP,
    FIRST,
    PHONE,
    TABLET,
    box,
    expect_zone,
    in_sight,
    look,
    look_on,
    moves,
    play_against,
    sit_down,
)
from tests.browser.player import first_answer
from tests.browser.table import Table, skip_moves

titles = pytest.mark.parametrize("title", list(FIRST))
# Everything on a grid over the map that is not the board.
STRANGERS = """() => {
    const { left, top, right, bottom } = document.querySelector('[data-zone=map]').getBoundingClientRect();
    const found = new Set();
    for (let x = left + 5; x < right; x += 40) for (let y = top + 5; y < bottom; y += 40) {
        const element = document.elementFromPoint(x, y);
        if (!element?.closest('[data-testid=board]')) found.add(element?.outerHTML.slice(0, 90));
    }
    return [...found];
}"""
SMALL_BUTTONS = """(least) => [...document.querySelectorAll('button, a.button, select')]
    .filter((each) => each.offsetParent && !each.matches('.case, [data-edge], .summary, .piece *'))
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (height < least - 0.5 || least >= 44 && width < least - 0.5))
    .map(([each]) => each.outerHTML.slice(0, 120))"""
# Words on the board that are seen, and smaller than nine pixels.
TINY = """() => {
    const seen = (element) => {
        for (let at = element; at && !at.matches('[data-testid=board]'); at = at.parentElement) {
            const { display, visibility, opacity } = getComputedStyle(at);
            if (display === 'none' || visibility === 'hidden' || Number(opacity) < 0.05) return false;
        }
        return true;
    };
    const scale = (element) => {
        const sheet = element.closest('.sheet');
        if (!element.getScreenCTM) return sheet ? sheet.getBoundingClientRect().width / sheet.offsetWidth : 1;
        const { a, b, c, d } = element.getScreenCTM();
        return Math.sqrt(Math.abs(a * d - b * c));
    };
    const lettered = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return [...document.querySelectorAll('[data-testid=board] *')].filter((each) => lettered(each) && seen(each))
        .map((each) => [each.textContent.trim(), parseFloat(getComputedStyle(each).fontSize) * scale(each)])
        .filter(([, size]) => size < 8.99);
}"""
SIDEWAYS = """() => document.documentElement.scrollWidth <= innerWidth
    && [...document.querySelectorAll('.panel, .drawer, .coach')]
        .every((each) => each.scrollWidth <= each.clientWidth)"""


def longest_prompt(title: str) -> str:
    texts = tomllib.loads((ROOT / "src" / "shapan" / "games" / title / "texts.toml").read_text("utf-8"))
    return str(max(texts["prompt"].values(), key=len) + " " + max(texts["refusal"].values(), key=len))


def say(page: Page, sentence: str) -> None:
    page.evaluate("(words) => document.querySelector('[data-testid=prompt]').append(words)", sentence)


def offered(table: Table) -> int:
    """How much of what the question offers is in sight or counted at the edge."""
    counted = table.page.locator("[data-edge]").evaluate_all("(all) => all.map((each) => Number(each.dataset.count))")
    return int(sum(counted)) + sum(bool(counter["legal"]) for counter in in_sight(table.page))


def expect_lettering(page: Page) -> None:
    """Nothing on the board is lettered below nine pixels, from the whole map to the nearest."""
    page.keyboard.press("0")
    levels: list[str] = []
    while "l" not in levels:
        look(page)
        assert page.evaluate(TINY) == [], levels
        levels.append(page.locator(".sheet").get_attribute("data-lod") or "")
        page.keyboard.press("+")
    assert {*levels} == {"chip", "s", "m", "l"}


@titles
def test_a_desk_shows_a_map_that_nothing_covers_and_counters_that_can_be_read(
    server: Server, new_page: NewPage, title: str
) -> None:
    page = new_page(**DESKTOP)
    table = look_on(page, server, title)
    expect_zone(page, "header", 1440, 48)
    expect(page.get_by_test_id("badge").locator("[data-emblem]")).to_be_visible()
    expect_zone(page, "prompt", 1068, 64)
    expect_zone(page, "map", 1068, 700)
    expect_zone(page, "dock", 1068, 88)
    expect_zone(page, "side", 372, 852)
    own = [counter for counter in in_sight(page) if counter["legal"]]
    assert own
    assert all(counter["width"] >= (35.5 if title == "yangtze" else 43.5) for counter in own)
    assert page.evaluate(STRANGERS) == []
    assert offered(table) >= 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(SMALL_BUTTONS, 34) == []
    page.mouse.move(own[0]["x"], own[0]["y"])
    expect(page.get_by_test_id("inspector").locator("strong").first).not_to_be_empty()
    expect_lettering(page)
    say(page, longest_prompt(title))
    expect_zone(page, "prompt", 1068, 64)


@titles
def test_a_phone_opens_readable_and_nothing_scrolls_sideways(server: Server, new_page: NewPage, title: str) -> None:
    page = new_page(**PHONE)
    table = look_on(page, server, title)
    expect_zone(page, "header", 390, 44)
    expect_zone(page, "prompt", 390, 56)
    expect_zone(page, "map", 390, 600)
    expect_zone(page, "dock", 390, 92)
    own = [counter for counter in in_sight(page) if counter["legal"]]
    assert own
    assert all(counter["width"] >= 35.5 for counter in own)
    assert page.evaluate(STRANGERS) == []
    assert page.evaluate(SMALL_BUTTONS, 44) == []
    say(page, longest_prompt(title))
    expect_zone(page, "prompt", 390, 56)
    for name in ("State", "Units", "Rules", "Charts", "Chat", "Log"):
        page.get_by_role("tab", name=name).tap()
        expect(page.get_by_test_id("drawer")).to_be_visible()
        assert page.evaluate(SIDEWAYS), name
    assert table.board.is_visible()
    page.get_by_role("tab", name="Log").tap()
    expect_lettering(page)


@pytest.mark.parametrize("asked", ["hint", "guide"])
def test_a_phone_closes_its_sheet_once_the_advice_is_followed(server: Server, new_page: NewPage, asked: str) -> None:
    page = new_page(**PHONE)
    if asked == "hint":
        table = play_against(page, server, "random", "instant", moves)
        page.get_by_test_id("ask-staff").tap()
        advised = page.locator("[data-testid=hint] [data-advice]").first
    else:
        skip_moves(page)
        page.goto(server.url)
        page.get_by_test_id("play-now-mukden").tap()
        page.locator("[data-testid^=play-as-]").first.tap()
        page.get_by_test_id("start-guided").tap()
        table = Table(page)
        table.expect_mine()
        advised = page.get_by_test_id("do-it")
    page.get_by_test_id("summary").tap()
    drawer = page.get_by_test_id("drawer")
    expect(drawer).to_be_visible()
    if asked == "guide":
        page.get_by_test_id("show-me").tap()
    seq = table.seq()
    advised.tap()
    expect(drawer).to_have_count(0)
    table.carry_through(seq)
    expect(drawer).to_have_count(0)


def test_a_tablet_keeps_its_panels_in_a_rail_and_looks_beside_them(server: Server, new_page: NewPage) -> None:
    page = new_page(**TABLET)
    look_on(page, server, "mukden")
    expect_zone(page, "prompt", 976, 60)
    expect_zone(page, "map", 976, 584)
    expect_zone(page, "dock", 976, 76)
    before = look(page)
    page.get_by_role("tab", name="Log").click()
    drawer = page.get_by_test_id("drawer")
    expect(drawer).to_be_visible()
    assert page.evaluate("() => document.querySelector('[data-testid=drawer]').offsetWidth") == 340
    expect_zone(page, "map", 976, 584)
    assert look(page) != before
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    assert look(page) == before


def test_the_side_panel_folds_to_a_rail(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    look_on(page, server, "mukden")
    page.keyboard.press("\\")
    expect_zone(page, "side", 48, 852)
    expect_zone(page, "map", 1392, 700)
    page.keyboard.press("\\")
    expect_zone(page, "map", 1068, 700)


def refuse(table: Table) -> tuple[float, float]:
    """Click an enemy out of reach with one of our units in hand; where the click was."""
    page = table.page
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    side = table.view()["side"]
    foes = {piece["id"] for piece in table.view()["pieces"] if piece["side"] != side}
    foe = next(counter for counter in in_sight(page) if counter["id"] in foes)
    page.mouse.click(foe["x"], foe["y"])
    expect(page.get_by_test_id("refusal")).to_be_visible()
    return foe["x"], foe["y"]


def test_neither_a_choice_nor_a_refusal_nor_a_hint_nor_a_confirmation_moves_the_map(
    server: Server, new_page: NewPage
) -> None:
    page = new_page(**DESKTOP)
    table = look_on(page, server, "mukden", moves)
    zone, before = box(page, "map"), look(page)
    x, y = refuse(table)
    assert box(page, "map") == zone
    assert look(page) == before
    toast = page.get_by_test_id("refusal").bounding_box()
    assert toast is not None
    assert toast["width"] <= 560
    assert not (toast["x"] < x < toast["x"] + toast["width"] and toast["y"] < y < toast["y"] + toast["height"])
    expect(page.get_by_test_id("refusal")).to_have_count(0, timeout=5_500)
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    expect(page.get_by_test_id("hint")).to_be_visible()
    assert box(page, "map") == zone
    assert page.evaluate(STRANGERS) == []
    page.keyboard.press("Escape")
    table.button("pass").click()
    expect(page.get_by_test_id("confirm")).to_be_visible()
    assert box(page, "map") == zone
    expect_zone(page, "prompt", 1068, 64)


def test_the_likeliest_answer_keeps_its_place_from_question_to_question(server: Server, new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    table = sit_down(page, server, "shanghai_nanking", lambda view: True)
    seen: list[tuple[int, int, int]] = []
    for _ in range(10):
        table.expect_mine()
        primary = page.locator("[data-primary]")
        found = primary.bounding_box() if primary.count() else None
        if found is not None:
            seen.append((round(found["x"]), round(found["y"]), round(found["width"])))
        table.act(first_answer(table.view()))
        table.catch_up()
    assert seen
    assert len(set(seen)) == 1
