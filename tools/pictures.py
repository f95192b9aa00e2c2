#!/usr/bin/env python3
"""Take the pictures of the README: `python tools/pictures.py http://127.0.0.1:8000` while a server runs there.

Needs the development packages and chromium. Look at the pictures before committing them.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
DESK: ViewportSize = {"width": 1400, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

ASKED_ANEW = "(before) => document.querySelector('[data-testid=prompt]').innerText !== before"


def sit_down(page: Page, url: str) -> None:
    """A game of Mukden as the Japanese, combat first, up to the first action."""
    page.goto(url)
    page.evaluate("localStorage.setItem('shapan.settings', JSON.stringify({guided: true}))")
    page.reload()
    page.get_by_test_id("play-now-mukden").click()
    page.get_by_test_id("play-as-japanese").click()
    page.locator("[data-action='declare combat']").click()
    page.get_by_test_id("confirm").click()
    prompt = page.get_by_test_id("prompt")
    page.locator("[data-action='declare combat'], [data-testid=confirm]").first.wait_for(state="detached")
    while "paralyse" in (before := prompt.inner_text()):
        page.get_by_test_id("board").press("n")
        page.get_by_test_id("board").press("Enter")
        choice = page.locator("button[data-verb=paralyse]")
        if choice.count() > 1:
            choice.first.click()
        page.wait_for_function(ASKED_ANEW, arg=before)
    page.locator(".piece.legal").first.wait_for()


def attack(page: Page) -> None:
    """A division attacks across the trenches, and its neighbours join in."""
    page.locator("[data-piece='J-6']").click()
    page.locator("[data-piece='R-55']").click()
    page.get_by_test_id("preview").wait_for()
    for name in ("J-4", "J-10", "J-11R"):
        if page.locator(f"[data-piece='{name}'].legal").count():
            page.locator(f"[data-piece='{name}']").click()
            page.wait_for_function("(name) => document.querySelector(`[data-piece='${name}'].involved`)", arg=name)
    page.mouse.move(700, 700)


PLAYED = """([title, side, ends, least]) => {
    const json = (path, body) => fetch('/api/v1' + path, body && { method: 'POST',
        headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
    return (async () => {
        const [scenario] = (await json('/titles')).titles.find((each) => each.id === title).scenarios;
        const seats = Object.fromEntries(scenario.sides.map((each) => [each, 'me']));
        const game = await json('/games', { title, scenario: scenario.id, seats });
        for (let done = 0; done < 400; done += 1) {
            const { view } = await json(`/games/${game.id}/view`);
            if (done >= least && ends.includes(view.ask.kind) && view.ask.actor === side) break;
            const { advice } = await json(`/games/${game.id}/hint`, {});
            if (!advice) await new Promise((wake) => setTimeout(wake, 1000));  // asked too often
            else await json(`/games/${game.id}/actions`, { action: advice[0].action });
        }
        return game.id;
    })();
}"""
SCREENS = {
    "shanghai_nanking": ("japanese", ["move", "fight"], 14),
    "shanghai_incident": ("chinese", ["move", "combat"], 24),
    "taierzhuang": ("chinese", ["impulse"], 24),
    "yangtze": ("us", ["plan"], 12),
}


def screens(browser: Browser, url: str) -> None:
    """The other four titles, some actions into the game, as the staffs have played them."""
    for title, words in SCREENS.items():
        page = browser.new_context(viewport=DESK).new_page()
        page.goto(url)
        page.evaluate("localStorage.setItem('shapan.settings', JSON.stringify({guided: true, pace: 'instant'}))")
        page.goto(f"{url}/{page.evaluate(PLAYED, [title, *words])}")
        page.locator(".piece.legal").first.wait_for()
        page.mouse.move(700, 400)
        page.wait_for_timeout(1500)  # until the camera and the inspector have come to rest
        page.screenshot(path=PICTURES / f"screen-{title.replace('_', '-')}.jpg", type="jpeg", quality=84)


def take(browser: Browser, url: str) -> None:
    screens(browser, url)
    page = browser.new_context(viewport=DESK).new_page()
    sit_down(page, url)
    page.screenshot(path=PICTURES / "board.png")
    attack(page)
    page.screenshot(path=PICTURES / "attack.png")
    phone = browser.new_context(
        viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True, color_scheme="dark"
    ).new_page()
    sit_down(phone, url)
    phone.get_by_test_id("board").press("n")
    phone.get_by_test_id("board").press("Enter")
    phone.locator(".piece.chosen").wait_for()
    phone.screenshot(path=PICTURES / "phone.png")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as player:
        browser = player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--disable-gpu", "--no-sandbox"]
        )
        take(browser, sys.argv[1])
        browser.close()


if __name__ == "__main__":
    main()
