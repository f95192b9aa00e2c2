"""Accessibility, speed, and no outgrown promise: what players notice when it is missing."""

from __future__ import annotations

import gzip
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import ROOT, STATIC, NewPage, Server
from tests.browser.frame import play_against
from tests.browser.table import Table, fill_in

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# The colours of the map itself are held by the tests of its drawings.
FAULTS = """([part, wish]) =>
    axe.run({ include: part, exclude: wish.runOnly ? ['.sheet'] : [] }, wish).then(({ violations }) => violations)"""
FRAMES = """
async (drag) => {
  const port = document.querySelector('[data-testid=board]');
  const box = port.getBoundingClientRect();
  const middle = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  const times = [];
  let last = performance.now();
  const fire = (type, more) =>
    (type === 'mousedown' ? port : window).dispatchEvent(
      new MouseEvent(type, { bubbles: true, cancelable: true, view: window, button: 0, ...middle, ...more }));
  if (drag) fire('mousedown', {});
  for (let at = 0; at < 90; at++) {
    const x = middle.clientX + 160 * Math.sin(at / 9);
    const y = middle.clientY + 90 * Math.sin(at / 7);
    const turn = { bubbles: true, cancelable: true, deltaY: at % 40 < 20 ? -40 : 40, ...middle };
    if (drag) fire('mousemove', { clientX: x, clientY: y });
    else port.dispatchEvent(new WheelEvent('wheel', turn));
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  if (drag) fire('mouseup', {});
  return times.slice(5).sort((a, b) => a - b);
}
"""

# What of the picture is changed while the wheel turns, and the level of detail before, during and after that.
TURNS = """async () => {
  const port = document.querySelector('[data-testid=board]');
  const sheet = port.querySelector('.sheet');
  const box = port.getBoundingClientRect();
  const changed = new Set();
  const note = ({ target }) => changed.add(target.outerHTML.slice(0, 80));
  const watcher = new MutationObserver((all) => all.forEach(note));
  const levels = [sheet.dataset.lod];
  for (const part of [...sheet.children, document.querySelector('.minimap .picture')])
    watcher.observe(part, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let at = 0; at < 8; at++) {
    const where = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    port.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: 100, ...where }));
    await new Promise(queueMicrotask);  // no time passes that could be a pause
  }
  levels.push(sheet.dataset.lod);
  const during = [...changed];
  while (port.classList.contains('swift')) await new Promise(requestAnimationFrame);
  levels.push(sheet.dataset.lod);
  return { during, levels };
}"""


def serious(page: Page, part: str = "body") -> list[dict[str, Any]]:
    """What is wrong with a page, or with the part of it that is new, by day; and with its colours by night."""
    page.evaluate("(code) => window.axe || eval(code)", AXE.read_text("utf-8"))
    found = []
    lights: dict[Literal["light", "dark"], dict[str, Any]] = {"light": {}, "dark": {"runOnly": ["color-contrast"]}}
    for scheme, only in lights.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        wish = {"resultTypes": ["violations"], **only}
        found += page.evaluate(FAULTS, [part, wish])
    return [
        {"id": each["id"], "help": each["help"], "nodes": [node["html"][:160] for node in each["nodes"][:4]]}
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def test_no_page_has_a_serious_accessibility_fault_by_day_or_night(server: Server, new_page: NewPage) -> None:
    page = new_page(bypass_csp=True, reduced_motion="reduce")
    page.goto(server.url)
    expect(page.get_by_test_id("play-now-mukden")).to_be_visible()
    assert serious(page) == []
    page.goto(f"{server.url}/t/mukden")
    expect(page.get_by_role("region", name="Combat Results Table")).to_be_visible()
    assert serious(page) == []
    page.goto(f"{server.url}/?new=mukden")
    expect(page.get_by_test_id("start")).to_be_visible()
    assert serious(page) == []
    fill_in(page, {"japanese": "me", "russian": "bot:random"})
    expect(page.get_by_test_id("opening-card")).to_be_visible()
    assert serious(page, "dialog[open]") == []
    page.get_by_test_id("opening-card").get_by_test_id("start").click()
    expect(Table(page).prompt).to_be_visible()
    assert serious(page) == []
    for name in ("State", "Units", "Rules", "Charts", "Chat"):
        page.get_by_role("tab", name=name).click()
        assert serious(page, "[data-zone=side]") == [], name
    page.get_by_test_id("menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious(page, "dialog[open]") == []


@pytest.mark.alone
@pytest.mark.parametrize("gesture", ["drag", "wheel"])
def test_pan_and_zoom_keep_thirty_frames_a_second(server: Server, new_page: NewPage, gesture: str) -> None:
    page = new_page()
    play_against(page, server, "random")
    page.keyboard.press("0")
    best = min((page.evaluate(FRAMES, gesture == "drag") for _ in range(3)), key=lambda times: times[len(times) // 2])
    middle, slow = best[len(best) // 2], best[int(len(best) * 0.95)]
    print(f"{gesture}: median {middle:.1f} ms, 95th percentile {slow:.1f} ms a frame")
    assert middle <= 1000 / 30


def test_nothing_of_the_picture_is_drawn_anew_before_a_zoom_comes_to_rest(server: Server, new_page: NewPage) -> None:
    page = new_page()
    play_against(page, server, "random")
    page.locator(".minimap .picture svg").wait_for()
    found = page.evaluate(TURNS)
    assert found["during"] == []
    assert found["levels"] == ["m", "m", "chip"]


@pytest.mark.alone
def test_a_board_is_playable_within_two_seconds(server: Server, new_page: NewPage) -> None:
    page = new_page()
    play_against(page, server, "random")
    fresh = new_page(storage_state=page.context.storage_state())
    times = []
    for _ in range(3):
        fresh.goto(page.url)
        Table(fresh).expect_mine()
        times.append(fresh.evaluate("() => performance.now()"))
    print("playable after " + ", ".join(f"{time:.0f}" for time in times) + " ms")
    assert min(times) < 2000


def test_a_phone_shows_board_prompt_and_a_bottom_sheet(server: Server, new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = play_against(page, server, "random")
    expect(table.log).not_to_be_visible()
    page.get_by_role("tab", name="Log").tap()
    expect(table.log).to_be_visible()
    page.get_by_role("tab", name="Log").tap()
    expect(table.log).not_to_be_visible()
    table.button("declare combat").tap()
    page.get_by_test_id("confirm").tap()
    page.get_by_role("tab", name="Log").tap()
    table.expect_log("declares combat first")
    wide = page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert wide


def test_the_client_is_small() -> None:
    assets = list((STATIC / "assets").iterdir())
    scripts = [each for each in assets if each.suffix == ".js"]
    fonts = [each for each in assets if each.suffix == ".woff2"]
    assert scripts
    assert sum(len(gzip.compress(each.read_bytes())) for each in scripts) <= 160_000
    assert sum(each.stat().st_size for each in fonts) <= 110_000
