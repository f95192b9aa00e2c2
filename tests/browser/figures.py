"""What the board weighs and how quickly it answers: ``python -m tests.browser.figures [title ...]``.

Sizes of the client and of the drawings of the maps; for each title how soon the first board can be played, frames while
it is dragged and zoomed, and the time from a click to a changed prompt while somebody plays by hand. Such times mean
something only on a machine that does nothing else.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import PATIENCE, STATIC, Server, find_chromium
from tests.browser.frame import FIRST, take_seat
from tests.browser.person import COUNTS_QUESTIONS, Person
from tests.browser.player import Player
from tests.browser.test_quality import FRAMES

TOUCHES: Final = 60
# From the moment at which the button comes up again to the frame that shows another prompt.
WATCH: Final = """() => {
    window.answers = [];
    let since = 0;
    addEventListener('pointerup', () => { since = performance.now(); }, true);
    const zone = document.querySelector('[data-zone=prompt]');
    new MutationObserver(() => {
        const begun = since;
        since = 0;
        if (begun) requestAnimationFrame(() => window.answers.push(performance.now() - begun));
    }).observe(zone, { subtree: true, childList: true, characterData: true });
}"""
LIMITS: Final = """
limits: script 160 kB, fonts 110 kB, a drawing 250 kB (compressed); first board 2000 ms; a frame 17 ms, 34 ms for 95 %;
click to prompt 100 ms for 95 %
"""


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


def sizes() -> str:
    assets = list((STATIC / "assets").iterdir())
    script = sum(len(gzip.compress(each.read_bytes())) for each in assets if each.suffix == ".js")
    fonts = sum(each.stat().st_size for each in assets if each.suffix == ".woff2")
    return f"script {script / 1000:.0f} kB compressed, fonts {fonts / 1000:.0f} kB"


def drawing(url: str, title: str) -> int:
    """Bytes of the Board document as it travels."""
    answer = httpx.get(f"{url}/api/v1/titles/{title}/board/{FIRST[title]}", headers={"accept-encoding": "gzip"})
    return int(answer.headers.get("content-length") or len(gzip.compress(answer.content)))


def first_board(page: Page) -> float:
    """The best of three: milliseconds until it can be played."""
    times = []
    for _ in range(3):
        page.reload()
        page.locator(".prompt.mine").wait_for()
        page.locator(".piece, [data-held]").first.wait_for()  # some games begin with an empty map and a full tray
        times.append(float(page.evaluate("() => performance.now()")))
    return min(times)


def frames(page: Page) -> list[tuple[float, float]]:
    """Median and 95th percentile, dragged and zoomed: the best of three."""
    found = []
    for drag in (True, False):
        runs: list[list[float]] = [page.evaluate(FRAMES, drag) for _ in range(3)]
        found.append(min((percentile(run, 0.5), percentile(run, 0.95)) for run in runs))
    return found


def measure(browser: Browser, server: Server, title: str) -> str:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(COUNTS_QUESTIONS)
    player = Player(server.url)
    sides = [side["id"] for side in player.board(title, FIRST[title])["sides"]]
    seats = dict.fromkeys(sides, "bot:random") | {sides[0]: "me"}
    take_seat(page, player, player.set_up(title, FIRST[title], seats))
    soon = first_board(page)
    page.evaluate(WATCH)
    person = Person(page)
    sight = person.see()
    while person.touches < TOUCHES and not sight.over:
        sight = person.answer(sight, going=0.8)
    answers: list[float] = page.evaluate("() => window.answers")
    moved = frames(page)  # with the counters that have come by now
    context.close()
    (drag, slow_drag), (wheel, slow_wheel) = moved
    return (
        f"{title}: drawing {drawing(server.url, title) / 1000:.0f} kB, first board {soon:.0f} ms, "
        f"dragged {drag:.1f} ms a frame (95 %: {slow_drag:.1f}), zoomed {wheel:.1f} (95 %: {slow_wheel:.1f}), "
        f"click to prompt {percentile(answers, 0.5):.0f} ms (95 %: {percentile(answers, 0.95):.0f}; of {len(answers)})"
    )


def main(titles: Sequence[str]) -> None:
    print(sizes(), flush=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        server = Server(Path(folder))
        server.start()
        browser = player.chromium.launch(executable_path=find_chromium(), args=["--disable-gpu", "--no-sandbox"])
        try:
            for title in titles or FIRST:
                print(measure(browser, server, title), flush=True)
        finally:
            browser.close()
            server.kill()
    print(LIMITS.strip())


if __name__ == "__main__":
    main(sys.argv[1:])
