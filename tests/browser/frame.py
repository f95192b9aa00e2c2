"""The frame around the map as a player sees it: zones, counters in sight, what the camera shows."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.table import Asked, Table, prepare, skip_guide

FIRST: Final = {
    "mukden": "battle",
    "shanghai_nanking": "campaign",
    "shanghai_incident": "campaign",
    "taierzhuang": "battle",
    "yangtze": "s1_plum_village",
}
DESKTOP: Final = {"viewport": {"width": 1440, "height": 900}}
TABLET: Final = {"viewport": {"width": 1024, "height": 768}}
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

BOX = """(selector) => {
    const { x, y, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [x, y, width, height];
}"""
# The counters whose middle is in sight: id, box, whether they can act.
COUNTERS = """() => {
    const port = document.querySelector('[data-zone=map]').getBoundingClientRect();
    return [...document.querySelectorAll('.piece:not(.covered)')].map((piece) => {
        const { x, y, width, height } = piece.getBoundingClientRect();
        return { id: piece.dataset.piece, x: x + width / 2, y: y + height / 2, width, height,
                 legal: piece.classList.contains('legal') };
    }).filter(({ x, y }) => x > port.left && x < port.right && y > port.top && y < port.bottom);
}"""


def chooses_pieces(view: dict[str, Any]) -> bool:
    """Is it asked to choose a piece that lies on the map?"""
    seen = {piece["id"] for piece in view["pieces"]}
    units = {each.rsplit(".", 1)[0] for each in seen if "." in each}
    named = {word for group in view["ask"]["options"] for word in (group.get("words") or group.get("values") or [])[:1]}
    return bool(named & (seen | units))


def sit_down(page: Page, server: Server, title: str, asked: Asked = chooses_pieces, pace: str = "instant") -> Table:
    """Our own game of a title, played without the board until a question of this kind is asked."""
    page.goto(server.url)
    skip_guide(page, pace)
    page.goto(f"{server.url}/{prepare(page, title, FIRST[title], asked)}")
    table = Table(page)
    table.expect_mine()
    table.come_to_rest()
    return table


def box(page: Page, zone: str) -> list[float]:
    found: list[float] = page.evaluate(BOX, f"[data-zone={zone}]")
    return found


def in_sight(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(COUNTERS)
    return found


def look(page: Page) -> str:
    """Where the camera is, once it has come to rest."""
    return Table(page).come_to_rest()


def expect_zone(page: Page, zone: str, width: float, height: float) -> None:
    expect(page.locator(f"[data-zone={zone}]")).to_be_visible()
    assert box(page, zone)[2:] == [width, height], zone
