#!/usr/bin/env python3
"""Take the pictures of the README and of docs/client.md: `python tools/pictures.py`, or some of them by name.

A server of its own is started on a free port and an empty folder; the client has to be built. Needs the development
packages and chromium. Look at the pictures before committing them. The maps without a browser: `tools/map_pictures.py`.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SERVE = "import sys; from shapan.server.command import serve; serve(port=int(sys.argv[1]), database=sys.argv[2])"
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
SCREEN = "jpg"
"""The form of the larger pictures."""

SETTINGS = "localStorage.setItem('shapan.settings', JSON.stringify({ guided: true, pace: 'instant' }))"
# A game that the staff plays for all sides, until this side is asked a question of this kind, or builds an attack that
# markers, chits or support go with.
PLAYED = """([title, side, ends, least]) => {
    const json = (path, body) => fetch('/api/v1' + path, body && { method: 'POST',
        headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then((answer) => answer.json());
    const helped = (view) => (view.previews ?? []).some((each) => (each.tokens ?? []).length);
    const wanted = (view) => ends.includes('support') ? helped(view) : ends.includes(view.ask.kind);
    return (async () => {
        const [scenario] = (await json('/titles')).titles.find((each) => each.id === title).scenarios;
        const seats = Object.fromEntries(scenario.sides.map((each) => [each, 'me']));
        const game = await json('/games', { title, scenario: scenario.id, seats });
        for (let done = 0; done < 700; done += 1) {
            const { view } = await json(`/games/${game.id}/view`);
            if (done >= least && view.ask.actor === side && wanted(view)) break;
            const { advice } = await json(`/games/${game.id}/hint`, {});
            if (!advice) await new Promise((wake) => setTimeout(wake, 1000));  // asked too often
            else await json(`/games/${game.id}/actions`, { action: advice[0].action });
        }
        return game.id;
    })();
}"""


class Scene(NamedTuple):
    """A title some actions into the game, as the staffs have played it."""

    title: str
    side: str
    ends: tuple[str, ...]
    """Kinds of question at which to look, or ``support``: an attack that markers, chits or support go with."""
    least: int


SCENES = {
    "shanghai-nanking": Scene("shanghai_nanking", "japanese", ("support",), 14),
    "shanghai-incident": Scene("shanghai_incident", "japanese", ("support",), 10),
    "taierzhuang": Scene("taierzhuang", "chinese", ("attack",), 40),
    "yangtze": Scene("yangtze", "us", ("plan",), 12),
}


# --- at the table ----------------------------------------------------------------------------------


def arrive(page: Page, url: str) -> Page:
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    page.evaluate(SETTINGS)
    return page


def sit_down(page: Page, url: str) -> None:
    """A game of Mukden as the Japanese, combat first, up to the first action."""
    arrive(page, url).reload()
    page.get_by_test_id("play-now-mukden").click()
    page.get_by_test_id("play-as-japanese").click()
    page.locator("[data-action='declare combat']").locator("visible=true").first.click()
    page.get_by_test_id("confirm").locator("visible=true").first.click()
    prompt = page.get_by_test_id("prompt")
    page.locator("[data-action='declare combat'], [data-testid=confirm]").first.wait_for(state="detached")
    while "paralyse" in (before := prompt.inner_text()).lower():
        page.get_by_test_id("board").press("n")
        page.get_by_test_id("board").press("Enter")
        choice = page.locator("button[data-verb=paralyse]").locator("visible=true")
        if choice.count() > 1:
            choice.first.click()
        page.wait_for_function(
            "(words) => document.querySelector('[data-testid=prompt]').innerText !== words", arg=before
        )
    page.locator(".piece.legal").first.wait_for()


def attack(page: Page) -> None:
    """A division attacks across the trenches, and its neighbours join in."""
    page.get_by_test_id("board").press("Home")  # to the front, wherever the keys have led
    page.wait_for_timeout(600)
    page.locator("[data-piece='J-6']").click()
    page.locator("[data-piece='R-37']").click()
    page.get_by_test_id("preview").wait_for()
    for name in ("J-3R", "J-10"):
        if page.locator(f"[data-piece='{name}'].legal").count():
            page.locator(f"[data-piece='{name}']").click()
            page.wait_for_function("(name) => document.querySelector(`[data-piece='${name}'].involved`)", arg=name)


def take(page: Page, name: str) -> None:
    """The pointer lies aside, the camera and the coach have come to rest."""
    page.mouse.move(700, 690)
    page.wait_for_timeout(1500)
    shape: dict[str, Any] = {"type": "jpeg", "quality": 84} if name.endswith(".jpg") else {}
    page.screenshot(path=PICTURES / name, **shape)


# --- the pictures ----------------------------------------------------------------------------------


def board(browser: Browser, url: str) -> None:
    page = browser.new_context(viewport=DESK).new_page()
    sit_down(page, url)
    page.get_by_test_id("board").press("Home")  # wherever the dice have led
    take(page, "board.png")


def fight(browser: Browser, url: str) -> None:
    page = browser.new_context(viewport=DESK).new_page()
    sit_down(page, url)
    attack(page)
    take(page, "attack.png")
    page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    take(page, f"screen-grey.{SCREEN}")


def phone(browser: Browser, url: str) -> None:
    page = browser.new_context(
        viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True, color_scheme="dark"
    ).new_page()
    sit_down(page, url)
    page.get_by_test_id("board").press("n")
    page.get_by_test_id("board").press("Enter")
    page.locator(".piece.chosen").wait_for()
    take(page, "phone.png")


def screen(name: str, browser: Browser, url: str) -> None:
    """Another title by day."""
    scene = SCENES[name]
    page = arrive(browser.new_context(viewport=DESK).new_page(), url)
    page.goto(f"{url}/{page.evaluate(PLAYED, list(scene))}")
    page.locator("[data-testid=board]").wait_for()
    page.locator(".piece").first.wait_for()
    if scene.title == "yangtze":
        page.get_by_test_id("board").press("0")  # so that both sides are in the picture
    take(page, f"screen-{name}.{SCREEN}")


def wanted() -> Mapping[str, Callable[[Browser, str], None]]:
    """All pictures by name."""
    return {"board": board, "attack": fight, "phone": phone, **{name: partial(screen, name) for name in SCENES}}


# --- the server ------------------------------------------------------------------------------------


def environment() -> Mapping[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server with no games yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", SERVE, str(port), f"sqlite:///{folder}/games.db"]
        process = subprocess.Popen(words, cwd=ROOT, env=environment(), start_new_session=True)
        try:
            while not answers(f"http://127.0.0.1:{port}") and process.poll() is None:
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    pictures = wanted()
    chromium = os.environ.get("SHAPAN_CHROMIUM") or shutil.which("chromium")
    with serving() as url, sync_playwright() as player:
        browser = player.chromium.launch(executable_path=chromium, args=["--disable-gpu", "--no-sandbox"])
        for name in sys.argv[1:] or pictures:
            pictures[name](browser, url)
        browser.close()


if __name__ == "__main__":
    main()
